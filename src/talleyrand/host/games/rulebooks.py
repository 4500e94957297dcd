"""The house rules of a game as its readers see them: in sections, with what differs, and every version there was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import choices as house
from talleyrand.host.bridge.choices import Difference, Preset
from talleyrand.host.games.models import Game, Rulebook


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in words, and what it would be by the preset and by the Game Master's previous game, where that differs.

    ``source`` is where it is discussed ("DATC 4.A.3").
    """

    heading: str
    text: str
    source: str
    preset: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the house rules (A-130)."""

    title: str
    rules: tuple[Rule, ...]

    @property
    def against(self) -> int:
        """How many of its rules differ from the preset."""
        return sum(bool(rule.preset) for rule in self.rules)

    @property
    def since(self) -> int:
        """How many of its rules differ from the Game Master's previous game."""
        return sum(bool(rule.before) for rule in self.rules)

    @property
    def marked(self) -> bool:
        """Whether something in it differs from what players may know."""
        return bool(self.against or self.since)


@dataclass(frozen=True, slots=True)
class Version:
    """One of the rulebooks that a game has had, and what it changed of the one before."""

    row: Rulebook
    changes: tuple[Difference, ...]
    holds: bool

    @property
    def before(self) -> int:
        """The number of the version before it."""
        return self.row.version - 1


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A rulebook of a game, whole: ``shown`` of its ``versions``, the newest first."""

    shown: Version
    parts: tuple[Part, ...]
    preset: Preset
    previous: Game | None
    versions: tuple[Version, ...]
    credits: tuple[str, ...]

    @property
    def marked(self) -> bool:
        """Whether anything differs from what players may know."""
        return any(part.marked for part in self.parts)


def rules_of(game: Game, version: int | None = None) -> HouseRules | None:
    """The rules of a game, those in force or an earlier version; None where there is none of that number."""
    versions = versions_of(game)
    shown = next((each for each in versions if version is None or each.row.version == version), None)
    if shown is None:
        return None
    previous = previous_of(game.master, game.variant, game)
    return HouseRules(
        shown,
        parts_of(game.variant, game.year_label, shown.row.choices, game.preset, previous),
        house.preset_of(game.variant, game.preset),
        previous,
        versions,
        house.credits_of(game.variant),
    )


def versions_of(game: Game) -> tuple[Version, ...]:
    """Every rulebook that a game has had, the newest first (A-127)."""
    rows = list(game.rulebooks.select_related("author").order_by("version"))
    found = []
    for index, row in enumerate(rows):
        old = rows[index - 1].choices if index else row.choices
        changes = house.differences(game.variant, game.year_label, old, row.choices)
        found.append(Version(row, changes, row is rows[-1]))
    return tuple(reversed(found))


def parts_of(
    variant: str, year_label: str, choices: dict[str, Any], preset: str, previous: Game | None
) -> tuple[Part, ...]:
    """A rulebook in sections, what differs from the preset and from a previous game marked, each by itself (A-129)."""
    usual = house.choices_of(variant, preset)
    against = {each.name: each.old for each in house.differences(variant, year_label, usual, choices)}
    before = {each.name: each.old for each in since(variant, year_label, choices, previous)}
    told = house.told(variant, year_label, choices)
    return tuple(
        Part(
            title,
            tuple(
                Rule(rule.heading, rule.text, rule.source, against.get(rule.name, ""), before.get(rule.name, ""))
                for rule in (told[each.name] for each in members if each.name in told)
            ),
        )
        for title, members in house.CHOICES
    )


def since(variant: str, year_label: str, choices: dict[str, Any], previous: Game | None) -> tuple[Difference, ...]:
    """What differs from the rules that a previous game had in the end; nothing where there was none (A-129)."""
    row = previous.rulebooks.last() if previous is not None else None
    if previous is None or row is None:
        return ()
    old = dict(row.choices)
    old["last_year"] = house.last_year_of(variant, house.years_of(previous.variant, old.get("last_year", 0)))
    return house.differences(variant, year_label, old, choices)


def previous_of(master: User, variant: str, game: Game | None = None) -> Game | None:
    """The game that somebody made before this one, or last of all: of the same variant, or else of any (A-129)."""
    made = Game.objects.filter(master=master).order_by("-pk")
    if game is not None:
        made = made.filter(pk__lt=game.pk)
    return made.filter(variant=variant).first() or made.first()
