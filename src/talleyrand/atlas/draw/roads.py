"""The way of each move across the map: direct or through its fleets, and how far it came."""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from talleyrand.atlas.draw.acts import Act, Fate
from talleyrand.atlas.draw.canvas import Canvas
from talleyrand.atlas.draw.curve import Disc, Line, at, bowed, crossings, leave, length, part, reach, shorten, through
from talleyrand.atlas.draw.tokens import Token
from talleyrand.atlas.geometry import Point
from talleyrand.board.unit import Location, ProvinceId, Unit, UnitKind
from talleyrand.orders.model import Convoy, Move, Retreat
from talleyrand.rules.outcome import Code

Ferries: TypeAlias = Mapping[tuple[Unit, ProvinceId], frozenset[ProvinceId]]

_BOWS = (0.11, -0.11, 0.2, -0.2, 0.3, -0.3)


@dataclass(frozen=True, slots=True)
class Road:
    """A move as drawn: its curve up to where it came, and where it struck on something."""

    act: Act
    line: Line
    whole: Line
    """The curve to the place it was ordered to."""
    struck: Point | None = None
    convoyed: bool = False
    waters: tuple[ProvinceId, ...] = ()


def roads(canvas: Canvas, acts: Sequence[Act], tokens: Mapping[Unit, Token], ferried: Ferries) -> dict[Unit, Road]:
    """The roads of every move and retreat that is to be drawn, by unit."""
    goers = [act for act in acts if isinstance(act.order, Move | Retreat) and act.fate is not Fate.IGNORED and act.unit]
    ways = {act.unit.province: _goal(act).province for act in goers if act.unit is not None}
    arrivals = {_goal(act) for act in goers if act.fate is Fate.DONE}
    entered = {place.province for place in arrivals}
    beaten = {act.unit.province for act in goers if act.unit and act.fate is Fate.BOUNCED and not act.dislodged}
    found: dict[Unit, Road] = {}
    for act in goers:
        unit = act.unit
        if unit is None or unit not in tokens:
            continue
        goal = canvas.layout.spot(_goal(act))
        if goal is None:
            continue
        waters = route(canvas, act, ferried)
        others = [road.whole for road in found.values()]
        head_on = not waters and isinstance(act.order, Move) and ways.get(_goal(act).province) == unit.province
        if head_on and {unit.province, _goal(act).province} <= beaten:
            found[unit] = _clash(canvas, act, tokens, goal)
        else:
            found[unit] = _road(canvas, act, tokens, waters, head_on, entered, goal, others)
    return found


def _goal(act: Act) -> Location:
    order = act.order
    assert isinstance(order, Move | Retreat)
    return order.to


def _road(
    canvas: Canvas,
    act: Act,
    tokens: Mapping[Unit, Token],
    waters: tuple[ProvinceId, ...],
    head_on: bool,
    entered: Iterable[ProvinceId],
    goal: Point,
    others: Sequence[Line],
) -> Road:
    unit, order = act.unit, act.order
    assert unit is not None and isinstance(order, Move | Retreat)
    u, token = canvas.u, tokens[unit]
    start = token.disc.middle
    standing = _standing(tokens, order.to.province, goal, canvas.layout.token, unit)
    if waters:
        stops = [spot for water in waters if (spot := canvas.layout.spot(Location(water))) is not None]
        curve = through(_past([start, *stops, goal], unit, waters, tokens, canvas.layout.token))
    else:
        curve = _bend(canvas, start, goal, [start, goal], tokens, others, fixed=head_on)
    gap = 2.2 * u
    curve = leave(curve, token.disc, gap)
    full = reach(curve, standing.disc, gap) if standing is not None else shorten(curve, 1.0 * u)
    if act.fate in (Fate.DONE, Fate.PLANNED):
        return Road(act, full, full, None, bool(waters), waters)
    if act.fate is Fate.ASTRAY:
        return Road(act, full, full, None, bool(waters), waters)
    if act.fate is Fate.BROKEN:
        return _broken(canvas, act, curve, full, tokens, waters)
    burst = 6.0 * u
    if head_on:
        least = min(0.8, 4 * burst / (length(full) or 1))
        share = max(least, _border(canvas, full, unit.province, order.to.province))
        line = shorten(part(full, 0, share), burst * 0.9)
        return Road(act, line, full, at(full, share), False, ())
    if standing is not None:
        line = shorten(full, burst * 1.5)
        return Road(act, line, full, at(full, 1 - burst * 0.35 / (length(full) or 1)), bool(waters), waters)
    line = shorten(
        curve, max(canvas.layout.token * 0.55, burst * 1.5) if order.to.province not in entered else burst * 4
    )
    struck = (
        goal if order.to.province not in entered else at(curve, (length(line) + burst * 0.9) / (length(curve) or 1))
    )
    return Road(act, line, full, struck, bool(waters), waters)


