"""One phase: the orders read, put together, carried out, and the game taken on to the next phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from talleyrand.board.calendar import MOVEMENT
from talleyrand.board.position import Position
from talleyrand.board.unit import Location, Power, Unit
from talleyrand.game.conditional import Wishes, split, wishes_of
from talleyrand.game.errors import InputError
from talleyrand.game.lines import lines_of
from talleyrand.game.report import Line, Report
from talleyrand.game.rulebooks import rulebook_of
from talleyrand.game.shape import words
from talleyrand.game.turn import turn_over
from talleyrand.game.wire import check_position, power_of
from talleyrand.orders.legality import illegal
from talleyrand.orders.model import Order
from talleyrand.orders.reading import Status as ReadingStatus
from talleyrand.orders.sheet import Entry, Sheet, Submission, make_sheet
from talleyrand.orders.write import write
from talleyrand.rules.civil_disorder import NmrCounts
from talleyrand.rules.phase import resolve
from talleyrand.rules.rulebook import AdjacentConvoy, Retreats, Rulebook, YesNo
from talleyrand.variants.variant import Variant


def adjudicate(
    variant: Variant,
    position: Position,
    orders: Mapping[Power, str | Sequence[str | Order]],
    rulebook: Rulebook | Mapping[str, Any] | str | None = None,
    *,
    skip: bool = True,
) -> Report:
    """Adjudicate one phase.

    ``orders`` holds for each power one free text, or a list with an order each, as text or as a value. With ``skip``
    the game goes on to the next phase in which anyone can act, else to the next of the calendar. Raises
    ``InputError`` for an unknown power, an unknown rulebook, or a position that cannot be; whatever the orders say,
    they are read and marked.
    """
    check_position(position, variant)
    rules = rulebook_of(rulebook, variant)
    sent: dict[Power, list[Submission]] = {power: [] for power in variant.powers}
    for name, given in orders.items():
        power = power_of(name, variant.board, f"orders.{name}", variant.name)
        if sent[power]:
            raise InputError(f"orders.{name}", f"{power} is listed twice")
        sent[power].append(Submission("", _text(given, f"orders.{name}"), 0))
    return judge(variant, position, sent, rules, skip=skip)


def judge(
    variant: Variant,
    position: Position,
    sent: Mapping[Power, Sequence[Submission]],
    rulebook: Rulebook,
    *,
    counts: NmrCounts | None = None,
    skip: bool = True,
) -> Report:
    """Adjudicate a phase from everything that was sent in it; ``counts`` says who is in civil disorder."""
    out = _disordered(position, counts, rulebook)
    sheets = {power: sheet_of(variant, position, power, sent.get(power, ()), rulebook) for power in variant.powers}
    carried = {
        power: [entry for entry in sheet.entries if _goes_in(entry, sheet, variant, position, rulebook)]
        if power not in out
        else []
        for power, sheet in sheets.items()
    }
    orders = {
        power: [entry.reading.order for entry in entries if entry.reading.order is not None]
        for power, entries in carried.items()
    }
    resolution = resolve(position, orders, variant.board, rulebook, variant.hooks)
    lines = tuple(_lines(variant, sheets, carried, out, resolution.outcomes))
    wishes: dict[Unit, tuple[Location, ...]] | None = None
    if conditional(position, rulebook):
        wishes = {}
        for power in variant.powers:
            if power not in out:
                wishes |= retreat_wishes(variant, position, power, sent.get(power, ()), rulebook).places
    turn = turn_over(variant, rulebook, resolution.position, skip=skip, wishes=wishes)
    return Report(
        variant=variant.name,
        rulebook=rulebook,
        before=position,
        lines=lines,
        after=turn.after,
        next=turn.next,
        skipped=turn.skipped,
        retreats=turn.retreats,
        adjustments=turn.adjustments,
        removed=(*resolution.disbanded, *turn.removed),
        captured=turn.captured,
        status=turn.status,
        outcomes=resolution.outcomes,
        conditional=turn.conditional,
        defaults=turn.defaults,
    )


def conditional(position: Position, rulebook: Rulebook) -> bool:
    """Whether retreats are sent with the orders of this phase (X-A8)."""
    return rulebook.retreats is Retreats.WITH_ORDERS and position.phase.kind == MOVEMENT


def sheet_of(
    variant: Variant, position: Position, power: Power, submissions: Sequence[Submission], rulebook: Rulebook
) -> Sheet:
    """One power's sheet under a rulebook; conditional retreats are no part of it (see ``retreat_wishes``)."""
    if conditional(position, rulebook):
        submissions = [replace(submission, text=split(submission.raw)[0]) for submission in submissions]
    archipelago, by_land = _legality(rulebook)
    return make_sheet(
        power,
        submissions,
        position,
        variant.board,
        rulebook.reading,
        archipelago_convoys=archipelago,
        land_fallback=by_land,
    )


def retreat_wishes(
    variant: Variant, position: Position, power: Power, submissions: Sequence[Submission], rulebook: Rulebook
) -> Wishes:
    """A power's conditional retreats in force; none where the rulebook has no such thing."""
    if not conditional(position, rulebook):
        return Wishes()
    sheet = sheet_of(variant, position, power, submissions, rulebook)
    return wishes_of(power, submissions, sheet, position, variant.board, rulebook.reading)


def _legality(rulebook: Rulebook) -> tuple[bool, bool]:
    """Whether fleets in an archipelago convoy, and whether a move by sea may fall back on the land."""
    return rulebook.archipelago_convoys is YesNo.YES, rulebook.adjacent_convoy is AdjacentConvoy.LAND_FIRST_1971


def _text(given: object, path: str) -> str | tuple[str, ...]:
    if isinstance(given, str):
        return given
    if not isinstance(given, Sequence):
        raise InputError(path, f"must be a text or a list of orders, not {words(given)}")
    return tuple(order if isinstance(order, str) else write(order) for order in given)


def _disordered(position: Position, counts: NmrCounts | None, rulebook: Rulebook) -> frozenset[Power]:
    """The powers none of whose orders count: absent ones come back by sending movement orders (X-A9)."""
    if counts is None:
        return frozenset()
    return counts.declared if position.phase.kind == MOVEMENT else counts.in_disorder(rulebook)


def _goes_in(entry: Entry, sheet: Sheet, variant: Variant, position: Position, rulebook: Rulebook) -> bool:
    """Whether the rules see an order: all that stand, and illegal ones too where they will call them illegal."""
    order = entry.reading.order
    if not entry.chosen or order is None:
        return False
    if entry.reading.status.counts:
        return True
    if entry.reading.status is not ReadingStatus.ILLEGAL:
        return False
    archipelago, by_land = _legality(rulebook)
    problem = illegal(
        order, sheet.power, position, variant.board, archipelago_convoys=archipelago, land_fallback=by_land
    )
    return problem is not None


def _lines(
    variant: Variant,
    sheets: Mapping[Power, Sheet],
    carried: Mapping[Power, Sequence[Entry]],
    out: frozenset[Power],
    outcomes: Sequence[Any],
) -> Iterator[Line]:
    for power in variant.powers:
        own = [outcome for outcome in outcomes if outcome.power == power]
        yield from lines_of(sheets[power], carried[power], own, absent=power in out)
