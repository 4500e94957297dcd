"""Orders as SVG: arrows, supports, links, rings and signs, each with the sentence that explains it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from talleyrand.atlas.draw.acts import Act, Fate
from talleyrand.atlas.draw.canvas import Canvas
from talleyrand.atlas.draw.curve import Line, at, bowed, drawn, head, leave, length, shorten
from talleyrand.atlas.draw.helps import Help, carries, halves, helps
from talleyrand.atlas.draw.roads import Road, ferries, roads, strays
from talleyrand.atlas.draw.symbols import BURST, EXCLAMATION
from talleyrand.atlas.draw.text import escape
from talleyrand.atlas.draw.tokens import CAUTION_SIGN, PLUS_SIGN, Token, cross, ring, sign
from talleyrand.atlas.geometry import Point
from talleyrand.board.unit import Location, ProvinceId, Unit, UnitKind
from talleyrand.orders.model import Build, Convoy, Disband, Hold, Retreat, SupportHold
from talleyrand.orders.write import write


@dataclass
class Marks:
    """What the orders add to a drawing."""

    orders: list[str] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    """Drawn above the units."""
    extras: dict[Unit, list[str]] = field(default_factory=dict)
    small: dict[Unit, str] = field(default_factory=dict)
    """The sign at the corner of a unit."""
    sentences: dict[Unit, str] = field(default_factory=dict)
    pins: list[str] = field(default_factory=list)
    """Ends of supports, drawn above the moves."""
    lines: list[Line] = field(default_factory=list)
    """Every curve drawn, so that names keep off."""
    struck: list[Point] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    """Kinds of marks that occur, for the key."""

    def on(self, unit: Unit, mark: str) -> None:
        """Put a mark on a unit."""
        self.extras.setdefault(unit, []).append(mark)


def mark_orders(canvas: Canvas, acts: Sequence[Act], tokens: Mapping[Unit, Token]) -> Marks:
    """Everything that the orders add."""
    marks = Marks()
    ways = roads(canvas, acts, tokens, ferries(acts))
    lines = helps(canvas, acts, tokens, ways)
    for act in acts:
        if act.unit is not None and act.sentence:
            marks.sentences.setdefault(act.unit, act.sentence)
    guarded: set[Unit] = set()
    for line in sorted(lines, key=lambda one: one.act.fate is not Fate.VOID):
        _help(canvas, line, marks, guarded)
    for road in strays(canvas, acts, tokens):
        _stray(canvas, road, marks)
    bursts: dict[tuple[int, int], Point] = {}
    for road in sorted(ways.values(), key=lambda one: one.act.fate is Fate.DONE):
        _move(canvas, road, marks)
        if road.struck is not None:
            bursts.setdefault((round(road.struck[0]), round(road.struck[1])), road.struck)
    for spot in bursts.values():
        marks.signs.append(burst(canvas, spot))
        marks.struck.append(spot)
        marks.used.add("bounce")
    for act in acts:
        _on_unit(canvas, act, tokens, ways, guarded, marks)
    return marks


def burst(canvas: Canvas, spot: Point, *, quiet: bool = False) -> str:
    """The sign of a collision."""
    kind = "aside" if quiet else "alarm"
    size = (5.6 if quiet else 6.4) * canvas.u
    return sign("standoff", spot, size, f'<path class="sign {kind}" stroke-width=".5" d="{BURST}"/>')


def retreat_options(
    canvas: Canvas, retreats: Mapping[Unit, Iterable[Location]], tokens: Mapping[Unit, Token], marks: Marks
) -> None:
    """Faint dotted arrows to where dislodged units may go."""
    for unit, places in retreats.items():
        token = tokens.get(unit)
        if token is None:
            continue
        for place in places:
            spot = canvas.layout.spot(place)
            if spot is None:
                continue
            road = Road(Act(token.power, unit, Retreat(unit, place), Fate.PLANNED, ""), (), ())
            line = _option_line(canvas, token, spot)
            marks.lines.append(line)
            text = f"{token.power}: {canvas.board.name(unit.location)} may retreat to {canvas.board.name(place)}."
            marks.orders.append(
                f'<g class="option" {_data(road.act, "option")} data-to="{escape(str(place))}">'
                f"<title>{escape(text)}</title>{_arrow(canvas, line, None, False)}</g>"
            )
            marks.used.add("option")


def _option_line(canvas: Canvas, token: Token, spot: Point) -> Line:
    line = bowed(token.disc.middle, spot, 0.0)
    return shorten(leave(line, token.disc, 2.5 * canvas.u), 3 * canvas.u)


def _data(act: Act, result: str) -> str:
    unit = f'data-unit="{escape(str(act.unit))}" ' if act.unit is not None else ""
    return f'{unit}data-power="{escape(act.power)}" data-result="{result}"'


def _open(act: Act, kind: str, result: str) -> str:
    order = f' data-order="{escape(write(act.order))}"' if act.order is not None else ""
    said = escape(act.sentence)
    return (
        f'<g class="order {kind} {result}" {_data(act, result)}{order} role="img" aria-label="{said}">'
        f"<title>{said}</title>"
    )


def _arrow(canvas: Canvas, line: Line, place: int | None, solid: bool = True) -> str:
    """A shaft and a head along a curve, in a power's colours (``place``) or plain."""
    size = min(11.5 * canvas.u, max(5.5 * canvas.u, length(line) * 0.6))
    shaft = drawn(shorten(line, 0.75 * size))
    tip = head(line, size)
    core = f'<path class="core s{place}" d="{shaft}"/>' if place is not None else ""
    fill = f" c{place}" if place is not None else ""
    below = f'<path class="under" d="{shaft}"/><path class="head-under" d="{tip}"/>' if solid else ""
    return f'{below}<path class="case" d="{shaft}"/>{core}<path class="head{fill}" d="{tip}"/>'


