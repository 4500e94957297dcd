"""Names on the map, moved aside where orders run over them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from talleyrand.atlas.draw.canvas import Canvas
from talleyrand.atlas.draw.curve import Line
from talleyrand.atlas.draw.layout import Box, Label
from talleyrand.atlas.draw.text import ITALIC, escape, text_width
from talleyrand.atlas.draw.tokens import Token
from talleyrand.atlas.geometry import Point
from talleyrand.board.unit import ProvinceId, UnitKind

_TRIED = 70


class Busy:
    """The parts of the map that orders run over, as cells of a grid."""

    def __init__(self, cell: float) -> None:
        self.cell = cell
        self.cells: set[tuple[int, int]] = set()

    def along(self, line: Line) -> None:
        """A line runs here."""
        cell, add = self.cell, self.cells.add
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            steps = int(math.hypot(bx - ax, by - ay) / cell) + 1
            for step in range(steps + 1):
                share = step / steps
                add((int((ax + (bx - ax) * share) // cell), int((ay + (by - ay) * share) // cell)))

    def around(self, spot: Point, radius: float) -> None:
        """Something round stands here."""
        cell = self.cell
        for row in range(int((spot[1] - radius) // cell), int((spot[1] + radius) // cell) + 1):
            for column in range(int((spot[0] - radius) // cell), int((spot[0] + radius) // cell) + 1):
                self.cells.add((column, row))

    def under(self, box: Box) -> int:
        """How many busy cells a box covers."""
        cell, cells = self.cell, self.cells
        columns = range(int((box.x - box.half_width) // cell), int((box.x + box.half_width) // cell) + 1)
        rows = range(int((box.y - box.half_height) // cell), int((box.y + box.half_height) // cell) + 1)
        return sum([(column, row) in cells for row in rows for column in columns])


def names(canvas: Canvas, busy: Busy, tokens: Iterable[Token]) -> str:
    """Every name, where it can be read, and the letters of split coasts on which no fleet stands."""
    labels = canvas.layout.labels
    boxes = {key: label.box for key, label in labels.items()}
    if busy.cells:
        hit = [key for key, box in boxes.items() if busy.under(box)]
        for key in hit:
            boxes[key] = _dodged(canvas, key, busy, boxes)
    written = "".join(_name(canvas, label, boxes[key]) for key, label in labels.items())
    return written + _coasts(canvas, busy, list(tokens), list(boxes.values()))


def _coasts(canvas: Canvas, busy: Busy, tokens: Sequence[Token], boxes: Sequence[Box]) -> str:
    size = canvas.layout.font * 0.8
    held = {token.unit.location for token in tokens if token.unit.kind is UnitKind.FLEET and not token.driven}
    near = [Box(*token.disc.middle, token.disc.rx, token.disc.ry) for token in tokens]
    near += [*boxes, *(Box(*spot, canvas.layout.mark, canvas.layout.mark) for spot in canvas.layout.marks.values())]
    written = []
    for place, (x, y) in canvas.layout.spots.items():
        if not place.coast or place in held:
            continue
        letters = place.coast.lower()
        box = Box(x, y, text_width(letters, size, ITALIC) / 2 + canvas.u, size * 0.42)
        reach = 3 * size + box.half_width
        close = [other for other in near if abs(other.x - x) < reach + other.half_width and abs(other.y - y) < 5 * size]
        chosen = box
        if _crowded(canvas, box, box, busy, close):
            spots = ((x, y), *(_beside((x, y), far * size, turn) for far in (1.2, 1.7, 2.3) for turn in range(12)))
            tried = [replace(box, x=across, y=down) for across, down in spots]
            chosen = min(tried, key=lambda one: _crowded(canvas, one, tried[0], busy, close))
        written.append(
            f'<text class="name on-water coast-name" data-coast="{escape(str(place))}" x="{chosen.x:.1f}" '
            f'y="{chosen.y + size * 0.3:.1f}" font-size="{size:.1f}">{escape(letters)}</text>'
        )
    return "".join(written)


def _beside(spot: Point, far: float, turn: int) -> Point:
    return spot[0] + far * math.cos(turn * math.pi / 6), spot[1] + far * math.sin(turn * math.pi / 6)


def _crowded(canvas: Canvas, box: Box, wish: Box, busy: Busy, near: Sequence[Box]) -> float:
    width, height = canvas.terrain.geometry.width, canvas.terrain.geometry.height
    off = not (box.half_width < box.x < width - box.half_width and box.half_height < box.y < height - box.half_height)
    return (
        math.dist((box.x, box.y), (wish.x, wish.y)) / (8 * canvas.u)
        + 4.0 * busy.under(box)
        + 100 * off
        + sum(70 * box.overlap(other) for other in near)
    )


def _dodged(canvas: Canvas, key: ProvinceId, busy: Busy, boxes: dict[ProvinceId, Box]) -> Box:
    own = boxes[key]
    reach = 8 * canvas.layout.token
    near = [
        box for name, box in boxes.items() if name != key and abs(box.x - own.x) < reach and abs(box.y - own.y) < reach
    ]
    best, least = own, math.inf
    for cost, box in canvas.layout.options.get(key, ())[:_TRIED]:
        if cost >= least:
            break
        cost += 4.0 * busy.under(box)
        if cost < least:
            cost += sum(70 * box.overlap(other) for other in near)
        if cost < least:
            best, least = box, cost
    return best


def _name(canvas: Canvas, label: Label, box: Box) -> str:
    share = box.half_height / label.full
    y = box.y - box.half_height + 0.8 * share * canvas.layout.unit * canvas.layout.size
    drawn = []
    style = "name on-water" if label.water else "name"
    for place, (text, whole) in enumerate(label.lines):
        size = whole * share
        y += size * (0.75 if place == 0 else 1.02)
        small = " small" if whole < canvas.layout.font * 0.8 else ""
        drawn.append(
            f'<text class="{style}{small}" data-label="{escape(label.province)}" x="{box.x:.1f}" y="{y:.1f}" '
            f'font-size="{size:.1f}">{escape(text)}</text>'
        )
    return "".join(drawn)
