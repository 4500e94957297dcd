"""What an operator wants to know before people come: what is wrong, each with what to do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import timedelta


def check() -> int:
    """Print what is wrong and what is worth knowing; the exit status."""
    from django.db import DatabaseError

    found = 0
    for part in (_settings, _database, _clock, _cache, _mail):
        name = part.__name__.strip("_")
        try:
            faults = list(part())
        except DatabaseError as away:
            faults = [f"the database cannot be used: {str(away).splitlines()[0]}; run 'talleyrand admin migrate' first"]
        for fault in faults:
            print(f"{name}: {fault}", file=sys.stderr)
        if not faults:
            print(f"{name}: well")
        found += len(faults)
    return 1 if found else 0


def _settings() -> Iterator[str]:
    from django.conf import settings
    from django.core import checks

    local = {"localhost", "127.0.0.1"}
    if settings.CONFIG.develop:
        yield "develop is 1: errors are shown to everybody; set it on a developer's own machine only"
    if set(settings.CONFIG.hosts) <= local:
        return
    if "*" in settings.CONFIG.hosts:
        yield "hosts is '*': the site answers to any name; give its own"
    if not settings.CONFIG.https:
        yield "https is 0: passwords go over the net for anybody to read; put a proxy with https before the site, set 1"
    if not settings.CONFIG.site_url:
        yield "site_url is not set: links in mail lead nowhere"
    for each in checks.run_checks(include_deployment_checks=settings.CONFIG.https):
        if not each.is_silenced():
            yield f"{each.id}: {each.msg}"


def _database() -> Iterator[str]:
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        yield f"{len(waiting)} changes of its tables wait; run 'talleyrand admin migrate'"


def _clock() -> Iterator[str]:
    from django.db.models import Max
    from django.utils import timezone

    from talleyrand.host.work.models import Heartbeat

    now = timezone.now()
    last = Heartbeat.objects.aggregate(last=Max("beat_at"))["last"]
    if last is not None and last > now + timedelta(minutes=1):
        yield f"it shows {now:%Y-%m-%d %H:%M} UTC, but a worker was here at {last:%Y-%m-%d %H:%M}; set it right"


def _cache() -> Iterator[str]:
    from django.core.cache import cache

    try:
        cache.set("talleyrand.check", 1, 10)
        if cache.get("talleyrand.check") != 1:
            yield "it keeps nothing"
    except Exception as fault:
        yield f"it cannot be used: {type(fault).__name__}; see cache_url"


def _mail() -> Iterator[str]:
    from django.conf import settings
    from django.core.mail import get_connection

    if not settings.CONFIG.email_url:
        yield "email_url is not set: mail is printed here and reaches nobody"
        return
    connection = get_connection()
    try:
        connection.open()
        connection.close()
    except Exception as fault:
        yield f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT} does not let us in: {type(fault).__name__}: {fault}"
