"""The nearest names to one that is not known, for messages."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

LONGEST = 100
"""What is longer resembles nothing."""


def did_you_mean(text: str, choices: Iterable[str]) -> str:
    """The end of a message: the nearest choices, or all of them where there are few and none is near."""
    text, options = text[:LONGEST], [str(choice) for choice in choices]
    near = process.extract(text, options, scorer=fuzz.WRatio, processor=str.casefold, score_cutoff=70, limit=3)
    if near:
        best = near[0][1]
        found = [choice for choice, score, _ in near if score >= best - 5]
        return f"; did you mean {' or '.join(repr(choice) for choice in found)}?"
    if 0 < len(options) <= 12:
        return f"; it is one of {', '.join(options)}"
    return ""
