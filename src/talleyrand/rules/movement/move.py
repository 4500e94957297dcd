"""Does a move succeed?"""

from __future__ import annotations

from talleyrand.rules.movement.convoy import arrives, head_to_head
from talleyrand.rules.movement.field import Field
from talleyrand.rules.movement.resolver import Values
from talleyrand.rules.movement.strength import Bounds, attack, defend, hold, prevent


def succeeds(laid: Field, values: Values, mover: int) -> bool | None:
    """Whether a move beats the unit before it and every other move to the same place (R1 to R7, DATC 5.B.1)."""
    goal = laid.goal[mover]
    if goal is None or arrives(laid, values, mover) is False:
        return False
    low, high = attack(laid, values, mover)
    if high == 0:
        return False
    against_low, against_high = opposition(laid, values, mover)
    if high <= against_low:
        return False
    sure = low > against_high
    for other in laid.attackers[goal]:
        if other != mover:
            least, most = prevent(laid, values, other)
            if high <= least:
                return False
            sure = sure and low > most
    return True if sure else None


def opposition(laid: Field, values: Values, mover: int) -> Bounds:
    """The strength of the unit in the destination against this move: it defends head to head, else holds."""
    goal = laid.goal[mover]
    if goal is None:
        return 0, 0
    meets = head_to_head(laid, values, mover)
    if meets:
        return defend(laid, values, laid.opposite[mover])
    held = hold(laid, values, goal)
    if meets is None:
        met = defend(laid, values, laid.opposite[mover])
        return min(held[0], met[0]), max(held[1], met[1])
    return held
