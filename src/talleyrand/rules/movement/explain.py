"""Why each order of a movement phase came out as it did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from talleyrand.board.unit import Location, ProvinceId, Unit, UnitKind
from talleyrand.orders.model import Convoy, Move, Order, SupportHold, SupportMove, acting_unit
from talleyrand.rules.movement.convoy import arrives, by_sea, head_to_head
from talleyrand.rules.movement.field import Field, Refused, route_stands
from talleyrand.rules.movement.move import opposition
from talleyrand.rules.movement.resolver import Values
from talleyrand.rules.movement.strength import attack, prevent, supported, vacates
from talleyrand.rules.movement.support import cuts
from talleyrand.rules.outcome import Code, Outcome, Reason, Result
from talleyrand.rules.rulebook import Paradox

_PARADOX_RULE = {
    Paradox.SZYKMAN: "DATC 4.A.2, Szykman",
    Paradox.ALL_HOLD: "DATC 4.A.2, all hold",
    Paradox.ALL_HOLD_1982: "DATC 4.A.2, 1982",
    Paradox.RULE_1971: "DATC 4.A.2, 1971",
    Paradox.RULE_2000: "DATC 4.A.2, 2000",
}


# Looking a member up in its enum costs more than the rest of what is said about most orders.
_SUCCEEDS, _HELD, _DISLODGED = Result.SUCCEEDS, Result.HELD, Result.DISLODGED
_ARRIVED, _SUPPORTED, _GAVE_SUPPORT = Code.ARRIVED, Code.SUPPORTED, Code.GAVE_SUPPORT
_SUPPORTS = (SupportHold, SupportMove)


@dataclass(frozen=True, slots=True)
class Settled:
    """A field with every decision made.

    ``stopped`` are the units a paradox rule stopped, ``by`` the mover that drove out each dislodged unit.
    """

    laid: Field
    values: Values
    stopped: frozenset[int]
    by: dict[int, int]


def drivers(laid: Field, values: Values) -> dict[int, int]:
    """The mover that dislodged each dislodged unit."""
    found: dict[int, int] = {}
    for mover, goal in enumerate(laid.goal):
        if goal is not None and values[mover]:
            occupant = laid.at.get(goal, -1)
            if occupant >= 0 and not values[occupant]:
                found[occupant] = mover
    return found


def outcomes(settled: Settled) -> Iterator[Outcome]:
    """An outcome for every unit, and one for every order set aside, power by power."""
    laid = settled.laid
    aside: dict[str, list[Refused]] = {}
    for refused in laid.refused:
        aside.setdefault(refused.power, []).append(refused)
    excused: set[int] = set()
    by_power: dict[str, list[Outcome]] = {power: [] for power in (*aside, *laid.powers)}
    for power, refusals in aside.items():
        by_power[power] += [_refused(settled, refused, excused) for refused in refusals]
    for index, power in enumerate(laid.powers):
        if index not in excused:
            by_power[power].append(_outcome(settled, index))
    for power in sorted(by_power):
        yield from by_power[power]


def _refused(settled: Settled, refused: Refused, excused: set[int]) -> Outcome:
    """An order set aside; where it was all its own unit had, it speaks for the unit too."""
    laid = settled.laid
    unit = acting_unit(refused.order)
    illegal = Reason(Code.ILLEGAL, rule=refused.problem.rule, text=refused.problem.text)
    index = laid.at.get(unit.province, -1) if unit is not None else -1
    mine = index >= 0 and laid.powers[index] == refused.power and laid.orders[index] is None and index not in excused
    if not mine:
        return Outcome(refused.power, unit, refused.order, (Result.IGNORED,), (illegal,))
    excused.add(index)
    fate = _fate(settled, index)
    gone = index in settled.by
    results = (Result.IGNORED, Result.DISLODGED) if gone else (Result.IGNORED,)
    to = None if gone else whereabouts(laid, settled.values, index)
    return Outcome(refused.power, laid.units[index], refused.order, results, (illegal, *fate), to)


def _outcome(settled: Settled, index: int) -> Outcome:
    laid = settled.laid
    order = laid.orders[index]
    if isinstance(order, Move):
        result, because = _move(settled, index)
    elif isinstance(order, _SUPPORTS):
        result, because = _support(settled, index)
    elif isinstance(order, Convoy):
        result, because = _convoy(settled, index)
    elif order is None:
        result, because = _HELD, [Reason(Code.NO_ORDER, rule="A-037")]
    else:
        result, because = _SUCCEEDS, []
    if not settled.values[index]:
        because.extend(_fate(settled, index))
    if index not in settled.by:
        to = whereabouts(laid, settled.values, index)
        return Outcome(laid.powers[index], laid.units[index], order, (result,), tuple(because), to)
    results = (_DISLODGED,) if result is _SUCCEEDS or result is _HELD else (result, _DISLODGED)
    return Outcome(laid.powers[index], laid.units[index], order, results, tuple(because))


def whereabouts(laid: Field, values: Values, index: int) -> Location:
    """Where a unit that was not dislodged ended; an army has no coast (DATC 4.B.6)."""
    order, unit = laid.orders[index], laid.units[index]
    if not values[index] or not isinstance(order, Move):
        return unit.location
    to = order.to
    return to if not to.coast or unit.kind is UnitKind.FLEET else Location(to.province)


def _fate(settled: Settled, index: int) -> list[Reason]:
    """What attacks did to the unit in its place, and who supported it there."""
    laid, values = settled.laid, settled.values
    if values[index]:
        return []
    because: list[Reason] = []
    if index in settled.by:
        driver = settled.by[index]
        because.append(
            Reason(
                Code.DISLODGED_BY,
                laid.units[driver],
                laid.powers[driver],
                (attack(laid, values, driver)[0], opposition(laid, values, driver)[0]),
                rule="DATC 5.B.1",
            )
        )
    elif laid.goal[index] is None and laid.provinces[index] in laid.attackers:
        held = opposition_of(settled, index)
        comers = [attacker for attacker in laid.attackers[laid.provinces[index]] if arrives(laid, values, attacker)]
        strong = [comer for comer in comers if attack(laid, values, comer)[0] > held]
        for comer in comers:
            strength = (attack(laid, values, comer)[0], held)
            because.append(Reason(Code.WITHSTOOD, laid.units[comer], laid.powers[comer], strength, rule="DATC 5.B.1"))
        if len(strong) > 1:
            because.append(Reason(Code.BELEAGUERED, laid.units[strong[0]], laid.powers[strong[0]], rule="R4"))
    if laid.holders[index]:
        because.extend(_backers(settled, laid.holders[index]))
    return because


def opposition_of(settled: Settled, index: int) -> int:
    """The strength with which a unit that stays holds its province."""
    laid, values = settled.laid, settled.values
    return supported(laid, values, laid.holders[index])[0] if laid.goal[index] is None else 1


def _backers(settled: Settled, supporters: list[int]) -> Iterator[Reason]:
    laid, size = settled.laid, len(settled.laid.units)
    for supporter in supporters:
        if settled.values[size + supporter]:
            yield Reason(_SUPPORTED, laid.units[supporter], laid.powers[supporter], rule="DATC 5.B.7")


def _move(settled: Settled, index: int) -> tuple[Result, list[Reason]]:
    laid, values = settled.laid, settled.values
    if arrives(laid, values, index) is False:
        return _stranded(settled, index)
    if values[index]:
        result, because = _SUCCEEDS, _arrival(settled, index)
    else:
        result, because = Result.BOUNCED, _obstacles(settled, index)
    if laid.pushers[index]:
        because.extend(_backers(settled, laid.pushers[index]))
    return result, because


def _stranded(settled: Settled, index: int) -> tuple[Result, list[Reason]]:
    """A convoyed army whose route did not stand (A-056, R17)."""
    laid = settled.laid
    if not route_stands(laid, index, laid.carriers[index]):
        return Result.NO_CONVOY, [Reason(Code.NO_ROUTE, rule="A-061")]
    lost = [fleet for fleet in laid.carriers[index] if fleet in settled.by]
    because = [Reason(Code.ROUTE_BROKEN, laid.units[fleet], laid.powers[fleet], rule="R17") for fleet in lost]
    if index in settled.stopped:
        because.insert(0, Reason(Code.PARADOX, rule=_PARADOX_RULE[laid.rulebook.paradox]))
    return Result.DISRUPTED, because


def _arrival(settled: Settled, index: int) -> list[Reason]:
    laid, values = settled.laid, settled.values
    goal = laid.goal[index]
    if goal is None:
        return []
    strongest = opposition(laid, values, index)[0]
    for other in laid.attackers[goal]:
        if other != index:
            strongest = max(strongest, prevent(laid, values, other)[0])
    strength = (attack(laid, values, index)[0], strongest)
    if by_sea(laid, values, index):
        waters = [laid.provinces[fleet] for fleet in laid.carriers[index] if fleet not in settled.by]
        return [Reason(Code.ARRIVED_BY_CONVOY, strength=strength, places=tuple(sorted(waters)), rule="A-061")]
    return [Reason(_ARRIVED, strength=strength, places=(goal,), rule="DATC 5.B.1")]


def _obstacles(settled: Settled, index: int) -> list[Reason]:
    """Whoever kept a move from its destination, the strongest first."""
    laid, values = settled.laid, settled.values
    goal = laid.goal[index]
    because: list[Reason] = []
    if goal is None:
        return because
    mine = attack(laid, values, index)[0]
    occupant = laid.at.get(goal, -1)
    if occupant >= 0 and not vacates(laid, values, occupant, index):
        because.extend(_occupant(settled, index, occupant, mine))
    full = supported(laid, values, laid.pushers[index])[0]
    rivals = sorted(
        ((prevent(laid, values, other)[0], other) for other in laid.attackers[goal] if other != index),
        key=lambda rival: (-rival[0], laid.units[rival[1]]),
    )
    for strength, other in rivals:
        brought = mine if mine else full
        if strength >= brought and strength > 0:
            code = Code.EQUAL_STRENGTH if strength == brought else Code.WEAKER
            because.append(Reason(code, laid.units[other], laid.powers[other], (brought, strength), rule="R3"))
            if other in settled.by:
                because.append(Reason(Code.PREVENTED_BY_DISLODGED, laid.units[other], laid.powers[other], rule="R10"))
    return because


def _occupant(settled: Settled, index: int, occupant: int, mine: int) -> Iterator[Reason]:
    laid, values = settled.laid, settled.values
    unit, power = laid.units[occupant], laid.powers[occupant]
    if laid.sides[occupant] == laid.sides[index]:
        if occupant not in settled.by:
            yield Reason(Code.OWN_UNIT, unit, power, rule="R12")
        return
    against = opposition(laid, values, index)[0]
    if mine <= against:
        meets = head_to_head(laid, values, index)
        code = Code.HEAD_TO_HEAD if meets else Code.OCCUPANT_STAYED
        yield Reason(code, unit, power, (mine, against), rule="R6" if meets else "DATC 5.B.1")
        yield from _lost_support(settled, index, occupant)


def _lost_support(settled: Settled, index: int, occupant: int) -> Iterator[Reason]:
    laid, size = settled.laid, len(settled.laid.units)
    for supporter in laid.pushers[index]:
        if settled.values[size + supporter] and laid.sides[supporter] == laid.sides[occupant]:
            yield Reason(Code.SUPPORT_NOT_COUNTED, laid.units[supporter], laid.powers[supporter], rule="R12")


def _support(settled: Settled, index: int) -> tuple[Result, list[Reason]]:
    laid, values = settled.laid, settled.values
    target = laid.target[index]
    if target < 0:
        return Result.VOID, [_unmatched(settled, laid.orders[index])]
    unit, power = laid.units[target], laid.powers[target]
    if values[len(laid.units) + index]:
        because = [Reason(_GAVE_SUPPORT, unit, power, rule="DATC 5.B.7")]
        goal = laid.goal[target]
        occupant = laid.at.get(goal, -1) if goal is not None else -1
        if occupant >= 0 and not values[occupant] and laid.sides[occupant] == laid.sides[index]:
            because.append(Reason(Code.SUPPORT_NOT_COUNTED, laid.units[occupant], laid.powers[occupant], rule="R12"))
        return _SUCCEEDS, because
    return Result.CUT, list(_cutters(settled, index))


def _cutters(settled: Settled, index: int) -> Iterator[Reason]:
    laid, values = settled.laid, settled.values
    for attacker in laid.attackers.get(laid.provinces[index], ()):
        if cuts(laid, values, attacker, index):
            unit, power = laid.units[attacker], laid.powers[attacker]
            if settled.by.get(index) == attacker:
                yield Reason(Code.CUT_BY_DISLODGEMENT, unit, power, rule="R14")
            else:
                yield Reason(Code.CUT_BY, unit, power, rule="R13")


def _convoy(settled: Settled, index: int) -> tuple[Result, list[Reason]]:
    laid = settled.laid
    army = laid.target[index]
    if army < 0:
        return Result.VOID, [_unmatched(settled, laid.orders[index])]
    if index in settled.by:
        return _SUCCEEDS, []  # dislodged: it carried nobody
    return _SUCCEEDS, [Reason(Code.CARRIED, laid.units[army], laid.powers[army], rule="A-059")]


def _unmatched(settled: Settled, order: Order | None) -> Reason:
    laid = settled.laid
    named = order.army if isinstance(order, Convoy) else getattr(order, "target", None)
    place: ProvinceId | None = named.province if isinstance(named, Unit) else None
    found = laid.at.get(place, -1) if place is not None else -1
    rule = "A-059" if isinstance(order, Convoy) else "A-051" if isinstance(order, SupportHold) else "A-054"
    if found < 0:
        return Reason(Code.UNMATCHED, places=(place,) if place else (), rule=rule)
    return Reason(Code.UNMATCHED, laid.units[found], laid.powers[found], rule=rule)
