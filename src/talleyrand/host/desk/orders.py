"""Orders for a power by the Game Master (C-014, D-051): told to everybody, their text to nobody but the power."""

from __future__ import annotations

from datetime import datetime

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import desk, ledger
from talleyrand.host.bridge.ledger import GameError
from talleyrand.host.desk import log
from talleyrand.host.games.access import needs_master
from talleyrand.host.games.models import Diplomat, Game, Seat
from talleyrand.host.games.services import RefusedError, locked, stamp
from talleyrand.host.turns.models import Event
from talleyrand.host.turns.seniority import weigh
from talleyrand.host.turns.services import before_deadline, lower_flag, playing, whole


def enter(
    user: User,
    game: Game,
    power: str,
    text: str,
    *,
    override: bool = False,
    seen: tuple[int, int],
    key: str = "",
    now: datetime,
) -> None:
    """Orders for a power as if it had sent them, or with ``override`` above all that it sends in this phase.

    ``seen`` are branch and number of the phase that she looked at; sent twice with one ``key`` they count once. Raises
    ``NotAllowedError``, and ``RefusedError`` where orders cannot be taken now.
    """
    text = whole(text)
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if log.had(fresh, key):
            return
        before = playing(fresh, seen)
        before_deadline(fresh, now)
        if not text.strip():
            raise RefusedError("orders: the text is empty; write the orders of the power")
        if not Seat.objects.filter(game=fresh, power=power).exists():
            raise RefusedError(f"power: {power!r} is no power of this game")
        try:
            after = desk.enter(before, power, text, author=master.username, override=override, time=stamp(now))
        except GameError as fault:
            raise RefusedError(str(fault)) from None
        ledger.store(fresh, before, after, now=now, author=master)
        log.add(fresh, master, "orders_entered", now, power=power, key=key, override=override)


def stand_back(user: User, game: Game, power: str, *, now: datetime) -> None:
    """Take back her orders that supersede a power's, so that its own are in force again.

    Raises ``NotAllowedError``, and ``RefusedError`` where there are none.
    """
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        before = playing(fresh, None)
        before_deadline(fresh, now)
        try:
            after = desk.stand_back(before, power, actor=master.username, time=stamp(now))
        except GameError as fault:
            raise RefusedError(str(fault)) from None
        ledger.store(fresh, before, after, now=now, author=master)
        for place in Diplomat.objects.filter(seat__game=fresh, seat__power=power, until=None, overrides=True):
            weigh(fresh, power, place.user, True)
        if power not in after.status.ordered:
            lower_flag(fresh, power)
        log.add(fresh, master, "override_ended", now, sight=Event.Sight.ALL, power=power)
