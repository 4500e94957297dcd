"""A copy of the database, whole, while the site runs."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from talleyrand.host.commands.setup import SetupError


def backup(name: str) -> Path:
    """Copy the SQLite database into a new file of mode 0600.

    Raises ``SetupError`` where the file is there or cannot be written, and for PostgreSQL, which has its own means.
    """
    from django.conf import settings
    from django.db import connection

    if connection.vendor != "sqlite":
        raise SetupError("this database is PostgreSQL; make a copy with: pg_dump --format=custom --file=FILE DATABASE")
    source, target = Path(str(settings.DATABASES["default"]["NAME"])), Path(name).absolute()
    if not source.exists():
        raise SetupError(f"{source}: there is no database yet")
    if target.exists():
        raise SetupError(f"{target} is there already; name a file that is not")
    try:
        descriptor, made = tempfile.mkstemp(dir=target.parent, prefix=".backup")
        os.close(descriptor)
        try:
            with (
                closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as old,
                closing(sqlite3.connect(made)) as new,
            ):
                old.backup(new)
                new.execute("PRAGMA journal_mode=DELETE")  # one file, with none beside it
                found = new.execute("PRAGMA integrity_check").fetchone()[0]
            if found != "ok":
                raise SetupError(f"the database is damaged: {found}")
            target.hardlink_to(made)
        finally:
            Path(made).unlink()
    except (OSError, sqlite3.Error) as fault:
        raise SetupError(f"{target} cannot be written: {getattr(fault, 'strerror', None) or fault}") from None
    return target
