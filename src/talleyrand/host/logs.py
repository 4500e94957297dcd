"""One line a record, and in no line what opens a door: no token, no query, nothing that somebody wrote."""

from __future__ import annotations

import logging
import re
import traceback

from django.db import Error

_TOKEN = re.compile(r"[A-Za-z0-9_~:.=-]{24,}")
_PLACE = re.compile(r"/(enter|confirm-email|reset/key)/[^/\s?]+")
_QUERY = re.compile(r"(/[^\s?]*)\?\S+")
_DEEP = 6


def masked(path: str) -> str:
    """An address as it may be logged: without what would let its reader in."""
    without = _PLACE.sub(r"/\1/…", _QUERY.sub(r"\1", path))
    return "/".join(_TOKEN.sub("…", part) for part in without.split("/"))


def told(fault: BaseException) -> str:
    """A fault in a line: what it is and where it came from; of the database's only the first line, without values."""
    text = str(fault).splitlines()[0] if str(fault) else ""
    if isinstance(fault, Error):
        text = text.partition("DETAIL")[0]
    frames = traceback.extract_tb(fault.__traceback__)[-_DEEP:]
    where = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    cause = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    before = f"; after {type(cause).__name__}" if cause is not None else ""
    return f"{type(fault).__name__}: {text[:300]} at {where}{before}"


class OneLine(logging.Formatter):
    """Time, weight, name and words of a record, in one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        words = " ".join(record.getMessage().split())
        if record.exc_info and record.exc_info[1] is not None:
            words = f"{words} | {' '.join(told(record.exc_info[1]).split())}"
        return f"{self.formatTime(record)} {record.levelname} {record.name}: {_masked_words(words)}"


def _masked_words(words: str) -> str:
    return " ".join(masked(word) if "/" in word and len(word) > 8 else word for word in words.split(" "))
