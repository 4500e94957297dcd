"""Where land is on the map: what takes part in the game, and the islets that do not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.affinity import scale, translate
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from talleyrand.atlas.make import coastline
from talleyrand.atlas.make.plan import Frame, Island, Plan, Stroke
from talleyrand.atlas.make.projection import Projector

MARGIN = 60.0
"""How far beyond the frame land is looked at, so that smoothing leaves no trace along the frame."""

AT_FRAME = 6.0
"""An outline that runs this near to the frame is meant to end there."""


@dataclass(frozen=True)
class Land:
    """The land of a map; ``playable`` is None where it is still to be found from the seeds."""

    playable: BaseGeometry | None
    islets: tuple[Polygon, ...]
    guides: tuple[LineString, ...]


def find_land(plan: Plan, projector: Projector, seeds: list[np.ndarray]) -> Land:
    """The land of a plan; ``seeds`` are the points of everything on land."""
    guides = _guides(plan, projector)
    if plan.coast.outlines:
        rings = [projector.points(ring) for ring in plan.coast.outlines]
        land = shapely.union_all([part for ring in rings for part in (Polygon(ring), *_over_frame(ring, plan.frame))])
    elif plan.projection is not None:
        window = plan.projection.window
        land = projector.shape(shapely.segmentize(coastline.land_in(window), 0.5)).buffer(0)
    else:
        return Land(None, (), guides)
    frame = shapely.box(0, 0, plan.frame.width, plan.frame.height)
    land = land.intersection(frame.buffer(MARGIN, join_style="mitre"))
    land = shapely.union_all([land, *_strokes(plan.coast.fills, projector)])
    land = land.difference(shapely.union_all(_strokes(plan.coast.cuts, projector)))
    pieces = [_solid(piece, plan.coast.least_lake) for piece in polygons(land) if piece.area > 3]
    pieces = _enlarged(pieces, plan.coast.islands, projector)
    points = [Point(p) for p in seeds]
    played = [piece for piece in pieces if any(piece.dwithin(point, 2) for point in points)]
    rest = [piece for piece in pieces if not any(piece.dwithin(point, 2) for point in points)]
    playable = _smoothed(shapely.union_all(played), plan).intersection(frame)
    islets = [_rounded(bit) for bit in polygons(shapely.union_all(rest).intersection(frame))]
    clear = playable.buffer(1.5)
    kept = [bit for bit in islets if bit.area >= plan.coast.least_islet and not bit.intersects(clear)]
    return Land(playable, tuple(sorted(kept, key=lambda bit: bit.bounds)), guides)


def _over_frame(ring: np.ndarray, frame: Frame) -> list[Polygon]:
    """What an outline that ends at the frame lacks to lead over it, so that no sliver of water is left between."""
    out = []
    for axis, edge, away in ((0, 0.0, -MARGIN), (1, 0.0, -MARGIN), (0, frame.width, MARGIN), (1, frame.height, MARGIN)):
        at_edge = np.abs(ring[:, axis] - edge) <= AT_FRAME
        beyond = ring.copy()
        beyond[:, axis] = edge + away
        for here in np.flatnonzero(at_edge & np.roll(at_edge, -1)).tolist():
            there = (here + 1) % len(ring)
            out.append(Polygon([ring[here], ring[there], beyond[there], beyond[here]]))
    for x in (0.0, frame.width):
        for y in (0.0, frame.height):
            out += [
                MultiPoint([spot, (x + MARGIN * (1 if x else -1), y + MARGIN * (1 if y else -1))]).envelope
                for spot in ring[np.abs(ring - [x, y]).max(axis=1) <= AT_FRAME]
            ]
    return [part.buffer(0) for part in out if part.area > 0]


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """The polygons that a shape consists of."""
    parts = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, Polygon) and not part.is_empty]


def _solid(piece: Polygon, least_lake: float) -> Polygon:
    return Polygon(piece.exterior, [hole for hole in piece.interiors if Polygon(hole).area > least_lake])


def _smoothed(land: BaseGeometry, plan: Plan) -> BaseGeometry:
    reach = plan.coast.open / 2
    if reach:
        land = land.buffer(-reach).buffer(2 * reach).buffer(-reach)
    land = land.simplify(plan.coast.simplify)
    return MultiPolygon([_solid(piece, plan.coast.least_lake) for piece in polygons(land) if piece.area > 10])


def _rounded(islet: Polygon) -> Polygon:
    """An islet without sharp corners, a little larger where it is small."""
    grown = islet.buffer(1.6, quad_segs=6).buffer(-1.0, quad_segs=6)
    return max(polygons(grown.simplify(0.25)), key=lambda part: part.area)


def _enlarged(pieces: list[Polygon], islands: list[Island], projector: Projector) -> list[Polygon]:
    for island in islands:
        point = Point(projector.point(island.at))
        index = min(range(len(pieces)), key=lambda i: pieces[i].distance(point))
        shape = scale(pieces[index], island.across, island.down, origin="centroid")
        grown = polygons(translate(shape, *island.shift).buffer(island.grow, join_style="mitre", mitre_limit=1.5))
        bigger = max(grown, key=lambda part: part.area)
        others = [piece for i, piece in enumerate(pieces) if i != index and not piece.intersects(bigger.buffer(2))]
        cut = [
            part
            for i, piece in enumerate(pieces)
            if i != index and piece.intersects(bigger.buffer(2)) and piece.area > bigger.area
            for part in polygons(piece.difference(bigger.buffer(7)))
        ]
        pieces = [*others, *cut, bigger]
    return pieces


def _strokes(strokes: list[Stroke], projector: Projector) -> list[BaseGeometry]:
    return [LineString(projector.points(s.line)).buffer(s.width / 2, quad_segs=4) for s in strokes]


def _guides(plan: Plan, projector: Projector) -> tuple[LineString, ...]:
    lines = [LineString(line) for line in plan.guides.lines]
    if plan.projection is not None:
        lines += coastline.borders(plan.guides.borders)
    frame = shapely.box(0, 0, plan.frame.width, plan.frame.height)
    step = 0.5 if plan.projection is not None else 1e9
    drawn = [projector.shape(shapely.segmentize(line, step)).simplify(0.8) for line in lines]
    return tuple(_longer(line) for line in drawn if line.intersects(frame) and line.length > 3)


def _longer(line: LineString, reach: float = 4.0) -> LineString:
    """The line drawn on a little at both ends, so that it meets the coast."""
    points = np.array(line.coords)
    if tuple(points[0]) == tuple(points[-1]):
        return line
    first, last = points[0] - points[1], points[-1] - points[-2]
    head = points[0] + first / (np.hypot(*first) or 1) * reach
    tail = points[-1] + last / (np.hypot(*last) or 1) * reach
    return LineString([head, *points, tail])
