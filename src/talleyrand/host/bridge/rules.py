"""Variants and rulebooks for the site: what a game may be made of, and its first position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from talleyrand.board.calendar import Phase
from talleyrand.game.errors import InputError
from talleyrand.game.rulebooks import rulebook_of
from talleyrand.game.state import Game as Engine
from talleyrand.game.wire import variant_named
from talleyrand.host.games.models import Game


class SettingError(ValueError):
    """A variant, preset, choice or year label that cannot be: the field, and what to do."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a game is made of, checked."""

    variant: str
    version: int
    year_label: str
    choices: dict[str, Any]
    powers: tuple[str, ...]


def setting(variant: str, preset: str, choices: Mapping[str, Any], year_label: str) -> Setting:
    """A variant with a rulebook: a preset's, or the variant's own, and the choices changed. Raises ``SettingError``."""
    try:
        named = variant_named(variant, allow_folders=False)
        wanted = {**({"preset": preset} if preset else {}), **choices}
        rulebook = rulebook_of(wanted, named)
        made = Engine.new(named, preset or rulebook, year_label=year_label or None)
    except InputError as fault:
        raise SettingError(str(fault)) from None
    label = next((name for name, label in made.variant.year_labels.items() if label == made.variant.calendar.label), "")
    return Setting(named.name, named.version, label, dict(rulebook.choices()), made.powers)


def new_game(game: Game, *, time: str) -> Engine:
    """The engine's game at its start, by the rules in force."""
    rules = game.rulebooks.last()
    choices = rules.choices if rules is not None else {}
    seats = {seat.power: [each.user.username for each in seat.present()] for seat in game.seats.all()}
    return Engine.new(
        game.variant,
        choices,
        seats=seats,
        timetable=game.timetable,
        year_label=game.year_label or None,
        time=time,
    )


def phase_of(game: Game) -> Phase:
    """The phase being played."""
    row = game.phases.get(branch=game.branch, number=game.number)
    return Phase.parse(row.code)
