"""What has become of a game since somebody opened a page of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from talleyrand.host.bridge.standing import phase_named
from talleyrand.host.games.models import Game


@dataclass(frozen=True, slots=True)
class Seen:
    """How a game stood when a page was made: the open phase by branch and number, the state, and the deadline."""

    phase: tuple[int, int]
    state: str
    due: datetime | None


def news(game: Game, seen: Seen, ends: str) -> str:
    """What is new since then, in a sentence or two, "" for nothing; ``ends`` says when the open phase can end."""
    if game.state == Game.State.ENDED:
        return "" if seen.state == game.state else ends
    if moved(game, seen):
        phase = _open_phase(game)
        if not seen.phase[1]:
            return f"The game has started with {phase}."
        if game.branch != seen.phase[0]:
            return f"The game has been rolled back or corrected: {phase} is being played."
        return f"The results are out, and {phase} has begun."
    if game.state != seen.state:
        return ends if game.state != Game.State.RUNNING else f"The clock runs again. {ends}"
    if game.due_at != seen.due:
        return f"The deadline has moved. {ends}"
    return ""


def moved(game: Game, seen: Seen) -> bool:
    """Whether another phase is being played."""
    return (game.branch, game.number) != seen.phase


def _open_phase(game: Game) -> str:
    row = game.phases.only("code").get(branch=game.branch, number=game.number)
    return phase_named(game, row.code)
