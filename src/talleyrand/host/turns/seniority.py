"""What the senior diplomat of a power may do: let his orders supersede the others' (A-019, A-020, X-A6), invite."""

from __future__ import annotations

from datetime import datetime

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger
from talleyrand.host.bridge.desk import overruled
from talleyrand.host.games.access import needs_player
from talleyrand.host.games.models import Diplomat, Game, present
from talleyrand.host.games.services import RefusedError, confide, locked
from talleyrand.host.turns.here import sets_of
from talleyrand.host.turns.services import before_deadline


def supersede(user: User, game: Game, power: str, *, on: bool, now: datetime) -> str:
    """Ask that one's orders supersede the others', or take it back; what follows from it, in a sentence (A-105).

    It holds from the open phase on, and for what he has sent in it. Asked twice it counts once. Raises
    ``NotAllowedError``, and ``RefusedError`` where he is not the power's senior, plays it alone, or the deadline has
    passed.
    """
    with locked(game) as fresh:
        needs_player(user, fresh, power)
        if fresh.state == Game.State.ENDED:
            raise RefusedError("The game is over.")
        before_deadline(fresh, now)
        places = present(fresh, power)
        place = next(each for each in places if each.user_id == user.pk)
        if on:
            _needs_senior(power, places, user)
        if on and len(places) == 1:
            raise RefusedError(f"You play {power} alone, so there are no orders that yours could supersede.")
        if place.overrides != on:
            place.overrides = on
            place.save(update_fields=["overrides"])
            weigh(fresh, power, user, on)
            confide(fresh, user, "superseding" if on else "superseding_ended", now, power)
        if on:
            return f"From now on your orders for {power} supersede those of the others, until you take it back."
        return f"From now on the latest set of orders for {power} counts, whoever sent it."


def weigh(game: Game, power: str, user: User, on: bool) -> None:
    """Let what somebody sent in the open phase of a locked game supersede the others' sets, or not any more."""
    sets = sets_of(game, power).filter(signature=user.username)
    if not on:
        sets.update(override=False)
    elif game.number and not overruled(ledger.load(game), power):  # no player's are above the Game Master's (D-051)
        sets.update(override=True, senior=True)


def invite(user: User, game: Game, power: str, name: str, *, now: datetime) -> str:
    """Let somebody join the power once in a game that has begun (A-101); who it is, by name.

    Raises ``NotAllowedError``, and ``RefusedError`` where he is not the power's senior or nobody has that name.
    """
    with locked(game) as fresh:
        needs_player(user, fresh, power)
        _needs_senior(power, present(fresh, power), user)
        if fresh.state == Game.State.ENDED:
            raise RefusedError("The game is over.")
        if fresh.state == Game.State.SIGN_UP:
            raise RefusedError("Until the game begins anybody can join without being invited.")
        guest = User.objects.filter(username__iexact=name.strip()[:150], is_active=True).first()
        if guest is None:
            raise RefusedError(
                f"name: nobody here is called {name.strip()[:150]!r}; write the name as the site shows it"
            )
        if guest.pk == fresh.master_id or Diplomat.objects.filter(seat__game=fresh, user=guest, until=None).exists():
            raise RefusedError(f"name: {guest.username} runs this game or plays in it already")
        last = fresh.events.filter(kind__in=("invited", "joined"), data__power=power).last()
        if last is None or (last.kind, last.data.get("name")) != ("invited", guest.username):
            confide(fresh, user, "invited", now, power, name=guest.username)
        return guest.username


def _needs_senior(power: str, places: list[Diplomat], user: User) -> None:
    if places[0].user_id != user.pk:
        raise RefusedError(f"Only the senior of {power}, {places[0].user.username}, can do that.")
