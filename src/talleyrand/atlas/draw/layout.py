"""Where things stand at one size: tokens, marks of centres, names, and units driven out; none upon another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from talleyrand.atlas.draw.terrain import LAND, Terrain
from talleyrand.atlas.draw.text import BOLD, ITALIC, text_width
from talleyrand.atlas.geometry import Point
from talleyrand.board.board import Board
from talleyrand.board.unit import Location, ProvinceId

_WIDE, _HIGH = 1.22, 0.98
"""Half width and half height that a token takes up, in radii."""
_SMALLER = (0.88, 0.78)
"""What a name is made smaller by that has no room in its province."""
_LESS = 20.0
"""The cost of a name made smaller, for the whole of its size."""
_EASY = 1.0
"""Up to which cost on the best place of a name is so good that none has to be smaller."""
_CRAMPED = 9.0
"""From which cost on the best place of a name is no good one, and its small text is left out."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its middle."""

    x: float
    y: float
    half_width: float
    half_height: float

    def overlap(self, other: Box) -> float:
        """The shared part, as a share of the smaller of the two."""
        wide = self.half_width + other.half_width - abs(self.x - other.x)
        high = self.half_height + other.half_height - abs(self.y - other.y)
        if wide <= 0 or high <= 0:
            return 0.0
        wide = min(wide, 2 * self.half_width, 2 * other.half_width)
        high = min(high, 2 * self.half_height, 2 * other.half_height)
        smaller = min(self.half_width * self.half_height, other.half_width * other.half_height)
        return wide * high / (4 * smaller)


@dataclass(frozen=True, slots=True)
class Label:
    """A province's name: its lines, each with its size, and the box they fill."""

    province: ProvinceId
    lines: tuple[tuple[str, float], ...]
    box: Box
    water: bool
    full: float
    """Half the height at full size; a name in a narrow place is smaller."""


@dataclass(frozen=True)
class Layout:
    """Places and sizes for one size of display, in the map's units.

    ``unit`` is the length that everything is drawn by; ``size`` how many times larger than usual tokens and names are.
    """

    unit: float
    size: float
    token: float
    font: float
    mark: float
    spots: Mapping[Location, Point]
    marks: Mapping[ProvinceId, Point]
    labels: Mapping[ProvinceId, Label]
    aside: Mapping[Location, Sequence[tuple[float, Point]]]
    """Places for a unit driven out of each place, with what speaks against them, the best first."""
    options: Mapping[ProvinceId, Sequence[tuple[float, Box]]]
    """Other places for each name, the best first."""

    def spot(self, place: Location) -> Point | None:
        """Where a unit in a place stands; that of the province where the coast has no place of its own."""
        return self.spots.get(place) or self.spots.get(Location(place.province))


def lay_out(
    terrain: Terrain, board: Board, size: float, words: Mapping[ProvinceId, tuple[str, str]], badges: bool = False
) -> Layout:
    """Place everything; ``words`` has a large and a small text for each province, ``badges`` says tokens carry one."""
    unit = terrain.geometry.token / 13
    token = terrain.geometry.token * min(size, 1 + (size - 1) * 0.5)
    long = any(len(large) > 5 for large, _ in words.values())
    font, mark = (11.4 if long else 13.5) * unit * size, 5.4 * unit * min(size, 1 + (size - 1) * 0.5)
    spots = _spots(terrain, board)
    more = 0.2 * token if badges else 0.0
    taken = {
        place: Box(x + more, y + more, _WIDE * token + more, _HIGH * token + more) for place, (x, y) in spots.items()
    }
    scale = _Scale(terrain, unit * size, taken)
    marks = _marks(terrain, board, mark, token, spots, scale)
    labels, options = _labels(terrain, board, font, token, words, spots, marks, mark, scale)
    aside = _aside(terrain, token, spots, marks, labels, scale)
    return Layout(unit, size, token, font, mark, spots, marks, labels, aside, options)


@dataclass(frozen=True)
class _Scale:
    terrain: Terrain
    unit: float
    tokens: Mapping[Location, Box]

    def outside(self, box: Box, province: ProvinceId) -> float:
        """The share of a box that lies in another province or off the map."""
        own, grid = self.terrain.index[province], self.terrain.grid
        wide = 5 if box.half_width > box.half_height * 1.6 else 3
        land = self.terrain.kinds[province] == LAND
        misses = 0.0
        for row in (-0.85, 0.0, 0.85):
            y = box.y + row * box.half_height
            for column in range(wide):
                x = box.x + (2 * column / (wide - 1) - 1) * box.half_width
                here = grid.at(x, y)
                if here != own:
                    misses += 0.3 if land and here in self.terrain.wet else 1.0
        alone = misses > 0.29 * 3 * wide and self._strange(box, province)
        return misses / (3 * wide) + (1.5 if alone else 0.0)

    def _strange(self, box: Box, province: ProvinceId) -> bool:
        """No part of a box lies in the province."""
        own, grid = self.terrain.index[province], self.terrain.grid
        return not any(
            grid.at(box.x + column * box.half_width, box.y + row * box.half_height) == own
            for row in (-0.85, 0.0, 0.85)
            for column in (-1, -0.5, 0, 0.5, 1)
        )

    def framed(self, box: Box) -> bool:
        geometry = self.terrain.geometry
        edge = 2.5 * self.unit
        return (
            edge + box.half_width <= box.x <= geometry.width - edge - box.half_width
            and edge + box.half_height <= box.y <= geometry.height - edge - box.half_height
        )


