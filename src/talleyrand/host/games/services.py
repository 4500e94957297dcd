"""What changes a game as a whole: made, joined, started, paused, resumed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from unicodedata import category

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from talleyrand.board.calendar import Phase
from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger, rules
from talleyrand.host.bridge.choices import steps_of
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.games.access import needs_master
from talleyrand.host.games.models import Diplomat, Game, Rulebook, Seat
from talleyrand.host.notices.services import telling
from talleyrand.host.turns.here import open_phases
from talleyrand.host.turns.models import Event

_MOST_HOURS = 60 * 24
_TURNING = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

_FURTHEST_START = 3660

LONGEST_ABOUT = 20_000
"""Characters of what a Game Master tells of her game."""

LONGEST_WORD = 10_000
"""Characters of a reason, a ruling, an announcement, a question or a note."""


class RefusedError(Exception):
    """An act that the game cannot take now; the message says why and what to do."""


@contextmanager
def locked(game: Game) -> Iterator[Game]:
    """The game as it stands, in a transaction in which nobody else changes it; what happens in it is told."""
    with transaction.atomic():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        with telling(fresh):
            yield fresh


def note(game: Game, actor: User | None, kind: str, now: datetime, text: str = "", **data: Any) -> None:
    """An act of the site's own in the game's ledger, for everybody to read."""
    value = {"kind": kind, "actor": actor.username if actor else "", "time": stamp(now), "text": text, "data": data}
    ledger.add_events(game, [value], actor, recorded=False)


def word(text: str, *, field: str = "text", empty: str = "say why; everybody reads it") -> str:
    """What somebody says, without the blanks around it. Raises ``RefusedError`` where it is nothing, or too long."""
    if not text.strip():
        raise RefusedError(f"{field}: {empty}")
    return short_enough(text, field, LONGEST_WORD).strip()


def short_enough(text: str, field: str, most: int) -> str:
    """The same text. Raises ``RefusedError`` where it has more than ``most`` characters."""
    if len(text) > most:
        raise RefusedError(f"{field}: {len(text):,} characters are more than the {most:,} that it may have")
    return text


def read_timetable(value: object, variant: str) -> clock.Timetable:
    """A timetable from its JSON value, for every phase of a variant. Raises ``RefusedError``."""
    try:
        found = clock.read(value)
        clock.check_covers(found, steps_of(variant))
        return found
    except clock.TimetableError as fault:
        raise RefusedError(f"timetable: {str(fault).removeprefix('timetable: ')}") from None


def checked_title(title: str) -> str:
    """The name of a game as it is kept, in one line. Raises ``RefusedError`` for one that cannot be.

    A name that cannot be seen could not be pressed either; one that turns the direction of writing turns what stands
    after it, too.
    """
    line = " ".join(title.split())
    if not line or len(title) > 120:
        raise RefusedError("title: give the game a name of 1 to 120 characters")
    if _TURNING.search(line) or not any(category(mark)[0] in "LNPS" for mark in line):
        raise RefusedError("title: it holds signs that cannot be seen; take them out, or type the name anew")
    return line


def confide(game: Game, actor: User, kind: str, now: datetime, power: str, *, phase: str = "", **data: str) -> None:
    """The same, for those who play a power and the Game Master alone to read."""
    about = {"power": power, **data}
    value = {"kind": kind, "phase": phase, "actor": actor.username, "time": stamp(now), "data": about}
    ledger.add_events(game, [value], actor, recorded=False, sight="power", power=power)


def stamp(now: datetime) -> str:
    """An instant as the ledger writes it."""
    return now.isoformat(timespec="seconds")


@transaction.atomic
def create(
    master: User,
    title: str,
    variant: str,
    timetable: object,
    *,
    now: datetime,
    preset: str = "",
    choices: Mapping[str, Any] | None = None,
    year_label: str = "",
    starts_at: datetime | None = None,
    least_players: int = 0,
    starts_once: str = "",
    about: str = "",
    key: str = "",
) -> Game:
    """A game that people can sign up to, with the rules of a preset and any choice changed.

    ``about`` is what its master tells of it; ``key`` is one for each form shown, so that a form sent twice makes one
    game. Raises ``RefusedError`` naming the field that cannot be.
    """
    made = made_by(master, key)
    if made is not None:
        return made
    try:
        setting = rules.setting(variant, preset, choices or {}, year_label)
    except rules.SettingError as fault:
        raise RefusedError(str(fault)) from None
    times = read_timetable(timetable, setting.variant)
    title = check_terms(title, about, starts_at, least_players, len(setting.powers), now, starts_once)
    game = Game.objects.create(
        title=title,
        about=about.strip(),
        key=key,
        master=master,
        variant=setting.variant,
        variant_version=setting.version,
        preset=preset,
        year_label=setting.year_label,
        timetable=clock.write(times),
        starts_at=starts_at,
        least_players=least_players,
        starts_once=starts_once,
        created_at=now,
    )
    Rulebook.objects.create(game=game, version=1, choices=setting.choices, author=master, created_at=now)
    Seat.objects.bulk_create(Seat(game=game, power=power, place=place) for place, power in enumerate(setting.powers))
    note(game, master, "created", now)
    return game


def made_by(master: User, key: str) -> Game | None:
    """The game that a form made already; of two such forms sent at once the second waits here for the first."""
    if not key:
        return None
    User.objects.select_for_update().get(pk=master.pk)
    return Game.objects.filter(master=master, key=key).first()


def check_terms(
    title: str,
    about: str,
    starts_at: datetime | None,
    least_players: int,
    powers: int,
    now: datetime,
    starts_once: str = "",
) -> str:
    """The name as it is kept. Raises ``RefusedError`` for a name, a text, a start or a number that cannot be."""
    name = checked_title(title)
    short_enough(about, "about", LONGEST_ABOUT)
    if starts_at is not None and starts_at <= now:
        raise RefusedError("starts_at: that hour has passed; give a later one")
    if starts_at is not None and starts_at > now + timedelta(days=_FURTHEST_START):
        raise RefusedError("starts_at: that is more than ten years from now; give an earlier one")
    if not 0 <= least_players <= powers:
        raise RefusedError(f"least_players: {least_players} is out of range 0 to {powers}")
    if starts_once not in ("", *Game.Once.values):
        raise RefusedError(f"starts_once: {starts_once!r} is no condition on which a game can start")
    if starts_once and starts_at is not None:
        raise RefusedError("starts_at: a game starts at an hour or on a condition; choose one of them")
    if starts_once == Game.Once.PLAYERS and not least_players:
        raise RefusedError("least_players: say how many it takes to start, 1 at least")
    return name


def join(user: User, game: Game, power: str, *, now: datetime) -> Diplomat:
    """Take a place at a power; whoever came first is its senior (A-019).

    Once the game has begun that is one that nobody plays, or whose senior invited him: its players see its orders
    (A-101, A-107). Whoever was removed comes back only where he is asked. A game that waits for players starts with
    the one who makes them enough. Raises ``RefusedError``.
    """
    with locked(game) as fresh:
        if fresh.state == Game.State.ENDED:
            raise RefusedError("The game is over; nobody can join it.")
        seat = Seat.objects.filter(game=fresh, power=power).first()
        if seat is None:
            raise RefusedError(f"{power!r} is no power of this game.")
        if Diplomat.objects.filter(seat__game=fresh, user=user, until=None).exists():
            raise RefusedError("You play in this game already.")
        asked = power in invitations(user, fresh)
        if not asked and _removed(user, fresh):
            raise RefusedError("The Game Master took your place in this game away; ask her whether you may come back.")
        taken = fresh.state != Game.State.SIGN_UP and seat.diplomats.filter(until=None).exists()
        if taken and not asked:
            raise RefusedError(f"The game has begun and somebody plays {power}; ask its senior to invite you.")
        last = seat.diplomats.aggregate(last=Max("rank"))["last"]
        place = Diplomat.objects.create(seat=seat, user=user, rank=0 if last is None else last + 1, since=now)
        note(fresh, user, "joined", now, power=power)
        start_once(fresh, now=now)
        return place


def invitations(user: User, game: Game) -> frozenset[str]:
    """The powers whose senior has invited somebody since he last came to this game or was taken from it."""
    last = _moves(user, game).last()
    asked = game.events.filter(kind="invited", data__name=user.username, sequence__gt=last.sequence if last else -1)
    return frozenset(asked.values_list("power", flat=True))


def _removed(user: User, game: Game) -> bool:
    """Whether the Game Master took somebody's place away, gave it to nobody, and has not let him play since."""
    last = _moves(user, game).last()
    return last is not None and last.data.get("old") == user.username and "new" not in last.data


