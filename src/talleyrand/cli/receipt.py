"""What a power has ordered, for people and as JSON; and what going back put aside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from talleyrand.cli.standing import to_order
from talleyrand.game.conditional import Wishes
from talleyrand.game.report_json import write_reading
from talleyrand.game.state import Game
from talleyrand.orders.cautions import Caution, CautionCode
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.sheet import Entry, Sheet
from talleyrand.orders.write import write

_UNREAD = (Status.UNREADABLE, Status.AMBIGUOUS)


def receipt(sheet: Sheet, wishes: Wishes, game: Game) -> str:
    """What is in force for a power and what is not, with every doubt said (lesson 19)."""
    return "\n".join(_receipt(sheet, wishes, game))


def _receipt(sheet: Sheet, wishes: Wishes, game: Game) -> Iterator[str]:
    yield f"{sheet.power}, {game.variant.calendar.describe(game.phase)}"
    for line in to_order(game, sheet.power):
        yield f"  {line.removeprefix(f'{sheet.power}: ')}"
    ahead = game.sent_ahead(sheet.power)
    if not sheet.submissions and not wishes.readings and not ahead:
        withdrawn = sum(received.withdrawn for received in game.current.sets_of(sheet.power))
        yield "  Nothing counts: what was sent has been withdrawn." if withdrawn else "  Nothing has been sent."
    author = sheet.in_force_author
    if sheet.submissions and author is not None:
        count = len(sheet.submissions)
        newest = sheet.submissions[-1].seq in sheet.sets_in_force
        which = f"the set from {author}" if author else "the latest set" if newest else "an earlier set"
        yield f"  In force: {which}" + (f", of {count} sets sent" if count > 1 else "")
    for entry in sheet.chosen:
        yield f"  {_line(entry)}"
    for unit in sheet.missing:
        yield f"  {unit}: no order"
    latest = max((submission.seq for submission in sheet.submissions), default=-1)
    unread = [e for e in sheet.entries if e.seq == latest and not e.chosen and e.reading.status in _UNREAD]
    for entry in unread:
        yield f"  Not counted: {_line(entry)}"
    aside = [
        entry
        for entry in sheet.entries
        if not entry.chosen and entry.seq in sheet.sets_in_force and entry not in unread
    ]
    if aside:
        yield "  Not counted:"
        for entry in aside:
            yield f"    {entry.reading.text.strip()}: {entry.reading.problem or 'superseded'}"
    yield from _retreats(wishes)
    for reading in ahead:
        yield f"  Kept for later: {_reading(reading)}"
    for caution in _cautions(sheet):
        yield f"  Note: {caution.text}"


def _cautions(sheet: Sheet) -> Iterator[Caution]:
    """The remarks on a sheet, without those that an order marked illegal makes itself."""
    told = {entry.unit for entry in sheet.chosen if entry.reading.status is Status.ILLEGAL}
    for caution in sheet.warnings:
        if caution.code is not CautionCode.NOT_YOURS or caution.unit not in told:
            yield caution


def _retreats(wishes: Wishes) -> Iterator[str]:
    """Where dislodged units would go, if retreats are sent with the orders (X-A8)."""
    for unit, places in wishes.places.items():
        yield f"  If dislodged, {unit} retreats to " + ", or ".join([*map(str, places), "disbands"])
    for reading in wishes.readings:
        if not reading.status.counts:
            yield f"  Retreat not counted: {reading.text.strip()}: {_doubt(reading)}"
        elif reading.repairs:
            yield f"  Written {reading.text.strip()}: {' '.join(reading.repairs)}"


def _line(entry: Entry) -> str:
    return _reading(entry.reading)


def _doubt(reading: Reading) -> str:
    """What a reading may mean, and why it is not certain."""
    meanings = f"may mean {' or '.join(reading.candidates)}" if reading.candidates else ""
    return ": ".join(text for text in (meanings, reading.problem) if text)


def _reading(reading: Reading) -> str:
    order = write(reading.order) if reading.order is not None else reading.text.strip()
    said = [*reading.repairs]
    if reading.status is Status.AMBIGUOUS:
        said.append(_doubt(reading))
    elif not reading.status.counts:
        said.append(reading.problem)
    mark = "" if reading.status is Status.OK else f"  [{reading.status}]"
    return f"{order}{mark}" + "".join(f" {text}" for text in said if text)


def receipt_json(sheet: Sheet, wishes: Wishes, game: Game) -> dict[str, Any]:
    """A power's sheet as JSON."""
    return {
        "power": sheet.power,
        "author": sheet.in_force_author,
        "in_force": [write(order) for order in sheet.orders_in_force],
        "orders": [
            {**write_reading(entry.reading), "author": entry.author, "set": entry.seq, "in_force": entry.in_force}
            for entry in sheet.entries
        ],
        "missing": [str(unit) for unit in sheet.missing],
        "if_dislodged": {str(unit): [*map(str, places)] for unit, places in wishes.places.items()},
        "retreats": [write_reading(reading) for reading in wishes.readings],
        "later": [write_reading(reading) for reading in game.sent_ahead(sheet.power)],
        "warnings": [caution.text for caution in _cautions(sheet)],
    }


def put_aside(before: Game, after: Game, file: str) -> str:
    """What going back, or bringing back, has put aside, and the command that brings it back."""
    line = after.line
    gone = [entry for entry in before.line if not any(entry is kept for kept in line)]
    first, last = gone[0], gone[-1]
    which = f"phase {first.number} ({first.phase})"
    if last is not first:
        which = f"phases {first.number} to {last.number} ({first.phase} to {last.phase})"
    words = f"Put aside: {which}, as branch {last.branch}."
    return f"{words} To bring that back: talleyrand game redo {file} --branch {last.branch}"
