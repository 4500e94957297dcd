"""Borders that cross: a grid finds every two segments that meet elsewhere than at a common end."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from talleyrand.atlas.check.faces import Face, Segment, spot
from talleyrand.atlas.check.rings import Finding
from talleyrand.atlas.geometry import Geometry, Point

_CELLS = 120
"""Grid cells along the longer side of the frame: about as many as borders of a usual map have segments."""


def crossing_findings(geometry: Geometry, faces: Sequence[Face]) -> Iterator[Finding]:
    """Rings that cross themselves or others, or run along each other without sharing their points."""
    owners: dict[Segment, tuple[str, str]] = {}
    for face in faces:
        for loop in face.loops:
            for a, b in loop.segments():
                owners.setdefault((a, b) if a < b else (b, a), (loop.key, face.name))
    told: set[tuple[str, str]] = set()
    for one, other in meeting(owners, max(geometry.width, geometry.height) / _CELLS):
        (key, name), (other_key, other_name) = sorted((owners[one], owners[other]))
        if (key, other_key) in told:
            continue
        told.add((key, other_key))
        at = spot(crossing_point(one, other))
        if key == other_key:
            yield Finding(key, f"crosses itself at {at}; redraw the border of {name} there")
        else:
            text = f"{name} and {other_name} overlap at {at}; let them share one border"
            yield Finding(key, text if name != other_name else f"two rings of {name} cross at {at}; redraw them")


def meeting(segments: Iterable[Segment], cell: float) -> Iterator[tuple[Segment, Segment]]:
    """Every two segments that have a point in common which is not an end of both."""
    grid: dict[tuple[int, int], list[Segment]] = defaultdict(list)
    for segment in segments:
        for place in _cells(segment, cell):
            grid[place].append(segment)
    seen: set[tuple[Segment, Segment]] = set()
    for near in grid.values():
        for pair in combinations(near, 2):
            if _meet(*pair) and pair not in seen:
                seen.add(pair)
                yield pair


def _cells(segment: Segment, cell: float) -> Iterator[tuple[int, int]]:
    """The grid cells a segment passes through, row by row, and perhaps a neighbour of them."""
    (x1, y1), (x2, y2) = segment if segment[0][1] <= segment[1][1] else (segment[1], segment[0])
    slope = (x2 - x1) / (y2 - y1) if y2 > y1 else 0.0
    for row in range(math.floor(y1 / cell), math.floor(y2 / cell) + 1):
        if y2 > y1:
            here = x1 + slope * (max(y1, row * cell) - y1)
            there = x1 + slope * (min(y2, (row + 1) * cell) - y1)
        else:
            here, there = x1, x2
        slack = cell * 1e-6
        for column in range(
            math.floor((min(here, there) - slack) / cell), math.floor((max(here, there) + slack) / cell) + 1
        ):
            yield column, row


def _meet(one: Segment, other: Segment) -> bool:
    (a, b), (c, d) = one, other
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    shared = a if a in (c, d) else b if b in (c, d) else None
    if shared is not None:
        p = b if shared == a else a
        q = d if shared == c else c
        return _turn(shared, p, q) == 0 and _ahead(shared, p, q)
    abc, abd, cda, cdb = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if abc == abd == cda == cdb == 0:
        return True  # on one line, and their boxes meet
    return abc * abd <= 0 and cda * cdb <= 0


def _turn(a: Point, b: Point, c: Point) -> int:
    """On which side of the line from ``a`` to ``b`` a point lies: 1, -1, or 0 on it."""
    size = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return 0 if abs(size) < 1e-9 else 1 if size > 0 else -1


def _ahead(corner: Point, p: Point, q: Point) -> bool:
    """Whether two points on one line through a corner lie on the same side of it."""
    return (p[0] - corner[0]) * (q[0] - corner[0]) + (p[1] - corner[1]) * (q[1] - corner[1]) > 0


def crossing_point(one: Segment, other: Segment) -> Point:
    """Where two segments that meet do so; the middle of what they share where they run along each other."""
    ((x1, y1), (x2, y2)), ((x3, y3), (x4, y4)) = one, other
    size = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
    if abs(size) < 1e-9:
        shared = sorted((*one, *other))[1:3]
        return round((shared[0][0] + shared[1][0]) / 2, 1), round((shared[0][1] + shared[1][1]) / 2, 1)
    along = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / size
    return round(x1 + along * (x2 - x1), 1), round(y1 + along * (y2 - y1), 1)
