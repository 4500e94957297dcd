"""Themes of the map, and the colours of powers made fit for them: told apart, and readable (WCAG 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from talleyrand.board.unit import Power
from talleyrand.variants.colour import difference

TEXT_CONTRAST = 4.5
"""Least contrast of a text with what it stands on (WCAG 2, 1.4.3)."""
MARK_CONTRAST = 3.0
"""Least contrast of a mark with what it stands on (WCAG 2, 1.4.11)."""
APART = 13.0
"""Tints nearer than this (CIE 1976) are moved apart where that can be done."""
_PALE_APART = 7.0


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of everything that no power owns, #rrggbb each."""

    name: str
    paper: str
    ink: str
    muted: str
    sea: str
    glow: str
    sea_line: str
    sea_ink: str
    land: str
    land_line: str
    coast: str
    void: str
    void_line: str
    void_ink: str
    river: str
    halo: str
    edge: str
    """The outline of tokens and arrows."""
    alarm: str
    """Bounces, cuts, dislodgements."""
    good: str
    """Builds."""
    quiet: str
    """What had no effect."""
    strength: float
    """How much of a power's colour goes into the tint of its land."""
    patterns: bool = False
    """Tints always carry patterns, for printers without colour."""


THEMES: Mapping[str, Theme] = {
    theme.name: theme
    for theme in (
        Theme(
            "light",
            paper="#faf7f0",
            ink="#211d18",
            muted="#5d564b",
            sea="#bdd6e1",
            glow="#e6f1f5",
            sea_line="#7fa6b9",
            sea_ink="#24506a",
            land="#e9ddbf",
            land_line="#7d6f58",
            coast="#463f34",
            void="#cfc8ba",
            void_line="#bab2a3",
            void_ink="#4f493f",
            river="#5b93b0",
            halo="#fffdf7",
            edge="#1b1815",
            alarm="#c3142d",
            good="#1d7a36",
            quiet="#6d6a66",
            strength=0.56,
        ),
        Theme(
            "dark",
            paper="#12171c",
            ink="#ede8dd",
            muted="#a9a79f",
            sea="#172833",
            glow="#274252",
            sea_line="#3f5f72",
            sea_ink="#9fc3d8",
            land="#393122",
            land_line="#968d7c",
            coast="#b9c4ca",
            void="#1d1f21",
            void_line="#303437",
            void_ink="#a6a8a9",
            river="#6ba5c4",
            halo="#0d1114",
            edge="#f4efe4",
            alarm="#ff6b70",
            good="#5fd07f",
            quiet="#a3a09b",
            strength=0.55,
        ),
        Theme(
            "print",
            paper="#ffffff",
            ink="#000000",
            muted="#444444",
            sea="#eef3f6",
            glow="#ffffff",
            sea_line="#9aa5ab",
            sea_ink="#2d4450",
            land="#ffffff",
            land_line="#666666",
            coast="#111111",
            void="#e6e6e6",
            void_line="#b5b5b5",
            void_ink="#444444",
            river="#6d8896",
            halo="#ffffff",
            edge="#000000",
            alarm="#b00020",
            good="#00591f",
            quiet="#666666",
            strength=0.34,
            patterns=True,
        ),
    )
}

SAFE = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#f0e442", "#3a3a3a")
"""Colours that people with any common colour blindness can tell apart (Okabe and Ito, 2008)."""


@dataclass(frozen=True, slots=True)
class Livery:
    """A power's colours on a map.

    ``tint`` fills its land and ``pale`` land it only holds; ``token`` fills its units, on which ``mark`` is drawn;
    ``ink`` is for texts on the tint.
    """

    tint: str
    pale: str
    token: str
    mark: str
    ink: str


def theme_named(name: str) -> Theme:
    """The theme of that name. Raises ``ValueError`` listing the themes there are."""
    found = THEMES.get(name)
    if found is None:
        raise ValueError(f"there is no theme {name!r}; choose {', '.join(list(THEMES)[:-1])} or {list(THEMES)[-1]}")
    return found


