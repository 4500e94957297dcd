"""From a variant's folder to its drawn map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry import Point as Dot
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, nearest_points

from talleyrand.atlas.geometry import Area, Crossing, Geometry, Islet, Line, Point, ProvinceDrawing, Shape
from talleyrand.atlas.make.arcs import Arc, curved, make_arcs
from talleyrand.atlas.make.ground import frame_faults, ground_faults, outline_faults
from talleyrand.atlas.make.land import Land, find_land
from talleyrand.atlas.make.mosaic import make_mosaic
from talleyrand.atlas.make.place import Placer, Wishes, shape_of
from talleyrand.atlas.make.plan import PLAN, Plan, read_plan
from talleyrand.atlas.make.projection import Projector
from talleyrand.atlas.make.rings import make_shapes
from talleyrand.atlas.make.rules import UNNAMED, Demands
from talleyrand.atlas.make.solve import Solver
from talleyrand.atlas.make.verify import ContactsError, faults_of
from talleyrand.variants.faults import Fault, VariantError
from talleyrand.variants.schema import ProvinceEntry

NATURAL_EARTH = "Coastlines: Natural Earth (public domain). Borders and drawing: Talleyrand."
ISLET_NEAR, ISLET_SMALL = 14.0, 600.0
ATTEMPTS = 3
"""How often the borders are sought before they are called impossible."""
MORE_ROOM = "move its place away from others, or make cells.pitch smaller"
Progress = Callable[[float, str], None]


def generate(folder: Path, *, seed: int | None = None, progress: Progress | None = None) -> Geometry:
    """The drawn map of a variant's folder, the same for the same files and seed.

    Raises ``VariantError`` on files that are missing or wrong, ``ContactsError`` where borders could not all be drawn
    as the map says.
    """
    tell = progress or (lambda share, text: None)
    tell(0.0, "reading")
    plan, board = read_plan(folder)
    demands = Demands(plan, board)
    projector = Projector(plan)
    seed = plan.cells.seed if seed is None else seed
    seeds = [
        point
        for places, wet in zip(demands.seeds, demands.wet, strict=True)
        if places and not wet
        for point in projector.points(places)
    ]
    tell(0.02, "coast")
    _refuse(folder, [*outline_faults(plan, projector), *frame_faults(plan, demands, projector)])
    land = find_land(plan, projector, seeds)
    if land.playable is not None:
        _refuse(folder, ground_faults(plan, demands, projector, land.playable))
    tell(0.1, "cells")
    mosaic = make_mosaic(plan, land, seed)
    tell(0.4, "borders")
    for attempt in range(ATTEMPTS):
        solver = Solver(plan, demands, mosaic, projector, seed + 101 * attempt)
        _refuse(folder, solver.shared_homes())
        solution = solver.run(lambda share: tell(0.4 + 0.4 * share, "borders"))
        if not solution.mismatches:
            break
    tell(0.8, "smoothing")
    arcs = make_arcs(solution.mosaic, solution.labels, demands, plan.smooth)
    shapes = make_shapes(arcs, len(demands.names))
    lost = [p for p in board.provinces if not shapes[demands.number[p.id]]]
    _refuse(folder, [Fault(PLAN, f"seeds.{p.id}", f"no room was left for {p.name}; {MORE_ROOM}") for p in lost])
    tell(0.9, "places")
    geometry = _geometry(plan, demands, projector, land, arcs, shapes)
    faults = faults_of(geometry, demands)
    tell(1.0, "done")
    if faults:
        raise ContactsError(faults, geometry)
    return geometry


def _refuse(folder: Path, faults: list[Fault]) -> None:
    if faults:
        raise VariantError.of(folder, tuple(faults))


def _geometry(
    plan: Plan, demands: Demands, projector: Projector, land: Land, arcs: list[Arc], shapes: list[list[Shape]]
) -> Geometry:
    areas = {name: shape_of(shapes[i]) for i, name in enumerate(demands.names) if shapes[i]}
    return Geometry(
        format=1,
        width=plan.frame.width,
        height=plan.frame.height,
        attribution=plan.frame.attribution or (NATURAL_EARTH if plan.projection else "Drawn by Talleyrand."),
        provinces=_provinces(plan, demands, projector, land, shapes, areas),
        areas=_areas(demands, shapes),
        islets=_islets(plan, demands, projector, land, areas),
        lines=_lines(plan, demands, projector, arcs),
        crossings=_crossings(plan, demands, projector, arcs, areas),
        token=plan.frame.token,
    )


def _provinces(
    plan: Plan,
    demands: Demands,
    projector: Projector,
    land: Land,
    shapes: list[list[Shape]],
    areas: dict[str, BaseGeometry],
) -> dict[str, ProvinceDrawing]:
    placer = Placer(plan.frame.token, land.islets, plan.frame.legend)
    entries = {p.id: p for p in demands.board.provinces}
    drawings = {}
    for name in sorted(entries, key=lambda name: areas[name].area):
        places = placer.place(
            Wishes(
                areas[name],
                entries[name].supply_center,
                projector.point(plan.units[name]) if name in plan.units else None,
                projector.point(plan.labels[name]) if name in plan.labels else None,
                _coasts(entries[name], plan, demands, projector, areas),
            )
        )
        drawings[name] = ProvinceDrawing(
            shapes[demands.number[name]], places.unit, places.label, places.dislodged, places.center, places.coasts
        )
    return {name: drawings[name] for name in entries}


def _coasts(
    entry: ProvinceEntry, plan: Plan, demands: Demands, projector: Projector, areas: dict[str, BaseGeometry]
) -> dict[str, np.ndarray]:
    """Where about a fleet lies on each coast: as the plan says, or else amid the shore along the coast's seas."""
    given = plan.coasts.get(entry.id, {})
    spots = {coast: projector.point(place) for coast, place in given.items()}
    for coast in entry.coasts:
        if coast in spots:
            continue
        place = f"{entry.id}/{coast}"
        near = [other for edge in demands.board.fleet_adjacency if place in edge for other in edge if other != place]
        seas = [areas[other] for other in near if other in areas and demands.wet[demands.number[other]]]
        shore = areas[entry.id].boundary.intersection(shapely.union_all(seas).buffer(0.2))
        merged = linemerge(shore) if shore.geom_type == "MultiLineString" else shore
        longest = max(getattr(merged, "geoms", [merged]), key=lambda part: part.length)
        middle = longest.interpolate(0.5, normalized=True) if longest.length else areas[entry.id].representative_point()
        spots[coast] = np.array(middle.coords[0])
    return {coast: spots[coast] for coast in entry.coasts}


