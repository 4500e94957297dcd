"""A position, its orders and what became of them, as an SVG picture."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from talleyrand.atlas.draw.acts import act_of, acts
from talleyrand.atlas.draw.base import Base, centres, ground, holders, make_base, taken
from talleyrand.atlas.draw.canvas import Canvas, initials
from talleyrand.atlas.draw.layout import Layout, lay_out
from talleyrand.atlas.draw.legend import Band, footer, header
from talleyrand.atlas.draw.marks import Marks, mark_orders, retreat_options, standoffs
from talleyrand.atlas.draw.names import Busy, names
from talleyrand.atlas.draw.placed import place_units
from talleyrand.atlas.draw.style import style_sheet
from talleyrand.atlas.draw.terrain import Terrain, survey
from talleyrand.atlas.draw.text import clipped, escape, identifier
from talleyrand.atlas.draw.tokens import Token, corners, cross, draw_token, radius_of, ring
from talleyrand.atlas.geometry import Geometry, GeometryError, Point, geometry_of
from talleyrand.atlas.theme import liveries, theme_named
from talleyrand.board.calendar import RETREAT
from talleyrand.board.position import Dislodged, Position
from talleyrand.board.province import Province
from talleyrand.board.province import Terrain as Kind
from talleyrand.board.unit import Location, Power, ProvinceId, Unit, UnitKind
from talleyrand.game.report import Line, Report
from talleyrand.rules.outcome import Outcome
from talleyrand.variants.faults import Fault
from talleyrand.variants.variant import Variant

Show: TypeAlias = Literal["position", "orders", "results", "retreats"]
SHOWS: tuple[Show, ...] = ("position", "orders", "results", "retreats")
LABELS = ("short", "names", "both", "none")
LAYERS = ("orders", "units", "dislodged", "labels", "signs")
"""The groups of a drawing that orders change; the ground beneath them stays as it is."""
NARROWEST, WIDEST = 120, 10_000
"""The widths, in pixels, that a picture may be shown at."""

_TAGS: Mapping[str, str] = {"position": "", "orders": "Orders", "results": "Results", "retreats": "Retreats"}
_READABLE = 8.0
"""The height, in pixels, that names should have at least."""
_LARGEST = 2.2

_T = TypeVar("_T")


def draw_board(
    variant: Variant,
    position: Position,
    *,
    show: Show = "position",
    lines: Iterable[Line] | None = None,
    retreats: Mapping[Unit, Iterable[Location]] | None = None,
    adjustments: Mapping[Power, int] | None = None,
    power: Power | None = None,
    theme: str = "light",
    title: bool = True,
    legend: bool = True,
    width: int | None = None,
    labels: str | Mapping[ProvinceId, str] | None = None,
    patterns: bool = False,
    palette: Literal["variant", "safe"] = "variant",
    sandbox: bool | str = False,
    geometry: Geometry | None = None,
    prefix: str = "",
    extra: Sequence[Outcome] = (),
    removed: Sequence[Dislodged] = (),
    after: Position | None = None,
    layers: bool = False,
) -> str:
    """The board as the text of an SVG document.

    ``lines`` are a report's: with ``show`` "orders" they are drawn as ordered, with "results" as they ended.
    ``retreats`` are drawn as options, ``adjustments`` stand in the legend, ``power`` leaves only that power's orders.
    ``width`` is the width in pixels it will be shown at: names and units grow where it is small. ``labels`` is "short",
    "names", "both", "none", or a text for each province. ``patterns`` and the palette "safe" help those who see colours
    otherwise. ``sandbox`` marks a position that is no game's, with its own words if it is a text. ``prefix`` keeps the
    ids of several pictures on one page apart. ``extra`` are outcomes that belong to no line, ``removed`` dislodged
    units that had no retreat. Centres that another power owns in the position ``after`` are marked and counted.
    ``layers`` leaves only the groups named in ``LAYERS``, to be put into a drawing of the same position and width.

    Raises ``ValueError`` for an unknown theme, show, palette or power, or a width outside 120 to 10,000, and
    ``GeometryError``, which is one, for a map that cannot be read or lacks a province.
    """
    chosen = theme_named(theme)
    _check(show, width, power, variant, palette)
    geometry = geometry or _geometry(variant)
    patterned = patterns or chosen.patterns
    size = _size(geometry, width)
    terrain = _kept(
        _TERRAINS, (id(variant.board), id(geometry)), (variant.board, geometry), lambda: _surveyed(geometry, variant)
    )
    words = _words(variant, labels)
    marked = patterned or variant.symbols.get("mark") == "initial"
    layout_key = (id(terrain), size, marked, tuple(words.items()))
    layout = _kept(_LAYOUTS, layout_key, (terrain,), lambda: lay_out(terrain, variant.board, size, words, marked))
    colours = liveries(variant.powers, variant.colours, chosen, palette == "safe")
    canvas = Canvas(
        variant,
        terrain,
        layout,
        chosen,
        colours,
        patterned,
        initials(variant.powers) if marked else {},
        identifier(prefix),
        {name: place for place, name in enumerate(variant.powers)},
    )
    scope = f"tm-{identifier(variant.name)}-{chosen.name}-{palette}-{round(size * 100)}".replace(".", "_")
    base_key = (id(layout), chosen.name, colours, patterned, canvas.prefix, variant.name)
    base, style = _kept(
        _BASES, base_key, (layout,), lambda: (make_base(canvas), style_sheet(scope, chosen, colours, layout.unit, size))
    )
    given = list(acts(lines or (), variant.board, outcomes=show == "results", power=power)) if show in _DRAWN else []
    given += [act_of(outcome, variant.board) for outcome in extra if power in (None, outcome.power)]
    tokens = place_units(canvas, position, given)
    marks = mark_orders(canvas, given, tokens)
    for entry in removed:
        if entry.unit in tokens:
            marks.on(entry.unit, cross())
            marks.used.add("gone")
            said = marks.sentences.get(entry.unit, "")
            marks.sentences[entry.unit] = f"{said} It had no retreat and was disbanded.".lstrip()
    if retreats and show in ("retreats", "position"):
        own = {unit: places for unit, places in retreats.items() if power in (None, position.owner(unit))}
        retreat_options(canvas, own, tokens, marks)
    if show in ("retreats", "position") and position.phase.kind == RETREAT:
        standoffs(canvas, position.standoffs, marks)
    if any(token.driven for token in tokens.values()):
        marks.used.add("driven")
    tints, takers = holders(canvas, position), taken(position, after)
    if layers:
        return _layers(canvas, tokens, marks, takers)
    tag = _TAGS[show] + (f" of {power}" if power is not None and show != "position" else "")
    pill = sandbox if isinstance(sandbox, str) else "SANDBOX" if sandbox else ""
    phase = _phase(variant, position)
    top = header(canvas, phase, tag, pill) if title else Band(0.0, "")
    marks.used |= {name for name, there in (("taken", takers), ("pale", any(p for _, p in tints.values()))) if there}
    foot = footer(canvas, position, after, adjustments or {}, marks.used) if legend else Band(0.0, "")
    heading = f"{phase}{', ' * bool(tag)}{tag}"
    return _assembled(canvas, base, style, scope, position, tints, takers, tokens, marks, top, foot, width, heading)


_DRAWN = ("orders", "results", "retreats")


def draw_report(
    report: Report,
    variant: Variant,
    *,
    show: Show = "results",
    power: Power | None = None,
    theme: str = "light",
    title: bool = True,
    legend: bool = True,
    width: int | None = None,
    labels: str | Mapping[ProvinceId, str] | None = None,
    patterns: bool = False,
    palette: Literal["variant", "safe"] = "variant",
    sandbox: bool | str = False,
    geometry: Geometry | None = None,
    prefix: str = "",
) -> str:
    """A phase as the text of an SVG document; see ``draw_board`` for the options.

    "orders" and "results" stand on the board before the phase, "position" and "retreats" on the next one with
    what can be done there. Raises ``ValueError`` as ``draw_board`` does.
    """
    following = show in ("position", "retreats")
    return draw_board(
        variant,
        report.next if following else report.before,
        show=show,
        lines=None if following else report.lines,
        retreats=report.retreats if following else None,
        adjustments=report.adjustments if following else _now(report),
        power=power,
        theme=theme,
        title=title,
        legend=legend,
        width=width,
        labels=labels,
        patterns=patterns,
        palette=palette,
        sandbox=sandbox,
        geometry=geometry,
        prefix=prefix,
        removed=report.removed if show == "results" else (),
        after=report.next if show == "results" else None,
    )


def _now(report: Report) -> Mapping[Power, int]:
    """What each power was to build or remove in the phase itself."""
    before = report.before
    return {power: before.surplus(power) for power in before.units} if before.phase.kind == "A" else {}


_TERRAINS: OrderedDict[object, tuple[tuple[object, ...], Terrain]] = OrderedDict()
_LAYOUTS: OrderedDict[object, tuple[tuple[object, ...], Layout]] = OrderedDict()
_BASES: OrderedDict[object, tuple[tuple[object, ...], tuple[Base, str]]] = OrderedDict()
_GEOMETRIES: OrderedDict[object, tuple[tuple[object, ...], Geometry]] = OrderedDict()
_MOST = 24


def _kept(
    store: OrderedDict[object, tuple[tuple[object, ...], _T]],
    key: object,
    alive: tuple[object, ...],
    make: Callable[[], _T],
) -> _T:
    """What was made before for a key, or made now; ``alive`` keeps the things whose ids are in the key."""
    found = store.get(key)
    if found is not None:
        store.move_to_end(key)
        return found[1]
    made = make()
    store[key] = (alive, made)
    if len(store) > _MOST:
        store.popitem(last=False)
    return made


def _geometry(variant: Variant) -> Geometry:
    """The variant's drawn map, or a schematic one where it has none."""

    def make() -> Geometry:
        found = geometry_of(variant)
        if found is None:
            from talleyrand.atlas.schematic import schematic_geometry

            found = schematic_geometry(variant)
        return found

    return _kept(_GEOMETRIES, id(variant.board), (variant.board,), make)


