"""Orders sent together with retreats, for the phase after them (X-A8, ``with_next_orders``).

In a retreat phase of such a game a set holds retreats of the dislodged units and orders for what comes next. Those are
kept sealed, and come in again when the phase they are for begins: builds and removals in the adjustments that follow,
all others with the next movement. Until then they are in no sheet and no report.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from talleyrand.board.board import Board
from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, Phase
from talleyrand.board.position import Position
from talleyrand.board.unit import Power, Unit
from talleyrand.game.ledger import Entry, OrderSet
from talleyrand.orders.model import Build, Disband, Waive, acting_unit
from talleyrand.orders.names import names_of
from talleyrand.orders.policy import ReadingPolicy
from talleyrand.orders.read import LONGEST_TEXT, read
from talleyrand.orders.reading import Reading
from talleyrand.orders.sets import mentioned
from talleyrand.orders.sheet import Submission
from talleyrand.rules.rulebook import Retreats, Rulebook

Span = tuple[int, int]
_RETREATS = re.compile(r"\b(?:retreat|withdraw|disband)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Parts:
    """A text sent with retreats, in parts: each is the whole text with the orders of the other parts blanked out.

    A part without an order is empty, ``now`` only where another has one.
    """

    now: str
    adjustment: str = ""
    movement: str = ""
    readings: tuple[Reading, ...] = ()
    """The orders kept for later, read without regard to where units stand."""

    @property
    def later(self) -> bool:
        """It holds orders for a later phase."""
        return bool(self.adjustment or self.movement)


def together(position: Position, rulebook: Rulebook) -> bool:
    """Whether orders for the next phase may be sent with the retreats of this one."""
    return rulebook.retreats is Retreats.WITH_NEXT_ORDERS and position.phase.kind == RETREAT


def parts(text: str, power: Power, position: Position, board: Board, policy: ReadingPolicy) -> Parts:
    """Tell the retreats in a text from the orders for later."""
    if len(text) > LONGEST_TEXT:
        return Parts(text)
    gone = {entry.unit.province for entry in position.dislodged if entry.power == power}
    names = names_of(board)
    now: list[Span] = []
    later: list[Span] = []
    for reading in read(text, board, kind=RETREAT, position=position, power=power, policy=policy):
        if isinstance(reading.order, Build | Waive):
            later.append(reading.span)
            continue
        units = _units(reading)
        about = units <= gone if units else mentioned(reading.text, names, frozenset(gone)) is not None
        (now if reading.status.counts or about else later).append(reading.span)
    rest = _blanked(text, now)
    found = [r for r in read(rest, board, power=power, policy=policy) if not _within(r.span, now)]
    unclear = [r.span for r in found if r.order is None and not r.candidates and _RETREATS.search(r.text)]
    now += unclear
    found = [r for r in found if not _within(r.span, unclear)]
    rest = _blanked(text, now)
    adjusting = [r.span for r in found if isinstance(r.order, Build | Disband | Waive)]
    adjusting += [
        r.span for r in read(rest, board, kind=ADJUSTMENT, power=power, policy=policy) if isinstance(r.order, Build)
    ]
    later += [reading.span for reading in found]
    moving = [span for span in later if not _within(span, adjusting)]
    return Parts(
        now=_blanked(text, [*later, *adjusting]) if now or not (moving or adjusting) else "",
        adjustment=_blanked(rest, moving) if adjusting else "",
        movement=_blanked(rest, adjusting) if moving else "",
        readings=tuple(found),
    )


def without_later(
    submissions: Iterable[Submission], power: Power, position: Position, board: Board, policy: ReadingPolicy
) -> list[Submission]:
    """The sets without their orders for later; one that holds nothing else is no set of retreats."""
    kept: list[Submission] = []
    for submission in submissions:
        found = parts(submission.raw, power, position, board, policy)
        if not found.later:
            kept.append(submission)
        elif found.now:
            kept.append(replace(submission, text=found.now))
    return kept


def carried(line: Sequence[Entry], phase: Phase, board: Board, rulebook: Rulebook) -> Iterator[OrderSet]:
    """The sets that come in at the beginning of a phase: what was sent for it with the retreats before it.

    ``line`` are the phases that count before it. Builds for which there was no phase come in with the movement.
    """
    if rulebook.retreats is not Retreats.WITH_NEXT_ORDERS or phase.kind not in (MOVEMENT, ADJUSTMENT):
        return
    since = next((index for index in range(len(line), 0, -1) if line[index - 1].phase.kind == MOVEMENT), 0)
    adjusted = any(entry.phase.kind == ADJUSTMENT for entry in line[since:])
    for entry in line[since:]:
        if entry.phase.kind != RETREAT:
            continue
        for received in entry.received:
            if received.withdrawn:
                continue
            found = parts(received.text, received.power, entry.position, board, rulebook.reading)
            texts = [found.adjustment if phase.kind == ADJUSTMENT else found.movement]
            if phase.kind == MOVEMENT and not adjusted:
                texts.insert(0, found.adjustment)
            if text := "\n".join(filter(None, texts)):
                yield replace(received, text=text, readings=())


def _units(reading: Reading) -> set[str]:
    """The provinces of the units that an order, or everything it may mean, is given to."""
    if reading.order is not None:
        unit = acting_unit(reading.order)
        return set() if unit is None else {unit.province}
    found: set[str] = set()
    for candidate in reading.candidates:
        try:
            found.add(Unit.parse(" ".join(candidate.split()[:2])).province)
        except ValueError:
            return set()
    return found


def _within(span: Span, others: Iterable[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def _blanked(text: str, spans: Iterable[Span]) -> str:
    letters = list(text)
    for start, end in spans:
        for index in range(start, end):
            if letters[index] not in "\r\n":
                letters[index] = " "
    return "".join(letters)
