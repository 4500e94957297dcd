"""Giving every cell to a province so that the provinces touch as the map says."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from talleyrand.atlas.make.graph import CellGraph, cell_graph
from talleyrand.atlas.make.kernel import FORBIDDEN, REQUIRED, anneal
from talleyrand.atlas.make.mosaic import Mosaic
from talleyrand.atlas.make.plan import PLAN, Plan
from talleyrand.atlas.make.projection import Projector
from talleyrand.atlas.make.rules import UNNAMED, Demands
from talleyrand.variants.faults import Fault

FAR = 300.0
"""Distances beyond this pull no harder."""
HOT, COLD, COOLING = 14.0, 0.3, 0.8
LEAST_ROUNDS = 3


class Mismatch(NamedTuple):
    """Two labels that touch otherwise than the map says: "missing", "extra", "shore missing", "shore extra"."""

    kind: str
    one: int
    other: int
    amount: float


@dataclass
class Solution:
    """The label of every cell, and what is left to wish for."""

    mosaic: Mosaic
    labels: np.ndarray
    mismatches: list[Mismatch]
    rounds: list[int]


class Solver:
    """The state of one search."""

    def __init__(self, plan: Plan, demands: Demands, mosaic: Mosaic, projector: Projector, seed: int) -> None:
        self.plan, self.demands, self.mosaic, self.seed = plan, demands, mosaic, seed
        self.invented = not plan.coast.outlines and plan.projection is None
        self.graph: CellGraph = cell_graph(mosaic)
        self.rule, self.shore_rule, self.least, self.most = demands.rules()
        self._points = [projector.points(places) if places else np.zeros((0, 2)) for places in demands.seeds]
        if self.invented:
            self._invent_land()
        self.shore = self.graph.shore()
        self.homes = [self._home_cells(i) for i in range(len(demands.names))]
        self.far = self.graph.distances(self.homes, mixed=self.invented)
        self.locked = np.zeros(mosaic.count, bool)
        self.labels = self._first_labels()

    def _invent_land(self) -> None:
        """Land is what lies nearest to the seeds of lands."""
        owner = np.concatenate([np.full(len(p), i) for i, p in enumerate(self._points)]).astype(np.int64)
        away = np.concatenate([p for p in self._points if len(p)])
        nearest = np.hypot(*(self.mosaic.middle[:, None, :] - away[None, :, :]).transpose(2, 0, 1)).argmin(axis=1)
        self.mosaic.land[:] = ~self.demands.wet[owner[nearest]]

    def _home_cells(self, label: int) -> list[int]:
        """The cell of each seed: the nearest of its kind."""
        wrong = self.mosaic.land == self.demands.wet[label]
        cells = []
        for point in self._points[label]:
            away = np.hypot(*(self.mosaic.middle - point).T) + np.where(wrong, 1e9, 0.0)
            cells.append(int(away.argmin()))
        return sorted(set(cells))

    def shared_homes(self) -> list[Fault]:
        """The places of two labels that lie in one cell: one of them would be lost."""
        names = {p.id: f"{p.name} ({p.id})" for p in self.demands.board.provinces}
        names |= {area.id: area.name or area.id for area in self.plan.areas}
        owner: dict[int, str] = {}
        faults = []
        for label, cells in zip(self.demands.names, self.homes, strict=True):
            for cell in cells:
                if cell in owner and label not in UNNAMED:
                    x, y = self.mosaic.middle[cell]
                    text = f"{names[owner[cell]]} and {names[label]} begin in the same cell, at ({x:.0f}, {y:.0f})"
                    faults.append(Fault(PLAN, f"seeds.{label}", f"{text}; move one, or make cells.pitch smaller"))
                owner.setdefault(cell, label)
        return faults

    def _first_labels(self) -> np.ndarray:
        wrong = self.mosaic.land[:, None] == self.demands.wet[None, :]
        far = np.where(wrong, np.inf, self.far)
        labels: np.ndarray = far.argmin(axis=1).astype(np.int64)
        lost = ~np.isfinite(far.min(axis=1))
        for name, land in zip(UNNAMED, (True, False), strict=True):
            labels[lost & (self.mosaic.land == land)] = self.demands.number[name]
        self.locked |= lost
        for label, cells in enumerate(self.homes):
            for cell in cells:
                self.locked[cell] = True
                labels[cell] = label
        return labels

    def run(self, progress: Callable[[float], None]) -> Solution:
        """Anneal in rounds until nothing is wrong, and return the best labels found."""
        self._join_seats()
        self._join_strays()
        self._settle_land()
        counts = [len(self.mismatches())]
        best: tuple[int, np.ndarray, np.ndarray] | None = None
        for turn in range(self.plan.solve.rounds):
            mixed = self.invented and turn % 2 == 0
            self._anneal(turn, mixed)
            self._join_strays()
            self._settle_land()
            wrong = self.mismatches()
            counts.append(len(wrong))
            progress((turn + 1) / self.plan.solve.rounds)
            if not mixed and (best is None or len(wrong) <= best[0]):
                best = len(wrong), self.labels.copy(), self.mosaic.land.copy()
            if not wrong and not mixed and turn + 1 >= LEAST_ROUNDS:
                break
            for mismatch in wrong:
                if mismatch.kind == "missing":
                    self._bridge(mismatch.one, mismatch.other, mixed)
        if best is not None:
            self.labels, self.mosaic.land = best[1], best[2]
        return Solution(self.mosaic, self.labels, self.mismatches(), counts)

    def _settle_land(self) -> None:
        """Where land is invented, it is what belongs to lands."""
        if self.invented:
            self.mosaic.land[:] = ~self.demands.wet[self.labels]
            self.shore = self.graph.shore()

    def _anneal(self, turn: int, mixed: bool) -> None:
        solve = self.plan.solve
        least = self.far.min(axis=1, keepdims=True)
        over = np.minimum(self.far - np.where(np.isfinite(least), least, 0.0), FAR) / 100
        pull = np.ascontiguousarray(over * np.where(self.mosaic.land, solve.pull_land, solve.pull_sea)[:, None])
        graph = self.graph
        shore_rule = np.full_like(self.shore_rule, 2) if mixed else self.shore_rule
        anneal(
            self.labels, graph.start, graph.near, graph.length, graph.price, self.shore, self.mosaic.land,
            self.mosaic.area, pull, self.locked, self.rule, shore_rule, self.least, self.most,
            self.demands.least_areas(), mixed, solve.tries, HOT * COOLING**turn, COLD, self.seed * 1000 + turn,
        )  # fmt: skip

    def mismatches(self) -> list[Mismatch]:
        """Every pair that does not touch as it should."""
        names = len(self.demands.names)
        lengths = self.graph.contacts(self.labels, names, self.graph.length)
        shores = self.graph.contacts(self.labels, names, self.shore)
        out = []
        for i, j in zip(*np.tril_indices(names, -1), strict=True):
            pair = int(i), int(j)
            length, meets = float(lengths[pair]), float(shores[pair])
            if self.rule[pair] == FORBIDDEN and length > 0:
                out.append(Mismatch("extra", *pair, length))
            if self.rule[pair] == REQUIRED and length <= min(4.0, self.least[pair] / 2):
                out.append(Mismatch("missing", *pair, length))
            if self.shore_rule[pair] == FORBIDDEN and meets > 0:
                out.append(Mismatch("shore extra", *pair, meets))
            if self.shore_rule[pair] == REQUIRED and meets <= 0:
                out.append(Mismatch("shore missing", *pair, meets))
        return out

    def _join_strays(self) -> None:
        """Give every piece of a label that has no seed of its own to its neighbours."""
        rows, land = self.graph.rows, self.mosaic.land
        home = np.full(self.mosaic.count, -1)
        for label, cells in enumerate(self.homes):
            home[cells] = label
        for _ in range(5):
            piece = self.graph.pieces(self.labels)
            label_of = np.zeros(int(piece.max()) + 1, np.int64)
            label_of[piece] = self.labels
            seated = set(piece[(home == self.labels)].tolist())
            changed = False
            for k in range(len(label_of)):
                if k in seated or self.demands.names[label_of[k]] in UNNAMED:
                    continue
                alike = self.invented | (land[rows] == land[self.graph.near])
                out = (piece[rows] == k) & (piece[self.graph.near] != k) & alike
                if out.any():
                    shares = np.bincount(self.labels[self.graph.near[out]], self.graph.length[out])
                    self.labels[piece == k] = int(shares.argmax())
                    changed = True
            if not changed:
                return

    def _bridge(self, one: int, other: int, mixed: bool) -> None:
        """Give one of two labels that should touch the cheapest path of cells to the other."""
        for giver, taker in ((one, other), (other, one)):
            path = self._path(np.flatnonzero(self.labels == giver), self.labels == taker, giver, mixed)
            if path:
                self.labels[path] = giver
                return

    def _join_seats(self) -> None:
        """Join the pieces round a province's seeds by the cheapest paths of cells, where there are any."""
        for label in range(self.demands.provinces):
            piece = self.graph.pieces(self.labels)
            seats = sorted({int(piece[cell]) for cell in self.homes[label]})
            for seat in seats[1:]:
                path = self._path(np.flatnonzero(piece == seat), piece == seats[0], label, self.invented)
                self.labels[path] = label

    def _path(self, source: np.ndarray, target: np.ndarray, label: int, mixed: bool) -> list[int]:
        """The cells between two sets of cells that a label takes with the least harm."""
        graph, labels, own = self.graph, self.labels, set(source.tolist())
        cost = dict.fromkeys(own, 0.0)
        queue = [(0.0, i) for i in sorted(own)]
        back: dict[int, int] = {}
        while queue:
            spent, here = heapq.heappop(queue)
            if spent > cost[here]:
                continue
            near = graph.near[graph.start[here] : graph.start[here + 1]].tolist()
            if here not in own and target[near].any():
                path = []
                while here not in own:
                    path.append(here)
                    here = back[here]
                return path
            for n in near:
                wrong_kind = not mixed and self.mosaic.land[n] == self.demands.wet[label]
                if self.locked[n] or target[n] or wrong_kind:
                    continue
                friendly = labels[n] == label or self.rule[labels[n], label] == REQUIRED
                total = spent + 1 + (0 if friendly else 2) + float(self.mosaic.area[n]) / 400
                if total < cost.get(n, 1e9):
                    cost[n], back[n] = total, here
                    heapq.heappush(queue, (total, n))
        return []
