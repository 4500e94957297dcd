"""Whether an order could be carried out at all: one order, one position, and the reason where it could not.

An order that is impossible in the position is set aside, and the unit holds (A-023, A-037, DATC 4.E.1). An order that
is possible but matched by nothing, such as the support of a move that was not ordered, is legal here and fails later.
What counts as possible:

- A fleet of anybody in a water *may* convoy, whatever it was ordered: an army may be ordered overseas where a whole
  chain of waters with fleets leads there (DATC 6.D.32, 6.F.1), to a province beside its own too, if it says "via
  convoy" (DATC 6.G.8). Without such a chain "via convoy" is impossible: there is no falling back on the land route.
- A convoy is possible for a fleet that some route needs, given the fleets present (DATC 6.F.12, 6.G.7, 6.G.19).
- A support is possible where the supporter could itself step to the province, coasts aside (A-049, A-050, DATC 6.B.4),
  and the supported unit could make the move, by sea if need be, though not over the supporter (DATC 6.D.22 to 6.D.24,
  6.D.31).

Nothing here reads text: repairs and guesses are the reader's, and every value is taken at its word.
"""

from __future__ import annotations

from typing import NamedTuple

from talleyrand.board.board import Board
from talleyrand.board.calendar import ADJUSTMENT, KIND_WORDS, MOVEMENT, RETREAT
from talleyrand.board.position import Position
from talleyrand.board.province import Terrain
from talleyrand.board.unit import Location, Power, ProvinceId, Unit, UnitKind
from talleyrand.orders.convoys import fleet_mask, waterways
from talleyrand.orders.model import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    Special,
    SupportHold,
    SupportMove,
    Waive,
)


class Problem(NamedTuple):
    """Why an order is impossible: a sentence, and the source of the rule."""

    text: str
    rule: str


def belongs(order: Order, kind: str) -> bool:
    """Whether an order is of a kind that is given in a phase of that kind; a variant's own are not known here."""
    return isinstance(order, Special) or kind not in _BELONGS or isinstance(order, _BELONGS[kind])


def illegal(
    order: Order,
    power: Power | None,
    position: Position,
    board: Board,
    *,
    archipelago_convoys: bool = True,
    land_fallback: bool = False,
) -> Problem | None:
    """Why ``power`` may not give this order in this position; None where it may.

    ``power`` None asks for whoever owns the unit. ``archipelago_convoys``: a fleet in an archipelago may convoy (X-B4).
    ``land_fallback``: "via convoy" to a province beside the army's own needs no fleet, since the army would walk
    (1971 rulebook, DATC 4.A.3). What depends on the rulebook or on counts is checked where it is resolved: the barred
    retreats, the build sites, and how many may be built. A variant's ``Special`` orders are the variant's to judge.
    """
    kind = position.phase.kind
    if kind == MOVEMENT and plainly_legal(order, power, position, board):
        return None
    if isinstance(order, Special):
        return None
    if not isinstance(order, _BELONGS.get(kind, ())):
        words = KIND_WORDS.get(kind, kind).lower()
        return Problem(f"This is no order for the {words} phase.", _PHASE_RULES.get(kind, "A-014"))
    if isinstance(order, Waive):
        return None
    if not isinstance(order, Build):
        problem = _absent(order.unit, power, position, board)
        if problem is not None:
            return problem
    return _Ground(board, position, archipelago_convoys, land_fallback).problem(order)


def impossible_on_map(
    order: Order, board: Board, *, archipelago_convoys: bool = True, land_fallback: bool = False
) -> Problem | None:
    """Why no position of this board allows the order; None where one does. Units are where the order says."""
    return _Ground(board, None, archipelago_convoys, land_fallback).problem(order)


def plainly_legal(order: Order, power: Power | None, position: Position, board: Board) -> bool:
    """Whether this is one of the usual legal orders, which can be told at a glance: nothing goes by sea.

    False says nothing: then ``illegal`` has to look. For a movement phase only.
    """
    if not isinstance(order, _USUAL):
        return False
    unit = order.unit
    province = unit.location.province
    occupants = position.occupants
    found = occupants.get(province)
    if found is None or found.unit != unit or (power is not None and found.power != power):
        return False
    graph = board.graph
    if isinstance(order, Move):
        return not order.via and order.to in graph.steps(unit.kind, unit.location)
    if isinstance(order, Hold):
        return True
    target = order.target
    origin = target.location.province
    helped = occupants.get(origin)
    if helped is None or helped.unit != target or origin == province:
        return False
    reach = graph.reach(unit.kind, unit.location)
    if isinstance(order, SupportHold):
        return origin in reach
    goal = order.to.province
    if goal not in reach:
        return False
    direct = graph.arrivals(target.kind, target.location, goal)
    return order.to in direct or (bool(direct) and not order.to.coast)


