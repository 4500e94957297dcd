"""What the map demands of the drawing: which labels touch, which at the sea, and for how long."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from talleyrand.atlas.make.kernel import FORBIDDEN, FREE, REQUIRED
from talleyrand.atlas.make.plan import Place, Plan
from talleyrand.variants.schema import MapFile

UNNAMED = ("", "~")
"""The labels of land and of water that no seed reaches."""
LONG = 1e9


@dataclass
class Demands:
    """Labels (provinces, then the plan's areas, then what nobody reaches) and the rules between them."""

    plan: Plan
    board: MapFile
    names: list[str] = field(init=False)
    wet: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.names = [p.id for p in self.board.provinces] + [area.id for area in self.plan.areas] + [*UNNAMED]
        wet = [p.kind in ("sea", "archipelago") for p in self.board.provinces]
        self.wet = np.array([*wet, *(area.kind != "land" for area in self.plan.areas), False, True])

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each label."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def provinces(self) -> int:
        """How many of the labels are provinces."""
        return len(self.board.provinces)

    @cached_property
    def seeds(self) -> list[list[Place]]:
        """The places that each label starts from."""
        areas = {area.id: area.seeds for area in self.plan.areas}
        return [self.plan.seeds.get(name) or areas.get(name, []) for name in self.names]

    @cached_property
    def adjacent(self) -> frozenset[frozenset[str]]:
        """Every pair of adjacent provinces."""
        return _pairs([*self.board.army_adjacency, *self.board.fleet_adjacency])

    @cached_property
    def fleets(self) -> frozenset[frozenset[str]]:
        """The pairs between which fleets pass."""
        return _pairs(self.board.fleet_adjacency)

    @cached_property
    def crossings(self) -> frozenset[frozenset[str]]:
        """Adjacent pairs that are not to touch."""
        return _pairs(c.between for c in self.plan.crossings)

    @cached_property
    def points(self) -> frozenset[frozenset[str]]:
        """Pairs that meet in a point."""
        return _pairs([pair for p in self.plan.points for pair in (p.touching, p.facing)])

    @cached_property
    def by_water(self) -> frozenset[frozenset[str]]:
        """Pairs of lands whose fleets need no common shore, or whose common shore means nothing."""
        rivers = [pair for river in self.plan.rivers for pair in river.pairs]
        around = [
            (a, b)
            for p in self.plan.points
            for a in (*p.touching, *p.facing)
            for b in (*p.touching, *p.facing)
            if a != b
        ]
        return _pairs([*rivers, *self.plan.fleets_by_water, *around])

    def rules(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """By pair of labels: must they touch, must they at the sea, and the least and greatest length."""
        count = len(self.names)
        rule = np.full((count, count), FREE, np.int64)
        shore = np.full((count, count), FREE, np.int64)
        least = np.full((count, count), self.plan.solve.contact)
        most = np.full((count, count), LONG)
        kinds = {p.id: p.kind for p in self.board.provinces}
        facing = _pairs(p.facing for p in self.plan.points)
        for i, one in enumerate(self.names[: self.provinces]):
            for j, other in enumerate(self.names[: self.provinces]):
                pair = frozenset((one, other))
                if i == j:
                    continue
                if "impassable" in (kinds[one], kinds[other]):
                    continue  # nobody enters it, so it may touch whatever it likes
                meant = pair in self.adjacent and pair not in self.crossings and pair not in facing
                rule[i, j] = REQUIRED if meant else FORBIDDEN
                if meant and kinds[one] == kinds[other] == "coastal" and pair not in self.by_water:
                    shore[i, j] = REQUIRED if pair in self.fleets else FORBIDDEN
        for point in self.plan.points:
            self._set(least, point.touching, min(7.0, self.plan.solve.contact))
            self._set(most, point.touching, 16.0)
        for contact in self.plan.contacts:
            if contact.least is not None:
                self._set(least, contact.between, contact.least)
            if contact.most is not None:
                self._set(most, contact.between, contact.most)
        return rule, shore, least, most

    def _set(self, table: np.ndarray, pair: tuple[str, str], value: float) -> None:
        i, j = self.number[pair[0]], self.number[pair[1]]
        table[i, j] = table[j, i] = value

    def least_areas(self) -> np.ndarray:
        """The least area of each label."""
        solve = self.plan.solve
        areas = {area.id: area.least for area in self.plan.areas} | dict.fromkeys(UNNAMED, 1.0)
        return np.array(
            [
                areas.get(name, self.plan.least.get(name, solve.least_sea if wet else solve.least_land))
                for name, wet in zip(self.names, self.wet, strict=True)
            ]
        )


def _pairs(edges: Iterable[tuple[str, str]]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset((a.partition("/")[0], b.partition("/")[0])) for a, b in edges)
