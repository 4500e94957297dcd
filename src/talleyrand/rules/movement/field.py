"""The orders of a movement phase, laid out for adjudication."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from talleyrand.board.board import Board
from talleyrand.board.calendar import MOVEMENT
from talleyrand.board.position import Position
from talleyrand.board.unit import Power, ProvinceId, Unit, UnitKind
from talleyrand.orders.convoys import route_exists
from talleyrand.orders.legality import Problem, illegal, plainly_legal
from talleyrand.orders.model import (
    Convoy,
    Move,
    Order,
    SupportHold,
    SupportMove,
    acting_unit,
)
from talleyrand.orders.policy import IllegalOrder
from talleyrand.rules.hooks import Hooks, Side
from talleyrand.rules.rulebook import AdjacentConvoy, Rulebook, YesNo


class Way(IntEnum):
    """How a move goes."""

    LAND = 0
    SEA = 1
    EITHER = 2
    """By sea while a route stands, otherwise by land (1971)."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An order set aside before adjudication, with its reason (A-023)."""

    power: Power
    order: Order
    problem: Problem


@dataclass(slots=True)
class Field:
    """Units numbered from 0, each with the one order it carries out; illegal orders are set aside, holds filled in.

    ``goal`` is a mover's destination; ``target`` the unit that a support or a convoy is matched with, or -1; ``aim``
    the province a support is aimed at. ``holders`` and ``pushers`` list the matched supporters of each unit's hold or
    move, ``carriers`` the fleets ordered to convoy its move.
    """

    board: Board
    rulebook: Rulebook
    units: list[Unit]
    powers: list[Power]
    sides: list[Side]
    orders: list[Order | None]
    refused: list[Refused]
    at: dict[ProvinceId, int]
    provinces: list[ProvinceId]
    goal: list[ProvinceId | None]
    way: list[Way]
    target: list[int]
    aim: list[ProvinceId | None]
    holders: list[list[int]]
    pushers: list[list[int]]
    carriers: list[list[int]]
    attackers: dict[ProvinceId, list[int]]
    opposite: list[int] = field(default_factory=list)
    """The unit that moves from a mover's goal to its province, or -1."""


def gather(
    position: Position,
    orders: Mapping[Power, Sequence[Order]],
    board: Board,
    rulebook: Rulebook,
    hooks: Hooks,
) -> Field:
    """Lay out the orders of every power; the first legal order to a unit is the one it carries out."""
    given: dict[ProvinceId, Order] = {}
    refused: list[Refused] = []
    still_moving: set[ProvinceId] = set()
    sea_lanes = rulebook.archipelago_convoys is YesNo.YES
    land_fallback = rulebook.adjacent_convoy is AdjacentConvoy.LAND_FIRST_1971
    usual = position.phase.kind == MOVEMENT
    forbids = hooks.forbids if type(hooks).forbids is not Hooks.forbids else None
    for power, sheet in orders.items():
        for order in sheet:
            problem = None
            if not (usual and plainly_legal(order, power, position, board)):
                problem = illegal(
                    order, power, position, board, archipelago_convoys=sea_lanes, land_fallback=land_fallback
                )
            if forbids and problem is None and (bar := forbids(position, board, power, order)):
                problem = Problem(bar, "")
            unit = acting_unit(order)
            if problem is None and unit is not None:
                if unit.location.province not in given:
                    given[unit.location.province] = order
                    continue
                problem = Problem(f"{unit} had another order that counts.", "C-013")
            refused.append(Refused(power, order, problem or Problem("This is no order for a unit.", "A-018")))
            if unit is not None and isinstance(order, Move):
                still_moving.add(unit.province)
    units = [unit for pieces in position.units.values() for unit in pieces]
    powers = [power for power, pieces in position.units.items() for _ in pieces]
    provinces = [unit.location.province for unit in units]
    sides = {power: hooks.side_of(position, power) for power in position.units}
    count = len(units)
    laid = Field(
        board=board,
        rulebook=rulebook,
        units=units,
        powers=powers,
        sides=[sides[power] for power in powers],
        orders=[given.get(province) for province in provinces],
        refused=refused,
        at={province: index for index, province in enumerate(provinces)},
        provinces=provinces,
        goal=[None] * count,
        way=[Way.LAND] * count,
        target=[-1] * count,
        aim=[None] * count,
        holders=[[] for _ in range(count)],
        pushers=[[] for _ in range(count)],
        carriers=[[] for _ in range(count)],
        attackers={},
    )
    _place_moves(laid)
    _match_convoys(laid)
    _choose_ways(laid)
    unsupportable = still_moving - given.keys() if rulebook.illegal_orders is IllegalOrder.STILL_MOVES else set()
    _match_supports(laid, unsupportable)
    return laid


