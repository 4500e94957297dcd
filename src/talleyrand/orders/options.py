"""Every legal order of a unit, found one by one.

Options come in one form for each meaning. A move overseas is given without "via convoy", which would add nothing; to a
province that the army could also walk to, both forms are given. The support of a fleet's move to a split coast is given
without a coast, which supports the fleet whichever it goes to (DATC 6.B.7), and once for each coast where the fleet can
reach more than one, which must then match (DATC 6.B.9). ``standard_form`` brings a legal order into the form that is
found here.

The order is fixed: hold, moves, supports to hold, supports to move, convoys; within each by place, then by unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from talleyrand.board.board import Board
from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from talleyrand.board.position import Position
from talleyrand.board.unit import Location, Power, ProvinceId, Unit, UnitKind
from talleyrand.orders.convoys import Waterways, fleet_mask, waterways
from talleyrand.orders.legality import illegal
from talleyrand.orders.model import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    MovementOrder,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)


class Options:
    """The legal orders of every unit in one position; iterating, counting and ``in`` work on demand.

    ``retreats`` limits where a dislodged unit may go, as the rules of retreat say; without it every place it could step
    to is given. Surplus and sites in Winter are the rules' too: a unit may always be removed here.
    """

    def __init__(
        self,
        position: Position,
        board: Board,
        *,
        archipelago_convoys: bool = True,
        retreats: dict[Unit, tuple[Location, ...]] | None = None,
    ) -> None:
        self.position = position
        self.board = board
        self.archipelago_convoys = archipelago_convoys
        self._retreats = retreats
        self._scene: _Scene | None = None

    def of(self, unit: Unit) -> Iterator[Order]:
        """The legal orders of one unit; none where it is not on the board, or not to be ordered in this phase."""
        kind = self.position.phase.kind
        if kind == RETREAT:
            return self._retreat(unit)
        found = self.position.occupants.get(unit.province)
        if found is None or found.unit != unit:
            return iter(())
        if kind == MOVEMENT:
            if self._scene is None:
                self._scene = _Scene(self.position, self.board, self.archipelago_convoys)
            return self._scene.orders(unit)
        return iter((Disband(unit),)) if kind == ADJUSTMENT else iter(())

    def units(self) -> Iterator[Unit]:
        """The units that have orders to give in this phase."""
        if self.position.phase.kind == RETREAT:
            return (entry.unit for entry in self.position.dislodged)
        if self.position.phase.kind in (MOVEMENT, ADJUSTMENT):
            return (occupant.unit for occupant in self.position.occupants.values())
        return iter(())

    def count(self, unit: Unit) -> int:
        """How many legal orders a unit has."""
        return sum(1 for _ in self.of(unit))

    def __iter__(self) -> Iterator[Order]:
        for unit in self.units():
            yield from self.of(unit)

    def __contains__(self, order: object) -> bool:
        """Whether an order, in whatever form, is legal for the owner of its unit."""
        if not isinstance(order, Hold | Move | SupportHold | SupportMove | Convoy | Retreat | Disband):
            return False
        if isinstance(order, Retreat) and self._retreats is not None and order not in set(self._retreat(order.unit)):
            return False
        return illegal(order, None, self.position, self.board, archipelago_convoys=self.archipelago_convoys) is None

    def _retreat(self, unit: Unit) -> Iterator[Order]:
        entry = self.position.dislodged_at.get(unit.province)
        if entry is None or entry.unit != unit:
            return
        if self._retreats is None:
            places: Iterable[Location] = sorted(self.board.graph.steps(unit.kind, unit.location))
        else:
            places = self._retreats.get(unit, ())
        for place in places:
            yield Retreat(unit, place)
        yield Disband(unit)


def legal_orders(unit: Unit, position: Position, board: Board, *, archipelago_convoys: bool = True) -> Iterator[Order]:
    """Every legal order of a unit in this phase, found as it is asked for.

    For many units of one position, ``Options`` shares what they have in common.
    """
    return Options(position, board, archipelago_convoys=archipelago_convoys).of(unit)


def legal_builds(
    power: Power, position: Position, board: Board, sites: Iterable[ProvinceId] | None = None
) -> Iterator[Order]:
    """Every build of a power that has one due, then ``Waive``; nothing where none is due.

    ``sites`` are the provinces in which it may build; without them, its own vacant home centres (A-095).
    """
    if position.phase.kind != ADJUSTMENT or position.surplus(power) <= 0:
        return
    if sites is None:
        owned = position.centers_of(power) & board.homes.get(power, frozenset())
        sites = owned - position.occupants.keys()
    for province in sorted(sites):
        for kind in UnitKind:
            for place in board.locations(kind, province):
                yield Build(Unit(kind, place))
    yield Waive()


def standard_form(order: Order, board: Board) -> Order:
    """A legal order as ``legal_orders`` gives it: without a "via" or a coast that adds nothing."""
    match order:
        case Move(unit, to, True) if to not in board.graph.steps(unit.kind, unit.location):
            return replace(order, via=False)
        case SupportMove(_, target, to) if to.coast:
            if len(board.graph.arrivals(target.kind, target.location, to.province)) == 1:
                return replace(order, to=Location(to.province))
    return order


class _Scene:
    """What the options of all units in a movement phase have in common.

    ``_walkers`` and ``_sailors`` are, for each province, the units that could move to it in one step (with the places
    of it within reach), and the armies that could only come by sea.
    """

    __slots__ = ("_armies", "_fleets", "_graph", "_occupants", "_sailors", "_walkers", "_ways")

    def __init__(self, position: Position, board: Board, archipelago: bool) -> None:
        self._graph = graph = board.graph
        self._ways: Waterways = waterways(board)
        self._fleets = fleet_mask(position, board, archipelago=archipelago)
        self._occupants = position.occupants
        self._walkers: dict[ProvinceId, list[tuple[Unit, tuple[Location, ...]]]] = {}
        self._sailors: dict[ProvinceId, list[Unit]] = {}
        self._armies: list[tuple[Unit, list[ProvinceId]]] = []
        for unit in sorted(occupant.unit for occupant in position.occupants.values()):
            reach = graph.reach(unit.kind, unit.location)
            for province, places in reach.items():
                self._walkers.setdefault(province, []).append((unit, places))
            if unit.kind is UnitKind.ARMY:
                landings = sorted(self._ways.landings(unit.province, self._fleets))
                if landings:
                    self._armies.append((unit, landings))
                for province in landings:
                    if province not in reach:
                        self._sailors.setdefault(province, []).append(unit)

    def orders(self, unit: Unit) -> Iterator[MovementOrder]:
        reach = self._graph.reach(unit.kind, unit.location)
        yield Hold(unit)
        for places in reach.values():
            for place in places:
                yield Move(unit, place)
        if unit.kind is UnitKind.ARMY:
            for province in sorted(self._ways.landings(unit.province, self._fleets)):
                yield Move(unit, Location(province), via=province in reach)
        occupants = self._occupants
        for province in reach:
            if province in occupants:
                yield SupportHold(unit, occupants[province].unit)
        yield from self._supports_to_move(unit, reach)
        if unit.kind is UnitKind.FLEET:
            yield from self._convoys(unit)

    def _supports_to_move(self, unit: Unit, reach: Iterable[ProvinceId]) -> Iterator[MovementOrder]:
        ways = self._ways
        # The supporter cannot be a link of the chain itself (DATC 6.D.31).
        own = ways.bit.get(unit.location.province, 0) & self._fleets
        waters = self._fleets & ~own
        for province in reach:
            bare = Location(province)
            for target, places in self._walkers.get(province, ()):
                if target != unit:
                    yield SupportMove(unit, target, bare)
                    if len(places) > 1:
                        for place in places:
                            yield SupportMove(unit, target, place)
            for army in self._sailors.get(province, ()):
                if army != unit and (not own or ways.connected(army.location.province, province, waters)):
                    yield SupportMove(unit, army, bare)

    def _convoys(self, fleet: Unit) -> Iterator[MovementOrder]:
        bit = self._ways.bit.get(fleet.province, 0) & self._fleets
        if bit:
            for army, landings in self._armies:
                useful = self._ways.useful(army.province, self._fleets)
                for province in landings:
                    if useful[province] & bit:
                        yield Convoy(fleet, army, Location(province))