_USUAL = (Move, SupportMove, SupportHold, Hold)
_BELONGS: dict[str, tuple[type, ...]] = {
    MOVEMENT: (Hold, Move, SupportHold, SupportMove, Convoy),
    RETREAT: (Retreat, Disband),
    ADJUSTMENT: (Build, Disband, Waive),
}
_PHASE_RULES = {MOVEMENT: "A-013", RETREAT: "A-087", ADJUSTMENT: "A-094"}


def _absent(unit: Unit, power: Power | None, position: Position, board: Board) -> Problem | None:
    """Why this unit cannot be given orders by ``power`` in this phase."""
    if position.phase.kind == RETREAT:
        gone = position.dislodged_at.get(unit.province)
        if gone is None or gone.unit != unit:
            return Problem(f"{say(unit, board)} was not dislodged, so it does not retreat.", "A-087")
        owner = gone.power
    else:
        found = position.occupants.get(unit.province)
        if found is None or found.unit != unit:
            return _not_there(unit, position, board)
        owner = found.power
    if power is not None and owner != power:
        return Problem(f"{say(unit, board)} belongs to {owner}, not to {power}.", "DATC 6.A.6")
    return None


def _not_there(unit: Unit, position: Position, board: Board) -> Problem:
    found = position.occupants.get(unit.province)
    if found is None:
        return Problem(f"There is no unit in {board.name(unit.province)}.", "A-018")
    return Problem(f"There is no {say(unit, board)}: the unit there is {say(found.unit, board)}.", "A-035")


def say(unit: Unit, board: Board) -> str:
    """A unit in words: "Fleet Spain (south coast)"."""
    return f"{unit.kind.word} {board.name(unit.location)}"


