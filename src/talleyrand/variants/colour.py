"""Colours of powers: whether one is a colour, and whether two can be told apart."""

from __future__ import annotations

import math
import re

TOO_ALIKE = 16.0
"""Two colours nearer than this (CIE 1976) are easily taken for each other on a map."""

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def is_colour(text: str) -> bool:
    """Whether a text is a colour in the form #rrggbb."""
    return _HEX.fullmatch(text) is not None


def difference(one: str, other: str) -> float:
    """How far apart two #rrggbb colours look (CIE 1976): 0 for the same, about 100 for black and white."""
    return math.dist(_lab(one), _lab(other))


def _lab(colour: str) -> tuple[float, float, float]:
    channels = [int(colour[spot : spot + 2], 16) / 255 for spot in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
