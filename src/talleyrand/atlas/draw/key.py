"""The key: a sample of each mark that occurs, and what the map's own signs mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from talleyrand.atlas.draw.canvas import Canvas
from talleyrand.atlas.draw.symbols import ARMY_BODY, BURST, EXCLAMATION, FLAG, PLUS, center_mark, glyph_of
from talleyrand.atlas.draw.terrain import VOID
from talleyrand.atlas.draw.text import REGULAR, clipped, escape, text_width

KEY: Mapping[str, str] = {
    "move": "move",
    "convoyed": "move by convoy",
    "bounce": "bounced",
    "support": "support",
    "cut": "support cut",
    "ferry": "fleet convoys",
    "link": "convoy",
    "hold": "holds",
    "none": "no order",
    "void": "no effect",
    "ignored": "order set aside",
    "driven": "dislodged",
    "option": "may retreat to",
    "retreat": "retreat",
    "standoff": "standoff here",
    "build": "built",
    "gone": "leaves the board",
    "taken": "centre changes hands",
}
"""What each mark means, in the order of the key."""

_NOTES: Mapping[str, tuple[str, str]] = {
    "center": ("a supply centre", "centre"),
    "home_center": ("a home centre, in the colour of its power", "home centre"),
    "owned": ("land in full colour: its owner has the centre", "owned"),
    "pale": ("pale land: a unit stands there, nobody owns it", "unit only"),
    "strait": ("an arrow joins two provinces across a strait", "strait"),
    "point": ("provinces that touch in a point are adjacent", "adjacent"),
    "channel": ("dots join provinces across water", "crossing"),
    "unit": ("", ""),
    "impassable": ("grey land cannot be entered", "impassable"),
}
"""What the map's own signs mean where the variant has no words for it, in full and where room is short."""


@dataclass(frozen=True)
class Entry:
    """One thing in the key: a small drawing and its words, with their widths."""

    width: float
    body: str


def key_entries(canvas: Canvas, used: set[str], u: float, *, compact: bool) -> list[Entry]:
    """Marks that occur, then signs that the map has; with ``compact`` in few words."""
    entries = [_sample(canvas, kind, u) for kind in KEY if kind in used]
    return [*entries, *_notes(canvas, used, u, compact)]


def worded(drawing: str, width: float, text: str, u: float) -> Entry:
    """A drawing of some width with words after it."""
    size = 12 * u
    start = width + 5 * u if width else 0.0
    words = f'<text class="note" x="{start:.1f}" y="{size * 0.36:.1f}" font-size="{size:.1f}">{escape(text)}</text>'
    return Entry(start + text_width(text, size, REGULAR), drawing + words)


def _sample(canvas: Canvas, kind: str, u: float) -> Entry:
    """A mark of the key as it looks on the map."""
    shaft = f"M0 0H{22 * u:.1f}"
    tip = f"M{30 * u:.1f} 0l{-10 * u:.1f} {5 * u:.1f}v{-10 * u:.1f}z"
    arrow = f'<path class="case" d="{shaft}"/><path class="core" style="stroke:{canvas.theme.halo}" d="{shaft}"/>'
    tipped = f'<path class="head" style="fill:{canvas.theme.halo}" d="{tip}"/>'
    dot = f'<circle class="pin" style="fill:{canvas.theme.halo}" cx="{28 * u:.1f}" r="{2.8 * u:.1f}"/>'
    r = 7 * u

    def disc(inner: str) -> str:
        body = f'<path class="body" style="fill:{canvas.theme.void}" d="{ARMY_BODY}"/>'
        return f'<g class="unit" transform="translate({9 * u:.1f} 0)scale({r:.2f})">{body}{inner}</g>'

    def signed(shape: str, colour: str, size: float, x: float, inner: str = "") -> str:
        return (
            f'<g transform="translate({x * u:.1f} 0)scale({size * u:.2f})">'
            f'<path class="sign {colour}" stroke-width=".3" d="{shape}"/>{inner}</g>'
        )

    circle = ARMY_BODY
    drawing, width = "", 0.0
    match kind:
        case "move" | "convoyed":
            drawing, width = f'<g class="done">{arrow}{tipped}</g>', 30.0
            if kind == "convoyed":
                drawing += signed(circle, "aside", 4.5, 12)
        case "bounce":
            drawing, width = f'<g class="failed">{arrow}{tipped}</g>{signed(BURST, "alarm", 6.4, 33)}', 40.0
        case "support":
            drawing, width = f'<g class="support"><path class="case" d="M0 0H{26 * u:.1f}"/>{dot}</g>', 31.0
        case "cut":
            stroke = f"l{4 * u:.1f} {-10 * u:.1f}"
            gash = f"M{12 * u:.1f} {5 * u:.1f}{stroke}m{u:.1f} {10 * u:.1f}{stroke}"
            drawing = f'<g class="support"><path class="case" d="M0 0H{10 * u:.1f}"/></g>'
            drawing += f'<path class="ghost" d="M{24 * u:.1f} 0h{8 * u:.1f}"/><path class="gash" d="{gash}"/>'
            width = 32.0
        case "link":
            drawing, width = f'<g class="link"><path class="case" d="M0 0H{26 * u:.1f}"/></g>', 28.0
        case "retreat":
            drawing, width = f'<g class="retreat">{arrow}{tipped}</g>', 30.0
        case "option":
            drawing = f'<g class="option"><path class="case" d="{shaft}"/><path class="head" d="{tip}"/></g>'
            width = 30.0
        case "void":
            slash = '<path class="on-sign" d="M-.58.36L.36-.58L.58-.36L-.36.58z"/>'
            drawing = f'<g class="quiet"><path class="case" d="M0 0H{20 * u:.1f}"/></g>'
            drawing += signed(circle, "aside", 4.4, 24, slash)
            width = 29.0
        case "ignored":
            drawing = signed(circle, "aside", 6.2, 8, f'<path class="on-sign" d="{EXCLAMATION}"/>')
            width = 16.0
        case "standoff":
            drawing, width = signed(BURST, "aside", 5.6, 8), 15.0
        case "build":
            drawing, width = signed(circle, "good", 6.4, 8, f'<path class="on-sign" d="{PLUS}"/>'), 16.0
        case "gone":
            drawing, width = disc('<path class="cross" d="M-.8-.8L.8.8M-.8.8L.8-.8"/>'), 18.0
        case "taken":
            flag = f'<path class="aside" d="{FLAG}"/>'
            drawing = f'<g class="centre" transform="translate(0 {8 * u:.1f})scale({4.6 * u:.2f})">'
            drawing, width = f'{drawing}<g class="taken">{flag}</g></g>', 14.0
        case "driven" | "hold" | "none" | "ferry":
            drawing, width = disc(f'<g class="{kind}"><circle class="ring" r="1.3"/></g>'), 20.0
    return worded(f'<g class="key" data-key="{kind}">{drawing}</g>', width * u, KEY[kind], u)


