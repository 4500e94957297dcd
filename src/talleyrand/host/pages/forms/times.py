"""The form for a timetable: a row for each kind of phase that the variant has, and what holds for all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from msgspec.structs import replace

from talleyrand.board.calendar import Phase
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.timetable import DAYS, Length, Pace, Slot, Timetable
from talleyrand.host.pages.forms.plain import PlainForm
from talleyrand.host.pages.labels import told

ZONES = (
    "Etc/GMT",
    "Etc/UTC",
    "Europe/London",
    "Europe/Dublin",
    "Europe/Lisbon",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Rome",
    "Europe/Madrid",
    "Europe/Amsterdam",
    "Europe/Stockholm",
    "Europe/Warsaw",
    "Europe/Athens",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Toronto",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "Africa/Johannesburg",
    "Africa/Lagos",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Perth",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Zones that are offered; any other that exists may be written."""

_LEAD = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)\s*(h|hours?|min|minutes?)?", re.ASCII)
_SLOT, _LENGTH = "slot", "length"
_RULES = [(_SLOT, "ends on these weekdays at this hour"), (_LENGTH, "takes so long")]
_FIELDS = {"at": "at", "days": "on", "least": "least"}


@dataclass(frozen=True, slots=True)
class Row:
    """The fields for one kind of phase."""

    title: str
    rule: BoundField
    at: BoundField
    on: BoundField
    least: BoundField
    days: BoundField
    hours: BoundField
    minutes: BoundField