def _move(canvas: Canvas, road: Road, marks: Marks) -> None:
    act = road.act
    if act.fate is Fate.ASTRAY:
        _stray(canvas, road, marks, void_sign(canvas, at(road.line, 0.5)))
        marks.used.add("void")
        return
    marks.lines.append(road.line)
    kind = "retreat" if isinstance(act.order, Retreat) else "move"
    body = _arrow(canvas, road.line, canvas.place(act.power))
    marks.used.add("retreat" if kind == "retreat" else "convoyed" if road.convoyed else "move")
    more = " convoyed" if road.convoyed else ""
    marks.orders.append(f"{_open(act, kind + more, _result(act.fate))}{body}</g>")


def _stray(canvas: Canvas, road: Road, marks: Marks, more: str = "") -> None:
    """A move that had no way: faint, as far as where it was meant to go."""
    size = 8 * canvas.u
    body = f'<path class="ghost" d="{drawn(shorten(road.line, 0.7 * size))}"/>'
    body += f'<path class="ghost-head" d="{head(road.line, size)}"/>{more}'
    marks.orders.append(f"{_open(road.act, 'move', 'quiet')}{body}</g>")


def _result(fate: Fate) -> str:
    if fate is Fate.PLANNED:
        return "planned"
    return {Fate.DONE: "done", Fate.VOID: "quiet", Fate.ASTRAY: "quiet"}.get(fate, "failed")


def void_sign(canvas: Canvas, spot: Point) -> str:
    """The small sign of an order that matched nothing."""
    body = (
        '<circle class="sign aside" r="1" stroke-width=".36"/>'
        '<path d="M-.45.45L.45-.45" class="on-sign" style="stroke:inherit"/>'
        '<path class="on-sign" d="M-.58.36L.36-.58L.58-.36L-.36.58z"/>'
    )
    return sign("nothing", spot, 4.2 * canvas.u, body)


def _help(canvas: Canvas, one: Help, marks: Marks, guarded: set[Unit]) -> None:
    act, u = one.act, canvas.u
    marks.lines.append(one.line)
    place = canvas.place(act.power)
    convoy = isinstance(act.order, Convoy)
    kind = "link" if convoy else "support"
    if act.fate is Fate.VOID:
        ghost = f'<path class="ghost" d="{drawn(one.ghost)}"/>' if one.ghost else ""
        body = f'{ghost}<path class="case" d="{drawn(one.line)}"/>{void_sign(canvas, one.line[-1])}'
        marks.orders.append(f"{_open(act, kind, 'quiet')}{body}</g>")
        marks.used.add("void")
        return
    ghost = f'<path class="ghost" d="{drawn(one.ghost)}"/>' if one.ghost else ""
    pin = _pin(one.line[-1], 2.9 * u, place)
    if act.fate is Fate.CUT and not convoy:
        first, second, middle, (dx, dy) = halves(one.line, 6.5 * u)
        body = _dashes(first, place) + f'<path class="ghost" d="{drawn(second)}"/>'
        body += _gash(middle, (dx, dy), 5.2 * u)
        marks.orders.append(f"{_open(act, kind, 'failed')}{ghost}{body}</g>")
        marks.used.add("cut")
        return
    result = "failed" if act.fate not in (Fate.DONE, Fate.PLANNED) else _result(act.fate)
    marks.orders.append(f"{_open(act, kind, result)}{ghost}{_dashes(one.line, place)}</g>")
    marks.pins.append(pin)
    marks.used.add(kind)
    if isinstance(act.order, SupportHold) and act.order.target not in guarded:
        guarded.add(act.order.target)


