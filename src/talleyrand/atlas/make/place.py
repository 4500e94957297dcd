"""Where in a province its unit, its name, its supply centre and a dislodged unit stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import shapely
from scipy.spatial import cKDTree
from shapely.geometry import Point as Dot
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from talleyrand.atlas.geometry import Point, Shape

APART = 2.05
"""Distance of a dislodged unit from the unit, in radii of a token."""
MARK = 5.0
"""Radius of a supply centre's mark."""
LABEL = (15.0, 6.0)
"""Half the width and height of a short name."""
CANDIDATES = 110


@dataclass(frozen=True)
class Wishes:
    """What is known of a province before anything is placed in it."""

    shape: BaseGeometry
    centered: bool = False
    unit: np.ndarray | None = None
    label: np.ndarray | None = None
    coasts: dict[str, np.ndarray] = field(default_factory=dict)


@dataclass(frozen=True)
class Places:
    """The points of a province."""

    unit: Point
    label: Point
    dislodged: Point
    center: Point | None
    coasts: dict[str, Point]


class Placer:
    """Places provinces one after another, keeping clear of what stands already, of islets and of the legend."""

    def __init__(
        self, token: float, islets: Iterable[Polygon] = (), legend: tuple[float, float, float, float] | None = None
    ) -> None:
        self.token = token
        self._islets = shapely.union_all(list(islets))
        x, y, width, height = legend or (0.0, 0.0, 0.0, 0.0)
        self._legend = shapely.box(x, y, x + width, y + height) if legend else None
        self._tokens: list[Point] = []
        self._aside: list[Point] = []

    def place(self, wishes: Wishes) -> Places:
        """The best places found on a grid of points in the province."""
        room = _Room(wishes.shape, self._islets, self._legend, self.token)
        others = np.array(self._tokens).reshape(-1, 2)
        coasts = {name: self._inward(wishes.shape, spot) for name, spot in wishes.coasts.items()}
        units = room.unit_scores(self.token, others, wishes.unit)
        labels = room.label_scores(others, self.token, wishes.label)
        aside = room.aside_scores(self.token, [*self._tokens, *self._aside, *coasts.values()])
        best: tuple[float, int, int, int] | None = None
        grid = room.grid
        first = np.argsort(-units, kind="stable")[:CANDIDATES]
        named = np.argsort(-labels, kind="stable")[: 2 * CANDIDATES]
        for u in first.tolist():
            away = np.hypot(*(grid - grid[u]).T)
            stand = aside + 6 * np.minimum(away - APART * self.token, 0) - 0.09 * away
            gap = _gap(grid[named], grid[u], self.token)
            near = labels[named] + np.where(gap < 1, (gap - 1) * 4, 0) - 0.09 * np.maximum(0, gap - 8)
            d, k = int(stand.argmax()), int(near.argmax())
            score = float(units[u] + near[k] + 0.5 * stand[d])
            if best is None or score > best[0]:
                best = score, u, int(named[k]), d
        assert best is not None
        _, u, k, _ = best
        away = np.hypot(*(grid - grid[u]).T)
        stand = aside + 6 * np.minimum(away - APART * self.token, 0) - 0.09 * away
        stand = stand + 0.5 * np.minimum(_gap(grid, grid[k], self.token), 0)
        dislodged = _tenths(grid[int(stand.argmax())])
        center = _tenths(grid[room.mark(grid[u], grid[k], self.token)]) if wishes.centered else None
        unit = _tenths(grid[u])
        self._tokens += [unit, *coasts.values()]
        self._aside.append(dislodged)
        return Places(unit, _tenths(grid[k]), dislodged, center, coasts)

    def aside(self, shape: BaseGeometry, stands: list[Point], label: Point) -> Point:
        """Where a dislodged unit stands in a province whose other points are given."""
        room = _Room(shape, self._islets, self._legend, self.token)
        away = np.min([np.hypot(*(room.grid - np.array(stand)).T) for stand in stands], axis=0)
        first = np.hypot(*(room.grid - np.array(stands[0])).T)
        score = room.aside_scores(self.token, []) + 6 * np.minimum(away - APART * self.token, 0) - 0.09 * first
        score = score + 0.5 * np.minimum(_gap(room.grid, np.array(label), self.token), 0)
        return _tenths(room.grid[int(score.argmax())])

    def _inward(self, shape: BaseGeometry, spot: np.ndarray) -> Point:
        """The point nearest to a spot from which a token hardly hangs over the border."""
        for inset in (0.9 * self.token, 0.6 * self.token, 0.3 * self.token):
            core = shape.buffer(-inset)
            if not core.is_empty:
                return _tenths(np.array(nearest_points(core, Dot(spot))[0].coords[0]))
        return _tenths(np.array(shape.representative_point().coords[0]))


