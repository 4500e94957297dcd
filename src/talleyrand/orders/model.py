"""Orders as values: one frozen class per kind, whatever words a player used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from talleyrand.board.unit import Location, Unit


@dataclass(frozen=True, slots=True)
class Hold:
    """Stay and defend (A-025)."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Move:
    """Go to a place (A-026); ``via`` asks for the sea route (C-021)."""

    unit: Unit
    to: Location
    via: bool = False


@dataclass(frozen=True, slots=True)
class SupportHold:
    """Add one to the defence of a unit that does not move (A-027)."""

    unit: Unit
    target: Unit


@dataclass(frozen=True, slots=True)
class SupportMove:
    """Add one to another unit's move; ``to`` carries a coast only where the supporter named one (A-028, A-054)."""

    unit: Unit
    target: Unit
    to: Location


@dataclass(frozen=True, slots=True)
class Convoy:
    """Carry an army over sea (A-029)."""

    unit: Unit
    army: Unit
    to: Location


@dataclass(frozen=True, slots=True)
class Retreat:
    """Where a dislodged unit goes (A-030)."""

    unit: Unit
    to: Location


@dataclass(frozen=True, slots=True)
class Disband:
    """Take a unit off the board: a dislodged one, or a surplus one in Winter (A-031, A-092)."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Build:
    """Place a new unit (A-031)."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Waive:
    """Leave one build unused (C-046)."""


@dataclass(frozen=True, slots=True)
class Special:
    """An order kind that a variant adds: an upper-case verb and its words, as in ``PLEDGE MOS``.

    ``unit`` is the acting unit where there is one. The variant reads and writes the words.
    """

    verb: str
    words: tuple[str, ...] = ()
    unit: Unit | None = None


MovementOrder: TypeAlias = Hold | Move | SupportHold | SupportMove | Convoy
Order: TypeAlias = MovementOrder | Retreat | Disband | Build | Waive | Special


def acting_unit(order: Order) -> Unit | None:
    """The unit an order is given to, if it is given to one."""
    return None if isinstance(order, Waive) else order.unit
