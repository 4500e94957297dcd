"""What is drawn beside the provinces: islets, rivers and other lines, and the sizes of signs."""

from __future__ import annotations

from collections.abc import Iterator

from talleyrand.atlas.check.crossings import crossing_point, meeting
from talleyrand.atlas.check.faces import Loop, signed_area, spot
from talleyrand.atlas.check.facts import Facts
from talleyrand.atlas.check.rings import Finding
from talleyrand.atlas.geometry import Geometry, Point
from talleyrand.variants.spelling import did_you_mean

_SLACK = 2.0
"""How far an islet or a line may lie over the frame, in the map's units: a softened shore does a little."""
_TOKENS, _LINES = 8, 20
"""A token's radius is at most this part of the frame, and a line's width at most that part."""


def extra_findings(geometry: Geometry, facts: Facts) -> Iterator[Finding]:
    """Islets and lines that cannot be drawn or hide the map, islets of nobody, tokens as large as the map."""
    small = min(geometry.width, geometry.height)
    if geometry.token > small / _TOKENS:
        text = f"{geometry.token:g} is too large for a frame of {geometry.width:g} by {geometry.height:g}"
        yield Finding("token", f"{text}; {small / _TOKENS:g} is the most, and 12 is usual")
    for index, islet in enumerate(geometry.islets):
        key = f"islets[{index}]"
        yield from _islet_ring(geometry, f"{key}.outline", islet.outline)
        if islet.owner is not None and islet.owner.upper() not in facts.board.provinces:
            near = did_you_mean(islet.owner, geometry.provinces)
            yield Finding(f"{key}.owner", f"{islet.owner!r} is no province of map.json{near}")
        elif islet.owner is not None and islet.owner != islet.owner.lower():
            yield Finding(f"{key}.owner", f"is written {islet.owner.lower()!r} here: ids stand in small letters")
    for index, line in enumerate(geometry.lines):
        key = f"lines[{index}]"
        name = line.name or f"the {line.kind}"
        far = _far(geometry, line.points)
        if far is not None:
            yield Finding(f"{key}.points", f"{name} leaves the frame at {spot(far)}; clip it")
        elif len(set(line.points)) < 2:
            yield Finding(f"{key}.points", f"{name} has no length: all its points are {spot(line.points[0])}")
        if line.width > small / _LINES:
            text = f"{line.width:g} would hide the map under {name}"
            yield Finding(f"{key}.width", f"{text}; {small / _LINES:g} is the most, and 3 is usual")


def _islet_ring(geometry: Geometry, key: str, ring: list[Point]) -> Iterator[Finding]:
    far = _far(geometry, ring)
    if far is not None:
        yield Finding(key, f"leaves the frame at {spot(far)}; clip the islet")
        return
    loop = Loop(key, tuple(ring), hole=False)
    if len(set(ring)) < len(ring):
        point = next(point for number, point in enumerate(ring) if point in ring[:number])
        yield Finding(key, f"comes to {spot(point)} twice; take one out")
    elif signed_area(loop.points) == 0:
        yield Finding(key, "encloses nothing, or crosses itself; go round an area once, or take the islet out")
    elif found := next(meeting(loop.segments(), max(geometry.width, geometry.height)), None):
        yield Finding(key, f"crosses itself at {spot(crossing_point(*found))}; redraw the islet there")


def _far(geometry: Geometry, points: list[Point]) -> Point | None:
    """The first point that lies beyond the frame."""
    for x, y in points:
        if not (-_SLACK <= x <= geometry.width + _SLACK and -_SLACK <= y <= geometry.height + _SLACK):
            return x, y
    return None
