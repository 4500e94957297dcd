"""What the adjacency table and the map's features say, as the drawing is held against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from talleyrand.board.board import Board
from talleyrand.board.province import Terrain
from talleyrand.variants.schema import MapFile
from talleyrand.variants.sources import MAP, read_file
from talleyrand.variants.variant import Variant

Pair: TypeAlias = tuple[str, str]
"""Two provinces by id, in the order of the alphabet."""


def pair(one: str, other: str) -> Pair:
    """Two provinces in order."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True)
class Facts:
    """The pairs of provinces that an army, a fleet or either may step between, and those the map makes exceptions of.

    ``inner`` pairs share a river, a canal or a delta: whether a fleet passes says nothing of the drawn coast.
    ``marked`` pairs are those that the map itself calls straits, crossings or members of a group; None where the map
    cannot be read.
    """

    board: Board
    army: frozenset[Pair]
    fleet: frozenset[Pair]
    inner: frozenset[Pair]
    marked: frozenset[Pair] | None

    @property
    def either(self) -> frozenset[Pair]:
        """Every adjacency."""
        return self.army | self.fleet

    def free(self, province: str) -> bool:
        """Whether a province may touch any other: nobody enters it."""
        return self.board.provinces[province].terrain is Terrain.IMPASSABLE

    def name(self, province: str) -> str:
        """A province's name and id, for messages."""
        known = self.board.provinces.get(province)
        return f"{known.name} ({province.lower()})" if known else province.lower()

    def names(self, joined: Pair) -> str:
        """Two provinces, for messages."""
        return f"{self.name(joined[0])} and {self.name(joined[1])}"


def facts_of(variant: Variant) -> Facts:
    """The facts of a variant; its features are read from ``map.json`` in its folder."""
    board = variant.board
    found = read_file(variant.folder / MAP, MapFile)[0] if variant.folder is not None else None
    features: Mapping[str, Any] = found.features if found is not None else {}
    groups = set(_pairs(features.get("mutual_groups")))
    marked = None
    if found is not None:
        marked = frozenset({*_pairs(features.get("straits")), *groups, *_pairs([c.between for c in found.crossings])})
    return Facts(
        board,
        frozenset(pair(*edge) for edge in board.army_edges),
        frozenset(pair(one.province, other.province) for one, other in board.fleet_edges),
        frozenset({*_pairs(features.get("rivers")), *_pairs(features.get("canals")), *groups}),
        marked,
    )


def _pairs(groups: Any) -> Iterator[Pair]:
    for group in groups if isinstance(groups, list) else ():
        members = [member.upper() for member in group if isinstance(member, str)] if not isinstance(group, str) else []
        for one, other in combinations(members, 2):
            yield pair(one, other)