def strays(canvas: Canvas, acts: Sequence[Act], tokens: Mapping[Unit, Token]) -> list[Road]:
    """The moves that were set aside, of units that have no other order, to where they were meant to go."""
    busy = {act.unit for act in acts if act.order is not None and act.fate is not Fate.IGNORED}
    found = []
    for act in acts:
        if act.fate is not Fate.IGNORED or not isinstance(act.order, Move | Retreat):
            continue
        goal = canvas.layout.spot(act.order.to)
        if act.unit is None or act.unit in busy or act.unit not in tokens or goal is None:
            continue
        disc = tokens[act.unit].disc
        line = shorten(leave(bowed(disc.middle, goal, 0.0), disc, 2.2 * canvas.u), canvas.u)
        found.append(Road(act, line, line))
    return found


def _clash(canvas: Canvas, act: Act, tokens: Mapping[Unit, Token], goal: Point) -> Road:
    """A move that met another coming against it: both run straight to the border and stop before the same mark."""
    unit, to = act.unit, _goal(act).province
    assert unit is not None
    disc = tokens[unit].disc
    other = next((token.disc for there, token in tokens.items() if there.province == to), Disc(*goal, disc.ry, disc.ry))
    ends = [(unit.province, disc), (to, other)]
    (first, one), (second, two) = sorted(ends, key=lambda end: end[0])
    way = bowed(one.middle, two.middle, 0.0)
    spot = _meeting(canvas, first, second)
    if spot is None:
        room = min(0.5, (max(one.rx, two.rx) + 12 * canvas.u) / (length(way) or 1))
        spot = at(way, min(max(_border(canvas, way, first, second), room), 1 - room))
    line = leave(bowed(disc.middle, spot, 0.0), disc, 2.2 * canvas.u)
    full = reach(leave(bowed(disc.middle, other.middle, 0.0), disc, 2.2 * canvas.u), other, 2.2 * canvas.u)
    return Road(act, shorten(line, 6.4 * canvas.u), full, spot)


def _meeting(canvas: Canvas, one: ProvinceId, other: ProvinceId) -> Point | None:
    """The middle of the crossing that is drawn between two provinces."""
    pair = {one.lower(), other.lower()}
    for crossing in canvas.terrain.geometry.crossings:
        if {key.lower() for key in crossing.between} == pair:
            return at(tuple(crossing.line), 0.5)
    return None


def _border(canvas: Canvas, line: Line, own: ProvinceId, other: ProvinceId) -> float:
    """The share of a line at which it goes from one province to another; half where it never does."""
    index, grid = canvas.terrain.index, canvas.terrain.grid
    count = 3 * (len(line) - 1)
    shares = [step / count for step in range(count + 1)]
    seen = [grid.at(*_along(line, step)) for step in range(count + 1)]
    left = max((share for share, here in zip(shares, seen, strict=True) if here == index[own]), default=None)
    come = min((share for share, here in zip(shares, seen, strict=True) if here == index[other]), default=None)
    return 0.5 if left is None or come is None else (left + come) / 2


def _along(line: Line, step: int) -> Point:
    """The point a third of a stretch between two points of a line further on with each step."""
    place, third = divmod(step, 3)
    if not third:
        return line[place]
    (ax, ay), (bx, by) = line[place], line[place + 1]
    return ax + (bx - ax) * third / 3, ay + (by - ay) * third / 3


def _past(
    points: Sequence[Point], unit: Unit, waters: Sequence[ProvinceId], tokens: Mapping[Unit, Token], radius: float
) -> list[Point]:
    """The stops of a convoy with one more beside each unit that the straight way between two would run over."""
    others = [t.disc for u, t in tokens.items() if u != unit and u.province not in waters]
    found = [points[0]]
    for start, end in itertools.pairwise(points):
        dx, dy = end[0] - start[0], end[1] - start[1]
        span = math.hypot(dx, dy) or 1.0
        beside = []
        for disc in others:
            along = ((disc.x - start[0]) * dx + (disc.y - start[1]) * dy) / span
            off = ((disc.x - start[0]) * -dy + (disc.y - start[1]) * dx) / span
            if abs(off) < 1.2 * radius and 1.5 * radius < along < span - 1.5 * radius:
                way = -1.8 * radius if off > 0 else 1.8 * radius
                beside.append((along, (disc.x - dy / span * way, disc.y + dx / span * way)))
        found += [spot for _, spot in sorted(beside)]
        found.append(end)
    return found


def _broken(
    canvas: Canvas, act: Act, curve: Line, full: Line, tokens: Mapping[Unit, Token], waters: tuple[ProvinceId, ...]
) -> Road:
    """A convoyed move up to the fleet that was lost, or the first one where a paradox stopped it."""
    lost = act.reason(Code.ROUTE_BROKEN)
    place = lost.province if lost is not None else waters[0] if waters else None
    spot = canvas.layout.spot(Location(place)) if place is not None else None
    if spot is None:
        return Road(act, part(curve, 0, 0.5), full, at(curve, 0.55), bool(waters), waters)
    nearest = min(range(len(curve)), key=lambda step: math.dist(curve[step], spot))
    way = curve[: max(nearest, 1) + 1]
    disc = Disc(*spot, canvas.layout.token * 1.3, canvas.layout.token)
    way = reach(way, disc, 2 * canvas.u)
    return Road(act, shorten(way, 7 * canvas.u), full, way[-1], True, waters)


