"""What stands round the map: title and phase above it, the powers and the key below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from talleyrand.atlas.draw.canvas import Canvas
from talleyrand.atlas.draw.symbols import ARMY_BODY, BURST, EXCLAMATION, PLUS, center_mark
from talleyrand.atlas.draw.text import BOLD, REGULAR, TITLE, clipped, escape, text_width
from talleyrand.board.position import Position
from talleyrand.board.unit import Power

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
}
"""What each mark means, in the order of the key."""


@dataclass(frozen=True)
class Band:
    """A strip above or below the map: its height and what is in it."""

    height: float
    body: str


@dataclass(frozen=True)
class Entry:
    """One thing in the key: a small drawing and its words, with their widths."""

    width: float
    body: str


def header(canvas: Canvas, phase: str, tag: str, pill: str) -> Band:
    """Title, phase and what is shown, on one line or two."""
    width = canvas.terrain.geometry.width
    u = canvas.layout.unit * canvas.layout.size**0.85
    pad, big, small = 14 * u, 25 * u, 17 * u
    room = width - 2 * pad
    title = clipped(canvas.variant.title, 60)
    big *= min(1.0, room / (text_width(title, big, TITLE) or 1))
    tag, phase = clipped(tag, 80), clipped(phase, 80)
    tag_width = text_width(tag, small * 0.85, BOLD)
    pill_width = text_width(pill, small * 0.8, BOLD) + 1.2 * small if pill else 0.0
    end = tag_width + pill_width + (small if pill and tag else 0)
    title_width, phase_width = text_width(title, big, TITLE), text_width(phase, small, REGULAR)
    single = title_width + phase_width + end + 3 * small <= room
    if not single:
        needed = phase_width + end + small
        small *= min(1.0, room / needed)
        end, pill_width = end * min(1.0, room / needed), pill_width * min(1.0, room / needed)
        phase_width = text_width(phase, small, REGULAR)
    height = (34 if single else 58) * u
    first, second = 24.5 * u, (24.5 if single else 48) * u
    x = pad + (title_width + small if single else 0)
    parts = [
        f'<text class="title" x="{pad:.1f}" y="{first:.1f}" font-size="{big:.1f}">{escape(title)}</text>',
        f'<text class="phase" x="{x:.1f}" y="{second:.1f}" font-size="{small:.1f}">{escape(phase)}</text>',
    ]
    right = width - pad
    if pill:
        parts.append(
            f'<g class="sandbox"><rect class="pill" x="{right - pill_width:.1f}" y="{second - small * 0.98:.1f}" '
            f'width="{pill_width:.1f}" height="{small * 1.3:.1f}" rx="{small * 0.3:.1f}"/><text class="pill-text" '
            f'x="{right - pill_width / 2:.1f}" y="{second - small * 0.05:.1f}" font-size="{small * 0.8:.1f}" '
            f'text-anchor="middle">{escape(pill)}</text></g>'
        )
        right -= pill_width + small * 0.6
    if tag:
        parts.append(
            f'<text class="tag" x="{right:.1f}" y="{second:.1f}" font-size="{small * 0.85:.1f}" '
            f'text-anchor="end">{escape(tag)}</text>'
        )
    body = f'<rect class="sheet" y="{-height:.1f}" width="{width:.1f}" height="{height:.1f}"/>'
    return Band(height, f'{body}<g transform="translate(0 {-height:.1f})">{"".join(parts)}</g>')


def footer(canvas: Canvas, position: Position, adjustments: Mapping[Power, int], used: set[str]) -> Band:
    """The powers with what they own, and the key to the marks that occur."""
    geometry = canvas.terrain.geometry
    u = canvas.layout.unit * canvas.layout.size**0.85
    pad, gap = 14 * u, 20 * u
    room = geometry.width - 2 * pad
    shrunk = 1.0
    powers = [_power(canvas, power, position, adjustments, u) for power in canvas.variant.powers]
    needed = sum(entry.width for entry in powers) + gap * (len(powers) - 1)
    if room < needed < 1.14 * room:
        shrunk = room / needed * 0.995
        powers = [_power(canvas, power, position, adjustments, u * shrunk) for power in canvas.variant.powers]
    rows = _flow(powers, room, gap * shrunk)
    if len(rows) > 1:
        rows = _flow(powers, min(room, needed / len(rows) + max(entry.width for entry in powers) / 2), gap)
    key: list[list[Entry]] = []
    if canvas.layout.size <= 1.5:
        entries = [_sample(canvas, kind, u) for kind in KEY if kind in used]
        entries += _notes(canvas, u)
        key = _flow(entries, room, 16 * u)
    parts, y = [], 8 * u
    for height, lines in ((24 * u, rows), (20 * u, key)):
        for row in lines:
            x = pad
            for entry in row:
                parts.append(f'<g transform="translate({x:.1f} {y + height / 2:.1f})">{entry.body}</g>')
                x += entry.width + (gap * shrunk if lines is rows else 16 * u)
            y += height
    if geometry.attribution and canvas.layout.size <= 1.5:
        size = 9.5 * u
        text = clipped(geometry.attribution, 160)
        size *= min(1.0, (geometry.width - 2 * pad) / (text_width(text, size, REGULAR) or 1))
        parts.append(
            f'<text class="note" x="{geometry.width - pad:.1f}" y="{y + size:.1f}" font-size="{size:.1f}" '
            f'text-anchor="end">{escape(text)}</text>'
        )
        y += size * 1.2
    height = y + 6 * u
    body = f'<rect class="sheet" y="{geometry.height:.1f}" width="{geometry.width:.1f}" height="{height:.1f}"/>'
    inner = f'<g transform="translate(0 {geometry.height:.1f})">{"".join(parts)}</g>'
    return Band(
        height, f'<g id="{canvas.id("legend")}" class="legend" role="group" aria-label="Legend">{body}{inner}</g>'
    )


def _flow(entries: Sequence[Entry], room: float, gap: float) -> list[list[Entry]]:
    rows: list[list[Entry]] = []
    used = 0.0
    for entry in entries:
        if not rows or used + gap + entry.width > room:
            rows.append([])
            used = -gap
        rows[-1].append(entry)
        used += gap + entry.width
    return rows


def _power(canvas: Canvas, power: Power, position: Position, adjustments: Mapping[Power, int], u: float) -> Entry:
    place = canvas.place(power)
    centers, units = len(position.centers_of(power)), len(position.units_of(power))
    units += sum(entry.power == power for entry in position.dislodged)
    change = adjustments.get(power, 0)
    size, small = 14 * u, 12.5 * u
    name = clipped(power, 24)
    if canvas.layout.size > 1.5:
        count = f"\u00a0{centers}/{units}"
    elif centers or units:
        count = f"\u00a0 {centers} centre{'s' * (centers != 1)}, {units} unit{'s' * (units != 1)}"
    else:
        count = "\u00a0 eliminated"
    more = f"\u00a0 {'+' if change > 0 else '−'}{abs(change)}" if change else ""
    start = 30 * u
    name_width = text_width(name, size, BOLD)
    count_width = text_width(count, small, REGULAR)
    said = f"{power}: {centers} centres, {units} units" + (f", {more.strip()}" if more else "")
    size_of = f'y="{-8 * u:.1f}" width="{24 * u:.1f}" height="{16 * u:.1f}" rx="{3 * u:.1f}"'
    hatch = f'<rect fill="url(#{canvas.id(f"power-{place}")})" {size_of}/>' if canvas.patterns else ""
    initial = canvas.initials.get(power, "")
    mark = (
        f'<text class="m{place}" x="{12 * u:.1f}" y="{3.4 * u:.1f}" font-size="{9.5 * u:.1f}" '
        f'text-anchor="middle">{escape(initial)}</text>'
        if initial
        else ""
    )
    body = (
        f'<g class="power" data-power="{escape(power)}" data-centers="{centers}" data-units="{units}" '
        f'data-change="{change}" role="img" aria-label="{escape(said)}"><title>{escape(said)}</title>'
        f'<rect class="swatch own{place}" {size_of}/>{hatch}'
        f'<g transform="translate({12 * u:.1f} 0)scale({6.6 * u:.2f})" class="unit"><path class="body c{place}" '
        f'd="{ARMY_BODY}"/></g>{mark}'
        f'<text x="{start:.1f}" y="{size * 0.36:.1f}" font-size="{size:.1f}">{escape(name)}<tspan class="count" '
        f'font-size="{small:.1f}">{escape(count)}</tspan>{f"<tspan>{escape(more)}</tspan>" if more else ""}</text></g>'
    )
    return Entry(start + name_width + count_width + text_width(more, size, BOLD), body)


def _worded(drawing: str, width: float, text: str, u: float) -> Entry:
    size = 12 * u
    start = width + 5 * u
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
            drawing, width = (
                f'{drawing}<path class="ghost" d="M{24 * u:.1f} 0h{8 * u:.1f}"/><path class="gash" d="{gash}"/>',
                32.0,
            )
        case "link":
            drawing, width = f'<g class="link"><path class="case" d="M0 0H{26 * u:.1f}"/></g>', 28.0
        case "retreat":
            drawing, width = f'<g class="retreat">{arrow}{tipped}</g>', 30.0
        case "option":
            drawing, width = (
                f'<g class="option"><path class="case" d="{shaft}"/><path class="head" d="{tip}"/></g>',
                30.0,
            )
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
        case "driven" | "hold" | "none" | "ferry":
            drawing, width = disc(f'<g class="{kind}"><circle class="ring" r="1.3"/></g>'), 20.0
        case _:
            drawing, width = "", 0.0
    return _worded(f'<g class="key" data-key="{kind}">{drawing}</g>', width * u, KEY[kind], u)


def _notes(canvas: Canvas, u: float) -> list[Entry]:
    """The variant's own legend, each text beside what it speaks of where that can be drawn."""
    found = []
    for key, text in canvas.variant.legend.items():
        drawing, width = "", 0.0
        if key in ("center", "home_center"):
            home = key == "home_center"
            shape, body = center_mark(canvas.variant.symbols, home)
            tint = " c0" if home and shape in ("star", "double circle") else ""
            drawing = f'<g class="centre{tint}" transform="translate({7 * u:.1f} 0)scale({6 * u:.2f})">{body}</g>'
            width = 14.0
        elif key == "impassable":
            drawing = f'<rect class="void" y="{-6 * u:.1f}" width="{16 * u:.1f}" height="{12 * u:.1f}"/>'
            width = 16.0
        elif key == "strait":
            barbs = f"M{22 * u:.1f} 0l{-7 * u:.1f} {4 * u:.1f}v{-8 * u:.1f}zM0 0l{7 * u:.1f} {4 * u:.1f}v{-8 * u:.1f}z"
            drawing = f'<path class="crossing" d="M{5 * u:.1f} 0H{17 * u:.1f}"/><path class="barb" d="{barbs}"/>'
            width = 22.0
        found.append(_worded(drawing, width * u, clipped(text, 90), u))
    return found
