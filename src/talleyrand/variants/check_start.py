"""The start: powers, their units and their centres."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from talleyrand.board.board import Board
from talleyrand.board.calendar import MOVEMENT
from talleyrand.board.unit import Power, ProvinceId, Unit, UnitKind
from talleyrand.rules.rulebook import BuildSites
from talleyrand.variants.assemble import board_of, map_start_units, start_centers, victory_of
from talleyrand.variants.faults import Fault
from talleyrand.variants.presets import all_presets, find_preset
from talleyrand.variants.schema import MapFile, VariantFile
from talleyrand.variants.sources import MAP, VARIANT, Sources


def start_faults(sources: Sources) -> Iterator[Fault]:
    """Faults of the powers and of the position a game begins with."""
    file, source = sources.variant, sources.map
    if not file.powers:
        yield Fault(VARIANT, "powers", "is empty; a game has powers")
        return
    board = board_of(file, source)
    yield from _map_powers(file, source)
    units, faults = _units(file, source, board)
    yield from faults
    yield from _center_faults(file, board)
    yield from _empty_handed(file, source, board, units)
    if file.start.units and source.start and not faults:
        told = map_start_units(source)
        if {p: sorted(us) for p, us in told.items()} != {p: sorted(us) for p, us in units.items()}:
            yield Fault(VARIANT, "start.units", f"are not the starting units of {MAP}; make them agree, or drop one")


def _map_powers(file: VariantFile, source: MapFile) -> Iterator[Fault]:
    named = {power.name for power in file.powers}
    for index, power in enumerate(source.powers):
        if power.name not in named:
            yield Fault(MAP, f"powers[{index}].name", f"{power.name!r} is no power of {VARIANT}; make the two agree")


def _units(file: VariantFile, source: MapFile, board: Board) -> tuple[dict[Power, list[Unit]], list[Fault]]:
    texts: list[tuple[str, str, Power, str]] = []
    if file.start.units or source.start is None:
        for power, given in file.start.units.items():
            texts += [(VARIANT, f"start.units.{power}[{i}]", power, text) for i, text in enumerate(given)]
    else:
        for index, entry in enumerate(source.start.units):
            text = f"{entry.type[0].upper()} {entry.location}"
            texts.append((MAP, f"start.units[{index}]", entry.power, text))
    units: dict[Power, list[Unit]] = {}
    faults: list[Fault] = []
    seen: dict[ProvinceId, Unit] = {}
    for name, key, power, text in texts:
        if power not in board.power_names:
            faults.append(Fault(name, key, f"{power!r} is no power; the powers are {', '.join(board.power_names)}"))
        try:
            unit = Unit.parse(text)
        except ValueError as error:
            faults.append(Fault(name, key, str(error)))
            continue
        if message := _misplaced(unit, board):
            faults.append(Fault(name, key, message))
        elif unit.province in seen:
            faults.append(
                Fault(name, key, f"{unit} stands where {seen[unit.province]} stands; a province takes one unit")
            )
        seen.setdefault(unit.province, unit)
        units.setdefault(power, []).append(unit)
    return units, faults


def _misplaced(unit: Unit, board: Board) -> str:
    if unit.province not in board.provinces:
        return f"{unit}: there is no province {unit.province!r}"
    if board.can_stand(unit.kind, unit.location):
        return ""
    province = board.provinces[unit.province]
    places = board.locations(unit.kind, unit.province)
    if not places:
        return f"{unit}: {province.name} is {province.terrain} and takes no {unit.kind.word.lower()}"
    if unit.kind is UnitKind.ARMY:
        return f"{unit}: an army has no coast; write {unit.kind} {unit.province}"
    return f"{unit}: write the fleet as one of {', '.join(f'{unit.kind} {place}' for place in places)}"


def _center_faults(file: VariantFile, board: Board) -> Iterator[Fault]:
    given = file.start.centers
    owner: dict[ProvinceId, Power] = {}
    for power, centers in (given or {}).items():
        key = f"start.centers.{power}"
        if power not in board.power_names:
            yield Fault(VARIANT, key, f"{power!r} is no power; the powers are {', '.join(board.power_names)}")
        for center in centers:
            if center.upper() not in board.centers:
                yield Fault(VARIANT, key, f"{center!r} is no supply centre")
            elif owner.setdefault(center.upper(), power) != power:
                yield Fault(VARIANT, key, f"{center!r} is owned by {owner[center.upper()]} already")


def _empty_handed(file: VariantFile, source: MapFile, board: Board, units: dict[Power, list[Unit]]) -> Iterator[Fault]:
    preset = find_preset(file.rulebook, all_presets())
    builds_at_home = preset is not None and preset.rulebook.builds is BuildSites.HOME
    owned = Counter(start_centers(file, board).values())
    needed = victory_of(file, source)
    for index, power in enumerate(board.power_names):
        if builds_at_home and not board.homes[power]:
            text = f"{power} has no home centre, so it could never build; mark one with home_of in {MAP}"
            yield Fault(VARIANT, f"powers[{index}]", text)
        if file.calendar.first[-1:].upper() == MOVEMENT and not units.get(power):
            yield Fault(VARIANT, f"start.units.{power}", f"{power} has no unit at the start; give it one")
        if owned[power] >= needed:
            yield Fault(
                VARIANT, "victory_centers", f"{needed} is won at the start: {power} owns {owned[power]} centres"
            )
