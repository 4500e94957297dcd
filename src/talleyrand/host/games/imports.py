"""A game brought in from a record: all of its phases, orders and events, and nobody of this site in it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import DatabaseError, transaction

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import imports, ledger
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.games.models import Game, Seat
from talleyrand.host.games.services import RefusedError, checked_title, made_by, note, read_timetable, stamp

LONGEST = 4 * 2**20
"""Bytes of a record that is brought in; what is longer is refused before it is read."""


def bring_in(user: User, title: str, text: str | bytes, *, now: datetime, key: str = "") -> Game:
    """A game from the text of its record: ended where it is over, else paused, with ``user`` as its Game Master.

    Names in the record stay words in it: they are given to nobody who has an account here. ``key`` is one for each
    form shown, so that a form sent twice brings in one game. Raises ``RefusedError`` naming the field, or the place in
    the record, that cannot be.
    """
    size = len(text.encode("utf-8", "surrogatepass")) if isinstance(text, str) else len(text)
    title = checked_title(title)
    if size > LONGEST:
        raise RefusedError(f"record: {size:,} bytes are more than the {LONGEST:,} that a record may have")
    if not text.strip():
        raise RefusedError("record: choose a file, or paste the text of one")
    try:
        found = imports.read(text)
        with transaction.atomic():
            return made_by(user, key) or _keep(user, title, found, now, key)
    except imports.RecordError as fault:
        raise RefusedError(f"record: {fault}") from None
    except DatabaseError:
        raise RefusedError("record: it holds something that this site cannot keep; nothing was brought in") from None


def _keep(user: User, title: str, found: imports.Found, now: datetime, key: str) -> Game:
    timetable, stands_in = _timetable(found.timetable, found.variant)
    game = Game.objects.create(
        title=title,
        master=user,
        variant=found.variant,
        variant_version=found.version,
        year_label=found.year_label,
        timetable=timetable,
        state=Game.State.ENDED if found.over else Game.State.PAUSED,
        key=key,
        created_at=now,
    )
    Seat.objects.bulk_create(Seat(game=game, power=power, place=place) for place, power in enumerate(found.powers))
    ledger.store(game, None, found.engine, now=now, author=None)
    kept = {"kind": imports.CARRIED, "time": stamp(now), "data": imports.carried(found, stands_in)}
    ledger.add_events(game, [kept], user, recorded=False, sight="master")
    note(game, user, "imported", now, _players(found))
    kept_game = Game.objects.get(pk=game.pk)
    imports.check_kept(kept_game, found)
    return kept_game


def _timetable(value: dict[str, Any], variant: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The timetable of a record where this site can go by it, else one that stands in for it."""
    try:
        read_timetable(value, variant)
    except RefusedError:
        other = clock.write(PRESETS["000"][1])
        return other, other
    return value, None


def _players(found: imports.Found) -> str:
    """Who played, in the words of the record."""
    played = "; ".join(f"{power}: {', '.join(names)}" for power, names in found.players)
    return f"Players in the record: {played}" if played else ""
