"""Provinces and units in documents: any spelling that has one meaning, and a clear fault for the rest."""

from __future__ import annotations

import re
import unicodedata

from talleyrand.board.board import Board
from talleyrand.board.unit import Location, ProvinceId, Unit, UnitKind
from talleyrand.game.errors import InputError
from talleyrand.game.spelling import did_you_mean

_COAST = re.compile(
    r"[\s/,.(\[-]+(?:(north|south|east|west)(?:ern)?\s*coast|([nsew])\.?\s*c?\.?)[\s)\].]*$", re.IGNORECASE
)
_KIND = re.compile(r"\s*(a|f|army|fleet)\b[\s.:]*(.*)", re.IGNORECASE | re.DOTALL)


class Places:
    """Looks up the provinces of one board; make it with ``places_of``."""

    def __init__(self, board: Board) -> None:
        self.board = board
        known: dict[str, set[ProvinceId]] = {}
        for province in board.provinces.values():
            for spelling in (province.id, province.abbreviation, province.name, *province.aliases):
                known.setdefault(_plain(spelling), set()).add(province.id)
        self._known = {spelling: next(iter(ids)) for spelling, ids in known.items() if len(ids) == 1}
        self._unsure = {spelling: tuple(sorted(ids)) for spelling, ids in known.items() if len(ids) > 1}
        for spelling, candidates in board.ambiguous.items():
            self._unsure.setdefault(_plain(spelling), candidates)
        # An id means its own province whatever else is called the same.
        self._known.update((_plain(province), province) for province in board.provinces)

    def province(self, text: str, path: str, variant: str) -> ProvinceId:
        """The province a text means. Raises ``InputError``."""
        wanted = _plain(text)
        found = self._known.get(wanted)
        if found is not None:
            return found
        raise InputError(path, self._unknown(text, variant))

    def location(self, text: str, path: str, variant: str) -> Location:
        """The place a text means, with its coast where it names one. Raises ``InputError``."""
        found = self._known.get(_plain(text))
        if found is not None:
            return Location(found)
        match = _COAST.search(text)
        if match is None:
            raise InputError(path, self._unknown(text, variant))
        province = self.province(text[: match.start()], path, variant)
        coast = (match[1] or match[2])[0].upper() + "C"
        aliases = dict(self.board.provinces[province].coast_aliases)
        return Location(province, aliases.get(coast, coast))

    def unit(self, text: str, path: str, variant: str) -> Unit:
        """The unit a text means, standing where such a unit can stand. Raises ``InputError``."""
        match = _KIND.fullmatch(text)
        if match is None or not match[2].strip():
            raise InputError(path, f"{text!r} is not a unit: write A or F and a province, as in 'F STP/SC'")
        kind = UnitKind(match[1][0].upper())
        place = self.location(match[2], path, variant)
        if not self.board.can_stand(kind, place):
            raise InputError(path, f"{text!r} cannot be: {self._misplaced(kind, place)}")
        return Unit(kind, place)

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

    def _unknown(self, text: str, variant: str) -> str:
        candidates = self._unsure.get(_plain(text))
        if candidates:
            names = " or ".join(f"{self.board.name(one)} ({one})" for one in candidates)
            return f"{text!r} can mean {names}"
        spellings = [*self.board.provinces, *(province.name for province in self.board.provinces.values())]
        return f"{text!r} is no province of {variant}{did_you_mean(text, spellings)}"


_MADE: dict[int, Places] = {}


def places_of(board: Board) -> Places:
    """The look-up of a board, made once."""
    made = _MADE.get(id(board))
    if made is None:
        if len(_MADE) >= 64:
            _MADE.clear()
        made = _MADE[id(board)] = Places(board)  # it holds the board, so the id stays the board's
    return made


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in decomposed if letter.isalnum())
