"""What people are told: written with what causes it, in one transaction, and sent afterwards (see ``post``)."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta

from django.db import DatabaseError, transaction
from django.db.models import Max, QuerySet

from talleyrand.host.accounts.models import User
from talleyrand.host.accounts.zones import zone_of
from talleyrand.host.games.models import Diplomat, Game
from talleyrand.host.notices.models import Delivery, Kind, Notification, Pace, Preference
from talleyrand.host.notices.words import Notice, notices_of
from talleyrand.host.work.queue import later

log = logging.getLogger(__name__)

DIGEST = time(8)
"""The hour of somebody's own clock at which his digest is made."""


class PreferenceError(ValueError):
    """A preference that cannot be; the message says what can."""


@contextmanager
def telling(game: Game) -> Iterator[None]:
    """Tell people of what comes into a game's ledger meanwhile; runs inside the transaction of the act.

    Of one act everybody gets one notice, the one that concerns him most. A fault in the telling is logged and stops no
    game.
    """
    last = game.events.aggregate(last=Max("sequence"))["last"]
    yield
    try:
        with transaction.atomic():
            events = list(game.events.filter(sequence__gt=-1 if last is None else last).select_related("actor"))
            told: set[int] = set()
            for notice in sorted(notices_of(game, events), key=lambda each: not (each.people or each.power)):
                people = [user for user in readers(game, notice) if user.pk not in told]
                tell(game, notice, people)
                told |= {user.pk for user in people}
    except DatabaseError:
        raise
    except Exception:
        log.exception("game %s: nobody could be told of it", game.code)


def readers(game: Game, notice: Notice) -> list[User]:
    """Whom a notice concerns: its people, its power's diplomats, or all who play and the Game Master."""
    if notice.people:
        return list(User.objects.filter(username__in=notice.people, is_active=True).exclude(pk=notice.but))
    found: QuerySet[Diplomat] = Diplomat.objects.filter(seat__game=game, until=None)
    if notice.power:
        found = found.filter(seat__power=notice.power)
    ids = set() if notice.master_only else set(found.values_list("user", flat=True))
    if notice.master_only or not notice.power:
        ids.add(game.master_id)
    return list(User.objects.filter(pk__in=ids, is_active=True).exclude(pk=notice.but).order_by("pk"))


def tell(game: Game, notice: Notice, people: Iterable[User]) -> None:
    """Write a notice for each of these people who has not had it, and queue it as each wants it."""
    users = {user.pk: user for user in people}
    had = Notification.objects.filter(user__in=users, cause=notice.cause).values_list("user", flat=True)
    wanted = {each.user_id: each.pace for each in Preference.objects.filter(user__in=users, kind=notice.kind)}
    made = Notification.objects.bulk_create(
        Notification(
            user=user,
            game=game,
            kind=notice.kind,
            cause=notice.cause,
            subject=_one_line(f"{game.title}: {notice.subject}"),
            text=notice.text,
            path=f"/g/{game.code}/{notice.place}",
            power=notice.power,
            until=notice.until,
            created_at=notice.now,
        )
        for user in [users[pk] for pk in users.keys() - set(had)]
    )
    Delivery.objects.bulk_create(
        Delivery(
            notification=each,
            digest=wanted.get(each.user_id) == Pace.DAILY,
            next_try_at=_first_try(each.user, wanted.get(each.user_id, Pace.NOW), notice.now),
        )
        for each in made
        if wanted.get(each.user_id) != Pace.NEVER
    )
    if made:
        later("send_mail")


def _one_line(text: str) -> str:
    """A subject: a title may hold anything, a header no line's end."""
    line = " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
    return line if len(line) <= 200 else f"{line[:199]}…"


def _first_try(user: User, pace: str, now: datetime) -> datetime:
    """At once, or the next time that somebody's own clock shows the hour of digests."""
    if pace != Pace.DAILY:
        return now
    zone = zone_of(user)
    day = now.astimezone(zone).date()
    at = datetime.combine(day, DIGEST, zone).astimezone(UTC)
    return at if at > now else datetime.combine(day + timedelta(days=1), DIGEST, zone).astimezone(UTC)


@transaction.atomic
def prefer(user: User, kind: str, pace: str, *, now: datetime) -> None:
    """Choose how notices of a kind come; those that wait to be sent follow. Raises ``PreferenceError``."""
    if kind not in Kind.values:
        raise PreferenceError(f"kind: {kind!r} is none; the kinds are {', '.join(Kind.values)}")
    if pace not in Pace.values:
        raise PreferenceError(f"pace: {pace!r} is none; notices come {', '.join(Pace.values)}")
    if kind == Kind.REMINDER and pace == Pace.DAILY:
        raise PreferenceError("pace: a reminder in the next day's digest comes too late; choose now or never")
    Preference.objects.update_or_create(user=user, kind=kind, defaults={"pace": pace})
    waiting = Delivery.objects.filter(
        notification__user=user, notification__kind=kind, state=Delivery.State.QUEUED, tries=0
    )
    if pace == Pace.NEVER:
        waiting.update(state=Delivery.State.DROPPED)
    else:
        waiting.update(digest=pace == Pace.DAILY, next_try_at=_first_try(user, pace, now))


@transaction.atomic
def prefer_all(user: User, chosen: Mapping[str, str], *, now: datetime) -> None:
    """Choose for several kinds at once, all of them or none. Raises ``PreferenceError``."""
    known = dict(user.preferences.values_list("kind", "pace"))
    for kind, pace in chosen.items():
        if known.get(kind, Pace.NOW) != pace:
            prefer(user, kind, pace, now=now)
