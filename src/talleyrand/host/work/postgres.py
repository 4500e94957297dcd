"""Tasks kept by procrastinate, where the database is PostgreSQL: it wakes a worker as soon as one is queued."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from typing import Any, cast

from django.db import connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks.backends.base import BaseTaskBackend
from django_tasks.base import Task, TaskResult, TaskResultStatus
from procrastinate import exceptions
from procrastinate.contrib.django import DjangoApp, app
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.jobs import Status

from talleyrand.host.work.tasks import QUEUES

log = logging.getLogger(__name__)

_NAME = "talleyrand.run"
_AGAIN = 5.0
_PATIENCE = 1.5


class ProcrastinateBackend(BaseTaskBackend):
    """What django-tasks queues, procrastinate keeps; the same work is not queued twice while it waits."""

    def enqueue(self, task: Task[Any, Any], args: Any, kwargs: Any) -> TaskResult[Any]:
        """Queue a task with what it is given, which must be JSON."""
        self.validate_task(task)
        given: dict[str, Any] = {"path": task.module_path, "args": list(args), "kwargs": dict(kwargs)}
        deferred = app.configure_task(_NAME, queue=task.queue_name, queueing_lock=f"{given}"[:500])
        number = "waiting"
        with contextlib.suppress(exceptions.AlreadyEnqueued), transaction.atomic():
            number = str(deferred.defer(**given))
        return TaskResult(
            task=task,
            id=number,
            status=TaskResultStatus.READY,
            enqueued_at=timezone.now(),
            started_at=None,
            finished_at=None,
            last_attempted_at=None,
            args=list(args),
            kwargs=dict(kwargs),
            backend=self.alias,
            errors=[],
            worker_ids=[],
        )


def run(path: str, args: list[Any], kwargs: dict[str, Any]) -> None:
    """Do a task of django-tasks by the path of its function, with a connection that ends with it."""
    try:
        import_string(path).call(*args, **kwargs)
    finally:
        connection.close()


def listen(stop: threading.Event) -> None:
    """Do what is queued until ``stop`` is set; what breaks is begun again after a while."""
    while not stop.is_set():
        try:
            asyncio.run(_work(stop))
        except Exception:
            log.exception("the queue cannot be worked on; trying again in %s seconds", _AGAIN)
            stop.wait(_AGAIN)


async def _work(stop: threading.Event) -> None:
    connector = cast(DjangoConnector, app.connector).get_worker_connector()
    own = DjangoApp(connector=connector)
    own.task(name=_NAME)(run)
    async with own.open_async():
        for job in await own.job_manager.get_stalled_jobs():
            await own.job_manager.finish_job(job, status=Status.FAILED, delete_job=True)
        working = asyncio.create_task(
            own.run_worker_async(
                queues=list(QUEUES),
                concurrency=len(QUEUES),
                delete_jobs="always",
                install_signal_handlers=False,
                shutdown_graceful_timeout=_PATIENCE,
            )
        )
        while not stop.is_set() and not working.done():
            await asyncio.sleep(0.2)
        working.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await working
