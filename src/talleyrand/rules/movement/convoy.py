"""Does an army's convoy route stand?"""

from __future__ import annotations

from talleyrand.rules.movement.field import Field, Way, route_stands
from talleyrand.rules.movement.resolver import Values
from talleyrand.rules.rulebook import ConvoyRoutes

# To look a member up in its class takes longer than what is done with it here.
_LAND, _SEA, _EITHER = Way.LAND, Way.SEA, Way.EITHER


def route(laid: Field, values: Values, army: int) -> bool | None:
    """Whether a route of undislodged fleets carries the army (A-056 to A-062, R17, R20; DATC 4.A.1)."""
    return route_over(laid, values, army, laid.carriers[army])


def route_over(laid: Field, values: Values, army: int, fleets: list[int]) -> bool | None:
    """The same over some of the fleets that convoy it."""
    if not route_stands(laid, army, fleets):
        return False
    fates = {fleet: dislodged(laid, values, fleet) for fleet in fleets}
    if laid.rulebook.convoy_routes is ConvoyRoutes.ALL_MUST_STAND_1971:
        if any(fates.values()):
            return False
        return None if None in fates.values() else True
    if not any(fate is not False for fate in fates.values()):
        return True
    if route_stands(laid, army, [fleet for fleet, fate in fates.items() if fate is False]):
        return True
    return None if route_stands(laid, army, [fleet for fleet, fate in fates.items() if not fate]) else False


def dislodged(laid: Field, values: Values, unit: int) -> bool | None:
    """Whether a unit that does not move away is driven out."""
    answer: bool | None = False
    for attacker in laid.attackers.get(laid.provinces[unit], ()):
        arrived = values[attacker]
        if arrived:
            return True
        if arrived is None:
            answer = None
    return answer


def arrives(laid: Field, values: Values, mover: int) -> bool | None:
    """Whether a move reaches the border of its destination at all: by land always, by sea while a route stands."""
    return values[2 * len(laid.units) + mover] if laid.way[mover] is _SEA else True


def by_sea(laid: Field, values: Values, mover: int) -> bool | None:
    """Whether a move goes by convoy."""
    way = laid.way[mover]
    if way is _EITHER:
        return values[2 * len(laid.units) + mover]
    return way is _SEA


def head_to_head(laid: Field, values: Values, mover: int) -> bool | None:
    """Whether a move meets the unit of its destination on the way, neither being convoyed (A-068, R19)."""
    other = laid.opposite[mover]
    if other < 0:
        return False
    if laid.way[mover] is _LAND and laid.way[other] is _LAND:
        return True
    here, there = by_sea(laid, values, mover), by_sea(laid, values, other)
    if here or there:
        return False
    return None if here is None or there is None else True
