"""Remarks on a power's orders that change nothing: what she may have meant otherwise.

A misorder may be meant (A-124), so these are shown to the player and the GM and never acted on (A-122, A-123).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from talleyrand.board.board import Board
from talleyrand.board.position import Position
from talleyrand.board.unit import Location, Power, ProvinceId, Unit, UnitKind
from talleyrand.orders.convoys import waterways
from talleyrand.orders.legality import say
from talleyrand.orders.model import Convoy, Move, Order, SupportHold, SupportMove, acting_unit


class CautionCode(StrEnum):
    """Kinds of remark."""

    SUPPORT_UNMATCHED = "support_unmatched"
    """The support of an own unit that was ordered something else."""
    CONVOY_UNMATCHED = "convoy_unmatched"
    """The convoy of an own army that was ordered something else."""
    NO_OWN_CONVOY = "no_own_convoy"
    """An army goes overseas, and the own convoy orders make no whole route."""
    SWAP = "swap"
    """Two own units go to each other's province, and neither goes by convoy."""
    NOT_YOURS = "not_yours"
    OVERRIDE_REFUSED = "override_refused"
    EMPTY_SET = "empty_set"
    NOTHING_READ = "nothing_read"
    UNCLEAR = "unclear"
    """An order or a set that is not certain, and therefore takes no other's place."""
    DROPPED = "dropped"
    """Orders of the set before that the one in force leaves out."""
    TOO_MANY = "too_many"
    TOO_FEW = "too_few"


@dataclass(frozen=True, slots=True)
class Caution:
    """One remark: its code, a sentence, and the unit and order it is about."""

    code: CautionCode
    text: str
    unit: Unit | None = None
    order: Order | None = None
    rule: str = ""


def mismatches(orders: Sequence[Order], power: Power, position: Position, board: Board) -> Iterator[Caution]:
    """Where one power's own orders do not fit each other; foreign units may do anything, so they are left alone."""
    given = {unit.province: order for order in orders if (unit := acting_unit(order)) is not None}
    own = {unit.province for unit in position.units_of(power)}
    for order in orders:
        match order:
            case SupportHold(unit, target) if target.province in own:
                move = given.get(target.province)
                if isinstance(move, Move):
                    text = (
                        f"{say(unit, board)} supports {say(target, board)} in place, "
                        f"but that is ordered to {board.name(move.to)}."
                    )
                    yield Caution(CautionCode.SUPPORT_UNMATCHED, text, unit, order, "A-051")
            case SupportMove(unit, target, to) if target.province in own:
                other = given.get(target.province)
                if not (isinstance(other, Move) and _same_place(to, other.to)):
                    text = (
                        f"{say(unit, board)} supports {say(target, board)} to {board.name(to)}, {_but(other, board)}."
                    )
                    yield Caution(CautionCode.SUPPORT_UNMATCHED, text, unit, order, "A-054")
            case Convoy(unit, army, to) if army.province in own:
                other = given.get(army.province)
                if not (isinstance(other, Move) and other.to.province == to.province):
                    text = f"{say(unit, board)} convoys {say(army, board)} to {board.name(to)}, {_but(other, board)}."
                    yield Caution(CautionCode.CONVOY_UNMATCHED, text, unit, order, "A-059")
            case Move(unit, to, via) if unit.kind is UnitKind.ARMY:
                if (via or to not in board.graph.steps(unit.kind, unit.location)) and not _carried(
                    order, orders, board
                ):
                    text = (
                        f"{say(unit, board)} goes to {board.name(to)} by sea, and {power}'s own convoy orders make no "
                        f"whole route: it arrives only if others convoy it."
                    )
                    yield Caution(CautionCode.NO_OWN_CONVOY, text, unit, order, "A-056")
    yield from _swaps(orders, given, board)


def _swaps(orders: Sequence[Order], given: Mapping[ProvinceId, Order], board: Board) -> Iterator[Caution]:
    """Two own units that go to each other's province, whatever the coast, without a convoy."""
    seen: set[ProvinceId] = set()
    for order in orders:
        other = given.get(order.to.province) if isinstance(order, Move) else None
        if not (isinstance(order, Move) and isinstance(other, Move)) or other.to.province != order.unit.province:
            continue
        if order.unit.province in seen or any(move.via or _carried(move, orders, board) for move in (order, other)):
            continue
        seen.add(other.unit.province)
        text = (
            f"{say(order.unit, board)} and {say(other.unit, board)} move the opposite way: "
            f"without a convoy neither gets past the other."
        )
        yield Caution(CautionCode.SWAP, text, order.unit, order, "A-045")


def _same_place(supported: Location, ordered: Location) -> bool:
    """A support without a coast fits a move to any coast; a coast that is named must match (DATC 4.B.4)."""
    return supported.province == ordered.province and supported.coast in ("", ordered.coast)


def _but(other: Order | None, board: Board) -> str:
    if other is None:
        return "but that has no order in force"
    return f"but that is ordered to {board.name(other.to)}" if isinstance(other, Move) else "but that does not move"


def _carried(move: Move, orders: Sequence[Order], board: Board) -> bool:
    ways = waterways(board)
    fleets = ways.mask(
        order.unit.province
        for order in orders
        if isinstance(order, Convoy) and order.army == move.unit and order.to.province == move.to.province
    )
    return ways.connected(move.unit.province, move.to.province, fleets)
