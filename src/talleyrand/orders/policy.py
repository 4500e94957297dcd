"""Choices on how orders are read; the rulebook carries them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class MissingCoast(StrEnum):
    """What a fleet's move to a split coast means when it names none and only one is reachable (DATC 4.B.2)."""

    INFER = "infer"
    FAIL = "fail"


class ImpossibleCoast(StrEnum):
    """What a move to a coast that cannot be reached means (DATC 4.B.3)."""

    FAIL = "fail"
    INFER = "infer"


class Slip(StrEnum):
    """What is done about a harmless slip with one possible meaning (A-035, X-A13)."""

    REPAIR = "repair"
    REJECT = "reject"


class SetMerge(StrEnum):
    """What a later order set does to an earlier one (X-A7, A-020, C-014)."""

    REPLACE_SET = "replace_set"
    MERGE_BY_UNIT = "merge_by_unit"


class Repeated(StrEnum):
    """Which of several orders to one unit within a set counts."""

    LAST = "last"
    FIRST = "first"
    VOID = "void"


class IllegalOrder(StrEnum):
    """What becomes of an order that cannot be carried out (A-023, DATC 4.E.1)."""

    IGNORED = "ignored"
    """Ignored; the unit holds and may be supported in place (X-A14)."""
    STILL_MOVES = "still_moves"
    """Ignored, but a unit with an illegal move may not be supported in place."""
    REFUSED = "refused"
    """Ignored, and the player is refused it on entry."""


@dataclass(frozen=True, slots=True)
class ReadingPolicy:
    """How lenient the reader is and how sets combine.

    ``missing_coast``, ``impossible_coast``: DATC 4.B.2 and 4.B.3. ``unit_letter``, ``spelling``: X-A13.
    """

    missing_coast: MissingCoast = MissingCoast.INFER
    impossible_coast: ImpossibleCoast = ImpossibleCoast.FAIL
    unit_letter: Slip = Slip.REPAIR
    spelling: Slip = Slip.REPAIR
    sets: SetMerge = SetMerge.REPLACE_SET
    repeated: Repeated = Repeated.LAST