class TimetableForm(PlainForm):
    """Fields ``time-zone``, ``time-SM_rule`` and so on; ``steps`` are the variant's phases by season and kind."""

    zone = forms.CharField(max_length=64, label="Time zone", widget=forms.TextInput({"list": "zones"}))
    pace = forms.ChoiceField(
        label="The clock",
        widget=forms.RadioSelect,
        choices=[
            (Pace.STRICT.value, "is strict: no phase ends early, and none is extended"),
            (Pace.SOFT.value, "is soft: a phase ends early when all are ready, and may be extended"),
        ],
    )
    prods = forms.CharField(
        required=False,
        max_length=100,
        label="Reminders before a deadline",
        help_text="Hours before it, or minutes: “24, 3” or “30 min”. They go to whoever has sent nothing.",
    )
    grace = forms.IntegerField(
        required=False, min_value=0, max_value=1440, label="Minutes of grace in which orders still count"
    )
    most = forms.FloatField(
        required=False, min_value=0, max_value=1440, label="Hours by which a phase may be extended in all"
    )
    closed = forms.CharField(
        required=False,
        max_length=8000,
        widget=forms.Textarea({"rows": 2}),
        label="Dates on which no phase ends",
        help_text="As 2030-12-25, with commas or in lines.",
    )

    def __init__(self, data: Mapping[str, Any] | None, steps: Mapping[str, str], shown: Timetable) -> None:
        super().__init__(data, prefix="time", initial=_shown(shown, steps), label_suffix="")
        self.steps = dict(steps)
        for code in steps:
            self.fields |= {f"{code}_{name}": field for name, field in _row().items()}

    def rows(self) -> Iterator[Row]:
        """The kinds of phase in playing order."""
        for code, title in self.steps.items():
            yield Row(title, **{name: self[f"{code}_{name}"] for name in _row()})

    def called(self, name: str) -> str:
        """What the page calls a field: one of a kind of phase by that, too."""
        code, _, part = name.partition("_")
        if code not in self.steps:
            return super().called(name)
        return self.steps[code] if part == "rule" else f"{self.steps[code]}, {super().called(name).lower()}"

    def clean(self) -> dict[str, Any]:
        """The timetable as ``timetable``, where nothing is wrong; what is wrong goes to its field."""
        if not self.errors:
            try:
                self.cleaned_data["timetable"] = plainly(clock.read(self._value()), self.steps)
            except clock.TimetableError as fault:
                self._add_fault(str(fault).removeprefix("timetable: "))
        return self.cleaned_data

    def _value(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {
            "steps": {code: self._rule(code) for code in self.steps},
            "zone": given["zone"],
            "pace": given["pace"],
            "prods": _leads(given["prods"]),
            "grace": given["grace"] or 0,
            "closed": re.split(r"[\s,;]+", given["closed"].strip()) if given["closed"].strip() else [],
            "most": given["most"] or 0,
        }

    def _rule(self, code: str) -> dict[str, Any]:
        given = {name: self.cleaned_data[f"{code}_{name}"] for name in _row()}
        if given["rule"] == _SLOT:
            return {"type": _SLOT, "at": given["at"], "days": given["on"], "least": given["least"] or 0}
        hours = (given["hours"] or 0) + (given["minutes"] or 0) / 60
        return {"type": _LENGTH, "days": given["days"] or 0, "hours": hours, "at": given["at"]}

    def _add_fault(self, text: str) -> None:
        """Put a fault of the value at the field that it names."""
        path, _, words = text.partition(": ")
        parts = path.split(".")
        if parts[0] == "steps" and len(parts) > 1 and parts[1] in self.steps:
            name = _FIELDS.get(parts[2], "rule") if len(parts) > 2 else "rule"
            self.add_error(f"{parts[1]}_{name}", words)
        elif parts[0] in self.fields:
            self.add_error(parts[0], words)
        elif "closed" in text:
            self.add_error("closed", "write each date as 2030-12-25")
        else:
            self.add_error(None, told(text, "change"))


def _row() -> dict[str, forms.Field]:
    def number(label: str, most: int) -> forms.IntegerField:
        return forms.IntegerField(required=False, min_value=0, max_value=most, label=label)

    return {
        "rule": forms.ChoiceField(choices=_RULES, label="The phase"),
        "at": forms.CharField(
            required=False, max_length=5, label="Hour", widget=forms.TextInput({"size": 5, "placeholder": "21:00"})
        ),
        "on": forms.MultipleChoiceField(
            required=False,
            choices=[(day, day) for day in DAYS],
            label="Weekdays",
            widget=forms.CheckboxSelectMultiple,
        ),
        "least": forms.FloatField(required=False, min_value=0, max_value=744, label="Hours it takes at least"),
        "days": number("Days", 92),
        "hours": number("Hours", 2208),
        "minutes": number("Minutes", 59),
    }


def _shown(timetable: Timetable, steps: Mapping[str, str]) -> dict[str, Any]:
    """What the form shows of a timetable."""
    shown: dict[str, Any] = {
        "zone": timetable.zone,
        "pace": timetable.pace.value,
        "prods": ", ".join(_lead(lead) for lead in timetable.prods),
        "grace": timetable.grace,
        "most": _plain(timetable.most),
        "closed": "\n".join(day.isoformat() for day in timetable.closed),
    }
    for code in steps:
        rule = clock.rule_for(timetable, Phase.parse(f"{code[0]}1{code[1:]}"))
        row: dict[str, Any] = {"at": rule.at, "on": list(DAYS)}
        if isinstance(rule, Slot):
            row |= {"rule": _SLOT, "on": list(rule.days), "least": _plain(rule.least) or None}
        else:
            hours, minutes = divmod(round(rule.hours * 60), 60)
            row |= {"rule": _LENGTH, "days": rule.days, "hours": hours, "minutes": minutes}
        shown |= {f"{code}_{name}": value for name, value in row.items()}
    return shown


def _plain(number: float) -> float:
    """A whole number as one, so that no box says 168.0."""
    return int(number) if number == int(number) else number


def _lead(hours: float) -> str:
    return f"{hours:g}" if hours >= 1 else f"{hours * 60:g} min"


def _leads(text: str) -> list[float]:
    """The hours of reminders. Raises ``TimetableError``."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = _LEAD.fullmatch(part)
        if match is None:
            raise clock.TimetableError(f"prods: {part!r} is no time; write hours as “24”, or minutes as “30 min”")
        number, unit = float(match[1]), match[2] or "h"
        found.append(number / 60 if unit.startswith("min") else number)
    return found


def plainly(timetable: Timetable, codes: Iterable[str]) -> Timetable:
    """A timetable for phases given by season and kind ("SM"), with as few rules as say it.

    That is one for all phases, or one for a kind in both seasons.
    """
    steps = {code: clock.rule_for(timetable, Phase.parse(f"{code[0]}1{code[1:]}")) for code in codes}
    if len({str(rule) for rule in steps.values()}) == 1:
        return replace(timetable, steps={clock.ANY: next(iter(steps.values()))})
    brief: dict[str, Slot | Length] = {}
    for code, rule in steps.items():
        same = all(other == rule for name, other in steps.items() if name[1:] == code[1:])
        brief[code[1:] if same else code] = rule
    return replace(timetable, steps=brief)
