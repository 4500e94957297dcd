"""Areas from the arcs round them."""

from __future__ import annotations

import math

import numpy as np
from shapely.geometry import Polygon

from talleyrand.atlas.geometry import Point, Ring, Shape
from talleyrand.atlas.make.arcs import Arc, Vertex
from talleyrand.atlas.make.mosaic import OUTSIDE


def make_shapes(arcs: list[Arc], labels: int) -> list[list[Shape]]:
    """The shapes of each label."""
    return [_nested(rings) for rings in _rings(arcs, labels)]


def _rings(arcs: list[Arc], labels: int) -> list[list[Ring]]:
    """The rings of each label, every one with the label on its left."""
    leaving: list[dict[Vertex, list[tuple[Arc, bool]]]] = [{} for _ in range(labels)]
    for arc in arcs:
        for forward, label in ((True, arc.left), (False, arc.right)):
            if label != OUTSIDE:
                leaving[label].setdefault(arc.first if forward else arc.last, []).append((arc, forward))
    rings: list[list[Ring]] = [[] for _ in range(labels)]
    for label, table in enumerate(leaving):
        while any(table.values()):
            start = next(vertex for vertex, steps in table.items() if steps)
            arc, forward = table[start].pop()
            points, here = _points(arc, forward), _end(arc, forward)
            while here != start:
                arc, forward = _sharpest_left(points, table[here])
                table[here].remove((arc, forward))
                points += _points(arc, forward)[1:]
                here = _end(arc, forward)
            ring = [p for k, p in enumerate(points) if p != points[k - 1]]
            if len(ring) >= 3:
                rings[label].append(ring)
    return rings


def _points(arc: Arc, forward: bool) -> list[Point]:
    line = arc.line if forward else arc.line[::-1]
    return [(float(x), float(y)) for x, y in line]


def _end(arc: Arc, forward: bool) -> Vertex:
    return arc.last if forward else arc.first


def _sharpest_left(points: list[Point], steps: list[tuple[Arc, bool]]) -> tuple[Arc, bool]:
    """Of several ways on, the one that keeps nearest to the area on the left."""
    if len(steps) == 1:
        return steps[0]
    (bx, by), (hx, hy) = points[-2], points[-1]
    came = math.atan2(by - hy, bx - hx)

    def turn(step: tuple[Arc, bool]) -> float:
        x, y = _points(*step)[1]
        return (came - math.atan2(y - hy, x - hx)) % (2 * math.pi)

    return min(steps, key=turn)


def signed_area(ring: Ring) -> float:
    """The area of a ring, above 0 where its inside lies on its left in the sense of ``_rings``."""
    points = np.array(ring)
    after = np.roll(points, -1, axis=0)
    return float((points[:, 0] * after[:, 1] - after[:, 0] * points[:, 1]).sum() / 2)


def _nested(rings: list[Ring]) -> list[Shape]:
    outer = sorted((r for r in rings if signed_area(r) > 0), key=signed_area)
    holes: list[list[Ring]] = [[] for _ in outer]
    shapes = [Polygon(ring) for ring in outer]
    for ring in rings:
        if signed_area(ring) <= 0:
            inner = Polygon(ring).representative_point()
            for k, shape in enumerate(shapes):
                if shape.contains(inner):
                    holes[k].append(ring)
                    break
    found = [Shape(ring, holes[k]) for k, ring in enumerate(outer)]
    return found[::-1]
