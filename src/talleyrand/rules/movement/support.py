"""Is a support given, or cut?"""

from __future__ import annotations

from talleyrand.board.unit import ProvinceId
from talleyrand.orders.model import Convoy, SupportMove
from talleyrand.rules.movement.convoy import arrives, by_sea, route_over
from talleyrand.rules.movement.field import Field, Way
from talleyrand.rules.movement.resolver import Values
from talleyrand.rules.rulebook import Paradox, YesNo

_LAND = Way.LAND


def given(laid: Field, values: Values, supporter: int) -> bool | None:
    """Whether a matched support stands (R13 to R16, R21, R22; DATC 5.B.6)."""
    answer: bool | None = True
    for attacker in laid.attackers.get(laid.provinces[supporter], ()):
        cut = cuts(laid, values, attacker, supporter)
        if cut:
            return False
        if cut is None:
            answer = None
    return answer


def cuts(laid: Field, values: Values, attacker: int, supporter: int) -> bool | None:
    """Whether one attack cuts a support.

    An attack of the supporter's own side never does (R16). One from the province the support is aimed at does only by
    dislodging (R13, R14). A convoyed one does not where the rulebook's paradox rule spares the support (R21).
    """
    if laid.sides[attacker] == laid.sides[supporter]:
        return False
    spared = _spared(laid, values, attacker, supporter)
    if spared:
        return False
    if laid.provinces[attacker] == laid.aim[supporter] and not _cuts_from_target(laid, values, attacker):
        cut = values[attacker]
    else:
        cut = arrives(laid, values, attacker)
    return None if spared is None and cut is not False else cut


def _cuts_from_target(laid: Field, values: Values, attacker: int) -> bool:
    """DATC 4.A.4: an army convoyed from the province aimed at comes from the sea, if the rulebook says so."""
    allowed = laid.rulebook.convoyed_attack_cuts_support_at_origin is YesNo.YES
    return allowed and by_sea(laid, values, attacker) is True


def _spared(laid: Field, values: Values, army: int, supporter: int) -> bool | None:
    """Whether a paradox rule of the rulebook's edition keeps a convoyed army from cutting this support (DATC 4.A.2)."""
    rule = laid.rulebook.paradox
    if laid.way[army] is _LAND or rule in (Paradox.SZYKMAN, Paradox.ALL_HOLD):
        return False
    aim = laid.aim[supporter]
    if rule is Paradox.ALL_HOLD_1982:
        return _convoys(laid, aim)
    fleets = [fleet for fleet in laid.carriers[army] if laid.provinces[fleet] == aim]
    if not fleets or not isinstance(laid.orders[supporter], SupportMove):
        return False
    if rule is not Paradox.RULE_2000:
        return True
    around = route_over(laid, values, army, [fleet for fleet in laid.carriers[army] if fleet not in fleets])
    return None if around is None else not around


def _convoys(laid: Field, province: ProvinceId | None) -> bool:
    """Whether a fleet in that province has a matched convoy order."""
    fleet = laid.at.get(province, -1) if province is not None else -1
    return fleet >= 0 and isinstance(laid.orders[fleet], Convoy) and laid.target[fleet] >= 0