def _standing(
    tokens: Mapping[Unit, Token], province: ProvinceId, goal: Point, radius: float, mover: Unit
) -> Token | None:
    for unit, token in tokens.items():
        if unit.province == province and unit != mover and math.dist(token.disc.middle, goal) < 1.6 * radius:
            return token
    return None


def _bend(
    canvas: Canvas,
    start: Point,
    goal: Point,
    ends: Sequence[Point],
    tokens: Mapping[Unit, Token],
    others: Sequence[Line],
    *,
    fixed: bool,
) -> Line:
    """The curve that passes the fewest units and lines; always to its own right where another comes against it."""
    distance = math.dist(start, goal)
    radius = canvas.layout.token
    if fixed:
        return bowed(start, goal, max(0.12 * distance, min(7.5 * canvas.u, 0.3 * distance)))
    x, y = (start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2
    within = distance * 0.5 + 2 * radius
    near = [
        token.disc
        for token in tokens.values()
        if abs(token.disc.x - x) < within
        and abs(token.disc.y - y) < within
        and all(math.dist(token.disc.middle, end) > 0.7 * radius for end in ends)
    ]
    reachable = [line for line in others if _boxes_meet(line, x, y, within)]
    close = [
        (end, line)
        for end in (start, goal)
        for line in reachable
        if min(math.dist(line[0], end), math.dist(line[-1], end)) < 2.5 * radius
    ]
    best, least = None, math.inf
    for place, bow in enumerate(_BOWS):
        curve = bowed(start, goal, bow * distance)
        cost = 0.25 * place
        for end, line in close:
            tip = min(curve, key=lambda point: abs(math.dist(point, end) - 1.6 * radius))
            cost += 1.1 * (min(math.dist(tip, point) for point in line) < 0.6 * radius)
        cost += sum(2.2 for disc in near if any(disc.holds(point, 0.35 * radius) for point in curve[2:-2]))
        if cost < least:
            cost += sum(0.8 * crossings(curve, line) for line in reachable)
        if cost < least:
            best, least = curve, cost
        if least <= 0.25 * place:
            break
    return best if best is not None else bowed(start, goal, 0.11 * distance)


def _boxes_meet(line: Line, x: float, y: float, within: float) -> bool:
    return any(abs(point[0] - x) < within and abs(point[1] - y) < within for point in line[::4])


def route(canvas: Canvas, act: Act, ferried: Ferries) -> tuple[ProvinceId, ...]:
    """The waters a move goes through, in order: those it used, or else those that fleets were ordered to offer."""
    order, unit = act.order, act.unit
    if unit is None or not isinstance(order, Move) or unit.kind is not UnitKind.ARMY:
        return ()
    if act.outcome is not None:
        for reason in act.outcome.because:
            if reason.code is Code.ARRIVED_BY_CONVOY and reason.places:
                return _route_of(canvas, unit, order, frozenset(reason.places))
    graph = canvas.board.graph
    by_land = bool(graph.arrivals(UnitKind.ARMY, unit.location, order.to.province))
    if by_land and not (order.via or act.fate in (Fate.BROKEN, Fate.ASTRAY)):
        return ()
    return _route_of(canvas, unit, order, ferried.get((unit, order.to.province), frozenset()))


def _route_of(canvas: Canvas, army: Unit, order: Move, waters: frozenset[ProvinceId]) -> tuple[ProvinceId, ...]:
    """The shortest way for an army over some waters."""
    graph = canvas.board.graph
    goal = order.to.province
    before: dict[ProvinceId, ProvinceId | None] = {
        water: None for water in sorted(graph.waters_beside(army.province)) if water in waters
    }
    queue = deque(before)
    while queue:
        here = queue.popleft()
        if here in graph.waters_beside(goal):
            way: list[ProvinceId] = []
            step: ProvinceId | None = here
            while step is not None:
                way.append(step)
                step = before[step]
            return tuple(reversed(way))
        for near in sorted(graph.touching(here)):
            if near in waters and near not in before:
                before[near] = here
                queue.append(near)
    return ()


def ferries(acts: Iterable[Act]) -> Ferries:
    """For each army and destination, the waters in which a fleet was ordered to carry it."""
    found: dict[tuple[Unit, ProvinceId], set[ProvinceId]] = {}
    for act in acts:
        if isinstance(act.order, Convoy) and act.fate is not Fate.IGNORED:
            key = (act.order.army, act.order.to.province)
            found.setdefault(key, set()).add(act.order.unit.province)
    return {key: frozenset(waters) for key, waters in found.items()}
