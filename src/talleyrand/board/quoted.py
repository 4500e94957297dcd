"""A value in a message."""

from __future__ import annotations

LONGEST = 80


def quoted(value: object) -> str:
    """A value between quotation marks, its end left out where it is long."""
    text = value if isinstance(value, str) else str(value)
    return repr(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")
