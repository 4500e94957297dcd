"""What a drawing is made with: the variant, its ground and layout, the colours, and ids that do not collide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from talleyrand.atlas.draw.layout import Layout
from talleyrand.atlas.draw.terrain import Terrain
from talleyrand.atlas.draw.text import identifier
from talleyrand.atlas.theme import Livery, Theme
from talleyrand.board.board import Board
from talleyrand.board.unit import Power
from talleyrand.variants.variant import Variant


@dataclass(frozen=True)
class Canvas:
    """One drawing's setting."""

    variant: Variant
    terrain: Terrain
    layout: Layout
    theme: Theme
    liveries: Sequence[Livery]
    patterns: bool
    initials: Mapping[Power, str]
    """What units carry to tell whose they are, where the variant or the reader wants it; else empty."""
    prefix: str = ""
    places: Mapping[Power, int] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        """The board drawn."""
        return self.variant.board

    @property
    def u(self) -> float:
        """The length that strokes and signs are drawn by."""
        return self.layout.unit * min(self.layout.size, 1 + (self.layout.size - 1) * 0.5)

    def id(self, text: str) -> str:
        """An id of this drawing."""
        return f"{self.prefix}{identifier(text)}"

    def place(self, power: Power) -> int | None:
        """The number of a power's colours; None for a power the variant does not know."""
        return self.places.get(power)


def initials(powers: Sequence[Power]) -> dict[Power, str]:
    """The shortest beginnings that tell the powers apart, at most three letters."""
    found: dict[Power, str] = {}
    for power in powers:
        for count in (1, 2, 3):
            start = power[:count]
            if sum(other[:count].casefold() == start.casefold() for other in powers) == 1:
                break
        found[power] = start[:1].upper() + start[1:]
    return found
