"""Drafts: texts kept and not in force, seen by their author alone (lesson 19)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from talleyrand.host.accounts.models import User
from talleyrand.host.games.access import needs_player
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError, locked
from talleyrand.host.turns.here import open_phase, sets_of
from talleyrand.host.turns.models import Draft, Phase
from talleyrand.host.turns.services import playing, whole


def keep(
    user: User,
    game: Game,
    power: str,
    text: str,
    *,
    now: datetime,
    seen: tuple[int, int] | None = None,
    key: str = "",
) -> Draft:
    """Keep a text for the open phase without sending it; the same as before is kept once.

    ``seen`` and ``key`` are as those of orders that are sent. Raises ``NotAllowedError``, and ``RefusedError`` where no
    phase is open, or nothing was written.
    """
    text = whole(text)
    with locked(game) as fresh:
        needs_player(user, fresh, power)
        playing(fresh, seen)
        phase = open_phase(fresh)
        last = of(user, fresh, power).last()
        if last is not None and ((key and last.key == key) or (last.text == text and _stands(user, fresh, last))):
            return last
        if not text.strip() and last is None:
            raise RefusedError("The box is empty, so there is nothing to keep.")
        known = bool(key) and Draft.objects.filter(author=user, key=key).exists()
        return Draft.objects.create(
            phase=phase,
            power=power,
            author=user,
            text=text,
            sets=phase.orders.count(),
            key="" if known else key,
            created_at=now,
        )


def of(user: User, game: Game, power: str) -> QuerySet[Draft]:
    """Somebody's own drafts for a power in the open phase, oldest first; a rollback to it keeps them."""
    code = Phase.objects.filter(game=game, branch=game.branch, number=game.number).values("code")[:1]
    return Draft.objects.filter(phase__game=game, phase__code__in=code, power=power, author=user)


def offered(user: User, game: Game, drafts: Sequence[Draft]) -> Draft | None:
    """The latest of his drafts, unless he has sent orders since."""
    last = drafts[-1] if drafts else None
    return last if last is not None and last.text.strip() and _stands(user, game, last) else None


def _stands(user: User, game: Game, draft: Draft) -> bool:
    later = sets_of(game, draft.power).filter(signature=user.username, sequence__gte=draft.sets)
    return not later.exists()
