"""A board for a variant that nobody has drawn: a disc for each province, a line for each adjacency.

Made from the adjacency alone, the same every time; where ``map.json`` says where provinces lie on the globe, they lie
that way round.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from talleyrand.atlas.geometry import Area, Geometry, Line, Point, ProvinceDrawing, Shape
from talleyrand.board.board import Board
from talleyrand.board.unit import Location, ProvinceId, UnitKind
from talleyrand.variants.schema import MapFile
from talleyrand.variants.sources import MAP, read_file
from talleyrand.variants.variant import Variant

RADIUS = 42.0
"""Of a province's disc; a token of 13 with its name and its centre's mark fits in."""
GAP = 34.0
"""The least room between two discs, so that a line between them can be seen."""
MARGIN = 30.0
_TOKEN = 13.0
_CORNERS = 36
_LINK = 150.0
"""The length an adjacency would like to have."""

Places: TypeAlias = dict[ProvinceId, Point]


def schematic_geometry(variant: Variant) -> Geometry:
    """A drawable map of any variant; never fails, whatever the graph is like."""
    board = variant.board
    everyone = frozenset(board.provinces)
    near = {province: frozenset(board.graph.touching(province) & everyone) for province in board.provinces}
    places, width, height = _framed(_laid_out(tuple(sorted(near.items())), tuple(sorted(_globe(variant).items()))))
    rings = {province: _disc(point) for province, point in places.items()}
    return Geometry(
        format=1,
        width=width,
        height=height,
        attribution="Schematic board: brown lines for armies, blue for fleets, dark for both.",
        provinces={province.lower(): _drawing(board, province, places, rings[province]) for province in sorted(rings)},
        areas=[Area("", "water", [Shape(_frame(width, height), [ring[::-1] for ring in rings.values()])])],
        lines=list(_links(board, places)),
        token=_TOKEN,
    )


def _globe(variant: Variant) -> Places:
    """Where provinces lie on the globe, if the map says so for each."""
    if variant.folder is None:
        return {}
    found, faults = read_file(variant.folder / MAP, MapFile)
    if found is None or faults:
        return {}
    given = {entry.id.upper(): entry.lonlat for entry in found.provinces if entry.lonlat is not None}
    every = variant.board.provinces.keys()
    return {province: given[province] for province in every} if given.keys() >= every else {}


@lru_cache(maxsize=16)
def _laid_out(
    near: tuple[tuple[ProvinceId, frozenset[ProvinceId]], ...], globe: tuple[tuple[ProvinceId, Point], ...]
) -> tuple[tuple[ProvinceId, Point], ...]:
    names = [name for name, _ in near]
    number = {name: index for index, name in enumerate(names)}
    edges = sorted({tuple(sorted((number[one], number[other]))) for one, others in near for other in others})
    links = [(one, other) for one, other in edges if one != other]
    if globe:
        spots = _projected([point for _, point in globe], links)
    else:
        spots = _level(_stressed(_distances(len(names), links)))
    return tuple(zip(names, _parted(spots, links), strict=True))


def _distances(count: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Steps from each to each; what cannot be reached lies a little further than all that can."""
    near: list[list[int]] = [[] for _ in range(count)]
    for one, other in links:
        near[one].append(other)
        near[other].append(one)
    table = []
    for start in range(count):
        row = [-1] * count
        row[start], wave, steps = 0, [start], 0
        while wave:
            steps += 1
            following = []
            for here in wave:
                for there in near[here]:
                    if row[there] < 0:
                        row[there] = steps
                        following.append(there)
            wave = following
        table.append(row)
    far = max((max(row) for row in table), default=0) + 1
    return [[far if steps < 0 else steps for steps in row] for row in table]


def _stressed(steps: Sequence[Sequence[int]]) -> list[Point]:
    """Places whose distances are as near to the steps as they get: stress, reduced pair by pair with a falling rate."""
    count = len(steps)
    dice = random.Random(7)
    xs = [_LINK * count / 8 * math.cos(2 * math.pi * i / max(1, count)) for i in range(count)]
    ys = [_LINK * count / 8 * math.sin(2 * math.pi * i / max(1, count)) for i in range(count)]
    pairs = [(i, j) for i in range(count) for j in range(i)]
    longest = max((steps[i][j] for i, j in pairs), default=1)
    rounds = 60
    for turn in range(rounds):
        rate = longest**2 * (0.05 / longest**2) ** (turn / (rounds - 1))
        dice.shuffle(pairs)
        for i, j in pairs:
            wanted = steps[i][j]
            dx, dy = xs[i] - xs[j], ys[i] - ys[j]
            apart = math.hypot(dx, dy) or 1e-6
            pull = min(1.0, rate / wanted**2) * (apart - wanted * _LINK) / apart / 2
            xs[i] -= pull * dx
            ys[i] -= pull * dy
            xs[j] += pull * dx
            ys[j] += pull * dy
    return list(zip(xs, ys, strict=True))


