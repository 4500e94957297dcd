"""Names and small pieces of English that every sentence is made of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from talleyrand.board.board import Board
from talleyrand.board.province import Terrain
from talleyrand.board.unit import Location, ProvinceId, Unit

_BLANKS = re.compile(r"\s+")
_COMMON_NOUN = re.compile(r"\b(Sea|Ocean|Channel|Strait|Straits|Bight|Gulf|Mediterranean)\b")

_SMALL_FIRST = frozenset(
    {"A", "An", "And", "At", "Because", "Both", "By", "Each", "Every", "For", "From", "If", "In", "It"}
)
_SMALL_FIRST |= {
    "Its",
    "Neither",
    "No",
    "Nobody",
    "None",
    "Nothing",
    "Of",
    "On",
    "Only",
    "Since",
    "Such",
    "That",
    "The",
}
_SMALL_FIRST |= {"There", "These", "They", "This", "To", "Two", "Where", "While", "With"}


def unit_name(unit: Unit, board: Board) -> str:
    """A unit as a player says it: "Fleet St. Petersburg (south coast)"."""
    return f"{unit.kind.word} {board.name(unit.location)}"


def place_name(place: Location | ProvinceId, board: Board) -> str:
    """A place as it stands in running text: "Burgundy", but "the North Sea"."""
    province = board.provinces.get(place.province if isinstance(place, Location) else place)
    name = board.name(place)
    takes_article = province is not None and province.terrain is Terrain.SEA and _COMMON_NOUN.search(name)
    return f"the {name}" if takes_article and not name.startswith("The ") else name


def listing(parts: Iterable[str], word: str = "and") -> str:
    """Several things as one phrase: "a, b and c"; nothing gives ""."""
    *firsts, last = list(parts) or [""]
    return f"{', '.join(firsts)} {word} {last}" if firsts else last


def number(count: int, noun: str) -> str:
    """A number with its noun: "1 build", "2 builds"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def plain(text: str) -> str:
    """Text on one line with single blanks, without control and direction characters."""
    kept = "".join(" " if char.isspace() else char for char in text if char.isspace() or not _is_control(char))
    return _BLANKS.sub(" ", kept).strip()


def clause(text: str) -> str:
    """A sentence made fit to stand after a colon: on one line, without its full stop."""
    return plain(text).rstrip(".!? ")


def inside(text: str) -> str:
    """A sentence made fit to stand inside another: as ``clause``, with a small letter where it begins with no name."""
    bare = clause(text)
    first, _, rest = bare.partition(" ")
    return bare if first not in _SMALL_FIRST or rest[:3].isupper() else f"{first.lower()} {rest}"


def full_stop(text: str) -> str:
    """Text as a finished sentence: a capital first, one full stop last."""
    bare = clause(text)
    return f"{bare[:1].upper()}{bare[1:]}." if bare else ""


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co")
