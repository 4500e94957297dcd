"""The mosaic: the frame cut into small cells along the coast, the guides and a Voronoi net."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from scipy.spatial import Voronoi
from shapely.geometry import MultiLineString, Polygon
from shapely.geometry.polygon import orient

from talleyrand.atlas.make.land import Land
from talleyrand.atlas.make.plan import Plan

GRID = 50
"""Vertices are whole numbers of fiftieths of a map unit."""
OUTSIDE = -1


@dataclass
class Mosaic:
    """Cells and the edges between them.

    ``ends`` holds each edge as two grid vertices, ``sides`` the cells on its left and right (``OUTSIDE`` beyond the
    frame), ``guided`` whether it runs along a guide. ``joints`` are, for each vertex where three cells or more meet,
    those cells.
    """

    count: int
    land: np.ndarray
    area: np.ndarray
    middle: np.ndarray
    ends: np.ndarray
    sides: np.ndarray
    guided: np.ndarray
    joints: list[tuple[int, ...]]

    @property
    def lengths(self) -> np.ndarray:
        """The length of each edge."""
        return np.hypot(*(self.ends[:, 1] - self.ends[:, 0]).T) / GRID


def make_mosaic(plan: Plan, land: Land, seed: int) -> Mosaic:
    """Cut the frame into cells, every one all land or all water."""
    width, height, pitch = plan.frame.width, plan.frame.height, plan.cells.pitch
    frame = shapely.box(0, 0, width, height)
    net = MultiLineString(_net(width, height, pitch, np.random.default_rng(seed))).intersection(frame)
    lines = [frame.boundary, net, *land.guides]
    if land.playable is not None:
        lines.append(land.playable.boundary)
    noded = shapely.union_all(lines, grid_size=1 / GRID).intersection(frame)
    faces = [orient(face) for face in shapely.polygonize([noded]).geoms if isinstance(face, Polygon)]
    faces.sort(key=lambda face: face.bounds)
    inner = [face.representative_point() for face in faces]
    if land.playable is None:
        dry = np.zeros(len(faces), bool)
    else:
        shapely.prepare(land.playable)
        dry = np.asarray(shapely.contains(land.playable, inner))
    ends, sides = _edges(faces)
    guided = _guided(ends, land)
    return _merged(faces, dry, ends, sides, guided, pitch)


def _net(width: float, height: float, pitch: float, rng: np.random.Generator) -> list[np.ndarray]:
    """The edges of a Voronoi net of random points, evened out by two steps of Lloyd's."""
    points = rng.random((int(width * height / (pitch * pitch * 0.9)), 2)) * [width, height]
    net = _voronoi(points, width, height)
    for _ in range(2):
        points = np.array([_center(net.vertices[net.regions[net.point_region[i]]]) for i in range(len(points))])
        net = _voronoi(points, width, height)
    count = len(points)
    return [
        net.vertices[vertices]
        for (a, b), vertices in zip(net.ridge_points, net.ridge_vertices, strict=True)
        if min(a, b) < count and -1 not in vertices
    ]


def _voronoi(points: np.ndarray, width: float, height: float) -> Voronoi:
    """The net of points in the frame, bounded by mirroring those near its edges."""
    near = 8 * np.sqrt(width * height / len(points))
    x, y = points.T
    mirrored = [
        points[x < near] * [-1, 1],
        points[y < near] * [1, -1],
        [2 * width, 0] + points[x > width - near] * [-1, 1],
        [0, 2 * height] + points[y > height - near] * [1, -1],
    ]
    return Voronoi(np.vstack([points, *mirrored]))


def _center(corners: np.ndarray) -> np.ndarray:
    after = np.roll(corners, -1, axis=0)
    cross = corners[:, 0] * after[:, 1] - after[:, 0] * corners[:, 1]
    center: np.ndarray = ((corners + after) * cross[:, None]).sum(axis=0) / (3 * cross.sum())
    return center


