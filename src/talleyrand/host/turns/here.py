"""What belongs to the open phase of a game: its row, its ready flags and its order sets."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from talleyrand.host.games.models import Game
from talleyrand.host.turns.models import OrderSet, Phase, Ready


def open_phases(game: Game) -> QuerySet[Phase]:
    """The row of the phase being played, if there is one."""
    return Phase.objects.filter(game=game, branch=game.branch, number=game.number)


def open_phase(game: Game) -> Phase:
    """The row of the phase being played. Raises ``Phase.DoesNotExist`` before a game has begun."""
    return open_phases(game).get()


def ready_flags(game: Game) -> QuerySet[Ready]:
    """The ready flags of the open phase."""
    return Ready.objects.filter(**_of(game))


def ready_powers(game: Game) -> frozenset[str]:
    """The powers that are said to need no more time in the open phase."""
    return frozenset(ready_flags(game).values_list("power", flat=True))


def sets_of(game: Game, power: str) -> QuerySet[OrderSet]:
    """All that came in for a power in the open phase, oldest first, what was taken back too."""
    return OrderSet.objects.filter(**_of(game), power=power)


def _of(game: Game) -> dict[str, Any]:
    return {"phase__game": game, "phase__branch": game.branch, "phase__number": game.number}
