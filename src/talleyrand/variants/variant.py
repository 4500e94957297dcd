"""A variant: its map, calendar, start, rulebook and hooks, ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from talleyrand.board.board import Board
from talleyrand.board.calendar import Calendar, YearLabel
from talleyrand.board.position import Position
from talleyrand.board.unit import Power
from talleyrand.rules.hooks import STANDARD, Hooks
from talleyrand.rules.rulebook import Rulebook


@dataclass(frozen=True)
class Variant:
    """Everything that makes a variant, as loaded from its folder.

    ``version`` moves only when behaviour does. ``presets`` are the rulebooks a game of it may start from, ``rulebook``
    the one it has unless told otherwise. ``year_labels`` are the ways of naming years it offers; ``phase_hours`` the
    usual length of a phase by code without year ("SM", "WA"). ``colours`` are #rrggbb by power. ``symbols`` and
    ``legend`` say how the sources draw units and centres.
    """

    name: str
    title: str
    version: int
    board: Board
    calendar: Calendar
    start: Position
    rulebook: Rulebook
    presets: Mapping[str, Rulebook]
    victory_centers: int
    credits: tuple[str, ...] = ()
    description: str = ""
    year_labels: Mapping[str, YearLabel] = field(default_factory=dict)
    phase_hours: Mapping[str, int] = field(default_factory=dict)
    colours: Mapping[Power, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    legend: Mapping[str, str] = field(default_factory=dict)
    rules_text: str = ""
    hooks: Hooks = STANDARD
    preset_labels: Mapping[str, str] = field(default_factory=dict)
    """The year label that goes with a preset, where it has one of its own (X-A2)."""
    silent_phases: tuple[str, ...] = ()
    """Phases, by code without year, in which players may not talk (C-039)."""
    folder: Path | None = None
    """The folder it was loaded from, with what only some readers need: cases, geometry."""

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers in the variant's order."""
        return self.board.power_names

    def centers_to_win(self, rulebook: Rulebook) -> int:
        """Centres needed for a solo: the rulebook's number, or else the variant's (A-002, B-009, C-006)."""
        return rulebook.victory_centers or self.victory_centers

    def with_year_label(self, name: str) -> Variant:
        """This variant naming its years another way ("AUC"). Raises ``KeyError`` listing the labels it offers."""
        if name not in self.year_labels:
            raise KeyError(f"{self.title} has no year label {name!r}; it has {', '.join(self.year_labels) or 'none'}")
        return replace(self, calendar=replace(self.calendar, label=self.year_labels[name]))
