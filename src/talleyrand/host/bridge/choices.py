"""What a rulebook lets one choose, in plain words, and how two rulebooks differ; the phases that a variant plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from talleyrand.board.calendar import RETREAT, Phase
from talleyrand.board.province import Terrain
from talleyrand.game.errors import InputError
from talleyrand.game.rulebooks import rulebook_of, with_years
from talleyrand.game.wire import variant_named
from talleyrand.host.bridge.rules import SettingError
from talleyrand.prose.house_rules import SECTIONS, HouseRule, heading_of, in_words, source_of, values_of
from talleyrand.rules.rulebook import Retreats, Rulebook
from talleyrand.variants.presets import all_presets, find_preset
from talleyrand.variants.registry import names
from talleyrand.variants.variant import Variant

Choices = Mapping[str, Any]

_STEPS = {"M": "orders", "R": "retreats", "A": "adjustments", "C": "captures", "L": "allegiance phases"}


@dataclass(frozen=True, slots=True)
class Preset:
    """A rulebook that a game may begin from: its name, what it is called, where it comes from, and whom it is for."""

    name: str
    title: str
    source: str
    whom: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A variant that a game may be made of, the rulebook that it is usually played by first of its presets.

    ``years`` are ways of naming years, each with the first as it shows it.
    """

    name: str
    title: str
    powers: int
    presets: tuple[Preset, ...]
    years: tuple[tuple[str, str], ...]

    @property
    def usual(self) -> Preset:
        """The rulebook to choose where nothing speaks for another."""
        return self.presets[0]

    @property
    def others(self) -> tuple[Preset, ...]:
        """Its other rulebooks."""
        return self.presets[1:]


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a rulebook: ``values`` with a sentence each, none where it is a number."""

    name: str
    heading: str
    source: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A choice in which two rulebooks differ, in the words of each."""

    name: str
    heading: str
    old: str
    new: str


_USUAL = {"ancient_mediterranean": "forum_ancient_mediterranean"}
"""By variant: the rulebook that its games on this site begin from, where that is not the variant's own."""

_WHOM = {
    "datc": "For most groups: the rules of today and, where the rulebook is silent, what most judges do.",
    "rulebook_1971": "For groups that play by the letter of the first edition.",
    "rulebook_1982": "For groups that play by the letter of the edition of 1982.",
    "rulebook_2000": "For groups that play by the letter of the edition of 2000.",
    "rulebook_2023": "For groups that play by the letter of the newest edition.",
    "ancient_mediterranean": "For groups that play by the rules of the variant's author.",
    "forum_ancient_mediterranean": "For games as forums play this variant: a new set of orders replaces the whole"
    " earlier one, and 18 centres win.",
    "morrowind": "For games as forums play this variant: orders may be changed unit by unit, and 13 centres win.",
}
"""By rulebook: whom it is for, in a sentence."""

CHOICES: tuple[tuple[str, tuple[Choice, ...]], ...] = tuple(
    (title, tuple(Choice(name, heading_of(name), source_of(name), values_of(name)) for name in members))
    for title, members in SECTIONS.items()
)
"""Every choice by section of the house rules (A-130)."""

_ON_SPLIT_COASTS = ("missing_coast", "impossible_coast")


def sections_of(variant: str) -> tuple[tuple[str, tuple[Choice, ...]], ...]:
    """Every choice that can matter on a variant's map, by section of the house rules. Raises ``SettingError``."""
    idle = _idle(_variant(variant))
    return tuple((title, tuple(each for each in members if each.name not in idle)) for title, members in CHOICES)


def _idle(variant: Variant) -> frozenset[str]:
    """The choices about what the map does not have."""
    provinces = variant.board.provinces.values()
    archipelagos = any(each.terrain is Terrain.ARCHIPELAGO for each in provinces)
    split = any(each.coasts for each in provinces)
    return frozenset(() if archipelagos else ("archipelago_convoys",)) | frozenset(() if split else _ON_SPLIT_COASTS)


def offers() -> tuple[Offer, ...]:
    """The variants that games may be made of."""
    return tuple(offer(name) for name in names())


def offer(variant: str) -> Offer:
    """A variant that a game may be made of. Raises ``SettingError``."""
    known = _variant(variant)
    years = tuple((name, label.show(known.calendar.first.year)) for name, label in known.year_labels.items())
    usual = _USUAL.get(known.name)
    presets = tuple(preset_of(variant, name) for name in sorted(known.presets, key=lambda name: name != usual))
    return Offer(known.name, known.title, len(known.powers), presets, years)


