"""The suite every variant must pass, ours or a stranger's: ``check_variant`` answers with all that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from talleyrand.board.calendar import MOVEMENT, Phase
from talleyrand.board.position import Position
from talleyrand.board.unit import Location, Unit, UnitKind
from talleyrand.orders.model import Hold, Move, Order
from talleyrand.orders.read import read
from talleyrand.orders.write import write
from talleyrand.rules.outcome import Result
from talleyrand.rules.phase import resolve
from talleyrand.variants.cases import load_cases, run_case
from talleyrand.variants.variant import Variant


def check_variant(variant: Variant) -> list[str]:
    """Everything in which a loaded variant fails to be a playable game, in sentences; nothing where it passes."""
    return [f"{name}: {problem}" for name, check in SUITE.items() for problem in check(variant)]


def start_is_sound(variant: Variant) -> Iterator[str]:
    """The start is a position that can be, in a phase of the calendar, and nobody has won."""
    yield from variant.start.problems(variant.board)
    if (variant.start.phase.season, variant.start.phase.kind) not in variant.calendar.steps:
        yield f"the start, {variant.start.phase}, is no phase of the calendar"
    needed = variant.centers_to_win(variant.rulebook)
    if needed > len(variant.board.centers):
        yield f"{needed} centres win, but the board has {len(variant.board.centers)}"
    for power in variant.powers:
        if len(variant.start.centers_of(power)) >= needed:
            yield f"{power} has won at the start"


def calendar_goes_round(variant: Variant) -> Iterator[str]:
    """After as many phases as a year has, the same phase comes again, a year later; each has a name."""
    calendar = variant.calendar
    phase = calendar.first
    for _ in calendar.steps:
        if not calendar.describe(phase):
            yield f"{phase} has no description"
        phase = calendar.after(phase)
    if phase != Phase(calendar.first.season, calendar.first.year + 1, calendar.first.kind):
        yield f"a year after {calendar.first} comes {phase}"


def edges_are_sound(variant: Variant) -> Iterator[str]:
    """Every step leads from a place a unit can stand in to another, and back."""
    board = variant.board
    for kind, place in board.standing_places():
        for near in board.graph.steps(kind, place):
            if not board.can_stand(kind, near):
                yield f"{kind.word} {place} may step to {near}, where it cannot stand"
            if place not in board.graph.steps(kind, near):
                yield f"{kind.word} {place} may step to {near}, but not back"
            if near.province == place.province:
                yield f"{kind.word} {place} may step within its own province"


def every_place_is_in_play(variant: Variant) -> Iterator[str]:
    """Every province can be reached from the start, and every place has a step or a convoy out."""
    board = variant.board
    sources = {unit.province for _, unit in variant.start.each_unit()} | set(variant.start.centers)
    reached = board.graph.distances(sources or list(board.provinces)[:1])
    for province, info in board.provinces.items():
        if (info.is_land or info.takes_fleets) and province not in reached:
            yield f"{info.name} cannot be reached from the start"
    for kind, place in board.standing_places():
        by_sea = kind is UnitKind.ARMY and board.graph.convoy_reach(place.province)
        if not board.graph.steps(kind, place) and not by_sea:
            yield f"{kind.word} {place} could never leave"


def holding_changes_nothing(variant: Variant) -> Iterator[str]:
    """With no orders at all, a movement phase leaves the board as it was and every unit held."""
    position = _in_movement(variant)
    resolution = resolve(position, {}, variant.board, variant.rulebook, variant.hooks)
    if resolution.position.units != position.units or resolution.position.dislodged:
        yield "without orders the units do not stay where they are"
    for outcome in resolution.outcomes:
        if outcome.results != (Result.HELD,):
            yield f"{outcome.unit} without an order came out {', '.join(outcome.results)}"


def lone_steps_succeed(variant: Variant) -> Iterator[str]:
    """A unit alone on the board makes each of its steps."""
    board, power = variant.board, variant.powers[0]
    for kind, place in board.standing_places():
        unit = Unit(kind, place)
        position = replace(_in_movement(variant), units={power: (unit,)})
        for near in board.graph.steps(kind, place):
            resolution = resolve(position, {power: [Move(unit, near)]}, board, variant.rulebook, variant.hooks)
            if resolution.position.units != {power: (Unit(kind, near),)}:
                yield f"{write(Move(unit, near))} fails on an empty board"


def texts_read_back(variant: Variant) -> Iterator[str]:
    """Every hold and every step, written in canonical text, reads back as itself."""
    board = variant.board
    for kind, place in board.standing_places():
        unit = Unit(kind, place)
        orders: list[Order] = [Hold(unit), *(Move(unit, near) for near in sorted(board.graph.steps(kind, place)))]
        readings = read("\n".join(write(order) for order in orders), board, assume=(unit,))
        got = [reading.order for reading in readings]
        for order, again in zip(orders, got, strict=False):
            if order != again:
                yield f"{write(order)} reads back as {write(again) if again else 'nothing'}"
        if len(got) != len(orders):
            yield f"{len(orders)} orders of {unit} read back as {len(got)}"


def names_are_understood(variant: Variant) -> Iterator[str]:
    """Every name and alias of a province, written in an order to a unit there, means that province."""
    board = variant.board
    for province in board.provinces.values():
        for kind in UnitKind:
            for place in board.locations(kind, province.id)[:1]:
                yield from _misunderstood(
                    variant, kind, place, (province.name, province.abbreviation, *province.aliases)
                )


def _misunderstood(variant: Variant, kind: UnitKind, place: Location, names: tuple[str, ...]) -> Iterator[str]:
    unit = Unit(kind, place)
    for name in names:
        text = f"{kind} {name} H"
        readings = read(text, variant.board, assume=(unit,))
        if [reading.order for reading in readings] != [Hold(unit)]:
            yield f"{text!r} is not read as {unit} H"


def cases_hold(variant: Variant) -> Iterator[str]:
    """The variant's own cases come out as they say."""
    for case in load_cases(variant.folder) if variant.folder else ():
        for difference in run_case(case, variant):
            yield f"case {case.id}: {difference}"


def hooks_answer(variant: Variant) -> Iterator[str]:
    """The variant's hooks answer on the start, and its own state goes to JSON and back."""
    hooks, board, start = variant.hooks, variant.board, variant.start
    try:
        for power in variant.powers:
            set(hooks.build_sites(start, board, power, board.homes[power]))
            hash(hooks.side_of(start, power))
            for unit in start.units_of(power):
                hooks.forbids(start, board, power, Hold(unit))
            for center in board.centers:
                hooks.may_capture(start, board, power, center)
        hooks.winners(start, board, variant.centers_to_win(variant.rulebook))
        if hooks.read_extra(hooks.write_extra(start.extra), board) != start.extra:
            yield "the variant's own state does not come back from JSON as it was"
    except Exception as error:  # a stranger's hooks may fail in any way
        yield f"a hook raised {type(error).__name__}: {error}"


def _in_movement(variant: Variant) -> Position:
    phase = variant.calendar.first
    while phase.kind != MOVEMENT:
        phase = variant.calendar.after(phase)
    return variant.start.at(phase)


SUITE: dict[str, Callable[[Variant], Iterator[str]]] = {
    check.__name__: check
    for check in (
        start_is_sound,
        calendar_goes_round,
        edges_are_sound,
        every_place_is_in_play,
        holding_changes_nothing,
        lone_steps_succeed,
        texts_read_back,
        names_are_understood,
        cases_hold,
        hooks_answer,
    )
}
"""Each check by name; tests run them one by one."""
