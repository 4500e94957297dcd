"""The movement phase from orders to resolution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from talleyrand.board.board import Board
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Power, ProvinceId, Unit
from talleyrand.orders.model import Hold, Move, Order
from talleyrand.rules.hooks import STANDARD, Hooks
from talleyrand.rules.movement.convoy import by_sea, route
from talleyrand.rules.movement.explain import Settled, drivers, outcomes, whereabouts
from talleyrand.rules.movement.field import Field, gather
from talleyrand.rules.movement.move import succeeds
from talleyrand.rules.movement.paradox import cycle_rule
from talleyrand.rules.movement.resolver import Evaluate, Values, settle
from talleyrand.rules.movement.strength import prevent
from talleyrand.rules.movement.support import given
from talleyrand.rules.outcome import Resolution
from talleyrand.rules.rulebook import Paradox, Rulebook


def resolve_movement(
    position: Position,
    orders: Mapping[Power, Sequence[Order]],
    board: Board,
    rulebook: Rulebook,
    hooks: Hooks = STANDARD,
) -> Resolution:
    """Adjudicate a movement phase (A-045 to A-084; DATC 5.B).

    Never raises on a position that passes ``Position.check``, whatever the orders. The resolution's position keeps the
    phase, with units moved, dislodged units and standoffs filled in; centres are untouched.
    """
    settled = decide(position, orders, board, rulebook, hooks)
    return Resolution(tuple(outcomes(settled)), _after(position, settled))


def after_movement(
    position: Position,
    orders: Mapping[Power, Sequence[Order]],
    board: Board,
    rulebook: Rulebook,
    hooks: Hooks = STANDARD,
) -> Position:
    """The position that ``resolve_movement`` comes to, without the outcomes: for searches and bots, which ask often."""
    return _after(position, decide(position, orders, board, rulebook, hooks))


def decide(
    position: Position, orders: Mapping[Power, Sequence[Order]], board: Board, rulebook: Rulebook, hooks: Hooks
) -> Settled:
    """Lay out the orders and make every decision they raise."""
    held: set[ProvinceId] = set()
    while True:
        laid = gather(position, _with_holds(orders, held), board, rulebook, hooks)
        values: Values = [None] * (3 * len(laid.units))
        stopped: set[int] = set()
        settle(values, numbers(laid), evaluator(laid), cycle_rule(laid, stopped))
        newly = {laid.provinces[unit] for unit in stopped} - held
        if rulebook.paradox not in (Paradox.ALL_HOLD, Paradox.ALL_HOLD_1982) or not newly:
            return Settled(laid, values, frozenset(stopped), drivers(laid, values))
        held |= newly


def _with_holds(orders: Mapping[Power, Sequence[Order]], held: set[ProvinceId]) -> Mapping[Power, Sequence[Order]]:
    """The orders with the moves of ``held`` units made holds, as the all-hold rule wants (DATC 4.A.2)."""
    if not held:
        return orders
    return {
        power: [
            Hold(order.unit) if isinstance(order, Move) and order.unit.province in held else order for order in sheet
        ]
        for power, sheet in orders.items()
    }


def numbers(laid: Field) -> list[int]:
    """Every decision raised: move ``i`` is number i, its support ``n + i``, its convoy route ``2n + i``."""
    size = len(laid.units)
    routes = [2 * size + index for index, way in enumerate(laid.way) if way]
    supports = [size + index for index, aim in enumerate(laid.aim) if aim is not None and laid.target[index] >= 0]
    moves = [index for index, goal in enumerate(laid.goal) if goal is not None]
    return routes + supports + moves


def evaluator(laid: Field) -> Evaluate:
    """What answers each decision of a field."""
    size = len(laid.units)

    def evaluate(values: Values, decision: int) -> bool | None:
        if decision < size:
            return succeeds(laid, values, decision)
        if decision < 2 * size:
            return given(laid, values, decision - size)
        return route(laid, values, decision - 2 * size)

    return evaluate


def _after(position: Position, settled: Settled) -> Position:
    laid, values = settled.laid, settled.values
    units: dict[Power, list[Unit]] = {}
    dislodged: list[Dislodged] = []
    taken: set[ProvinceId] = set()
    for index, unit in enumerate(laid.units):
        power = laid.powers[index]
        if index in settled.by:
            driver = settled.by[index]
            convoyed = by_sea(laid, values, driver) is True
            dislodged.append(Dislodged(power, unit, laid.provinces[driver], convoyed))
        else:
            if values[index]:
                unit = Unit(unit.kind, whereabouts(laid, values, index))
            taken.add(unit.location.province)
            units.setdefault(power, []).append(unit)
    return make_position(
        position.variant,
        position.phase,
        {power: tuple(pieces) for power, pieces in units.items()},
        dislodged=tuple(dislodged),
        standoffs=_standoffs(settled, taken),
        centers=position.centers,
        extra=position.extra,
    )


def _standoffs(settled: Settled, taken: set[ProvinceId]) -> frozenset[ProvinceId]:
    """Provinces left empty in which moves stood each other off (A-088)."""
    laid, values = settled.laid, settled.values
    return frozenset(
        goal
        for goal, attackers in laid.attackers.items()
        if goal not in taken and any(prevent(laid, values, mover)[0] > 0 for mover in attackers)
    )
