"""What a power has ordered and how a game stands, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from talleyrand.game.conditional import Wishes
from talleyrand.game.report_json import write_reading
from talleyrand.game.state import Game
from talleyrand.orders.reading import Status
from talleyrand.orders.sheet import Entry, Sheet
from talleyrand.orders.write import write


def receipt(sheet: Sheet, wishes: Wishes, game: Game) -> str:
    """What is in force for a power and what is not, with every doubt said (lesson 19)."""
    return "\n".join(_receipt(sheet, wishes, game))


def _receipt(sheet: Sheet, wishes: Wishes, game: Game) -> Iterator[str]:
    yield f"{sheet.power}, {game.variant.calendar.describe(game.phase)}"
    if not sheet.submissions:
        yield "  Nothing has been sent."
    author = sheet.in_force_author
    if sheet.submissions and author is not None:
        count = len(sheet.submissions)
        which = f"the set from {author}" if author else "the latest set"
        yield f"  In force: {which}" + (f", of {count} sets sent" if count > 1 else "")
    for entry in sheet.chosen:
        yield f"  {_line(entry)}"
    for unit in sheet.missing:
        yield f"  {unit}: no order"
    aside = [entry for entry in sheet.entries if not entry.chosen and entry.seq in sheet.sets_in_force]
    if aside:
        yield "  Not counted:"
        for entry in aside:
            yield f"    {entry.reading.text.strip()}: {entry.reading.problem or 'superseded'}"
    yield from _retreats(wishes)
    for caution in sheet.warnings:
        yield f"  Note: {caution.text}"


def _retreats(wishes: Wishes) -> Iterator[str]:
    """Where dislodged units would go, if retreats are sent with the orders (X-A8)."""
    for unit, places in wishes.places.items():
        yield f"  If dislodged, {unit} retreats to " + ", or ".join([*map(str, places), "disbands"])
    for reading in wishes.readings:
        if not reading.status.counts:
            yield f"  Retreat not counted: {reading.text.strip()}: {reading.problem}"


def _line(entry: Entry) -> str:
    reading = entry.reading
    order = write(reading.order) if reading.order is not None else reading.text.strip()
    said = [*reading.repairs]
    if reading.status is Status.AMBIGUOUS:
        said.append(f"may mean {' or '.join(reading.candidates)}" if reading.candidates else reading.problem)
    elif not reading.status.counts:
        said.append(reading.problem)
    mark = "" if reading.status is Status.OK else f"  [{reading.status}]"
    return f"{order}{mark}" + "".join(f" {text}" for text in said if text)


def receipt_json(sheet: Sheet, wishes: Wishes) -> dict[str, Any]:
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
        "warnings": [caution.text for caution in sheet.warnings],
    }


def standing(game: Game) -> str:
    """How a game stands."""
    status = game.status
    lines = [f"{game.variant.title}, {game.variant.calendar.describe(status.phase)} ({status.phase})"]
    if status.over:
        lines.append(f"The game is over: {status.state}, {', '.join(status.winners)}.")
    else:
        lines.append(f"Orders in: {', '.join(status.ordered) or 'nobody'}")
        lines.append(f"Missing: {', '.join(status.waiting) or 'nobody'}")
    if status.disorder:
        lines.append(f"In civil disorder: {', '.join(status.disorder)}")
    if status.ruling:
        lines.append(f"Waits for a ruling: {status.ruling}")
    lines.append("")
    width = max(map(len, game.powers))
    lines.append(f"{'':{width}}  centres  armies  fleets")
    for power in game.powers:
        units = [str(unit.kind) for unit in game.position.units_of(power)]
        centers = len(game.position.centers_of(power))
        lines.append(f"{power:{width}}  {centers:7}  {units.count('A'):6}  {units.count('F'):6}")
    return "\n".join(lines)


def standing_json(game: Game) -> dict[str, Any]:
    """How a game stands, as JSON."""
    status = game.status
    return {
        "variant": game.variant.name,
        "phase": str(status.phase),
        "number": status.number,
        "state": str(status.state),
        "winners": list(status.winners),
        "ordered": list(status.ordered),
        "missing": list(status.waiting),
        "civil_disorder": list(status.disorder),
        "ruling": status.ruling,
    }
