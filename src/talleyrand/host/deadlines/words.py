"""Timetables in plain words: when a phase can end, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from talleyrand.host.deadlines.timetable import ANY, DAYS, Length, Pace, Slot, Timetable, left_to_extend, zone_of

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
    "L": "allegiance phases",
    "*": "all other phases",
}

_ZONES = {"Etc/GMT": "GMT", "Etc/UTC": "UTC"}


def zone_name(zone: str) -> str:
    """A time zone as people call it: "GMT", "UTC", "Europe/Paris"."""
    return _ZONES.get(zone, zone)


def instant(when: datetime, zone: ZoneInfo) -> str:
    """An instant as a clock in a zone shows it: "Tuesday 8 January 2030, 21:00 (GMT)"."""
    local = when.astimezone(zone)
    return f"{_LONG[local.weekday()]} {local.day} {local:%B %Y}, {local:%H:%M} ({zone_name(zone.key)})"


def day(when: datetime) -> str:
    """A day: "8 January 2030"."""
    return f"{when.day} {when:%B %Y}"


def short(when: datetime, zone: ZoneInfo) -> str:
    """An instant for tables whose zone is named elsewhere: "Tue 8 Jan 2030, 21:00"."""
    local = when.astimezone(zone)
    return f"{DAYS[local.weekday()]} {local.day} {local:%b %Y, %H:%M}"


def lasting(hours: float) -> str:
    """A length of time: "24 hours", "1.5 hours", "15 minutes"; in minutes where it is no quarter of an hour."""
    if 0 < hours < 1 or hours * 4 % 1:
        minutes = int(hours * 60 + 1e-6)
        return f"{minutes} minute{'' if minutes == 1 else 's'}"
    return f"{hours:g} hour{'' if hours == 1 else 's'}"


def when_it_ends(timetable: Timetable, due: datetime, *, waits: bool = True, first: datetime | None = None) -> str:
    """When the phase being played can end, and why, in one sentence (lesson 5).

    ``waits`` where early ends wait for somebody; ``first`` is what the deadline was before any extension.
    """
    moment = instant(due, zone_of(timetable))
    grace = f", with {timetable.grace} minutes of grace" if timetable.grace else ""
    if timetable.pace is Pace.STRICT:
        return f"This phase ends on {moment}{grace}, not earlier and not later, since the timetable is strict."
    early = "or as soon as all who may order are ready" if waits else "or as soon as somebody is ready"
    if left_to_extend(timetable, first or due, due) <= 0:
        return f"This phase ends on {moment}{grace}, {early}; it cannot be extended any further."
    return f"This phase ends on {moment}{grace}, {early}, unless it is extended."


def majority(powers: int) -> int:
    """How many of so many powers are more than half of them."""
    return powers // 2 + 1


def on_agreement(powers: int) -> str:
    """When a deadline moves where so many powers have a voice in it, to go on after "It moves"."""
    if powers == 1:
        return "at once, since nobody plays another power"
    if powers == 2:
        return "as soon as both powers agree"
    return f"as soon as {majority(powers)} of the {powers} powers agree"


def when_it_starts(timetable: Timetable, starts: datetime | None, least_players: int = 0, once: str = "") -> str:
    """When a game that has not begun starts, in one sentence (A-137); ``once`` is the condition that starts it."""
    if once == "powers":
        return "The game starts by itself as soon as every power is played."
    if once:
        people = "somebody plays" if least_players == 1 else f"{least_players} people play"
        return f"The game starts by itself as soon as {people} in it."
    unless = f", unless fewer than {least_players} play in it by then" if least_players > 1 else ""
    if starts is not None:
        return f"The game starts on {instant(starts, zone_of(timetable))}{unless}."
    if least_players > 1:
        return f"The game starts when its Game Master says so, with {least_players} players at least."
    return "The game starts when its Game Master says so."


def describe(timetable: Timetable, called: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The whole timetable, a sentence each kind of phase; ``called`` is what a variant calls its phases.

    With ``called``, {"SR": "Summer retreats"}, a phase that the variant does not have is not spoken of. Sentences
    come in playing order: a database keeps rules in an order of its own.
    """
    names = {**_ORDERED, **(called or {})}
    order = list(_ORDERED) if called is None else [_rule_of(code, timetable) for code in called]
    known = [name for name in dict.fromkeys(order) if name in timetable.steps]
    known += [name for name in timetable.steps if called is None and name not in known]
    lines = [f"{_called(name, timetable, names)} {_rule(timetable.steps[name])}." for name in known]
    lines.append(f"Hours are those of {zone_name(timetable.zone)}.")
    if timetable.pace is Pace.STRICT:
        lines.append("No phase ends early and none is extended.")
    elif timetable.most:
        lines.append(
            f"A phase ends early when all are ready, and can be extended by at most {_span(timetable.most)} in all."
        )
    else:
        lines.append("A phase ends early when all are ready, and none is extended.")
    if timetable.grace:
        lines.append(f"Orders still count {_span(timetable.grace / 60)} after the deadline.")
    if timetable.prods:
        leads = _listing([_span(lead) for lead in sorted(timetable.prods, reverse=True)], "and")
        lines.append(f"Whoever has sent nothing is reminded {leads} before it ends.")
    if timetable.closed:
        dates = ", ".join(f"{day.day} {day:%B %Y}" for day in sorted(timetable.closed))
        lines.append(f"No phase ends on {dates}.")
    return tuple(lines)


def _rule_of(code: str, timetable: Timetable) -> str:
    """The name of the rule that a phase, given by season and kind, goes by."""
    return next((key for key in (code, code[1:], ANY) if key in timetable.steps), "")


def _called(name: str, timetable: Timetable, names: Mapping[str, str]) -> str:
    words = "all phases" if len(timetable.steps) == 1 else names.get(name, f"phases {name}")
    return f"{words[:1].upper()}{words[1:]}"


def _rule(rule: Slot | Length) -> str:
    if isinstance(rule, Slot):
        days = "on any day" if set(rule.days) == set(DAYS) else f"on {_days(rule.days)}"
        least = f", {_span(rule.least)} after they begin at the earliest" if rule.least else ""
        return f"are due {days} at {rule.at}{least}"
    parts = [_count(rule.days, "day")] if rule.days else []
    parts += [_span(rule.hours)] if rule.hours else []
    at = f", and then the next {rule.at}" if rule.at else ""
    return f"take {' and '.join(parts)}{at}"


def _span(hours: float) -> str:
    """A length of time, in minutes where it is no number of whole hours: "24 hours", "1 hour and 30 minutes"."""
    whole, minutes = divmod(round(hours * 60, 1), 60)
    parts = [_count(whole, "hour")] if whole else []
    parts += [_count(minutes, "minute")] if minutes or not parts else []
    return " and ".join(parts)


def _count(number: float, noun: str) -> str:
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


def _days(days: tuple[str, ...]) -> str:
    return _listing([_LONG[DAYS.index(day)] for day in sorted(set(days), key=DAYS.index)], "or")


def _listing(names: Sequence[str], last: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
