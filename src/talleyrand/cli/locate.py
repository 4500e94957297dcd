"""The line of a JSON text on which the value of a path stands."""

from __future__ import annotations

import json
import re

_BLANK = re.compile(r"[\s,:]*")
_DECODER = json.JSONDecoder()


def line_of(text: str, path: str) -> int:
    """The line of "units.France[0]" in a text that is known to be JSON, or of the deepest part of it that is there."""
    return text.count("\n", 0, _find(text, _skip(text, 0), path)) + 1


def _find(text: str, start: int, path: str) -> int:
    """The index of the value that ``path`` leads to from the value at ``start``."""
    if not path or text[start] not in "{[":
        return start
    if text[start] == "{":
        return _in_object(text, start, path.removeprefix("."))
    return _in_list(text, start, path)


def _in_object(text: str, start: int, path: str) -> int:
    at = _skip(text, start + 1)
    best, found = "", -1
    while text[at] != "}":
        key, end = _DECODER.raw_decode(text, at)
        value = _skip(text, end)
        if found < 0 or len(key) > len(best):  # a key may itself hold a dot
            rest = path.removeprefix(key)
            if path.startswith(key) and (not rest or rest[0] in ".["):
                best, found = key, value
        at = _skip(text, _end(text, value))
    return start if found < 0 else _find(text, found, path[len(best) :])


def _in_list(text: str, start: int, path: str) -> int:
    match = re.match(r"\[(\d+)\]", path)
    if match is None:
        return start
    at = _skip(text, start + 1)
    for _ in range(int(match[1])):
        if text[at] == "]":
            return start
        at = _skip(text, _end(text, at))
    return start if text[at] == "]" else _find(text, at, path[match.end() :])


def _end(text: str, start: int) -> int:
    end: int = _DECODER.raw_decode(text, start)[1]
    return end


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at
