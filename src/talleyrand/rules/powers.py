"""The one order in which powers are taken."""

from __future__ import annotations

from collections.abc import Iterable

from talleyrand.board.board import Board
from talleyrand.board.unit import Power


def in_order(board: Board, powers: Iterable[Power]) -> tuple[Power, ...]:
    """Each power once: those of the board in its order, then any stranger by name."""
    wanted = set(powers)
    known = tuple(power for power in board.power_names if power in wanted)
    return known + tuple(sorted(wanted.difference(known)))
