"""People's own calendars."""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo

from talleyrand.host.accounts.models import User


def zone_of(user: User) -> tzinfo:
    """Somebody's time zone, UTC where the one he named is none."""
    try:
        return ZoneInfo(user.zone)
    except (ValueError, OSError, LookupError):
        return UTC


def local_date(user: User, when: datetime) -> date:
    """The day that it is for somebody."""
    return when.astimezone(zone_of(user)).date()
