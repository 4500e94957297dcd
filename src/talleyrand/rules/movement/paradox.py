"""What settles a real cycle: units that rotate do so, and convoys in a paradox fail by the rulebook's rule."""

from __future__ import annotations

from collections.abc import Sequence

from talleyrand.rules.movement.field import Field
from talleyrand.rules.movement.resolver import CycleRule, Values
from talleyrand.rules.rulebook import Paradox


def cycle_rule(laid: Field, stopped: set[int]) -> CycleRule:
    """The cycle rule of this rulebook; the armies it stops, and the units it holds, are put into ``stopped``."""
    size = len(laid.units)
    hold_all = laid.rulebook.paradox in (Paradox.ALL_HOLD, Paradox.ALL_HOLD_1982)

    def settle_cycle(values: Values, cycle: Sequence[int], solutions: Sequence[Values]) -> None:
        armies = [decision - 2 * size for decision in cycle if decision >= 2 * size]
        if not armies:
            _rotate(values, cycle, solutions, size)
            return
        moves = [decision for decision in cycle if decision < size] if hold_all else []
        for mover in {*armies, *moves}:
            values[2 * size + mover] = False
            values[mover] = False
            stopped.add(mover)

    return settle_cycle


def _rotate(values: Values, cycle: Sequence[int], solutions: Sequence[Values], size: int) -> None:
    """A ring of moves that may all succeed or all fail succeeds (R7, A-069, DATC 6.C.1)."""
    moves = [decision for decision in cycle if decision < size]
    best = max(solutions, key=lambda found: sum(bool(found[move]) for move in moves), default=None)
    for decision in cycle:
        values[decision] = best[decision] if best is not None else decision < size