def _surveyed(geometry: Geometry, variant: Variant) -> Terrain:
    there = {key.lower() for key in geometry.provinces}
    lacking = [
        p for p in variant.board.provinces.values() if p.id.lower() not in there and p.terrain is not Kind.IMPASSABLE
    ]
    if lacking:
        file = (variant.folder or Path()) / "geometry.json"
        say = "has no drawing; draw it, or take the file away for a schematic board"
        raise GeometryError(
            file, tuple(Fault(file.name, f"provinces.{p.id.lower()}", f"{p.name} {say}") for p in lacking)
        )
    return survey(geometry, variant.board)


def _check(show: str, width: int | None, power: Power | None, variant: Variant, palette: str) -> None:
    if show not in SHOWS:
        raise ValueError(f"there is nothing called {show!r} to show; choose {', '.join(SHOWS[:-1])} or {SHOWS[-1]}")
    if width is not None and not NARROWEST <= width <= WIDEST:
        raise ValueError(f"the width must be from {NARROWEST} to {WIDEST:,} pixels, not {width:,}")
    if power is not None and power not in variant.powers:
        raise ValueError(f"{variant.title} has no power {power!r}; it has {', '.join(variant.powers)}")
    if palette not in ("variant", "safe"):
        raise ValueError(f"there is no palette {palette!r}; choose variant or safe")


