"""The straight way for orders already in canonical text: one table lookup per word, no guessing."""

from __future__ import annotations

from collections.abc import Mapping

from talleyrand.board.board import Board
from talleyrand.board.unit import Location, ProvinceId, Unit, UnitKind
from talleyrand.orders.model import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)

_WAIVE = Waive()


class Canonical:
    """Canonical words of one board, with the unit or place each stands for."""

    def __init__(self, board: Board) -> None:
        self.units: dict[tuple[str, str], Unit] = {
            (kind.value, str(place)): Unit(kind, place) for kind, place in board.standing_places()
        }
        self.places: dict[tuple[str, str], Location] = {key: unit.location for key, unit in self.units.items()}
        self.supported: dict[tuple[str, str], Location] = dict(self.places)
        for province in board.provinces.values():
            if province.takes_fleets:
                self.supported[UnitKind.FLEET.value, province.id] = Location(province.id)

    def order(self, text: str, kind: str, standing: Mapping[ProvinceId, Unit] | None) -> Order | None:
        """The order a canonical text gives in a phase of that kind, or None where the text needs a closer look.

        With ``standing``, every unit named must be on the board as written.
        """
        words = text.split()
        if len(words) < 3:
            return _WAIVE if kind == "A" and words == ["WAIVE"] else None
        unit = self.units.get((words[0], words[1]))
        if unit is None:
            return None
        if standing is not None and standing.get(unit.province) != unit and not (kind == "A" and words[2] == "B"):
            return None
        if kind == "M":
            return self._movement(unit, words, standing)
        return self._other(unit, words, kind)

    def _movement(self, unit: Unit, words: list[str], standing: Mapping[ProvinceId, Unit] | None) -> Order | None:
        verb, count = words[2], len(words)
        if verb == "H":
            return Hold(unit) if count == 3 else None
        if verb == "-":
            to = self.places.get((words[0], words[3])) if count in (4, 5) else None
            if to is None or (count == 5 and (words[4] != "VIA" or unit.kind is not UnitKind.ARMY)):
                return None
            return Move(unit, to, count == 5)
        if verb not in ("S", "C") or count not in (5, 7):
            return None
        other = self.units.get((words[3], words[4]))
        if other is None or (standing is not None and standing.get(other.province) != other):
            return None
        if count == 5:
            return SupportHold(unit, other) if verb == "S" else None
        table = self.supported if verb == "S" else self.places
        aim = table.get((words[3], words[6])) if words[5] == "-" else None
        if aim is None:
            return None
        if verb == "S":
            return SupportMove(unit, other, aim)
        return Convoy(unit, other, aim) if other.kind is UnitKind.ARMY and unit.kind is UnitKind.FLEET else None

    def _other(self, unit: Unit, words: list[str], kind: str) -> Order | None:
        verb, count = words[2], len(words)
        if verb == "D" and count == 3:
            return Disband(unit) if kind in ("R", "A") else None
        if verb == "B" and count == 3:
            return Build(unit) if kind == "A" else None
        if verb == "R" and count == 4 and kind == "R":
            to = self.places.get((words[0], words[3]))
            return Retreat(unit, to) if to is not None else None
        return None


def canonical_of(board: Board) -> Canonical:
    """The board's table, made once per board."""
    kept = vars(board)
    table = kept.get("_canonical_orders")
    if not isinstance(table, Canonical):
        table = kept["_canonical_orders"] = Canonical(board)
    return table
