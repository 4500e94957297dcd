"""The ground of a map: areas as paths, coasts and borders drawn once each, and a raster of who lies where."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from talleyrand.atlas.geometry import Geometry, Point, Shape
from talleyrand.board.board import Board
from talleyrand.board.province import Terrain as Kind

LAND, SEA, ISLES, VOID, OUTER, WATER = "land", "sea", "isles", "void", "outer", "water"
"""Provinces on land, at sea, and both; areas that are impassable land, sea nobody enters, water that is crossed."""

_WET = frozenset({SEA, ISLES, OUTER, WATER})
_COLUMNS = 360


@dataclass(frozen=True)
class Grid:
    """A raster of the map: the index of the area in each cell, 0 for none."""

    cell: float
    columns: int
    rows: int
    cells: Sequence[Sequence[int]]

    def at(self, x: float, y: float) -> int:
        """The index of the area at a point, 0 outside the frame."""
        column, row = int(x // self.cell), int(y // self.cell)
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return 0
        return self.cells[row][column]


@dataclass(frozen=True)
class Terrain:
    """Everything about a map that depends neither on the position nor on the size it is shown at."""

    geometry: Geometry
    names: Mapping[str, str]
    """Province ids of the board (upper case) to those of the geometry."""
    kinds: Mapping[str, str]
    paths: Mapping[str, str]
    areas: Sequence[tuple[str, str, str]]
    """(kind, name, path) of each area."""
    islets: Mapping[str, str]
    """Path of the islets that go with each province, "" for those that go with none."""
    lines: Mapping[str, str]
    """Path of all the coasts ("coast"), land borders ("border"), sea borders ("seam"), rims of isles ("rim")."""
    grid: Grid
    index: Mapping[str, int]
    """Raster index of each province."""
    wet: frozenset[int] = frozenset()
    """Raster indices of waters."""
    spans: Mapping[int, tuple[Point, float]] = field(default_factory=dict)
    """For each area, by its place: the middle of its widest run, and the length of that run."""


def survey(geometry: Geometry, board: Board) -> Terrain:
    """The ground of a map."""
    names: dict[str, str] = {}
    kinds: dict[str, str] = {}
    lower = {key.lower(): key for key in geometry.provinces}
    for province in board.provinces.values():
        name = lower.get(province.id.lower())
        if name is None:
            continue
        names[province.id] = name
        kinds[province.id] = _kind(province.terrain)
    shapes = {key: geometry.provinces[name].shapes for key, name in names.items()}
    area_kinds = [{"land": VOID, "sea": OUTER, "water": WATER}[area.kind] for area in geometry.areas]
    owners = [(kinds[key], key, shapes[key]) for key in names]
    owners += [(kind, area.name, area.shapes) for kind, area in zip(area_kinds, geometry.areas, strict=True)]
    grid = _raster(geometry, [parts for _, _, parts in owners])
    islets: dict[str, list[Shape]] = {}
    for islet in geometry.islets:
        owner = islet.owner.upper() if islet.owner is not None and islet.owner.lower() in lower else ""
        islets.setdefault(owner, []).append(Shape(outline=islet.outline))
    count = len(names)
    return Terrain(
        geometry=geometry,
        names=names,
        kinds=kinds,
        paths={key: shape_path(parts) for key, parts in shapes.items()},
        areas=[
            (kind, area.name, shape_path(area.shapes)) for kind, area in zip(area_kinds, geometry.areas, strict=True)
        ],
        islets={owner: shape_path(parts) for owner, parts in islets.items()},
        lines=_lines(geometry, [(kind, parts) for kind, _, parts in owners]),
        grid=grid,
        index={key: place + 1 for place, key in enumerate(names)},
        wet=frozenset(place + 1 for place, (kind, _, _) in enumerate(owners) if kind in _WET),
        spans={place: _span(grid, count + place + 1) for place in range(len(geometry.areas))},
    )


def _kind(terrain: Kind) -> str:
    if terrain is Kind.SEA:
        return SEA
    if terrain is Kind.ARCHIPELAGO:
        return ISLES
    return VOID if terrain is Kind.IMPASSABLE else LAND


def shape_path(shapes: Iterable[Shape]) -> str:
    """The path of some shapes, holes included, for the even-odd rule."""
    return "".join(line_path(ring) + "z" for shape in shapes for ring in (shape.outline, *shape.holes))


def line_path(points: Sequence[Point]) -> str:
    """A path through points, in steps of a tenth."""
    x, y = _tenth(points[0][0]), _tenth(points[0][1])
    parts = [f"M{_short(x)} {_short(y)}l"]
    first = True
    for px, py in points[1:]:
        nx, ny = _tenth(px), _tenth(py)
        if nx == x and ny == y:
            continue
        dx, dy = _short(nx - x), _short(ny - y)
        parts.append((dx if first or dx[0] == "-" else f" {dx}") + (dy if dy[0] == "-" else f" {dy}"))
        x, y, first = nx, ny, False
    return "".join(parts) if not first else f"M{_short(x)} {_short(y)}"


def _tenth(value: float) -> int:
    return math.floor(value * 10 + 0.5)


def _short(tenths: int) -> str:
    whole, rest = divmod(abs(tenths), 10)
    text = f"{whole or ''}.{rest}" if rest else str(whole)
    return f"-{text}" if tenths < 0 else text


def _rings(shapes: Iterable[Shape]) -> Iterable[Sequence[Point]]:
    return (ring for shape in shapes for ring in (shape.outline, *shape.holes))


def _raster(geometry: Geometry, owners: Sequence[Sequence[Shape]]) -> Grid:
    cell = max(geometry.width, geometry.height) / _COLUMNS
    columns, rows = math.ceil(geometry.width / cell), math.ceil(geometry.height / cell)
    cells = [[0] * columns for _ in range(rows)]
    for place, shapes in enumerate(owners):
        crossings: dict[int, list[float]] = {}
        for ring in _rings(shapes):
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
                low, high = (ay, by) if ay < by else (by, ay)
                for row in range(max(0, math.ceil(low / cell - 0.5)), min(rows, math.ceil(high / cell - 0.5))):
                    middle = (row + 0.5) * cell
                    crossings.setdefault(row, []).append(ax + (bx - ax) * (middle - ay) / (by - ay))
        for row, found in crossings.items():
            found.sort()
            for left, right in zip(found[::2], found[1::2], strict=False):
                start, end = max(0, math.ceil(left / cell - 0.5)), min(columns, math.ceil(right / cell - 0.5))
                cells[row][start:end] = [place + 1] * (end - start)
    return Grid(cell, columns, rows, cells)


def _span(grid: Grid, index: int) -> tuple[Point, float]:
    """The middle of the roomiest horizontal run of an area, and its length."""
    best, place = 0.0, (0.0, 0.0)
    for row, cells in enumerate(grid.cells):
        column = 0
        while column < grid.columns:
            if cells[column] != index:
                column += 1
                continue
            start = column
            while column < grid.columns and cells[column] == index:
                column += 1
            middle = (start + column) // 2
            height = 0
            while height < 6 and all(
                0 <= other < grid.rows and grid.cells[other][middle] == index for other in (row - height, row + height)
            ):
                height += 1
            if (column - start) * min(height, 4) > best:
                best = float((column - start) * min(height, 4))
                place = ((start + column) * grid.cell / 2, (row + 0.5) * grid.cell)
    column, row = int(place[0] // grid.cell), int(place[1] // grid.cell)
    left = right = column
    while left >= 0 and grid.cells[row][left] == index:
        left -= 1
    while right < grid.columns and grid.cells[row][right] == index:
        right += 1
    return place, 2 * min(column - left, right - column) * grid.cell


def _lines(geometry: Geometry, owners: Sequence[tuple[str, Sequence[Shape]]]) -> dict[str, str]:
    """Each border once, by what it parts."""
    sides: dict[tuple[Point, Point], list[int]] = {}
    for place, (_, shapes) in enumerate(owners):
        for ring in _rings(shapes):
            for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
                sides.setdefault((one, other) if one < other else (other, one), []).append(place)
    found: dict[str, list[tuple[Point, Point]]] = {}
    for edge, places in sides.items():
        if len(places) == 1 and _on_frame(edge, geometry):
            continue
        sort = _sort([owners[place][0] for place in places])
        if sort:
            found.setdefault(sort, []).append(edge)
    return {sort: "".join(line_path(chain) for chain in _chains(edges)) for sort, edges in found.items()}


def _on_frame(edge: tuple[Point, Point], geometry: Geometry) -> bool:
    (ax, ay), (bx, by) = edge
    return (ax == bx and ax in (0, geometry.width)) or (ay == by and ay in (0, geometry.height))


def _sort(kinds: Sequence[str]) -> str:
    if len(kinds) == 1:
        return "seam" if kinds[0] in _WET else "border"
    one, other = kinds[0], kinds[1]
    if (one in _WET) != (other in _WET):
        return "coast"
    if one in _WET:
        return "rim" if ISLES in (one, other) else "" if one == other == OUTER else "seam"
    return "" if one == other == VOID else "border"


def _chains(edges: Sequence[tuple[Point, Point]]) -> Iterable[list[Point]]:
    """Edges joined end to end, as far as they run without a fork."""
    near: dict[Point, list[Point]] = {}
    for one, other in edges:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    done: set[tuple[Point, Point]] = set()
    starts = [point for point, others in near.items() if len(others) != 2]
    for start in (*starts, *near):
        for step in near[start]:
            if (start, step) in done:
                continue
            chain, last, here = [start], start, step
            while True:
                done |= {(last, here), (here, last)}
                chain.append(here)
                ahead = near[here]
                if len(ahead) != 2 or here == start:
                    break
                last, here = here, ahead[0] if ahead[1] == last else ahead[1]
                if (last, here) in done:
                    break
            yield chain
