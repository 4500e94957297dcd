"""From a variant's files to the variant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from talleyrand.board.board import Board, PowerInfo, make_board
from talleyrand.board.calendar import Calendar, Phase, Season, YearLabel
from talleyrand.board.position import Position, make_position
from talleyrand.board.province import Province, Terrain
from talleyrand.board.unit import Location, Power, ProvinceId, Unit, UnitKind
from talleyrand.rules.hooks import STANDARD, Hooks
from talleyrand.variants.presets import Preset, presets_of
from talleyrand.variants.schema import MapFile, ProvinceEntry, VariantFile
from talleyrand.variants.sources import Sources
from talleyrand.variants.variant import Variant


def assemble(sources: Sources, hooks: Hooks = STANDARD, folder: Path | None = None) -> Variant:
    """The variant that sound files describe.

    Raises ``ValueError`` or ``KeyError`` on files that ``check`` would fault.
    """
    file = sources.variant
    board = board_of(file, sources.map)
    calendar = calendar_of(file)
    presets = presets_of(file)
    return Variant(
        name=sources.name,
        title=file.title,
        version=file.version,
        board=board,
        calendar=calendar,
        start=start_of(sources.name, file, sources.map, board, calendar),
        rulebook=presets[0].rulebook,
        presets={preset.name: preset.rulebook for preset in presets},
        victory_centers=victory_of(file, sources.map),
        credits=tuple(file.credits),
        description=file.description.strip(),
        year_labels={name: YearLabel(e.suffix, e.offset, e.digits) for name, e in file.calendar.year_labels.items()},
        phase_hours=dict(file.hours),
        colours={power.name: power.colour.lower() for power in file.powers},
        symbols=dict(file.symbols),
        legend=dict(file.legend),
        rules_text=sources.rules_text,
        hooks=hooks,
        preset_labels=_preset_labels(presets),
        silent_phases=tuple(file.press.silent),
        folder=folder,
    )


def victory_of(file: VariantFile, board: MapFile) -> int:
    """Centres needed to win: the variant's number, the map's, or more than half."""
    half = sum(1 for entry in board.provinces if entry.supply_center) // 2 + 1
    return file.victory_centers or board.victory_centers or half


def board_of(file: VariantFile, source: MapFile) -> Board:
    """The board of both files: the map, the powers, and what players write for provinces."""
    adjectives = {power.name: power.adjective for power in source.powers}
    extra = {key.upper(): tuple(names) for key, names in file.text.aliases.items()}
    return make_board(
        (province_of(entry, extra.get(entry.id.upper(), ())) for entry in source.provinces),
        (PowerInfo(p.name, p.adjective or adjectives.get(p.name, ""), tuple(p.aliases)) for p in file.powers),
        ((one.upper(), other.upper()) for one, other in source.army_adjacency),
        ((Location.parse(one), Location.parse(other)) for one, other in source.fleet_adjacency),
        ambiguous_of(file, source),
    )


def ambiguous_of(file: VariantFile, source: MapFile) -> Mapping[str, tuple[ProvinceId, ...]]:
    """Words that could mean several provinces, with the candidates."""
    both = {**source.ambiguous_abbreviations, **file.text.ambiguous}
    return {word: tuple(key.upper() for key in keys) for word, keys in both.items()}


def province_of(entry: ProvinceEntry, extra_aliases: tuple[str, ...] = ()) -> Province:
    """A province from its entry."""
    return Province(
        id=entry.id.upper(),
        name=entry.name,
        abbreviation=entry.abbreviation or entry.id.upper(),
        terrain=Terrain(entry.kind),
        aliases=(*entry.aliases, *extra_aliases),
        center=entry.supply_center,
        home_of=entry.home_of,
        coasts=tuple(coast.upper() for coast in entry.coasts),
        coast_aliases=tuple(
            (alias.upper(), coast.upper()) for coast, aliases in entry.coast_aliases.items() for alias in aliases
        ),
    )


def calendar_of(file: VariantFile) -> Calendar:
    """The calendar with the label it uses unless told otherwise. Raises ``ValueError`` on a bad first phase."""
    entry = file.calendar
    labels = entry.year_labels
    chosen = labels.get(entry.year_label) or next(iter(labels.values()), None)
    return Calendar(
        steps=tuple((Season(step[0]), step[1]) for step in entry.phases),
        first=Phase.parse(entry.first),
        label=YearLabel(chosen.suffix, chosen.offset, chosen.digits) if chosen else YearLabel(),
        season_names=tuple(entry.season_names.items()),
    )


def start_units(file: VariantFile, source: MapFile) -> dict[Power, tuple[Unit, ...]]:
    """The starting units; the map's where ``variant.toml`` gives none. Raises ``ValueError`` on what is no unit."""
    if file.start.units or source.start is None:
        return {power: tuple(Unit.parse(text) for text in texts) for power, texts in file.start.units.items()}
    return map_start_units(source)


def map_start_units(source: MapFile) -> dict[Power, tuple[Unit, ...]]:
    """The starting units that ``map.json`` gives, none where it is silent."""
    units: dict[Power, tuple[Unit, ...]] = {}
    for entry in source.start.units if source.start else ():
        unit = Unit(UnitKind.ARMY if entry.type == "army" else UnitKind.FLEET, Location.parse(entry.location))
        units[entry.power] = (*units.get(entry.power, ()), unit)
    return units


def start_centers(file: VariantFile, board: Board) -> dict[ProvinceId, Power]:
    """Who owns which centre at the start: the homes, unless ``variant.toml`` says otherwise (A-009)."""
    if file.start.centers is not None:
        return {key.upper(): power for power, keys in file.start.centers.items() for key in keys}
    return {key: power for power, keys in board.homes.items() for key in keys}


def start_of(name: str, file: VariantFile, source: MapFile, board: Board, calendar: Calendar) -> Position:
    """The position a game begins with."""
    return make_position(name, calendar.first, start_units(file, source), centers=start_centers(file, board))


def _preset_labels(presets: tuple[Preset, ...]) -> dict[str, str]:
    return {preset.name: preset.year_label for preset in presets if preset.year_label}