def _size(geometry: Geometry, width: int | None) -> float:
    """How much larger names and units must be to be read at that width, in steps."""
    if width is None:
        return 1.0
    shown = 13.5 * geometry.token / 13 * width / geometry.width
    grown = min(_LARGEST, max(1.0, _READABLE / shown))
    return round(grown * 10) / 10


def _words(variant: Variant, labels: str | Mapping[ProvinceId, str] | None) -> dict[ProvinceId, tuple[str, str]]:
    """The large and the small text of each name."""
    provinces = variant.board.provinces.values()
    if labels is None or labels == "short":
        return {p.id: (_short(p), "") for p in provinces}
    if not isinstance(labels, str):
        given = {key.upper(): text for key, text in labels.items()}
        return {p.id: (clipped(given.get(p.id, _short(p)), 40), "") for p in provinces}
    if labels == "names":
        return {p.id: (p.name, "") for p in provinces}
    if labels == "both":
        return {p.id: (_short(p), p.name) for p in provinces}
    if labels == "none":
        return {}
    raise ValueError(f"there are no labels {labels!r}; choose {', '.join(LABELS[:-1])} or {LABELS[-1]}")


def _short(province: Province) -> str:
    """A province's abbreviation: waters in capitals where it has no spelling of its own."""
    text = province.abbreviation
    return text.upper() if province.terrain is Kind.SEA and text == text.capitalize() else text


def _phase(variant: Variant, position: Position) -> str:
    return variant.calendar.describe(position.phase)


