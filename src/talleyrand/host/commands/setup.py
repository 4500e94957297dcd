"""What every command of the site does first: the settings, and a clear word where they cannot be."""

from __future__ import annotations

import logging
import os
import sys
from typing import NoReturn


class SetupError(Exception):
    """The site cannot start: why, and what to do."""


def setup() -> None:
    """Load the site; what it writes is its owner's alone.

    Raises ``SetupError`` for what is not installed and for settings that cannot be.
    """
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "talleyrand.host.settings")
    try:
        import django

        django.setup()
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("talleyrand"):
            raise
        raise SetupError(
            f"the site needs {missing.name}, which is not installed; install it with: pip install 'talleyrand[site]'"
        ) from None
    except ValueError as fault:
        raise SetupError(f"settings: {fault}") from None


def prepare(verbosity: int = 0) -> None:
    """Bring the database up to date, and lay out styles and scripts for browsers.

    Raises ``DatabaseError``, and ``SetupError`` where the data folder cannot be written.
    """
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=verbosity, stdout=sys.stdout)
    if settings.CACHES["default"]["BACKEND"].endswith("DatabaseCache"):
        call_command("createcachetable", verbosity=0)
    if settings.DEBUG:
        return
    try:
        call_command("collectstatic", verbosity=0, interactive=False)
    except OSError as fault:
        raise SetupError(f"data: {settings.STATIC_ROOT} cannot be written: {fault.strerror}") from None


def failed(fault: object) -> int:
    """Say why nothing was done; the exit status."""
    print(f"talleyrand: {fault}", file=sys.stderr)
    return 1


def leave(status: int) -> NoReturn:
    """End at once, also where a thread still waits for a slow server: what it had claimed comes again."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
