"""Reminders before a deadline, to those who are awaited and have sent nothing (lesson 9), each once (lesson 26)."""

from __future__ import annotations

from datetime import datetime

from talleyrand.host.bridge import ledger
from talleyrand.host.bridge.standing import standing
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import locked
from talleyrand.host.notices.models import Prod
from talleyrand.host.notices.services import readers, tell
from talleyrand.host.notices.words import reminder
from talleyrand.host.turns.here import ready_powers


def prod(now: datetime) -> int:
    """Give the reminders whose hour has come; how many games were reminded.

    Of those that were missed while nobody worked the last one is given; any number of workers may do so at once.
    """
    games = list(Game.objects.filter(state=Game.State.RUNNING, closes_at__gt=now, due_at__gt=now))
    wanted = {game: cause for game in games if (cause := _cause(game, now))}
    given = set(Prod.objects.filter(game__in=wanted).values_list("game", "cause"))
    return sum(_give(game, cause, now) for game, cause in wanted.items() if (game.pk, cause) not in given)


def _cause(game: Game, now: datetime) -> str:
    """The reminder that is due, named by its phase, deadline and hour; "" for none.

    A phase that the Game Master amends is the same one still, on another branch.
    """
    if game.opened_at is None or game.due_at is None:
        return ""
    hours = [at for at in clock.prods(clock.read(game.timetable), game.opened_at, game.due_at) if at <= now]
    if not hours:
        return ""
    left = game.due_at - hours[-1]
    return f"prod:{game.number}:{game.due_at:%Y%m%dT%H%M%S}:{left.total_seconds():.0f}"


def _give(game: Game, cause: str, now: datetime) -> bool:
    with locked(game) as fresh:
        if fresh.state != Game.State.RUNNING or fresh.closes_at is None or _cause(fresh, now) != cause:
            return False
        if not Prod.objects.get_or_create(game=fresh, cause=cause, defaults={"created_at": now})[1]:
            return False
        stands = standing(ledger.load(fresh))
        idle = stands.declared | ready_powers(fresh)
        for power in stands.waiting:
            if power not in idle:
                notice = reminder(fresh, power, f"{fresh.code}:{cause}", now)
                tell(fresh, notice, readers(fresh, notice))
        return True
