"""The forms that together make a game: its terms, its rules, its timetable."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django import forms
from django.forms.utils import ErrorList
from django.http import QueryDict

from talleyrand.host.bridge import choices as house
from talleyrand.host.bridge.rules import SettingError
from talleyrand.host.deadlines.presets import PRESETS, usual_for
from talleyrand.host.deadlines.timetable import Timetable, zone_of
from talleyrand.host.pages.forms.plain import PlainForm
from talleyrand.host.pages.forms.rulebook import RulebookForm
from talleyrand.host.pages.forms.terms import TermsForm
from talleyrand.host.pages.forms.times import TimetableForm

OWN = "own"
_USUAL = " (usual for this variant)"
_NO_SETTING = "Choose a variant and the rules that your game begins from."


class SettingForm(PlainForm):
    """Variant and preset as "variant/preset", how years are named, and which timetable."""

    setting = forms.ChoiceField(label="Variant and rules")
    year_label = forms.ChoiceField(required=False, label="Years are named")
    timetable = forms.ChoiceField(
        label="When phases end",
        widget=forms.RadioSelect,
    )

    def __init__(self, data: QueryDict | None, offer: house.Offer, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial, label_suffix="")
        settings, years, times = (self.fields[name] for name in ("setting", "year_label", "timetable"))
        assert isinstance(settings, forms.ChoiceField)
        assert isinstance(years, forms.ChoiceField)
        assert isinstance(times, forms.ChoiceField)
        settings.choices = [
            (
                each.title,
                [
                    (f"{each.name}/{preset.name}", f"{preset.title}{_USUAL if preset == each.usual else ''}")
                    for preset in each.presets
                ],
            )
            for each in house.offers()
        ]
        usual = initial["timetable"]
        times.choices = [*_times(usual), (OWN, "My own, as set below")]
        years.choices = [(name, f"from {first} on") for name, first in offer.years]


def _times(usual: str) -> list[tuple[str, str]]:
    """The timetables there are, the usual one first."""
    names = sorted(PRESETS, key=lambda name: name != usual)
    return [(name, f"{PRESETS[name][0]}{' (usual for these rules)' if name == usual else ''}") for name in names]


class Making:
    """The forms for a game of a variant and a preset, given as "variant/preset".

    Without ``data`` they show what the preset says. Raises ``SettingError`` where there is no such setting.
    """

    def __init__(self, setting: str, data: QueryDict | None = None) -> None:
        self.variant, _, self.preset = setting.partition("/")
        self.setting = setting
        self.offer = house.offer(self.variant)
        if not self.preset:
            raise SettingError(_NO_SETTING)
        self.steps = house.steps_of(self.variant)
        self.begins = usual_for(self.preset)
        base = house.choices_of(self.variant, self.preset)
        usual = {
            "setting": setting,
            "year_label": house.year_label_of(self.variant, self.preset),
            "timetable": self.begins,
        }
        self.terms = TermsForm(data, label_suffix="")
        self.rules = RulebookForm(data, self.variant, self.preset, base)
        self.start = SettingForm(data, self.offer, usual)
        own = data is not None and data.get("timetable") == OWN
        self.times = TimetableForm(data if own else None, self.steps, PRESETS[self.begins][1])
        self.starts_at: datetime | None = None
        self.key = data.get("key", "")[:64] if data is not None else uuid.uuid4().hex

    def keep(self, data: QueryDict, *, rules: bool) -> None:
        """Show what was typed without judging it, with ``rules`` also the choices of the rulebook.

        Else a timetable that goes with other rules than were shown makes place for that of these.
        """
        other = not rules and data.get("timetable") == usual_for(data.get("shown", "").partition("/")[2])
        left = ("setting", "year_label", *(("timetable",) if other else ()))
        forms_kept: list[forms.Form] = [self.terms, self.start, self.times, *([self.rules] if rules else [])]
        for form in forms_kept:
            for name, field in form.fields.items():
                given = field.widget.value_from_datadict(data, {}, form.add_prefix(name))
                if given not in (None, "", []) and not (form is self.start and name in left):
                    form.initial[name] = given
        self.key = data.get("key", "")[:64] or self.key

    def fill(self, name: str) -> None:
        """Show a preset in the editor of the timetable."""
        if name in PRESETS:
            self.times = TimetableForm(None, self.steps, PRESETS[name][1])
            self.start.initial["timetable"] = OWN
            self.begins = name

    def is_valid(self) -> bool:
        """Whether a game can be made of what was filled in; what is wrong is at its field."""
        bound: list[forms.Form] = [self.terms, self.rules, self.start, *([self.times] if self.times.is_bound else [])]
        if not all(form.is_valid() for form in bound):
            return False
        self.starts_at = self.terms.starts_at(zone_of(self.timetable))
        return not self.terms.errors

    @property
    def own(self) -> bool:
        """Whether a timetable of one's own is asked for."""
        return str(self.start["timetable"].value()) == OWN

    @property
    def presets(self) -> list[tuple[str, str]]:
        """The timetables that an own one may begin from."""
        return _times(usual_for(self.preset))

    @property
    def timetable(self) -> Timetable:
        """The timetable that was chosen or set."""
        chosen = self.start.cleaned_data["timetable"]
        found: Timetable = self.times.cleaned_data["timetable"] if chosen == OWN else PRESETS[chosen][1]
        return found

    @property
    def year_label(self) -> str:
        """The way of naming years: the one chosen, or what goes with the preset."""
        return self.start.cleaned_data["year_label"] or str(self.start.initial["year_label"])

    @property
    def faults(self) -> list[ErrorList]:
        """What is wrong with no field of its own."""
        return [form.non_field_errors() for form in (self.terms, self.rules, self.start, self.times)]