def _spots(terrain: Terrain, board: Board) -> dict[Location, Point]:
    found: dict[Location, Point] = {}
    for key, name in terrain.names.items():
        drawing = terrain.geometry.provinces[name]
        found[Location(key)] = drawing.unit
        coasts = {coast.upper(): point for coast, point in drawing.coasts.items()}
        for coast in board.provinces[key].coasts:
            if coast in coasts:
                found[Location(key, coast)] = coasts[coast]
    return found


def _near(boxes: Iterable[Box], point: Point, reach: float) -> list[Box]:
    x, y = point
    return [b for b in boxes if abs(b.x - x) < reach + b.half_width and abs(b.y - y) < reach + b.half_height]


def _around(point: Point, distance: float, count: int) -> Iterator[Point]:
    for step in range(count):
        angle = 2 * math.pi * step / count
        yield point[0] + distance * math.cos(angle), point[1] + distance * math.sin(angle)


def _marks(
    terrain: Terrain, board: Board, mark: float, token: float, spots: Mapping[Location, Point], scale: _Scale
) -> dict[ProvinceId, Point]:
    found: dict[ProvinceId, Point] = {}
    boxes: list[Box] = []
    for key, name in terrain.names.items():
        if not board.provinces[key].center:
            continue
        unit = spots[Location(key)]
        drawing = terrain.geometry.provinces[name]
        wish = drawing.center or (unit[0], unit[1] - token - 1.6 * mark)
        reach = token + mark
        candidates = [wish]
        for distance in (1.12, 1.3, 1.7, 2.3):
            candidates += _around(unit, reach * distance, 16)
        for point in drawing.coasts.values():
            candidates += _around(point, reach * 1.15, 12)
        near = _near([*scale.tokens.values(), *boxes], unit, 4.5 * reach)
        best, least = wish, math.inf
        for spot in candidates:
            box = Box(*spot, mark * 1.1, mark * 1.1)
            cost = 0.02 * math.dist(spot, wish) / scale.unit
            cost += 0 if scale.framed(box) else 60
            cost += 40 * scale.outside(box, key)
            cost += sum(50 * box.overlap(other) for other in near)
            if cost < least:
                best, least = spot, cost
            if least < 0.001:
                break
        found[key] = best
        boxes.append(Box(*best, mark * 1.1, mark * 1.1))
    return found


def _labels(
    terrain: Terrain,
    board: Board,
    font: float,
    token: float,
    words: Mapping[ProvinceId, tuple[str, str]],
    spots: Mapping[Location, Point],
    marks: Mapping[ProvinceId, Point],
    mark: float,
    scale: _Scale,
) -> tuple[dict[ProvinceId, Label], dict[ProvinceId, list[tuple[float, Box]]]]:
    found: dict[ProvinceId, Label] = {}
    stars = [Box(*point, mark * 1.1, mark * 1.1) for point in marks.values()]
    options: dict[ProvinceId, list[tuple[float, Box]]] = {}
    for key in terrain.names:
        for text in _fewer(words.get(key, ("", ""))):
            lines = _lines(text, font, terrain.kinds[key] != LAND)
            if not lines:
                break
            water = terrain.kinds[key] != LAND
            half_width = max(_width(line, water) for line in lines) / 2 + 0.6 * scale.unit
            half_height = _height(lines) / 2 + 0.8 * scale.unit
            drawing = terrain.geometry.provinces[terrain.names[key]]
            whole = Box(*drawing.label, half_width, half_height)
            found[key] = Label(key, lines, whole, water, half_height)
            options[key] = _options(whole, key, spots, token, stars, scale)
            for share in _SMALLER if options[key][0][0] > _EASY else ():
                less = replace(whole, half_width=half_width * share, half_height=half_height * share)
                tried = _options(less, key, spots, token, stars, scale)
                options[key] += [(cost + _LESS * (1 - share), box) for cost, box in tried]
            options[key].sort(key=lambda entry: entry[0])
            if options[key][0][0] < _CRAMPED:
                break
    for _ in range(3):
        changed = False
        for key, label in found.items():
            others = [other.box for name, other in found.items() if name != key]
            near = _near(others, (label.box.x, label.box.y), 7 * token + label.box.half_width)
            least, best = math.inf, label.box
            for cost, box in options[key]:
                if cost >= least:
                    break
                cost += sum(70 * box.overlap(other) for other in near)
                if cost < least:
                    least, best = cost, box
            if best != label.box:
                found[key] = replace(label, box=best)
                changed = True
        if not changed:
            break
    return found, options


def _fewer(text: tuple[str, str]) -> list[tuple[str, str]]:
    """The words of a name, and then those alone that it cannot do without."""
    return [text, (text[0], "")] if all(text) else [text]


