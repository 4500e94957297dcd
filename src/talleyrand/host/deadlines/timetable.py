"""When a phase ends: a grid of weekdays and hours in a named zone, or lengths, for each kind of phase (A-014, A-108).

A timetable is a value without a clock. Instants go in and come out in UTC; hours on the wall are those of the
timetable's zone, so that summer time moves no deadline.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

import msgspec
import msgspec.structs
from msgspec import Struct

from talleyrand.board.calendar import Phase

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
ANY = "*"
_FURTHEST = 400
"""Days that are looked at for a slot: a year in which every day is closed but one still has one."""


class Pace(StrEnum):
    """Whether the clock alone ends a phase."""

    STRICT = "strict"
    """Never early, never extended (A-015)."""
    SOFT = "soft"
    """Early when everybody is ready, and later by the Game Master or a vote."""


class Slot(Struct, frozen=True, forbid_unknown_fields=True, tag="slot"):
    """Ends at an hour of the clock, on the next of these weekdays; ``least`` hours after it began at the earliest."""

    at: str
    days: tuple[str, ...] = DAYS
    least: float = 0


class Length(Struct, frozen=True, forbid_unknown_fields=True, tag="length"):
    """Ends so many days of the calendar and hours after it began; with ``at``, at that hour or the next such."""

    days: int = 0
    hours: float = 0
    at: str = ""


class Timetable(Struct, frozen=True, forbid_unknown_fields=True):
    """How long phases are.

    ``steps`` names season and kind ("SM" Spring movement, "WA" Winter adjustments), a kind ("R" any retreats) or "*"
    for all others; the most exact one counts. ``prods`` are hours before the end at which those who have sent nothing
    are reminded, ``grace`` the minutes after it in which a set still counts, ``closed`` dates on which no phase ends,
    and ``most`` the hours by which a phase may be extended in all.
    """

    steps: dict[str, Slot | Length]
    zone: str = "Etc/UTC"
    pace: Pace = Pace.STRICT
    prods: tuple[float, ...] = (24, 3)
    grace: int = 0
    closed: tuple[date, ...] = ()
    most: float = 168


class TimetableError(ValueError):
    """A timetable that cannot be, or an act that it does not allow: the field, what is wrong, what to do."""


def read(value: object) -> Timetable:
    """A timetable from its JSON value. Raises ``TimetableError`` naming the field."""
    try:
        timetable = msgspec.convert(value, Timetable, strict=False)
    except msgspec.ValidationError as fault:
        raise TimetableError(f"timetable: {fault}") from None
    check(timetable)
    return timetable


def write(timetable: Timetable) -> dict[str, object]:
    """The JSON value of a timetable."""
    return dict(msgspec.to_builtins(timetable))


def check(timetable: Timetable) -> None:
    """Raise ``TimetableError`` at the first fault that types alone do not show."""
    zone_of(timetable)
    if not timetable.steps:
        raise TimetableError("steps: is empty; give a slot or a length for '*' at least")
    for name, rule in timetable.steps.items():
        _check_rule(f"steps.{name}", rule)
    if not 0 <= timetable.grace <= 24 * 60:
        raise TimetableError(f"grace: {timetable.grace} minutes is out of range 0 to 1440")
    if any(not 0 < lead <= 14 * 24 for lead in timetable.prods) or len(timetable.prods) > 5:
        raise TimetableError("prods: give at most five leads, each more than 0 and at most 336 hours")
    if not 0 <= timetable.most <= 60 * 24:
        raise TimetableError(f"most: {timetable.most:g} hours is out of range 0 to 1440")
    if len(timetable.closed) > 366:
        raise TimetableError(f"closed: {len(timetable.closed)} dates are more than the 366 that a timetable may name")


def _check_rule(field: str, rule: Slot | Length) -> None:
    if isinstance(rule, Slot):
        _hour(rule.at, f"{field}.at")
        unknown = [day for day in rule.days if day not in DAYS]
        if unknown or not rule.days:
            wrong = f"{unknown[0]!r} is no weekday" if unknown else "none is chosen"
            raise TimetableError(f"{field}.days: {wrong}; the weekdays are {', '.join(DAYS)}")
        if not 0 <= rule.least <= 31 * 24:
            raise TimetableError(f"{field}.least: {rule.least:g} hours is out of range 0 to 744")
        return
    if rule.at:
        _hour(rule.at, f"{field}.at")
    span = rule.days * 24 + rule.hours
    if min(rule.days, rule.hours) < 0 or not 0 < span <= 92 * 24:
        raise TimetableError(f"{field}: a phase takes more than no time and at most 92 days")


def _hour(text: str, field: str) -> time:
    try:
        hour, minute = text.split(":")
        if len(minute) != 2:
            raise ValueError
        return time(int(hour), int(minute))
    except ValueError:
        raise TimetableError(f"{field}: {text!r} is no hour; write it as '21:00'") from None


def zone_of(timetable: Timetable) -> ZoneInfo:
    """The zone that the hours are in (X-A17). Raises ``TimetableError`` for one that does not exist."""
    try:
        return ZoneInfo(timetable.zone)
    except (KeyError, OSError, ValueError):
        raise TimetableError(f"zone: {timetable.zone!r} is no time zone; write it as 'Europe/Paris'") from None


def rule_for(timetable: Timetable, phase: Phase) -> Slot | Length:
    """What says how long a phase is. Raises ``TimetableError`` where nothing does."""
    for name in (f"{phase.season.value}{phase.kind}", phase.kind, ANY):
        if name in timetable.steps:
            return timetable.steps[name]
    raise TimetableError(f"steps: nothing says when {phase} ends; add '{phase.kind}' or '*'")


def alike(one: Timetable, other: Timetable, codes: Iterable[str]) -> bool:
    """Whether two timetables say the same of phases given by season and kind ("SM"), in whatever rules they say it."""
    if msgspec.structs.replace(one, steps={}) != msgspec.structs.replace(other, steps={}):
        return False
    phases = [Phase.parse(f"{code[0]}1{code[1:]}") for code in codes]
    return all(rule_for(one, phase) == rule_for(other, phase) for phase in phases)


def check_covers(timetable: Timetable, codes: Iterable[str]) -> None:
    """Raise ``TimetableError`` where nothing says when one of these phases ends, given by season and kind ("SM")."""
    for code in codes:
        rule_for(timetable, Phase.parse(f"{code[0]}1{code[1:]}"))


def deadline(timetable: Timetable, phase: Phase, opens: datetime) -> datetime:
    """When a phase that opens at an instant ends (A-109, D-003); both in UTC.

    An hour that the clocks leave out in spring is read as it was before they changed, one that they show twice in
    autumn as the first. Raises ``TimetableError`` where no day is open for it.
    """
    rule = rule_for(timetable, phase)
    if isinstance(rule, Slot):
        return _next(timetable, rule.at, rule.days, opens + timedelta(hours=rule.least), strictly=not rule.least)
    local = opens.astimezone(zone_of(timetable))
    wall = local.replace(tzinfo=None) + timedelta(days=rule.days)
    end = (_instant(wall, local.tzinfo, local.fold) if rule.days else opens) + timedelta(hours=rule.hours)
    return _next(timetable, rule.at, DAYS, end) if rule.at else _opened(timetable, end)


def resumed(timetable: Timetable, phase: Phase, now: datetime, left: timedelta) -> datetime:
    """The deadline of a phase whose clock stood still and of which so much was left: the next slot, or after that time.

    Where an hour of the day is fixed, or days are closed, the result keeps to it. Raises ``TimetableError`` where no
    day is open for it.
    """
    rule = rule_for(timetable, phase)
    if isinstance(rule, Slot):
        return deadline(timetable, phase, now)
    end = now + left
    return _next(timetable, rule.at, DAYS, end) if rule.at else _opened(timetable, end)


def extended(timetable: Timetable, phase: Phase, first: datetime, due: datetime, hours: float = 0) -> datetime:
    """The deadline after ``due`` that an extension leads to: the next slot, or so many ``hours`` where lengths count.

    ``first`` is what the deadline was before any extension. Where an hour of the day is fixed the result keeps to it,
    whatever was asked for. Raises ``TimetableError`` where the timetable is strict, or beyond its cap.
    """
    if timetable.pace is Pace.STRICT:
        raise TimetableError("pace: the timetable is strict, so no phase is extended (A-015)")
    if hours < 0:
        raise TimetableError(f"hours: {hours:g} would shorten the phase; give more than 0")
    rule = rule_for(timetable, phase)
    wanted = due + timedelta(hours=hours)
    if isinstance(rule, Slot):
        later = _next(timetable, rule.at, rule.days, wanted, strictly=not hours)
    elif rule.at:
        later = _next(timetable, rule.at, DAYS, wanted, strictly=not hours)
    else:
        later = _opened(timetable, wanted if hours else _a_day_later(timetable, due))
    if later - first > timedelta(hours=timetable.most):
        raise TimetableError(f"most: a phase is extended by at most {timetable.most:g} hours in all, and this is more")
    return later


def left_to_extend(timetable: Timetable, first: datetime, due: datetime) -> float:
    """Hours by which a phase can still be extended; ``first`` is what its deadline was before any extension."""
    return timetable.most - (due - first) / timedelta(hours=1)


def usual_extension(timetable: Timetable, opened: datetime, first: datetime, due: datetime) -> float:
    """Hours that are offered first: a day, and no more than the phase takes, or than it can still be extended by."""
    return max(0.0, min(24.0, (first - opened) / timedelta(hours=1), left_to_extend(timetable, first, due)))


def prods(timetable: Timetable, opens: datetime, due: datetime) -> tuple[datetime, ...]:
    """The instants at which to remind, earliest first; leads longer than the phase are left out."""
    instants = {due - timedelta(hours=lead) for lead in timetable.prods}
    return tuple(sorted(instant for instant in instants if instant > opens))


def closes(timetable: Timetable, due: datetime) -> datetime:
    """When a phase is adjudicated: its deadline, and the grace after it."""
    return due + timedelta(minutes=timetable.grace)


def _next(
    timetable: Timetable, at: str, days: tuple[str, ...], earliest: datetime, *, strictly: bool = False
) -> datetime:
    """The first instant from ``earliest`` on (``strictly``: after it) at which the clock shows ``at`` on such a day."""
    zone, hour = zone_of(timetable), _hour(at, "at")
    day = earliest.astimezone(zone).date() - timedelta(days=1)
    for _ in range(_FURTHEST):
        if DAYS[day.weekday()] in days and day not in timetable.closed:
            instant = _instant(datetime.combine(day, hour), zone)
            if instant > earliest or (instant == earliest and not strictly):
                return instant
        day += timedelta(days=1)
    raise TimetableError("closed: leaves no day on which the phase could end; take some dates out")


def _instant(wall: datetime, zone: object, fold: int = 0) -> datetime:
    return wall.replace(tzinfo=zone, fold=fold).astimezone(UTC)  # type: ignore[arg-type]


def _opened(timetable: Timetable, instant: datetime) -> datetime:
    """The same hour of the first day from an instant on that is not closed."""
    while _is_closed(timetable, instant):
        instant = _a_day_later(timetable, instant)
    return instant


def _a_day_later(timetable: Timetable, instant: datetime) -> datetime:
    """The same hour on the wall, the day after."""
    local = instant.astimezone(zone_of(timetable))
    return _instant(local.replace(tzinfo=None) + timedelta(days=1), local.tzinfo)


def _is_closed(timetable: Timetable, instant: datetime) -> bool:
    return instant.astimezone(zone_of(timetable)).date() in timetable.closed
