"""The real coastline: countries as polygons, and the borders between them, in degrees."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from talleyrand.atlas.make.plan import Pair

Window: TypeAlias = tuple[float, float, float, float]


@cache
def _data() -> Mapping[str, Any]:
    text = files("talleyrand.atlas.make").joinpath("data", "coastline.json").read_text(encoding="utf-8")
    document: Mapping[str, Any] = json.loads(text)
    return document


@cache
def _arcs() -> tuple[np.ndarray, ...]:
    step = _data()["step"]
    return tuple(np.cumsum(np.array(flat, float).reshape(-1, 2), axis=0) * step for flat in _data()["arcs"])


def _ring(numbers: list[int]) -> np.ndarray:
    arcs = _arcs()
    parts = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers]
    ring = np.vstack([parts[0], *(part[1:] for part in parts[1:])])
    turns = np.cumsum(np.round(np.diff(ring[:, 0]) / 360))
    ring[1:, 0] -= 360 * turns
    return ring


def land_in(window: Window) -> BaseGeometry:
    """All land in a window of degrees (west, south, east, north)."""
    polygons = []
    for pieces in _data()["countries"].values():
        for outer, *holes in pieces:
            rings = [_ring(hole) for hole in holes]
            shape = Polygon(_ring(outer), [ring for ring in rings if len(ring) > 3])
            polygons.append(shape if shape.is_valid else shape.buffer(0))
    return shapely.union_all(polygons, grid_size=0.001).intersection(shapely.box(*window))


def borders(pairs: list[Pair]) -> list[LineString]:
    """The border between each pair of countries, as many lines as it has; a country that is unknown has none."""
    users: dict[int, set[str]] = {}
    for name, pieces in _data()["countries"].items():
        for piece in pieces:
            for ring in piece:
                for number in ring:
                    users.setdefault(~number if number < 0 else number, set()).add(name)
    wanted = {frozenset(pair) for pair in pairs}
    return [LineString(_arcs()[number]) for number, names in users.items() if frozenset(names) in wanted]


def countries() -> tuple[str, ...]:
    """The names that ``borders`` knows."""
    return tuple(_data()["countries"])
