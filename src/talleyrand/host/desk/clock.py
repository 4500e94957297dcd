"""The clock by the Game Master's own word: a deadline moved against the timetable, and the last change undone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from talleyrand.host.accounts.models import User
from talleyrand.host.games.access import needs_master
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError, locked, note, put_deadline, stamp, word

_FURTHEST = 92
_MOVES = ("extended", "deadline_overridden", "deadline_restored")
_OPENS = ("started", "adjudicated", "undone", "redone", "taken_up")
"""Events with which another phase begins, or the same one anew."""


def override_deadline(user: User, game: Game, due: datetime, *, seen: datetime, now: datetime, text: str) -> Game:
    """Put the deadline that its master saw at another instant, whatever the timetable says; everybody is told (X-A5).

    Raises ``NotAllowedError``, and ``RefusedError`` without a reason, or where the deadline is another by now.
    """
    with locked(game) as fresh:
        needs_master(user, fresh)
        due = another(fresh, due, seen=seen, now=now, text=text)
        was = fresh.due_at
        put_deadline(fresh, due)
        note(fresh, user, "deadline_overridden", now, text, due=stamp(due), was=stamp(was) if was else "")
        return fresh


def another(game: Game, due: datetime, *, seen: datetime, now: datetime, text: str) -> datetime:
    """The deadline that its master may put in the place of the one she saw. Raises ``RefusedError``."""
    if game.state != Game.State.RUNNING or game.due_at is None:
        raise RefusedError("Only a running game has a deadline to move.")
    if game.due_at != seen:
        raise RefusedError("The deadline has changed since you looked; see whether you still want to move it.")
    word(text)
    if not now < due <= now + timedelta(days=_FURTHEST):
        raise RefusedError(f"due: give a time to come, within {_FURTHEST} days")
    if due == game.due_at:
        raise RefusedError("due: that is the deadline as it stands")
    return due.astimezone(UTC)


def last_move(game: Game) -> tuple[datetime, datetime] | None:
    """What the deadline was before it was moved to where it stands, and where that is; None if it was not moved.

    What was moved in an earlier phase says nothing of this one's deadline, even if it is the same instant.
    """
    moves: list[tuple[str, str]] = []
    for event in game.events.filter(kind__in=(*_MOVES, *_OPENS)):
        if event.kind in _OPENS:
            moves.clear()
        elif event.kind != "deadline_restored":
            moves.append((event.data.get("was", ""), event.data.get("due", "")))
        elif moves:
            moves.pop()
    if game.state != Game.State.RUNNING or game.due_at is None or not moves or moves[-1][1] != stamp(game.due_at):
        return None
    was = moves[-1][0]
    return (datetime.fromisoformat(was), game.due_at) if was else None


def restore_deadline(user: User, game: Game, *, seen: datetime, now: datetime, text: str = "") -> Game:
    """Take back the last change of the deadline that its master saw (lesson 2).

    Raises ``NotAllowedError``, and ``RefusedError`` where there is none, or the deadline is another by now.
    """
    with locked(game) as fresh:
        needs_master(user, fresh)
        found = last_move(fresh)
        if found is None:
            raise RefusedError("The deadline of this phase has not been moved, so there is nothing to take back.")
        was, due = found
        if due != seen:
            raise RefusedError("The deadline has changed since you looked; see whether you still want to move it back.")
        if was <= now:
            raise RefusedError("The deadline that it was before has passed; end the phase now, or move the deadline.")
        put_deadline(fresh, was)
        note(fresh, user, "deadline_restored", now, text, due=stamp(was), was=stamp(due))
        return fresh
