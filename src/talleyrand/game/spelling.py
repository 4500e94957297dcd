"""Names of powers and places in documents, in any spelling that has one meaning."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from talleyrand.board.board import Board
from talleyrand.board.unit import Power


def did_you_mean(text: str, choices: Iterable[str]) -> str:
    """The end of a message: the nearest choices, or all of them where there are few and none is near."""
    options = [str(choice) for choice in choices]
    near = process.extract(text, options, scorer=fuzz.WRatio, processor=str.casefold, score_cutoff=70, limit=3)
    if near:
        best = near[0][1]
        found = [choice for choice, score, _ in near if score >= best - 5]
        return f"; did you mean {' or '.join(repr(choice) for choice in found)}?"
    if 0 < len(options) <= 12:
        return f"; it is one of {', '.join(options)}"
    return ""


def power_named(text: str, board: Board) -> Power | None:
    """The power meant by its name, adjective or alias in either case, None where there is none."""
    wanted = " ".join(text.split()).casefold()
    for info in board.powers:
        if wanted in (info.name.casefold(), info.adjective.casefold(), *(alias.casefold() for alias in info.aliases)):
            return info.name if wanted else None
    return None
