"""The layers under the units: ground, waters, borders, marks of centres and names."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from talleyrand.atlas.draw.canvas import Canvas
from talleyrand.atlas.draw.layout import Layout
from talleyrand.atlas.draw.style import PATTERNS
from talleyrand.atlas.draw.symbols import FLAG, center_mark
from talleyrand.atlas.draw.terrain import ISLES, LAND, SEA, VOID, WATER, Terrain, line_path
from talleyrand.atlas.draw.text import ITALIC, escape, text_width
from talleyrand.atlas.geometry import Crossing, Geometry, Point
from talleyrand.atlas.theme import mix
from talleyrand.board.position import Position
from talleyrand.board.province import Province
from talleyrand.board.unit import Power, ProvinceId


@dataclass(frozen=True)
class Base:
    """What stays the same from phase to phase."""

    definitions: str
    waters: str
    lines: str
    crossings: str
    names: str


def make_base(canvas: Canvas) -> Base:
    """The layers that no position changes."""
    terrain = canvas.terrain
    seas = "".join(_ground(canvas, key, "") for key, kind in terrain.kinds.items() if kind == SEA)
    outer = "".join(
        f'<path class="{kind}" d="{path}"/>{_hatched(canvas, kind, path)}'
        for kind, _, path in terrain.areas
        if kind != VOID
    )
    voids = "".join(
        f'<path class="void" d="{path}">{_title(name)}</path>{_hatched(canvas, kind, path)}'
        for kind, name, path in terrain.areas
        if kind == VOID
    )
    return Base(
        definitions=_definitions(canvas),
        waters=f'<g id="{canvas.id("seas")}" class="seas">{seas}{outer}{_glow(canvas)}</g>'
        f'<g id="{canvas.id("areas")}" class="areas">{voids}</g>',
        lines=_borders(canvas) + _rivers(canvas),
        crossings=_crossings(canvas),
        names=_nowhere(canvas),
    )


def _title(name: str) -> str:
    return f"<title>{escape(name)}</title>" if name else ""


def _definitions(canvas: Canvas) -> str:
    u = canvas.u
    theme = canvas.theme
    found = [
        f'<pattern id="{canvas.id("hatch")}" width="{7 * u:.2f}" height="{7 * u:.2f}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path class="hatch" style="stroke-width:{1.2 * u:.2f}" d="M0 0V{7 * u:.2f}"/>'
        f"</pattern>"
    ]
    if canvas.patterns:
        for place, livery in enumerate(canvas.liveries):
            stroke = mix(livery.token, theme.ink, 0.55) if theme.name != "dark" else mix(livery.token, theme.ink, 0.6)
            lift = 1.15 if place >= len(PATTERNS) else 0.95
            found.append(
                f'<pattern id="{canvas.id(f"power-{place}")}" width="8" height="8" patternUnits="userSpaceOnUse" '
                f'patternTransform="scale({lift * u:.2f})"><path d="{PATTERNS[place % len(PATTERNS)]}" fill="none" '
                f'stroke="{stroke}" stroke-width=".9" stroke-opacity=".5"/></pattern>'
            )
    return f"<defs>{''.join(found)}</defs>"


def _hatched(canvas: Canvas, kind: str, path: str) -> str:
    if kind not in (VOID, "outer"):
        return ""
    return f'<path fill="url(#{canvas.id("hatch")})" fill-rule="evenodd" d="{path}"/>'


def _ground(canvas: Canvas, key: ProvinceId, owner: str) -> str:
    province = canvas.board.provinces[key]
    kind = canvas.terrain.kinds[key]
    said = escape(_said(canvas, province, owner))
    return (
        f'<path class="{kind}" id="{canvas.id(f"province-{key}")}" data-province="{escape(key)}" role="img" '
        f'aria-label="{said}" d="{canvas.terrain.paths[key]}"><title>{said}</title></path>'
    )


def _said(canvas: Canvas, province: Province, owner: str) -> str:
    name = province.name
    if not province.center:
        return name
    if owner:
        return f"{name}: supply centre of {owner}"
    home = f", home of {province.home_of}" if province.home_of else ""
    return f"{name}: supply centre that nobody owns{home}"


def ground(canvas: Canvas, position: Position, tints: Mapping[ProvinceId, tuple[Power, bool]]) -> str:
    """Land and archipelagos, in the tints that ``holders`` found."""
    terrain = canvas.terrain
    land: list[str] = []
    isles: list[str] = []
    for key, kind in terrain.kinds.items():
        if kind == SEA:
            continue
        owner = position.centers.get(key, "")
        tint, pale = tints.get(key, ("", False))
        place = canvas.place(tint) if tint else None
        path = _ground(canvas, key, owner)
        if place is not None and kind == LAND:
            path = path.replace('class="land"', f'class="land {"hold" if pale else "own"}{place}"', 1)
            if canvas.patterns and not pale:
                path += (
                    f'<path fill="url(#{canvas.id(f"power-{place}")})" fill-rule="evenodd" d="{terrain.paths[key]}"/>'
                )
        elif kind == VOID:
            path += _hatched(canvas, VOID, terrain.paths[key])
        (isles if kind == ISLES else land).append(path)
    islets = []
    for owner, path in terrain.islets.items():
        tint, pale = tints.get(owner, ("", False))
        place = canvas.place(tint) if tint else None
        shade = "" if place is None else f" {'hold' if pale else 'own'}{place}"
        islets.append(f'<path class="islet{shade}" d="{path}"/>')
    return (
        f'<g id="{canvas.id("land")}" class="lands">{"".join(isles)}{"".join(land)}</g>'
        f'<g id="{canvas.id("islets")}" class="islets">{"".join(islets)}</g>'
    )


def holders(canvas: Canvas, position: Position) -> dict[ProvinceId, tuple[Power, bool]]:
    """Whose tint each province has, and whether a pale one.

    A centre has its owner's, also at sea; land that nobody owns is pale where a unit stands in it. Nothing is
    remembered from earlier phases.
    """
    found: dict[ProvinceId, tuple[Power, bool]] = {}
    for key in canvas.terrain.names:
        if key in position.centers:
            found[key] = (position.centers[key], False)
        elif canvas.board.provinces[key].is_land:
            occupant = position.occupants.get(key)
            if occupant is not None:
                found[key] = (occupant.power, True)
    return found


def _glow(canvas: Canvas) -> str:
    """A light rim of the sea along the coast."""
    path = canvas.terrain.lines.get("coast", "")
    if not path or canvas.theme.name == "print":
        return ""
    u = canvas.layout.unit
    return "".join(
        f'<path class="glow" stroke-width="{width * u:.1f}" stroke-opacity="{shade}" d="{path}"/>'
        for width, shade in ((17, 0.35), (9, 0.45))
    )


def _borders(canvas: Canvas) -> str:
    lines = canvas.terrain.lines
    parts = [("seam", "seam"), ("rim", "rim-line"), ("border", "border"), ("coast", "coast")]
    drawn = "".join(f'<path class="{style}" d="{lines[sort]}"/>' for sort, style in parts if lines.get(sort))
    return f'<g id="{canvas.id("borders")}" class="borders">{drawn}</g>'


def _rivers(canvas: Canvas) -> str:
    banks, waters = [], []
    grow = min(canvas.layout.size, 1 + (canvas.layout.size - 1) * 0.35)
    for line in canvas.terrain.geometry.lines:
        path = line_path(line.points)
        width = max(line.width, 1.2 * canvas.layout.unit) * grow
        if line.kind == "link":
            colour = {"armies": canvas.theme.land_line, "fleets": canvas.theme.river}.get(line.name, canvas.theme.ink)
            said = _title(f"For {line.name}" if line.name else "")
            waters.append(f'<path fill="none" stroke="{colour}" stroke-width="{width:.1f}" d="{path}">{said}</path>')
            continue
        if line.kind == "water":
            waters.append(f'<path class="river" stroke-width="{width:.1f}" d="{path}"/>')
            continue
        broad = width + 1.6 * canvas.layout.unit * grow
        banks.append(f'<path class="bank" stroke-width="{broad:.1f}" d="{path}"/>')
        waters.append(
            f'<path class="river {line.kind}" stroke-width="{width:.1f}" d="{path}">{_title(line.name)}</path>'
        )
    return f'<g id="{canvas.id("rivers")}" class="rivers">{"".join(banks)}{"".join(waters)}</g>'


def _crossings(canvas: Canvas) -> str:
    drawn = []
    for crossing in canvas.terrain.geometry.crossings:
        names = [canvas.board.name(key.upper()) for key in crossing.between]
        said = escape(f"{names[0]} and {names[1]} are adjacent")
        drawn.append(f'<g class="{crossing.kind}"><title>{said}</title>{_crossing(canvas, crossing)}</g>')
    return f'<g id="{canvas.id("crossings")}" class="crossings">{"".join(drawn)}</g>'


def _crossing(canvas: Canvas, crossing: Crossing) -> str:
    u = canvas.u
    line = [_inside(point, canvas.terrain.geometry, 7 * u) for point in crossing.line]
    if crossing.kind in ("channel", "island"):
        return f'<path class="crossing dotted" d="{line_path(line)}"/>'
    meeting = crossing.kind in ("point", "delta")
    line = [_inside(point, canvas.terrain.geometry, 9 * u) for point in _stretched(line, (34 if meeting else 30) * u)]
    (ax, ay), (bx, by) = line[0], line[-1]
    size = u * (0.72 if meeting else 1.15)
    path = line_path(line)
    under = "" if meeting else f'<path class="crossing-under" d="{path}"/>'
    shaft = f'{under}<path class="crossing{" fine" if meeting else ""}" d="{path}"/>'
    return shaft + _barb(ax, ay, line[1], size) + _barb(bx, by, line[-2], size)


def _barb(x: float, y: float, origin: Point, u: float) -> str:
    angle = math.degrees(math.atan2(y - origin[1], x - origin[0]))
    return (
        f'<path class="barb" transform="translate({x:.1f} {y:.1f})rotate({angle:.0f})scale({u:.2f})" '
        'd="M5 0L-5 4.4L-2.8 0L-5-4.4z"/>'
    )


def _inside(point: Point, geometry: Geometry, edge: float) -> Point:
    return min(max(point[0], edge), geometry.width - edge), min(max(point[1], edge), geometry.height - edge)


def _stretched(line: list[Point], least: float) -> list[Point]:
    more = (least - math.dist(line[0], line[-1])) / 2
    if more <= 0:
        return line
    return [_beyond(line[1], line[0], more), *line[1:-1], _beyond(line[-2], line[-1], more)]


def _beyond(origin: Point, end: Point, distance: float) -> Point:
    span = math.dist(origin, end) or 1.0
    return end[0] + (end[0] - origin[0]) * distance / span, end[1] + (end[1] - origin[1]) * distance / span


def centres(canvas: Canvas, takers: Mapping[ProvinceId, Power]) -> str:
    """The marks of supply centres, those of a home in the colour of its power; a flag where a power takes one."""
    drawn = []
    for key, (x, y) in canvas.layout.marks.items():
        home = canvas.board.provinces[key].home_of
        body = center_mark(canvas.variant.symbols, canvas.place(home) if home is not None else None, home is not None)
        flag = _flag(canvas, key, takers[key]) if key in takers else ""
        drawn.append(
            f'<g class="centre" data-centre="{escape(key)}" '
            f'transform="translate({x:.1f} {y:.1f})scale({canvas.layout.mark:.2f})">{body}{flag}</g>'
        )
    return f'<g id="{canvas.id("centres")}" class="centres">{"".join(drawn)}</g>'


def _flag(canvas: Canvas, key: ProvinceId, taker: Power) -> str:
    place = canvas.place(taker)
    fill = f"c{place}" if place is not None else "aside"
    said = f"{canvas.board.name(key)} goes to {taker}."
    return (
        f'<g class="taken" data-taken="{escape(key)}" data-power="{escape(taker)}"><title>{escape(said)}</title>'
        f'<path class="{fill}" d="{FLAG}"/></g>'
    )


def taken(before: Position, after: Position | None) -> dict[ProvinceId, Power]:
    """The centres that have another owner after a phase, and who that is."""
    if after is None:
        return {}
    return {key: power for key, power in after.centers.items() if before.centers.get(key) != power}


def _nowhere(canvas: Canvas) -> str:
    """The names of areas nobody enters and of waters that are crossed, where they have room."""
    layout: Layout = canvas.layout
    terrain: Terrain = canvas.terrain
    drawn = []
    for place, area in enumerate(terrain.geometry.areas):
        spot, span = terrain.spans.get(place, ((0.0, 0.0), 0.0))
        if not area.name or layout.size > 1.4:
            continue
        kind = terrain.areas[place][0]
        size = layout.font * (0.9 if kind != WATER else 0.8)
        x, y = area.label or spot
        width = text_width(area.name, size, ITALIC)
        if width > span * 1.05 and area.label is None:
            continue
        if not (width / 2 < x < terrain.geometry.width - width / 2 and size < y < terrain.geometry.height - size):
            continue
        if any(
            abs(label.box.x - x) < label.box.half_width + width / 2
            and abs(label.box.y - y) < label.box.half_height + size / 2
            for label in layout.labels.values()
        ):
            continue
        style = "nowhere" if kind == VOID else "name on-water"
        drawn.append(
            f'<text class="{style}" x="{x:.1f}" y="{y + size * 0.3:.1f}" font-size="{size:.1f}">'
            f"{escape(area.name)}</text>"
        )
    return "".join(drawn)
