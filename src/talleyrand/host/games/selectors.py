"""Reads of games for pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from talleyrand.host.accounts.models import User
from talleyrand.host.games.models import Diplomat, Game


@dataclass(frozen=True, slots=True)
class Listing:
    """The games of a front page."""

    mine: QuerySet[Game]
    open: QuerySet[Game]
    running: QuerySet[Game]
    ended: QuerySet[Game]


def listing(user: User | None) -> Listing:
    """The games somebody plays or runs, and the others by what goes on."""
    games = Game.objects.select_related("master").order_by("-created_at")
    mine = games.none()
    others = games
    if user is not None:
        here = Diplomat.objects.filter(user=user, until=None).values("seat__game")
        own = Q(master=user) | Q(pk__in=here)
        mine, others = games.filter(own), games.exclude(own)
    return Listing(
        mine,
        others.filter(state=Game.State.SIGN_UP),
        others.filter(state__in=(Game.State.RUNNING, Game.State.PAUSED, Game.State.FROZEN)),
        others.filter(state=Game.State.ENDED),
    )