def _moves(user: User, game: Game) -> QuerySet[Event]:
    """When somebody joined a game, was put in it or taken from it, oldest first."""
    names = Q(data__old=user.username) | Q(data__new=user.username)
    return game.events.filter(Q(kind="joined", actor=user) | Q(names, kind="players"))


def start(user: User, game: Game, *, now: datetime) -> Game:
    """Begin to play: the first phase opens and the clock runs. Raises ``RefusedError`` or ``NotAllowedError``."""
    with locked(game) as fresh:
        needs_master(user, fresh)
        begin(fresh, now=now, actor=user)
        return fresh


def start_once(game: Game, *, now: datetime) -> None:
    """Start a locked game if that for which it waits has come about, as its terms say (A-137)."""
    if game.state != Game.State.SIGN_UP or not game.starts_once:
        return
    if game.starts_once == Game.Once.POWERS:
        enough = not game.seats.exclude(diplomats__in=Diplomat.objects.filter(until=None)).exists()
    else:
        enough = _players(game) >= game.least_players
    if enough:
        begin(game, now=now, actor=None)


def _players(game: Game) -> int:
    return Diplomat.objects.filter(seat__game=game, until=None).values("user").distinct().count()


def begin(game: Game, *, now: datetime, actor: User | None, opens: datetime | None = None) -> None:
    """Open the first phase of a locked game; its clock begins when it ``opens``, or now. Raises ``RefusedError``."""
    if game.state != Game.State.SIGN_UP:
        raise RefusedError("The game has started already.")
    players = _players(game)
    if players < game.least_players:
        raise RefusedError(f"The game needs {game.least_players} players to start and has {players}.")
    after = rules.new_game(game, time=stamp(now))
    ledger.store(game, None, after, now=now, author=actor)
    game.state, game.starts_at, game.starts_once = Game.State.RUNNING, None, ""
    set_clock(game, after.phase, opens or now, now)
    save_clock(game)


