"""Borders as arcs between the points where three areas meet: found, drawn together into points, smoothed.

Every arc is smoothed once and used by both of its sides, so neighbours share their vertices exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

import numpy as np
import shapely
from scipy.ndimage import gaussian_filter1d
from shapely.geometry import LineString

from talleyrand.atlas.make.mosaic import GRID, OUTSIDE, Mosaic
from talleyrand.atlas.make.plan import Smooth
from talleyrand.atlas.make.rules import Demands

Vertex: TypeAlias = tuple[int, int]
STEP = 1.5
"""Distance of the points that smoothing works on."""
REACH = 24.0
"""How far along an arc the move of its end is felt."""
TOLERANCE = 0.22
ATTEMPTS = 9


@dataclass
class Arc:
    """A border from one vertex to another, with the labels to its left and right."""

    first: Vertex
    last: Vertex
    left: int
    right: int
    raw: np.ndarray
    kind: str
    scale: float = 1.0
    line: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)))

    @property
    def closed(self) -> bool:
        """Whether it goes round to where it began."""
        return self.first == self.last

    @property
    def pair(self) -> frozenset[int]:
        """The labels on its two sides."""
        return frozenset((self.left, self.right))


def make_arcs(mosaic: Mosaic, labels: np.ndarray, demands: Demands, smooth: Smooth) -> list[Arc]:
    """The borders of the labels, smoothed; none crosses another or itself."""
    arcs = _find(mosaic, labels, demands)
    for point in demands.plan.points:
        _contract(arcs, frozenset(demands.number[name] for name in point.touching))
    fixed: set[Vertex] = set()
    for attempt in range(ATTEMPTS):
        moves = _relaxed(arcs, fixed)
        for arc in arcs:
            arc.line = _rounded(_smoothed(arc, moves, smooth))
        bad = _tangled(arcs)
        if not bad:
            break
        for i in bad:
            arcs[i].scale = arcs[i].scale / 2 if attempt < ATTEMPTS - 4 else 0.0
            if attempt > 1:
                fixed |= {arcs[i].first, arcs[i].last}
    return arcs


def _find(mosaic: Mosaic, labels: np.ndarray, demands: Demands) -> list[Arc]:
    sides = np.append(labels, OUTSIDE)[mosaic.sides]
    border = np.flatnonzero(sides[:, 0] != sides[:, 1])
    at: dict[Vertex, list[tuple[int, bool]]] = {}
    ends = [(tuple(a), tuple(b)) for a, b in mosaic.ends.tolist()]
    for edge in border.tolist():
        at.setdefault(ends[edge][0], []).append((edge, True))
        at.setdefault(ends[edge][1], []).append((edge, False))
    used: set[int] = set()
    arcs: list[Arc] = []

    def walk(edge: int, forward: bool) -> None:
        left, right = sides[edge] if forward else sides[edge][::-1]
        first, here = ends[edge] if forward else ends[edge][::-1]
        points, guided, total = [first, here], 0.0, 0.0
        while True:
            used.add(edge)
            length = float(np.hypot(here[0] - points[-2][0], here[1] - points[-2][1]))
            total += length
            guided += length if mosaic.guided[edge] else 0.0
            following = [step for step in at[here] if step[0] not in used]
            if len(at[here]) != 2 or not following:
                break
            edge, forward = following[0]
            here = ends[edge][1] if forward else ends[edge][0]
            points.append(here)
        kind = _kind(int(left), int(right), demands, guided > 0.6 * total)
        arcs.append(Arc(points[0], points[-1], int(left), int(right), np.array(points, float) / GRID, kind))

    for vertex, steps in at.items():
        if len(steps) != 2:
            for edge, forward in steps:
                if edge not in used:
                    assert ends[edge][0 if forward else 1] == vertex
                    walk(edge, forward)
    for edge in border.tolist():
        if edge not in used:
            walk(edge, True)
    return arcs


def _kind(left: int, right: int, demands: Demands, guided: bool) -> str:
    if OUTSIDE in (left, right):
        return "frame"
    wet = bool(demands.wet[left]), bool(demands.wet[right])
    if wet[0] != wet[1]:
        return "coast"
    return "sea" if wet[0] else "guide" if guided else "land"


def _contract(arcs: list[Arc], pair: frozenset[int]) -> None:
    """Draw the one border of a pair together into a point on it, such that nothing crosses."""
    found = [arc for arc in arcs if arc.pair == pair and not arc.closed]
    if not found:
        return
    gone = max(found, key=lambda arc: LineString(arc.raw).length)
    length = LineString(gone.raw).length
    arcs.remove(gone)
    ends = [(arc, end) for arc in arcs for end in ("first", "last") if getattr(arc, end) in (gone.first, gone.last)]
    for share, reach in product((0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95), (2.0, 1.0, 4.0)):
        before, after = _split(gone.raw, length * share)
        spot = before[-1]
        raws = [
            _led(arc, end, gone, before if getattr(arc, end) == gone.first else after[::-1], reach) for arc, end in ends
        ]
        if not _cross([LineString(raw) for raw in raws], spot):
            break
    middle: Vertex = (round(spot[0] * GRID), round(spot[1] * GRID))
    for (arc, end), raw in zip(ends, raws, strict=True):
        arc.raw = raw
        setattr(arc, end, middle)


def _led(arc: Arc, end: str, gone: Arc, way: np.ndarray, reach: float) -> np.ndarray:
    """An arc whose end is led on to the end of ``way``: along it if both are coasts, or else by bending over."""
    raw = arc.raw if end == "last" else arc.raw[::-1]
    if arc.kind == "coast" and gone.kind == "coast":
        raw = np.vstack([raw, way[1:]])
    else:
        shift = way[-1] - raw[-1]
        raw = _moved(raw[::-1], shift, max(REACH, reach * float(np.hypot(*shift))))[::-1]
    return raw if end == "last" else raw[::-1]


def _cross(lines: list[LineString], spot: np.ndarray) -> bool:
    for i, line in enumerate(lines):
        if not line.is_simple:
            return True
        for other in lines[:i]:
            meet = shapely.get_coordinates(line.intersection(other))
            if any(np.hypot(*(point - spot)) > 0.05 for point in meet):
                return True
    return False


def _split(points: np.ndarray, at: float) -> tuple[np.ndarray, np.ndarray]:
    along = _along(points)
    middle = np.array([np.interp(at, along, points[:, axis]) for axis in (0, 1)])
    cut = int(np.searchsorted(along, at))
    return np.vstack([points[:cut], middle]), np.vstack([middle, points[cut:]])


def _along(points: np.ndarray) -> np.ndarray:
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])


def _resampled(points: np.ndarray) -> np.ndarray:
    along = _along(points)
    at = np.linspace(0, along[-1], max(2, round(along[-1] / STEP) + 1))
    return np.column_stack([np.interp(at, along, points[:, axis]) for axis in (0, 1)])


def _moved(points: np.ndarray, shift: np.ndarray, reach: float) -> np.ndarray:
    """The line with its first point moved, and the rest less and less."""
    fine = _resampled(points)
    weight = np.clip(1 - _along(fine) / reach, 0, 1)
    weight[-1] = 0.0
    moved: np.ndarray = fine + weight[:, None] * shift
    return moved


def _relaxed(arcs: list[Arc], fixed: set[Vertex]) -> dict[Vertex, np.ndarray]:
    """How far each vertex amid land, or amid water, moves so that the borders meeting there run smoothly into it."""
    at: dict[Vertex, list[tuple[Arc, bool]]] = {}
    for arc in arcs:
        at.setdefault(arc.first, []).append((arc, True))
        at.setdefault(arc.last, []).append((arc, False))
    moves = {}
    for vertex, meeting in at.items():
        kinds = {arc.kind for arc, _ in meeting}
        if vertex in fixed or len(meeting) < 3 or kinds not in ({"land"}, {"sea"}):
            continue
        spots = []
        for arc, forward in meeting:
            raw = arc.raw if forward else arc.raw[::-1]
            along = _along(raw)
            spots.append([np.interp(min(14.0, along[-1] / 2), along, raw[:, axis]) for axis in (0, 1)])
        moves[vertex] = 0.7 * (np.mean(spots, axis=0) - np.array(vertex) / GRID)
    return moves


def _smoothed(arc: Arc, moves: dict[Vertex, np.ndarray], smooth: Smooth) -> np.ndarray:
    if arc.kind == "frame":
        return np.array(LineString(arc.raw).simplify(0.01).coords)
    points = arc.raw
    for vertex, flip in ((arc.first, 1), (arc.last, -1)):
        if vertex in moves and not arc.closed:
            points = _moved(points[::flip], moves[vertex], REACH)[::flip]
    if arc.scale == 0:
        return points
    fine = _resampled(points)
    length = float(_along(fine)[-1])
    sigma = getattr(smooth, arc.kind) * arc.scale
    if arc.closed:
        sigma = min(sigma, length / 12) / STEP
        round_ = gaussian_filter1d(fine[:-1], sigma, axis=0, mode="wrap") if len(fine) > 8 else fine[:-1]
        fine = np.vstack([round_, round_[:1]])
    elif len(fine) > 3:
        sigma = min(sigma, length / 5) / STEP
        fine = _smoothed_open(fine, sigma) if sigma > 0.3 else fine
    return np.array(LineString(fine).simplify(TOLERANCE).coords)


def curved(points: np.ndarray) -> np.ndarray:
    """A line through few points as a smooth one with the same ends."""
    fine = _resampled(points)
    if len(fine) < 4:
        return points
    sigma = min(8.0, float(_along(fine)[-1]) / 8) / STEP
    return np.array(LineString(_smoothed_open(fine, sigma)).simplify(TOLERANCE).coords)


def _smoothed_open(points: np.ndarray, sigma: float) -> np.ndarray:
    """Smoothed with its ends where they are: mirrored through them first."""
    reach = min(int(4 * sigma) + 1, len(points) - 1)
    head = 2 * points[0] - points[reach:0:-1]
    tail = 2 * points[-1] - points[-2 : -reach - 2 : -1]
    soft = gaussian_filter1d(np.vstack([head, points, tail]), sigma, axis=0)[reach : reach + len(points)]
    soft[0], soft[-1] = points[0], points[-1]
    return np.asarray(soft)


def _rounded(points: np.ndarray) -> np.ndarray:
    tenths = np.round(points, 1) + 0.0
    keep = np.concatenate([[True], (np.diff(tenths, axis=0) != 0).any(axis=1)])
    return tenths[keep] if keep.sum() > 1 else tenths[[0, -1]]


def _tangled(arcs: list[Arc]) -> set[int]:
    """The arcs that cross themselves, or meet another elsewhere than at a common end."""
    lines = [LineString(arc.line) for arc in arcs]
    bad = {i for i, line in enumerate(lines) if not line.is_simple}
    tree = shapely.STRtree(lines)
    for i, j in zip(*tree.query(lines, predicate="intersects"), strict=True):
        if i >= j:
            continue
        common = {tuple(arcs[i].line[k]) for k in (0, -1)} & {tuple(arcs[j].line[k]) for k in (0, -1)}
        meet = shapely.get_coordinates(lines[i].intersection(lines[j]))
        if any(all(np.hypot(x - c[0], y - c[1]) > 1e-6 for c in common) for x, y in meet):
            bad |= {int(i), int(j)}
    return bad
