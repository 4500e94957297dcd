"""Writing what a command answers."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import Any


def prepare() -> None:
    """Write UTF-8 whatever the terminal's locale; what cannot be encoded is written as an escape, never raised."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def say(text: str) -> None:
    """Print a text for people, ending in one newline."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    """Print a message on standard error, control characters of the input shown as escapes."""
    if sys.stderr is not None:  # closed by whoever started the command
        print("talleyrand:", "".join(map(_visible, text)), file=sys.stderr)


def _visible(char: str) -> str:
    return char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode()


def json_text(document: Any) -> str:
    """A document for people to read."""
    return json.dumps(document, ensure_ascii=False, indent=2)


def json_line(document: Any) -> str:
    """A document in one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def default_format() -> str:
    """The format where none is asked for: text on a terminal, JSON otherwise."""
    return "text" if sys.stdout.isatty() else "json"


def hush() -> None:
    """Send the rest of the output nowhere, so that a closed pipe is not complained of at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = io.StringIO()
