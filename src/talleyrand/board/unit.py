"""Units and the places they stand in."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

Power: TypeAlias = str
"""A power's name as the variant writes it ("England", "Carthage")."""

ProvinceId: TypeAlias = str
"""A province's abbreviation in upper case ("STP"), unique within a board."""


class UnitKind(StrEnum):
    """Army or fleet (A-005)."""

    ARMY = "A"
    FLEET = "F"

    # Enum's own hash is a Python call; units are looked up everywhere.
    __hash__ = str.__hash__

    @property
    def word(self) -> str:
        """The kind as a player reads it."""
        return "Army" if self is UnitKind.ARMY else "Fleet"


class Location(NamedTuple):
    """A province, and the coast of it where that matters ("SC", "NC", "EC", "WC"; else "")."""

    province: ProvinceId
    coast: str = ""

    def __str__(self) -> str:
        return f"{self.province}/{self.coast}" if self.coast else self.province

    @classmethod
    def parse(cls, text: str) -> Location:
        """Read "STP" or "STP/SC" in either case; names are not looked up."""
        province, _, coast = text.strip().upper().partition("/")
        return cls(province, coast)


class Unit(NamedTuple):
    """An army or a fleet in a place, whoever owns it; written "F STP/SC"."""

    kind: UnitKind
    location: Location

    @property
    def province(self) -> ProvinceId:
        """The province occupied, coast aside."""
        return self.location.province

    def __str__(self) -> str:
        return f"{self.kind.value} {self.location}"

    @classmethod
    def parse(cls, text: str) -> Unit:
        """Read "F STP/SC" in either case.

        Raises ``ValueError`` where the text is not one letter A or F and one place.
        """
        parts = text.split()
        if len(parts) != 2 or parts[0].upper() not in ("A", "F"):
            raise ValueError(f"{text!r} is not a unit: write A or F and a province, as in 'F STP/SC'")
        return cls(UnitKind(parts[0].upper()), Location.parse(parts[1]))
