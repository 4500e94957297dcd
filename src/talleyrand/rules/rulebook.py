"""Every choice on which GMs differ, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from typing import Any, get_type_hints

from talleyrand.board.quoted import quoted
from talleyrand.orders.policy import (
    IllegalOrder,
    ImpossibleCoast,
    MissingCoast,
    ReadingPolicy,
    Repeated,
    SetMerge,
    Slip,
)


class AdjacentConvoy(StrEnum):
    """When an army goes by sea to a province it could walk to (DATC 4.A.3, X-A12)."""

    EXPLICIT = "explicit"
    """Only "via convoy"."""
    OWN_FLEET_IMPLIES = "own_fleet_implies"
    """Also when a fleet of its own power convoys it (2000 and 2023 rulebooks)."""
    LAND_FIRST_1971 = "land_first_1971"
    """Any convoy order makes it a convoy, the land route being the fall-back (1971 rulebook)."""


class Paradox(StrEnum):
    """How a convoy paradox is settled (DATC 4.A.2, X-A11); what an edition's rule leaves open falls to Szykman's."""

    SZYKMAN = "szykman"
    """The convoys of the paradox fail, and their armies neither attack nor cut."""
    ALL_HOLD = "all_hold"
    """Every unit that would move within the paradox holds."""
    ALL_HOLD_1982 = "all_hold_1982"
    """A convoyed army cuts no support given into waters whose fleet convoys (6.F.21); beyond that, all hold."""
    RULE_1971 = "rule_1971"
    """A convoyed army does not cut support of an attack on a fleet that carries it."""
    RULE_2000 = "rule_2000"
    """The same, unless a route stands without that fleet (R21 and R22, A-083 and A-084)."""


class ConvoyRoutes(StrEnum):
    """What a convoy with several routes needs (DATC 4.A.1, A-062)."""

    ONE_SUFFICES = "one_suffices"
    ALL_MUST_STAND_1971 = "all_must_stand_1971"


class YesNo(StrEnum):
    """A plain choice."""

    YES = "yes"
    NO = "no"


class Retreats(StrEnum):
    """When retreats are ordered (X-A8)."""

    PHASE = "phase"
    WITH_ORDERS = "with_orders"
    """A conditional list sent with the movement orders, else disband."""
    WITH_NEXT_ORDERS = "with_next_orders"
    """Together with the next orders."""


class BuildSites(StrEnum):
    """Where a power may build."""

    HOME = "home"
    ANY_OWNED = "any_owned"
    OWNED_IF_HOME_OWNED = "owned_if_home_owned"
    OWN_SINGLE = "own_single"


class Removal(StrEnum):
    """Which units the absent lose (DATC 4.D.8, 6.J)."""

    DISTANCE_2023 = "distance_2023"
    DISTANCE_2000 = "distance_2000"
    GM_DECIDES = "gm_decides"


class CaptureTime(StrEnum):
    """When centres change hands (A-008)."""

    AFTER_FALL = "after_fall"
    EVERY_TURN = "every_turn"


class DrawShare(StrEnum):
    """Who shares a draw (A-004, X-A4)."""

    SURVIVORS = "survivors"
    """Every power with a unit or a centre."""
    UNITS = "units"
    CENTERS = "centers"


class YearLimit(StrEnum):
    """What happens at the last year."""

    RANKED = "ranked"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A versioned value: one field per choice, defaulting to DATC 3 section 4's preference.

    ``victory_centers`` 0 leaves the number to the variant; ``last_year`` 0 sets no limit; ``civil_disorder_after`` is
    how many movement phases in a row without orders put a power in civil disorder (X-A9), 0 for never.
    """

    adjacent_convoy: AdjacentConvoy = AdjacentConvoy.OWN_FLEET_IMPLIES
    paradox: Paradox = Paradox.SZYKMAN
    convoy_routes: ConvoyRoutes = ConvoyRoutes.ONE_SUFFICES
    retreat_to_convoy_origin: YesNo = YesNo.YES
    """DATC 4.A.5."""
    dislodged_head_to_head_bounces: YesNo = YesNo.YES
    """A loser dislodged by a unit it did not meet head to head still stands off others at its origin (4.A.7)."""
    convoyed_attack_cuts_support_at_origin: YesNo = YesNo.NO
    """An army convoyed from the very province the support is aimed at cuts that support (4.A.4)."""
    archipelago_convoys: YesNo = YesNo.YES
    """A fleet in an archipelago may convoy (B-022, X-B4)."""
    missing_coast: MissingCoast = MissingCoast.INFER
    impossible_coast: ImpossibleCoast = ImpossibleCoast.FAIL
    unit_letter: Slip = Slip.REPAIR
    spelling: Slip = Slip.REPAIR
    illegal_orders: IllegalOrder = IllegalOrder.IGNORED
    invalid_support_holds: YesNo = YesNo.NO
    """An unmatched support of a move counts as a support to hold (A-055 says no)."""
    sets: SetMerge = SetMerge.REPLACE_SET
    repeated: Repeated = Repeated.LAST
    retreats: Retreats = Retreats.PHASE
    builds: BuildSites = BuildSites.HOME
    removal: Removal = Removal.DISTANCE_2023
    capture: CaptureTime = CaptureTime.AFTER_FALL
    civil_disorder_after: int = 2
    victory_centers: int = 0
    draw_share: DrawShare = DrawShare.SURVIVORS
    last_year: int = 0
    at_last_year: YearLimit = YearLimit.RANKED

    @property
    def reading(self) -> ReadingPolicy:
        """The part of the rulebook that the order reader needs."""
        return ReadingPolicy(
            missing_coast=self.missing_coast,
            impossible_coast=self.impossible_coast,
            unit_letter=self.unit_letter,
            spelling=self.spelling,
            sets=self.sets,
            repeated=self.repeated,
        )

    def with_choices(self, choices: Mapping[str, Any]) -> Rulebook:
        """This rulebook with some choices changed, given as plain values ("paradox": "szykman").

        Raises ``ValueError`` naming the choice and its values where one is unknown.
        """
        hints = _kinds()
        changed: dict[str, Any] = {}
        for name, value in choices.items():
            if name not in hints:
                raise ValueError(f"rulebook: there is no choice {quoted(name)}; the choices are {', '.join(hints)}")
            kind = hints[name]
            if kind is int:
                if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                    raise ValueError(f"rulebook: {name} must be a whole number, 0 or more, not {quoted(value)}")
                changed[name] = value
                continue
            try:
                changed[name] = kind(value)
            except ValueError:
                allowed = ", ".join(repr(str(member)) for member in kind)
                raise ValueError(f"rulebook: {name} cannot be {quoted(value)}; it is one of {allowed}") from None
        return replace(self, **changed)

    def choices(self) -> dict[str, str | int]:
        """Every choice as a plain value, for JSON."""
        return {
            field.name: value if isinstance(value := getattr(self, field.name), int) else str(value)
            for field in fields(self)
        }


@cache
def _kinds() -> dict[str, Any]:
    """What each choice is of."""
    return get_type_hints(Rulebook)


DATC = Rulebook()
"""The preferences of DATC 3 section 4."""
