"""The board: provinces, powers and who may step where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from talleyrand.board.graph import Graph
from talleyrand.board.province import Province
from talleyrand.board.unit import Location, Power, ProvinceId, UnitKind


@dataclass(frozen=True, slots=True)
class PowerInfo:
    """How a power is named: "France", "French", and short forms a GM may write."""

    name: Power
    adjective: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Board:
    """A map as the rules see it; immutable, shared by every position on it.

    ``ambiguous`` holds abbreviations that a player might write for several provinces ("liv"), with the candidates.
    """

    provinces: Mapping[ProvinceId, Province]
    powers: tuple[PowerInfo, ...]
    army_edges: frozenset[tuple[ProvinceId, ProvinceId]]
    fleet_edges: frozenset[tuple[Location, Location]]
    ambiguous: Mapping[str, tuple[ProvinceId, ...]]

    @cached_property
    def graph(self) -> Graph:
        """Adjacency by unit kind."""
        return Graph(self.provinces, self.army_edges, self.fleet_edges)

    @cached_property
    def power_names(self) -> tuple[Power, ...]:
        """The powers' names in the variant's order."""
        return tuple(info.name for info in self.powers)

    @cached_property
    def centers(self) -> frozenset[ProvinceId]:
        """Every supply centre."""
        return frozenset(p.id for p in self.provinces.values() if p.center)

    @cached_property
    def homes(self) -> Mapping[Power, frozenset[ProvinceId]]:
        """Home centres by power (A-009)."""
        return {
            power: frozenset(p.id for p in self.provinces.values() if p.home_of == power) for power in self.power_names
        }

    def name(self, place: Location | ProvinceId) -> str:
        """The full name of a province, with its coast in words where there is one."""
        location = place if isinstance(place, Location) else Location(place)
        province = self.provinces.get(location.province)
        name = province.name if province else location.province
        return f"{name} ({COAST_WORDS.get(location.coast, location.coast)})" if location.coast else name

    def locations(self, kind: UnitKind, province: ProvinceId) -> tuple[Location, ...]:
        """The places in a province where a unit of this kind can stand, none where it cannot."""
        info = self.provinces.get(province)
        if info is None:
            return ()
        if kind is UnitKind.ARMY:
            return (Location(province),) if info.is_land else ()
        if not info.takes_fleets:
            return ()
        return tuple(Location(province, coast) for coast in info.coasts) or (Location(province),)

    def can_stand(self, kind: UnitKind, place: Location) -> bool:
        """Whether a unit of this kind can be in that place."""
        return place in self.locations(kind, place.province)

    def standing_places(self) -> Iterator[tuple[UnitKind, Location]]:
        """Every unit kind and place a unit could be in, in board order."""
        for province in self.provinces:
            for kind in UnitKind:
                for place in self.locations(kind, province):
                    yield kind, place


COAST_WORDS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


def make_board(
    provinces: Iterable[Province],
    powers: Iterable[PowerInfo],
    army_edges: Iterable[tuple[ProvinceId, ProvinceId]],
    fleet_edges: Iterable[tuple[Location, Location]],
    ambiguous: Mapping[str, tuple[ProvinceId, ...]] | None = None,
) -> Board:
    """Build a board from its parts; what is wrong with them is the variant checker's to say."""
    return Board(
        provinces={province.id: province for province in provinces},
        powers=tuple(powers),
        army_edges=frozenset(army_edges),
        fleet_edges=frozenset(fleet_edges),
        ambiguous=dict(ambiguous or {}),
    )
