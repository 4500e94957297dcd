"""Orders that are read again on another board, by other rules or on a mended map: which of them change."""

from __future__ import annotations

from collections.abc import Iterator

from talleyrand.game.state import Game as Engine
from talleyrand.host.bridge.orders import line
from talleyrand.orders.reading import Reading
from talleyrand.orders.sheet import Sheet
from talleyrand.prose import notation


def rereads(before: Engine, old: Sheet, after: Engine, new: Sheet) -> Iterator[str]:
    """Orders that stand in one sheet of a power and are read otherwise in another, a sentence or two each.

    Of a power that sent any orders, units that have none any more are named too.
    """
    now = {entry.reading.text.strip(): entry.reading for entry in new.entries}
    for entry in old.entries:
        reading, again = entry.reading, now.get(entry.reading.text.strip())
        if not entry.chosen or again is None or (again.status, again.order) == (reading.status, reading.order):
            continue
        remarks = " ".join(("", *line(again, after).remarks))
        yield f"{old.power}: {_told(reading, before)} is now read as {_told(again, after)}.{remarks}"
    if any(entry.chosen for entry in old.entries):
        board = after.variant.board
        gaps = [notation.unit(unit, board) for unit in new.missing if unit not in old.missing]
        yield from (f"{old.power}: there is no order for {unit}." for unit in gaps)


def _told(reading: Reading, engine: Engine) -> str:
    told = line(reading, engine)
    return f"“{told.text}” ({told.mark})" if told.mark else f"“{told.text}”"
