"""Loops of a worker, and those that take from the queue: of django-tasks on SQLite, of procrastinate on PostgreSQL."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from talleyrand.host.work.tasks import QUEUES

log = logging.getLogger(__name__)

EVERY = 0.5
"""Seconds between two looks at a queue of django-tasks; procrastinate is woken by the database."""

_DONE = timedelta(hours=1)
_DEAD = timedelta(minutes=30)
_AT_ONCE = 20


def start(stop: threading.Event) -> list[threading.Thread]:
    """Threads that do what is queued until ``stop`` is set."""
    if connection.vendor == "postgresql":
        from talleyrand.host.work.postgres import listen

        loops = [threading.Thread(target=listen, args=(stop,), name="queue", daemon=True)]
    else:
        loops = [
            threading.Thread(target=_poll, args=(stop, each), name=f"queue {each}", daemon=True) for each in QUEUES
        ]
    for each in loops:
        each.start()
    return loops


def repeat(stop: threading.Event, every: float, act: Callable[[datetime], int]) -> None:
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


def _poll(stop: threading.Event, queue: str) -> None:
    repeat(stop, EVERY, lambda now: run_queue(queue))
    connection.close()


def run_queue(queue: str) -> int:
    """Do what is in a queue of django-tasks; how many tasks that was.

    Its own worker does them, as one that ends when there is nothing left and minds no signal. What a dead worker had
    claimed is cleared away, for the sweeps to find, and so is what was done long ago.
    """
    from django_tasks_db.management.commands.db_worker import Worker
    from django_tasks_db.models import DBTaskResult

    now = timezone.now()
    if not DBTaskResult.objects.ready().filter(queue_name=queue).exists():
        old = DBTaskResult.objects.filter(queue_name=queue, finished_at__lt=now - _DONE)
        dead = DBTaskResult.objects.filter(queue_name=queue, finished_at=None, started_at__lt=now - _DEAD)
        for rows in (old, dead):
            if rows.exists():
                rows.delete()
        return 0
    worker = Worker(
        queue_names=[queue],
        excluded_queue_names=[],
        interval=0,
        batch=True,
        backend_name="default",
        startup_delay=False,
        max_tasks=_AT_ONCE,
        worker_id=threading.current_thread().name,
    )
    worker.run()
    return int(worker._run_tasks)
