"""Who speaks for a power above the others who play it."""

from __future__ import annotations

from collections.abc import Iterable

from talleyrand.board.unit import Power
from talleyrand.game.errors import InputError
from talleyrand.game.ledger import Seat

NOT_SENIOR = "only the power's senior diplomat can ask that his orders supersede the others'"


def is_senior(seats: Iterable[Seat], power: Power, author: str, claimed: bool, override: bool) -> bool:
    """Whether an author is the power's senior diplomat: he says so, or is the first of several who play it (A-019).

    Raises ``InputError`` for an ``override`` of anyone else, also of one who claims to be senior where another is
    known to be (A-105).
    """
    players = next((seat.players for seat in seats if seat.power == power), ())
    known = players[0] if players else None
    if override and known is not None and author != known:
        raise InputError("override", f"{NOT_SENIOR}, and that of {power} is {known}")
    senior = claimed or (len(players) > 1 and author == known)
    if override and not senior and author != known:
        raise InputError("override", f"{NOT_SENIOR}; say that he is senior")
    return senior or override
