"""Short ways to set a scene for the game's tests."""

from collections.abc import Mapping, Sequence

from talleyrand import load_variant, read_position
from talleyrand.board.position import Position
from talleyrand.game.adjudicate import adjudicate
from talleyrand.game.report import Report

CLASSIC = load_variant("classic")


def position(
    phase: str, units: Mapping[str, Sequence[str]], centers=None, *, variant: str = "classic", **more
) -> Position:
    document = {"variant": variant, "phase": phase, "units": units, "centers": centers or {}, **more}
    return read_position(document)


def homes(*powers: str) -> dict[str, list[str]]:
    """Home centres of powers of the classic board."""
    return {power: sorted(CLASSIC.board.homes[power]) for power in powers}


def play(where: Position, orders, rulebook=None, *, skip: bool = True) -> Report:
    return adjudicate(load_variant(where.variant), where, orders, rulebook, skip=skip)


def results(report: Report) -> dict[str, tuple[str, ...]]:
    """Outcome words by unit."""
    return {
        str(line.outcome.unit): tuple(map(str, line.outcome.results))
        for line in report.lines
        if line.outcome is not None and line.outcome.unit is not None
    }


def units(where: Position) -> dict[str, list[str]]:
    return {power: sorted(map(str, held)) for power, held in where.units.items() if held}
