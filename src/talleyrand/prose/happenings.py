"""What happened beside the orders of a phase, or for want of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from talleyrand.board.board import Board
from talleyrand.game.report import Report
from talleyrand.orders.model import Build, Waive
from talleyrand.prose.remarks import quoted, repairs
from talleyrand.prose.sentence import sentence
from talleyrand.prose.words import number
from talleyrand.rules.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Happening:
    """Things that happened beside the orders, under a title."""

    title: str
    lines: tuple[str, ...]


def happenings(report: Report, board: Board) -> Iterable[Happening]:
    """Retreats sent with the orders, what happened by default, and what was not ordered."""
    found = (
        ("Retreats sent with the orders", tuple(_sent(report, board))),
        ("By default", tuple(sentence(outcome, board) for outcome in _by_default(report))),
        ("Not ordered", unordered(report)),
    )
    return (Happening(title, lines) for title, lines in found if lines)


def _sent(report: Report, board: Board) -> Iterable[str]:
    for outcome in report.conditional:
        reading = None if outcome.unit is None else report.repaired.get(outcome.unit)
        written = "" if reading is None else f" Written {quoted(reading.text)}. {' '.join(repairs(reading))}"
        yield f"{sentence(outcome, board)}{written}"


def unordered(report: Report) -> tuple[str, ...]:
    """Builds and removals that a phase of adjustments allowed or asked for and nobody ordered, a sentence a power."""
    said = []
    for power, due in report.due.items():
        noun = "build" if due > 0 else "removal"
        outcomes = [outcome for outcome in report.outcomes if outcome.power == power]
        used = sum(isinstance(outcome.order, Build | Waive) and outcome.succeeded for outcome in outcomes)
        if not any(line.reading.text.strip() for line in report.lines_of(power)):
            said.append(f"{power} had {number(abs(due), noun)} and sent nothing.")
        elif due == 1 and not used:
            said.append(f"{power} left its build unused.")
        elif used < due:
            said.append(f"{power} left {due - used} of {number(due, noun)} unused.")
    return tuple(said)


def _by_default(report: Report) -> Iterable[Outcome]:
    """What happened by default, those units aside that ``_driven`` already tells of."""
    told = {(entry.power, entry.unit) for entry in report.removed}
    return (outcome for outcome in report.defaults if (outcome.power, outcome.unit) not in told)
