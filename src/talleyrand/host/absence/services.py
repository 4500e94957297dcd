"""Absence: days away, substitutes, players removed, powers put in civil disorder (X-A9, lessons 9 to 12)."""

from __future__ import annotations

from datetime import date, datetime

from talleyrand.host.absence.models import Absence
from talleyrand.host.accounts.models import User
from talleyrand.host.accounts.zones import local_date
from talleyrand.host.bridge import ledger
from talleyrand.host.bridge.ledger import GameError
from talleyrand.host.bridge.standing import standing
from talleyrand.host.games.access import NotAllowedError, needs_master
from talleyrand.host.games.models import Diplomat, Game, Seat
from talleyrand.host.games.services import RefusedError, confide, locked, note, short_enough, stamp, start_once
from talleyrand.host.turns.ready import settle
from talleyrand.host.turns.seniority import weigh
from talleyrand.host.turns.services import lower_flag

_LONGEST = 366
_MOST = 50
_LONGEST_NOTE = 200


def plan(user: User, first: date, last: date, *, now: datetime, text: str = "") -> Absence:
    """Say that one is away from one day to another, for the Game Masters of one's games to know; twice counts once.

    Raises ``RefusedError`` naming the field that cannot be.
    """
    if last < first:
        raise RefusedError(f"last: {last} is before {first}; give the day of your return or a later one")
    if last < local_date(user, now):
        raise RefusedError(f"last: {last} has passed; give a day to come")
    if (last - first).days >= _LONGEST:
        raise RefusedError(f"last: an absence has at most {_LONGEST} days; leave the game instead, or enter fewer")
    short_enough(text, "text", _LONGEST_NOTE)
    if Absence.objects.filter(user=user, last__gte=local_date(user, now)).count() >= _MOST:
        raise RefusedError(f"first: {_MOST} absences are planned already; take some back")
    return Absence.objects.get_or_create(
        user=user, first=first, last=last, defaults={"text": text.strip(), "created_at": now}
    )[0]


def cancel(user: User, absence: int) -> None:
    """Take back one's own absence, by its id; one that is gone already is no fault. Raises ``NotAllowedError``."""
    found = Absence.objects.filter(pk=absence).first()
    if found is not None and found.user_id != user.pk:
        raise NotAllowedError("That is somebody else's.")
    if found is not None:
        found.delete()


def leave(user: User, game: Game, *, now: datetime) -> None:
    """Give up one's place; orders sent stay in force, and nobody waits for a power that is not played any more (A-103).

    Raises ``RefusedError``.
    """
    with locked(game) as fresh:
        if fresh.state == Game.State.ENDED:
            raise RefusedError("The game is over; who played in it stays as it is.")
        place = Diplomat.objects.filter(seat__game=fresh, user=user, until=None).select_related("seat", "user").first()
        if place is None:
            raise RefusedError("You do not play in this game.")
        _end(fresh, place, now)
        note(fresh, user, "left", now, power=place.seat.power)
        settle(fresh, now)


def replace_player(
    master: User, game: Game, power: str, old: User, new: User, *, now: datetime, text: str = ""
) -> Diplomat:
    """Put a substitute in somebody's place; he is the power's last in seniority, and orders sent stay in force (A-019).

    Raises ``NotAllowedError``, ``RefusedError``.
    """
    with locked(game) as fresh:
        actor = needs_master(master, fresh)
        seat, place = _place(fresh, power, old)
        _may_play(fresh, new)
        _end(fresh, place, now)
        made = _seat(seat, new, now)
        note(fresh, actor, "replaced", now, text, power=power, **_herself(fresh, new))
        _names(fresh, actor, power, now, old=old, new=new)
        settle(fresh, now)
        return made


def put_in(master: User, game: Game, power: str, new: User, *, now: datetime, text: str = "") -> Diplomat:
    """Put somebody into a power that nobody plays, before the game begins or after it; he is told (A-019).

    A game that waits for players starts with the one who makes them enough. Raises ``NotAllowedError``,
    ``RefusedError``.
    """
    with locked(game) as fresh:
        actor = needs_master(master, fresh)
        seat = _seat_of(fresh, power)
        if seat.present():
            raise RefusedError(f"Somebody plays {power} already; put a substitute in that player's place instead.")
        _may_play(fresh, new)
        made = _seat(seat, new, now)
        note(fresh, actor, "put_in", now, text, power=power, **_herself(fresh, new))
        _names(fresh, actor, power, now, new=new)
        start_once(fresh, now=now)
        return made


