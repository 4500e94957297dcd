"""What is to be drawn of a phase: each order with how it fared, in one small form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from talleyrand.board.board import Board
from talleyrand.board.unit import Power, Unit
from talleyrand.game.report import Line
from talleyrand.orders.model import Build, Disband, Hold, Order, Retreat, SupportHold, SupportMove, Waive, acting_unit
from talleyrand.orders.reading import Status
from talleyrand.prose.remarks import fell, line_sentence
from talleyrand.prose.sentence import intention, sentence
from talleyrand.prose.words import full_stop, unit_name
from talleyrand.rules.outcome import Code, Outcome, Result


class Fate(Enum):
    """How an order fared, as far as the drawing goes."""

    PLANNED = "planned"
    DONE = "done"
    BOUNCED = "bounced"
    BROKEN = "broken"
    """A convoy that was broken on its way."""
    ASTRAY = "astray"
    """A convoy that was never there."""
    CUT = "cut"
    VOID = "void"
    IGNORED = "ignored"
    GONE = "gone"
    """A retreat that ended in disbandment, or a unit removed."""
    NOTHING = "nothing"
    """No order was given."""


@dataclass(frozen=True, slots=True)
class Act:
    """One order, or a unit without one, with its fate and the sentence about it."""

    power: Power
    unit: Unit | None
    order: Order | None
    fate: Fate
    sentence: str
    outcome: Outcome | None = None

    @property
    def dislodged(self) -> bool:
        """Its unit was driven out."""
        return self.outcome is not None and self.outcome.dislodged

    def reason(self, *codes: Code) -> Unit | None:
        """The culprit of the first reason of these codes."""
        if self.outcome is None:
            return None
        return next((reason.unit for reason in self.outcome.because if reason.code in codes), None)


def acts(lines: Iterable[Line], board: Board, *, outcomes: bool, power: Power | None) -> Iterator[Act]:
    """The acts of some report lines; only what was ordered where ``outcomes`` is false.

    A line that never became an order says nothing of a unit that has another order in force.
    """
    known = [line for line in lines if power is None or line.power == power]
    in_force = {(line.power, line.unit) for line in known if line.reading.status.counts}
    for line in known:
        if fell(line) and line.reading.status is not Status.MISSING and (line.power, line.unit) in in_force:
            continue
        if outcomes and line.outcome is not None:
            order = None if fell(line) else line.outcome.order
            fate = Fate.IGNORED if fell(line) else fate_of(line.outcome)
            text = line_sentence(line, board)
            yield Act(line.power, line.unit, order or line.order, fate, text, line.outcome)
        elif line.reading.status is Status.MISSING:
            yield Act(line.power, line.unit, None, Fate.NOTHING, "It has no order.")
        elif line.order is not None and line.reading.status is not Status.DUPLICATE:
            fate = Fate.PLANNED if line.reading.status.counts else Fate.IGNORED
            yield Act(line.power, acting_unit(line.order), line.order, fate, _ordered(line, fate, board))


def act_of(outcome: Outcome, board: Board) -> Act:
    """The act of an outcome without a line."""
    return Act(outcome.power, outcome.unit, outcome.order, fate_of(outcome), sentence(outcome, board), outcome)


def _ordered(line: Line, fate: Fate, board: Board) -> str:
    if fate is Fate.IGNORED:
        return line_sentence(line, board) if line.outcome is None else full_stop(line.reading.problem)
    order = line.order
    if order is None or isinstance(order, Waive | Build):
        return full_stop(f"{line.power} is {intention(order, board)}") if order is not None else ""
    unit = acting_unit(order)
    name = unit_name(unit, board) if unit is not None else line.power
    return full_stop(f"{name} is {intention(order, board)}")


def fate_of(outcome: Outcome) -> Fate:
    """How an outcome is drawn."""
    results, order = outcome.results, outcome.order
    if Result.IGNORED in results:
        return Fate.GONE if Result.DISBANDED in results else Fate.IGNORED
    if order is None:
        removed = any(reason.code is Code.REMOVED_BY_DEFAULT for reason in outcome.because)
        return Fate.GONE if removed or Result.DISBANDED in results else Fate.NOTHING
    if isinstance(order, Disband):
        return Fate.GONE
    if Result.SUCCEEDS in results or (isinstance(order, Hold) and Result.VOID not in results):
        return Fate.DONE
    if Result.VOID in results:
        return Fate.VOID
    if Result.DISRUPTED in results:
        return Fate.BROKEN
    if Result.NO_CONVOY in results:
        return Fate.ASTRAY
    if isinstance(order, Retreat):
        return Fate.GONE
    if isinstance(order, SupportHold | SupportMove):
        return Fate.CUT
    return Fate.BOUNCED if Result.BOUNCED in results or Result.DISLODGED in results else Fate.IGNORED
