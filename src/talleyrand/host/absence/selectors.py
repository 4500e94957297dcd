"""Reads about absence: who is away, who has missed what, which units a power would lose."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from talleyrand.host.absence.models import Absence
from talleyrand.host.accounts.models import User
from talleyrand.host.accounts.zones import local_date
from talleyrand.host.bridge import ledger
from talleyrand.host.bridge.ledger import Engine
from talleyrand.host.bridge.standing import Removals, removals, standing
from talleyrand.host.games.access import NotAllowedError, Role
from talleyrand.host.games.models import Diplomat, Game


@dataclass(frozen=True, slots=True)
class Away:
    """A diplomat who is away on the day of the deadline."""

    power: str
    user: User
    first: date
    last: date
    text: str


@dataclass(frozen=True, slots=True)
class Missed:
    """A power's movement phases missed running, of ``limit`` that bring civil disorder (0 for never).

    ``missed`` is None where it is not the reader's to know.
    """

    power: str
    missed: int | None
    limit: int
    disorder: bool
    declared: bool


def mine(user: User, now: datetime) -> list[Absence]:
    """One's own absences that are not over."""
    return list(user.absences.filter(last__gte=local_date(user, now)))


def away_at_deadline(role: Role, game: Game) -> list[Away]:
    """Who is away on the day of the deadline, by his own calendar. Raises ``NotAllowedError`` but for its master."""
    if not role.master:
        raise NotAllowedError("Only the Game Master of this game may know who is away.")
    if game.due_at is None:
        return []
    places = Diplomat.objects.filter(seat__game=game, until=None).select_related("user", "seat")
    found = []
    for place in places.order_by("seat__place", "rank").prefetch_related("user__absences"):
        day = local_date(place.user, game.due_at)
        found += [
            Away(place.seat.power, place.user, each.first, each.last, each.text)
            for each in place.user.absences.all()
            if each.first <= day <= each.last
        ]
    return found


def missed(role: Role, game: Game, engine: Engine | None = None) -> list[Missed]:
    """What each power has missed, for the Game Master, and for those who play it its own; the disorder of all.

    ``engine`` is the game where it has been read already.
    """
    stands = standing(engine or ledger.load(game))
    return [
        Missed(
            power,
            stands.missed.get(power, 0) if role.sees_all or role.plays(power) else None,
            stands.limit,
            power in stands.disorder,
            power in stands.declared,
        )
        for power in stands.living
    ]


def removals_of(role: Role, game: Game, power: str) -> Removals:
    """What a power would lose if it ordered nothing (lesson 11). Raises ``NotAllowedError`` for other powers."""
    if not (role.master or role.plays(power)):
        raise NotAllowedError("Only those who play this power can see that.")
    return removals(ledger.load(game), power)
