"""Who may step where in one move, by unit kind."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from talleyrand.board.province import Province, Terrain
from talleyrand.board.unit import Location, ProvinceId, UnitKind

_NOWHERE: frozenset[Location] = frozenset()


class Graph:
    """Adjacency of a board.

    Armies step between provinces, fleets between locations: a split coast is a location of its own (A-038 to A-041).
    Edges are unordered pairs. Lookups of places that do not exist answer with nothing.
    """

    def __init__(
        self,
        provinces: Mapping[ProvinceId, Province],
        army_edges: Iterable[tuple[ProvinceId, ProvinceId]],
        fleet_edges: Iterable[tuple[Location, Location]],
    ) -> None:
        army: dict[Location, set[Location]] = {}
        fleet: dict[Location, set[Location]] = {}
        for one, other in army_edges:
            army.setdefault(Location(one), set()).add(Location(other))
            army.setdefault(Location(other), set()).add(Location(one))
        for a, b in fleet_edges:
            fleet.setdefault(a, set()).add(b)
            fleet.setdefault(b, set()).add(a)
        self._steps: dict[UnitKind, dict[Location, frozenset[Location]]] = {
            UnitKind.ARMY: {place: frozenset(near) for place, near in army.items()},
            UnitKind.FLEET: {place: frozenset(near) for place, near in fleet.items()},
        }
        self._reach: dict[UnitKind, dict[Location, dict[ProvinceId, tuple[Location, ...]]]] = {
            kind: {place: _by_province(near) for place, near in steps.items()} for kind, steps in self._steps.items()
        }
        self._touching: dict[ProvinceId, frozenset[ProvinceId]] = _touching(provinces, self._steps)
        self._waters = {p.id for p in provinces.values() if p.carries_convoys}
        self._shores = {p.id for p in provinces.values() if p.terrain in (Terrain.COASTAL, Terrain.ARCHIPELAGO)}
        self._sea_near: dict[ProvinceId, frozenset[ProvinceId]] = {}
        for place, near in self._steps[UnitKind.FLEET].items():
            seas = {spot.province for spot in near if spot.province in self._waters}
            self._sea_near[place.province] = self._sea_near.get(place.province, frozenset()) | seas

    def steps(self, kind: UnitKind, place: Location) -> frozenset[Location]:
        """Every location one step away."""
        return self._steps[kind].get(place, _NOWHERE)

    def arrivals(self, kind: UnitKind, place: Location, province: ProvinceId) -> tuple[Location, ...]:
        """The locations in ``province`` one step away: more than one only where a fleet may choose a coast (A-042)."""
        return self._reach[kind].get(place, {}).get(province, ())

    def reach(self, kind: UnitKind, place: Location) -> Mapping[ProvinceId, tuple[Location, ...]]:
        """Provinces one step away, each with the locations reachable in it."""
        return self._reach[kind].get(place, {})

    def touching(self, province: ProvinceId) -> frozenset[ProvinceId]:
        """Provinces that any unit could step to, coasts aside."""
        return self._touching.get(province, frozenset())

    def waters_beside(self, province: ProvinceId) -> frozenset[ProvinceId]:
        """Provinces beside this one in which a fleet may convoy (A-056)."""
        return self._sea_near.get(province, frozenset())

    def is_shore(self, province: ProvinceId) -> bool:
        """An army could be convoyed from or to this province: coastal land or archipelago (A-056, B-021)."""
        return province in self._shores

    def convoy_reach(self, province: ProvinceId, waters: frozenset[ProvinceId] | None = None) -> frozenset[ProvinceId]:
        """Provinces an army here could be convoyed to over ``waters`` (every water of the board unless given)."""
        usable = self._waters if waters is None else waters
        if province not in self._shores:
            return frozenset()
        seen: set[ProvinceId] = {sea for sea in self.waters_beside(province) if sea in usable and sea != province}
        queue = deque(seen)
        found: set[ProvinceId] = set()
        while queue:
            sea = queue.popleft()
            for near in self._fleet_neighbours(sea):
                if near in self._shores and near != province:
                    found.add(near)
                if near in usable and near in self._waters and near not in seen and near != province:
                    seen.add(near)
                    queue.append(near)
        return frozenset(found)

    def _fleet_neighbours(self, province: ProvinceId) -> Iterable[ProvinceId]:
        return {spot.province for spot in self.steps(UnitKind.FLEET, Location(province))}

    def distances(self, sources: Iterable[ProvinceId], kind: UnitKind | None = None) -> dict[ProvinceId, int]:
        """Fewest steps from any source to each province.

        Without ``kind`` any border counts, as for removals (DATC 4.D.8, 2023); with it, only steps of that kind.
        """
        found = dict.fromkeys(sources, 0)
        queue = deque(found)
        while queue:
            here = queue.popleft()
            if kind is None:
                near: Iterable[ProvinceId] = self.touching(here)
            else:
                near = {
                    spot.province
                    for place, spots in self._steps[kind].items()
                    if place.province == here
                    for spot in spots
                }
            for province in near:
                if province not in found:
                    found[province] = found[here] + 1
                    queue.append(province)
        return found


def _by_province(near: frozenset[Location]) -> dict[ProvinceId, tuple[Location, ...]]:
    reach: dict[ProvinceId, list[Location]] = {}
    for place in sorted(near):
        reach.setdefault(place.province, []).append(place)
    return {province: tuple(places) for province, places in reach.items()}


def _touching(
    provinces: Mapping[ProvinceId, Province], steps: Mapping[UnitKind, Mapping[Location, frozenset[Location]]]
) -> dict[ProvinceId, frozenset[ProvinceId]]:
    touching: dict[ProvinceId, set[ProvinceId]] = {province: set() for province in provinces}
    for table in steps.values():
        for place, near in table.items():
            touching.setdefault(place.province, set()).update(spot.province for spot in near)
    return {province: frozenset(near) for province, near in touching.items()}
