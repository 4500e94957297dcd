"""Phases and the order they come in, and how a variant labels its years."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from talleyrand.board.quoted import quoted

_CODE = re.compile(r"([SFW])(-?\d{1,6})([A-Z])", re.IGNORECASE)


class Season(StrEnum):
    """The three seasons of a phase code."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"

    @property
    def word(self) -> str:
        """The season as a player reads it."""
        return self.name.capitalize()


MOVEMENT, RETREAT, ADJUSTMENT, CAPTURE, ALLEGIANCE = "M", "R", "A", "C", "L"
"""Phase kinds. A kind is an open name: a variant may add its own letter."""

KIND_WORDS = {
    MOVEMENT: "Movement",
    RETREAT: "Retreats",
    ADJUSTMENT: "Adjustments",
    CAPTURE: "Capture",
    ALLEGIANCE: "Allegiance",
}


@dataclass(frozen=True, slots=True, order=False)
class Phase:
    """One phase of a game, written season letter, year, kind letter: "S1901M"."""

    season: Season
    year: int
    kind: str

    def __str__(self) -> str:
        return f"{self.season.value}{self.year}{self.kind}"

    @classmethod
    def parse(cls, text: str) -> Phase:
        """Read a phase code in either case.

        Raises ``ValueError`` naming the form wanted.
        """
        match = _CODE.fullmatch(text.strip())
        if match is None:
            raise ValueError(
                f"{quoted(text)} is not a phase: write season S, F or W, the year and the kind, as in 'S1901M'"
            )
        season, year, kind = match.groups()
        if int(year) < 1:
            raise ValueError(f"{quoted(text)} is not a phase: years count from 1")
        return cls(Season(season.upper()), int(year), kind.upper())


@dataclass(frozen=True, slots=True)
class YearLabel:
    """How a year number is shown: ``number + offset``, padded to ``digits``, before ``suffix`` ("450 AUC", "01 AD")."""

    suffix: str = ""
    offset: int = 0
    digits: int = 1

    def show(self, year: int) -> str:
        """The label of a year."""
        return f"{year + self.offset:0{self.digits}d} {self.suffix}".rstrip()


@dataclass(frozen=True)
class Calendar:
    """The cycle of phases in a year.

    ``steps`` are (season, kind) pairs in playing order; a game begins at ``first``. ``season_names`` renames a step, as
    where the retreats of Spring are called Summer (C-011).
    """

    steps: tuple[tuple[Season, str], ...]
    first: Phase
    label: YearLabel = YearLabel()
    season_names: tuple[tuple[str, str], ...] = ()

    @cached_property
    def _names(self) -> dict[str, str]:
        return dict(self.season_names)

    def after(self, phase: Phase) -> Phase:
        """The next phase of the calendar; the year rises when the cycle begins again (A-013, B-010).

        Raises ``ValueError`` where the calendar has no such phase.
        """
        index = self.index(phase) + 1
        year = phase.year
        if index == len(self.steps):
            index, year = 0, year + 1
        season, kind = self.steps[index]
        return Phase(season, year, kind)

    def index(self, phase: Phase) -> int:
        """The place of a phase in its year, from 0. Raises ``ValueError`` where the calendar has no such phase."""
        try:
            return self.steps.index((phase.season, phase.kind))
        except ValueError:
            known = ", ".join(f"{season.value}…{kind}" for season, kind in self.steps)
            raise ValueError(f"phase {phase} is not in this variant's calendar ({known})") from None

    def season_name(self, phase: Phase) -> str:
        """The season's name in this variant."""
        return self._names.get(f"{phase.season.value}{phase.kind}", phase.season.word)

    def describe(self, phase: Phase) -> str:
        """The phase in words: "Spring 01 AD, Movement"."""
        kind = KIND_WORDS.get(phase.kind, phase.kind)
        return f"{self.season_name(phase)} {self.label.show(phase.year)}, {kind}"
