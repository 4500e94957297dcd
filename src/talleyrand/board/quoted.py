"""A value in a message."""

from __future__ import annotations

LONGEST = 80


def quoted(value: object) -> str:
    """A text between quotation marks, or another value as JSON would have it; the end left out where it is long."""
    if isinstance(value, str):
        return repr(shortened(value))
    return shortened(str(value).lower() if isinstance(value, bool) else repr(value))


def shortened(text: str, longest: int = LONGEST) -> str:
    """A text of bearable length."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
