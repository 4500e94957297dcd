"""Order texts for the site: what a set was read as, and what is in force."""

from __future__ import annotations

from dataclasses import dataclass

from talleyrand.game.state import Game as Engine
from talleyrand.orders.reading import Reading
from talleyrand.orders.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a player is told at once (A-125): each line of the set as read, and the power's orders as they stand.

    ``retreats`` are conditional ones, ``ahead`` orders for the phase after this one, where the rulebook has them.
    """

    power: str
    read: tuple[dict[str, object], ...]
    sheet: Sheet
    retreats: tuple[Reading, ...] = ()
    ahead: tuple[Reading, ...] = ()


def receipt(game: Engine, power: str) -> Receipt:
    """The receipt of the last set that came in for a power. Raises ``InputError`` for an unknown power."""
    sets = game.current.sets_of(power)
    read = tuple(dict(reading) for reading in sets[-1].readings) if sets else ()
    return Receipt(
        power, read, game.sheet(power), tuple(game.conditional_retreats(power).readings), game.sent_ahead(power)
    )
