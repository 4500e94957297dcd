"""What a province is: its names, terrain, coasts and supply centre."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from talleyrand.board.unit import Power, ProvinceId


class Terrain(StrEnum):
    """Kinds of terrain (A-005, A-006, B-011, B-019)."""

    INLAND = "inland"
    COASTAL = "coastal"
    SEA = "sea"
    ARCHIPELAGO = "archipelago"
    """Land and sea in one space: armies come and go by convoy only, and a fleet in it may convoy (B-019 to B-022)."""
    IMPASSABLE = "impassable"


@dataclass(frozen=True, slots=True)
class Province:
    """One space of the board.

    ``coasts`` is empty unless the coastline is split (A-041); each entry is two letters, such as "NC".
    ``coast_aliases`` maps another program's coast letters to ours.
    """

    id: ProvinceId
    name: str
    abbreviation: str
    terrain: Terrain
    aliases: tuple[str, ...] = ()
    center: bool = False
    home_of: Power | None = None
    coasts: tuple[str, ...] = ()
    coast_aliases: tuple[tuple[str, str], ...] = ()

    @property
    def is_land(self) -> bool:
        """An army can stand here."""
        return self.terrain in (Terrain.INLAND, Terrain.COASTAL, Terrain.ARCHIPELAGO)

    @property
    def takes_fleets(self) -> bool:
        """A fleet can stand here."""
        return self.terrain in (Terrain.COASTAL, Terrain.SEA, Terrain.ARCHIPELAGO)

    @property
    def carries_convoys(self) -> bool:
        """A fleet here may convoy: open water, and an archipelago (A-056, B-022, B-042)."""
        return self.terrain in (Terrain.SEA, Terrain.ARCHIPELAGO)
