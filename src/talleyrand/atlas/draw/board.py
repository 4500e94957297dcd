"""A position, its orders and what became of them, as an SVG picture."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

from talleyrand.atlas.draw.acts import Act, Fate, act_of, acts
from talleyrand.atlas.draw.base import Base, centres, ground, make_base
from talleyrand.atlas.draw.canvas import Canvas, initials
from talleyrand.atlas.draw.layout import Layout, lay_out
from talleyrand.atlas.draw.legend import Band, footer, header
from talleyrand.atlas.draw.marks import Marks, mark_orders, retreat_options, standoffs
from talleyrand.atlas.draw.names import Busy, names
from talleyrand.atlas.draw.style import style_sheet
from talleyrand.atlas.draw.terrain import Terrain, survey
from talleyrand.atlas.draw.text import clipped, escape, identifier
from talleyrand.atlas.draw.tokens import Token, cross, draw_token, ring, token_at
from talleyrand.atlas.geometry import Geometry, geometry_of
from talleyrand.atlas.theme import liveries, theme_named
from talleyrand.board.calendar import RETREAT
from talleyrand.board.position import Dislodged, Position
from talleyrand.board.province import Province
from talleyrand.board.province import Terrain as Kind
from talleyrand.board.unit import Location, Power, ProvinceId, Unit, UnitKind
from talleyrand.game.report import Line, Report
from talleyrand.orders.model import Build
from talleyrand.rules.outcome import Outcome
from talleyrand.variants.variant import Variant

Show: TypeAlias = Literal["position", "orders", "results", "retreats"]
SHOWS: tuple[Show, ...] = ("position", "orders", "results", "retreats")
LABELS = ("short", "names", "both", "none")
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
) -> str:
    """The board as the text of an SVG document.

    ``lines`` are a report's: with ``show`` "orders" they are drawn as ordered, with "results" as they ended.
    ``retreats`` are drawn as options, ``adjustments`` stand in the legend, ``power`` leaves only that power's orders.
    ``width`` is the width in pixels it will be shown at: names and units grow where it is small. ``labels`` is "short",
    "names", "both", "none", or a text for each province. ``patterns`` and the palette "safe" help those who see colours
    otherwise. ``sandbox`` marks a position that is no game's, with its own words if it is a text. ``prefix`` keeps the
    ids of several pictures on one page apart. ``extra`` are outcomes that belong to no line, ``removed`` dislodged
    units that had no retreat.

    Raises ``ValueError`` for an unknown theme, show, palette or power, a width outside 120 to 10,000, or a variant
    without any map.
    """
    chosen = theme_named(theme)
    _check(show, width, power, variant, palette)
    geometry = geometry or _geometry(variant)
    patterned = patterns or chosen.patterns
    size = _size(geometry, width)
    terrain = _kept(
        _TERRAINS, (id(variant.board), id(geometry)), (variant.board, geometry), lambda: survey(geometry, variant.board)
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
    tokens = _tokens(canvas, position, given)
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
    tag = _TAGS[show] + (f" of {power}" if power is not None and show != "position" else "")
    pill = sandbox if isinstance(sandbox, str) else "SANDBOX" if sandbox else ""
    phase = _phase(variant, position)
    top = header(canvas, phase, tag, pill) if title else Band(0.0, "")
    foot = footer(canvas, position, adjustments or {}, marks.used) if legend else Band(0.0, "")
    return _assembled(
        canvas, base, style, scope, position, tokens, marks, top, foot, width, f"{phase}{', ' * bool(tag)}{tag}"
    )


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
    after = show in ("position", "retreats")
    return draw_board(
        variant,
        report.next if after else report.before,
        show=show,
        lines=None if after else report.lines,
        retreats=report.retreats if after else None,
        adjustments=report.adjustments if after else _now(report),
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


def _tokens(canvas: Canvas, position: Position, given: Sequence[Act]) -> dict[Unit, Token]:
    """Every unit to be drawn: those that were dislodged in what is shown stand aside.

    Where a dislodged unit and the one that took its place look alike ("A RUM"), the key means the dislodged one, which
    alone can be given an order, and the other has a key of its own.
    """
    driven = {act.unit for act in given if act.dislodged}
    found: dict[Unit, Token] = {}
    for power, unit in position.each_unit():
        token = token_at(canvas, power, unit, driven=unit in driven)
        if token is not None:
            found[unit] = token
    for entry in position.dislodged:
        token = token_at(canvas, entry.power, entry.unit, driven=True)
        if token is not None:
            if entry.unit in found:
                standing = found.pop(entry.unit)
                found[Unit(entry.unit.kind, Location(entry.unit.province, "standing"))] = standing
            found[entry.unit] = token
    for act in given:
        if isinstance(act.order, Build) and act.fate in (Fate.DONE, Fate.PLANNED) and act.order.unit not in found:
            token = token_at(canvas, act.power, act.order.unit, built=True)
            if token is not None:
                found[act.order.unit] = token
    return found


def _assembled(
    canvas: Canvas,
    base: Base,
    style: str,
    scope: str,
    position: Position,
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
    taken = {token.unit.location for token in tokens.values() if token.unit.kind is UnitKind.FLEET}
    coasts = "".join(text for place, text in base.coasts.items() if Location(*place) not in taken)
    drawn = {
        driven: "".join(_unit(canvas, unit, token, marks) for unit, token in tokens.items() if token.driven is driven)
        for driven in (False, True)
    }
    written = names(canvas, _busy(canvas, tokens, marks))
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
            ground(canvas, position),
            base.lines,
            base.crossings,
            centres(canvas, position),
            f'<g class="labels" aria-hidden="true">{base.names}{coasts}</g>',
            f'<g id="{canvas.id("orders")}" class="orders">{"".join(marks.orders)}{"".join(marks.pins)}</g>',
            f'<g id="{canvas.id("units")}" class="units">{drawn[False]}</g>',
            f'<g id="{canvas.id("dislodged")}" class="dislodged">{drawn[True]}</g>',
            f'<g id="{canvas.id("labels")}" class="labels" aria-hidden="true">{written}</g>',
            f'<g id="{canvas.id("signs")}" class="signs">{"".join(marks.signs)}</g>',
            top.body,
            foot.body,
            f'<rect class="rule" width="{geometry.width:g}" height="{geometry.height:g}"/>',
            "</svg>\n",
        )
    )


def _busy(canvas: Canvas, tokens: Mapping[Unit, Token], marks: Marks) -> Busy:
    busy = Busy(7 * canvas.u)
    for line in marks.lines:
        busy.along(line)
    for spot in marks.struck:
        busy.around(spot, 6 * canvas.u)
    for token in tokens.values():
        if token.driven:
            busy.around(token.disc.middle, token.disc.rx)
    return busy


def _unit(canvas: Canvas, key: Unit, token: Token, marks: Marks) -> str:
    extras = list(marks.extras.get(key, ()))
    if token.driven:
        extras.insert(0, ring("driven", token.unit.kind is UnitKind.FLEET))
    return draw_token(canvas, token, extras, marks.sentences.get(key, ""))


def _summary(canvas: Canvas, position: Position) -> str:
    parts = [
        f"{power}: {len(position.centers_of(power))} centres, {len(position.units_of(power))} units"
        for power in canvas.variant.powers
    ]
    return "; ".join(parts) + "."
