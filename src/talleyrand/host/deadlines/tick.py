"""The sweep that ends phases: it asks the games which are due, so nothing is lost with a worker or a queue."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import DatabaseError

from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError, begin, locked, note
from talleyrand.host.turns.services import resolve

log = logging.getLogger(__name__)


def tick(now: datetime) -> int:
    """Start the games whose hour has come and adjudicate the phases that are due; how many of both.

    Any number of workers may do so at once: each game is claimed by one. What fails in the database stays due.
    """
    return sum(_tried(game, lambda game=game: _start(game, now)) for game in _waiting(now)) + sum(  # type: ignore[misc]
        _tried(game, lambda game=game: resolve(game, branch=game.branch, number=game.number, now=now))  # type: ignore[misc]
        for game in _due(now)
    )


def _waiting(now: datetime) -> list[Game]:
    return list(Game.objects.filter(state=Game.State.SIGN_UP, starts_at__lte=now).order_by("starts_at"))


def _due(now: datetime) -> list[Game]:
    return list(Game.objects.filter(state=Game.State.RUNNING, closes_at__lte=now).order_by("closes_at"))


def _tried(game: Game, act: Callable[[], bool]) -> bool:
    try:
        return act()
    except DatabaseError:
        log.exception("game %s: the database failed, and what is due stays due", game.code)
    except Exception:
        # One game's fault holds up no other.
        log.exception("game %s: something went wrong, and what is due stays due", game.code)
    return False


def _start(game: Game, now: datetime) -> bool:
    """Start a game at its hour, or wait for its Game Master where too few came (A-137)."""
    with locked(game) as fresh:
        if fresh.state != Game.State.SIGN_UP or fresh.starts_at is None or fresh.starts_at > now:
            return False
        try:
            begin(fresh, now=now, actor=None, opens=fresh.starts_at)
        except RefusedError as fault:
            note(fresh, None, "not_started", now, str(fault))
            fresh.starts_at = None
            fresh.save(update_fields=["starts_at"])
            return False
        return True
