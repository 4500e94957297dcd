"""The faces of a drawn map: provinces and areas, each a set of rings that all run the same way round."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from talleyrand.atlas.geometry import Area, Geometry, Point, ProvinceDrawing, Shape
from talleyrand.board.province import Terrain
from talleyrand.board.quoted import shortened
from talleyrand.variants.variant import Variant

Segment: TypeAlias = tuple[Point, Point]
Kind: TypeAlias = Literal["land", "sea", "archipelago", "water", "void"]
"""What a unit can do there; ``water`` is crossed or runs along a shore, ``void`` is entered by nobody."""


@dataclass(frozen=True)
class Loop:
    """One ring: where it stands in the file, and its points with the face on the left hand of each step."""

    key: str
    points: tuple[Point, ...]
    hole: bool

    def segments(self) -> Iterator[Segment]:
        """Each step of the ring, the closing one too."""
        last = self.points[-1]
        for point in self.points:
            yield last, point
            last = point


@dataclass(frozen=True)
class Face:
    """A province or an area; ``province`` is the id on the board, "" for an area."""

    key: str
    name: str
    province: str
    kind: Kind
    loops: tuple[Loop, ...]

    @property
    def wet(self) -> bool:
        """A fleet may lie on it, or pass along its shore."""
        return self.kind in ("sea", "archipelago", "water")


def faces_of(geometry: Geometry, variant: Variant) -> list[Face]:
    """Every face of the map; provinces that the board does not have are taken for land nobody enters."""
    found = [_province_face(key, drawing, variant) for key, drawing in geometry.provinces.items()]
    found += [_area_face(index, area) for index, area in enumerate(geometry.areas)]
    return found


def _province_face(key: str, drawing: ProvinceDrawing, variant: Variant) -> Face:
    place = f"provinces.{key}"
    province = variant.board.provinces.get(key.upper())
    if province is None:
        return Face(place, shortened(key), "", "void", _loops(place, drawing.shapes))
    kinds: dict[Terrain, Kind] = {
        Terrain.SEA: "sea",
        Terrain.ARCHIPELAGO: "archipelago",
        Terrain.IMPASSABLE: "void",
    }
    return Face(place, province.name, province.id, kinds.get(province.terrain, "land"), _loops(place, drawing.shapes))


def _area_face(index: int, area: Area) -> Face:
    place = f"areas[{index}]"
    kind: Kind = "water" if area.kind == "water" else "void"
    return Face(place, area.name or f"the area {place}", "", kind, _loops(place, area.shapes))


def _loops(place: str, shapes: list[Shape]) -> tuple[Loop, ...]:
    found = []
    for number, shape in enumerate(shapes):
        key = f"{place}.shapes[{number}]"
        found.append(_loop(f"{key}.outline", shape.outline, hole=False))
        found += [_loop(f"{key}.holes[{index}]", hole, hole=True) for index, hole in enumerate(shape.holes)]
    return tuple(found)


def _loop(key: str, ring: list[Point], *, hole: bool) -> Loop:
    points = tuple((float(x), float(y)) for x, y in ring)
    return Loop(key, points if (signed_area(points) > 0) != hole else points[::-1], hole)


def signed_area(points: tuple[Point, ...]) -> float:
    """The area within a ring: positive one way round, negative the other; 0 where numbers do not reach so far."""
    after = points[1:] + points[:1]
    try:
        return math.fsum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, after, strict=True)) / 2
    except (OverflowError, ValueError):
        return 0.0


def contains(face: Face, point: Point) -> bool:
    """Whether a point lies within a face, by the even-odd rule."""
    inside = False
    for loop in face.loops:
        inside ^= within(loop, point)
    return inside


def within(loop: Loop, point: Point) -> bool:
    """Whether a point lies within a ring."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in loop.segments():
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def distance(point: Point, segment: Segment) -> float:
    """How far a point is from a segment."""
    (x, y), ((x1, y1), (x2, y2)) = point, segment
    dx, dy = x2 - x1, y2 - y1
    size = dx * dx + dy * dy
    along = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / size)) if size else 0.0
    return math.hypot(x - x1 - along * dx, y - y1 - along * dy)


def spot(point: Point) -> str:
    """A point as a message gives it."""
    return f"({point[0]:g}, {point[1]:g})"
