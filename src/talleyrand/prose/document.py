"""A report as JSON with its sentences, in the form that other programs hold on to."""

from __future__ import annotations

from typing import Any

from talleyrand.board.board import Board
from talleyrand.game.report import Line, Report
from talleyrand.game.report_json import write_reason, write_report
from talleyrand.prose.happenings import unordered
from talleyrand.prose.remarks import line_sentence
from talleyrand.prose.sentence import reference, sentence
from talleyrand.rules.outcome import Code, Reason, Result
from talleyrand.variants.variant import Variant


def document(report: Report, variant: Variant, id: str | int | None = None) -> dict[str, Any]:
    """The report as plain data for JSON; ``id`` is that of the case it answers."""
    written = write_report(report, variant)
    found: dict[str, Any] = {"format": written.pop("format")}
    if id is not None:
        found["id"] = id
    found |= written
    if said := unordered(report):
        found["unordered"] = list(said)
    for entry, line in zip(found["orders"], report.lines, strict=True):
        _complete(entry, line, variant.board)
    for entry, outcome in zip(found.get("retreats", ()), report.conditional, strict=True):
        _cite(entry)
        entry["sentence"] = sentence(outcome, variant.board)
    return found


def _complete(entry: dict[str, Any], line: Line, board: Board) -> None:
    """Add the sentence, and an outcome and reason where the order never reached the board."""
    if line.outcome is None:
        problem = Reason(Code.ILLEGAL, rule=line.reading.rule, text=line.reading.problem)
        entry["outcome"] = str(Result.IGNORED)
        entry["because"] = [write_reason(problem)] if problem.text else []
    _cite(entry)
    entry["sentence"] = line_sentence(line, board)


def _cite(entry: dict[str, Any]) -> None:
    for reason in entry["because"]:
        if "rule" in reason:
            reason["rule"] = reference(reason["rule"])
