"""Mail goes out: a sweep over what is queued, each claimed by one sender, tried again with growing gaps."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Sequence
from datetime import datetime, timedelta
from email.utils import parseaddr
from itertools import groupby

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet

from talleyrand.host.games.models import Diplomat
from talleyrand.host.notices.models import Delivery, Kind, Notification
from talleyrand.host.turns.here import sets_of

log = logging.getLogger(__name__)

GAPS = tuple(timedelta(minutes=each) for each in (1, 5, 15, 60, 180, 480, 1440, 1440))
"""From each try to the next one, should it fail; with as many tries as there are gaps a delivery is given up."""

_AT_ONCE = 100
_THIS_MAIL = (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused)


class _ServerAwayError(Exception):
    """The mail server is not to be had, so trying other mail is no use."""


def deliver(now: datetime) -> int:
    """Send what is due, and a digest to each who wants one; how many mails went out.

    A sender that dies between sending and noting it down is the one case in which mail comes twice, under one
    Message-ID. What fails stays queued for ``GAPS``; while the server is away the rest waits without losing a try.
    """
    _due(now).filter(tries__gte=len(GAPS)).update(state=Delivery.State.FAILED)
    found = [row for row in _rows(now) if not _dropped(row, now)]
    mails = [[row] for row in found if not row.digest]
    digests = sorted((row for row in found if row.digest), key=lambda row: (row.notification.user_id, row.pk))
    mails += [list(rows) for _, rows in groupby(digests, key=lambda row: row.notification.user_id)]
    if not mails:
        return 0
    connection = get_connection()
    sent = 0
    try:
        for rows in mails:
            sent += _post(rows, connection, now)
    except _ServerAwayError:
        pass
    finally:
        _close(connection)
    return sent


def _due(now: datetime) -> QuerySet[Delivery]:
    return Delivery.objects.filter(channel="e-mail", state=Delivery.State.QUEUED, next_try_at__lte=now)


def _rows(now: datetime) -> list[Delivery]:
    """What is due, oldest first; all of a digest together."""
    rows = _due(now).select_related("notification__user", "notification__game").order_by("next_try_at", "pk")
    return [*rows.filter(digest=False)[:_AT_ONCE], *rows.filter(digest=True)]


def _dropped(row: Delivery, now: datetime) -> bool:
    """Whether a delivery is not wanted any more, or its address is in the domain that receives none (RFC 2606)."""
    told = row.notification
    address = told.user.email
    if told.user.is_active and address and not address.endswith(".invalid") and not _stale(told, now):
        return False
    Delivery.objects.filter(pk=row.pk, state=Delivery.State.QUEUED).update(state=Delivery.State.DROPPED)
    return True


def _stale(told: Notification, now: datetime) -> bool:
    """Too late, about a power that is another's now, or a reminder of orders that have come in since (lesson 26)."""
    game = told.game
    if told.until is not None and told.until <= now:
        return True
    plays = Diplomat.objects.filter(seat__game=game, seat__power=told.power, user=told.user, until=None)
    if told.power and not plays.exists():
        return True
    if told.kind != Kind.REMINDER:
        return False
    since = told.created_at.isoformat(timespec="seconds")
    sent = sets_of(game, told.power).filter(withdrawn=False, stamp__gte=since)
    return told.cause.split(":")[2] != str(game.number) or sent.exists()


def _post(rows: Sequence[Delivery], connection: BaseEmailBackend, now: datetime) -> bool:
    """Claim these deliveries and send them as one mail; whether it went out."""
    if not _claim(rows[0], now):
        return False
    claimed = [rows[0], *(row for row in rows[1:] if _claim(row, now))]
    own = Delivery.objects.filter(pk__in=[row.pk for row in claimed])
    try:
        connection.open()
        connection.send_messages([_mail(claimed)])
    except Exception as fault:
        log.warning("mail to user %d failed: %s", rows[0].notification.user_id, fault)
        own.update(error=f"{type(fault).__name__}: {fault}"[:500])
        own.filter(tries__gte=len(GAPS)).update(state=Delivery.State.FAILED)
        if isinstance(fault, OSError) and not isinstance(fault, _THIS_MAIL):
            raise _ServerAwayError from None
        return False
    own.update(state=Delivery.State.SENT, sent_at=now, error="")
    return True


def _claim(row: Delivery, now: datetime) -> bool:
    """Whether this sender has it: nobody else looks at it again before the gap is over."""
    same = _due(now).filter(pk=row.pk, tries=row.tries)
    return bool(same.update(tries=row.tries + 1, next_try_at=now + GAPS[row.tries]))


def _mail(rows: Sequence[Delivery]) -> EmailMessage:
    first = rows[0].notification
    if rows[0].digest:
        subject = "Your games today" if len(rows) > 1 else first.subject
        body = "\n\n\n".join(f"{row.notification.subject}\n\n{_text(row.notification)}" for row in rows)
    else:
        subject, body = first.subject, _text(first)
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    headers = {
        "Message-ID": f"<{first.game.code}.{rows[0].pk}.{len(rows)}@{domain}>",
        "Auto-Submitted": "auto-generated",
    }
    return EmailMessage(subject, f"{body}\n\n-- \n{_choose()}\n", to=[first.user.email], headers=headers)


def _text(told: Notification) -> str:
    return f"{told.text}\n\n{settings.SITE_URL}{told.path}"


def _choose() -> str:
    """Where to change what comes, at the end of every mail."""
    return f"What is sent to you, and how often, is yours to choose: {settings.SITE_URL}/me/"


def _close(connection: BaseEmailBackend) -> None:
    try:
        connection.close()
    except OSError as fault:
        log.warning("the mail server did not say goodbye: %s", fault)
