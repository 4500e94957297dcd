"""The lenient reader: orders in any wording become order values, or a reading that says why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from talleyrand.board.board import Board
from talleyrand.board.position import Position
from talleyrand.board.unit import Power, Unit
from talleyrand.orders.canonical import canonical_of
from talleyrand.orders.policy import ReadingPolicy
from talleyrand.orders.reading import Reading, Status


class SpecialReader(Protocol):
    """How a variant reads the orders of phase kinds of its own."""

    def __call__(self, text: str, board: Board, kind: str, power: Power | None) -> tuple[Reading, ...]:
        """Readings of a whole text in a phase of that kind."""
        ...


def read(
    text: str,
    board: Board,
    *,
    kind: str = "M",
    position: Position | None = None,
    assume: Iterable[Unit] = (),
    power: Power | None = None,
    policy: ReadingPolicy = ReadingPolicy(),  # noqa: B008 - frozen
    special: SpecialReader | None = None,
) -> tuple[Reading, ...]:
    """Read every order in a text. Nothing raises, whatever the text."""
    table = canonical_of(board)
    standing = None
    if position is not None:
        units = [entry.unit for entry in position.dislodged] if kind == "R" else [o.unit for o in position.each_unit()]
        standing = {unit.province: unit for unit in units}
    readings = []
    start = 0
    for line in text.split("\n"):
        if line.strip():
            order = table.order(line, kind, standing)
            span = (start, start + len(line))
            if order is None:
                readings.append(Reading(line, Status.UNREADABLE, problem="This is not understood.", span=span))
            else:
                readings.append(Reading(line, Status.OK, order, span=span))
        start += len(line) + 1
    return tuple(readings)
