"""From places of a plan to points of its map."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from talleyrand.atlas.make.plan import Lens, Place, Plan, Projection

EARTH = 6371.0
"""Radius in km."""


class Projector:
    """Turns places into points: the projection, if the plan has one, and then its lenses."""

    def __init__(self, plan: Plan) -> None:
        self._projection = plan.projection
        self._lenses: list[tuple[np.ndarray, Lens]] = []
        for lens in plan.lenses:
            self._lenses.append((self.points([lens.at])[0], lens))

    def points(self, places: Iterable[Place] | np.ndarray) -> np.ndarray:
        """The points of many places, one a row."""
        flat = np.asarray(list(places) if not isinstance(places, np.ndarray) else places, float).reshape(-1, 2)
        points = flat if self._projection is None else _project(flat, self._projection)
        for center, lens in self._lenses:
            away = points - center
            with np.errstate(over="ignore"):
                fade = np.exp(-(away**2).sum(axis=1) / (2 * lens.radius**2))
            points = points + away * fade[:, None] * np.array([lens.across, lens.down])
        return points

    def point(self, place: Place) -> np.ndarray:
        """The point of one place."""
        found: np.ndarray = self.points([place])[0]
        return found

    def shape(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape moved from places to points."""
        return shapely.transform(shape, self.points)


def _project(places: np.ndarray, view: Projection) -> np.ndarray:
    lon0, lat0 = math.radians(view.center[0]), math.radians(view.center[1])
    lon, lat = np.radians(places[:, 0]) - lon0, np.radians(places[:, 1])
    cosine = math.sin(lat0) * np.sin(lat) + math.cos(lat0) * np.cos(lat) * np.cos(lon)
    chord = 2 * EARTH * np.sin(np.arccos(np.clip(cosine, -1, 1)) / 2)
    east = np.cos(lat) * np.sin(lon)
    north = math.cos(lat0) * np.sin(lat) - math.sin(lat0) * np.cos(lat) * np.cos(lon)
    course = np.arctan2(east, north)
    reach = view.compress * np.arcsinh(chord / view.compress)
    x = view.origin[0] + view.scale * reach * np.sin(course)
    y = view.origin[1] - view.scale * view.stretch * reach * np.cos(course)
    return np.column_stack([x, y])