def preset_of(variant: str, preset: str) -> Preset:
    """A preset by name, "" for the variant's own rules. Raises ``SettingError``."""
    known = _variant(variant)
    if not preset:
        return Preset("", f"rules of {known.title}", "")
    if preset not in known.presets:
        raise SettingError(f"preset: {known.title} has no rules called {preset!r}; it has {', '.join(known.presets)}")
    found = find_preset(preset, all_presets())
    return Preset(preset, found.title if found else preset, found.source if found else "", _WHOM.get(preset, ""))


def choices_of(variant: str, preset: str) -> dict[str, Any]:
    """Every choice of a preset. Raises ``SettingError``."""
    return dict(_rulebook({"preset": preset} if preset else {}, _variant(variant)).choices())


def year_label_of(variant: str, preset: str) -> str:
    """The way of naming years that goes with a preset. Raises ``SettingError``."""
    known = _variant(variant)
    label = with_years(known, preset or None).calendar.label
    return next((name for name, each in known.year_labels.items() if each == label), "")


def credits_of(variant: str) -> tuple[str, ...]:
    """Whom the variant is owed to (A-131). Raises ``SettingError``."""
    return _variant(variant).credits


def differences(variant: str, year_label: str, old: Choices, new: Choices) -> tuple[Difference, ...]:
    """In what two rulebooks differ, in words, in the order of the house rules. Raises ``SettingError``."""
    before, after = told(variant, year_label, old), told(variant, year_label, new)
    found = []
    for _, members in CHOICES:
        for each in members:
            was, now = before.get(each.name), after.get(each.name)
            if (was.text if was else "") != (now.text if now else ""):
                nothing = "Nothing is said of it."
                found.append(
                    Difference(each.name, each.heading, was.text if was else nothing, now.text if now else nothing)
                )
    return tuple(found)


def told(variant: str, year_label: str, choices: Choices) -> dict[str, HouseRule]:
    """A rulebook in plain words, by choice that can matter. Raises ``SettingError``."""
    known = _labelled(variant, year_label)
    rulebook = _rulebook(choices, known)
    last = known.calendar.label.show(rulebook.last_year) if rulebook.last_year else ""
    rules = in_words(rulebook, centers_to_win=known.centers_to_win(rulebook), last_year=last)
    idle = _idle(known)
    return {rule.name: rule for rule in rules if rule.name not in idle}


def years_of(variant: str, last_year: int) -> int:
    """How many game years there are until a last year, 0 where there is none. Raises ``SettingError``."""
    return last_year - _variant(variant).calendar.first.year + 1 if last_year else 0


def last_year_of(variant: str, years: int) -> int:
    """The last year of a game that takes so many years, 0 for one without limit. Raises ``SettingError``."""
    return _variant(variant).calendar.first.year + years - 1 if years else 0


def steps_of(variant: str) -> dict[str, str]:
    """What the variant calls its phases, by season and kind: {"SR": "Summer retreats"}. Raises ``SettingError``."""
    calendar = _variant(variant).calendar
    found = {}
    for season, kind in calendar.steps:
        name = calendar.season_name(Phase(season, calendar.first.year, kind))
        found[f"{season.value}{kind}"] = f"{name} {_STEPS.get(kind, f'phases {kind}')}"
    return found


def phases_ahead(
    variant: str, year_label: str, choices: Choices, code: str = "", *, years: int = 2
) -> tuple[tuple[Phase, str], ...]:
    """The phases of so many game years from a phase on, or from the first, each in words; none is taken to be skipped.

    Retreats have no phase where they are sent with the orders (X-A8). Raises ``SettingError``.
    """
    known = _labelled(variant, year_label)
    separate = _rulebook(choices, known).retreats is not Retreats.WITH_ORDERS
    first = Phase.parse(code) if code else known.calendar.first
    phases = _from(known, first, years * len(known.calendar.steps))
    return tuple(
        (phase, known.calendar.describe(phase))
        for phase in phases
        if separate or phase.kind != RETREAT or phase == first
    )


def _from(variant: Variant, phase: Phase, count: int) -> Iterator[Phase]:
    for _ in range(count):
        yield phase
        phase = variant.calendar.after(phase)


def _variant(name: str) -> Variant:
    try:
        return variant_named(name, allow_folders=False)
    except InputError as fault:
        raise SettingError(str(fault)) from None


def _labelled(name: str, year_label: str) -> Variant:
    try:
        return with_years(_variant(name), None, year_label or None)
    except InputError as fault:
        raise SettingError(str(fault)) from None


def _rulebook(choices: Choices, variant: Variant) -> Rulebook:
    try:
        return rulebook_of(choices, variant)
    except InputError as fault:
        raise SettingError(str(fault)) from None
