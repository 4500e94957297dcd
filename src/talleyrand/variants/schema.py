"""The shape of a variant's files: ``variant.toml`` and ``map.json``."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, field

Pair: TypeAlias = tuple[str, str]
Count: TypeAlias = Annotated[int, Meta(ge=1)]
Point: TypeAlias = tuple[float, float]
Kind: TypeAlias = Literal["inland", "coastal", "sea", "archipelago", "impassable"]
PhaseStep: TypeAlias = Annotated[str, Meta(pattern="^[SFW][A-Z]$")]
"""A season letter and a phase kind: "SM"."""


class ProvinceEntry(Struct, forbid_unknown_fields=True):
    """A province in ``map.json``; ``lonlat`` and ``coast_lonlat`` are for whoever draws it."""

    id: str
    name: str
    kind: Kind
    abbreviation: str = ""
    aliases: list[str] = []
    supply_center: bool = False
    home_of: str | None = None
    coasts: list[str] = []
    coast_aliases: dict[str, list[str]] = {}
    lonlat: Point | None = None
    coast_lonlat: dict[str, Point] = {}


class MapPower(Struct, forbid_unknown_fields=True):
    """A power as the map names it."""

    name: str
    adjective: str = ""
    colour_hint: str = ""


class MapUnit(Struct, forbid_unknown_fields=True):
    """A starting unit in ``map.json``."""

    power: str
    type: Literal["army", "fleet"]
    location: str


class MapStart(Struct, forbid_unknown_fields=True):
    """The start as the map tells it."""

    year: int
    season: Literal["Spring", "Fall", "Winter"]
    units: list[MapUnit]


class Crossing(Struct, forbid_unknown_fields=True):
    """An edge worth a mark on the map: a strait, a channel, an island's landing."""

    between: Pair
    kind: str = ""
    name: str = ""
    units: list[Literal["army", "fleet"]] = []


class MapFile(Struct, forbid_unknown_fields=True):
    """``map.json``: provinces and who may step where.

    ``powers``, ``start`` and ``victory_centers`` serve where ``variant.toml`` is silent.
    """

    provinces: list[ProvinceEntry]
    army_adjacency: list[Pair]
    fleet_adjacency: list[Pair]
    name: str = ""
    notes: list[str] = []
    victory_centers: Count | None = None
    powers: list[MapPower] = []
    start: MapStart | None = None
    crossings: list[Crossing] = []
    features: dict[str, Any] = {}
    impassable: list[str] = []
    ambiguous_abbreviations: dict[str, list[str]] = {}


class YearLabelEntry(Struct, forbid_unknown_fields=True):
    """How years are shown: number + offset, padded to ``digits``, before ``suffix``."""

    suffix: str = ""
    offset: int = 0
    digits: Count = 1


class CalendarEntry(Struct, forbid_unknown_fields=True):
    """The phase table; ``season_names`` renames the season of a step."""

    first: str
    phases: list[PhaseStep]
    season_names: dict[str, str] = {}
    year_label: str = ""
    year_labels: dict[str, YearLabelEntry] = {}


class PowerEntry(Struct, forbid_unknown_fields=True):
    """A power: how it is named and drawn."""

    name: str
    colour: str
    adjective: str = ""
    aliases: list[str] = []


class StartEntry(Struct, forbid_unknown_fields=True):
    """The units at the start, and who owns which centre where that is not simply the homes."""

    units: dict[str, list[str]] = {}
    centers: dict[str, list[str]] | None = None


class TextEntry(Struct, forbid_unknown_fields=True):
    """What players write for provinces beyond the map's own names."""

    aliases: dict[str, list[str]] = {}
    ambiguous: dict[str, list[str]] = {}


class PressEntry(Struct, forbid_unknown_fields=True):
    """Phases in which nobody may talk."""

    silent: list[PhaseStep] = []


class PresetEntry(Struct, forbid_unknown_fields=True):
    """A rulebook by name: choices changed from another one."""

    title: str
    based_on: str = "datc"
    aliases: list[str] = []
    source: str = ""
    year_label: str = ""
    choices: dict[str, str | int] = {}


class VariantFile(Struct, forbid_unknown_fields=True):
    """``variant.toml``."""

    title: str
    version: Count
    calendar: CalendarEntry
    powers: list[PowerEntry]
    rulebook: str
    format: Literal[1] = 1
    credits: list[str] = []
    description: str = ""
    aliases: list[str] = []
    victory_centers: Count | None = None
    offers: list[str] = []
    """More presets that suit it, beside ``rulebook``."""
    presets: dict[str, PresetEntry] = {}
    start: StartEntry = field(default_factory=StartEntry)
    hours: dict[str, Count] = {}
    press: PressEntry = field(default_factory=PressEntry)
    symbols: dict[str, str] = {}
    legend: dict[str, str] = {}
    text: TextEntry = field(default_factory=TextEntry)