def _edges(faces: list[Polygon]) -> tuple[np.ndarray, np.ndarray]:
    """Every edge once, with the faces on its two sides; rings run with their face on the left."""
    coords, owner = shapely.get_coordinates(shapely.get_rings(faces), return_index=True)
    rings_of = np.repeat(np.arange(len(faces)), [1 + len(face.interiors) for face in faces])
    keys = np.round(coords * GRID).astype(np.int64)
    same = owner[:-1] == owner[1:]
    start, end, face = keys[:-1][same], keys[1:][same], rings_of[owner[:-1][same]]
    moved = (start != end).any(axis=1)
    left: dict[tuple[int, int, int, int], int] = {}
    for (ax, ay), (bx, by), f in zip(start[moved].tolist(), end[moved].tolist(), face[moved].tolist(), strict=True):
        left[ax, ay, bx, by] = f
    ends, sides = [], []
    for (ax, ay, bx, by), f in left.items():
        other = left.get((bx, by, ax, ay), OUTSIDE)
        if other == OUTSIDE or (ax, ay) < (bx, by):
            ends.append(((ax, ay), (bx, by)))
            sides.append((f, other))
    return np.array(ends, np.int64), np.array(sides, np.int64)


def _guided(ends: np.ndarray, land: Land) -> np.ndarray:
    if not land.guides:
        return np.zeros(len(ends), bool)
    near = MultiLineString(list(land.guides))
    shapely.prepare(near)
    middles = ends.mean(axis=1) / GRID
    return np.asarray(shapely.dwithin(near, shapely.points(middles), 0.06))


def _merged(
    faces: list[Polygon], dry: np.ndarray, ends: np.ndarray, sides: np.ndarray, guided: np.ndarray, pitch: float
) -> Mosaic:
    """Faces joined into cells: slivers go to the neighbour of their kind with which they share most."""
    area = shapely.area(faces)
    lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T) / GRID
    near: list[dict[int, float]] = [{} for _ in faces]
    for (a, b), length, guide in zip(sides.tolist(), lengths.tolist(), guided.tolist(), strict=True):
        if b != OUTSIDE and dry[a] == dry[b]:
            worth = length * (0.3 if guide else 1.0)
            near[a][b] = near[a].get(b, 0.0) + worth
            near[b][a] = near[b].get(a, 0.0) + worth
    parent = list(range(len(faces)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    total = area.copy()
    least = 0.3 * pitch * pitch
    for i in np.argsort(area, kind="stable").tolist():
        if total[root(i)] >= least:
            continue
        choices = [(worth, j) for j, worth in near[i].items() if root(j) != root(i)]
        if choices:
            a, b = root(i), root(max(choices)[1])
            parent[a] = b
            total[b] += total[a]
    roots = sorted({root(i) for i in range(len(faces))})
    number = {r: k for k, r in enumerate(roots)}
    cell = np.array([number[root(i)] for i in range(len(faces))] + [OUTSIDE])
    count = len(roots)
    weight = np.bincount(cell[:-1], area, count)
    centers = shapely.get_coordinates(shapely.centroid(faces))
    middle = np.column_stack([np.bincount(cell[:-1], area * centers[:, axis], count) / weight for axis in (0, 1)])
    land = np.zeros(count, bool)
    land[cell[:-1]] = dry
    joined = cell[sides]
    kept = joined[:, 0] != joined[:, 1]
    ends, joined, guided = ends[kept], joined[kept], guided[kept]
    return Mosaic(count, land, weight, middle, ends, joined, guided, _joints(ends, joined))


def _joints(ends: np.ndarray, sides: np.ndarray) -> list[tuple[int, ...]]:
    meeting: dict[tuple[int, int], set[int]] = {}
    for (a, b), pair in zip(ends.tolist(), sides.tolist(), strict=True):
        for vertex in (tuple(a), tuple(b)):
            meeting.setdefault(vertex, set()).update(pair)
    return [tuple(sorted(cells - {OUTSIDE})) for cells in meeting.values() if len(cells - {OUTSIDE}) > 2]
