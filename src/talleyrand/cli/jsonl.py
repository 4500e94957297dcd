"""Many requests a run: one JSON a line in, one a line out, in the same order, and a bad line stops nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from talleyrand.cli import source
from talleyrand.cli.fault import FaultError, fault_of
from talleyrand.cli.output import complain, json_line

Answer = Callable[[Any], dict[str, Any]]


def answer_lines(name: str, answer: Answer) -> int:
    """Answer each line of a file as it arrives; a bad one with ``{"id", "error": {"message", "line", "key"}}``.

    Returns 0, or 1 where a line was at fault, said once more on standard error.
    """
    first: FaultError | None = None
    bad = 0
    with source.opened(name) as stream:
        for line in source.lines(stream):
            document, fault = _answer(line, answer)
            if fault is not None:
                bad += 1
                first = first or fault.at(file=source.shown(name))
            sys.stdout.write(json_line(document) + "\n")
            sys.stdout.flush()
    if first is None:
        return 0
    complain(f"{first}" + (f" (and {bad - 1} more at fault)" if bad > 1 else ""))
    return 1


def _answer(line: source.Line, answer: Answer) -> tuple[dict[str, Any], FaultError | None]:
    request: Any = None
    try:
        if isinstance(line.text, FaultError):
            raise line.text
        request = source.parse_json(line.text, line=line.number)
        return answer(request), None
    except Exception as error:  # whatever a line does, the next one is answered
        if os.environ.get("TALLEYRAND_DEBUG"):
            raise
        fault = fault_of(error).at(line=line.number)
        return {**named(request), "error": fault.as_json()}, fault


def named(request: Any) -> dict[str, Any]:
    """The id of a request, to begin its answer with; nothing where it has none that can be shown."""
    given = request.get("id") if isinstance(request, dict) else None
    return {"id": given} if isinstance(given, str | int) and not isinstance(given, bool) else {}