def _notes(canvas: Canvas, used: set[str], u: float, compact: bool) -> Iterator[Entry]:
    """The map's own signs, in the variant's words where it has some."""
    own = canvas.variant.legend
    there = _there(canvas, used)
    for key, (full, brief) in _NOTES.items():
        text = brief if compact else own.get(key, full)
        if key in there and text:
            drawing, width = _sign(canvas, key, u)
            yield worded(f'<g class="key" data-key="{key}">{drawing}</g>', width * u, clipped(text, 90), u)
    if not compact:
        for key, text in own.items():
            if key not in _NOTES:
                yield worded("", 0.0, clipped(text, 90), u)


def _there(canvas: Canvas, used: set[str]) -> set[str]:
    """The signs that the map has."""
    homes = {canvas.board.provinces[key].home_of is not None for key in canvas.layout.marks}
    kinds = {crossing.kind for crossing in canvas.terrain.geometry.crossings}
    areas = {kind for kind, _, _ in canvas.terrain.areas} | set(canvas.terrain.kinds.values())
    found = {
        "center": False in homes,
        "home_center": True in homes,
        "strait": "strait" in kinds,
        "point": bool(kinds & {"point", "delta"}),
        "channel": bool(kinds & {"channel", "island"}),
        "unit": True,
        "impassable": VOID in areas,
    }
    return {key for key, there in found.items() if there} | (used & {"owned", "pale"})


def _sign(canvas: Canvas, key: str, u: float) -> tuple[str, float]:
    symbols = canvas.variant.symbols
    block = f'y="{-7 * u:.1f}" width="{20 * u:.1f}" height="{14 * u:.1f}" rx="{2 * u:.1f}"'

    def mark(x: float, home: bool) -> str:
        body = center_mark(symbols, 0 if home else None, home)
        return f'<g class="centre" transform="translate({x * u:.1f} 0)scale({5.4 * u:.2f})">{body}</g>'

    match key:
        case "center" | "home_center":
            return mark(7, key == "home_center"), 14.0
        case "owned":
            return f'<rect class="swatch own0" {block}/>{mark(10, False)}', 20.0
        case "pale":
            return f'<rect class="swatch hold0" {block}/>', 20.0
        case "impassable":
            hatched = f'<rect fill="url(#{canvas.id("hatch")})" {block}/>'
            return f'<rect class="void swatch" {block}/>{hatched}', 20.0
        case "strait" | "point":
            size = 7.0 if key == "strait" else 5.0
            tips = f"M{24 * u:.1f} 0l{-size * u:.1f} {size * 0.6 * u:.1f}v{-size * 1.2 * u:.1f}z"
            tips += f"M0 0l{size * u:.1f} {size * 0.6 * u:.1f}v{-size * 1.2 * u:.1f}z"
            line = f'<path class="crossing{"" if key == "strait" else " fine"}" d="M{5 * u:.1f} 0H{19 * u:.1f}"/>'
            return f'{line}<path class="barb" d="{tips}"/>', 24.0
        case "channel":
            return f'<path class="crossing dotted" d="M{2 * u:.1f} 0H{22 * u:.1f}"/>', 24.0
        case _:
            return _unit(canvas, u), 20.0


def _unit(canvas: Canvas, u: float) -> str:
    body = f'<path class="body c0" d="{ARMY_BODY}"/>'
    glyph = f'<path class="m0" transform="scale(.98)" d="{glyph_of(canvas.variant.symbols, "A")}"/>'
    initial = next(iter(canvas.initials.values()), "")
    badge = f'<circle class="badge" cx=".8" cy=".68" r=".56"/><text x=".8" y=".98">{escape(initial)}</text>'
    return (
        f'<g class="unit" transform="translate({8 * u:.1f} 0)scale({7 * u:.2f})">{body}{glyph}'
        f"{badge if initial else ''}</g>"
    )
