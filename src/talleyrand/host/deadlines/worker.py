"""The loops that keep the clock and send the mail: start any number of them, and stop them whenever you like."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime

from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from talleyrand.host.deadlines.tick import tick
from talleyrand.host.notices.post import deliver
from talleyrand.host.notices.prods import prod

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two looks at the clock."""

MAIL_EVERY = 5.0
"""Seconds between two looks at reminders and mail."""

_PATIENCE = 10.0


def work(stop: threading.Event, *, every: float = EVERY, mail_every: float = MAIL_EVERY) -> None:
    """Tick until ``stop`` is set, with the mail in a thread of its own: a slow mail server holds up no deadline."""
    mail = threading.Thread(target=_mail, args=(stop, mail_every), name="mail", daemon=True)
    mail.start()
    _repeat(stop, every, tick)
    mail.join(_PATIENCE)


def _mail(stop: threading.Event, every: float) -> None:
    _repeat(stop, every, lambda now: prod(now) + deliver(now))
    connection.close()


def _repeat(stop: threading.Event, every: float, act: Callable[[datetime], int]) -> None:
    """Do something until told to stop, at once again where there was something to do; what is away is tried again."""
    while not stop.is_set():
        try:
            done = act(timezone.now())
        except DatabaseError:
            log.exception("the database cannot be asked; trying again in %s seconds", every)
            done = 0
        except Exception:
            log.exception("something went wrong; trying again in %s seconds", every)
            done = 0
        close_old_connections()
        if not done:
            stop.wait(every)