def luminance(colour: str) -> float:
    """Relative luminance of a #rrggbb colour (WCAG 2)."""
    channels = [int(colour[spot : spot + 2], 16) / 255 for spot in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast of two colours (WCAG 2): 1 for the same, 21 for black and white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """A colour between two: ``share`` of the first, the rest of the other."""
    return "#" + "".join(
        f"{round(int(one[spot : spot + 2], 16) * share + int(other[spot : spot + 2], 16) * (1 - share)):02x}"
        for spot in (1, 3, 5)
    )


def liveries(powers: Sequence[Power], colours: Mapping[Power, str], theme: Theme, safe: bool) -> tuple[Livery, ...]:
    """The colours of each power, in order.

    Texts on every tint have at least ``TEXT_CONTRAST``; tints are moved away from land, sea and each other as far as
    that allows. With ``safe`` the powers get colours that the colour-blind can tell apart, each the nearest to its own.
    """
    base = [colours.get(power) or SAFE[place % len(SAFE)] for place, power in enumerate(powers)]
    return _liveries(tuple(_safe(base) if safe else base), theme)


@lru_cache(maxsize=64)
def _liveries(base: tuple[str, ...], theme: Theme) -> tuple[Livery, ...]:
    taken = [theme.land, theme.sea, theme.void]
    tints = {}
    for place in sorted(range(len(base)), key=lambda one: -luminance(base[one])):
        tints[place] = _tint(base[place], taken, theme)
        taken.append(tints[place])
    found = []
    for place, colour in enumerate(base):
        tint = tints[place]
        mark = max(("#ffffff", "#14110e"), key=lambda ink: contrast(ink, colour))
        pale = mix(tint, "#fffdf8", 0.5)
        if theme.name == "dark" or min(difference(pale, tint), difference(pale, theme.land)) < _PALE_APART:
            pale = mix(tint, theme.land, 0.5)
        found.append(Livery(tint, pale, colour, mark, theme.ink))
    return tuple(found)


def _tint(colour: str, taken: Sequence[str], theme: Theme) -> str:
    """The tint nearest to the wanted strength that can be read on and told from the others."""
    best, best_score = theme.land, -1e9
    ground = theme.void if theme.name == "dark" else mix("#ffffff", theme.land, 0.7)
    for shade in (0.0, 0.12, -0.12, 0.25, -0.25, 0.4, -0.4):
        shaded = mix("#ffffff" if shade > 0 else "#000000", colour, abs(shade))
        for share in (0, 0.06, -0.06, 0.12, -0.12, 0.2, -0.2, 0.3, 0.4):
            strength = theme.strength + share
            if not 0.15 <= strength <= 1:
                continue
            tint = mix(shaded, ground, strength)
            if contrast(theme.ink, tint) < TEXT_CONTRAST:
                continue
            apart = min(difference(tint, other) for other in taken)
            score = min(apart, APART + (1 if theme.patterns else 5)) * 2 - abs(share) * 20 - abs(shade) * 30
            if score > best_score:
                best, best_score = tint, score
    return best


def _safe(base: Sequence[str]) -> list[str]:
    """A safe colour for each, the nearest pairs first; beyond eight powers they come again, lighter."""
    supply = [*SAFE]
    turn = 0
    while len(supply) < len(base):
        turn += 1
        supply += [mix(colour, "#ffffff", 0.6**turn) for colour in SAFE]
    pairs = sorted(
        (difference(colour, safe), place, spot) for place, colour in enumerate(base) for spot, safe in enumerate(supply)
    )
    chosen: dict[int, int] = {}
    for _, place, spot in pairs:
        if place not in chosen and spot not in chosen.values():
            chosen[place] = spot
    return [supply[chosen[place]] for place in range(len(base))]
