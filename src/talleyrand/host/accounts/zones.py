"""People's own calendars and clocks."""

from __future__ import annotations

from datetime import date, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from talleyrand.host.accounts.models import User

_UTC = "Etc/UTC"
_AREAS = frozenset(
    ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific", "Etc")
)


class ZoneError(ValueError):
    """A time zone that does not exist; the message says how to write one."""


def zone_of(user: User) -> ZoneInfo:
    """Somebody's time zone, UTC where the one he named is none."""
    try:
        return ZoneInfo(user.zone)
    except (ValueError, OSError, LookupError):
        return ZoneInfo(_UTC)


def local_date(user: User, when: datetime) -> date:
    """The day that it is for somebody."""
    return when.astimezone(zone_of(user)).date()


@cache
def zones() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The time zones that somebody can choose, by part of the world."""
    found: dict[str, list[str]] = {}
    for name in sorted(available_timezones()):
        area, _, place = name.partition("/")
        if place and area in _AREAS:
            found.setdefault(area, []).append(name)
    return tuple((area, tuple(names)) for area, names in found.items())


def choose(user: User, name: str) -> None:
    """Let somebody's times be those of a zone. Raises ``ZoneError``."""
    if not any(name in names for _, names in zones()):
        raise ZoneError(f"zone: {name[:64]!r} is no time zone; choose one of the list, such as 'Europe/Paris'")
    User.objects.filter(pk=user.pk).update(zone=name)
    user.zone = name
