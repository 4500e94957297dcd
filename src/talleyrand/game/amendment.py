"""Rules and maps that change while a game is played, and what they were before (A-127, D-051, lesson 18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from talleyrand.board.board import Board
from talleyrand.board.quoted import quoted
from talleyrand.board.unit import Location, Unit, UnitKind
from talleyrand.game.documents import AmendmentDocument, MendDocument
from talleyrand.game.errors import InputError
from talleyrand.game.places import places_of
from talleyrand.game.rulebooks import rulebook_of
from talleyrand.rules.rulebook import Rulebook
from talleyrand.variants.variant import Variant


class Mend(NamedTuple):
    """A step between two places that a map lacks, or with ``open`` false one that it should not have.

    Armies step between provinces, fleets between coasts where a province has several; steps go both ways.
    """

    kind: UnitKind
    one: Location
    other: Location
    open: bool = True


@dataclass(frozen=True)
class Setting:
    """What a phase is played by: a map and the rules."""

    variant: Variant
    rulebook: Rulebook


def read_mend(document: MendDocument, variant: Variant, path: str = "mend") -> Mend:
    """A mend from its document, provinces in any spelling. Raises ``InputError``."""
    if document.unit not in ("A", "F"):
        raise InputError(f"{path}.unit", f"{quoted(document.unit)} is no kind of unit: write A or F")
    places = places_of(variant.board)
    one, other = sorted(
        places.unit(f"{document.unit} {name}", f"{path}.{field}", variant.name).location
        for name, field in ((document.one, "from"), (document.other, "to"))
    )
    if one.province == other.province:
        raise InputError(f"{path}.to", f"{other} is in the same province; name two that touch, or should not")
    return Mend(UnitKind(document.unit), one, other, document.open)


def write_mend(mend: Mend) -> MendDocument:
    """A mend's document."""
    return MendDocument(unit=mend.kind.value, one=str(mend.one), other=str(mend.other), open=mend.open)


def mended(variant: Variant, mends: Sequence[Mend], path: str = "map") -> Variant:
    """The variant with its map mended. Raises ``InputError`` for a step that is so already."""
    if not mends:
        return variant
    board = variant.board
    key = (id(board), tuple(mends))
    known = _MENDED.get(key)
    if known is None:
        if len(_MENDED) >= 64:
            _MENDED.clear()
        known = _MENDED[key] = (board, _mended(board, mends, path))
    return replace(variant, board=known[1])


_MENDED: dict[tuple[int, tuple[Mend, ...]], tuple[Board, Board]] = {}
"""Boards are looked up by who they are, so a mended one is made once; the board it came from is kept with it."""


def _mended(board: Board, mends: Sequence[Mend], path: str) -> Board:
    army, fleet = set(board.army_edges), set(board.fleet_edges)
    for index, each in enumerate(mends):
        now = replace(board, army_edges=frozenset(army), fleet_edges=frozenset(fleet))
        if (each.other in now.graph.steps(each.kind, each.one)) is each.open:
            unit = Unit(each.kind, each.one)
            is_so = "already" if each.open else "as it is"
            raise InputError(f"{path}[{index}]", f"{unit} can{'' if each.open else 'not'} step to {each.other} {is_so}")
        if each.kind is UnitKind.ARMY:
            ends = (each.one.province, each.other.province)
            army = army | {ends} if each.open else army - {ends, ends[::-1]}
        else:
            fleet = fleet | {each[1:3]} if each.open else fleet - {each[1:3], each[1:3][::-1]}
    return replace(board, army_edges=frozenset(army), fleet_edges=frozenset(fleet))


def mends_between(before: Board, after: Board) -> tuple[Mend, ...]:
    """What was mended from one map to the other, armies first."""
    found = [
        Mend(kind, one, other, open)
        for kind in UnitKind
        for old, new, open in ((before, after, True), (after, before, False))
        for one, other in sorted(_pairs(new, kind) - _pairs(old, kind))
    ]
    return tuple(sorted(found))


def _pairs(board: Board, kind: UnitKind) -> set[tuple[Location, Location]]:
    """Every step of a kind of unit, the places of each in order."""
    steps = (
        ((Location(one), Location(other)) for one, other in board.army_edges)
        if kind is UnitKind.ARMY
        else iter(board.fleet_edges)
    )
    return {(one, other) if one < other else (other, one) for one, other in steps}


def read_amendment(document: AmendmentDocument, before: Setting, path: str) -> Setting:
    """What holds after an amendment. Raises ``InputError``."""
    variant, rulebook = before.variant, before.rulebook
    if document.rulebook:
        rulebook = rulebook_of({**rulebook.choices(), **document.rulebook}, variant, f"{path}.rulebook")
    mends = [read_mend(each, variant, f"{path}.map[{index}]") for index, each in enumerate(document.map)]
    if mends:
        variant = mended(variant, mends, f"{path}.map")
    if not mends and rulebook == before.rulebook:
        raise InputError(path, "changes nothing")
    return Setting(variant, rulebook)


def write_amendment(before: Setting, after: Setting) -> AmendmentDocument:
    """The document of what changed from one setting to the next: choices, and steps of the map."""
    old = before.rulebook.choices()
    return AmendmentDocument(
        rulebook={name: choice for name, choice in after.rulebook.choices().items() if old[name] != choice},
        map=[write_mend(each) for each in mends_between(before.variant.board, after.variant.board)],
    )
