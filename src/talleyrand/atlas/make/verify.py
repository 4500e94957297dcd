"""What a drawn map shows, against what the map demands; and why the two differ."""

from __future__ import annotations

from shapely.geometry import Polygon
from shapely.ops import nearest_points

from talleyrand.atlas.geometry import Geometry, ProvinceDrawing, Shape
from talleyrand.atlas.make.place import shape_of
from talleyrand.atlas.make.rules import Demands


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
    faults = [_missing(pair, touching, geometry) for pair in sorted(map(sorted, wanted - touching))]
    faults += [_extra(pair, demands) for pair in sorted(map(sorted, touching - wanted))]
    for name, drawing in geometry.provinces.items():
        for shape in drawing.shapes:
            if not Polygon(shape.outline, shape.holes).is_valid:
                faults.append(f"the outline of {name} crosses itself; try another seed, or a smaller pitch")
    corners = _corners(geometry)
    for pair in sorted(map(sorted, demands.points)):
        if not corners[pair[0]] & corners[pair[1]]:
            faults.append(f"{pair[0]} and {pair[1]} are to meet in a point and do not; the four must lie round it")
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


def _missing(pair: list[str], touching: frozenset[frozenset[str]], geometry: Geometry) -> str:
    a, b = (shape_of(_drawing(geometry, name).shapes) for name in pair)
    x, y = nearest_points(a, b)
    near = [name for name in geometry.provinces if {frozenset((name, pair[0])), frozenset((name, pair[1]))} <= touching]
    between = f", with {', '.join(near)} between" if near else ""
    gap = x.distance(y)
    return (
        f"{pair[0]} and {pair[1]} are adjacent but do not touch: {gap:.0f} apart near ({x.x:.0f}, {x.y:.0f}){between}; "
        "bring their seeds nearer, fill the water between, or declare a crossing"
    )


def _extra(pair: list[str], demands: Demands) -> str:
    if frozenset(pair) in demands.crossings:
        return f"{pair[0]} and {pair[1]} touch but are declared a crossing; cut the land between, or drop the crossing"
    return f"{pair[0]} and {pair[1]} touch but are not adjacent; move their seeds apart or give those between more room"


def _drawing(geometry: Geometry, name: str) -> ProvinceDrawing:
    return geometry.provinces[name]
