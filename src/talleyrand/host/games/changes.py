"""What a Game Master changes of her game: its terms before it starts, its rules and its timetable at any time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import rules
from talleyrand.host.bridge.choices import steps_of
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.timetable import Pace, Timetable
from talleyrand.host.games.access import needs_master
from talleyrand.host.games.models import Game, Rulebook
from talleyrand.host.games.services import (
    RefusedError,
    check_terms,
    locked,
    note,
    read_timetable,
    save_clock,
    set_clock,
    stamp,
    start_once,
    word,
)
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.here import ready_flags


def edit_terms(
    user: User,
    game: Game,
    *,
    title: str,
    about: str,
    starts_at: datetime | None,
    least_players: int,
    starts_once: str = "",
    now: datetime,
) -> Game:
    """Change what a game is called, what is told of it and when it starts, before it does (A-137).

    It starts at once where that on which it is to start has come about already. A form sent twice counts once.
    Raises ``NotAllowedError``, ``RefusedError``.
    """
    with locked(game) as fresh:
        needs_master(user, fresh)
        if fresh.state != Game.State.SIGN_UP:
            raise RefusedError("The game has started; its name, its text and its start stay as they are.")
        kept = fresh.starts_at is not None and starts_at == fresh.starts_at
        starts = None if kept else starts_at
        new = {
            "title": check_terms(title, about, starts, least_players, fresh.seats.count(), now, starts_once),
            "about": about.strip(),
            "starts_at": starts_at,
            "least_players": least_players,
            "starts_once": starts_once,
        }
        old = {name: getattr(fresh, name) for name in new}
        if new == old:
            return fresh
        for name, value in new.items():
            setattr(fresh, name, value)
        fresh.save(update_fields=list(new))
        start: dict[str, Any] = {"starts_at": stamp(starts_at) if starts_at else "", "least_players": least_players}
        note(fresh, user, "terms_changed", now, title=fresh.title, starts_once=starts_once, **start)
        start_once(fresh, now=now)
        return fresh


def change_rules(
    user: User, game: Game, choices: Mapping[str, Any], *, seen: int, reason: str, now: datetime
) -> Rulebook:
    """Publish another version of a game's rules; what is over stays as it was played (A-127).

    ``choices`` are all of the rulebook, ``seen`` the version that the Game Master looked at: sent twice, the second is
    refused. Raises ``NotAllowedError``, ``RefusedError``.
    """
    with transaction.atomic():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        master = needs_master(user, fresh)
        reason = _may_change(fresh, reason)
        last = fresh.rulebooks.last()
        if last is None or last.version != seen:
            version = last.version if last is not None else 0
            raise RefusedError(
                f"The rules have changed since you looked: version {version} holds now. Compare your changes with it."
            )
        try:
            setting = rules.setting(fresh.variant, "", choices, fresh.year_label)
        except rules.SettingError as fault:
            raise RefusedError(str(fault)) from None
        changed = {name: value for name, value in setting.choices.items() if value != last.choices.get(name)}
        if not changed:
            raise RefusedError("Nothing would change: these are the rules already.")
        if fresh.state == Game.State.SIGN_UP:
            _publish(fresh, master, setting.choices, last.version + 1, reason, now)
        else:
            turns.amend(master, fresh, reason, rulebook=changed, now=now)
        return fresh.rulebooks.get(version=last.version + 1)


def _publish(game: Game, master: User, choices: dict[str, Any], version: int, reason: str, now: datetime) -> None:
    with locked(game) as fresh:
        Rulebook.objects.create(
            game=fresh, version=version, choices=choices, author=master, text=reason, created_at=now
        )
        note(fresh, master, "rules_changed", now, reason, version=version)


def change_timetable(
    user: User, game: Game, value: object, *, at_once: bool, seen: str, reason: str, now: datetime
) -> Game:
    """Give a game another timetable, from the phase being played or (not ``at_once``) from the next one on.

    ``seen`` is the ``clockwork`` that the Game Master looked at: sent twice, the second is refused. The deadline of the
    phase being played is counted anew from when it opened, and never moved into the past. Raises ``NotAllowedError``,
    ``RefusedError``.
    """
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        reason = _may_change(fresh, reason)
        if seen != clockwork(fresh):
            raise RefusedError(
                "The timetable or the phase is another since you looked. See the deadlines below, and confirm again."
            )
        new = read_timetable(value, fresh.variant)
        old, was, came = clock.read(fresh.timetable), fresh.due_at, fresh.coming
        _apply(fresh, new, at_once, now)
        if _alike(fresh, clock.read(fresh.timetable), old) and fresh.due_at == was and fresh.coming == came:
            raise RefusedError("Nothing would change: this is the timetable already.")
        save_clock(fresh)
        if at_once and old.pace is Pace.STRICT and new.pace is Pace.SOFT:
            ready_flags(fresh).delete()  # said when it ended nothing, it is not held against anybody now
        due = fresh.due_at
        deadline = {"was": stamp(was), "due": stamp(due)} if was is not None and due is not None and was != due else {}
        note(
            fresh,
            master,
            "timetable_changed",
            now,
            reason,
            timetable={"old": clock.write(old), "new": clock.write(new)},
            at_once=at_once,
            **deadline,
        )
        return fresh


def clockwork(game: Game) -> str:
    """What a change of the timetable rests on: how many there were, which phase is played, and its deadline."""
    changes = game.events.filter(kind="timetable_changed").count()
    return f"{changes}.{game.branch}.{game.number}.{stamp(game.due_at) if game.due_at else game.state}"


def deadline_after(game: Game, timetable: Timetable, now: datetime) -> datetime | None:
    """The deadline that the phase being played would have by a timetable that held at once; None without a clock.

    Nothing is changed. Raises ``RefusedError``.
    """
    trial = Game.objects.get(pk=game.pk)
    _apply(trial, timetable, True, now)
    return trial.due_at


def _apply(game: Game, new: Timetable, at_once: bool, now: datetime) -> None:
    """Put a timetable into a game, unsaved."""
    if game.is_played and not at_once:
        same = _alike(game, new, clock.read(game.timetable))
        after = str(rules.phase_of(game))
        game.coming = None if same else {"after": after, "timetable": clock.write(new)}
        return
    game.timetable, game.coming = clock.write(new), None
    if game.state == Game.State.RUNNING and game.closes_at is not None and game.closes_at <= now:
        raise RefusedError("The deadline has passed, and the phase is about to be adjudicated; wait a moment.")
    try:
        if game.state == Game.State.RUNNING:
            set_clock(game, rules.phase_of(game), game.opened_at or now, now)
        elif game.state == Game.State.PAUSED and game.due_at is not None and game.remaining is not None:
            _rewind(game)
    except clock.TimetableError as fault:
        raise RefusedError(f"timetable: {fault}") from None


def _alike(game: Game, one: Timetable, other: Timetable) -> bool:
    return clock.alike(one, other, steps_of(game.variant))


def _rewind(game: Game) -> None:
    """Of a paused game what is left of its phase is counted anew; its clock goes on standing still."""
    assert game.due_at is not None and game.remaining is not None
    paused = game.due_at - game.remaining
    set_clock(game, rules.phase_of(game), game.opened_at or paused, paused)
    game.closes_at, game.remaining = None, game.due_at - paused


def _may_change(game: Game, reason: str) -> str:
    """The reason as it is kept. Raises ``RefusedError`` without one, and where the game is over."""
    if game.state == Game.State.ENDED:
        raise RefusedError("The game is over; what it was played by stays as it was.")
    return word(reason, field="reason")
