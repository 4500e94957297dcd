"""The loops that keep the clock and send the mail: start any number of them, and stop them whenever you like."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

from django.db import connection

from talleyrand.host.deadlines.tick import tick
from talleyrand.host.notices.post import deliver
from talleyrand.host.notices.prods import prod
from talleyrand.host.work import health, letters
from talleyrand.host.work.loop import repeat, start

EVERY = 1.0
"""Seconds between two looks at the clock."""

MAIL_EVERY = 5.0
"""Seconds between two looks at reminders and mail."""

_PATIENCE = 1.5


def work(stop: threading.Event, *, every: float = EVERY, mail_every: float = MAIL_EVERY) -> None:
    """Tick until ``stop`` is set, with mail and the queue in threads of their own: a slow server holds up no deadline.

    The sweeps find whatever is due, also what was queued to a worker that died; the queue only makes it happen at once.
    """
    mail = threading.Thread(target=_mail, args=(stop, mail_every), name="mail", daemon=True)
    mail.start()
    beside = [mail, *start(stop)]
    repeat(stop, every, _Clock())
    for each in beside:
        each.join(_PATIENCE / len(beside))


class _Clock:
    """A tick, and now and then a sign of life."""

    def __init__(self) -> None:
        self._last: datetime | None = None

    def __call__(self, now: datetime) -> int:
        done = tick(now)
        if self._last is None or not timedelta() <= now - self._last < health.EVERY:
            health.beat(now)
            self._last = now
        return done


def _mail(stop: threading.Event, every: float) -> None:
    repeat(stop, every, lambda now: prod(now) + letters.send(now) + deliver(now))
    connection.close()
