"""Lines that orders are drawn along: curves cut to length, points on them, and arrow heads."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from talleyrand.atlas.geometry import Point

_SAMPLES = 16


@dataclass(frozen=True, slots=True)
class Disc:
    """The ellipse a token fills; lines end at its rim."""

    x: float
    y: float
    rx: float
    ry: float

    def holds(self, point: Point, grown: float = 0.0) -> bool:
        """Whether a point lies in the ellipse, or within ``grown`` of it."""
        dx, dy = (point[0] - self.x) / (self.rx + grown), (point[1] - self.y) / (self.ry + grown)
        return dx * dx + dy * dy < 1

    @property
    def middle(self) -> Point:
        """Its centre."""
        return self.x, self.y


Line = tuple[Point, ...]
"""A curve as points close together."""


def bowed(start: Point, end: Point, bow: float) -> Line:
    """A curve that keeps to the right of the straight way by ``bow`` at its middle (to the left if negative)."""
    (ax, ay), (bx, by) = start, end
    length = math.dist(start, end) or 1.0
    cx = (ax + bx) / 2 - (by - ay) / length * 2 * bow
    cy = (ay + by) / 2 + (bx - ax) / length * 2 * bow
    found = []
    for step in range(_SAMPLES + 1):
        t = step / _SAMPLES
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        found.append((a * ax + b * cx + c * bx, a * ay + b * cy + c * by))
    return tuple(found)


def through(points: Sequence[Point]) -> Line:
    """A smooth curve through points (centripetal, so that it makes no loops)."""
    ends = [_mirror(points[0], points[1]), *points, _mirror(points[-1], points[-2])]
    found: list[Point] = [points[0]]
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        t0, t1 = 0.0, math.dist(a, b) ** 0.5 or 1e-6
        t2 = t1 + (math.dist(b, c) ** 0.5 or 1e-6)
        t3 = t2 + (math.dist(c, d) ** 0.5 or 1e-6)
        for step in range(1, 13):
            t = t1 + (t2 - t1) * step / 12
            one = _between(a, b, (t - t0) / (t1 - t0))
            two = _between(b, c, (t - t1) / (t2 - t1))
            three = _between(c, d, (t - t2) / (t3 - t2))
            four = _between(one, two, (t - t0) / (t2 - t0))
            five = _between(two, three, (t - t1) / (t3 - t1))
            found.append(_between(four, five, (t - t1) / (t2 - t1)))
    return tuple(found)


def _mirror(point: Point, other: Point) -> Point:
    return 2 * point[0] - other[0], 2 * point[1] - other[1]


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def length(line: Line) -> float:
    """How long a curve is."""
    return sum(math.dist(one, other) for one, other in itertools.pairwise(line))


def part(line: Line, start: float, end: float) -> Line:
    """The piece of a curve between two shares of its length."""
    whole = length(line)
    low, high = max(0.0, start) * whole, min(1.0, end) * whole
    if high - low < 1e-6:
        spot = at(line, start)
        return (spot, spot)
    found: list[Point] = []
    run = 0.0
    for one, other in itertools.pairwise(line):
        step = math.dist(one, other)
        if step == 0:
            continue
        if run + step > low and not found:
            found.append(_between(one, other, (low - run) / step))
        if found and run + step >= high:
            found.append(_between(one, other, (high - run) / step))
            return tuple(found)
        if found:
            found.append(other)
        run += step
    return tuple(found) if len(found) > 1 else (line[-2], line[-1])


def at(line: Line, share: float) -> Point:
    """The point at a share of the length."""
    goal = length(line) * min(max(share, 0.0), 1.0)
    for one, other in itertools.pairwise(line):
        step = math.dist(one, other)
        if step and step >= goal:
            return _between(one, other, goal / step)
        goal -= step
    return line[-1]


def heading(line: Line, share: float) -> Point:
    """The direction of a curve at a share of its length, of length 1."""
    one, other = at(line, share - 0.03), at(line, share + 0.03)
    step = math.dist(one, other)
    return ((other[0] - one[0]) / step, (other[1] - one[1]) / step) if step else (1.0, 0.0)


def leave(line: Line, disc: Disc, gap: float) -> Line:
    """The curve from where it has left a token behind."""
    return tuple(reversed(reach(tuple(reversed(line)), disc, gap)))


def reach(line: Line, disc: Disc, gap: float) -> Line:
    """The curve up to where it comes to the rim of a token, seen from its end."""
    place = len(line) - 1
    while place > 0 and disc.holds(line[place], gap):
        place -= 1
    if place == len(line) - 1:
        return line
    outside, inside = line[place], line[place + 1]
    if disc.holds(outside, gap):
        return line[:2] if len(line) > 1 else line
    for _ in range(8):
        middle = _between(outside, inside, 0.5)
        if disc.holds(middle, gap):
            inside = middle
        else:
            outside = middle
    return (*line[: place + 1], outside)


def shorten(line: Line, distance: float) -> Line:
    """The curve less a distance at its end; at least a little of it stays."""
    whole = length(line)
    return part(line, 0, max(0.12, 1 - distance / whole)) if whole else line


def drawn(line: Line) -> str:
    """A curve as an SVG path, smooth between its points."""
    if len(line) < 4:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in line)
    step = 2 if 8 < len(line) <= _SAMPLES + 2 else 1
    kept = [*line[:-1:step], line[-1]]
    parts = [f"M{kept[0][0]:.1f} {kept[0][1]:.1f}"]
    for (ax, ay), (bx, by) in itertools.pairwise(kept):
        parts.append(f"Q{ax:.1f} {ay:.1f} {(ax + bx) / 2:.1f} {(ay + by) / 2:.1f}")
    (ax, ay), (bx, by) = kept[-2], kept[-1]
    parts.append(f"Q{ax:.1f} {ay:.1f} {bx:.1f} {by:.1f}")
    return "".join(parts)


def head(line: Line, size: float) -> str:
    """An arrow head at the end of a curve, as a closed path."""
    tip = line[-1]
    base = part(line, max(0.0, 1 - size / (length(line) or 1)), 1)[0]
    dx, dy = tip[0] - base[0], tip[1] - base[1]
    step = math.hypot(dx, dy) or 1.0
    dx, dy = dx / step, dy / step
    points = [
        tip,
        (tip[0] - size * dx - 0.56 * size * dy, tip[1] - size * dy + 0.56 * size * dx),
        (tip[0] - 0.72 * size * dx, tip[1] - 0.72 * size * dy),
        (tip[0] - size * dx + 0.56 * size * dy, tip[1] - size * dy - 0.56 * size * dx),
    ]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z"


def distance(point: Point, start: Point, end: Point) -> float:
    """How far a point is from a straight way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    span = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / span if span else 0.0
    return math.dist(point, _between(start, end, min(1.0, max(0.0, share))))


def crossings(one: Line, other: Line) -> int:
    """How often two curves cross, seen at every second point."""
    found = 0
    first, second = one[::2], other[::2]
    for a, b in itertools.pairwise(first):
        for c, d in itertools.pairwise(second):
            if _turn(a, b, c) != _turn(a, b, d) and _turn(c, d, a) != _turn(c, d, b):
                found += 1
    return found


def _turn(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
