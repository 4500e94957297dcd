"""Each kind of reason as a clause, such as "Army Munich came with equal strength"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from talleyrand.board.board import Board
from talleyrand.board.unit import Location, Unit
from talleyrand.orders.model import Build, Convoy, Disband, Move, Retreat, SupportHold, SupportMove, Waive, acting_unit
from talleyrand.prose.words import clause, inside, listing, number, place_name, unit_name
from talleyrand.rules.outcome import Code, Outcome, Reason


@dataclass(frozen=True, slots=True)
class Scene:
    """One outcome on its board: what a clause may speak of. "It" in a clause is the unit the order was given to."""

    outcome: Outcome
    board: Board
    full: bool = False
    """Say also whose unit another one is, and every strength."""

    @property
    def unit(self) -> Unit | None:
        """The unit the outcome is about."""
        order = self.outcome.order
        return self.outcome.unit or (acting_unit(order) if order is not None else None)

    @property
    def target(self) -> Location | None:
        """Where the order points: the destination of a move, a retreat, a supported move or a convoy."""
        match self.outcome.order:
            case Move(_, to) | Retreat(_, to) | SupportMove(_, _, to) | Convoy(_, _, to):
                return to
        return None

    @property
    def helped(self) -> Unit | None:
        """The unit that was to be supported or carried."""
        match self.outcome.order:
            case SupportHold(_, unit) | SupportMove(_, unit) | Convoy(_, unit):
                return unit
        return None

    def name(self, unit: Unit | None, otherwise: str) -> str:
        """A unit's name, or other words where none is known."""
        return unit_name(unit, self.board) if unit is not None else otherwise

    def culprit(self, reason: Reason, otherwise: str = "another unit") -> str:
        """The unit a reason names."""
        name = self.name(reason.unit, otherwise)
        if self.full and reason.unit is not None and reason.power not in (None, self.outcome.power):
            return f"{name} ({reason.power})"
        return name

    def against(self, reason: Reason) -> str:
        """The strengths in brackets; of a brief account left out where they are one against one or nothing."""
        if reason.strength is None or (not self.full and reason.strength in ((1, 1), (1, 0), (0, 0))):
            return ""
        return " ({} against {})".format(*reason.strength)

    def opposing(self, reason: Reason) -> str:
        """The same of a clause about what opposed the unit: the strength of its subject comes first."""
        turned = None if reason.strength is None else (reason.strength[1], reason.strength[0])
        return self.against(reason) and self.against(reason._replace(strength=turned))

    def place(self, place: Location | None, otherwise: str = "there") -> str:
        """A place's name, or other words where none is known."""
        return place_name(place, self.board) if place is not None else otherwise


Wording: TypeAlias = Callable[[Reason, Scene], str]


def wording(reason: Reason, scene: Scene) -> str:
    """The reason as a clause without a full stop, to stand after a colon."""
    form = CLAUSES.get(reason.code)
    return clause(form(reason, scene) if form else str(reason.code).replace("_", " "))


def _arrived(reason: Reason, scene: Scene) -> str:
    if reason.strength is None or reason.strength[1] <= 0:
        return f"nothing stood against it in {scene.place(scene.target, 'that place')}"
    return "its strength was {} against {}".format(*reason.strength)


def _arrived_by_convoy(reason: Reason, scene: Scene) -> str:
    waters = listing(place_name(place, scene.board) for place in reason.places)
    return f"its convoy went through {waters}" if waters else "its convoy was not broken"


def _came(reason: Reason, scene: Scene) -> str:
    """Whether the opponent came to the destination or stood in it."""
    there = reason.unit is not None and scene.target is not None and reason.unit.province == scene.target.province
    return f"{scene.culprit(reason)} {'stood there' if there else 'came'}"


def _weight(reason: Reason, otherwise: str) -> str:
    if reason.strength is None:
        return otherwise
    ours, theirs = reason.strength
    if ours == theirs:
        return "equal strength"
    return "greater strength" if theirs > ours else "less strength"


def _head_to_head(reason: Reason, scene: Scene) -> str:
    weight = _weight(reason, "at least equal strength")
    return f"{scene.culprit(reason)} moved the opposite way with {weight}{scene.opposing(reason)}"


def _occupant_stayed(reason: Reason, scene: Scene) -> str:
    name = scene.culprit(reason, "the unit there")
    if reason.strength is None or reason.strength[0] > reason.strength[1]:
        return f"{name} did not leave"
    return f"{name} stayed there with {_weight(reason, 'equal strength')}{scene.opposing(reason)}"


def _own_unit(reason: Reason, scene: Scene) -> str:
    name = scene.culprit(reason, "the unit there")
    if reason.power is not None and reason.power != scene.outcome.power:
        return f"{name} did not leave, and nobody dislodges a unit of the same side"
    return f"{name} did not leave, and no power dislodges its own unit"


def _not_counted(reason: Reason, scene: Scene) -> str:
    if isinstance(scene.outcome.order, Move):
        name = scene.culprit(reason, "one unit")
        return f"the support of {name} did not count, since a power does not help to dislodge a unit of its own side"
    return f"its support does not count against {scene.culprit(reason, 'a unit')}, which is of its own side"