def _place_moves(laid: Field) -> None:
    for index, order in enumerate(laid.orders):
        if isinstance(order, Move):
            goal = order.to.province
            laid.goal[index] = goal
            laid.attackers.setdefault(goal, []).append(index)
    laid.opposite = [-1] * len(laid.units)
    for index, destination in enumerate(laid.goal):
        if destination is not None:
            other = laid.at.get(destination, -1)
            if other >= 0 and laid.goal[other] == laid.provinces[index]:
                laid.opposite[index] = other


def _match_convoys(laid: Field) -> None:
    for index, order in enumerate(laid.orders):
        if isinstance(order, Convoy):
            army = laid.at.get(order.army.province, -1)
            if army >= 0 and laid.goal[army] == order.to.province and laid.units[army].kind is UnitKind.ARMY:
                laid.target[index] = army
                laid.carriers[army].append(index)


def _choose_ways(laid: Field) -> None:
    army, arrivals = UnitKind.ARMY, laid.board.graph.arrivals
    for index, order in enumerate(laid.orders):
        if isinstance(order, Move) and order.unit.kind is army:
            if not arrivals(army, order.unit.location, order.to.province):
                laid.way[index] = Way.SEA
            elif order.via or laid.carriers[index]:
                laid.way[index] = _way(laid, index, order)


def _way(laid: Field, index: int, order: Move) -> Way:
    """Land or sea, to an adjacent province (DATC 4.A.3)."""
    choice = laid.rulebook.adjacent_convoy
    if choice is AdjacentConvoy.LAND_FIRST_1971:
        return Way.EITHER
    if order.via:
        return Way.SEA
    own = any(laid.powers[fleet] == laid.powers[index] for fleet in laid.carriers[index])
    if choice is AdjacentConvoy.OWN_FLEET_IMPLIES and own and route_stands(laid, index, laid.carriers[index]):
        return Way.SEA
    return Way.LAND


def _match_supports(laid: Field, unsupportable: set[ProvinceId]) -> None:
    for index, order in enumerate(laid.orders):
        if isinstance(order, SupportHold):
            target = laid.at.get(order.target.province, -1)
            laid.aim[index] = order.target.province
            if target >= 0 and laid.goal[target] is None and order.target.province not in unsupportable:
                _give_hold(laid, index, target)
        elif isinstance(order, SupportMove):
            target = laid.at.get(order.target.province, -1)
            laid.aim[index] = order.to.province
            if target < 0:
                continue
            move = laid.orders[target]
            if isinstance(move, Move) and matches(order, move):
                laid.target[index] = target
                laid.pushers[target].append(index)
            elif laid.rulebook.invalid_support_holds is YesNo.YES and laid.goal[target] is None:
                laid.aim[index] = order.target.province
                _give_hold(laid, index, target)


def _give_hold(laid: Field, index: int, target: int) -> None:
    laid.target[index] = target
    laid.holders[target].append(index)


def matches(support: SupportMove, move: Move) -> bool:
    """Whether a support names this move: a coast counts only where the supporter named one (DATC 4.B.4)."""
    if support.to.province != move.to.province:
        return False
    return not support.to.coast or not move.to.coast or support.to.coast == move.to.coast


def route_stands(laid: Field, army: int, fleets: Sequence[int]) -> bool:
    """Whether these fleets make a whole route for an army's move."""
    goal = laid.goal[army]
    if goal is None or not fleets:
        return False
    waters = frozenset(laid.provinces[fleet] for fleet in fleets)
    return route_exists(laid.board, laid.provinces[army], goal, waters)
