"""What a power has ordered, judged as the phase will judge it: nobody has to wait for the report to learn of a fault.

The reader and the sheet know what could be ordered on the map. Whether a retreat is barred, a build has a site, or a
power asks for more than it has depends on the rulebook: here the rules themselves are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from talleyrand.board.board import Board
from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from talleyrand.board.position import Position
from talleyrand.board.quoted import quoted
from talleyrand.board.unit import Power
from talleyrand.game.ahead import together, without_later
from talleyrand.game.conditional import Wishes, split, wishes_of
from talleyrand.game.errors import InputError
from talleyrand.orders.cautions import CautionCode
from talleyrand.orders.legality import illegal, say
from talleyrand.orders.model import Disband, Order, Retreat
from talleyrand.orders.policy import ReadingPolicy
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.sheet import Entry, Sheet, Submission, make_sheet
from talleyrand.rules.adjustment import judge_winter
from talleyrand.rules.outcome import Code, Outcome, Reason, Result
from talleyrand.rules.phase import resolve
from talleyrand.rules.rulebook import AdjacentConvoy, Retreats, Rulebook, YesNo
from talleyrand.variants.variant import Variant


def conditional(position: Position, rulebook: Rulebook) -> bool:
    """Whether retreats are sent with the orders of this phase (X-A8)."""
    return rulebook.retreats is Retreats.WITH_ORDERS and position.phase.kind == MOVEMENT


def sheet_of(
    variant: Variant, position: Position, power: Power, submissions: Sequence[Submission], rulebook: Rulebook
) -> Sheet:
    """One power's sheet under a rulebook; conditional retreats are no part of it (see ``retreat_wishes``)."""
    return sheet_and_carried(variant, position, power, submissions, rulebook)[0]


def sheet_and_carried(
    variant: Variant, position: Position, power: Power, submissions: Sequence[Submission], rulebook: Rulebook
) -> tuple[Sheet, tuple[Entry, ...]]:
    """One power's sheet, and those of its entries that the rules see.

    The rules see all orders that stand, and illegal ones too where they will call them illegal themselves.
    """
    if conditional(position, rulebook):
        submissions = _without_retreats(submissions, power, position, variant.board, rulebook.reading)
    elif together(position, rulebook):
        submissions = without_later(submissions, power, position, variant.board, rulebook.reading)
    archipelago, by_land = _legality(rulebook)
    sheet = make_sheet(
        power,
        submissions,
        position,
        variant.board,
        rulebook.reading,
        archipelago_convoys=archipelago,
        land_fallback=by_land,
    )
    going = [
        number for number, entry in enumerate(sheet.entries) if _goes_in(entry, sheet, variant, position, rulebook)
    ]
    if position.phase.kind in (RETREAT, ADJUSTMENT):
        sheet = _checked(sheet, going, variant, position, rulebook)
    return sheet, tuple(sheet.entries[number] for number in going)


def _without_retreats(
    submissions: Sequence[Submission], power: Power, position: Position, board: Board, policy: ReadingPolicy
) -> list[Submission]:
    """The sets without their conditional retreats; one that holds nothing else is no set of orders."""
    kept: list[Submission] = []
    for submission in submissions:
        text, clauses = split(submission.raw, power, position, board, policy)
        if text.strip() or not clauses:
            kept.append(replace(submission, text=text) if clauses else submission)
    return kept


def retreat_wishes(
    variant: Variant, position: Position, power: Power, submissions: Sequence[Submission], rulebook: Rulebook
) -> Wishes:
    """A power's conditional retreats in force; none where the rulebook has no such thing."""
    if not conditional(position, rulebook):
        return Wishes()
    sheet = sheet_of(variant, position, power, submissions, rulebook)
    return wishes_of(power, submissions, sheet, position, variant.board, rulebook.reading)


def readings_of(
    variant: Variant, position: Position, power: Power, submission: Submission, rulebook: Rulebook
) -> tuple[Reading, ...]:
    """What one set says by itself, conditional retreats last: what is recorded with it."""
    sheet = sheet_of(variant, position, power, [submission], rulebook)
    wishes = retreat_wishes(variant, position, power, [submission], rulebook)
    return (*(entry.reading for entry in sheet.entries), *wishes.readings)