class _Ground:
    """What an order is held against: a board, and the units on it where a position is given."""

    __slots__ = ("archipelago", "board", "land_fallback", "position")

    def __init__(self, board: Board, position: Position | None, archipelago: bool, land_fallback: bool) -> None:
        self.board = board
        self.position = position
        self.archipelago = archipelago
        self.land_fallback = land_fallback

    def problem(self, order: Order) -> Problem | None:
        match order:
            case Special() | Waive():
                return None
            case Build(unit):
                return self.cannot_build(unit)
        unit = order.unit
        if self.position is None:
            problem = self.cannot_stand(unit)
            if problem is not None:
                return problem
        match order:
            case Move(_, to, via):
                return self.cannot_move(unit, to, via)
            case SupportHold(_, target):
                return self.cannot_support(unit, target, target.province)
            case SupportMove(_, target, to):
                return self.cannot_support(unit, target, to.province) or self.cannot_be_supported(unit, target, to)
            case Convoy(_, army, to):
                return self.cannot_convoy(unit, army, to)
            case Retreat(_, to):
                return self.cannot_step(unit, to)
        return None

    def cannot_stand(self, unit: Unit) -> Problem | None:
        board = self.board
        info = board.provinces.get(unit.province)
        if info is None:
            return _nowhere(unit.province)
        if board.can_stand(unit.kind, unit.location):
            return None
        if not board.locations(unit.kind, unit.province):
            return Problem(f"No {unit.kind.word.lower()} can be in {info.name}.", "A-005")
        if unit.kind is UnitKind.FLEET and info.coasts:
            return Problem(f"A fleet in {info.name} stands on one of its coasts: {' or '.join(info.coasts)}.", "A-041")
        return Problem(f"{unit} names a coast that {info.name} does not have for it.", "A-041")

    def present(self, unit: Unit) -> Problem | None:
        """Why another unit that an order names is not there."""
        if self.position is None:
            return self.cannot_stand(unit)
        found = self.position.occupants.get(unit.province)
        return None if found is not None and found.unit == unit else _not_there(unit, self.position, self.board)

    def cannot_move(self, unit: Unit, to: Location, via: bool) -> Problem | None:
        board = self.board
        adjacent = to in board.graph.steps(unit.kind, unit.location)
        if adjacent and not via:
            return None
        if to.province == unit.province:
            rule = "DATC 6.A.5" if via else "DATC 6.A.4"
            return Problem(f"{say(unit, board)} cannot move to the province it is in.", rule)
        if unit.kind is UnitKind.FLEET:
            if via:
                return Problem(f"{say(unit, board)} is a fleet, and fleets are not convoyed.", "DATC 6.A.7")
            return self.cannot_step(unit, to)
        problem = self.no_ground(unit, to)
        if problem is not None:
            return problem
        if (adjacent and self.land_fallback) or self.carried(unit.province, to.province):
            return None
        name, goal = say(unit, board), board.name(to)
        if adjacent:
            return Problem(f"{name} cannot go to {goal} by convoy: no chain of fleets leads there.", "DATC 6.G.8")
        if not self.carried(unit.province, to.province, anywhere=True):
            return Problem(f"{name} cannot move to {goal}: it is not adjacent.", "A-038")
        return Problem(
            f"{name} cannot move to {goal}: it is not adjacent, and no chain of fleets at sea leads there.",
            "DATC 6.D.32",
        )

    def no_ground(self, unit: Unit, to: Location) -> Problem | None:
        """Why an army cannot stand at its destination."""
        info = self.board.provinces.get(to.province)
        if info is None:
            return _nowhere(to.province)
        if info.terrain is Terrain.IMPASSABLE:
            return Problem(f"{say(unit, self.board)} cannot move to {info.name}: it is impassable.", "B-011")
        if not info.is_land:
            return Problem(f"{say(unit, self.board)} cannot move to {info.name}: armies stay on land.", "DATC 6.A.2")
        if to.coast:
            return Problem(f"{say(unit, self.board)} is an army, so its destination has no coast.", "DATC 4.B.6")
        return None

    def cannot_step(self, unit: Unit, to: Location) -> Problem | None:
        """Why a unit cannot get to a place by itself, in one step."""
        board, graph = self.board, self.board.graph
        if to in graph.steps(unit.kind, unit.location):
            return None
        name = say(unit, board)
        if to.province == unit.province:
            return Problem(f"{name} cannot move to the province it is in.", "DATC 6.A.4")
        if unit.kind is UnitKind.ARMY:
            return self.no_ground(unit, to) or Problem(
                f"{name} cannot move to {board.name(to)}: it is not adjacent.", "A-038"
            )
        info = board.provinces.get(to.province)
        if info is None:
            return _nowhere(to.province)
        if info.terrain is Terrain.IMPASSABLE:
            return Problem(f"{name} cannot move to {info.name}: it is impassable.", "B-011")
        if not info.takes_fleets:
            return Problem(f"{name} cannot move to {info.name}: it is inland.", "DATC 6.A.3")
        arrivals = graph.arrivals(unit.kind, unit.location, to.province)
        if arrivals and not to.coast:
            which = " or ".join(str(place) for place in arrivals)
            rule = "DATC 6.B.1" if len(arrivals) > 1 else "DATC 4.B.2"
            return Problem(f"{name} must say to which coast of {info.name} it goes: {which}.", rule)
        if arrivals and to.coast not in info.coasts:
            return Problem(f"{info.name} has no coast {to.coast!r}.", "DATC 4.B.3")
        if arrivals:
            return Problem(f"{name} cannot reach {board.name(to)}, only another coast of it.", "DATC 6.B.3")
        elsewhere = board.locations(unit.kind, unit.province)
        if any(graph.arrivals(unit.kind, place, to.province) for place in elsewhere):
            return Problem(f"{name} cannot move to {info.name} from this coast.", "DATC 6.B.11")
        if to.province in graph.touching(unit.province):
            return Problem(f"{name} cannot move to {info.name}: they share no coastline.", "DATC 6.A.9")
        return Problem(f"{name} cannot move to {info.name}: it is not adjacent.", "DATC 6.A.1")

    def cannot_support(self, unit: Unit, target: Unit, province: ProvinceId) -> Problem | None:
        """Why a unit cannot support anything in a province, or not this unit."""
        board = self.board
        if target.province == unit.province:
            return Problem(f"{say(unit, board)} cannot support itself.", "DATC 6.A.8")
        problem = self.present(target)
        if problem is not None:
            return problem
        if province in board.graph.reach(unit.kind, unit.location):
            return None
        name = say(unit, board)
        if province == unit.province:
            return Problem(f"{name} cannot support a move to the province it is in.", "DATC 6.D.34")
        if province not in board.provinces:
            return _nowhere(province)
        elsewhere = board.locations(unit.kind, unit.province)
        if any(board.graph.arrivals(unit.kind, place, province) for place in elsewhere):
            return Problem(
                f"{name} cannot support in {board.name(province)}: it could not move there from this coast.",
                "DATC 6.B.5",
            )
        return Problem(f"{name} cannot support in {board.name(province)}: it could not move there.", "DATC 6.A.10")

    def cannot_be_supported(self, unit: Unit, target: Unit, to: Location) -> Problem | None:
        """Why the move that is supported could never be made."""
        board, graph = self.board, self.board.graph
        direct = graph.arrivals(target.kind, target.location, to.province)
        if to in direct or (direct and not to.coast):
            return None
        if target.kind is UnitKind.FLEET or to.province == target.province:
            problem = self.cannot_step(target, to)
        else:
            problem = self.no_ground(target, to)
            if problem is None and self.carried(target.province, to.province, without=unit.province):
                return None
            if problem is None and self.carried(target.province, to.province):
                return Problem(
                    f"{say(unit, board)} cannot support {say(target, board)} to {board.name(to)}: "
                    f"it would have to convoy it instead.",
                    "DATC 6.D.31",
                )
            problem = problem or self.cannot_move(target, to, via=False)
        if problem is None:
            return None
        if target.kind is UnitKind.FLEET:
            rule = "DATC 6.D.23" if problem.rule in ("DATC 6.B.3", "DATC 6.B.11") else "DATC 6.D.22"
        else:
            rule = problem.rule if direct else "DATC 6.D.24"
        return Problem(f"The supported move is impossible. {problem.text}", rule)

    def cannot_convoy(self, unit: Unit, army: Unit, to: Location) -> Problem | None:
        board = self.board
        if unit.kind is UnitKind.ARMY:
            return Problem(f"{say(unit, board)} cannot convoy: only fleets do.", "A-029")
        info = board.provinces.get(unit.province)
        if info is None or not info.carries_convoys:
            return Problem(f"{say(unit, board)} cannot convoy: it is not at sea.", "DATC 6.F.1")
        if info.terrain is Terrain.ARCHIPELAGO and not self.archipelago:
            return Problem(f"{say(unit, board)} cannot convoy: in this game fleets in an archipelago do not.", "X-B4")
        if army.kind is UnitKind.FLEET:
            return Problem(f"{say(army, board)} cannot be convoyed: only armies are.", "DATC 6.A.7")
        problem = self.present(army)
        if problem is not None:
            return problem
        if to.province == army.province:
            return Problem(f"{say(army, board)} cannot be convoyed to the province it is in.", "DATC 6.A.5")
        problem = self.no_ground(army, to)
        if problem is not None:
            return Problem(f"The convoyed move is impossible. {problem.text}", problem.rule)
        ways = waterways(board)
        useful = ways.useful(army.province, self.waters()).get(to.province, 0)
        if useful & ways.bit[unit.province]:
            return None
        name, journey = say(unit, board), f"{say(army, board)} to {board.name(to)}"
        if useful:
            return Problem(f"{name} is on no route from {journey} that would need it.", "DATC 6.F.12")
        return Problem(f"{name} cannot convoy {journey}: no chain of fleets at sea leads there.", "DATC 6.F.1")

    def cannot_build(self, unit: Unit) -> Problem | None:
        problem = self.cannot_stand(unit)
        if problem is not None:
            return problem
        if not self.board.provinces[unit.province].center:
            return Problem(f"{self.board.name(unit.province)} is no supply centre, so nothing is built there.", "A-095")
        return None

    def waters(self) -> int:
        if self.position is not None:
            return fleet_mask(self.position, self.board, archipelago=self.archipelago)
        ways = waterways(self.board)
        return ways.all if self.archipelago else ways.open

    def carried(
        self, origin: ProvinceId, to: ProvinceId, *, without: ProvinceId | None = None, anywhere: bool = False
    ) -> bool:
        """Whether a whole chain of waters leads from shore to shore: waters with fleets unless ``anywhere``."""
        ways = waterways(self.board)
        waters = ways.all if anywhere else self.waters()
        if without is not None:
            waters &= ~ways.bit.get(without, 0)
        return ways.connected(origin, to, waters)


def _nowhere(province: ProvinceId) -> Problem:
    return Problem(f"There is no province {province!r} on this map.", "A-034")