def _assembled(
    canvas: Canvas,
    base: Base,
    style: str,
    scope: str,
    position: Position,
    tints: Mapping[ProvinceId, tuple[Power, bool]],
    takers: Mapping[ProvinceId, Power],
    tokens: Mapping[Unit, Token],
    marks: Marks,
    top: Band,
    foot: Band,
    width: int | None,
    heading: str,
) -> str:
    geometry = canvas.terrain.geometry
    height = top.height + geometry.height + foot.height
    shown = width if width is not None else geometry.width
    name = f"{clipped(canvas.variant.title, 80)}, {heading}"
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{scope}" width="{shown:g}" '
            f'height="{shown * height / geometry.width:.0f}" '
            f'viewBox="0 {-top.height:.1f} {geometry.width:g} {height:.1f}" role="group" '
            f'aria-label="{escape(name)}"><title>{escape(name)}</title>',
            f"<desc>{escape(_summary(canvas, position))}</desc>",
            style,
            base.definitions,
            base.waters,
            ground(canvas, position, tints),
            base.lines,
            base.crossings,
            centres(canvas, takers),
            f'<g class="labels" aria-hidden="true">{base.names}</g>',
            _layers(canvas, tokens, marks, takers),
            top.body,
            foot.body,
            f'<rect class="rule" width="{geometry.width:g}" height="{geometry.height:g}"/>',
            "</svg>\n",
        )
    )


def _layers(canvas: Canvas, tokens: Mapping[Unit, Token], marks: Marks, takers: Mapping[ProvinceId, Power]) -> str:
    hits = [*marks.struck, *(line[-1] for line in marks.lines)]
    drawn = {
        driven: "".join(
            _unit(canvas, unit, token, marks, hits) for unit, token in tokens.items() if token.driven is driven
        )
        for driven in (False, True)
    }
    written = names(canvas, _busy(canvas, tokens, marks, takers, hits), tokens.values())
    return "".join(
        (
            f'<g id="{canvas.id("orders")}" class="orders">{"".join(marks.orders)}{"".join(marks.pins)}</g>',
            f'<g id="{canvas.id("units")}" class="units">{drawn[False]}</g>',
            f'<g id="{canvas.id("dislodged")}" class="dislodged">{drawn[True]}</g>',
            f'<g id="{canvas.id("labels")}" class="labels" aria-hidden="true">{written}</g>',
            f'<g id="{canvas.id("signs")}" class="signs">{"".join(marks.signs)}</g>',
        )
    )


def _busy(
    canvas: Canvas,
    tokens: Mapping[Unit, Token],
    marks: Marks,
    takers: Iterable[ProvinceId],
    hits: Sequence[Point],
) -> Busy:
    busy = Busy(7 * canvas.u)
    for key in takers:
        if key in canvas.layout.marks:
            x, y = canvas.layout.marks[key]
            busy.around((x + 1.8 * canvas.layout.mark, y - 1.8 * canvas.layout.mark), canvas.layout.mark)
    for line in marks.lines:
        busy.along(line)
    for spot in marks.struck:
        busy.around(spot, 6 * canvas.u)
    for unit, token in tokens.items():
        if token.driven:
            busy.around(token.disc.middle, token.disc.rx)
        if canvas.initials or unit in marks.small:
            radius = radius_of(token)
            near = corners(token, _near(token, hits))
            for x, y in near if unit in marks.small else near[:1]:
                busy.around((token.disc.x + x * radius, token.disc.y + y * radius), 0.5 * radius)
    return busy


def _unit(canvas: Canvas, key: Unit, token: Token, marks: Marks, hits: Sequence[Point]) -> str:
    extras = list(marks.extras.get(key, ()))
    if token.driven:
        extras.insert(0, ring("driven", token.unit.kind is UnitKind.FLEET))
    return draw_token(canvas, token, extras, marks.sentences.get(key, ""), marks.small.get(key, ""), _near(token, hits))


def _near(token: Token, hits: Sequence[Point]) -> list[Point]:
    return [spot for spot in hits if math.dist(spot, token.disc.middle) < 3 * token.disc.rx]


def _summary(canvas: Canvas, position: Position) -> str:
    parts = [
        f"{power}: {len(position.centers_of(power))} centres, {len(position.units_of(power))} units"
        for power in canvas.variant.powers
    ]
    return "; ".join(parts) + "."
