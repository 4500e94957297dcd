"""The form for every choice of a rulebook, in sections and in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField

from talleyrand.host.bridge import choices as house
from talleyrand.host.bridge.choices import Choice, Preset
from talleyrand.host.pages.forms.plain import PlainForm

_NUMBERS = {
    "civil_disorder_after": (
        100,
        "Movement phases in a row without orders that put a power in civil disorder; 0 for never.",
    ),
    "victory_centers": (400, "Supply centres that win alone; 0 for the variant's own number."),
    "last_year": (5000, "Game years after which the game ends; 0 for no limit."),
}
"""The choices that are numbers: the most there may be, and what is asked for."""


@dataclass(frozen=True, slots=True)
class Row:
    """A choice in the form: its field, and the value that the preset gives it; ``usual`` whether that is chosen."""

    field: BoundField
    choice: Choice
    preset: str
    usual: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the form; it stands open where something in it is not the preset's, or has a fault."""

    title: str
    rows: tuple[Row, ...]

    @property
    def differing(self) -> int:
        """How many of its choices are not the preset's."""
        return sum(not row.usual for row in self.rows)

    @property
    def open(self) -> bool:
        """Whether there is something to see in it."""
        return bool(self.differing) or any(row.field.errors for row in self.rows)


class RulebookForm(PlainForm):
    """A field for each choice, named ``rule-paradox``; what a form leaves out stays as it is in ``base``."""

    def __init__(self, data: Mapping[str, Any] | None, variant: str, preset: str, base: Mapping[str, Any]) -> None:
        super().__init__(data, prefix="rule")
        self.variant, self.base = variant, dict(base)
        self.preset: Preset = house.preset_of(variant, preset)
        self._usual = house.choices_of(variant, preset)
        self._sections = house.sections_of(variant)
        for _, members in self._sections:
            for choice in members:
                self.fields[choice.name] = self._field(choice)

    def _field(self, choice: Choice) -> forms.Field:
        if choice.values:
            return forms.ChoiceField(
                choices=choice.values,
                label=choice.heading,
                required=False,
                widget=forms.RadioSelect,
                initial=self.base[choice.name],
            )
        most, words = _NUMBERS[choice.name]
        return forms.IntegerField(
            label=choice.heading,
            help_text=words,
            required=False,
            min_value=0,
            max_value=most,
            initial=self._shown(choice.name, self.base),
        )

    def _shown(self, name: str, choices: Mapping[str, Any]) -> Any:
        return house.years_of(self.variant, choices[name]) if name == "last_year" else choices[name]

    def sections(self) -> Iterator[Section]:
        """The form in sections."""
        for title, members in self._sections:
            rows = []
            for choice in members:
                usual = self._shown(choice.name, self._usual)
                field = self[choice.name]
                rows.append(Row(field, choice, str(usual), str(field.value()) == str(usual)))
            yield Section(title, tuple(rows))

    def choices(self) -> dict[str, Any]:
        """Every choice of the rulebook that the valid form describes."""
        found = dict(self.base)
        for name, value in self.cleaned_data.items():
            if value is None or value == "":
                continue
            found[name] = house.last_year_of(self.variant, value) if name == "last_year" else value
        return found
