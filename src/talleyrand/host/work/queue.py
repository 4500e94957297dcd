"""Work is queued after the act that it follows from is kept, and never spoils that act."""

from __future__ import annotations

import logging
from typing import Any

from django.db import transaction

log = logging.getLogger(__name__)


def later(name: str, *args: Any) -> None:
    """Queue a task of ``tasks`` by its name, once the transaction is kept; what cannot be queued, a sweep finds."""
    transaction.on_commit(lambda: _put(name, args))


def _put(name: str, args: tuple[Any, ...]) -> None:
    from talleyrand.host.work import tasks

    try:
        with transaction.atomic():
            getattr(tasks, name).enqueue(*args)
    except Exception:
        log.exception("%s could not be queued; the next sweep does it", name)
