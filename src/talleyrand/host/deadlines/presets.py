"""The timetables of the games that are served out of the box."""

from __future__ import annotations

from collections.abc import Collection

from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.timetable import DAYS, Length, Pace, Slot, Timetable

PRESETS: dict[str, tuple[str, Timetable]] = {
    "000": (
        "Forum week: a game year from Sunday to Sunday, 21:00 GMT",
        Timetable(
            steps={
                "SM": Slot("21:00", ("Tue",)),
                "SR": Slot("21:00", ("Wed",)),
                "FM": Slot("21:00", ("Fri",)),
                "FR": Slot("21:00", ("Sat",)),
                "WA": Slot("21:00", ("Sun",)),
                "*": Slot("21:00", DAYS),
            },
            zone="Etc/GMT",
        ),
    ),
    "000-daily": (
        "One phase a day, 21:00 GMT",
        Timetable(steps={"*": Slot("21:00", DAYS)}, zone="Etc/GMT"),
    ),
    "004": (
        "Days by phase: 3 for orders, 1 for retreats, 2 for builds",
        Timetable(
            steps={
                "SM": Length(days=3),
                "FM": Length(days=3),
                "R": Length(days=1),
                "A": Length(days=2),
                "L": Length(days=2),
                "*": Length(days=1),
            },
            pace=Pace.SOFT,
        ),
    ),
    "live": (
        "One evening, also for a trial: 15 minutes for orders, 5 for all else",
        Timetable(steps={"M": Length(hours=0.25), "*": Length(hours=5 / 60)}, pace=Pace.SOFT, prods=(1 / 30,), most=2),
    ),
}
"""By name: what it is, and the value (A-109, A-110, D-003)."""

_USUAL = {"ancient_mediterranean": "000", "forum_ancient_mediterranean": "000"}


def usual_for(rulebook: str) -> str:
    """The name of the timetable that goes with a rulebook."""
    return _USUAL.get(rulebook, "004")


def alike(timetable: Timetable, codes: Collection[str]) -> str:
    """The name of the timetable that says the same of phases given by season and kind ("SM"), "" for none."""
    return next((name for name, (_, each) in PRESETS.items() if clock.alike(each, timetable, codes)), "")
