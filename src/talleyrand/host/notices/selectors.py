"""Reads of notices, each by the one who got them."""

from __future__ import annotations

from talleyrand.host.accounts.models import User
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game
from talleyrand.host.notices.models import Delivery, Kind, Notification, Pace


def latest(user: User, most: int = 50) -> list[Notification]:
    """What somebody was told last, the newest first."""
    return list(user.notifications.select_related("game")[:most])


def preferences(user: User) -> dict[Kind, Pace]:
    """How notices of every kind come to somebody."""
    chosen = dict(user.preferences.values_list("kind", "pace"))
    return {kind: Pace(chosen.get(kind, Pace.NOW)) for kind in Kind}


def paces(kind: Kind) -> list[Pace]:
    """How notices of a kind can come: a reminder of the next day would come too late."""
    return [pace for pace in Pace if not (kind == Kind.REMINDER and pace == Pace.DAILY)]


def undelivered(role: Role, game: Game) -> list[str]:
    """Names of those whose mail about a game was given up or has failed so far, for its Game Master; else nobody."""
    if not role.master:
        return []
    failing = Delivery.objects.filter(notification__game=game).exclude(error="").exclude(state=Delivery.State.SENT)
    return sorted(set(failing.values_list("notification__user__username", flat=True)))
