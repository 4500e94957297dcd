"""The graph of a mosaic's cells, and whole labels upon it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_matrix, csr_matrix
from scipy.sparse.csgraph import connected_components, dijkstra

from talleyrand.atlas.make.mosaic import OUTSIDE, Mosaic

GUIDE_PRICE = 0.15
"""What a border along a guide costs by length, against 1 elsewhere."""
GUIDE_STEP = (1.5, 22.0)
"""What a step over a guide costs more: by its length, and at once."""


@dataclass
class CellGraph:
    """Neighbours of every cell in rows: ``near[start[i]:start[i + 1]]``, with what goes with each border."""

    mosaic: Mosaic
    start: np.ndarray
    near: np.ndarray
    length: np.ndarray
    price: np.ndarray
    guided: np.ndarray

    @property
    def rows(self) -> np.ndarray:
        """The cell on the near side of each border."""
        return np.repeat(np.arange(self.mosaic.count), np.diff(self.start))

    def shore(self) -> np.ndarray:
        """1 for each border of two lands that reaches the water."""
        land = self.mosaic.land
        at_sea = {
            (a, b)
            for cells in self.mosaic.joints
            if not land[list(cells)].all()
            for a in cells
            for b in cells
            if a != b and land[a] and land[b]
        }
        pairs = zip(self.rows.tolist(), self.near.tolist(), strict=True)
        return np.array([1.0 if pair in at_sea else 0.0 for pair in pairs])

    def distances(self, sources: list[list[int]], *, mixed: bool) -> np.ndarray:
        """How far each cell is from each list of cells: by land over land, by water over water, dearer over guides."""
        rows = self.rows
        apart = np.hypot(*(self.mosaic.middle[rows] - self.mosaic.middle[self.near]).T)
        factor, fixed = GUIDE_STEP
        step = np.where(self.guided, apart * (1 + factor) + fixed, apart)
        use = np.ones(len(rows), bool) if mixed else self.mosaic.land[rows] == self.mosaic.land[self.near]
        count = self.mosaic.count
        graph = csr_matrix((step[use], (rows[use], self.near[use])), shape=(count, count))
        far = np.full((count, len(sources)), np.inf)
        for label, cells in enumerate(sources):
            if cells:
                far[:, label] = dijkstra(graph, indices=cells, min_only=True)
        return far

    def pieces(self, labels: np.ndarray) -> np.ndarray:
        """The number of the connected piece of its label that each cell is in."""
        rows = self.rows
        same = labels[rows] == labels[self.near]
        count = self.mosaic.count
        graph = coo_matrix((np.ones(int(same.sum())), (rows[same], self.near[same])), shape=(count, count))
        found: np.ndarray = connected_components(graph, directed=False)[1]
        return found

    def contacts(self, labels: np.ndarray, names: int, weight: np.ndarray) -> np.ndarray:
        """The sum of ``weight`` over the borders of each pair of labels."""
        a, b = labels[self.rows], labels[self.near]
        table = np.zeros((names, names))
        np.add.at(table, (a[a != b], b[a != b]), weight[a != b])
        return table


def cell_graph(mosaic: Mosaic) -> CellGraph:
    """The graph of a mosaic's cells."""
    inner = mosaic.sides[:, 1] != OUTSIDE
    a, b = mosaic.sides[inner].T
    length, guided = mosaic.lengths[inner], mosaic.guided[inner]
    count = mosaic.count
    rows, columns = np.concatenate([a, b]), np.concatenate([b, a])

    def table(values: np.ndarray) -> csr_matrix:
        return csr_matrix((np.concatenate([values, values]), (rows, columns)), shape=(count, count))

    lengths, along = table(length), table(np.where(guided, length, 1e-12))
    lengths.sort_indices()
    along.sort_indices()
    price = lengths.data - (1 - GUIDE_PRICE) * along.data
    return CellGraph(
        mosaic,
        lengths.indptr.astype(np.int64),
        lengths.indices.astype(np.int64),
        lengths.data,
        price,
        along.data > 0.4 * lengths.data,
    )
