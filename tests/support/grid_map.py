"""A drawn map from a picture in letters: each letter a square of a province, with a point at every corner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from talleyrand.atlas.geometry import Area, Crossing, Geometry, Point, ProvinceDrawing, Shape

SIDE = 30.0


def grid_map(
    rows: list[str],
    names: Mapping[str, str],
    *,
    areas: Mapping[str, tuple[str, str]] | None = None,
    centers: frozenset[str] = frozenset(),
    coasts: Mapping[str, Mapping[str, tuple[int, int]]] | None = None,
    crossings: tuple[Crossing, ...] = (),
) -> Geometry:
    """The map of a picture. ``names`` gives a letter's province, ``areas`` the name and kind of one that is none.

    ``coasts`` places fleets by column and row; units stand in the first square of their province, marks in the last.
    """
    squares: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            squares[letter].append((x, y))
    provinces = {}
    for letter, name in sorted(names.items(), key=lambda item: item[1]):
        cells = squares[letter]
        provinces[name] = ProvinceDrawing(
            shapes=shapes(cells),
            unit=_middle(cells[0]),
            label=_middle(cells[0]),
            center=_middle(cells[-1]) if name in centers else None,
            coasts={coast: _middle(cell) for coast, cell in (coasts or {}).get(name, {}).items()},
        )
    return Geometry(
        format=1,
        width=SIDE * len(rows[0]),
        height=SIDE * len(rows),
        attribution="drawn for a test",
        provinces=provinces,
        areas=[Area(name, kind, shapes(squares[letter])) for letter, (name, kind) in (areas or {}).items()],  # type: ignore[arg-type]
        crossings=list(crossings),
        token=12.0,
    )


def shapes(cells: list[tuple[int, int]]) -> list[Shape]:
    """The outlines of some squares, each with its holes."""
    steps = {}
    for x, y in cells:
        for a, b in (
            ((x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y + 1)),
            ((x + 1, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y)),
        ):
            if (b, a) in steps:
                del steps[b, a]
            else:
                steps[a, b] = None
    following = dict(steps.keys())
    rings = []
    while following:
        start = min(following)
        ring, here = [start], following.pop(start)
        while here != start:
            ring.append(here)
            here = following.pop(here)
        rings.append(ring)
    outlines = [ring for ring in rings if _area(ring) > 0]
    holes = [ring for ring in rings if _area(ring) < 0]
    assert len(outlines) == 1 or not holes, "a picture for tests has holes in one piece only"
    return [Shape(_ring(ring), [_ring(hole) for hole in holes]) for ring in outlines]


def _area(ring: list[tuple[int, int]]) -> int:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True))


def _ring(ring: list[tuple[int, int]]) -> list[Point]:
    return [(x * SIDE, y * SIDE) for x, y in ring]


def _middle(cell: tuple[int, int]) -> Point:
    return (cell[0] + 0.5) * SIDE, (cell[1] + 0.5) * SIDE
