"""Provinces and units in documents: any spelling that has one meaning, and a clear fault for the rest."""

from __future__ import annotations

import re
import unicodedata

from talleyrand.board.board import Board
from talleyrand.board.quoted import quoted
from talleyrand.board.unit import Location, ProvinceId, Unit, UnitKind
from talleyrand.game.errors import InputError
from talleyrand.orders.names import names_of, plain
from talleyrand.variants.spelling import did_you_mean

_COAST = re.compile(
    r"[\s/,.(\[-]+(?:(north|south|east|west)(?:ern)?\s*coast|([nsew])\.?\s*c?\.?)[\s)\].]*$", re.IGNORECASE
)
_KIND = re.compile(r"\s*(a|f|army|fleet)\b[\s.:]*(.*)", re.IGNORECASE | re.DOTALL)


class Places:
    """Looks up the provinces of one board; make it with ``places_of``."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._names = names_of(board)
        self._ids = {province.casefold(): province for province in board.provinces}

    def province(self, text: str, path: str, variant: str) -> ProvinceId:
        """The province a text means. Raises ``InputError``."""
        found = self._candidates(text)
        if len(found) == 1:
            return found[0]
        raise InputError(path, self._unknown(text, found, variant))

    def location(self, text: str, path: str, variant: str) -> Location:
        """The place a text means, with its coast where it names one. Raises ``InputError``."""
        found = self._candidates(text)
        if len(found) == 1:
            return Location(found[0])
        match = _COAST.search(text)
        if match is None:
            raise InputError(path, self._unknown(text, found, variant))
        province = self.province(text[: match.start()], path, variant)
        coast = (match[1] or match[2])[0].upper() + "C"
        aliases = dict(self.board.provinces[province].coast_aliases)
        return Location(province, aliases.get(coast, coast))

    def unit(self, text: str, path: str, variant: str) -> Unit:
        """The unit a text means, standing where such a unit can stand. Raises ``InputError``."""
        hidden = next((letter for letter in text if unicodedata.category(letter) in ("Cc", "Cf")), None)
        if hidden is not None:
            raise InputError(path, f"{quoted(text)} holds a character that cannot be seen, U+{ord(hidden):04X}")
        match = _KIND.fullmatch(text)
        if match is None or not match[2].strip():
            raise InputError(path, f"{quoted(text)} is not a unit: write A or F and a province, as in 'F STP/SC'")
        kind = UnitKind(match[1][0].upper())
        place = self.location(match[2], path, variant)
        if not self.board.can_stand(kind, place):
            raise InputError(path, f"{quoted(text)} cannot be: {self._misplaced(kind, place)}")
        return Unit(kind, place)

    def _candidates(self, text: str) -> tuple[ProvinceId, ...]:
        """The provinces that a text may mean: one, several, or none. Misspellings are for orders, not for documents."""
        own = self._ids.get(text.strip().casefold())
        if own is not None:
            return (own,)
        written = plain(text)
        found = (self._names.exact(written) or self._names.shortened(written)) if written else None
        return found.options if found is not None else ()

    def _misplaced(self, kind: UnitKind, place: Location) -> str:
        name, allowed = self.board.name(place.province), self.board.locations(kind, place.province)
        if not allowed:
            terrain = self.board.provinces[place.province].terrain.value
            return f"{name} is {terrain}, where no {kind.word.lower()} can stand"
        if kind is UnitKind.ARMY:
            return f"an army in {name} has no coast"
        if allowed == (Location(place.province),):
            return f"{name} has one coast only, so none is named"
        return f"a fleet in {name} stands on one coast: write {' or '.join(str(spot) for spot in allowed)}"

    def _unknown(self, text: str, candidates: tuple[ProvinceId, ...], variant: str) -> str:
        if candidates:
            names = " or ".join(f"{self.board.name(one)} ({one})" for one in candidates)
            return f"{quoted(text)} can mean {names}"
        spellings = [*self.board.provinces, *(province.name for province in self.board.provinces.values())]
        return f"{quoted(text)} is no province of {variant}{did_you_mean(text, spellings)}"


_MADE: dict[int, Places] = {}


def places_of(board: Board) -> Places:
    """The look-up of a board, made once."""
    made = _MADE.get(id(board))
    if made is None:
        if len(_MADE) >= 64:
            _MADE.clear()
        made = _MADE[id(board)] = Places(board)  # it holds the board, so the id stays the board's
    return made
