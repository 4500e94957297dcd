"""Any phase resolved by its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from talleyrand.board.board import Board
from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from talleyrand.board.position import Position
from talleyrand.board.unit import Power
from talleyrand.orders.model import Order, acting_unit
from talleyrand.rules.adjustment import resolve_adjustments
from talleyrand.rules.hooks import STANDARD, Hooks
from talleyrand.rules.movement import resolve_movement
from talleyrand.rules.outcome import Code, Outcome, Reason, Resolution, Result
from talleyrand.rules.powers import in_order
from talleyrand.rules.retreat import resolve_retreats
from talleyrand.rules.rulebook import DATC, Rulebook


def resolve(
    position: Position,
    orders: Mapping[Power, Sequence[Order]],
    board: Board,
    rulebook: Rulebook = DATC,
    hooks: Hooks = STANDARD,
) -> Resolution:
    """Resolve the phase a position is in.

    A kind of phase that no rule knows changes nothing, and every order in it is set aside.
    """
    match position.phase.kind:
        case kind if kind == MOVEMENT:
            return resolve_movement(position, orders, board, rulebook, hooks)
        case kind if kind == RETREAT:
            return resolve_retreats(position, orders, board, rulebook, hooks)
        case kind if kind == ADJUSTMENT:
            return resolve_adjustments(position, orders, board, rulebook, hooks)
        case kind:
            reason = Reason(Code.ILLEGAL, text=f"no order can be given in a phase of kind {kind}")
            outcomes = tuple(
                Outcome(power, acting_unit(order), order, (Result.IGNORED,), (reason,))
                for power in in_order(board, orders)
                for order in orders[power]
            )
            return Resolution(outcomes, position)