def _beleaguered(reason: Reason, scene: Scene) -> str:
    if reason.unit is None or reason.unit == scene.unit:
        return "its attackers stood each other off"
    if scene.target is not None and scene.target.province == reason.unit.province:
        return f"{scene.culprit(reason)} stayed there, since its attackers stood each other off"
    return f"its attackers, {scene.culprit(reason)} among them, stood each other off"


def _no_route(_reason: Reason, scene: Scene) -> str:
    whom = unit_name(scene.helped, scene.board) if scene.helped is not None else "it"
    return f"no whole convoy route was ordered for {whom}"


def _route_broken(reason: Reason, scene: Scene) -> str:
    if reason.unit is None:
        return "the convoy was broken"
    return f"{scene.culprit(reason)}, which the convoy needed, was dislodged"


def _unmatched(reason: Reason, scene: Scene) -> str:
    if reason.unit is None:
        return f"{scene.name(scene.helped, 'such a unit')} was not there"
    name = scene.culprit(reason)
    match scene.outcome.order:
        case SupportMove(_, _, to):
            return f"{name} had no valid order to move to {place_name(to, scene.board)}"
        case Convoy(_, _, to):
            return f"{name} did not ask to be carried to {place_name(to, scene.board)}"
    return f"{name} was ordered to move"


def _withstood(reason: Reason, scene: Scene) -> str:
    return f"it withstood the attack of {scene.culprit(reason)}{scene.against(reason)}"


def _too_many(reason: Reason, scene: Scene) -> str:
    match scene.outcome.order:
        case Disband():
            noun = "removal"
        case Build() | Waive():
            noun = "build"
        case _:
            noun = "order"
    if reason.strength is None:
        return f"{scene.outcome.power} asked for too many {noun}s"
    asked, allowed = reason.strength
    return f"{scene.outcome.power} asked for {number(asked, noun)} and was allowed {allowed or 'none'}"


CLAUSES: Mapping[Code, Wording] = {
    Code.ARRIVED: _arrived,
    Code.ARRIVED_BY_CONVOY: _arrived_by_convoy,
    Code.EQUAL_STRENGTH: lambda r, s: f"{_came(r, s)} with equal strength{s.opposing(r)}",
    Code.WEAKER: lambda r, s: f"{_came(r, s)} with greater strength{s.opposing(r)}",
    Code.HEAD_TO_HEAD: _head_to_head,
    Code.OCCUPANT_STAYED: _occupant_stayed,
    Code.OWN_UNIT: _own_unit,
    Code.PREVENTED_BY_DISLODGED: lambda r, s: (
        f"{s.culprit(r)} was dislodged, yet still stood off the move{s.opposing(r)}"
    ),
    Code.BELEAGUERED: _beleaguered,
    Code.NO_ROUTE: _no_route,
    Code.ROUTE_BROKEN: _route_broken,
    Code.PARADOX: lambda _r, _s: "it was caught in a convoy paradox, which the rulebook settles by letting it fail",
    Code.CARRIED: lambda r, s: f"it lay on the convoy route of {s.culprit(r, 'the army')}",
    Code.SUPPORTED: lambda r, s: f"{s.culprit(r)} supported it",
    Code.GAVE_SUPPORT: lambda r, s: f"its support went to {s.culprit(r, 'the unit it named')}",
    Code.CUT_BY: lambda r, s: f"{s.culprit(r)} attacked it and cut its support",
    Code.CUT_BY_DISLODGEMENT: lambda r, s: f"{s.culprit(r)} dislodged it{s.against(r)}",
    Code.UNMATCHED: _unmatched,
    Code.SUPPORT_NOT_COUNTED: _not_counted,
    Code.DISLODGED_BY: lambda r, s: f"{s.culprit(r)} dislodged it{s.against(r)}",
    Code.NOT_ATTACKED: lambda _r, _s: "nothing attacked it",
    Code.WITHSTOOD: _withstood,
    Code.ILLEGAL: lambda r, _s: inside(r.text) or "the rules do not allow it",
    Code.NO_ORDER: lambda _r, _s: "it had no order",
    Code.RETREATED: lambda _r, s: f"{s.place(s.target, 'that place')} was open to it",
    Code.RETREAT_CLASH: lambda r, s: f"{s.culprit(r)} retreated there too",
    Code.RETREAT_BARRED: lambda r, s: inside(r.text) or f"{s.place(s.target, 'that place')} was not open to it",
    Code.NO_RETREAT: lambda _r, _s: "no province was open to its retreat",
    Code.CHOSE_DISBAND: lambda _r, s: f"{s.outcome.power} chose to disband it",
    Code.BUILT: lambda _r, s: f"{s.outcome.power} had a build to use",
    Code.REMOVED: lambda _r, s: f"{s.outcome.power} had a unit to remove",
    Code.WAIVED: lambda _r, s: f"{s.outcome.power} chose to leave a build unused",
    Code.TOO_MANY: _too_many,
    Code.SITE_TAKEN: lambda r, s: f"{s.culprit(r)} was there already",
    Code.REMOVED_BY_DEFAULT: lambda _r, s: (
        f"{s.outcome.power} ordered too few removals, so the rule for the absent chose it"
    ),
    Code.AWAITS_RULING: lambda _r, _s: "it is first in line for removal, and the Game Master has yet to rule",
}
"""The wording of every code; "it" is the unit the outcome is about."""
