"""What a worker is: one engine in its own interpreter, answering one JSON line for each that it reads.

Requests: `{"do": "load", "cases": [...]}`, `{"do": "time", "task": ..., "cases": [index, ...]}` and
`{"do": "answers", "cases": [...]}`. Timing happens here, inside the worker, around the engine's own calls alone: what
has to be built first is built before the clock starts. The clock is the processor time of the process, so that other
programs on the machine count for little.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any, Protocol

Call = Callable[[], Any]


class Engine(Protocol):
    """One engine under test."""

    def load(self, cases: list[dict[str, Any]]) -> dict[int, str]:
        """Take the cases in; say which of them the engine cannot take, and why."""

    def calls(self, task: str, indices: Sequence[int]) -> list[Call]:
        """One call for each case, everything it starts from built afresh."""

    def answer(self, index: int) -> Any:
        """What the engine makes of a case, in Talleyrand's words."""


def serve(engine: Engine) -> None:
    """Answer requests until there are no more."""
    # Engines may print; what they print must not get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin:
        answers.write(json.dumps(_answer(engine, json.loads(line))) + "\n")
        answers.flush()


def _answer(engine: Engine, request: dict[str, Any]) -> Any:
    match request:
        case {"do": "load", "cases": cases}:
            return {"refused": engine.load(cases), "python": sys.version.split()[0]}
        case {"do": "time", "task": task, "cases": indices}:
            return {"seconds": _timed(engine.calls(task, indices))}
        case {"do": "answers", "cases": indices}:
            return [_attempt(engine, index) for index in indices]
    return {"fault": f"unknown request {request!r}"}


def _timed(calls: list[Call]) -> float:
    gc.collect()
    start = process_time()
    for call in calls:
        call()
    return process_time() - start


def _attempt(engine: Engine, index: int) -> Any:
    try:
        return engine.answer(index)
    except Exception as fault:  # an engine that fails on a case is an answer too
        return {"fault": f"{type(fault).__name__}: {fault}"}
