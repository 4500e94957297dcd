"""Names of powers in documents, in any spelling that has one meaning."""

from __future__ import annotations

from talleyrand.board.board import Board
from talleyrand.board.unit import Power


def power_named(text: str, board: Board) -> Power | None:
    """The power meant by its name, adjective or alias in either case, None where there is none."""
    wanted = " ".join(text.split()).casefold()
    for info in board.powers:
        if wanted in (info.name.casefold(), info.adjective.casefold(), *(alias.casefold() for alias in info.aliases)):
            return info.name if wanted else None
    return None
