"""A variant: its map, calendar, start, rulebook and hooks, ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from talleyrand.board.board import Board
from talleyrand.board.calendar import Calendar, YearLabel
from talleyrand.board.position import Position
from talleyrand.board.unit import Power
from talleyrand.rules.hooks import STANDARD, Hooks
from talleyrand.rules.rulebook import Rulebook


@dataclass(frozen=True)
class Variant:
    """Everything that makes a variant, as loaded from its folder.

    ``version`` moves only when behaviour does. ``presets`` are the rulebooks a game of it may start from, ``rulebook`` the
    one it has unless told otherwise. ``year_labels`` are the ways of naming years it offers; ``phase_hours`` the usual
    length of a phase by code without year ("SM", "WA"). ``colours`` are #rrggbb by power. ``symbols`` and ``legend`` say
    how the sources draw units and centres.
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

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers in the variant's order."""
        return self.board.power_names

    def centers_to_win(self, rulebook: Rulebook) -> int:
        """Centres needed for a solo: the rulebook's number, or else the variant's (A-002, B-009, C-006)."""
        return rulebook.victory_centers or self.victory_centers
