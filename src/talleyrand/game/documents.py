"""The JSON documents as types: what may stand in them, for reading, writing and the published schemas."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

FORMAT = 1
"""The format number of every document."""

UnitText = Annotated[str, Meta(description="A or F and a province, with its coast where that matters: 'F STP/SC'")]
PhaseText = Annotated[str, Meta(description="season letter S, F or W, the year, and the kind letter: 'S1901M'")]
Format = Annotated[int, Meta(description="the version of this format, 1")]


class DislodgedUnit(Struct, forbid_unknown_fields=True, omit_defaults=False):
    """A unit that must retreat or disband. ``retreats`` is written, and ignored when read."""

    unit: UnitText
    origin: str | None = msgspec.field(name="from")
    by_convoy: bool = False
    retreats: list[str] | UnsetType = UNSET


class PositionDocument(Struct, forbid_unknown_fields=True, kw_only=True):
    """Where everything stands at the start of a phase. ``adjustments`` is written, and ignored when read.

    One of ``units`` and ``dislodged`` must be there. A case without ``centers`` is one in which nobody asks for them.
    """

    format: Format = FORMAT
    variant: str | UnsetType = UNSET
    phase: PhaseText
    units: dict[str, list[UnitText]] | UnsetType = UNSET
    dislodged: dict[str, list[DislodgedUnit]] | UnsetType = UNSET
    standoffs: list[str] = []
    centers: dict[str, list[str]] | UnsetType = UNSET
    extra: dict[str, Any] = {}
    adjustments: dict[str, int] | UnsetType = UNSET


class SentDocument(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One of several sets for a power. ``override``: the senior asks that his orders supersede the others'."""

    text: str | list[str]
    author: str = ""
    senior: bool = False
    override: bool = False


class CaseDocument(PositionDocument, forbid_unknown_fields=True, kw_only=True):
    """A position with the orders given in it: for a power one text, a list of orders, or a list of sets."""

    id: str | int | UnsetType = UNSET
    orders: dict[str, str | list[str | SentDocument]] = {}
    rulebook: str | dict[str, str | int] | None = None


class ReasonDocument(Struct, forbid_unknown_fields=False, omit_defaults=True, kw_only=True):
    """One link in the chain of reasons of an outcome."""

    code: str
    unit: str | UnsetType = UNSET
    power: str | UnsetType = UNSET
    strength: list[int] | UnsetType = UNSET
    places: list[str] | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    text: str | UnsetType = UNSET


class LineDocument(Struct, forbid_unknown_fields=False, omit_defaults=True, kw_only=True):
    """One order, how it was read and what became of it."""

    power: str
    text: str
    order: str | None
    reading: str
    outcome: str | list[str] | None = None
    because: list[ReasonDocument] = []
    sentence: str = ""
    repair: str | list[str] | UnsetType = UNSET
    candidates: list[str] | UnsetType = UNSET


class StatusDocument(Struct, forbid_unknown_fields=False, kw_only=True):
    """Whether the game goes on, and who has won."""

    state: str
    winners: list[str]


class ReportDocument(Struct, forbid_unknown_fields=False, omit_defaults=True, kw_only=True):
    """A phase adjudicated."""

    format: Format = FORMAT
    id: str | int | UnsetType = UNSET
    orders: list[LineDocument]
    next: PositionDocument
    status: StatusDocument


class SeatDocument(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Who plays a power, the most senior first."""

    power: str
    players: list[str] = []


class OrderSetDocument(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Orders exactly as they were received. ``time`` and ``channel`` are the sender's and the receiver's to fill in.

    A set ``withdrawn`` counts no more.
    """

    power: str
    text: str
    author: str = ""
    channel: str = ""
    time: str = ""
    senior: bool = False
    override: bool = False
    readings: list[dict[str, Any]] = []
    withdrawn: bool = False


class PhaseDocument(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One phase of a record: its position, the order sets as received, and its report once it has been adjudicated.

    ``number`` counts phases from 1; after a rollback the same number comes again with a higher ``branch``. ``origin``
    says how the position came about: start, adjudicated, undone, redone, ruling, amended. ``amended`` is how many of
    the record's amendments hold in it. ``missed`` counts movement phases
    missed running, ``declared`` are powers that the GM put in civil disorder. ``skip`` false means that the next phase
    was the calendar's. ``sealed`` are powers whose orders the reader of this record may not see.
    """

    number: int
    branch: int = 1
    origin: str = "start"
    amended: int = 0
    position: PositionDocument
    missed: dict[str, int] = {}
    declared: list[str] = []
    orders: list[OrderSetDocument] = []
    report: dict[str, Any] | None = None
    skip: bool = True
    sealed: list[str] = []


class EventDocument(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Something that happened to the game, in the order it happened."""

    kind: str
    phase: str = ""
    actor: str = ""
    time: str = ""
    text: str = ""
    data: dict[str, Any] = {}


class MessageDocument(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A piece of press; without ``to`` it is for everybody."""

    sender: str = msgspec.field(name="from")
    text: str
    to: list[str] = []
    phase: str = ""
    time: str = ""
    true_sender: str = ""


class VariantDocument(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Which variant, and which version of it, a game is played on; ``year_label`` is the way it names years (X-A2)."""

    name: str
    version: int
    year_label: str = ""


class MendDocument(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A step between two places that the map has from now on, or has no more; both ways, for armies or for fleets."""

    unit: str
    one: str = msgspec.field(name="from")
    other: str = msgspec.field(name="to")
    open: bool = True


class AmendmentDocument(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What changed in the middle of a game: choices of the rulebook, steps of the map (A-127, lesson 18)."""

    rulebook: dict[str, str | int] = {}
    map: list[MendDocument] = []


class RecordDocument(Struct, forbid_unknown_fields=True, omit_defaults=False, kw_only=True):
    """A whole game. ``timetable`` is kept as it is: the engine knows no clock.

    ``rulebook`` is what the game began with; ``amendments`` follow it, each on top of those before.
    """

    format: Format = FORMAT
    variant: VariantDocument
    rulebook: dict[str, str | int]
    amendments: list[AmendmentDocument] = []
    timetable: dict[str, Any] = {}
    seats: list[SeatDocument] = []
    phases: list[PhaseDocument]
    messages: list[MessageDocument] = []
    events: list[EventDocument] = []
