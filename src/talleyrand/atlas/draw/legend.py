"""What stands round the map: title and phase above it, the powers and the key below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from talleyrand.atlas.draw.canvas import Canvas
from talleyrand.atlas.draw.key import Entry, key_entries, worded
from talleyrand.atlas.draw.symbols import ARMY_BODY
from talleyrand.atlas.draw.text import BOLD, REGULAR, TITLE, clipped, escape, text_width
from talleyrand.board.position import Position
from talleyrand.board.unit import Power

_COMPACT = 1.25
"""Where everything is drawn so many times larger, the picture is narrow and words are few."""


@dataclass(frozen=True)
class Band:
    """A strip above or below the map: its height and what is in it."""

    height: float
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


def footer(
    canvas: Canvas, position: Position, after: Position | None, adjustments: Mapping[Power, int], used: set[str]
) -> Band:
    """The powers with what they own, now and ``after``, and the key to the marks that occur."""
    geometry = canvas.terrain.geometry
    compact = canvas.layout.size > _COMPACT
    u = canvas.layout.unit * (canvas.layout.size if compact else canvas.layout.size**0.85)
    pad, gap = 14 * u, 20 * u
    room = geometry.width - 2 * pad
    shrunk = 1.0

    def powers(by: float) -> list[Entry]:
        return [_power(canvas, power, position, after, adjustments, by, compact) for power in canvas.variant.powers]

    entries = powers(u)
    needed = sum(entry.width for entry in entries) + gap * (len(entries) - 1)
    if room < needed < 1.14 * room:
        shrunk = room / needed * 0.995
        entries = powers(u * shrunk)
    rows = _flow(entries, room, gap * shrunk)
    if len(rows) > 1:
        rows = _flow(entries, min(room, needed / len(rows) + max(entry.width for entry in entries) / 2), gap)
    kinds = used | ({"owned"} if position.centers else set())
    counts = [worded("", 0.0, "3/4: centres/units", u)] if compact else []
    key = _flow([*counts, *key_entries(canvas, kinds, u, compact=compact)], room, 16 * u)
    parts, y = [], 8 * u
    for height, lines in ((24 * u, rows), (20 * u, key)):
        for row in lines:
            x = pad
            for entry in row:
                parts.append(f'<g transform="translate({x:.1f} {y + height / 2:.1f})">{entry.body}</g>')
                x += entry.width + (gap * shrunk if lines is rows else 16 * u)
            y += height
    if geometry.attribution:
        size = (8 if compact else 9.5) * u
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


def _power(
    canvas: Canvas,
    power: Power,
    position: Position,
    after: Position | None,
    adjustments: Mapping[Power, int],
    u: float,
    compact: bool,
) -> Entry:
    place = canvas.place(power)
    centers, units = _count(position, power)
    then = (centers, units) if after is None else _count(after, power)
    owned, fielded = (_step(now, later) for now, later in zip((centers, units), then, strict=True))
    change = adjustments.get(power, 0)
    size, small = 14 * u, 12.5 * u
    name = clipped(power, 24)
    if compact:
        slash = " / " if "→" in owned + fielded else "/"
        count = f"\u00a0{owned}{slash}{fielded}".replace(" → ", "→")
    elif any((centers, units, *then)):
        count = f"\u00a0 {owned} centre{'s' * (then[0] != 1)}, {fielded} unit{'s' * (then[1] != 1)}"
    else:
        count = "\u00a0 eliminated"
    more = f"\u00a0 {'+' if change > 0 else '−'}{abs(change)}" if change else ""
    start = 30 * u
    name_width = text_width(name, size, BOLD)
    count_width = text_width(count, small, REGULAR)
    said = f"{power}: {owned} centres, {fielded} units" + (f", {more.strip()}" if more else "")
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
        f'data-centers-after="{then[0]}" data-change="{change}" role="img" aria-label="{escape(said)}">'
        f"<title>{escape(said)}</title>"
        f'<rect class="swatch own{place}" {size_of}/>{hatch}'
        f'<g transform="translate({12 * u:.1f} 0)scale({6.6 * u:.2f})" class="unit"><path class="body c{place}" '
        f'd="{ARMY_BODY}"/></g>{mark}'
        f'<text x="{start:.1f}" y="{size * 0.36:.1f}" font-size="{size:.1f}">{escape(name)}<tspan class="count" '
        f'font-size="{small:.1f}">{escape(count)}</tspan>{f"<tspan>{escape(more)}</tspan>" if more else ""}</text></g>'
    )
    return Entry(start + name_width + count_width + text_width(more, size, BOLD), body)


def _count(position: Position, power: Power) -> tuple[int, int]:
    """The centres and the units of a power, those included that have to retreat."""
    driven = sum(entry.power == power for entry in position.dislodged)
    return len(position.centers_of(power)), len(position.units_of(power)) + driven


def _step(now: int, later: int) -> str:
    return str(now) if now == later else f"{now} → {later}"
