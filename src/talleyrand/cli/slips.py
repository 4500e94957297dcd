"""What JSON readers take, or refuse without a place, and this project does not take: found with its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

TOO_DEEP = 200
"""Nesting that no document needs."""
TOO_LONG = 4300
"""Digits of a number that cannot be read."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s"{}\[\]:,]+', re.DOTALL)
_CONSTANTS = ("NaN", "Infinity", "-Infinity")
_HALF = re.compile(r"[\ud800-\udfff]")


class Slip(NamedTuple):
    """A slip: what is wrong, the line, and the key where it is about one."""

    message: str
    line: int
    key: str = ""


def half(text: str) -> bool:
    """Whether a text holds half of a surrogate pair, which is no character."""
    return not text.isascii() and _HALF.search(text) is not None


def slip_in(text: str) -> Slip | None:
    """The first slip of a JSON text: a key twice or of half characters, NaN, a number too long, nesting too deep."""
    return next(_slips(text), None)


def _slips(text: str) -> Iterator[Slip]:
    stack: list[set[str] | None] = []
    wants_key = False
    line, seen_to = 1, 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        line += text.count("\n", seen_to, found.start())
        seen_to = found.start()
        if token in ("{", "["):
            stack.append(set() if token == "{" else None)
            wants_key = token == "{"
            if len(stack) > TOO_DEEP:
                yield Slip("not usable JSON: nested too deeply", line)
        elif token in ("}", "]"):
            if stack:
                stack.pop()
            wants_key = False
        elif token == ",":
            wants_key = bool(stack) and stack[-1] is not None
        elif token[0] == '"':
            keys = stack[-1] if stack and wants_key else None
            if keys is not None:
                yield from _key_slips(token, keys, line)
            wants_key = False
        elif token in _CONSTANTS:
            yield Slip(f"{token} is not JSON", line)
        elif sum(map(str.isdigit, token)) > TOO_LONG:
            yield Slip(f"not usable JSON: a number of {len(token)} digits", line)


def _key_slips(token: str, keys: set[str], line: int) -> Iterator[Slip]:
    try:
        key = json.loads(token, strict=False)
    except ValueError:
        return
    if half(key):
        yield Slip("the key holds half of a character", line, key)
    if key in keys:
        yield Slip("the key stands twice in one object", line, key)
    keys.add(key)
