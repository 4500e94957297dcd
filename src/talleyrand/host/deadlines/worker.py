"""The loop that keeps the clock: start any number of it, and stop it whenever you like."""

from __future__ import annotations

import logging
import threading

from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from talleyrand.host.deadlines.tick import tick

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two looks at the clock."""


def work(stop: threading.Event, *, every: float = EVERY) -> None:
    """Tick until ``stop`` is set; a database that is away is tried again."""
    while not stop.is_set():
        try:
            done = tick(timezone.now())
        except DatabaseError:
            log.exception("the database cannot be asked; trying again in %s seconds", every)
            done = 0
        close_old_connections()
        if not done:
            stop.wait(every)
