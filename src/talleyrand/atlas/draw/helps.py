"""Supports and convoy orders: lines that end on what they help."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from talleyrand.atlas.draw.acts import Act, Fate
from talleyrand.atlas.draw.canvas import Canvas
from talleyrand.atlas.draw.curve import Disc, Line, at, bowed, heading, leave, part, reach
from talleyrand.atlas.draw.roads import Road
from talleyrand.atlas.draw.tokens import Token
from talleyrand.atlas.geometry import Point
from talleyrand.board.unit import Location, Unit
from talleyrand.orders.model import Convoy, Move, SupportHold, SupportMove


@dataclass(frozen=True, slots=True)
class Help:
    """A support or a convoy order as drawn."""

    act: Act
    line: Line
    on_road: bool
    """It ends on the shaft of a move."""
    ghost: Line = ()
    """The move that was helped but never came, where no road of it is drawn."""


def helps(canvas: Canvas, acts: Sequence[Act], tokens: Mapping[Unit, Token], roads: Mapping[Unit, Road]) -> list[Help]:
    """The lines of every support, and of convoy orders whose army passes elsewhere or not at all."""
    ends: list[Point] = []
    found = []
    for act in acts:
        if act.fate is Fate.IGNORED or act.unit is None or act.unit not in tokens:
            continue
        start = tokens[act.unit].disc
        match act.order:
            case SupportHold(_, target):
                made = _to_unit(canvas, act, start, target, tokens)
            case SupportMove(_, target, to):
                made = _to_move(canvas, act, start, target, to, tokens, roads, ends)
            case Convoy(_, army, to) if not carries(act, roads):
                made = _to_move(canvas, act, start, army, to, tokens, roads, ends)
            case _:
                continue
        if made is not None:
            ends.append(made.line[-1])
            found.append(made)
    return found


def carries(act: Act, roads: Mapping[Unit, Road]) -> bool:
    """The convoyed army's road passes through this fleet."""
    order = act.order
    if not isinstance(order, Convoy):
        return False
    road = roads.get(order.army)
    return road is not None and order.unit.province in road.waters


def _to_unit(canvas: Canvas, act: Act, start: Disc, target: Unit, tokens: Mapping[Unit, Token]) -> Help | None:
    aim = _disc(canvas, target, tokens)
    if aim is None:
        return None
    line = _clear(canvas, start, aim.middle, tokens, (act.unit, target))
    line = reach(leave(line, start, 1.5 * canvas.u), aim, 4.6 * canvas.u)
    return Help(act, line, False)


def _to_move(
    canvas: Canvas,
    act: Act,
    start: Disc,
    target: Unit,
    to: Location,
    tokens: Mapping[Unit, Token],
    roads: Mapping[Unit, Road],
    ends: Sequence[Point],
) -> Help | None:
    road = roads.get(target)
    if road is not None and isinstance(road.act.order, Move) and road.act.order.to.province == to.province:
        return Help(act, _to_road(canvas, act, start, road, tokens, ends), True)
    source, goal = _disc(canvas, target, tokens), canvas.layout.spot(to)
    if source is None or goal is None:
        return None
    ghost = leave(bowed(source.middle, goal, 0.0), source, 2 * canvas.u)
    if act.unit is not None and act.unit.province == to.province:
        ghost = reach(ghost, start, 2 * canvas.u)
    line = leave(_clear(canvas, start, at(ghost, 0.45), tokens, (act.unit, target)), start, 1.5 * canvas.u)
    return Help(act, line, True, ghost)


def _disc(canvas: Canvas, unit: Unit, tokens: Mapping[Unit, Token]) -> Disc | None:
    token = tokens.get(unit)
    if token is not None:
        return token.disc
    spot = canvas.layout.spot(unit.location)
    return Disc(*spot, canvas.layout.token, canvas.layout.token) if spot is not None else None


def _to_road(
    canvas: Canvas, act: Act, start: Disc, road: Road, tokens: Mapping[Unit, Token], ends: Sequence[Point]
) -> Line:
    """The best line to the shaft: short, across it rather than along, past no unit, and apart from other supports."""
    u = canvas.u
    best, least = None, math.inf
    near = _discs(tokens, (act.unit, road.act.unit), start, road.line)
    for share in (0.5, 0.38, 0.62, 0.27, 0.73) if not road.convoyed else (0.5, 0.15, 0.3, 0.7, 0.82):
        end = at(road.line, share)
        if start.holds(end, 5 * u):
            continue
        way = heading(road.line, share)
        dx, dy = end[0] - start.x, end[1] - start.y
        distance = math.hypot(dx, dy) or 1.0
        along = abs(way[0] * dx + way[1] * dy) / distance
        for place, bow in enumerate((0.0, 0.1, -0.1, 0.22, -0.22)):
            line = bowed(start.middle, end, bow * distance)
            cost = distance / (60 * canvas.layout.unit) + 5 * max(0.0, along - 0.75) + 0.35 * place
            cost += 2.5 * sum(any(disc.holds(point, 1.5 * u) for point in line[2:-1:2]) for disc in near)
            cost += sum(1.2 for other in ends if math.dist(other, end) < 9 * u)
            if cost < least:
                best, least = line, cost
    if best is None:
        best = bowed(start.middle, at(road.line, 0.6), 0.0)
    return leave(best, start, 1.5 * u)


def _clear(canvas: Canvas, start: Disc, end: Point, tokens: Mapping[Unit, Token], own: Sequence[Unit | None]) -> Line:
    """The straightest line past other units."""
    near = _discs(tokens, own, start, (end,))
    distance = math.dist(start.middle, end)
    best, least = None, math.inf
    for place, bow in enumerate((0.0, 0.1, -0.1, 0.2, -0.2)):
        line = bowed(start.middle, end, bow * distance)
        cost = 0.3 * place + 2.5 * sum(
            any(disc.holds(point, 1.5 * canvas.u) for point in line[2:-1:2]) for disc in near
        )
        if cost < least:
            best, least = line, cost
        if least <= 0.3 * place:
            break
    return best or bowed(start.middle, end, 0.0)


def _discs(tokens: Mapping[Unit, Token], own: Sequence[Unit | None], start: Disc, ends: Line) -> list[Disc]:
    """Units that could stand in the way."""
    xs, ys = [start.x, *(x for x, _ in ends)], [start.y, *(y for _, y in ends)]
    edge = 2 * start.ry
    left, right, top, bottom = min(xs) - edge, max(xs) + edge, min(ys) - edge, max(ys) + edge
    return [
        token.disc
        for unit, token in tokens.items()
        if left < token.disc.x < right and top < token.disc.y < bottom and unit not in own
    ]


def halves(line: Line, gap: float) -> tuple[Line, Line, Point, Point]:
    """A cut line: the two parts, the middle of the cut, and the direction there."""
    share = gap / (sum(math.dist(a, b) for a, b in itertools.pairwise(line)) or 1)
    share = min(share, 0.35)
    return part(line, 0, 0.5 - share), part(line, 0.5 + share, 1), at(line, 0.5), heading(line, 0.5)
