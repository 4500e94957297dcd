"""The one place that knows what time it is: the engine is told."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """This moment in UTC, as records write it: "2024-05-01T21:00:00Z"."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
