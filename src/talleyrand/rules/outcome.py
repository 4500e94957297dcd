"""What became of an order, with its reason and its culprit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from talleyrand.board.position import Dislodged, Position
from talleyrand.board.unit import Location, Power, ProvinceId, Unit
from talleyrand.orders.model import Order


class Result(StrEnum):
    """The outcome words of the report."""

    SUCCEEDS = "succeeds"
    """A move that arrived, a hold not dislodged, a support that counted, a convoy that stood, a build, a removal."""
    BOUNCED = "bounced"
    CUT = "cut"
    VOID = "void"
    """Possible, but matched by nothing: the supported or convoyed unit did something else."""
    DISLODGED = "dislodged"
    DISRUPTED = "disrupted"
    """The convoyed army's only route was broken: a fleet of it was dislodged, or a paradox rule stopped it."""
    NO_CONVOY = "no_convoy"
    """No whole route of convoy orders was given for the army."""
    DISBANDED = "disbanded"
    HELD = "held"
    """A unit without an order stood where it was."""
    IGNORED = "ignored"
    """An illegal order: set aside, the unit held."""


class Code(StrEnum):
    """Why: one code per kind of reason. ``prose`` has a sentence for each."""

    # moves
    ARRIVED = "arrived"
    """``strength`` (attack, best opposition or 0); ``places`` (destination)."""
    ARRIVED_BY_CONVOY = "arrived_by_convoy"
    """``places`` are the waters of a route that stood."""
    EQUAL_STRENGTH = "equal_strength"
    """``unit`` came, or stood, with equal strength; ``strength`` (ours, theirs)."""
    WEAKER = "weaker"
    """``unit`` opposed with more strength; ``strength`` (ours, theirs)."""
    HEAD_TO_HEAD = "head_to_head"
    """``unit`` moved the opposite way with at least our strength."""
    OCCUPANT_STAYED = "occupant_stayed"
    """``unit`` stood in the destination and did not leave; ``strength`` (attack, hold)."""
    OWN_UNIT = "own_unit"
    """``unit`` in the destination is of the same side: it cannot be dislodged (R12)."""
    PREVENTED_BY_DISLODGED = "prevented_by_dislodged"
    """``unit`` was dislodged yet still stood us off elsewhere (R10)."""
    BELEAGUERED = "beleaguered"
    """``unit`` stayed since its attackers stood each other off (R4)."""
    # convoys
    NO_ROUTE = "no_route"
    ROUTE_BROKEN = "route_broken"
    """``unit`` is the dislodged fleet that was needed."""
    PARADOX = "paradox"
    """The convoy stood in a paradox and fell by the rulebook's paradox rule."""
    CARRIED = "carried"
    """``unit`` is the army whose convoy this fleet stood ready for; not given where the fleet was dislodged."""
    # supports
    SUPPORTED = "supported"
    """``unit`` gave support to this one."""
    GAVE_SUPPORT = "gave_support"
    """``unit`` received this support."""
    CUT_BY = "cut_by"
    """``unit`` attacked the supporter."""
    CUT_BY_DISLODGEMENT = "cut_by_dislodgement"
    """``unit`` dislodged the supporter (R14)."""
    UNMATCHED = "unmatched"
    """``unit`` did not do what was supported or convoyed, or was not there (unit None)."""
    SUPPORT_NOT_COUNTED = "support_not_counted"
    """Support given, but not counted against ``unit``, which is of the supporter's side (R12)."""
    # any unit
    DISLODGED_BY = "dislodged_by"
    """``unit`` took the place; ``strength`` (attack, hold)."""
    NOT_ATTACKED = "not_attacked"
    WITHSTOOD = "withstood"
    """``unit`` attacked and did not dislodge; ``strength`` (its attack, our hold)."""
    ILLEGAL = "illegal"
    """``text`` says why."""
    NO_ORDER = "no_order"
    # retreats
    RETREATED = "retreated"
    RETREAT_CLASH = "retreat_clash"
    """``unit`` retreated to the same province (A-090)."""
    RETREAT_BARRED = "retreat_barred"
    """``text`` says what bars it: occupied, attacker's origin, standoff, not adjacent (A-088)."""
    NO_RETREAT = "no_retreat"
    CHOSE_DISBAND = "chose_disband"
    # adjustments
    BUILT = "built"
    REMOVED = "removed"
    WAIVED = "waived"
    TOO_MANY = "too_many"
    """More than the allowance; ``strength`` (asked, allowed)."""
    SITE_TAKEN = "site_taken"
    REMOVED_BY_DEFAULT = "removed_by_default"
    """No removal was ordered; the rulebook's rule for the absent chose (DATC 6.J)."""
    AWAITS_RULING = "awaits_ruling"
    """The unit is first in line to go, but the rulebook leaves the removal to the GM, so it still stands."""


class Reason(NamedTuple):
    """One link in the chain of reasons.

    ``unit`` and ``power`` name the culprit; ``strength`` holds (ours, theirs); ``rule`` its source (DATC number or R1
    to R22 of the numbered rules, checklist A-063 to A-084).
    """

    code: Code
    unit: Unit | None = None
    power: Power | None = None
    strength: tuple[int, int] | None = None
    places: tuple[ProvinceId, ...] = ()
    rule: str = ""
    text: str = ""


class Outcome(NamedTuple):
    """What became of one order, or of a unit without one (``order`` None).

    ``results`` has one entry, or two where both hold (cut and dislodged). ``because`` begins with what decided.
    ``to`` is where the unit ended, None where it left the board or awaits retreat.
    """

    power: Power
    unit: Unit | None
    order: Order | None
    results: tuple[Result, ...]
    because: tuple[Reason, ...] = ()
    to: Location | None = None

    @property
    def succeeded(self) -> bool:
        """The order did what it asked; a unit without an order succeeded if it stands where it was."""
        return self.results in ((Result.SUCCEEDS,), (Result.HELD,))

    @property
    def dislodged(self) -> bool:
        """The unit was driven out."""
        return Result.DISLODGED in self.results


@dataclass(frozen=True, slots=True)
class Resolution:
    """One phase resolved: the outcomes in board order of powers, and the board after it.

    ``position`` is in the phase that was resolved, not the next: the calendar is the game's to turn. It carries the
    dislodged units and the standoffs of a movement phase.
    """

    outcomes: tuple[Outcome, ...]
    position: Position
    disbanded: tuple[Dislodged, ...] = ()
    """Dislodged units with no retreat at all, disbanded at once (A-089), where the rulebook says so."""
