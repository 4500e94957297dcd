"""Reading what a command was given: bytes to text, text to JSON, each fault with its place."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn

from talleyrand.cli.fault import Fault

STDIN = "-"
MAX_FILE = 64 * 2**20
"""The largest document read at once, in bytes."""
MAX_LINE = 16 * 2**20
"""The longest line of a stream of lines, in bytes."""


class Line(NamedTuple):
    """One line of a stream: its number from 1, and its text or what is wrong with it."""

    number: int
    text: str | Fault


def shown(name: str) -> str:
    """A file's name as messages give it."""
    return "standard input" if name == STDIN else name


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input for "-", as a stream of bytes. Raises ``Fault`` where it cannot be opened."""
    if name == STDIN:
        yield _stdin()
        return
    try:
        stream = Path(name).open("rb")
    except (OSError, ValueError) as error:
        raise Fault(getattr(error, "strerror", None) or str(error), file=name) from None
    with stream:
        yield stream


def _stdin() -> BinaryIO:
    stream = sys.stdin
    buffer: BinaryIO | None = getattr(stream, "buffer", None)
    return BytesIO(stream.read().encode()) if buffer is None else buffer


def read_text(name: str, limit: int = MAX_FILE) -> str:
    """The whole text of a file. Raises ``Fault`` where it cannot be read, is no UTF-8 or is too large."""
    with opened(name) as stream:
        try:
            data = stream.read(limit + 1)
        except OSError as error:
            raise Fault(error.strerror or str(error), file=shown(name)) from None
    if len(data) > limit:
        raise Fault(f"larger than {limit // 2**20} MiB", file=shown(name))
    return decode(data, shown(name))


def decode(data: bytes, file: str = "", line: int = 0) -> str:
    """UTF-8 with or without a byte order mark. Raises ``Fault`` naming the first line that is not."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = line or data.count(b"\n", 0, error.start) + 1
        found = "UTF-16" if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else f"byte 0x{data[error.start]:02x}"
        raise Fault(f"not UTF-8 text ({found}); save it as UTF-8", file=file, line=where) from None


def read_json(name: str) -> Any:
    """A file's one JSON document. Raises ``Fault`` with the line that is wrong."""
    return parse_json(read_text(name), shown(name))


def parse_json(text: str, file: str = "", line: int = 0) -> Any:
    """Strict JSON: no key twice in an object, no NaN. Raises ``Fault``; ``line`` is given where the text is one line."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        where = f" at column {error.colno}"
        message = "empty, where JSON is wanted" if not text.strip() else f"not JSON: {error.msg.lower()}{where}"
        raise Fault(message, file=file, line=line or error.lineno) from None
    except RecursionError:
        raise Fault("not usable JSON: nested too deeply", file=file, line=line) from None
    except Fault as fault:
        raise fault.at(file=file, line=line) from None
    except ValueError as error:
        raise Fault(f"not JSON: {error}", file=file, line=line) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Fault("the key stands twice in one object", key=key)
            seen.add(key)
    return result


def _no_constant(text: str) -> NoReturn:
    raise Fault(f"{text} is not JSON")


def lines(stream: BinaryIO, limit: int = MAX_LINE) -> Iterator[Line]:
    """The lines of a stream as they arrive, blank ones left out; one too long or not UTF-8 is yielded as a ``Fault``."""
    number = 0
    while data := stream.readline(limit + 1):
        number += 1
        if len(data) > limit and not data.endswith(b"\n"):
            while data and not data.endswith(b"\n"):
                data = stream.readline(limit)
            yield Line(number, Fault(f"line longer than {limit // 2**20} MiB", line=number))
            continue
        try:
            text = decode(data, line=number)
        except Fault as fault:
            yield Line(number, fault)
            continue
        if text.strip():
            yield Line(number, text)
