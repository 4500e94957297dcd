"""The deadlines to come by a timetable, beside those of another, before anything is changed (lesson 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from talleyrand.board.calendar import Phase
from talleyrand.host.bridge import choices as house
from talleyrand.host.bridge import rules
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.timetable import Timetable
from talleyrand.host.deadlines.words import short
from talleyrand.host.games.changes import deadline_after
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError


@dataclass(frozen=True, slots=True)
class Line:
    """A phase to come: its deadline by the new timetable, and by the old, each as the new one's clock shows it."""

    phase: str
    new: str
    old: str = ""

    @property
    def moved(self) -> bool:
        """Whether the two differ."""
        return bool(self.old) and self.new != self.old


def first_year(
    variant: str, year_label: str, choices: dict[str, Any], timetable: Timetable, opens: datetime
) -> tuple[Line, ...]:
    """The deadlines of a game's first year, if it starts at ``opens``. Raises ``RefusedError``."""
    phases = house.phases_ahead(variant, year_label, choices, years=1)
    return _lines(phases, timetable, _course(timetable, phases, opens))


def outlook(game: Game, new: Timetable, *, at_once: bool, now: datetime) -> tuple[Line, ...]:
    """The deadlines of the next two game years by a new timetable beside those there would be without it.

    A game that has not started is taken to start when it will, or now. Raises ``RefusedError``.
    """
    last = game.rulebooks.last()
    begun = bool(game.number)
    code = str(rules.phase_of(game)) if begun else ""
    phases = house.phases_ahead(game.variant, game.year_label, last.choices if last else {}, code)
    present = clock.read(game.timetable)
    if not begun or game.due_at is None:
        opens = game.starts_at or now
        return _lines(phases, new, _course(new, phases, opens), _course(present, phases, opens))
    later = clock.read(game.coming["timetable"]) if game.coming is not None else present
    due = deadline_after(game, new, now) if at_once else game.due_at
    assert due is not None
    over, was_over = clock.closes(new if at_once else present, due), clock.closes(present, game.due_at)
    return _lines(
        phases,
        new,
        [due, *_course(new, phases[1:], due, over)],
        [game.due_at, *_course(later, phases[1:], game.due_at, was_over)],
    )


def _course(
    timetable: Timetable, phases: Sequence[tuple[Phase, str]], opens: datetime, over: datetime | None = None
) -> list[datetime]:
    """When each phase ends that opens as the one before it ends; that is ``over`` once its grace is, too.

    Raises ``RefusedError``.
    """
    found = []
    for phase, _ in phases:
        try:
            due = clock.deadline(timetable, phase, opens)
            if over is not None and due <= over:
                due = clock.deadline(timetable, phase, over)
        except clock.TimetableError as fault:
            raise RefusedError(str(fault)) from None
        found.append(due)
        opens, over = due, clock.closes(timetable, due)
    return found


def _lines(
    phases: Sequence[tuple[Phase, str]],
    timetable: Timetable,
    new: Sequence[datetime],
    old: Sequence[datetime] = (),
) -> tuple[Line, ...]:
    zone = clock.zone_of(timetable)
    was = [short(due, zone) for due in old] or [""] * len(new)
    return tuple(
        Line(words, short(due, zone), before) for (_, words), due, before in zip(phases, new, was, strict=True)
    )