def set_clock(game: Game, phase: Phase, opens: datetime, now: datetime | None = None) -> None:
    """The deadline of the phase being played, which opened at ``opens``; never one that has passed at ``now``.

    A timetable that was to hold from the next phase on holds once another phase is played. Raises ``RefusedError``
    where the timetable leaves no day for the phase to end on.
    """
    if game.coming is not None and game.coming["after"] != str(phase):
        game.timetable, game.coming = game.coming["timetable"], None
    times = clock.read(game.timetable)
    try:
        due = clock.deadline(times, phase, opens)
        # A deadline that has passed stands only while there is grace after it and it is no new one.
        if now is not None and (clock.closes(times, due) <= now or (due <= now and due != game.due_at)):
            opens, due = now, clock.deadline(times, phase, now)
    except clock.TimetableError as fault:
        raise RefusedError(f"The timetable cannot say when the next phase ends. {fault}") from None
    game.opened_at, game.first_due_at, game.due_at = opens, due, due
    game.closes_at = clock.closes(times, due)


def save_clock(game: Game) -> None:
    """Keep a locked game whose clock was set or moved, and with the phase being played when it is due."""
    game.save()
    if game.due_at is not None:
        open_phases(game).update(due_at=game.due_at)


def put_deadline(game: Game, due: datetime) -> None:
    """Move the deadline of a locked game that runs, and keep it."""
    game.due_at, game.closes_at = due, clock.closes(clock.read(game.timetable), due)
    save_clock(game)


