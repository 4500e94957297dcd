"""Letters about accounts go out as notices do: kept first, claimed by one sender, tried again with growing gaps."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.core.mail import EmailMessage, get_connection
from django.db import transaction

from talleyrand.host.work.models import Letter
from talleyrand.host.work.queue import later

log = logging.getLogger(__name__)

GAPS = tuple(timedelta(minutes=each) for each in (1, 2, 5, 10, 15, 30, 60, 60))
"""From each try to the next one, should it fail; with as many tries as there are gaps a letter is given up."""

_AT_ONCE = 100


@transaction.atomic
def write(to: str, subject: str, text: str, *, now: datetime) -> None:
    """Keep a letter, and have it sent at once."""
    line = " ".join("".join(mark if mark.isprintable() else " " for mark in subject).split())[:300]
    Letter.objects.create(to=to, subject=line, text=text, created_at=now, next_try_at=now)
    later("send_mail")


def send(now: datetime) -> int:
    """Send what is due; how many letters went out. What fails stays for ``GAPS``; what is sent is deleted."""
    gone, _ = Letter.objects.filter(tries__gte=len(GAPS), next_try_at__lte=now).delete()
    if gone:
        log.warning("%d letters about accounts are given up", gone)
    sent = 0
    for letter in Letter.objects.filter(next_try_at__lte=now).order_by("next_try_at", "pk")[:_AT_ONCE]:
        if not _claim(letter, now):
            continue
        try:
            EmailMessage(letter.subject, letter.text + "\n", to=[letter.to], connection=get_connection()).send()
        except Exception as fault:
            log.warning("letter %d failed: %s", letter.pk, type(fault).__name__)
            if isinstance(fault, OSError):
                break
        else:
            letter.delete()
            sent += 1
    return sent


def _claim(letter: Letter, now: datetime) -> bool:
    """Whether this sender has it: nobody else looks at it again before the gap is over."""
    same = Letter.objects.filter(pk=letter.pk, tries=letter.tries, next_try_at__lte=now)
    return bool(same.update(tries=letter.tries + 1, next_try_at=now + GAPS[letter.tries]))
