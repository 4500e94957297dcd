"""A variant's own adjudication cases, ``cases.toml``: a position, orders, and what becomes of them.

Each ``[[case]]`` has an ``id``; ``about``, what it shows; ``sources``, the rules it comes from; ``phase`` (the start's
unless given); ``rulebook`` and ``choices`` (the variant's unless given); ``units``, ``dislodged``, ``standoffs`` and
``centers``, the position; ``orders`` by power; ``expect``, the outcome by unit; ``after``, the units that stand
afterwards; and ``dislodged_after``, the units driven out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct, field

from talleyrand.board.board import Board
from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Power, Unit
from talleyrand.orders.model import Order
from talleyrand.orders.read import read
from talleyrand.rules.outcome import Resolution, Result
from talleyrand.rules.phase import resolve
from talleyrand.rules.rulebook import Rulebook
from talleyrand.variants.assemble import board_of
from talleyrand.variants.faults import Fault, VariantError
from talleyrand.variants.presets import preset
from talleyrand.variants.sources import CASES, Sources, read_file
from talleyrand.variants.variant import Variant


class DislodgedEntry(Struct, forbid_unknown_fields=True):
    """A unit that must retreat: where its attacker came from, and whether over sea."""

    power: str
    unit: str
    origin: str = ""
    by_convoy: bool = False


class Case(Struct, forbid_unknown_fields=True):
    """One case; see the module."""

    id: str
    orders: dict[str, list[str]]
    about: str = ""
    sources: list[str] = []
    phase: str = ""
    rulebook: str = ""
    choices: dict[str, str | int] = {}
    units: dict[str, list[str]] = {}
    dislodged: list[DislodgedEntry] = []
    standoffs: list[str] = []
    centers: dict[str, list[str]] = {}
    expect: dict[str, str | list[str]] = {}
    after: dict[str, list[str]] | None = None
    dislodged_after: list[str] | None = None


class CasesFile(Struct, forbid_unknown_fields=True):
    """``cases.toml``."""

    cases: list[Case] = field(name="case", default_factory=list)


def load_cases(folder: Path) -> tuple[Case, ...]:
    """The cases of a variant's folder, none where it has no ``cases.toml``. Raises ``VariantError``."""
    if not (folder / CASES).is_file():
        return ()
    file, faults = read_file(folder / CASES, CasesFile)
    if file is None:
        raise VariantError.of(folder, tuple(faults))
    return tuple(file.cases)


def check_cases(path: Path, sources: Sources) -> Iterator[Fault]:
    """What is wrong with a ``cases.toml`` before any case is run: its shape, ids, powers, places and outcome words."""
    if not path.is_file():
        return
    file, faults = read_file(path, CasesFile)
    yield from faults
    if file is None:
        return
    board = board_of(sources.variant, sources.map)
    words = [str(result) for result in Result]
    seen: set[str] = set()
    for index, case in enumerate(file.cases):
        key = f"case[{index}]"
        if case.id in seen:
            yield Fault(CASES, f"{key}.id", f"{case.id!r} is the id of an earlier case too")
        seen.add(case.id)
        for power in {*case.orders, *case.units, *case.centers, *(case.after or {})}:
            if power not in board.power_names:
                yield Fault(CASES, key, f"{power!r} is no power; the powers are {', '.join(board.power_names)}")
        try:
            position = _position(case, sources.name, case.phase or sources.variant.calendar.first)
            for problem in position.problems(board):
                yield Fault(CASES, key, problem)
        except ValueError as error:
            yield Fault(CASES, key, str(error))
        for unit, outcome in case.expect.items():
            for word in _list(outcome):
                if word not in words:
                    yield Fault(CASES, f"{key}.expect.{unit}", f"{word!r} is no outcome; there are {', '.join(words)}")


def run_case(case: Case, variant: Variant) -> list[str]:
    """How the adjudication of a case differs from what it expects, in words; nothing where they agree."""
    rulebook = _rulebook(case, variant)
    position = _position(case, variant.name, case.phase or str(variant.start.phase))
    orders, problems = _orders(case, variant, position, rulebook)
    resolution = resolve(position, orders, variant.board, rulebook, variant.hooks)
    return [*problems, *_differences(case, resolution, variant.board)]


def _rulebook(case: Case, variant: Variant) -> Rulebook:
    rulebook = preset(case.rulebook, variant) if case.rulebook else variant.rulebook
    return rulebook.with_choices(case.choices)


def _position(case: Case, name: str, phase: str) -> Position:
    return make_position(
        name,
        Phase.parse(phase),
        _units(case.units),
        dislodged=tuple(
            Dislodged(entry.power, Unit.parse(entry.unit), entry.origin.upper() or None, entry.by_convoy)
            for entry in case.dislodged
        ),
        standoffs=frozenset(province.upper() for province in case.standoffs),
        centers={center.upper(): power for power, centers in case.centers.items() for center in centers},
    )


def _units(table: Mapping[str, list[str]]) -> dict[Power, tuple[Unit, ...]]:
    return {power: tuple(sorted(Unit.parse(text) for text in texts)) for power, texts in table.items()}


def _orders(
    case: Case, variant: Variant, position: Position, rulebook: Rulebook
) -> tuple[dict[Power, list[Order]], list[str]]:
    orders: dict[Power, list[Order]] = {}
    problems: list[str] = []
    for power, texts in case.orders.items():
        for text in texts:
            readings = read(
                text,
                variant.board,
                kind=position.phase.kind,
                position=position,
                power=power,
                policy=rulebook.reading,
            )
            read_orders = [reading.order for reading in readings if reading.order is not None]
            if not read_orders:
                problems.append(f"{text!r} could not be read: {readings[0].problem if readings else 'it is empty'}")
            orders.setdefault(power, []).extend(read_orders)
    return orders, problems


def _differences(case: Case, resolution: Resolution, board: Board) -> Iterator[str]:
    found = {str(outcome.unit): [str(r) for r in outcome.results] for outcome in resolution.outcomes if outcome.unit}
    for text, wanted in case.expect.items():
        unit = str(Unit.parse(text))
        if unit not in found:
            yield f"{unit}: expected {_said(wanted)}, but no order or unit of this name was resolved"
        elif found[unit] != _list(wanted):
            yield f"{unit}: expected {_said(wanted)}, came out {_said(found[unit])}"
    if case.after is not None:
        after = {power: list(units) for power, units in _units(case.after).items() if units}
        stands = {power: sorted(units) for power, units in resolution.position.units.items() if units}
        for power in board.power_names:
            if after.get(power, []) != stands.get(power, []):
                told = (_said([str(unit) for unit in units]) for units in (after.get(power, []), stands.get(power, [])))
                yield "{}: expected units {} afterwards, found {}".format(power, *told)
    if case.dislodged_after is not None:
        driven = sorted(str(entry.unit) for entry in (*resolution.position.dislodged, *resolution.disbanded))
        if driven != sorted(str(Unit.parse(text)) for text in case.dislodged_after):
            yield f"expected dislodged: {_said(case.dislodged_after)}, found: {_said(driven)}"


def _list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _said(value: str | list[str]) -> str:
    return ", ".join(_list(value)) or "none"