def stop_clock(game: Game, state: str) -> None:
    """No clock runs any more; what was left of the phase is kept for when it goes on."""
    game.state, game.closes_at = state, None


def pause(user: User, game: Game, *, now: datetime, text: str = "") -> Game:
    """Stop the clock; what is left of the phase is kept, and orders still come in.

    Raises ``RefusedError``, ``NotAllowedError``.
    """
    with locked(game) as fresh:
        needs_master(user, fresh)
        if fresh.state != Game.State.RUNNING or fresh.due_at is None:
            raise RefusedError("Only a running game can be paused.")
        whole = fresh.due_at - min(fresh.opened_at or now, fresh.due_at)
        fresh.remaining = min(max(fresh.due_at - now, timedelta()), whole)  # also where the clock has gone back
        stop_clock(fresh, Game.State.PAUSED)
        fresh.save()
        note(fresh, user, "paused", now, text)
        return fresh


def resume(user: User, game: Game, *, now: datetime, text: str = "") -> Game:
    """Let the clock run again: to the slot of the timetable, or for as long as was left. Raises ``RefusedError``."""
    with locked(game) as fresh:
        needs_master(user, fresh)
        if fresh.state != Game.State.PAUSED:
            raise RefusedError("Only a paused game can go on.")
        times = clock.read(fresh.timetable)
        phase = rules.phase_of(fresh)
        left = fresh.remaining
        try:
            due = clock.deadline(times, phase, now) if left is None else clock.resumed(times, phase, now, left)
        except clock.TimetableError as fault:
            raise RefusedError(f"The timetable cannot say when this phase ends. {fault}") from None
        fresh.state, fresh.remaining = Game.State.RUNNING, None
        if fresh.first_due_at is None or fresh.due_at is None:
            fresh.opened_at, fresh.first_due_at = now, due  # no clock has run in this phase
        else:
            fresh.first_due_at += due - fresh.due_at  # standing still is no extension
        put_deadline(fresh, due)
        note(fresh, user, "resumed", now, text, due=stamp(due))
        return fresh


def extend(user: User, game: Game, *, hours: float, seen: datetime, now: datetime, text: str = "") -> Game:
    """Move the deadline that its master saw to a later one; sent twice, the second is refused (lesson 2).

    Raises ``RefusedError`` where the timetable is strict or its cap reached, or the deadline is another by now.
    """
    with locked(game) as fresh:
        needs_master(user, fresh)
        due = longer(fresh, hours, seen, now)
        lengthen(fresh, due, actor=user, now=now, text=text)
        return fresh


def longer(game: Game, hours: float, seen: datetime, now: datetime) -> datetime:
    """The deadline to which so many hours more would move the one that was seen; one to come.

    Raises ``RefusedError``.
    """
    if game.state != Game.State.RUNNING or game.due_at is None or game.first_due_at is None:
        raise RefusedError("Only a running game has a deadline to extend.")
    if game.due_at != seen:
        raise RefusedError("The deadline has changed since you looked; see whether you still want to extend it.")
    if not 0 <= hours <= _MOST_HOURS:
        raise RefusedError(f"hours: {hours:g} is out of range 0 to {_MOST_HOURS}")
    try:
        due = clock.extended(
            clock.read(game.timetable), rules.phase_of(game), game.first_due_at, game.due_at, float(hours)
        )
    except clock.TimetableError as fault:
        raise RefusedError(str(fault)) from None
    if due <= now:
        raise RefusedError("hours: the deadline would have passed all the same; give more")
    return due


def lengthen(game: Game, due: datetime, *, actor: User | None, now: datetime, text: str = "") -> None:
    """Move the deadline of a locked game, and tell it."""
    was = game.due_at
    put_deadline(game, due)
    note(game, actor, "extended", now, text, due=stamp(due), was=stamp(was) if was else "")