def _options(
    wish: Box, key: ProvinceId, spots: Mapping[Location, Point], token: float, stars: Sequence[Box], scale: _Scale
) -> list[tuple[float, Box]]:
    """Places for a name, the best first, other names aside."""
    unit = spots[Location(key)]
    down, across = _HIGH * token + wish.half_height + scale.unit, _WIDE * token + wish.half_width + scale.unit
    points = [(wish.x, wish.y)]
    for near in (0.0, 0.35, 0.8):
        low, side = down + near * token, across + near * token
        points += [
            (unit[0], unit[1] + low),
            (unit[0], unit[1] - low),
            (unit[0] + side, unit[1]),
            (unit[0] - side, unit[1]),
        ]
        for shift in (-0.9, -0.5, 0.5, 0.9):
            points += [(unit[0] + shift * side, unit[1] + low), (unit[0] + shift * side, unit[1] - low)]
            points += [(unit[0] + side, unit[1] + shift * low), (unit[0] - side, unit[1] + shift * low)]
    step = 1.3 * token
    for row in range(-4, 5):
        points += [(unit[0] + column * step, unit[1] + row * step) for column in range(-4, 5)]
    reach = 7.5 * token + wish.half_width
    tokens = _near(scale.tokens.values(), unit, reach)
    own = scale.tokens[Location(key)]
    near_stars = _near(stars, unit, reach)
    rated = []
    for point in points:
        box = replace(wish, x=point[0], y=point[1])
        if not scale.framed(box):
            continue
        cost = 0.012 * math.dist(point, (wish.x, wish.y)) / scale.unit
        cost += 0.02 * max(0.0, math.dist(point, unit) - down) / scale.unit
        cost += 45 * scale.outside(box, key)
        cost += sum((60 if other is not own else 35) * box.overlap(other) for other in tokens)
        cost += sum(45 * box.overlap(star) for star in near_stars)
        rated.append((cost, box))
    rated.sort(key=lambda entry: entry[0])
    return rated or [(0.0, wish)]


def _lines(words: tuple[str, str], font: float, water: bool) -> tuple[tuple[str, float], ...]:
    large, small = words
    lines = [(part, font) for part in _wrapped(large, font, water)] if large else []
    if small:
        lines += [(part, font * 0.66) for part in _wrapped(small, font * 0.66, water)]
    return tuple(lines)


def _wrapped(text: str, font: float, water: bool) -> list[str]:
    """A long name on two or three lines of like length."""
    parts = text.split()
    if len(parts) == 1 or text_width(text, font, ITALIC if water else BOLD) < 5 * font:
        return [" ".join(parts)]
    rows = 2 if len(text) < 22 else 3
    lines: list[str] = []
    most = max(len(text) / rows, max(map(len, parts)))
    for part in parts:
        if lines and len(lines[-1]) + len(part) / 2 < most:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines


def _width(line: tuple[str, float], water: bool) -> float:
    return text_width(line[0], line[1], ITALIC if water else BOLD)


def _height(lines: Sequence[tuple[str, float]]) -> float:
    return sum(size for _, size in lines) * 1.02 - lines[-1][1] * 0.28


def _aside(
    terrain: Terrain,
    token: float,
    spots: Mapping[Location, Point],
    marks: Mapping[ProvinceId, Point],
    labels: Mapping[ProvinceId, Label],
    scale: _Scale,
) -> dict[Location, list[tuple[float, Point]]]:
    """Where a unit driven out of each place may stand: beside it, in the province if there is room."""
    found = {}
    stars = [Box(*point, token * 0.4, token * 0.4) for point in marks.values()]
    names = [label.box for label in labels.values()]
    for place, spot in spots.items():
        drawing = terrain.geometry.provinces[terrain.names[place.province]]
        wish = drawing.dislodged or (spot[0] + token, spot[1] - token)
        toward = math.atan2(wish[1] - drawing.unit[1], wish[0] - drawing.unit[0])
        others = list(scale.tokens.values())
        reach = 4 * token
        near = [(_near(others, spot, reach), 45), (_near(stars, spot, reach), 25), (_near(names, spot, reach), 35)]
        rated: list[tuple[float, Point]] = []
        own = terrain.index[place.province]
        for step in range(24):
            angle = toward + 2 * math.pi * step / 24
            for distance in (1.7, 2.1, 2.45, 3.0):
                x, y = spot[0] + distance * token * math.cos(angle), spot[1] + distance * token * math.sin(angle)
                box = Box(x, y, token * 1.05, token * 0.85)
                cost = 30 * scale.outside(box, place.province) + 3 * abs(distance - 2.1)
                cost += 0 if terrain.grid.at(x, y) == own else 12
                cost += 0 if scale.framed(box) else 80
                cost += 0.6 * abs(math.remainder(angle - toward, 2 * math.pi))
                cost += sum(weight * box.overlap(other) for boxes, weight in near for other in boxes)
                rated.append((cost, (x, y)))
        found[place] = sorted(rated)
    return found
