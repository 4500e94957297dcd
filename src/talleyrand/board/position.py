"""Where everything stands at the start of a phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from talleyrand.board.board import Board
from talleyrand.board.calendar import MOVEMENT, RETREAT, Phase
from talleyrand.board.unit import Power, ProvinceId, Unit, UnitKind


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


class Occupant(NamedTuple):
    """A unit and whose it is."""

    power: Power
    unit: Unit


class Dislodged(NamedTuple):
    """A unit that must retreat or disband; it keeps its own identity beside its attacker's (lesson 16).

    ``origin`` is the province the attacker came from; ``by_convoy`` says the attacker came over sea (DATC 4.A.5).
    """

    power: Power
    unit: Unit
    origin: ProvinceId | None
    by_convoy: bool = False


class PositionError(ValueError):
    """A position that cannot be; ``problems`` lists everything that is wrong with it."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Position:
    """A frozen position: units, units awaiting retreat, standoffs, centre owners, and the variant's own state.

    ``units`` maps each power to its units; ``centers`` maps each owned centre to its owner, the rest are neutral;
    ``standoffs`` are provinces left empty by a standoff this turn (A-088); ``extra`` belongs to the variant.
    """

    variant: str
    phase: Phase
    units: Mapping[Power, tuple[Unit, ...]] = field(default_factory=dict)
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: frozenset[ProvinceId] = frozenset()
    centers: Mapping[ProvinceId, Power] = field(default_factory=dict)
    extra: Any = field(default_factory=_nothing)

    @cached_property
    def occupants(self) -> Mapping[ProvinceId, Occupant]:
        """Units by province, dislodged ones aside."""
        return {unit.location.province: Occupant(power, unit) for power, units in self.units.items() for unit in units}

    @cached_property
    def units_at(self) -> Mapping[ProvinceId, Unit]:
        """Units by province, without their powers."""
        return {province: unit for province, (_, unit) in self.occupants.items()}

    @cached_property
    def powers_at(self) -> Mapping[ProvinceId, Power]:
        """Whose unit stands in a province."""
        return {province: power for province, (power, _) in self.occupants.items()}

    @cached_property
    def fleets(self) -> tuple[ProvinceId, ...]:
        """The provinces in which fleets stand, whosever they are."""
        fleet = UnitKind.FLEET
        return tuple(place.province for units in self.units.values() for kind, place in units if kind is fleet)

    @cached_property
    def dislodged_at(self) -> Mapping[ProvinceId, Dislodged]:
        """Dislodged units by the province they were driven from."""
        return {entry.unit.province: entry for entry in self.dislodged}

    def owner(self, unit: Unit) -> Power | None:
        """Whose unit this is, on the board or awaiting retreat."""
        found = self.occupants.get(unit.province)
        if found is not None and found.unit == unit:
            return found.power
        gone = self.dislodged_at.get(unit.province)
        return gone.power if gone is not None and gone.unit == unit else None

    def centers_of(self, power: Power) -> frozenset[ProvinceId]:
        """The centres a power owns."""
        return frozenset(center for center, owner in self.centers.items() if owner == power)

    def units_of(self, power: Power) -> tuple[Unit, ...]:
        """A power's units on the board."""
        return self.units.get(power, ())

    def surplus(self, power: Power) -> int:
        """Centres less units, dislodged units not counted: builds if positive, removals if negative (A-008)."""
        return len(self.centers_of(power)) - len(self.units_of(power))

    def each_unit(self) -> Iterator[Occupant]:
        """Every unit on the board with its power."""
        for power, units in self.units.items():
            for unit in units:
                yield Occupant(power, unit)

    def at(self, phase: Phase) -> Position:
        """The same board in another phase."""
        return replace(self, phase=phase)

    def problems(self, board: Board) -> tuple[str, ...]:
        """Everything that is wrong with this position on that board, in words; nothing where it is sound."""
        return tuple(_problems(self, board))

    def check(self, board: Board) -> None:
        """Raise ``PositionError`` unless the position is sound."""
        found = self.problems(board)
        if found:
            raise PositionError(found)


def _problems(position: Position, board: Board) -> Iterator[str]:
    powers = set(board.power_names)
    seen: dict[ProvinceId, Unit] = {}
    for power, unit in position.each_unit():
        if power not in powers:
            yield f"units: {power!r} is not a power of this variant ({', '.join(board.power_names)})"
        yield from _misplaced("units", unit, board)
        if unit.province in seen:
            yield f"units: {seen[unit.province]} and {unit} stand in the same province"
        seen.setdefault(unit.province, unit)
    driven: set[ProvinceId] = set()
    for power, unit, origin, _by_convoy in position.dislodged:
        if power not in powers:
            yield f"dislodged: {power!r} is not a power of this variant"
        yield from _misplaced("dislodged", unit, board)
        if unit.province in driven:
            yield f"dislodged: two units were dislodged from {unit.province}"
        driven.add(unit.province)
        if origin is not None and origin not in board.provinces:
            yield f"dislodged: {unit} was attacked from {origin!r}, which is no province"
    if position.dislodged and position.phase.kind != RETREAT:
        yield f"dislodged: {position.phase} is no retreat phase, so no unit can be awaiting retreat"
    for province in sorted(position.standoffs):
        if province not in board.provinces:
            yield f"standoffs: {province!r} is no province"
        elif province in seen and position.phase.kind in (MOVEMENT, RETREAT):
            yield f"standoffs: {province} is occupied by {seen[province]}, so no standoff left it empty"
    for center, owner in sorted(position.centers.items()):
        if center not in board.centers:
            yield f"centers: {center!r} is no supply centre"
        if owner not in powers:
            yield f"centers: {owner!r} is not a power of this variant"


def _misplaced(key: str, unit: Unit, board: Board) -> Iterator[str]:
    if unit.province not in board.provinces:
        yield f"{key}: {unit} stands in {unit.province!r}, which is no province"
    elif not board.can_stand(unit.kind, unit.location):
        places = board.locations(unit.kind, unit.province)
        if not places:
            yield f"{key}: {unit} cannot be: {board.name(unit.province)} takes no {unit.kind.word.lower()}"
        elif unit.kind is UnitKind.FLEET:
            yield f"{key}: {unit} must name one of the coasts {', '.join(str(place) for place in places)}"
        else:
            yield f"{key}: {unit} names a coast, but an army has none"


def make_position(
    variant: str,
    phase: Phase,
    units: Mapping[Power, tuple[Unit, ...]],
    *,
    dislodged: tuple[Dislodged, ...] = (),
    standoffs: frozenset[ProvinceId] = frozenset(),
    centers: Mapping[ProvinceId, Power] | None = None,
    extra: Any = None,
) -> Position:
    """Build a position in canonical order: powers with units only, units and dislodged units sorted."""
    return Position(
        variant=variant,
        phase=phase,
        units={power: tuple(sorted(units[power])) for power in sorted(units) if units[power]},
        dislodged=tuple(sorted(dislodged, key=lambda entry: (entry.power, entry.unit))),
        standoffs=standoffs,
        centers=dict(sorted((centers or {}).items())),
        extra=_nothing() if extra is None else extra,
    )
