"""Where a dislodged unit may go, and what becomes of retreat orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from talleyrand.board.board import Board
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Location, Power, ProvinceId, Unit, UnitKind
from talleyrand.orders.model import (
    Convoy,
    Disband,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    acting_unit,
)
from talleyrand.orders.policy import ImpossibleCoast, MissingCoast, Repeated
from talleyrand.rules.hooks import STANDARD, Hooks
from talleyrand.rules.outcome import Code, Outcome, Reason, Resolution, Result
from talleyrand.rules.powers import in_order
from talleyrand.rules.rulebook import DATC, Rulebook, YesNo


def retreat_options(
    position: Position, board: Board, rulebook: Rulebook = DATC, hooks: Hooks = STANDARD
) -> Mapping[Unit, tuple[Location, ...]]:
    """The places each dislodged unit may retreat to, none where it must disband (A-088, A-089)."""
    ground = _Ground(position, board, rulebook, hooks)
    return {entry.unit: ground.options(entry) for entry in position.dislodged}


def barred(
    entry: Dislodged, to: Location, position: Position, board: Board, rulebook: Rulebook = DATC
) -> Reason | None:
    """Why a dislodged unit may not retreat to a place, or None where it may (A-088, C-040)."""
    unit, here = entry.unit, to.province
    arrivals = board.graph.arrivals(unit.kind, unit.location, here)
    if not arrivals:
        # No convoy serves a retreat: DATC 6.H.3, 6.H.13.
        return _bar(here, "DATC 6.H.3", f"{board.name(here)} is not next to {board.name(unit.location)}")
    if to not in arrivals:
        ways = " or ".join(board.name(place) for place in arrivals)
        return _bar(here, "DATC 4.B.1", f"{unit.kind.word} {board.name(unit.location)} must name {ways}")
    occupant = position.occupants.get(here)
    if occupant is not None:
        return _bar(here, "A-088", f"{board.name(here)} is occupied", occupant.unit, occupant.power)
    # The province is barred whole, other coasts too: DATC 6.H.15, 6.H.16.
    if here == entry.origin and not (entry.by_convoy and rulebook.retreat_to_convoy_origin is YesNo.YES):
        rule = "DATC 4.A.5" if entry.by_convoy else "DATC 6.H.5"
        attacker = position.occupants.get(unit.province)
        text = f"the attacker came from {board.name(here)}"
        return _bar(here, rule, text, attacker.unit if attacker else None, attacker.power if attacker else None)
    if here in position.standoffs:
        return _bar(here, "DATC 6.H.6", f"a standoff left {board.name(here)} empty this turn")
    return None


def choose_conditional(
    wishes: Mapping[Unit, Sequence[Location]],
    position: Position,
    board: Board,
    rulebook: Rulebook = DATC,
    hooks: Hooks = STANDARD,
) -> Mapping[Power, tuple[Retreat, ...]]:
    """The retreats in force out of lists sent with the movement orders: each dislodged unit's first legal wish (X-A8).

    A unit whose wishes are all barred keeps the first of them, so that its report says what barred it; a unit without a
    wish gets no order. Either disbands. Lists are not weighed against each other: two units may still meet (A-090).
    """
    ground = _Ground(position, board, rulebook, hooks)
    chosen: dict[Power, list[Retreat]] = {}
    for entry in position.dislodged:
        wanted = [ground.meant(entry.unit, place) for place in wishes.get(entry.unit, ())]
        if wanted:
            place = next((place for place in wanted if ground.refused(entry, place) is None), wanted[0])
            chosen.setdefault(entry.power, []).append(Retreat(entry.unit, place))
    return {power: tuple(chosen[power]) for power in in_order(board, chosen)}


def resolve_retreats(
    position: Position,
    orders: Mapping[Power, Sequence[Order]],
    board: Board,
    rulebook: Rulebook = DATC,
    hooks: Hooks = STANDARD,
) -> Resolution:
    """Resolve a retreat phase (A-087 to A-092, DATC 6.H).

    Every dislodged unit gets one outcome, ordered or not; every other order one that says why it was set aside. The
    position after it has no unit awaiting retreat and no standoffs.
    """
    ground = _Ground(position, board, rulebook, hooks)
    sheet = _gather(position, orders, board, rulebook)
    faults = dict(sheet.faults)
    targets: dict[Dislodged, Location] = {}
    for entry, order in sheet.in_force.items():
        if isinstance(order, Retreat):
            place = ground.meant(entry.unit, order.to)
            fault = ground.refused(entry, place)
            if fault is None:
                targets[entry] = place
            else:
                faults[entry] = fault
    meeting: dict[ProvinceId, list[Dislodged]] = {}
    for entry, place in targets.items():
        meeting.setdefault(place.province, []).append(entry)

    outcomes: list[Outcome] = []
    trapped: list[Dislodged] = []
    units: dict[Power, list[Unit]] = {power: list(held) for power, held in position.units.items()}
    for power in in_order(board, (*(entry.power for entry in position.dislodged), *orders)):
        for entry in sorted({entry for entry in position.dislodged if entry.power == power}, key=_by_unit):
            order_given = sheet.in_force.get(entry)
            if entry in targets:
                place = targets[entry]
                outcome = _retreating(entry, order_given, place, meeting[place.province])
                if outcome.to is not None:
                    units.setdefault(power, []).append(Unit(entry.unit.kind, place))
            else:
                can_go = bool(ground.options(entry))
                if not can_go:
                    trapped.append(entry)
                outcome = _leaving(entry, order_given, faults.get(entry), can_go)
            outcomes.append(outcome)
        outcomes.extend(sheet.set_aside.get(power, ()))
    after = make_position(
        position.variant,
        position.phase,
        {power: tuple(held) for power, held in units.items()},
        centers=position.centers,
        extra=position.extra,
    )
    return Resolution(tuple(outcomes), after, tuple(trapped))


@dataclass(frozen=True, slots=True)
class _Ground:
    """The ground retreats are made on."""

    position: Position
    board: Board
    rulebook: Rulebook
    hooks: Hooks

    def options(self, entry: Dislodged) -> tuple[Location, ...]:
        """The places open to a dislodged unit."""
        near = sorted(self.board.graph.steps(entry.unit.kind, entry.unit.location))
        return tuple(place for place in near if self.refused(entry, place) is None)

    def refused(self, entry: Dislodged, place: Location) -> Reason | None:
        """Why a retreat is not allowed, by the standard rules or the variant's."""
        reason = barred(entry, place, self.position, self.board, self.rulebook)
        if reason is None:
            text = self.hooks.forbids(self.position, self.board, entry.power, Retreat(entry.unit, place))
            reason = None if text is None else Reason(Code.ILLEGAL, text=text)
        return reason

    def meant(self, unit: Unit, to: Location) -> Location:
        """The place meant where only one coast is possible (DATC 4.B.2, 4.B.3); a coast means nothing to an army."""
        arrivals = self.board.graph.arrivals(unit.kind, unit.location, to.province)
        if to in arrivals or len(arrivals) != 1:
            return to
        if to.coast:
            infer = unit.kind is UnitKind.ARMY or self.rulebook.impossible_coast is ImpossibleCoast.INFER
        else:
            infer = self.rulebook.missing_coast is MissingCoast.INFER
        return arrivals[0] if infer else to


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The orders sorted: one in force for a dislodged unit, what is wrong with its kind, and the orders set aside."""

    in_force: Mapping[Dislodged, Order]
    faults: Mapping[Dislodged, Reason]
    set_aside: Mapping[Power, list[Outcome]]


def _gather(position: Position, orders: Mapping[Power, Sequence[Order]], board: Board, rulebook: Rulebook) -> _Sheet:
    given: dict[Dislodged, list[Order]] = {}
    aside: dict[Power, list[Outcome]] = {}

    def ignore(power: Power, order: Order, text: str, rule: str) -> None:
        reason = Reason(Code.ILLEGAL, rule=rule, text=text)
        aside.setdefault(power, []).append(Outcome(power, acting_unit(order), order, (Result.IGNORED,), (reason,)))

    for power, sheet in orders.items():
        for order in sheet:
            unit = acting_unit(order)
            entry = None if unit is None else _named(unit, position)
            if entry is None or unit is None:
                ignore(power, order, *_not_dislodged(order, unit, position, board))
            elif entry.power != power:
                ignore(power, order, f"{_called(unit, board)} belongs to {entry.power}", "A-024")
            else:
                given.setdefault(entry, []).append(order)
    in_force: dict[Dislodged, Order] = {}
    faults: dict[Dislodged, Reason] = {}
    for entry, choices in given.items():
        index = 0 if rulebook.repeated is Repeated.FIRST else len(choices) - 1
        void = rulebook.repeated is Repeated.VOID and len(choices) > 1
        for number, order in enumerate(choices):
            if void:
                ignore(entry.power, order, f"{_called(entry.unit, board)} was given several orders", "A-023")
            elif number != index:
                ignore(entry.power, order, f"another order to {_called(entry.unit, board)} is in force", "A-023")
            else:
                in_force[entry] = order
                if not isinstance(order, Retreat | Disband):
                    text, rule = _wrong_kind(order)
                    faults[entry] = Reason(Code.ILLEGAL, rule=rule, text=text)
    return _Sheet(in_force, faults, aside)


def _named(unit: Unit, position: Position) -> Dislodged | None:
    """The dislodged unit an order means; one that names no coast still means the fleet that stood on one."""
    entry = position.dislodged_at.get(unit.province)
    if entry is None or entry.unit.kind is not unit.kind:
        return None
    return entry if unit.location in (entry.unit.location, Location(unit.province)) else None


def _not_dislodged(order: Order, unit: Unit | None, position: Position, board: Board) -> tuple[str, str]:
    if unit is None or not isinstance(order, Retreat | Disband):
        return _wrong_kind(order)
    if unit.province in position.occupants and position.occupants[unit.province].unit == unit:
        return f"{_called(unit, board)} was not dislodged", "DATC 6.H.4"
    return f"there is no {_called(unit, board)} awaiting retreat", "DATC 6.H.4"


def _wrong_kind(order: Order) -> tuple[str, str]:
    if isinstance(order, SupportHold | SupportMove):
        return "no unit can support in a retreat phase", "DATC 6.H.1"
    if isinstance(order, Convoy):
        return "no unit can convoy in a retreat phase", "DATC 6.H.3"
    if isinstance(order, Waive):
        return "there is nothing to waive in a retreat phase", "A-092"
    return "a retreat phase knows only retreats and disbands, of dislodged units", "DATC 6.H.4"


def _retreating(entry: Dislodged, order: Order | None, place: Location, meeting: Iterable[Dislodged]) -> Outcome:
    """A legal retreat: it arrives alone, or meets another and both are lost (A-090, DATC 6.H.7, 6.H.8)."""
    clashes = tuple(
        Reason(Code.RETREAT_CLASH, other.unit, other.power, places=(place.province,), rule="DATC 6.H.7")
        for other in sorted(meeting, key=_by_unit)
        if other != entry
    )
    if clashes:
        return Outcome(entry.power, entry.unit, order, (Result.BOUNCED, Result.DISBANDED), clashes)
    reason = Reason(Code.RETREATED, places=(place.province,), rule="A-088")
    return Outcome(entry.power, entry.unit, order, (Result.SUCCEEDS,), (reason,), place)


def _leaving(entry: Dislodged, order: Order | None, why: Reason | None, can_go: bool) -> Outcome:
    """A unit that leaves the board without a legal retreat order."""
    nowhere = () if can_go else (Reason(Code.NO_RETREAT, rule="A-089"),)
    if why is not None:
        return Outcome(entry.power, entry.unit, order, (Result.IGNORED, Result.DISBANDED), (why, *nowhere))
    if order is not None:
        chose = Reason(Code.CHOSE_DISBAND, rule="A-092")
        return Outcome(entry.power, entry.unit, order, (Result.SUCCEEDS,), (chose,))
    because = nowhere or (Reason(Code.NO_ORDER, rule="A-091"),)
    return Outcome(entry.power, entry.unit, None, (Result.DISBANDED,), because)


def _by_unit(entry: Dislodged) -> tuple[Unit, Power, str, bool]:
    return entry.unit, entry.power, entry.origin or "", entry.by_convoy


def _bar(province: ProvinceId, rule: str, text: str, unit: Unit | None = None, power: Power | None = None) -> Reason:
    return Reason(Code.RETREAT_BARRED, unit, power, places=(province,), rule=rule, text=text)


def _called(unit: Unit, board: Board) -> str:
    return f"{unit.kind.word} {board.name(unit.location)}"
