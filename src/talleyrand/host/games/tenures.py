"""Who played which power of a game, from when to when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Min

from talleyrand.host.bridge.imports import CARRIED
from talleyrand.host.deadlines.words import day
from talleyrand.host.games.models import Diplomat, Game
from talleyrand.host.turns.models import Event, Phase


@dataclass(frozen=True, slots=True)
class Tenure:
    """Somebody who played a power: since when, None from the start; and until when, None to the end.

    ``elsewhere`` are those whom a record names that the game was brought in from.
    """

    power: str
    name: str
    since: datetime | None = None
    until: datetime | None = None
    elsewhere: bool = False

    @property
    def words(self) -> str:
        """His name, and the days where he did not play from the start to the end."""
        since = f"from {day(self.since)}" if self.since is not None else ""
        until = f"until {day(self.until)}" if self.until is not None else ""
        period = " ".join(filter(None, (since, until)))
        return f"{self.name}, {period}" if period else self.name


def tenures(games: Sequence[Game]) -> dict[int, tuple[Tenure, ...]]:
    """Who played in games, by their ids: power by power, and in each whoever came first before the others.

    Who left before the game began played nothing.
    """
    phases = Phase.objects.filter(game__in=games).values("game")
    began = dict(phases.annotate(first=Min("opened_at")).values_list("game", "first"))
    carried = dict(
        Event.objects.filter(game__in=games, kind=CARRIED, recorded=False).values_list("game", "data__seats")
    )
    rows = Diplomat.objects.filter(seat__game__in=games).select_related("user", "seat")
    came: dict[int, dict[str, list[Tenure]]] = {}
    for row in rows.order_by("seat__place", "since", "rank"):
        start = began.get(row.seat.game_id)
        if start is None or (row.until is not None and row.until <= start):
            continue
        since = row.since if row.since > start or row.seat.game_id in carried else None
        came.setdefault(row.seat.game_id, {}).setdefault(row.seat.power, []).append(
            Tenure(row.seat.power, row.user.username, since, row.until)
        )
    return {game.pk: tuple(_ordered(carried.get(game.pk) or (), came.get(game.pk, {}))) for game in games}


def _ordered(named: Sequence[Mapping[str, Any]], came: Mapping[str, list[Tenure]]) -> Iterator[Tenure]:
    """Those whom a record names before those who came since, power by power."""
    before = {
        each["power"]: [Tenure(each["power"], name, elsewhere=True) for name in each["players"]] for each in named
    }
    for power in dict.fromkeys((*before, *came)):
        yield from before.get(power, ())
        yield from came.get(power, ())


def former(game: Game) -> dict[str, str]:
    """Those who do not play a game's powers any more, or whom only its record names, in words, power by power."""
    return by_power([each for each in tenures([game])[game.pk] if each.until is not None or each.elsewhere])


def by_power(found: Sequence[Tenure]) -> dict[str, str]:
    """The same in words, power by power: {"Rome": "alice, until 3 May 2030; carl, from 3 May 2030"}."""
    words: dict[str, list[str]] = {}
    for each in found:
        words.setdefault(each.power, []).append(each.words)
    return {power: "; ".join(each) for power, each in words.items()}
