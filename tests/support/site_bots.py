"""Simulated players: they read the record of their game as they get it, and answer with orders as people write them."""

from talleyrand.board.calendar import ADJUSTMENT, RETREAT
from talleyrand.board.unit import UnitKind
from talleyrand.game.record import read_record
from talleyrand.orders.model import Disband, Hold, Move, Retreat, SupportMove, Waive
from talleyrand.orders.options import Options, legal_builds
from talleyrand.orders.write import write
from talleyrand.prose.notation import order as in_words
from talleyrand.rules.adjustment import adjustments, removal_ranking
from talleyrand.rules.retreat import retreat_options


class Bot:
    """Plays one power: a ``keen`` one goes for centres with support and always builds, others do what comes to mind."""

    def __init__(self, power, chance, *, keen=False, long=False):
        self.power, self.chance, self.keen, self.long = power, chance, keen, long

    def answer(self, record):
        """Orders for the phase that stands open in a record, one a line; "" where there is nothing to order."""
        game = read_record(record)
        kind = game.phase.kind
        if self.power not in game.able:
            return ""
        orders = self._retreats(game) if kind == RETREAT else self._winter(game) if kind == ADJUSTMENT else None
        if orders is None:
            orders = self._plan(game) if self.keen else self._whims(game)
        board = game.variant.board
        return "\n".join(in_words(each, board) if self.long else write(each) for each in orders)

    def _whims(self, game):
        options = Options(game.position, game.variant.board)
        for unit in game.position.units_of(self.power):
            yield self.chance.choice(list(options.of(unit))) if self.chance.random() < 0.5 else Hold(unit)

    def _plan(self, game):
        """Every unit to the nearest foreign centre, two where one would not do."""
        position, board = game.position, game.variant.board
        mine, units = position.centers_of(self.power), list(position.units_of(self.power))
        wanted = sorted(board.centers - mine)
        self.chance.shuffle(wanted)
        orders, taken = {}, set()
        for center in wanted:
            near = [
                unit for unit in units if unit not in orders and center in board.graph.reach(unit.kind, unit.location)
            ]
            if not near or center in taken:
                continue
            holder = position.occupants.get(center)
            if holder is not None and holder.power == self.power:
                orders[holder.unit] = Hold(holder.unit)
                continue
            if holder is not None and len(near) < 2:
                continue
            first, *others = near
            orders[first] = Move(first, board.graph.reach(first.kind, first.location)[center][0])
            taken.add(center)
            if holder is not None:
                for other in others[:2]:
                    orders[other] = SupportMove(other, first, orders[first].to)
        standing = {unit.province for unit, order in orders.items() if not isinstance(order, Move)}
        for unit in units:
            if unit not in orders:
                orders[unit] = self._approach(game, unit, wanted, taken | standing)
                if isinstance(orders[unit], Move):
                    taken.add(orders[unit].to.province)
        return [orders[unit] for unit in units]

    def _approach(self, game, unit, wanted, taken):
        position, board = game.position, game.variant.board
        far = board.graph.distances(wanted, unit.kind)
        steps = [
            place
            for place in sorted(board.graph.steps(unit.kind, unit.location))
            if place.province not in taken and place.province in far and (place.province not in position.occupants)
        ]
        self.chance.shuffle(steps)
        best = min(steps, key=lambda place: far[place.province], default=None)
        if best is None or far[best.province] > far.get(unit.province, 99):
            return Hold(unit)
        return Move(unit, best)

    def _retreats(self, game):
        ways = retreat_options(game.position, game.variant.board, game.rulebook, game.variant.hooks)
        for entry in game.position.dislodged:
            if entry.power == self.power:
                places = ways[entry.unit]
                yield Retreat(entry.unit, self.chance.choice(places)) if places else Disband(entry.unit)

    def _winter(self, game):
        position, board = game.position, game.variant.board
        due = adjustments(position, board, game.rulebook, game.variant.hooks).get(self.power, 0)
        if due < 0:
            ranked = removal_ranking(position, board, self.power, game.rulebook)
            return [Disband(unit) for unit in ranked[:-due]]
        found = [each for each in legal_builds(self.power, position, board) if not isinstance(each, Waive)]
        orders, used = [], set()
        self.chance.shuffle(found)
        if self.keen:
            fleets = sum(unit.kind is UnitKind.FLEET for unit in position.units_of(self.power))
            wanted = UnitKind.FLEET if 2 * fleets < len(position.units_of(self.power)) else UnitKind.ARMY
            found.sort(key=lambda each: each.unit.kind is not wanted)
        for each in found:
            if len(orders) < due and each.unit.province not in used:
                orders.append(each)
                used.add(each.unit.province)
        return orders if self.keen else [Waive() for _ in orders]