def _level(spots: list[Point]) -> list[Point]:
    """Turned so that the board is wider than high."""
    if not spots:
        return spots
    mx, my = (math.fsum(axis) / len(spots) for axis in zip(*spots, strict=True))
    xx = math.fsum((x - mx) ** 2 for x, _ in spots)
    yy = math.fsum((y - my) ** 2 for _, y in spots)
    xy = math.fsum((x - mx) * (y - my) for x, y in spots)
    turn = -math.atan2(2 * xy, xx - yy) / 2
    cos, sin = math.cos(turn), math.sin(turn)
    return [((x - mx) * cos - (y - my) * sin, (x - mx) * sin + (y - my) * cos) for x, y in spots]


def _projected(globe: list[Point], links: Sequence[tuple[int, int]]) -> list[Point]:
    """Longitude and latitude as a plane, at a scale where neighbours lie a link apart."""
    middle = math.radians(math.fsum(lat for _, lat in globe) / len(globe))
    spots = [(lon * math.cos(middle), -lat) for lon, lat in globe]
    spans = sorted(math.dist(spots[one], spots[other]) for one, other in links)
    scale = _LINK / (spans[len(spans) // 2] if spans and spans[len(spans) // 2] > 0 else 1.0)
    return [(x * scale, y * scale) for x, y in spots]


def _parted(spots: list[Point], links: Sequence[tuple[int, int]]) -> list[Point]:
    """Pushed apart until no disc lies on another, nor on a line that does not concern it."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    count = len(spots)
    least, free = 2 * RADIUS + GAP, RADIUS + 9
    for turn in range(260):
        moved = False
        for i in range(count):
            for j in range(i):
                dx, dy = xs[i] - xs[j], ys[i] - ys[j]
                if abs(dx) >= least or abs(dy) >= least:
                    continue
                apart = math.hypot(dx, dy)
                if apart < least - 0.5:
                    if apart < 1e-6:
                        dx, dy, apart = math.cos(i), math.sin(i), 1.0
                    push = (least - apart) / apart * 0.5
                    xs[i], ys[i], xs[j], ys[j] = (
                        xs[i] + dx * push,
                        ys[i] + dy * push,
                        xs[j] - dx * push,
                        ys[j] - dy * push,
                    )
                    moved = True
        if turn < 220:
            moved |= _off_the_lines(xs, ys, links, free)
        if not moved:
            break
    return list(zip(xs, ys, strict=True))


def _off_the_lines(xs: list[float], ys: list[float], links: Sequence[tuple[int, int]], free: float) -> bool:
    moved = False
    for one, other in links:
        ax, ay = xs[one], ys[one]
        bx, by = xs[other] - ax, ys[other] - ay
        size = bx * bx + by * by
        low_x, high_x = min(0.0, bx) - free, max(0.0, bx) + free
        low_y, high_y = min(0.0, by) - free, max(0.0, by) + free
        for k in range(len(xs)):
            px, py = xs[k] - ax, ys[k] - ay
            if not (low_x < px < high_x and low_y < py < high_y) or k in (one, other) or not size:
                continue
            along = (px * bx + py * by) / size
            if not 0.0 < along < 1.0:
                continue
            dx, dy = px - along * bx, py - along * by
            apart = math.hypot(dx, dy)
            if apart < free - 0.5:
                if apart < 1e-6:
                    dx, dy, apart = -by, bx, math.sqrt(size)
                push = (free - apart) / apart * 0.3 if apart > 1 else free * 0.3
                xs[k] += dx * push
                ys[k] += dy * push
                for end in (one, other):
                    xs[end] -= dx * push / 2
                    ys[end] -= dy * push / 2
                moved = True
    return moved


def _framed(spots: Sequence[tuple[ProvinceId, Point]]) -> tuple[Places, float, float]:
    """Moved into a frame that fits."""
    edge = RADIUS + MARGIN
    if not spots:
        return {}, 2 * edge, 2 * edge
    left, top = min(x for _, (x, _) in spots), min(y for _, (_, y) in spots)
    places = {name: (round(x - left + edge, 1), round(y - top + edge, 1)) for name, (x, y) in spots}
    width, height = (math.ceil(max(axis) + edge) for axis in zip(*places.values(), strict=True))
    return places, float(width), float(height)


def _disc(middle: Point) -> list[Point]:
    return [_round(middle, 2 * math.pi * corner / _CORNERS) for corner in range(_CORNERS)]


def _round(middle: Point, angle: float, radius: float = RADIUS) -> Point:
    return round(middle[0] + radius * math.cos(angle), 1), round(middle[1] + radius * math.sin(angle), 1)


def _frame(width: float, height: float) -> list[Point]:
    return [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]


def _drawing(board: Board, province: ProvinceId, places: Places, ring: list[Point]) -> ProvinceDrawing:
    x, y = places[province]
    unit, label, mark = (x, round(y - 6, 1)), (x, round(y + 20, 1)), (round(x - 26, 1), round(y - 16, 1))
    coasts = {coast.lower(): _round((x, y), angle, 27.0) for coast, angle in _coasts(board, province, places)}
    taken = (unit, label, mark, *coasts.values())
    aside = [_round((x, y), math.pi * (step - 4) / 16, 31.0) for step in range(32)]
    return ProvinceDrawing(
        shapes=[Shape(ring)],
        unit=unit,
        label=label,
        dislodged=max(aside, key=lambda point: min(math.dist(point, other) for other in taken)),
        center=mark if board.provinces[province].center else None,
        coasts=coasts,
    )


def _coasts(board: Board, province: ProvinceId, places: Mapping[ProvinceId, Point]) -> Iterator[tuple[str, float]]:
    """Each split coast of a province and the direction it looks in: that of the waters a fleet on it can go to."""
    x, y = places[province]
    coasts = board.provinces[province].coasts
    looks: list[tuple[float, str]] = []
    for index, coast in enumerate(coasts):
        near = {step.province for step in board.graph.steps(UnitKind.FLEET, Location(province, coast))} & places.keys()
        waters = {other for other in near if not board.provinces[other].is_land} or near
        dx = math.fsum(places[other][0] - x for other in waters)
        dy = math.fsum(places[other][1] - y for other in waters)
        looks.append((math.atan2(dy, dx) if (dx, dy) != (0, 0) else index * 2 * math.pi / len(coasts), coast))
    looks.sort()
    apart = min(1.9, 2 * math.pi / max(1, len(looks)))
    for number in range(1, len(looks)):
        angle = max(looks[number][0], looks[number - 1][0] + apart)
        looks[number] = (angle, looks[number][1])
    if len(looks) > 1 and looks[-1][0] - looks[0][0] > 2 * math.pi - apart:
        looks[0] = (looks[-1][0] - 2 * math.pi + apart, looks[0][1])
    for angle, coast in looks:
        yield coast, angle


def _links(board: Board, places: Places) -> Iterator[Line]:
    """A line for each adjacency, rim to rim, or from the side a split coast is on; its name says who may use it."""
    who: dict[tuple[Location, Location], set[str]] = {}
    for one, other in board.army_edges:
        who.setdefault(_in_order(Location(one), Location(other)), set()).add("armies")
    for start, end in board.fleet_edges:
        who.setdefault(_in_order(start, end), set()).add("fleets")
    looks = {
        Location(province, coast): angle
        for province, info in board.provinces.items()
        if info.coasts and province in places
        for coast, angle in _coasts(board, province, places)
    }
    for (start, end), units in sorted(who.items()):
        if start.province in places and end.province in places and start.province != end.province:
            points = [_rim(start, end, places, looks), _rim(end, start, places, looks)]
            if points[0] != points[1]:
                yield Line(points, 2.4, "link", " and ".join(sorted(units)))


def _in_order(one: Location, other: Location) -> tuple[Location, Location]:
    return (one, other) if one < other else (other, one)


def _rim(here: Location, there: Location, places: Places, looks: Mapping[Location, float]) -> Point:
    middle, aim = places[here.province], places[there.province]
    straight = math.atan2(aim[1] - middle[1], aim[0] - middle[0])
    if here not in looks:
        return _round(middle, straight)
    lean = (straight - looks[here] + math.pi) % (2 * math.pi) - math.pi
    return _round(middle, looks[here] + max(-0.8, min(0.8, lean)))
