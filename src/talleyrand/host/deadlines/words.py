"""Timetables in plain words: when a phase can end, and why."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from talleyrand.host.deadlines.timetable import DAYS, Length, Pace, Slot, Timetable, zone_of

_LONG = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ORDERED = {
    "SM": "Spring orders",
    "SR": "Spring retreats",
    "FM": "Fall orders",
    "FR": "Fall retreats",
    "WA": "Winter adjustments",
    "M": "orders",
    "R": "retreats",
    "A": "adjustments",
    "C": "captures",
    "L": "allegiance",
    "*": "all other phases",
}


def instant(when: datetime, zone: ZoneInfo) -> str:
    """An instant as a clock in a zone shows it: "Tuesday 8 January 2030, 21:00 (Etc/GMT)"."""
    local = when.astimezone(zone)
    return f"{_LONG[local.weekday()]} {local.day} {local:%B %Y}, {local:%H:%M} ({zone.key})"


def when_it_ends(timetable: Timetable, due: datetime, *, waits: bool = True) -> str:
    """When the phase being played can end, and why, in one sentence; ``waits`` where early ends wait for somebody."""
    moment = instant(due, zone_of(timetable))
    grace = f", with {timetable.grace} minutes of grace" if timetable.grace else ""
    if timetable.pace is Pace.STRICT:
        return f"This phase ends on {moment}{grace}, not earlier and not later, since the timetable is strict."
    early = "or as soon as all who may order are ready" if waits else "or as soon as somebody is ready"
    return f"This phase ends on {moment}{grace}, {early}, unless it is extended."


def describe(timetable: Timetable) -> tuple[str, ...]:
    """The whole timetable, a sentence each kind of phase."""
    lines = [f"{_called(name, timetable)} {_rule(rule)}." for name, rule in timetable.steps.items()]
    lines.append(f"Hours are those of {timetable.zone}.")
    if timetable.pace is Pace.STRICT:
        lines.append("No phase ends early and none is extended.")
    else:
        lines.append(
            f"A phase ends early when all are ready, and can be extended by at most {timetable.most:g} hours in all."
        )
    if timetable.closed:
        dates = ", ".join(f"{day.day} {day:%B %Y}" for day in sorted(timetable.closed))
        lines.append(f"No phase ends on {dates}.")
    return tuple(lines)


def _called(name: str, timetable: Timetable) -> str:
    words = "all phases" if len(timetable.steps) == 1 else _ORDERED.get(name, f"phases {name}")
    return f"{words[:1].upper()}{words[1:]}"


def _rule(rule: Slot | Length) -> str:
    if isinstance(rule, Slot):
        days = "on any day" if set(rule.days) == set(DAYS) else f"on {_listing(rule.days)}"
        least = f", {rule.least:g} hours after they begin at the earliest" if rule.least else ""
        return f"are due {days} at {rule.at}{least}"
    parts = [_count(rule.days, "day")] if rule.days else []
    parts += [_count(rule.hours, "hour")] if rule.hours else []
    at = f", and then the next {rule.at}" if rule.at else ""
    return f"take {' and '.join(parts)}{at}"


def _count(number: float, noun: str) -> str:
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


def _listing(days: tuple[str, ...]) -> str:
    names = [_LONG[DAYS.index(day)] for day in sorted(set(days), key=DAYS.index)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
