"""Instants as their reader's own clock shows them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from talleyrand.host.accounts.models import User
from talleyrand.host.accounts.zones import zone_of
from talleyrand.host.deadlines.words import instant

register = template.Library()

_STEPS = ((86400 * 2, 86400, "day"), (3600 * 2, 3600, "hour"), (0, 60, "minute"))


@register.simple_tag(takes_context=True)
def moment(context: Mapping[str, Any], when: datetime | str) -> SafeString | str:
    """An instant in the reader's own zone, in short: "Tue 8 Jan 2030, 22:00"; what is none is shown as it is."""
    found = _read(when)
    if found is None:
        return str(when)
    local = found.astimezone(_zone(context))
    return _tag(found, f"{local:%a} {local.day} {local:%b %Y, %H:%M}")


@register.simple_tag(takes_context=True)
def moment_in_full(context: Mapping[str, Any], when: datetime) -> SafeString:
    """An instant in the reader's own zone with the zone's name: "Tuesday 8 January 2030, 22:00 (Europe/Paris)"."""
    return _tag(when, instant(when, _zone(context)))


@register.simple_tag(takes_context=True)
def own_zone(context: Mapping[str, Any]) -> str:
    """The name of the zone that the reader's times are in."""
    return _zone(context).key


@register.simple_tag(takes_context=True)
def elsewhere(context: Mapping[str, Any], when: datetime) -> bool:
    """Whether the reader's own clock shows another hour at an instant than the clock of the page's zone."""
    zone = context.get("zone")
    return (
        not isinstance(zone, ZoneInfo)
        or when.astimezone(zone).utcoffset() != when.astimezone(_zone(context)).utcoffset()
    )


@register.simple_tag(takes_context=True)
def relative(context: Mapping[str, Any], when: datetime) -> str:
    """How far away an instant is: "in 5 hours", "3 days ago"."""
    return how_far(when, context.get("now") or timezone.now())


def how_far(when: datetime, now: datetime) -> str:
    """How far an instant is from now, in whole days, hours or minutes: "in 5 hours", "3 days ago", "now"."""
    seconds = (when - now).total_seconds()
    unit, noun = next(step[1:] for step in _STEPS if abs(seconds) >= step[0])
    count = int(abs(seconds) // unit)
    if not count:
        return "now" if seconds <= 0 else "in less than a minute"
    words = f"{count} {noun}{'' if count == 1 else 's'}"
    return f"in {words}" if seconds > 0 else f"{words} ago"


def _zone(context: Mapping[str, Any]) -> ZoneInfo:
    """The reader's own zone; of one who is not signed in the page's, or UTC."""
    user = context.get("user")
    if isinstance(user, User) and user.is_authenticated:
        return zone_of(user)
    zone = context.get("zone")
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("Etc/UTC")


def _read(when: datetime | str) -> datetime | None:
    if not isinstance(when, str):
        return when
    try:
        found = datetime.fromisoformat(when)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def _tag(when: datetime, text: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', when.isoformat(timespec="minutes"), text)
