"""What the Game Master says to players: a question about orders, a reminder, an announcement."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from talleyrand.host.accounts.models import User
from talleyrand.host.desk import log
from talleyrand.host.desk.selectors import missing_powers
from talleyrand.host.games.access import NotAllowedError, needs_master, role_of
from talleyrand.host.games.models import Game, Seat
from talleyrand.host.games.services import RefusedError, locked, word
from talleyrand.host.notices.models import Prod
from talleyrand.host.notices.services import readers, tell
from talleyrand.host.notices.words import reminder
from talleyrand.host.turns.here import sets_of
from talleyrand.host.turns.models import Event
from talleyrand.host.turns.services import before_deadline, playing
from talleyrand.prose.words import number

REST = timedelta(minutes=60)
"""From one reminder to the next that may be given by hand (lesson 26)."""


def nudge(
    user: User, game: Game, power: str, text: str, *, seen: tuple[int, int], key: str = "", now: datetime
) -> None:
    """Ask a power whether its orders are meant as they are; nothing of them is changed (A-122 to A-124).

    Raises ``NotAllowedError``, also where sealed orders are not hers to see, and ``RefusedError``.
    """
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if not role_of(master, fresh).sees_all:
            raise NotAllowedError("You play in this game too, so the orders of others are sealed for you.")
        if log.had(fresh, key):
            return
        playing(fresh, seen)
        text = _said(text)
        seat = Seat.objects.filter(game=fresh, power=power).prefetch_related("diplomats").first()
        if seat is None or not seat.present():
            raise RefusedError(f"power: nobody plays {power!r}, so nobody can be asked")
        sets = sets_of(fresh, power).count()
        log.add(fresh, master, "nudged", now, text, sight=Event.Sight.POWER, power=power, key=key, sets=sets)


def ping(user: User, game: Game, *, now: datetime) -> int | None:
    """Remind those who are awaited and have sent no orders, and nobody else; how many powers, None if not hers to know.

    Raises ``NotAllowedError``, and ``RefusedError`` within ``REST`` of the last reminder, by whomever it was given, and
    where nobody is missing and she may know that.
    """
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if fresh.state != Game.State.RUNNING:
            raise RefusedError("Only in a running game has anybody to be reminded of a deadline.")
        engine = playing(fresh, None)
        before_deadline(fresh, now)
        rests = resting(fresh, now)
        if rests:
            raise RefusedError(rests)
        sees_all, missing = role_of(master, fresh).sees_all, missing_powers(fresh, engine)
        if sees_all and not missing:
            raise RefusedError("Nobody is missing, so there is nobody to remind.")
        cause = f"ping:{fresh.number}:{now:%Y%m%dT%H%M%S%f}"
        Prod.objects.create(game=fresh, cause=cause, created_at=now)
        for power in missing:
            notice = reminder(fresh, power, f"{fresh.code}:{cause}", now, sent=bool(engine.current.sets_of(power)))
            tell(fresh, notice, readers(fresh, notice))
        powers: dict[str, Any] = {"powers": list(missing)} if sees_all else {}
        log.add(fresh, master, "pinged", now, sight=Event.Sight.MASTER, **powers)
        return len(missing) if sees_all else None


def resting(game: Game, now: datetime) -> str:
    """When a reminder went out, and when the next one can follow; "" where one can go out now."""
    last = Prod.objects.filter(game=game, created_at__gt=now - REST).order_by("created_at").last()
    if last is None:
        return ""
    ago = max(int((now - last.created_at).total_seconds()) // 60, 0)  # the clock may have gone back
    went = f"{number(ago, 'minute')} ago" if ago else "less than a minute ago"
    return f"A reminder went out {went}; the next one can follow in {number(60 - ago, 'minute')}."


def announce(user: User, game: Game, text: str, *, key: str = "", now: datetime) -> None:
    """Say something to everybody who reads the game (A-017). Raises ``NotAllowedError``, ``RefusedError``."""
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if not log.had(fresh, key):
            log.add(fresh, master, "announcement", now, _said(text), key=key)


def keep(user: User, game: Game, text: str, *, key: str = "", now: datetime) -> None:
    """Write something down that nobody else reads, until it is announced (A-017).

    Raises ``NotAllowedError``, ``RefusedError``.
    """
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if not log.had(fresh, key):
            log.add(fresh, master, "kept", now, _said(text), sight=Event.Sight.MASTER, key=key)


def _said(text: str) -> str:
    return word(text, empty="it is empty; write what you want to say")
