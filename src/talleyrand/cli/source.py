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

from talleyrand.cli.fault import FaultError
from talleyrand.cli.slips import half, slip_in

STDIN = "-"
MAX_FILE = 64 * 2**20
"""The largest document read at once, in bytes."""
MAX_LINE = 16 * 2**20
"""The longest line of a stream of lines, in bytes."""


class Line(NamedTuple):
    """One line of a stream: its number from 1, and its text or what is wrong with it."""

    number: int
    text: str | FaultError


def shown(name: str) -> str:
    """A file's name as messages give it."""
    return "standard input" if name == STDIN else name


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input for "-", as a stream of bytes. Raises ``FaultError`` where it cannot be opened."""
    if name == STDIN:
        yield _stdin()
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        raise FaultError(getattr(error, "strerror", None) or str(error), file=name) from None
    with stream:
        yield stream


def _stdin() -> BinaryIO:
    stream = sys.stdin
    if stream is None:  # closed by whoever started the command
        raise FaultError("is closed; name a file, or give the text on it", file=shown(STDIN))
    buffer: BinaryIO | None = getattr(stream, "buffer", None)
    return BytesIO(stream.read().encode()) if buffer is None else buffer


def read_text(name: str, limit: int = MAX_FILE) -> str:
    """The whole text of a file. Raises ``FaultError`` where it cannot be read, is no UTF-8 or is too large."""
    with opened(name) as stream:
        try:
            data = stream.read(limit + 1)
        except OSError as error:
            raise FaultError(error.strerror or str(error), file=shown(name)) from None
    if len(data) > limit:
        raise FaultError(f"larger than {_size(limit)}", file=shown(name))
    return decode(data, shown(name))


def _size(count: int) -> str:
    """A number of bytes, in words."""
    for unit in ("MiB", "KiB"):
        whole = 2**20 if unit == "MiB" else 2**10
        if count >= whole:
            return f"{count // whole} {unit}"
    return f"{count} bytes"


def decode(data: bytes, file: str = "", line: int = 0) -> str:
    """UTF-8 with or without a byte order mark. Raises ``FaultError`` naming the first line that is not."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = line or data.count(b"\n", 0, error.start) + 1
        utf16 = data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        found = "UTF-16" if utf16 else f"byte 0x{data[error.start]:02x}"
        raise FaultError(f"not UTF-8 text ({found}); save it as UTF-8", file=file, line=where) from None


def read_json(name: str) -> Any:
    """A file's one JSON document. Raises ``FaultError`` with the line that is wrong."""
    return parse_json(read_text(name), shown(name))


def parse_json(text: str, file: str = "", line: int = 0) -> Any:
    """Strict JSON: no key twice in an object, no NaN. Raises ``FaultError``; ``line`` is that of a text of one line."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        where = f" at column {error.colno}"
        message = "empty, where JSON is wanted" if not text.strip() else f"not JSON: {error.msg.lower()}{where}"
        raise FaultError(message, file=file, line=line or error.lineno) from None
    except (ValueError, RecursionError) as error:
        slip = slip_in(text)
        if slip is None:
            raise FaultError(f"not usable JSON: {error}", file=file, line=line) from None
        raise FaultError(slip.message, file=file, line=line or slip.line, key=slip.key) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs) or any(map(half, result)):
        raise ValueError("a key twice, or no text")
    return result


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not JSON")


def lines(stream: BinaryIO, limit: int = MAX_LINE) -> Iterator[Line]:
    """The lines of a stream as they arrive, blank ones left out; one that cannot be read comes as a ``FaultError``."""
    number = 0
    while data := stream.readline(limit + 1):
        number += 1
        if len(data) > limit and not data.endswith(b"\n"):
            while data and not data.endswith(b"\n"):
                data = stream.readline(limit)
            yield Line(number, FaultError(f"line longer than {_size(limit)}", line=number))
            continue
        try:
            text = decode(data, line=number)
        except FaultError as fault:
            yield Line(number, fault)
            continue
        if text.strip():
            yield Line(number, text)
