"""The lines of a report: each order beside what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from talleyrand.game.report import Line
from talleyrand.orders.aside import QUOTED
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.sheet import Entry, Sheet
from talleyrand.orders.write import write
from talleyrand.rules.outcome import Code, Outcome, Reason, Result


def lines_of(sheet: Sheet, carried: Sequence[Entry], outcomes: Sequence[Outcome], *, absent: bool) -> Iterator[Line]:
    """A power's lines: the orders of the sets in force as they were written, then units without an order.

    ``carried`` are the entries that the rules saw; ``absent`` says that the power is in civil disorder. An order set
    aside speaks for its unit too where the unit has no other.
    """
    pool = list(outcomes)
    going = {id(entry) for entry in carried}
    for entry in shown(sheet):
        outcome = _take(pool, entry) if id(entry) in going else None
        yield Line(sheet.power, entry.reading, outcome or _set_aside(sheet, entry, pool, absent))
    for outcome in pool:
        if outcome.order is None:
            yield Line(sheet.power, Reading("", Status.MISSING), outcome)
        else:
            yield Line(sheet.power, Reading(write(outcome.order), Status.OK, outcome.order), outcome)


def shown(sheet: Sheet) -> tuple[Entry, ...]:
    """The entries that belong in a report: what stands, and what a set has twice of which one stands.

    Where no set could be read at all it is the last one, so that it is seen that something was sent.
    """
    if sheet.sets_in_force:
        standing = {(entry.seq, entry.unit) for entry in sheet.chosen}
        return tuple(
            entry
            for entry in sheet.entries
            if entry.chosen
            or (
                entry.reading.status is Status.DUPLICATE
                and QUOTED not in entry.reading.notes
                and (entry.seq, entry.unit) in standing
            )
        )
    last = max((entry.seq for entry in sheet.entries), default=-1)
    return tuple(entry for entry in sheet.entries if entry.seq == last)


def _take(pool: list[Outcome], entry: Entry) -> Outcome | None:
    for index, outcome in enumerate(pool):
        if outcome.order == entry.reading.order:
            return pool.pop(index)
    return None


def _set_aside(sheet: Sheet, entry: Entry, pool: list[Outcome], absent: bool) -> Outcome:
    """The outcome of an order that was not carried out."""
    reading = entry.reading
    if absent:
        text = f"{sheet.power} is in civil disorder: its orders do not count"
        reason = Reason(Code.ILLEGAL, power=sheet.power, rule="X-A9", text=text)
    else:
        reason = Reason(Code.ILLEGAL, rule=reading.rule, text=reading.problem)
    own = _without_order(pool, entry) if entry.chosen else None
    if own is None:
        return Outcome(sheet.power, entry.unit, reading.order, (Result.IGNORED,), (reason,))
    pool.remove(own)
    results = (Result.IGNORED, *(result for result in own.results if result is not Result.HELD))
    because = (reason, *(why for why in own.because if why.code is not Code.NO_ORDER))
    return own._replace(order=reading.order, results=results, because=because)


def _without_order(pool: Sequence[Outcome], entry: Entry) -> Outcome | None:
    """The outcome of the unit that an order was meant for, if the unit has no other order."""
    meanings = entry.reading.candidates
    for outcome in pool:
        if outcome.order is None and outcome.unit is not None:
            if entry.unit == outcome.unit:
                return outcome
            if entry.unit is None and meanings and all(text.startswith(f"{outcome.unit} ") for text in meanings):
                return outcome
    return None
