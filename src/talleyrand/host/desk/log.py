"""The desk's entries in a game's ledger, and who may read which entry."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger
from talleyrand.host.games.access import Role, role_of
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import locked, stamp
from talleyrand.host.turns.models import Event

LOOKS = timedelta(minutes=15)
"""Looks at sealed orders within this time are one look."""


def add(
    game: Game,
    actor: User,
    kind: str,
    now: datetime,
    text: str = "",
    *,
    sight: Event.Sight = Event.Sight.ALL,
    power: str = "",
    **data: Any,
) -> None:
    """An act of the desk in the ledger of a locked game, about its open phase; ``power`` is the one it is about."""
    about = {"power": power} if power else {}
    value = {
        "kind": kind,
        "actor": actor.username,
        "time": stamp(now),
        "text": text,
        "data": {"branch": game.branch, "number": game.number, **about, **data},
    }
    ledger.add_events(game, [value], actor, recorded=False, sight=sight, power=power)


def had(game: Game, key: str) -> bool:
    """Whether the form with this key has been taken already: sent twice it counts once (lesson 2)."""
    return bool(key) and game.events.filter(data__key=key).exists()


def here(game: Game, *kinds: str) -> list[Event]:
    """The desk's entries about the open phase, oldest first."""
    return list(game.events.filter(kind__in=kinds, data__branch=game.branch, data__number=game.number))


def answered(question: Event, sent: int) -> bool:
    """Whether a set has come in since a power was asked about its orders; ``sent`` is how many there are now."""
    return sent > int(question.data.get("sets", 0))


def readable(role: Role, game: Game) -> QuerySet[Event]:
    """What somebody of this role may read in a game's ledger, oldest first.

    A phase that was taken up again to be corrected is told as the correction alone, which is no rollback.
    Why a game froze may quote sealed orders, so it is not for a Game Master to whom they are sealed.
    """
    corrections = game.events.filter(kind="corrected", stamp=OuterRef("stamp"), actor=OuterRef("actor"))
    told = game.events.exclude(Exists(corrections), kind="undone", recorded=True)
    if role.sees_all:
        return told
    mine = Q(sight=Event.Sight.ALL) | Q(sight=Event.Sight.POWER, power__in=role.powers)
    if role.master:
        mine |= Q(sight=Event.Sight.MASTER) & ~Q(kind="frozen")
    return told.filter(mine)


def look(user: User, game: Game, *, now: datetime) -> None:
    """Note that the Game Master looks at orders that are sealed, for everybody to read where she plays too (A-138).

    Looks at one phase within ``LOOKS`` are noted once. For anybody who does not see them nothing is noted.
    """
    if not _unnoted(user, game, now):
        return
    with locked(game) as fresh:
        if _unnoted(user, fresh, now):
            own = role_of(user, fresh).powers
            powers = [seat.power for seat in fresh.seats.all() if seat.power not in own]
            code = fresh.phases.get(branch=fresh.branch, number=fresh.number).code
            sight = Event.Sight.ALL if own else Event.Sight.MASTER
            add(fresh, user, "looked", now, sight=sight, powers=powers, phase=code)


def _unnoted(user: User, game: Game, now: datetime) -> bool:
    if not game.number or game.state == Game.State.ENDED or not role_of(user, game).sees_all:
        return False
    last = game.events.filter(kind="looked", actor=user, data__branch=game.branch, data__number=game.number).last()
    return last is None or datetime.fromisoformat(last.stamp) + LOOKS <= now
