"""Who of those who play a power speaks for it."""

from __future__ import annotations

from datetime import datetime

from talleyrand.host.accounts.models import User
from talleyrand.host.desk import log
from talleyrand.host.games.access import needs_master
from talleyrand.host.games.models import Diplomat, Game
from talleyrand.host.games.services import RefusedError, locked
from talleyrand.host.turns.models import Event
from talleyrand.host.turns.seniority import weigh


def make_senior(user: User, game: Game, power: str, player: User, *, now: datetime, text: str = "") -> None:
    """Put somebody first among those who play a power; the senior before him comes next (A-019).

    Raises ``NotAllowedError``, and ``RefusedError`` where he does not play it or is its senior already.
    """
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if fresh.state == Game.State.ENDED:
            raise RefusedError("The game is over; who played in it stays as it is.")
        everybody = list(Diplomat.objects.filter(seat__game=fresh, seat__power=power).select_related("user"))
        present = [each for each in everybody if each.until is None]
        chosen = next((each for each in present if each.user_id == player.pk), None)
        if chosen is None:
            raise RefusedError(f"{player.username} does not play {power}.")
        if present[0] is chosen:
            raise RefusedError(f"{player.username} is the senior of {power} already.")
        for each in present:
            if each.overrides:
                each.overrides = False
                weigh(fresh, power, each.user, False)
        # Ranks are unique and not negative, so all go up, in their new order.
        first = everybody[-1].rank + 1
        for place, each in enumerate([chosen, *(each for each in everybody if each is not chosen)]):
            each.rank = first + place
            each.save(update_fields=["rank", "overrides"])
        log.add(fresh, master, "senior", now, text, sight=Event.Sight.POWER, power=power, senior=player.username)
