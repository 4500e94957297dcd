"""What the Game Master sees before she amends something: nothing is stored, and no sealed order is shown (A-138)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from talleyrand.host.amending.services import clean, fixed, still_played
from talleyrand.host.bridge import board, ledger, mends, reading
from talleyrand.host.bridge.board import Draft, Fields, Options
from talleyrand.host.bridge.correct import Correction, Orders
from talleyrand.host.bridge.ledger import Engine, GameError
from talleyrand.host.bridge.reading import Count, Digest
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.words import when_it_ends
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError
from talleyrand.host.turns.services import wind


@dataclass(frozen=True, slots=True)
class Sketch:
    """The board with edits made, and what would come of publishing it: counts, and a sentence about the clock."""

    engine: Engine
    draft: Draft
    options: Options
    counts: tuple[Count, ...]
    clock: str
    same_phase: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a correction would come to, in words, with what would become of the clock."""

    correction: Correction
    report: Digest
    clock: str


def sketch(game: Game, edits: object, *, now: datetime) -> Sketch:
    """The board of a game with edits made. Raises ``RefusedError`` where it cannot be edited."""
    engine = _played(game)
    still_played(game)
    draft = board.drafted(engine, clean(edits))
    after = board.shown(engine, draft.position)
    return Sketch(
        after,
        draft,
        board.options(engine, draft.position),
        reading.counts(after),
        clock_after(game, engine, after, now),
        after.phase == engine.phase,
    )


def add_edit(game: Game, edits: object, edit: Fields) -> tuple[dict[str, str], ...]:
    """Edits with one more, which the board must take. Raises ``RefusedError``."""
    engine, known = _played(game), clean(edits)
    still_played(game)
    if len(known) >= board.MOST:
        raise RefusedError(f"A draft holds {board.MOST} edits; publish these first.")
    try:
        _, words = board.edited(engine, board.drafted(engine, known).position, edit)
    except board.BoardError as fault:
        raise RefusedError(str(fault)) from None
    return (*(dict(each) for each in known), {**edit, "words": words})


def proposal(
    role: Role, game: Game, branch: int, number: int, orders: Orders, *, replay: bool, author: str, now: datetime
) -> Proposal:
    """What a correction would come to. Raises ``RefusedError`` for one that cannot be, or that changes nothing."""
    engine = _played(game)
    entry = reading.entry_of(engine, branch, number)
    try:
        done = fixed(role, engine, entry, orders, replay=replay, author=author, text="", now=now)
    except GameError as fault:
        raise RefusedError(str(fault)) from None
    return Proposal(done, done.digest(game.title), clock_after(game, engine, done.engine, now))


def foresee(role: Role, game: Game, mend: Mapping[str, object]) -> mends.Foresight:
    """What would come of a mend, and of orders only as far as they are hers to see. Raises ``RefusedError``."""
    engine = _played(game)
    tell = engine.powers if role.sees_all else tuple(sorted(role.powers))
    try:
        return mends.foresee(engine, [mend], tell)
    except mends.MendError as fault:
        raise RefusedError(str(fault)) from None
    except GameError as fault:
        raise RefusedError(str(fault)) from None


def clock_after(game: Game, before: Engine, after: Engine, now: datetime) -> str:
    """What would become of the clock, in a sentence or two."""
    trial = Game.objects.get(pk=game.pk)
    wind(trial, before, after, now)
    if trial.state == Game.State.ENDED:
        return "The game would be over, and no clock runs."
    if trial.state == Game.State.PAUSED:
        return "The game stays paused."
    if trial.due_at is None:
        return "No clock would run."
    kept = trial.due_at == game.due_at and game.state == Game.State.RUNNING
    lead = "The deadline stays as it is." if kept else "The clock begins anew."
    return f"{lead} {when_it_ends(clock.read(trial.timetable), trial.due_at, first=trial.first_due_at)}"


def _played(game: Game) -> Engine:
    if not game.number:
        raise RefusedError("The game has not started.")
    return ledger.load(game)
