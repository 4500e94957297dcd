"""What a game keeps: phases, order sets as received, events. Things are added, never overwritten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from talleyrand.board.calendar import MOVEMENT, Phase
from talleyrand.board.position import Position
from talleyrand.board.unit import Power
from talleyrand.rules.civil_disorder import NmrCounts


class Origin(StrEnum):
    """How a phase of the ledger came to be."""

    START = "start"
    ADJUDICATED = "adjudicated"
    UNDONE = "undone"
    """Taken up again after a rollback: the same position, the orders received so far, a new branch."""
    REDONE = "redone"
    """Put aside once, and taken up again."""
    RULING = "ruling"
    """The GM put another board in its place."""
    AMENDED = "amended"
    """The GM changed the rules or mended the map: the same position and orders, read by what holds now."""


class Kind(StrEnum):
    """Kinds of events."""

    STARTED = "started"
    ADJUDICATED = "adjudicated"
    UNDONE = "undone"
    REDONE = "redone"
    WITHDRAWN = "withdrawn"
    RULING = "ruling"
    AMENDED = "amended"
    DRAW = "draw"
    DISORDER = "civil_disorder"
    CLEARED = "civil_disorder_cleared"


_NO_ORDER = (None, "unreadable", "missing")


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a power, the most senior first (A-020)."""

    power: Power
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderSet:
    """Orders exactly as one author sent them. ``channel`` and ``time`` are whatever the receiver calls them.

    ``readings`` are what each order was read as on receipt, conditional retreats too, as JSON values. A set that was
    ``withdrawn`` stays here and counts no more.
    """

    power: Power
    text: str
    author: str = ""
    channel: str = ""
    time: str = ""
    senior: bool = False
    override: bool = False
    readings: tuple[Mapping[str, Any], ...] = ()
    withdrawn: bool = False

    @property
    def counts(self) -> bool:
        """It holds at least one order, be it illegal or uncertain, and was not taken back: talk is no set (A-121)."""
        return not self.withdrawn and any(reading.get("reading") not in _NO_ORDER for reading in self.readings)


@dataclass(frozen=True)
class Entry:
    """One phase of the ledger.

    ``number`` counts phases from 1. After a rollback the number comes again on a higher ``branch``; the abandoned entry
    stays. ``report`` is the report's JSON value once the phase has been adjudicated, and ``skip`` says
    whether phases in which nobody could act were then passed over. ``sealed`` are powers whose order
    sets the reader of an export may not see. ``amended`` is how many of the game's amendments hold in it.
    """

    number: int
    branch: int
    origin: Origin
    position: Position
    counts: NmrCounts = field(default_factory=NmrCounts)
    received: tuple[OrderSet, ...] = ()
    report: Mapping[str, Any] | None = None
    skip: bool = True
    sealed: tuple[Power, ...] = ()
    amended: int = 0

    @property
    def phase(self) -> Phase:
        """The phase of this entry."""
        return self.position.phase

    def sets_of(self, power: Power) -> tuple[OrderSet, ...]:
        """What came in for a power, oldest first."""
        return tuple(received for received in self.received if received.power == power)


def published(entry: Entry) -> Entry:
    """An entry whose sealed orders are stood in for by those that its report published."""
    if not entry.sealed or entry.report is None:
        return entry
    lines = (*entry.report.get("orders", ()), *entry.report.get("retreats", ()))
    stand_ins = tuple(
        OrderSet(
            power,
            "\n".join(
                line["order"]
                for line in lines
                if line.get("power") == power and line.get("order") and not _void(line, entry.phase.kind)
            ),
        )
        for power in entry.sealed
    )
    return replace(entry, received=(*entry.received, *stand_ins))


def _void(line: Mapping[str, Any], kind: str) -> bool:
    """Whether a published order came to nothing and may not stand in for a set: it would contradict another one."""
    reading = line.get("reading")
    return reading == "duplicate" or (reading == "illegal" and kind == MOVEMENT and " R " in line["order"])


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to the game."""

    kind: str
    phase: str = ""
    actor: str = ""
    time: str = ""
    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Message:
    """A piece of press. ``to`` names powers, nobody meaning everybody; ``true_sender`` is the GM's to know."""

    sender: str
    text: str
    to: tuple[str, ...] = ()
    phase: str = ""
    time: str = ""
    true_sender: str = ""


def in_force(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The phases that count: a later entry with the same number, or a lower one, puts earlier ones aside."""
    line: list[Entry] = []
    for entry in entries:
        while line and line[-1].number >= entry.number:
            line.pop()
        line.append(entry)
    return tuple(line)
