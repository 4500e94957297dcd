"""Missed orders, civil disorder, and what is ordered for the absent."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from talleyrand.board.board import Board
from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from talleyrand.board.position import Position
from talleyrand.board.unit import Power
from talleyrand.orders.model import Disband, Hold, Order
from talleyrand.rules.adjustment import removal_ranking
from talleyrand.rules.rulebook import DATC, Removal, Rulebook


@dataclass(frozen=True, slots=True)
class NmrCounts:
    """How many movement phases running each power has missed, and which powers the GM has put in civil disorder.

    A plain value: the record of a game keeps it, and every change answers with a new one.
    """

    missed: Mapping[Power, int] = field(default_factory=dict)
    declared: frozenset[Power] = frozenset()

    def of(self, power: Power) -> int:
        """Movement phases missed running (NMR)."""
        return self.missed.get(power, 0)

    def in_disorder(self, rulebook: Rulebook = DATC) -> frozenset[Power]:
        """The powers in civil disorder: declared so, or absent for as long as the rulebook allows (X-A9)."""
        limit = rulebook.civil_disorder_after
        absent = {power for power, count in self.missed.items() if limit and count >= limit}
        return self.declared | absent

    def declare(self, power: Power) -> NmrCounts:
        """The GM puts a power in civil disorder, until it is cleared."""
        return replace(self, declared=self.declared | {power})

    def clear(self, power: Power) -> NmrCounts:
        """The GM ends a power's civil disorder and forgets what it missed."""
        missed = {other: count for other, count in self.missed.items() if other != power}
        return NmrCounts(missed, self.declared - {power})


def update(counts: NmrCounts, position: Position, sent: Collection[Power]) -> NmrCounts:
    """The counts once the phase of ``position`` is over, given who sent any orders in it (A-126, X-A9).

    Only movement phases count, and only for powers with units. Preliminary orders count as orders (A-121). A power that
    sends orders again begins anew, which also ends civil disorder that came of absence; the GM's declaration stays.
    """
    if position.phase.kind != MOVEMENT:
        return counts
    missed = dict(counts.missed)
    for power in sorted({*position.units, *missed}):
        if power in sent:
            missed.pop(power, None)
        elif position.units_of(power):
            missed[power] = missed.get(power, 0) + 1
    return replace(counts, missed=missed)


def in_force(
    orders: Mapping[Power, Sequence[Order]], position: Position, counts: NmrCounts, rulebook: Rulebook = DATC
) -> Mapping[Power, Sequence[Order]]:
    """The orders that count: none of those that a power in civil disorder sent or had saved.

    Its units hold, its retreats disband, it builds nothing and loses units by the rulebook. Movement orders of a power
    that was merely absent count again: by sending them it has come back.
    """
    out = counts.declared if position.phase.kind == MOVEMENT else counts.in_disorder(rulebook)
    return {power: () if power in out else sheet for power, sheet in orders.items()}


def absent_orders(position: Position, board: Board, power: Power, rulebook: Rulebook = DATC) -> tuple[Order, ...]:
    """What will be done for a power that orders nothing, in words of orders, to show beforehand.

    Nothing in a phase kind of the variant's own, and nothing in Winter where removals wait for the GM.
    """
    match position.phase.kind:
        case kind if kind == MOVEMENT:
            return tuple(Hold(unit) for unit in position.units_of(power))
        case kind if kind == RETREAT:
            return tuple(Disband(entry.unit) for entry in position.dislodged if entry.power == power)
        case kind if kind == ADJUSTMENT and rulebook.removal is not Removal.GM_DECIDES:
            due = max(0, -position.surplus(power))
            return tuple(Disband(unit) for unit in removal_ranking(position, board, power, rulebook)[:due])
    return ()