class _Room:
    """A grid of points in a province and how much room each has."""

    def __init__(self, shape: BaseGeometry, islets: BaseGeometry, legend: BaseGeometry | None, token: float) -> None:
        x0, y0, x1, y1 = shape.bounds
        self.size = float(np.sqrt(shape.area))
        step = max(2.0, self.size / 34)
        xs, ys = np.meshgrid(np.arange(x0 + 0.6, x1, step), np.arange(y0 + 0.6, y1, step))
        grid = np.round(np.column_stack([xs.ravel(), ys.ravel()]), 1)
        shapely.prepare(shape)
        edge = cKDTree(shapely.get_coordinates(shapely.segmentize(shape.boundary, 1.0)))
        clear = edge.query(grid)[0]
        inside = shapely.contains(shape, shapely.points(grid)) & (clear > 0.8)
        if legend is not None:
            off = inside & ~shapely.contains(legend.buffer(token * 1.2), shapely.points(grid))
            inside = off if off.sum() > 8 else inside
        if inside.any():
            self.grid, self.clear = grid[inside], clear[inside]
        else:
            self.grid = np.array(shape.representative_point().coords)
            self.clear = edge.query(self.grid)[0]
        self.shape, self.edge = shape, edge
        self.islet_clear = (
            np.full(len(self.grid), 99.0) if islets.is_empty else shapely.distance(islets, shapely.points(self.grid))
        )
        center = np.array(shape.centroid.coords[0])
        self.off_middle = np.hypot(*(self.grid - center).T) / self.size

    def unit_scores(self, token: float, others: np.ndarray, wish: np.ndarray | None) -> np.ndarray:
        free = self.clear - token
        score = 3 * np.minimum(free, 0) + 0.8 * np.clip(free, 0, 7) - 6 * self.off_middle**2
        score = score + np.minimum(self.islet_clear - token, 0)
        for other in others:
            score = score + 3 * np.minimum(np.hypot(*(self.grid - other).T) - 2.1 * token, 0)
        if wish is not None:
            score = score - 24 * np.hypot(*(self.grid - wish).T) / self.size
        return np.asarray(score)

    def label_scores(self, others: np.ndarray, token: float, wish: np.ndarray | None) -> np.ndarray:
        half = np.array(LABEL)
        corners = [half * sign for sign in ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (0, 1))]
        clear = np.full(len(self.grid), np.inf)
        for corner in corners:
            spots = shapely.points(self.grid + corner)
            away = self.edge.query(self.grid + corner)[0]
            clear = np.minimum(clear, np.where(shapely.contains(self.shape, spots), away, -away))
        score = 2 * np.minimum(clear, 0) + 1.4 * np.clip(clear, 0, 4) - 3 * self.off_middle**2
        score = score + 0.7 * np.minimum(self.islet_clear - half[0], 0)
        for other in others:
            score = score + 2 * np.minimum(_gap(self.grid, other, token), 0)
        if wish is not None:
            score = score - 30 * np.hypot(*(self.grid - wish).T) / self.size
        return np.asarray(score)

    def aside_scores(self, token: float, others: list[Point]) -> np.ndarray:
        score = 1.5 * np.minimum(self.clear - 0.9 * token, 0) + 0.3 * np.minimum(self.islet_clear - token, 0)
        for other in others:
            score = score + 2 * np.minimum(np.hypot(*(self.grid - np.array(other)).T) - APART * token, 0)
        return np.asarray(score)

    def mark(self, unit: np.ndarray, label: np.ndarray, token: float) -> int:
        to_unit = np.hypot(*(self.grid - unit).T) - token - MARK - 1
        to_label = _gap(self.grid, label, MARK) - 0.5
        score = 2 * np.minimum(self.clear - MARK - 1, 2) + 4 * np.minimum(to_unit, 0) + 4 * np.minimum(to_label, 0)
        return int((score - 0.05 * np.hypot(*(self.grid - label).T)).argmax())


def _gap(labels: np.ndarray, disc: np.ndarray, radius: float) -> np.ndarray:
    """The gap between the box of a name at each point and a disc, below 0 where they overlap."""
    away = np.abs(labels - disc) - np.array(LABEL) - radius
    return np.asarray(away.max(axis=1))


def _tenths(point: np.ndarray) -> Point:
    return round(float(point[0]), 1), round(float(point[1]), 1)


def shape_of(shapes: list[Shape]) -> BaseGeometry:
    """The area of a province."""
    whole = [Polygon(shape.outline, shape.holes) for shape in shapes]
    return shapely.union_all([part if part.is_valid else part.buffer(0) for part in whole])