def kick(master: User, game: Game, power: str, old: User, *, now: datetime, text: str = "") -> None:
    """Take somebody's place away; orders sent stay in force, and who comes next in rank is the senior (A-019).

    Raises ``NotAllowedError``, ``RefusedError``.
    """
    with locked(game) as fresh:
        actor = needs_master(master, fresh)
        _, place = _place(fresh, power, old)
        _end(fresh, place, now)
        note(fresh, actor, "kicked", now, text, power=power)
        _names(fresh, actor, power, now, old=old)
        settle(fresh, now)


def set_disorder(master: User, game: Game, power: str, on: bool = True, *, now: datetime, text: str = "") -> Game:
    """Put a power in civil disorder, so that nothing it sends is in force, or end its disorder (X-A9, lesson 12).

    Raises ``NotAllowedError``, and ``RefusedError`` where the power is so already.
    """
    with locked(game) as fresh:
        actor = needs_master(master, fresh)
        if fresh.state in (Game.State.SIGN_UP, Game.State.ENDED):
            raise RefusedError("Only in a game that is being played can a power be in civil disorder.")
        if not Seat.objects.filter(game=fresh, power=power).exists():
            raise RefusedError(f"{power!r} is no power of this game.")
        before = ledger.load(fresh)
        stands = standing(before)
        if on and power in stands.declared:
            raise RefusedError(f"{power} is in civil disorder already.")
        if not on and power not in stands.disorder and not stands.missed.get(power):
            raise RefusedError(f"{power} is not in civil disorder and has missed nothing.")
        try:
            after = before.set_disorder(power, on, actor=actor.username, text=text, time=stamp(now))
        except GameError as fault:
            raise RefusedError(str(fault)) from None
        ledger.store(fresh, before, after, now=now, author=actor)
        settle(fresh, now)
        return fresh


def _seat_of(game: Game, power: str) -> Seat:
    if game.state == Game.State.ENDED:
        raise RefusedError("The game is over; who played in it stays as it is.")
    seat = Seat.objects.filter(game=game, power=power).first()
    if seat is None:
        raise RefusedError(f"{power!r} is no power of this game.")
    return seat


def _may_play(game: Game, new: User) -> None:
    """Raise ``RefusedError`` for somebody who cannot be put in a place; the Game Master may play too (A-138)."""
    if not new.is_active:
        raise RefusedError(f"{new.username} has no account that is in use.")
    if Diplomat.objects.filter(seat__game=game, user=new, until=None).exists():
        raise RefusedError(f"{new.username} plays in this game already.")


def _seat(seat: Seat, new: User, now: datetime) -> Diplomat:
    """Somebody as the last in seniority of those who play or played a power."""
    last = max((each.rank for each in seat.diplomats.all()), default=-1)
    return Diplomat.objects.create(seat=seat, user=new, rank=last + 1, since=now)


def _herself(game: Game, new: User) -> dict[str, bool]:
    """That a place is the Game Master's own now, which everybody may know: orders of others are sealed for her then."""
    return {"master": True} if new.pk == game.master_id else {}


def _place(game: Game, power: str, old: User) -> tuple[Seat, Diplomat]:
    seat = _seat_of(game, power)
    place = seat.diplomats.filter(user=old, until=None).first()
    if place is None:
        raise RefusedError(f"{old.username} does not play {power}.")
    return seat, place


def _end(game: Game, place: Diplomat, now: datetime) -> None:
    """End somebody's time: who comes next in rank is the senior, and what he sent supersedes nobody's any more."""
    place.until = now
    place.save(update_fields=["until"])
    lower_flag(game, place.seat.power)
    weigh(game, place.seat.power, place.user, False)


def _names(game: Game, actor: User, power: str, now: datetime, **people: User) -> None:
    """Who it was, for the power and the Game Master to know: names may be hidden from all others (lesson 27)."""
    confide(game, actor, "players", now, power, **{part: person.username for part, person in people.items()})
