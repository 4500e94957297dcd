"""Signs of life: workers leave them, and whoever watches over the site reads them."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min

from talleyrand.host.games.models import Game
from talleyrand.host.notices.models import Delivery
from talleyrand.host.work.models import Heartbeat, Letter

EVERY = timedelta(seconds=10)
"""From a worker's sign of life to its next."""

SILENT = timedelta(minutes=1)
"""A site without a sign of life for so long has no worker."""

LATE = timedelta(minutes=2)
"""A phase due for so long is not being adjudicated."""

WAITING = timedelta(minutes=15)
"""Mail due for so long is not being sent."""

_FORGOTTEN = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Health:
    """How a site is: seconds since the last sign of life and that mail has waited, and how many games are overdue."""

    worker: float | None
    overdue: int
    mail: float

    @property
    def faults(self) -> list[str]:
        """What is wrong, in words; nothing where all is well."""
        found = []
        if self.worker is None or self.worker > SILENT.total_seconds():
            found.append("no worker gives a sign of life")
        elif self.worker < -SILENT.total_seconds():
            found.append("the clock has gone back")
        if self.overdue:
            found.append("a phase is overdue")
        if self.mail > WAITING.total_seconds():
            found.append("mail is not being sent")
        return found


def beat(now: datetime) -> None:
    """Leave a sign of life of this process; those of workers long gone are cleared away."""
    Heartbeat.objects.update_or_create(worker=f"{socket.gethostname()[:100]}:{os.getpid()}", defaults={"beat_at": now})
    Heartbeat.objects.filter(beat_at__lt=now - _FORGOTTEN).delete()


def look(now: datetime) -> Health:
    """How the site is. Raises ``DatabaseError`` where the database cannot be asked."""
    last = Heartbeat.objects.order_by("-beat_at").values_list("beat_at", flat=True).first()
    overdue = Game.objects.filter(state=Game.State.RUNNING, closes_at__lte=now - LATE).count()
    due = Delivery.objects.filter(state=Delivery.State.QUEUED, next_try_at__lte=now).aggregate(due=Min("next_try_at"))
    letters = Letter.objects.filter(next_try_at__lte=now).aggregate(due=Min("next_try_at"))
    oldest = min((each["due"] for each in (due, letters) if each["due"] is not None), default=now)
    age = None if last is None else (now - last).total_seconds()
    return Health(age, overdue, (now - oldest).total_seconds())
