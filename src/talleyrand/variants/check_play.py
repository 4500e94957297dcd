"""Calendar, rulebook, victory, colours: what is played on the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from talleyrand.board.calendar import MOVEMENT, RETREAT, Phase
from talleyrand.variants.assemble import victory_of
from talleyrand.variants.colour import TOO_ALIKE, difference, is_colour
from talleyrand.variants.faults import Fault
from talleyrand.variants.presets import all_presets, find_preset, resolve
from talleyrand.variants.schema import MapFile, VariantFile
from talleyrand.variants.sources import VARIANT, Sources


def play_faults(sources: Sources) -> Iterator[Fault]:
    """Faults of ``variant.toml`` beside names and start."""
    file, board = sources.variant, sources.map
    if not file.title.strip():
        yield Fault(VARIANT, "title", "is empty; say what the variant is called")
    yield from _calendar_faults(file, board)
    yield from _phase_keys(file)
    yield from _colour_faults(file)
    yield from _preset_faults(file)
    yield from _victory_faults(file, board)


def _calendar_faults(file: VariantFile, board: MapFile) -> Iterator[Fault]:
    entry = file.calendar
    if not any(step[1] == MOVEMENT for step in entry.phases):
        yield Fault(VARIANT, "calendar.phases", "has no movement phase; add one, such as 'SM'")
    for index, step in enumerate(entry.phases):
        if step in entry.phases[:index]:
            yield Fault(VARIANT, f"calendar.phases[{index}]", f"{step!r} comes twice in a year; a code must be unique")
        if step[1] == MOVEMENT and entry.phases[index + 1 : index + 2] != [step[0] + RETREAT]:
            text = f"{step!r} must be followed by its retreats, {step[0] + RETREAT!r}"
            yield Fault(VARIANT, f"calendar.phases[{index}]", text)
        if step[1] == RETREAT and (not index or entry.phases[index - 1] != step[0] + MOVEMENT):
            yield Fault(
                VARIANT,
                f"calendar.phases[{index}]",
                f"{step!r} must follow the moves it belongs to, {step[0] + MOVEMENT!r}",
            )
    if entry.year_label and entry.year_label not in entry.year_labels:
        yield Fault(VARIANT, "calendar.year_label", f"{entry.year_label!r} is not among calendar.year_labels")
    try:
        first = Phase.parse(entry.first)
    except ValueError as error:
        yield Fault(VARIANT, "calendar.first", str(error))
        return
    if f"{first.season.value}{first.kind}" not in entry.phases:
        yield Fault(VARIANT, "calendar.first", f"{entry.first!r} is no phase of calendar.phases")
    if board.start and (board.start.year, board.start.season) != (first.year, first.season.word):
        text = f"{entry.first!r} is not the start that map.json gives, {board.start.season} {board.start.year}"
        yield Fault(VARIANT, "calendar.first", text)


def _phase_keys(file: VariantFile) -> Iterator[Fault]:
    known = file.calendar.phases
    for table, keys in (
        ("hours", list(file.hours)),
        ("calendar.season_names", list(file.calendar.season_names)),
        ("press.silent", file.press.silent),
    ):
        for key in keys:
            if key not in known:
                yield Fault(VARIANT, f"{table}.{key}", f"{key!r} is no phase of the calendar ({', '.join(known)})")


def _colour_faults(file: VariantFile) -> Iterator[Fault]:
    for index, power in enumerate(file.powers):
        if not is_colour(power.colour):
            text = f"{power.colour!r} is no colour; write #rrggbb, as in '#1f3a8a'"
            yield Fault(VARIANT, f"powers[{index}].colour", text)
    good = [(index, power) for index, power in enumerate(file.powers) if is_colour(power.colour)]
    for (_, one), (index, other) in combinations(good, 2):
        if difference(one.colour, other.colour) < TOO_ALIKE:
            text = f"{other.colour} of {other.name} is too like {one.colour} of {one.name}; choose one further away"
            yield Fault(VARIANT, f"powers[{index}].colour", text)


def _preset_faults(file: VariantFile) -> Iterator[Fault]:
    known = dict(all_presets())
    for name, entry in file.presets.items():
        try:
            known.update(resolve({name: entry}, known))
        except ValueError as error:
            yield Fault(VARIANT, f"presets.{name}", str(error).removeprefix(f"{name}: "))
        if entry.year_label and entry.year_label not in file.calendar.year_labels:
            yield Fault(
                VARIANT, f"presets.{name}.year_label", f"{entry.year_label!r} is not among calendar.year_labels"
            )
    wanted = [("rulebook", file.rulebook), *((f"offers[{spot}]", name) for spot, name in enumerate(file.offers))]
    for key, name in wanted:
        if find_preset(name, known) is None and name not in file.presets:
            yield Fault(VARIANT, key, f"there is no rulebook {name!r}; there are {', '.join(known)}")


def _victory_faults(file: VariantFile, board: MapFile) -> Iterator[Fault]:
    centers = sum(1 for entry in board.provinces if entry.supply_center)
    needed = victory_of(file, board)
    if needed > centers:
        yield Fault(VARIANT, "victory_centers", f"{needed} cannot be reached: the map has {centers} supply centres")
    if file.victory_centers and board.victory_centers not in (None, file.victory_centers):
        text = f"{file.victory_centers} is not the {board.victory_centers} of map.json; make them agree, or drop one"
        yield Fault(VARIANT, "victory_centers", text)
    found = find_preset(file.rulebook, all_presets())
    if found and found.rulebook.victory_centers > centers:
        text = f"{found.name!r} asks for {found.rulebook.victory_centers} centres to win; the map has {centers}"
        yield Fault(VARIANT, "rulebook", text)
