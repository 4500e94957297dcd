"""Positions as JSON and back: lenient in spelling, strict in everything else, canonical when written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from talleyrand.board.board import Board
from talleyrand.board.calendar import MOVEMENT, RETREAT, Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.quoted import quoted
from talleyrand.board.unit import Location, Power, ProvinceId, Unit
from talleyrand.game.documents import FORMAT, PositionDocument
from talleyrand.game.errors import InputError
from talleyrand.game.places import Places, places_of
from talleyrand.game.shape import inside, shaped, words
from talleyrand.game.spelling import power_named
from talleyrand.variants.load import VariantError, is_path, load_variant
from talleyrand.variants.spelling import did_you_mean
from talleyrand.variants.variant import Variant


def read_position(
    value: Any, *, variant: Variant | None = None, path: str = "", allow_folders: bool = False
) -> Position:
    """A position from its JSON value.

    Without ``variant`` the document names one: by its name, or with ``allow_folders`` also by its folder. Raises
    ``InputError`` at the first fault, with its path.
    """
    chosen = early_variant_of(value, variant, path, allow_folders)
    document = shaped(value, PositionDocument, path)
    return position_of(document, chosen or variant_of(value, variant, path, allow_folders), path)


def early_variant_of(
    value: Any, variant: Variant | None = None, path: str = "", allow_folders: bool = False
) -> Variant | None:
    """The variant where a document names one, looked at first: an unknown one explains every other fault.

    Raises ``InputError``.
    """
    named = isinstance(value, dict) and isinstance(value.get("variant"), str)
    return variant_of(value, variant, path, allow_folders) if named else None


def variant_of(value: Any, variant: Variant | None = None, path: str = "", allow_folders: bool = False) -> Variant:
    """The variant that a document names, which must be ``variant`` where that is given. Raises ``InputError``.

    A document from anywhere names no folder, which would be looked at on this machine.
    """
    if not isinstance(value, dict):
        raise InputError(path, f"{'' if path else 'the document '}must be an object, not {words(value)}")
    named = value.get("variant")
    if named is None and variant is not None:
        return variant
    place = inside(path, "variant")
    if named is None:
        raise InputError(place, "is missing: name the variant, as in 'classic'")
    if not isinstance(named, str) or not named.strip():
        raise InputError(place, f"must be the name of a variant, not {words(named) if named != '' else 'empty text'}")
    if variant is not None and named == variant.name:
        return variant
    found = variant_named(named, place, allow_folders=allow_folders)
    if variant is not None and found.name != variant.name:
        raise InputError(place, f"{quoted(named)} is another variant than {variant.name!r}")
    return variant or found


def variant_named(name: str, path: str = "variant", *, allow_folders: bool = True) -> Variant:
    """A variant by name, or by its folder. Raises ``InputError`` where there is none."""
    if not allow_folders and is_path(name):
        raise InputError(path, f"{quoted(name)} is no name of a variant: a document does not name folders")
    try:
        return load_variant(name)
    except VariantError as fault:
        message = fault.message if str(fault.path) == name and not fault.key else str(fault)
        raise InputError(path, f"{quoted(name)} cannot be played: {message}") from None
    except (ValueError, OSError) as fault:
        raise InputError(path, f"{quoted(name)} cannot be read: {fault}") from None


def check_format(number: int, path: str = "") -> None:
    """Raise ``InputError`` unless a document has the format this version reads."""
    if number != FORMAT:
        raise InputError(
            inside(path, "format"), f"{quoted(number)} is not a format this version reads; it reads {FORMAT}"
        )


def power_of(text: str, board: Board, path: str, variant: str) -> Power:
    """The power that a text names. Raises ``InputError``."""
    found = power_named(text, board)
    if found is None:
        raise InputError(path, f"{quoted(text)} is no power of {variant}{did_you_mean(text, board.power_names)}")
    return found


def phase_of(text: str, variant: Variant, path: str) -> Phase:
    """The phase that a code names, which the variant must have. Raises ``InputError``."""
    try:
        phase = Phase.parse(text)
        variant.calendar.index(phase)
    except ValueError as fault:
        raise InputError(path, str(fault)) from None
    return phase


def check_position(position: Position, variant: Variant) -> None:
    """Raise ``InputError`` unless a position is sound and of this variant, as its own beginning is."""
    if position is variant.start:
        return
    if position.variant != variant.name:
        raise InputError("variant", f"the position is of {position.variant!r}, not of {variant.name!r}")
    try:
        variant.calendar.index(position.phase)
    except ValueError as fault:
        raise InputError("phase", str(fault)) from None
    problems = position.problems(variant.board)
    if problems:
        key, found, message = problems[0].partition(": ")
        raise InputError(key if found else "", message if found else problems[0])


def position_of(document: PositionDocument, variant: Variant, path: str = "") -> Position:
    """A position from its document. Raises ``InputError``."""
    check_format(document.format, path)
    board, places, name = variant.board, places_of(variant.board), variant.name
    phase = phase_of(document.phase, variant, inside(path, "phase"))
    if document.units is UNSET and document.dislodged is UNSET:
        raise InputError(inside(path, "units"), "is missing: name the units of each power")
    units, taken = _units(document, variant, inside(path, "units"))
    dislodged = tuple(_dislodged(document, variant, phase, inside(path, "dislodged")))
    standoffs: set[ProvinceId] = set()
    for index, text in enumerate(document.standoffs):
        place = f"{inside(path, 'standoffs')}[{index}]"
        province = places.province(text, place, name)
        if province in taken and phase.kind in (MOVEMENT, RETREAT):
            there = taken[province][1]
            raise InputError(
                place, f"{quoted(text)} cannot be: a standoff leaves a province empty, but {there} is there"
            )
        standoffs.add(province)
    listed = {} if document.centers is UNSET else document.centers
    centers = _centers(listed, board, places, inside(path, "centers"), name)
    try:
        extra = variant.hooks.read_extra(document.extra, board)
    except ValueError as fault:
        raise InputError(inside(path, "extra"), str(fault).removeprefix("extra: ")) from None
    return make_position(
        name, phase, units, dislodged=dislodged, standoffs=frozenset(standoffs), centers=centers, extra=extra
    )


def _units(
    document: PositionDocument, variant: Variant, path: str
) -> tuple[dict[Power, tuple[Unit, ...]], dict[ProvinceId, tuple[str, Unit]]]:
    places = places_of(variant.board)
    units: dict[Power, tuple[Unit, ...]] = {}
    taken: dict[ProvinceId, tuple[str, Unit]] = {}
    for name, texts in ({} if document.units is UNSET else document.units).items():
        power = power_of(name, variant.board, inside(path, name), variant.name)
        if power in units:
            raise InputError(inside(path, name), f"{power} is listed twice")
        found: list[Unit] = []
        for index, text in enumerate(texts):
            place = f"{inside(path, name)}[{index}]"
            unit = places.unit(text, place, variant.name)
            if unit.province in taken:
                where, other = taken[unit.province]
                name_of_place = variant.board.name(unit.province)
                raise InputError(place, f"{unit} cannot be: {other} ({where}) stands in {name_of_place} already")
            taken[unit.province] = (place, unit)
            found.append(unit)
        units[power] = tuple(found)
    return units, taken


def _dislodged(document: PositionDocument, variant: Variant, phase: Phase, path: str) -> Iterator[Dislodged]:
    places, seen = places_of(variant.board), dict[ProvinceId, str]()
    for name, entries in ({} if document.dislodged is UNSET else document.dislodged).items():
        power = power_of(name, variant.board, inside(path, name), variant.name)
        for index, entry in enumerate(entries):
            place = f"{inside(path, name)}[{index}]"
            if phase.kind != RETREAT:
                raise InputError(place, f"{phase} is no retreat phase, so no unit can await a retreat")
            unit = places.unit(entry.unit, inside(place, "unit"), variant.name)
            if unit.province in seen:
                other = seen[unit.province]
                raise InputError(inside(place, "unit"), f"a unit was already dislodged from there ({other})")
            seen[unit.province] = place
            origin = None
            if entry.origin is not None:
                origin = places.province(entry.origin, inside(place, "from"), variant.name)
                if origin == unit.province:
                    raise InputError(inside(place, "from"), f"{unit} cannot have been attacked from its own province")
            yield Dislodged(power, unit, origin, entry.by_convoy)


def _centers(
    listed: Mapping[str, Sequence[str]], board: Board, places: Places, path: str, variant: str
) -> dict[ProvinceId, Power]:
    owners: dict[ProvinceId, Power] = {}
    first: dict[ProvinceId, str] = {}
    for name, texts in listed.items():
        power = power_of(name, board, inside(path, name), variant)
        for index, text in enumerate(texts):
            place = f"{inside(path, name)}[{index}]"
            center = places.province(text, place, variant)
            if center not in board.centers:
                raise InputError(place, f"{quoted(text)} is no supply centre")
            if center in owners:
                raise InputError(
                    place, f"{board.name(center)} is owned twice: {owners[center]} has it already ({first[center]})"
                )
            owners[center], first[center] = power, place
    return owners


def write_position(
    position: Position,
    variant: Variant,
    *,
    retreats: Mapping[Unit, Sequence[Location]] | None = None,
    adjustments: Mapping[Power, int] | None = None,
) -> dict[str, Any]:
    """The JSON value of a position, canonical: powers, units and provinces sorted, names abbreviated.

    ``retreats`` adds to each dislodged unit where it may go; ``adjustments`` how many builds (or, below 0, removals) a
    power has.
    """
    units = {power: sorted(map(str, held)) for power, held in sorted(position.units.items()) if held}
    dislodged: dict[str, list[dict[str, Any]]] = {}
    for power, unit, origin, by_convoy in sorted(position.dislodged, key=lambda entry: (entry.power, str(entry.unit))):
        entry: dict[str, Any] = {"unit": str(unit), "from": origin, "by_convoy": by_convoy}
        if retreats is not None:
            entry["retreats"] = sorted(map(str, retreats.get(unit, ())))
        dislodged.setdefault(power, []).append(entry)
    centers: dict[str, list[str]] = {}
    for center, owner in sorted(position.centers.items()):
        centers.setdefault(owner, []).append(center)
    written: dict[str, Any] = {
        "format": FORMAT,
        "variant": position.variant,
        "phase": str(position.phase),
        "units": units,
        "dislodged": dislodged,
        "standoffs": sorted(position.standoffs),
        "centers": dict(sorted(centers.items())),
        "extra": variant.hooks.write_extra(position.extra),
    }
    if adjustments is not None:
        written["adjustments"] = {power: number for power, number in sorted(adjustments.items()) if number}
    return written
