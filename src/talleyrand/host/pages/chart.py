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


@dataclass(frozen=True, slots=True)
class Mark:
    """A text beside an axis, and where."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A power's centres through the years; ``at`` is where its name stands, ``end`` where the line ends."""

    power: str
    colour: str
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
        tuple(Mark(x(index), HEIGHT - 8, years[index].name) for index in marked),
    )


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
