"""Units as tokens, and the rings and signs upon them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from talleyrand.atlas.draw.canvas import Canvas
from talleyrand.atlas.draw.curve import Disc, distance
from talleyrand.atlas.draw.symbols import ARMY_BODY, EXCLAMATION, FLEET_BODY, PLUS, glyph_of
from talleyrand.atlas.draw.text import escape
from talleyrand.atlas.geometry import Point
from talleyrand.board.unit import Power, Unit, UnitKind
from talleyrand.prose.words import unit_name


@dataclass(frozen=True, slots=True)
class Token:
    """A unit on the map."""

    power: Power
    unit: Unit
    disc: Disc
    driven: bool = False
    """It was dislodged and stands aside."""
    built: bool = False


def token_at(
    canvas: Canvas,
    power: Power,
    unit: Unit,
    *,
    driven: bool = False,
    built: bool = False,
    ways: Sequence[tuple[Point, Point]] = (),
) -> Token | None:
    """The token of a unit, None where the map has no such place.

    One that is driven out stands aside, and as far as can be off the straight ways of moves.
    """
    layout = canvas.layout
    spot = layout.spot(unit.location)
    if spot is None:
        return None
    if driven:
        places = layout.aside.get(unit.location) or layout.aside.get(unit.location._replace(coast="")) or [(0.0, spot)]
        room = 1.9 * layout.token
        spot = min(
            places,
            key=lambda one: one[0] + sum(20 * max(0.0, 1 - distance(one[1], *way) / room) for way in ways),
        )[1]
    radius = layout.token * (0.88 if driven else 1.0)
    wide, high = (1.3, 0.9) if unit.kind is UnitKind.FLEET else (1.0, 1.0)
    return Token(power, unit, Disc(spot[0], spot[1], wide * radius, high * radius), driven, built)


def radius_of(token: Token) -> float:
    """The radius a token is drawn with."""
    return token.disc.ry / 0.9 if token.unit.kind is UnitKind.FLEET else token.disc.ry


def draw_token(
    canvas: Canvas, token: Token, extras: Sequence[str], sentence: str, small: str = "", hits: Sequence[Point] = ()
) -> str:
    """One unit, with its rings (``extras``), a ``small`` sign and a title.

    The small sign and the power's initial stand at corners that nothing comes near of what is at ``hits``.
    """
    unit, board = token.unit, canvas.board
    place = canvas.place(token.power)
    fleet = unit.kind is UnitKind.FLEET
    body = FLEET_BODY if fleet else ARMY_BODY
    glyph = glyph_of(canvas.variant.symbols, unit.kind.value)
    fill, mark = (f"c{place}", f"m{place}") if place is not None else ("aside", "on-sign")
    name = f"{token.power}: {unit_name(unit, board)}"
    kind = "fleet" if fleet else "army"
    state = " driven" if token.driven else " built" if token.built else ""
    initial = canvas.initials.get(token.power, "")
    low, high = corners(token, hits)
    marks = (_badge(initial, low) if initial else "") + (_at_corner(small, high) if small else "")
    scale = 'transform="scale(.92)"' if fleet else 'transform="scale(.98)"'
    title = f"{name}. {sentence}" if sentence else f"{name}{', dislodged' if token.driven else ''}."
    return (
        f'<g class="unit {kind}{state}" id="{canvas.id(_id(token))}" data-unit="{escape(str(unit))}" '
        f'data-power="{escape(token.power)}" data-at="{escape(unit.province)}" role="img" aria-label="{escape(title)}" '
        f'transform="translate({token.disc.x:.1f} {token.disc.y:.1f})scale({radius_of(token):.2f})">'
        f"<title>{escape(title)}</title>"
        f'<path class="lift" d="{body}"/><path class="body {fill}" d="{body}"/>'
        f'<path class="{mark}" {scale} d="{glyph}"/>{"".join(extras)}{marks}</g>'
    )


def _id(token: Token) -> str:
    return f"{'dislodged' if token.driven else 'unit'}-{token.unit.province}"


def corners(token: Token, hits: Sequence[Point]) -> tuple[Point, Point]:
    """Where the initial and the small sign stand, in radii: below and above on the right, or where there is room."""
    across, radius = (1.05, radius_of(token)) if token.unit.kind is UnitKind.FLEET else (0.82, radius_of(token))
    near = [((x - token.disc.x) / radius, (y - token.disc.y) / radius) for x, y in hits]
    places = [(across, 0.66), (across, -0.8), (-across, -0.8), (-across, 0.66)]

    def crowded(place: Point) -> float:
        return max((1.0 - math.dist(place, hit) for hit in near if math.dist(place, hit) < 1.0), default=0.0)

    low = min(places, key=lambda place: (crowded(place), places.index(place)))
    rest = [places[1], places[2], places[0], places[3]]
    high = min((place for place in rest if place != low), key=lambda place: (crowded(place), rest.index(place)))
    return low, high


def _badge(initial: str, place: Point) -> str:
    x, y = place
    narrow = "" if len(initial) == 1 else ' style="font-size:.6px"'
    drop = 0.3 if len(initial) == 1 else 0.22
    words = f'<text x="{x}" y="{y + drop:.2f}"{narrow}>{escape(initial)}</text>'
    return f'<circle class="badge" cx="{x}" cy="{y}" r=".56"/>{words}'


def _at_corner(small: str, place: Point) -> str:
    return f'<g transform="translate({place[0]} {place[1]})scale(.48)">{small}</g>'


def ring(kind: str, fleet: bool, distance: float = 0.26) -> str:
    """A ring round a token: "hold", "none", "guard", "ferry", "built", "driven"."""
    if fleet:
        shape = f'<ellipse class="ring" rx="{1.36 + distance:.2f}" ry="{0.92 + distance:.2f}"/>'
    else:
        shape = f'<circle class="ring" r="{1 + distance:.2f}"/>'
    return f'<g class="{kind}">{shape}</g>'


def cross() -> str:
    """A cross over a unit that leaves the board."""
    lines = "M-.78-.78L.78.78M-.78.78L.78-.78"
    return f'<path class="cross-under" d="{lines}"/><path class="cross" d="{lines}"/>'


PLUS_SIGN = f'<circle class="sign good" r="1.1" stroke-width=".4"/><path class="on-sign" d="{PLUS}"/>'
"""The small sign of a new unit."""
CAUTION_SIGN = f'<circle class="sign aside" r="1.1" stroke-width=".4"/><path class="on-sign" d="{EXCLAMATION}"/>'
"""The small sign of an order that was set aside."""


def sign(kind: str, at: Point, size: float, body: str, inner: str = "") -> str:
    """A sign on the map: a filled shape with a light rim, and what stands in it."""
    return f'<g class="{kind}" transform="translate({at[0]:.1f} {at[1]:.1f})scale({size:.2f})">{body}{inner}</g>'
