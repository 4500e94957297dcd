"""Centres by year as a drawing; the table beside it says the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from talleyrand.host.bridge.past import Year

WIDTH, HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 132, 14, 28
_LEAST_GAP = 15
_BESIDE = 2.4
_MOST_NAMES = 9
_LEAST_CONTRAST = 3.1
"""That of lines which must be made out, with what rounding takes from it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A text beside an axis, and where."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A power's centres through the years; ``at`` is where its name stands, ``end`` where the line ends.

    ``edge`` is the colour of its outline, which is seen on white whatever its own colour.
    """

    power: str
    colour: str
    edge: str
    points: str
    end: tuple[float, float]
    at: float
    last: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything that the drawing has, in its own units."""

    width: int
    height: int
    left: int
    right: int
    curves: tuple[Curve, ...]
    levels: tuple[Mark, ...]
    years: tuple[Mark, ...]


def chart(powers: Sequence[str], colours: Mapping[str, str], years: Sequence[Year]) -> Chart | None:
    """The drawing; None before there are two years to join."""
    if len(years) < 2:
        return None
    most = max(1, *(count for year in years for count in year.centers))
    step = (WIDTH - _LEFT - _RIGHT) / (len(years) - 1)

    def x(index: int) -> float:
        return round(_LEFT + index * step, 1)

    def y(count: float) -> float:
        return round(HEIGHT - _BOTTOM - count * (HEIGHT - _TOP - _BOTTOM) / most, 1)

    def beside(place: int, count: float) -> float:
        """Lines of the same height lie side by side, so that none is hidden."""
        return round(y(count) + (place - (len(powers) - 1) / 2) * _BESIDE, 1)

    ends = {power: years[-1].centers[place] for place, power in enumerate(powers)}
    names = _apart({power: y(count) for power, count in ends.items()})
    curves = tuple(
        Curve(
            power,
            colours.get(power, "#888888"),
            seen_on_white(colours.get(power, "#888888")),
            " ".join(f"{x(index)},{beside(place, year.centers[place])}" for index, year in enumerate(years)),
            (x(len(years) - 1), beside(place, ends[power])),
            names[power],
            ends[power],
        )
        for place, power in enumerate(powers)
    )
    every = -(-len(years) // _MOST_NAMES)
    marked = [index for index in range(len(years)) if index % every == 0]
    return Chart(
        WIDTH,
        HEIGHT,
        _LEFT,
        WIDTH - _RIGHT,
        curves,
        tuple(Mark(_LEFT - 6, y(level), str(level)) for level in range(0, most + 1, max(1, -(-most // 6)))),
        tuple(Mark(x(index), HEIGHT - 8, _year(years[index])) for index in marked),
    )


def _year(year: Year) -> str:
    return year.name if year.done else f"{year.name}, now"


def seen_on_white(colour: str) -> str:
    """A colour, or where it is too light to be seen on white a darker one of its hue, of a contrast of 3 to 1."""
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    share = 1.0
    while contrast_to_white([part * share for part in parts]) < _LEAST_CONTRAST:
        share -= 0.02
    return "#" + "".join(f"{int(part * share):02x}" for part in parts)


def contrast_to_white(parts: Sequence[float]) -> float:
    """The contrast of a colour to white, from 1 to 21, as WCAG counts it; its parts go from 0 to 255."""
    linear = [part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in parts]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Heights for names that do not lie on one another, each as near as may be to where its line ends."""
    order = sorted(wanted, key=lambda power: wanted[power])
    placed: dict[str, float] = {}
    lowest = HEIGHT - _BOTTOM
    for place, power in enumerate(reversed(order)):
        above = placed[order[::-1][place - 1]] - _LEAST_GAP if place else lowest
        placed[power] = min(wanted[power], above)
    top = min(placed.values(), default=0)
    return {power: round(at + max(0.0, _TOP - top), 1) for power, at in placed.items()}
