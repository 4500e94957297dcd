"""What every command of the site does first: the settings, and a clear word where they cannot be."""

from __future__ import annotations

import os
import sys


class SetupError(Exception):
    """The site cannot start: why, and what to do."""


def setup() -> None:
    """Load the site. Raises ``SetupError`` for what is not installed and for settings that cannot be."""
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


def failed(fault: object) -> int:
    """Say why nothing was done; the exit status."""
    print(f"talleyrand: {fault}", file=sys.stderr)
    return 1
