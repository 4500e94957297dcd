"""What happens in a phase: orders come in, the phase is adjudicated once, the Game Master amends."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import DatabaseError, transaction

from talleyrand.board.position import Position
from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger
from talleyrand.host.bridge.changes import amended
from talleyrand.host.bridge.desk import overruled
from talleyrand.host.bridge.ledger import Engine, GameError
from talleyrand.host.bridge.orders import LONGEST, Receipt, receipt
from talleyrand.host.bridge.past import result
from talleyrand.host.games.access import needs_master, needs_player, role_of
from talleyrand.host.games.models import Diplomat, Game
from talleyrand.host.games.services import (
    RefusedError,
    locked,
    note,
    save_clock,
    set_clock,
    stamp,
    stop_clock,
    word,
)
from talleyrand.host.notices.services import telling
from talleyrand.host.turns.here import ready_flags
from talleyrand.host.turns.models import OrderSet
from talleyrand.host.work.queue import later

log = logging.getLogger(__name__)


def without_nul(text: str) -> str:
    """A text that every database keeps: the character NUL, which PostgreSQL refuses, is shown as U+FFFD."""
    return text.replace("\0", "\ufffd")


def whole(text: str) -> str:
    """An order text as it is kept. Raises ``RefusedError`` where it is longer than ``LONGEST``."""
    if len(text) > LONGEST:
        raise RefusedError(f"The text has {len(text):,} characters, more than the {LONGEST:,} that orders may have.")
    return without_nul(text)


class StalePhaseError(RefusedError):
    """Orders for a phase that is no longer the one being played; ``open`` is its code."""

    def __init__(self, open: str) -> None:
        super().__init__(f"That phase is over: the open phase is {open}. Nothing was changed; look at your text again.")
        self.open = open


def submit(
    user: User,
    game: Game,
    power: str,
    text: str,
    *,
    now: datetime,
    channel: str = "web",
    seen: tuple[int, int] | None = None,
    key: str = "",
) -> Receipt:
    """Orders for a power, exactly as written, and the receipt for them (A-018, A-121).

    ``seen`` are branch and number of the phase that the player looked at; ``key`` is one for each form shown and text,
    so that a form sent twice running counts once. Raises ``NotAllowedError``, and ``RefusedError`` where orders cannot
    be taken now.
    """
    text = whole(text)
    with locked(game) as fresh:
        needs_player(user, fresh, power)
        own = OrderSet.objects.filter(phase__game=fresh, power=power, author=user)
        if key and own.filter(key=key).exists():
            last = own.order_by("phase__sequence", "sequence").last()
            if last is not None and last.key == key and not last.withdrawn:
                return receipt(ledger.load(fresh), power)
            key = ""  # sent before, and meant again after something else
        before = playing(fresh, seen)
        before_deadline(fresh, now)
        place = Diplomat.objects.get(seat__game=fresh, seat__power=power, user=user, until=None)
        # Of two that override the later one counts, and no player's is above the Game Master's (D-051).
        override = place.overrides and not overruled(before, power)
        try:
            after = before.submit(
                power, text, author=user.username, override=override, channel=channel, time=stamp(now)
            )
        except GameError as fault:
            raise RefusedError(str(fault)) from None
        ledger.store(fresh, before, after, now=now, author=user, key=key)
        return receipt(after, power)


def withdraw(user: User, game: Game, power: str, *, now: datetime) -> None:
    """Take back what a power has sent in this phase; it stays in the ledger.

    Raises ``NotAllowedError``, ``RefusedError``.
    """
    with locked(game) as fresh:
        needs_player(user, fresh, power)
        before = playing(fresh, None)
        before_deadline(fresh, now)
        try:
            after = before.withdraw(power, actor=user.username, time=stamp(now))
        except GameError as fault:
            raise RefusedError(str(fault)) from None
        ledger.store(fresh, before, after, now=now, author=user)
        lower_flag(fresh, power)


def lower_flag(game: Game, power: str) -> None:
    """A power is not ready any more in the open phase of a locked game: it has nothing in, or somebody else plays."""
    ready_flags(game).filter(power=power).delete()


def resolve(game: Game, *, branch: int, number: int, now: datetime) -> bool:
    """Adjudicate a phase whose time has come, unless another worker did; whether it was this call.

    The claim, the result and the next deadline are one transaction: a worker that dies leaves the phase as it was, due.
    What goes wrong in the engine freezes the game with its cause; what goes wrong in the database is raised, so that
    the phase stays due.
    """
    try:
        with transaction.atomic():
            due = Game.objects.filter(
                pk=game.pk, state=Game.State.RUNNING, branch=branch, number=number, closes_at__lte=now
            )
            if not due.update(closes_at=None):
                return False
            fresh = Game.objects.get(pk=game.pk)
            with telling(fresh):
                _advance(fresh, now=now, actor=None)
            return True
    except DatabaseError:
        raise
    except Exception as fault:
        log.exception("game %s froze in phase %d of branch %d", game.code, number, branch)
        cause = str(fault) if isinstance(fault, RefusedError) else f"{type(fault).__name__}: {fault}"
        freeze(game, branch=branch, number=number, cause=cause, now=now)
        return False


def adjudicate(user: User, game: Game, *, seen: tuple[int, int], now: datetime, text: str = "") -> Game:
    """The Game Master ends the phase that she looked at, before its deadline; it is told (X-A5).

    Raises ``NotAllowedError``, ``RefusedError``.
    """
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        playing(fresh, seen)
        if fresh.state == Game.State.RUNNING:
            note(fresh, master, "ended_early", now, text)
        try:
            _advance(fresh, now=now, actor=master)
        except GameError as fault:
            raise RefusedError(str(fault)) from None
        return fresh


def _advance(game: Game, *, now: datetime, actor: User | None) -> None:
    """Adjudicate the phase of a locked game and open the next, on the grid of its timetable."""
    before = ledger.load(game)
    over = (game.branch, game.number)
    opens = min(game.due_at or now, now)
    after, report = before.advance(time=stamp(now), actor=actor.username if actor else "")
    ledger.store(game, before, after, now=now, author=actor)
    if report.over:
        stop_clock(game, Game.State.ENDED)
        game.due_at = None
        note(game, actor, "over", now, result=result(after))
    else:
        _go_on(game, after, opens, now)
    save_clock(game)
    later("keep_pictures", game.pk, *over)


def _go_on(game: Game, after: Engine, opens: datetime, now: datetime) -> None:
    """The clock of the phase now open; of a paused or frozen game it waits."""
    state = game.state
    set_clock(game, after.phase, opens, now)
    if state == Game.State.PAUSED:
        game.closes_at = None
        game.remaining = game.due_at - now if game.due_at else None
    else:
        game.state, game.cause, game.archived_at = Game.State.RUNNING, "", None


def freeze(game: Game, *, branch: int, number: int, cause: str, now: datetime) -> None:
    """Stop a game that cannot go on, and say why: the Game Master retries, rules or rolls back (lesson 3)."""
    with transaction.atomic():
        still = Game.objects.filter(pk=game.pk, state=Game.State.RUNNING, branch=branch, number=number)
        if still.update(state=Game.State.FROZEN, closes_at=None, cause=cause[:2000]):
            fresh = Game.objects.get(pk=game.pk)
            value = {"kind": "frozen", "time": stamp(now), "text": cause[:2000]}
            with telling(fresh):
                ledger.add_events(fresh, [value], None, recorded=False, sight="master")
                note(fresh, None, "stopped", now)


def retry(user: User, game: Game, *, now: datetime) -> Game:
    """Try again to adjudicate the phase in which a game froze. Raises ``NotAllowedError``, ``RefusedError``."""
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if fresh.state != Game.State.FROZEN:
            raise RefusedError("The game is not frozen.")
        try:
            with transaction.atomic():
                _advance(fresh, now=now, actor=master)
        except DatabaseError:
            raise
        except Exception as fault:
            log.exception("game %s stays frozen", fresh.code)
            # The cause may quote orders that are sealed for a Game Master who plays too.
            cause = f": {fault}" if role_of(master, fresh).sees_all else ""
            raise RefusedError(f"It still cannot go on{cause}. Rule by hand, or roll back.") from None
        return fresh


def roll_back(user: User, game: Game, *, to: int | None = None, now: datetime, text: str = "") -> Game:
    """Go back to before the last adjudication, or to a phase by number; what is put aside stays readable.

    Raises ``NotAllowedError``, ``RefusedError``.
    """
    return _amend(user, game, now, lambda engine, **by: engine.undo(to, text=text, **by))


def roll_forward(user: User, game: Game, *, branch: int | None = None, now: datetime, text: str = "") -> Game:
    """Bring back what a rollback put aside. Raises ``NotAllowedError``, ``RefusedError``."""
    return _amend(user, game, now, lambda engine, **by: engine.redo(branch, text=text, **by))


def rule(user: User, game: Game, text: str, *, position: Position | None = None, now: datetime) -> Game:
    """A ruling, which every reader sees; with ``position`` the board is replaced by it (A-085, D-051).

    Raises ``NotAllowedError``, ``RefusedError``.
    """
    word(text, empty="say what you rule; everybody reads it")
    return _amend(user, game, now, lambda engine, **by: engine.rule(text, position=position, **by))


def draw(user: User, game: Game, sharers: Sequence[str], *, now: datetime, text: str = "") -> Game:
    """End the game in a draw between these powers (A-004); going back takes it up again.

    Raises ``NotAllowedError``, ``RefusedError``.
    """
    if not sharers:
        raise RefusedError("sharers: name the powers that share the draw")
    return _amend(user, game, now, lambda engine, **by: engine.draw(sharers, text=text, **by))


def amend(
    user: User,
    game: Game,
    text: str,
    *,
    rulebook: Mapping[str, Any] | None = None,
    mends: Sequence[Mapping[str, Any]] = (),
    now: datetime,
) -> Game:
    """Change the rules or mend the map of a game that has begun, from the open phase on (A-127, lesson 18).

    ``rulebook`` are the choices that change, ``mends`` as ``bridge.changes`` takes them. The orders that are in stay,
    and are read by what holds now. Raises ``NotAllowedError``, ``RefusedError``.
    """
    word(text)
    return _amend(user, game, now, lambda engine, **by: amended(engine, rulebook or {}, mends, text=text, **by))


def _amend(user: User, game: Game, now: datetime, act: Callable[..., Engine]) -> Game:
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if not fresh.number:
            raise RefusedError("The game has not started.")
        before = ledger.load(fresh)
        try:
            after = act(before, actor=master.username, time=stamp(now))
        except GameError as fault:
            raise RefusedError(str(fault)) from None
        ledger.store(fresh, before, after, now=now, author=master)
        wind(fresh, before, after, now)
        save_clock(fresh)
        return fresh


def wind(game: Game, before: Engine, after: Engine, now: datetime) -> None:
    """The clock of a locked game that its Game Master has changed: as it was where the same phase is played still."""
    if after.status.over:
        stop_clock(game, Game.State.ENDED)
        game.due_at = None
        return
    moved = before.status.over or (after.current.number, after.phase) != (before.current.number, before.phase)
    stands_still = game.state == Game.State.FROZEN or (game.state == Game.State.RUNNING and game.closes_at is None)
    if moved or stands_still:
        _go_on(game, after, now, now)


def before_deadline(game: Game, now: datetime) -> None:
    """Raise ``RefusedError`` once the deadline of the open phase has passed."""
    if game.closes_at is not None and game.closes_at <= now:
        raise RefusedError("The deadline has passed, and the phase is about to be adjudicated.")


def playing(game: Game, seen: tuple[int, int] | None) -> Engine:
    """The engine's game while it is played.

    Raises ``RefusedError``, and ``StalePhaseError`` where another phase was looked at.
    """
    if game.state == Game.State.SIGN_UP:
        raise RefusedError("The game has not started.")
    if game.state == Game.State.ENDED:
        raise RefusedError("The game is over.")
    engine = ledger.load(game)
    if seen is not None and seen != (game.branch, game.number):
        raise StalePhaseError(engine.variant.calendar.describe(engine.phase))
    return engine