def _dashes(line: Line, place: int | None) -> str:
    path = drawn(line)
    core = f'<path class="core s{place}" d="{path}"/>' if place is not None else ""
    return f'<path class="under" d="{path}"/><path class="case" d="{path}"/>{core}'


def _pin(spot: Point, radius: float, place: int | None) -> str:
    fill = f"c{place}" if place is not None else "aside"
    return f'<circle class="pin {fill}" cx="{spot[0]:.1f}" cy="{spot[1]:.1f}" r="{radius:.1f}"/>'


def _gash(spot: Point, way: Point, size: float) -> str:
    """Two short strokes across a line that was cut."""
    dx, dy = way
    sx, sy = -dy * 0.86 + dx * 0.5, dx * 0.86 + dy * 0.5
    parts = []
    for shift in (-0.36, 0.36):
        x, y = spot[0] + dx * shift * size, spot[1] + dy * shift * size
        parts.append(f"M{x - sx * size:.1f} {y - sy * size:.1f}L{x + sx * size:.1f} {y + sy * size:.1f}")
    path = "".join(parts)
    return f'<path class="gash-under" d="{path}"/><path class="gash" d="{path}"/>'


def _on_unit(
    canvas: Canvas,
    act: Act,
    tokens: Mapping[Unit, Token],
    ways: Mapping[Unit, Road],
    guarded: set[Unit],
    marks: Marks,
) -> None:
    """Rings and signs on the unit itself."""
    unit = act.unit
    if unit is None:
        return
    fleet = unit.kind is UnitKind.FLEET
    if unit not in tokens:
        if act.fate is Fate.IGNORED and (spot := canvas.layout.spot(unit.location)) is not None:
            inner = f'<path class="on-sign" d="{EXCLAMATION}"/>'
            body = f'<title>{escape(act.sentence)}</title><circle class="sign aside" r="1.1" stroke-width=".4"/>'
            marks.signs.append(sign("set-aside", spot, 5.6 * canvas.u, body, inner))
            marks.used.add("ignored")
        return
    if act.fate is Fate.IGNORED:
        if tokens[unit].power != act.power or isinstance(act.order, Build):
            return  # what somebody wanted of it, or beside it, says nothing of the unit that stands there
        marks.small[unit] = CAUTION_SIGN
        marks.used.add("ignored")
    elif act.fate is Fate.GONE:
        marks.on(unit, cross())
        marks.used.add("gone")
    elif isinstance(act.order, Build):
        marks.on(unit, ring("built", fleet))
        marks.small[unit] = PLUS_SIGN
        marks.used.add("build")
    elif isinstance(act.order, Disband):
        marks.on(unit, cross())
        marks.used.add("gone")
    elif isinstance(act.order, Convoy) and carries(act, ways):
        marks.on(unit, ring("ferry", fleet))
        marks.used.add("ferry")
    elif isinstance(act.order, Hold):
        marks.on(unit, ring("hold", fleet))
        marks.used.add("hold")
    elif act.fate is Fate.NOTHING and not tokens[unit].driven:
        marks.on(unit, ring("none", fleet))
        marks.used.add("none")
    elif unit in guarded:
        marks.on(unit, ring("guard", fleet))
    if tokens[unit].driven:
        marks.used.add("driven")


def standoffs(canvas: Canvas, provinces: Iterable[ProvinceId], marks: Marks) -> None:
    """Where a standoff left a province empty, so that nobody may retreat to it."""
    for province in sorted(provinces):
        spot = canvas.layout.spot(Location(province))
        if spot is not None:
            marks.signs.append(burst(canvas, spot, quiet=True))
            marks.used.add("standoff")
