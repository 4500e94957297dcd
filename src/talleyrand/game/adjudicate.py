"""One phase: the orders read, put together, carried out, and the game taken on to the next phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT
from talleyrand.board.position import Position
from talleyrand.board.unit import Location, Power, Unit
from talleyrand.game.conditional import Wishes
from talleyrand.game.errors import InputError
from talleyrand.game.lines import lines_of
from talleyrand.game.report import Line, Report
from talleyrand.game.rulebooks import rulebook_of
from talleyrand.game.shape import words
from talleyrand.game.sheets import conditional, retreat_wishes, sheet_and_carried
from talleyrand.game.turn import turn_over
from talleyrand.game.wire import check_position, power_of
from talleyrand.orders.model import Order, acting_unit
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.sheet import Entry, Sheet, Submission
from talleyrand.orders.write import write
from talleyrand.rules.adjustment import adjustments
from talleyrand.rules.civil_disorder import NmrCounts
from talleyrand.rules.outcome import Code, Outcome, Reason, Result
from talleyrand.rules.phase import resolve
from talleyrand.rules.rulebook import Rulebook
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
    owners_known: bool = True,
) -> Report:
    """Adjudicate a phase from everything that was sent in it; ``counts`` says who is in civil disorder.

    Without ``owners_known`` no centre is captured or counted.
    """
    out = _disordered(position, counts, rulebook)
    made = {
        power: sheet_and_carried(variant, position, power, sent.get(power, ()), rulebook) for power in variant.powers
    }
    sheets = {power: sheet for power, (sheet, _) in made.items()}
    carried = {power: () if power in out else entries for power, (_, entries) in made.items()}
    orders = {
        power: [entry.reading.order for entry in entries if entry.reading.order is not None]
        for power, entries in carried.items()
    }
    resolution = resolve(position, orders, variant.board, rulebook, variant.hooks)
    asked: dict[Power, Wishes] = {}
    wishes: dict[Unit, tuple[Location, ...]] | None = None
    if conditional(position, rulebook):
        asked = {
            power: retreat_wishes(variant, position, power, sent.get(power, ()), rulebook)
            for power in variant.powers
            if power not in out
        }
        wishes = {unit: places for each in asked.values() for unit, places in each.places.items()}
    lines = tuple(_lines(variant, sheets, carried, asked, out, resolution.outcomes))
    turn = turn_over(variant, rulebook, resolution.position, skip=skip, wishes=wishes, owners_known=owners_known)
    due = {}
    if position.phase.kind == ADJUSTMENT:
        due = dict(adjustments(position, variant.board, rulebook, variant.hooks))
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
        repaired=_repaired(asked.values(), turn.conditional),
        defaults=turn.defaults,
        due=due,
        owners_known=owners_known,
    )


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


def _lines(
    variant: Variant,
    sheets: Mapping[Power, Sheet],
    carried: Mapping[Power, Sequence[Entry]],
    asked: Mapping[Power, Wishes],
    out: frozenset[Power],
    outcomes: Sequence[Any],
) -> Iterator[Line]:
    for power in variant.powers:
        own = [outcome for outcome in outcomes if outcome.power == power]
        yield from lines_of(sheets[power], carried[power], own, absent=power in out)
        for reading in asked.get(power, Wishes()).readings:
            if not reading.status.counts:
                because = Reason(Code.ILLEGAL, rule=reading.rule, text=reading.problem)
                yield Line(power, reading, Outcome(power, None, reading.order, (Result.IGNORED,), (because,)))


def _repaired(asked: Iterable[Wishes], made: Sequence[Outcome]) -> dict[Unit, Reading]:
    """Of the conditional retreats that were made, those that were read differently from what was written."""
    units = {outcome.unit for outcome in made}
    return {
        unit: reading
        for wishes in asked
        for reading in wishes.readings
        if reading.status is Status.REPAIRED and reading.order is not None
        if (unit := acting_unit(reading.order)) is not None and unit in units
    }
