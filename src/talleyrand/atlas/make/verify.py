"""What a drawn map shows, against what the map demands; and why the two differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import TypeAlias

from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Dot
from shapely.ops import nearest_points

from talleyrand.atlas.geometry import Geometry, ProvinceDrawing, Shape
from talleyrand.atlas.make.ground import crossing
from talleyrand.atlas.make.place import shape_of
from talleyrand.atlas.make.rules import Demands

Named: TypeAlias = Callable[[str], str]


class ContactsError(ValueError):
    """Borders that are not as the map says; ``faults`` tell which and why, ``geometry`` is what was reached."""

    def __init__(self, faults: list[str], geometry: Geometry) -> None:
        self.faults = faults
        self.geometry = geometry
        super().__init__(f"{len(faults)} of the contacts are not as in map.json:\n" + "\n".join(faults))


def faults_of(geometry: Geometry, demands: Demands) -> list[str]:
    """One sentence for each pair that touches, or does not, against the map, and each outline that crosses itself."""
    touching = _touching(geometry)
    wanted = demands.adjacent - demands.crossings - demands.points
    free = {p.id for p in demands.board.provinces if p.kind == "impassable"}
    named = _names(demands)
    faults = [_missing(pair, touching, geometry, named) for pair in sorted(map(sorted, wanted - touching))]
    extra = sorted(sorted(pair) for pair in touching - wanted if not pair & free)
    faults += [_extra(pair, demands, named) for pair in extra]
    for name, drawing in geometry.provinces.items():
        for shape in drawing.shapes:
            outline = Polygon(shape.outline, shape.holes)
            if not outline.is_valid:
                x, y = crossing(outline)
                text = f"the outline of {named(name)} crosses itself at ({x:g}, {y:g})"
                faults.append(f"{text}; try another seed, or a smaller pitch")
    corners = _corners(geometry)
    for pair in sorted(map(sorted, demands.points)):
        if not corners[pair[0]] & corners[pair[1]]:
            faults.append(
                f"{named(pair[0])} and {named(pair[1])} are to meet in a point and do not; the four must lie round it"
            )
    return faults


def _rings(shapes: list[Shape]) -> list[list[tuple[float, float]]]:
    return [ring for shape in shapes for ring in (shape.outline, *shape.holes)]


def _touching(geometry: Geometry) -> frozenset[frozenset[str]]:
    owners: dict[frozenset[tuple[float, float]], list[str]] = {}
    for name, drawing in geometry.provinces.items():
        for ring in _rings(drawing.shapes):
            for k, point in enumerate(ring):
                owners.setdefault(frozenset((ring[k - 1], point)), []).append(name)
    return frozenset(frozenset(names) for names in owners.values() if len(set(names)) == 2)


def _corners(geometry: Geometry) -> dict[str, set[tuple[float, float]]]:
    return {
        name: {point for ring in _rings(drawing.shapes) for point in ring}
        for name, drawing in geometry.provinces.items()
    }


def _missing(pair: list[str], touching: frozenset[frozenset[str]], geometry: Geometry, named: Named) -> str:
    a, b = (shape_of(_drawing(geometry, name).shapes) for name in pair)
    x, y = nearest_points(a, b)
    gap = x.distance(y)
    both = f"{named(pair[0])} and {named(pair[1])}"
    text = f"{both} are adjacent but do not touch: {gap:.0f} apart near ({x.x:.0f}, {x.y:.0f})"
    between = _between(LineString([x, y]), pair, geometry)
    walls = [frozenset(wall) for wall in combinations(between, 2)] if len(between) < 9 else []
    wall = next((sorted(wall) for wall in walls if wall in touching and _round(wall, pair, touching)), None)
    if wall is not None:
        text += f", with {named(wall[0])} and {named(wall[1])} between, which touch each other and both of them"
        return f"{text}; four cannot all touch there: let them meet in a point ([[points]]), or declare a crossing"
    if between:
        *rest, last = map(named, between)
        text += f", with {', '.join(rest)} and {last} between" if rest else f", with {last} between"
    return f"{text}; bring their seeds nearer, fill the water between, or declare a crossing"


def _between(line: LineString, pair: list[str], geometry: Geometry) -> list[str]:
    """What lies between the two ends of a line, in order: provinces and named areas."""
    found = []
    shapes = [(name, drawing.shapes) for name, drawing in geometry.provinces.items() if name not in pair]
    shapes += [(area.name, area.shapes) for area in geometry.areas if area.name]
    for name, parts in shapes:
        within = shape_of(parts).buffer(0.2).intersection(line)
        if not within.is_empty:
            found.append((line.project(within.centroid), name))
    return [name for _, name in sorted(found)]


def _round(wall: frozenset[str], pair: list[str], touching: frozenset[frozenset[str]]) -> bool:
    return all(frozenset((one, other)) in touching for one in wall for other in pair)


def _extra(pair: list[str], demands: Demands, named: Named) -> str:
    both = f"{named(pair[0])} and {named(pair[1])}"
    if frozenset(pair) in demands.crossings:
        return f"{both} touch but are declared a crossing; cut the land between, or drop the crossing"
    return f"{both} touch but are not adjacent; move their seeds apart or give those between more room"


def _names(demands: Demands) -> Named:
    names = {p.id: f"{p.name} ({p.id})" for p in demands.board.provinces}
    return lambda name: names.get(name, name)


def tight_places(geometry: Geometry, names: Mapping[str, str]) -> list[str]:
    """One sentence for each province that has less room round its unit than a token takes."""
    found = []
    for name, drawing in geometry.provinces.items():
        room = shape_of(drawing.shapes).boundary.distance(Dot(drawing.unit))
        if room < geometry.token:
            text = f"{names.get(name, name)} has room for a token of {room:.1f}, and tokens are {geometry.token:g}"
            found.append(f"{text}: give it more room (least.{name}), or make frame.token smaller")
    return found


def _drawing(geometry: Geometry, name: str) -> ProvinceDrawing:
    return geometry.provinces[name]