def _areas(demands: Demands, shapes: list[list[Shape]]) -> list[Area]:
    out = []
    for area in demands.plan.areas:
        found = shapes[demands.number[area.id]]
        if found:
            label = shapely.maximum_inscribed_circle(shape_of(found), 2.0).coords[0]
            out.append(Area(area.name, area.kind, found, _tenths(label)))
    for name, wet in zip(UNNAMED, (False, True), strict=True):
        out += [Area("", "sea" if wet else "land", [shape]) for shape in shapes[demands.number[name]]]
    return out


def _islets(
    plan: Plan, demands: Demands, projector: Projector, land: Land, areas: dict[str, BaseGeometry]
) -> list[Islet]:
    owned = [(islet.owner, Dot(projector.point(place))) for islet in plan.islets for place in islet.at]
    seas = [p.id for p in demands.board.provinces if p.kind == "sea"]
    lands = [p.id for p in demands.board.provinces if p.kind not in ("sea", "archipelago")]
    out = []
    for bit in land.islets:
        owner = next((name for name, place in owned if bit.dwithin(place, 4)), None)
        if owner is None and bit.area < ISLET_SMALL:
            gap, nearest = min((areas[name].distance(bit), name) for name in lands)
            inside = [sea for sea in seas if areas[sea].contains(bit.representative_point())]
            if gap < ISLET_NEAR and inside and frozenset((nearest, inside[0])) in demands.adjacent:
                owner = nearest
        out.append(Islet([_tenths(point) for point in bit.exterior.coords[:-1]], owner))
    return out


def _lines(plan: Plan, demands: Demands, projector: Projector, arcs: list[Arc]) -> list[Line]:
    out = []
    for river in plan.rivers:
        pairs = {frozenset((demands.number[a], demands.number[b])) for a, b in river.pairs}
        merged = linemerge([arc.line for arc in arcs if arc.pair in pairs])
        for part in getattr(merged, "geoms", [merged]):
            if not part.is_empty:
                out.append(Line([_tenths(p) for p in part.coords], river.width, river.kind, river.name))
    for water in plan.waters:
        points = curved(projector.points(water.line))
        out.append(Line([_tenths(p) for p in points], water.width, water.kind, water.name))
    return out


def _crossings(
    plan: Plan, demands: Demands, projector: Projector, arcs: list[Arc], areas: dict[str, BaseGeometry]
) -> list[Crossing]:
    out = []
    for crossing in plan.crossings:
        if crossing.line:
            line = [_tenths(p) for p in projector.points(crossing.line)]
        else:
            line = _across(*(areas[name] for name in crossing.between))
        out.append(Crossing(crossing.between, crossing.kind, line))
    for point in plan.points:
        corner = _corner(point.touching, point.facing, demands, arcs)
        for pair in (point.touching, point.facing):
            if corner is not None:
                out.append(Crossing(pair, point.kind, _through(corner, *(areas[name] for name in pair))))
    return out


def _across(a: BaseGeometry, b: BaseGeometry, over: float = 6.0) -> list[Point]:
    """The shortest line between two areas, drawn on a little into both."""
    x, y = (np.array(p.coords[0]) for p in nearest_points(a, b))
    along = (y - x) / (np.hypot(*(y - x)) or 1.0)
    return [_tenths(x - over * along), _tenths(y + over * along)]


def _corner(touching: tuple[str, str], facing: tuple[str, str], demands: Demands, arcs: list[Arc]) -> Point | None:
    """The point where four provinces meet."""
    sides = [{demands.number[a], demands.number[b]} for a in touching for b in facing]
    ends = [{tuple(arc.line[k]) for arc in arcs if arc.pair == side for k in (0, -1)} for side in sides]
    common = set.intersection(*ends)
    return _tenths(min(common)) if common else None


def _through(corner: Point, a: BaseGeometry, b: BaseGeometry, reach: float = 11.0) -> list[Point]:
    """A short line through a corner, from one area into the other."""
    round_ = Dot(corner).buffer(reach)
    spots = []
    for area in (a, b):
        near = area.intersection(round_)
        parts = [part for part in getattr(near, "geoms", [near]) if isinstance(part, Polygon)]
        best = min(parts, key=lambda part: (part.distance(Dot(corner)), -part.area))
        spots.append(_tenths(best.representative_point().coords[0]))
    return [spots[0], corner, spots[1]]


def _tenths(point: np.ndarray | tuple[float, ...]) -> Point:
    return round(float(point[0]), 1) + 0.0, round(float(point[1]), 1) + 0.0
