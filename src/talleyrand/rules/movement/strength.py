"""The four strengths of Kruijswijk's equations, each as the least and the most it can still be."""

from __future__ import annotations

from typing import TypeAlias

from talleyrand.board.unit import ProvinceId
from talleyrand.rules.hooks import Side
from talleyrand.rules.movement.convoy import arrives, head_to_head
from talleyrand.rules.movement.field import Field
from talleyrand.rules.movement.resolver import Values
from talleyrand.rules.rulebook import YesNo

Bounds: TypeAlias = tuple[int, int]
_NOTHING: Bounds = (0, 0)
_ALONE: Bounds = (1, 1)


def supported(laid: Field, values: Values, supporters: list[int]) -> Bounds:
    """One for the unit itself and one for each support given (A-047, A-053)."""
    if not supporters:
        return _ALONE
    low = high = 1
    size = len(laid.units)
    for supporter in supporters:
        given = values[size + supporter]
        if given is None:
            high += 1
        elif given:
            low += 1
            high += 1
    return low, high


def _supported_against(laid: Field, values: Values, mover: int, side: Side) -> Bounds:
    """The attack on a unit of ``side``: no supporter helps to dislodge its own (R12, A-074)."""
    if laid.sides[mover] == side:
        return _NOTHING
    return supported(laid, values, [s for s in laid.pushers[mover] if laid.sides[s] != side])


def attack(laid: Field, values: Values, mover: int) -> Bounds:
    """What a move brings against its destination."""
    reach = arrives(laid, values, mover)
    if reach is False:
        return _NOTHING
    goal = laid.goal[mover]
    occupant = laid.at.get(goal, -1) if goal is not None else -1
    if occupant < 0:
        low, high = supported(laid, values, laid.pushers[mover])
    else:
        gone = vacates(laid, values, occupant, mover)
        if gone:
            low, high = supported(laid, values, laid.pushers[mover])
        else:
            low, high = _supported_against(laid, values, mover, laid.sides[occupant])
            if gone is None:
                high = supported(laid, values, laid.pushers[mover])[1]
    return (low if reach else 0), high


def vacates(laid: Field, values: Values, occupant: int, mover: int) -> bool | None:
    """Whether the unit in a destination leaves it without meeting the mover."""
    if laid.goal[occupant] is None:
        return False
    leaves = values[occupant]
    if leaves is False:
        return False
    meets = head_to_head(laid, values, mover)
    if meets:
        return False
    return leaves if meets is False else None


def hold(laid: Field, values: Values, province: ProvinceId) -> Bounds:
    """What keeps a province: nothing where it is empty or its unit leaves, one where that fails to leave (A-052)."""
    occupant = laid.at.get(province, -1)
    if occupant < 0:
        return _NOTHING
    if laid.goal[occupant] is None:
        return supported(laid, values, laid.holders[occupant])
    leaves = values[occupant]
    if leaves is None:
        return 0, 1
    return _NOTHING if leaves else _ALONE


def defend(laid: Field, values: Values, mover: int) -> Bounds:
    """What a unit brings that moves against a move, head to head."""
    return supported(laid, values, laid.pushers[mover])


def prevent(laid: Field, values: Values, mover: int) -> Bounds:
    """What a move brings against others to the same province (R3, R10, R11; DATC 4.A.7)."""
    reach = arrives(laid, values, mover)
    if reach is False:
        return _NOTHING
    low, high = supported(laid, values, laid.pushers[mover])
    other = laid.opposite[mover]
    if other >= 0:
        overrun = values[other]
        if overrun is not False:
            fought = head_to_head(laid, values, mover)
            if laid.rulebook.dislodged_head_to_head_bounces is YesNo.NO:
                fought = True
            if overrun and fought:
                return _NOTHING
            if fought is not False:
                low = 0
    return (low if reach else 0), high
