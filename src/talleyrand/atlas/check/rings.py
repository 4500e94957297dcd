"""Each ring by itself: enough points, none twice, all within the frame, an area."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from talleyrand.atlas.check.faces import Face, Loop, signed_area, spot
from talleyrand.atlas.geometry import Geometry, Point


class Finding(NamedTuple):
    """A fault or a warning before it is tied to a file."""

    key: str
    message: str


def ring_findings(geometry: Geometry, faces: Sequence[Face]) -> Iterator[Finding]:
    """What is wrong with single rings."""
    for face in faces:
        for loop in face.loops:
            yield from _loop_findings(geometry, face, loop)


def _loop_findings(geometry: Geometry, face: Face, loop: Loop) -> Iterator[Finding]:
    if len(loop.points) < 3:
        yield Finding(loop.key, f"is no ring of {face.name}: give three points or more")
        return
    outside = [point for point in loop.points if not in_frame(geometry, point)]
    if outside:
        frame = f"0 to {geometry.width:g} by 0 to {geometry.height:g}"
        text = f"leaves the frame, {frame}, at {spot(outside[0])}; clip {face.name} to the frame"
        yield Finding(loop.key, text)
        return
    seen: set[Point] = set()
    for point in loop.points:
        if point in seen:
            text = f"comes to {spot(point)} twice; take one out, or part {face.name} into two shapes there"
            yield Finding(loop.key, text)
            return
        seen.add(point)
    if signed_area(loop.points) == 0:
        yield Finding(loop.key, f"encloses nothing, or crosses itself; go round the area of {face.name} once")


def in_frame(geometry: Geometry, point: Point) -> bool:
    """Whether a point lies in the frame or on it."""
    x, y = point
    return math.isfinite(x) and math.isfinite(y) and 0 <= x <= geometry.width and 0 <= y <= geometry.height