def _legality(rulebook: Rulebook) -> tuple[bool, bool]:
    """Whether fleets in an archipelago convoy, and whether a move by sea may fall back on the land."""
    return rulebook.archipelago_convoys is YesNo.YES, rulebook.adjacent_convoy is AdjacentConvoy.LAND_FIRST_1971


def _goes_in(entry: Entry, sheet: Sheet, variant: Variant, position: Position, rulebook: Rulebook) -> bool:
    order = entry.reading.order
    if not entry.chosen or order is None or entry.foreign:
        return False
    if entry.reading.status.counts:
        return True
    if entry.reading.status is not Status.ILLEGAL:
        return False
    archipelago, by_land = _legality(rulebook)
    problem = illegal(
        order, sheet.power, position, variant.board, archipelago_convoys=archipelago, land_fallback=by_land
    )
    return problem is not None


def _checked(sheet: Sheet, going: Sequence[int], variant: Variant, position: Position, rulebook: Rulebook) -> Sheet:
    """The sheet with those orders marked illegal that the rules will set aside, whatever the other powers do."""
    orders = [order for number in going if (order := sheet.entries[number].reading.order) is not None]
    faults: list[tuple[Order, Reason]] = [
        (outcome.order, outcome.because[0])
        for outcome in _alone(sheet.power, orders, variant, position, rulebook)
        if outcome.order is not None and outcome.power == sheet.power and _refused(outcome)
    ]
    entries = list(sheet.entries)
    for number in going:
        reading = entries[number].reading
        found = next((index for index, (order, _) in enumerate(faults) if order == reading.order), None)
        if found is None:
            continue
        order, reason = faults.pop(found)
        if reading.status.counts:
            problem = _problem(order, reason, sheet.power, variant.board)
            entries[number] = replace(
                entries[number],
                reading=replace(reading, status=Status.ILLEGAL, problem=problem, rule=reason.rule),
            )
    # Of too many orders each one that does not count now says so itself.
    warnings = tuple(caution for caution in sheet.warnings if caution.code is not CautionCode.TOO_MANY)
    return replace(sheet, entries=tuple(entries), warnings=warnings)


def _alone(
    power: Power, orders: Sequence[Order], variant: Variant, position: Position, rulebook: Rulebook
) -> Sequence[Outcome]:
    """What becomes of a power's orders as long as no other power orders anything."""
    if not orders:
        return ()
    if position.phase.kind == ADJUSTMENT:
        return judge_winter(position, power, orders, variant.board, rulebook, variant.hooks)
    return resolve(position, {power: orders}, variant.board, rulebook, variant.hooks).outcomes


def _refused(outcome: Outcome) -> bool:
    return Result.IGNORED in outcome.results and bool(outcome.because)


def _problem(order: Order, reason: Reason, power: Power, board: Board) -> str:
    """Why the rules set an order aside, as a sentence."""
    if reason.code is Code.TOO_MANY and reason.strength is not None:
        asked, allowed = reason.strength
        noun = "removal" if isinstance(order, Disband) else "build"
        due = f"{allowed} {noun}{'' if allowed == 1 else 's'}" if allowed else f"no {noun}"
        return f"{power} has {due} and ordered {asked}{': this one is too many' if allowed else ''}."
    if reason.code is Code.SITE_TAKEN and reason.unit is not None:
        return f"{say(reason.unit, board)} is there already."
    text = reason.text
    if isinstance(order, Retreat) and reason.code is Code.RETREAT_BARRED:
        text = f"{say(order.unit, board)} cannot retreat to {board.name(order.to)}: {text}"
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def refuse_illegal(readings: Sequence[Reading]) -> None:
    """Raise ``InputError`` naming the orders that cannot be carried out, so that none of the set is taken (A-023).

    Of more builds or removals than allowed the first ones are carried out, so that is no reason to refuse a set.
    """
    faults = [
        f"{quoted(reading.text.strip())}: {reading.problem}"
        for reading in readings
        if reading.status is Status.ILLEGAL and reading.rule not in ("DATC 4.D.4", "DATC 4.D.6")
    ]
    if faults:
        raise InputError("orders", f"refused, and nothing is recorded: {'; '.join(faults)}")
