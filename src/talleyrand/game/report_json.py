"""Reports as JSON, without sentences: those are made elsewhere and added by whoever shows the report to people."""

from __future__ import annotations

from typing import Any

from talleyrand.game.documents import FORMAT
from talleyrand.game.report import Line, Report
from talleyrand.game.wire import write_position
from talleyrand.orders.reading import Reading
from talleyrand.orders.write import write
from talleyrand.rules.outcome import Outcome, Reason
from talleyrand.variants.variant import Variant


def write_report(report: Report, variant: Variant) -> dict[str, Any]:
    """The JSON value of a report."""
    written: dict[str, Any] = {
        "format": FORMAT,
        "orders": [write_line(line) for line in report.lines],
        "next": write_next(report, variant),
        "status": write_status(report),
    }
    if report.skipped:
        written["skipped"] = [str(phase) for phase in report.skipped]
    if report.due:
        written["due"] = dict(sorted(report.due.items()))
    if report.captured:
        written["captured"] = {
            center: {"from": old, "to": new} for center, (old, new) in sorted(report.captured.items())
        }
    if report.removed:
        written["removed"] = [
            {"power": power, "unit": str(unit), "from": origin, "by_convoy": by_convoy}
            for power, unit, origin, by_convoy in report.removed
        ]
    if report.conditional:
        written["retreats"] = [
            {"power": outcome.power, "order": _order(outcome), **_repair(outcome, report), **write_outcome(outcome)}
            for outcome in report.conditional
        ]
    return written


def write_next(report: Report, variant: Variant) -> dict[str, Any]:
    """The JSON value of the next position, with the retreats open to each unit, or the builds and removals."""
    kind = report.next.phase.kind
    written = write_position(
        report.next,
        variant,
        retreats=report.retreats if kind == "R" else None,
        adjustments=report.adjustments if kind == "A" and report.owners_known else None,
    )
    if not report.owners_known:
        del written["centers"]
    return written


def write_status(report: Report) -> dict[str, Any]:
    """Whether the game goes on, and who won it."""
    if report.status is None:
        return {"state": "running", "winners": []}
    return {"state": str(report.status.state), "winners": list(report.status.winners)}


def write_line(line: Line) -> dict[str, Any]:
    """The JSON value of one line."""
    outcome = {"outcome": None, "because": []} if line.outcome is None else write_outcome(line.outcome)
    return {"power": line.power, **write_reading(line.reading), **outcome}


def write_reading(reading: Reading) -> dict[str, Any]:
    """The JSON value of a reading."""
    written: dict[str, Any] = {
        "text": reading.text,
        "order": None if reading.order is None else write(reading.order),
        "reading": str(reading.status),
    }
    if reading.repairs:
        written["repair"] = " ".join(reading.repairs)
    if reading.candidates:
        written["candidates"] = list(reading.candidates)
    if reading.problem:
        written["problem"] = reading.problem
    if reading.rule:
        written["rule"] = reading.rule
    return written


def write_outcome(outcome: Outcome) -> dict[str, Any]:
    """What became of an order: one word, or a list where two hold, and why."""
    results = [str(result) for result in outcome.results]
    written: dict[str, Any] = {
        "outcome": results[0] if len(results) == 1 else results,
        "because": [write_reason(reason) for reason in outcome.because],
    }
    if outcome.unit is not None:
        written = {"unit": str(outcome.unit), **written}
    return written


def write_reason(reason: Reason) -> dict[str, Any]:
    """The JSON value of one reason."""
    written: dict[str, Any] = {"code": str(reason.code)}
    if reason.unit is not None:
        written["unit"] = str(reason.unit)
    if reason.power is not None:
        written["power"] = reason.power
    if reason.strength is not None:
        written["strength"] = list(reason.strength)
    if reason.places:
        written["places"] = list(reason.places)
    if reason.rule:
        written["rule"] = reason.rule
    if reason.text:
        written["text"] = reason.text
    return written


def _repair(outcome: Outcome, report: Report) -> dict[str, Any]:
    reading = None if outcome.unit is None else report.repaired.get(outcome.unit)
    return {} if reading is None else {"text": reading.text, "repair": " ".join(reading.repairs)}


def _order(outcome: Outcome) -> str | None:
    return None if outcome.order is None else write(outcome.order)
