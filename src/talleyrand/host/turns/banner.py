"""What the Game Master did last to the course of a game and why, to be said until the next phase is published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q

from talleyrand.host.desk.log import readable
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game
from talleyrand.host.turns.happened import phase_in
from talleyrand.host.turns.models import Event

_CHANGES = Q(kind__in=("corrected", "undone", "redone", "amended")) | Q(kind="ruling", data__board=True)


@dataclass(frozen=True, slots=True)
class Banner:
    """What was done, when as the ledger writes it, and why in her own words, "" where she gave no reason."""

    words: str
    stamp: str
    reason: str


def banners(role: Role, game: Game) -> tuple[Banner, ...]:
    """What is to be said above everything else on the page of a game."""
    return tuple(_banners(role, game))


def _banners(role: Role, game: Game) -> Iterator[Banner]:
    events = readable(role, game)
    if game.state == Game.State.PAUSED:
        paused = events.filter(kind="paused").last()
        if paused is not None:
            yield Banner("The Game Master has paused the game.", paused.stamp, paused.text)
    last = events.filter(_CHANGES).last()
    if last is None:
        return
    # A correction adjudicates in the same act; what is adjudicated later ends what is to be said of it.
    if not events.filter(kind="adjudicated", sequence__gt=last.sequence).exclude(stamp=last.stamp).exists():
        yield Banner(_said(last), last.stamp, last.text)


def _said(event: Event) -> str:
    match event.kind:
        case "corrected":
            return f"The Game Master has corrected {phase_in(event, event.data.get('of', ''))}."
        case "undone":
            return f"The Game Master has rolled the game back: {phase_in(event, event.phase)} is played again."
        case "redone":
            return f"The Game Master has brought back what had been put aside, up to {phase_in(event, event.phase)}."
        case "amended":
            return "The Game Master has changed the rules or the map."
    return "The Game Master has edited the board."
