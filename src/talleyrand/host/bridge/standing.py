"""Who may order and who has, civil disorder, and what a power loses that sends nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from talleyrand.board.calendar import ADJUSTMENT, Phase
from talleyrand.game.rulebooks import with_years
from talleyrand.game.state import Game as Engine
from talleyrand.game.wire import variant_named
from talleyrand.host.games.models import Game
from talleyrand.prose.words import unit_name
from talleyrand.rules.adjustment import removal_ranking
from talleyrand.rules.rulebook import Removal


@dataclass(frozen=True, slots=True)
class Standing:
    """How a phase stands: powers that may order, those of them that sent nothing, and those in civil disorder.

    ``declared`` are in disorder because the Game Master said so, and none of their orders is in force; ``missed``
    counts movement phases missed running, of ``limit`` that bring disorder (0 for never); ``living`` have a unit or a
    centre.
    """

    able: tuple[str, ...]
    waiting: tuple[str, ...]
    disorder: tuple[str, ...]
    declared: frozenset[str]
    missed: Mapping[str, int]
    limit: int
    living: tuple[str, ...]


def standing(engine: Engine) -> Standing:
    """How the phase being played stands."""
    status, counts, position = engine.status, engine.current.counts, engine.position
    return Standing(
        able=() if status.over else engine.able,
        waiting=status.waiting,
        disorder=status.disorder,
        declared=counts.declared,
        missed=status.missed,
        limit=engine.rulebook.civil_disorder_after,
        living=tuple(power for power in engine.powers if position.units_of(power) or position.centers_of(power)),
    )


@dataclass(frozen=True, slots=True)
class Removals:
    """What a power loses in Winter if it orders nothing: the first ``due`` of its ``units``, farthest first (X-A9).

    ``due`` is known in a phase of adjustments, and 0 before it. ``advice`` where the Game Master decides and this is
    only what is proposed to her.
    """

    due: int
    units: tuple[str, ...]
    advice: bool


def removals(engine: Engine, power: str) -> Removals:
    """The ranked list by which a power loses units as the board stands."""
    position, rulebook = engine.position, engine.rulebook
    owed = max(0, -position.surplus(power)) if engine.phase.kind == ADJUSTMENT else 0
    board = engine.variant.board
    units = tuple(unit_name(unit, board) for unit in removal_ranking(position, board, power, rulebook))
    return Removals(owed, units, rulebook.removal is Removal.GM_DECIDES)


def phase_named(game: Game, code: str) -> str:
    """A phase's code in words, the year as the game names it: "Spring 1 AD, movement"."""
    variant = with_years(variant_named(game.variant, allow_folders=False), None, game.year_label or None)
    return variant.calendar.describe(Phase.parse(code))
