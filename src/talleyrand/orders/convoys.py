"""Which waters can carry an army from shore to shore.

A *route* is a chain of waters, each touching the next, the first touching the army's province and the last its
destination. A water is *useful* if it belongs to a route of which no part alone would do: a fleet beside the road is
not on it (DATC 6.F.12, 6.G.19). An archipelago is shore for the armies that land in it and water for those that pass it
by (B-021, B-022, X-B5).

Waters are handled as bit sets: adjudication asks these questions in its inner loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar
from weakref import WeakKeyDictionary

from talleyrand.board.board import Board
from talleyrand.board.graph import Graph
from talleyrand.board.position import Position
from talleyrand.board.province import Terrain
from talleyrand.board.unit import ProvinceId

_REMEMBERED = 4096
_PATIENCE = 20_000
_V = TypeVar("_V")


class Waterways:
    """The waters and shores of a board, each water one bit; get it from ``waterways``."""

    def __init__(self, board: Board) -> None:
        graph = board.graph
        waters = sorted(p.id for p in board.provinces.values() if p.carries_convoys)
        shores = sorted(province for province in board.provinces if graph.is_shore(province))
        self.bit: dict[ProvinceId, int] = {water: 1 << index for index, water in enumerate(waters)}
        """The bit of each water."""
        self.all: int = (1 << len(waters)) - 1
        """Every water."""
        self.open: int = sum(self.bit[water] for water in waters if board.provinces[water].terrain is Terrain.SEA)
        """Every water that is not an archipelago."""
        self._water = {bit: water for water, bit in self.bit.items()}
        self._near = {bit: self.mask(graph.waters_beside(water)) for water, bit in self.bit.items()}
        self._beside = {shore: self.mask(graph.waters_beside(shore)) for shore in shores}
        self._shores: dict[int, tuple[ProvinceId, ...]] = {
            bit: tuple(shore for shore in shores if bit & self._beside[shore]) for bit in self._water
        }
        self._landings: dict[tuple[ProvinceId, int], frozenset[ProvinceId]] = {}
        self._useful: dict[tuple[ProvinceId, int], dict[ProvinceId, int]] = {}

    def mask(self, waters: Iterable[ProvinceId]) -> int:
        """The bit set of some provinces; those that are no water count for nothing."""
        bit = self.bit
        found = 0
        for water in waters:
            found |= bit.get(water, 0)
        return found

    def names(self, mask: int) -> frozenset[ProvinceId]:
        """The waters of a bit set."""
        return frozenset(self._water[bit] for bit in _bits(mask))

    def connected(self, origin: ProvinceId, to: ProvinceId, waters: int) -> bool:
        """Whether ``waters`` hold a whole route between two different shores (A-061, A-062)."""
        if origin == to:
            return False
        bit = self.bit
        waters &= ~(bit.get(origin, 0) | bit.get(to, 0))
        goal = self._beside.get(to, 0) & waters
        seen = self._beside.get(origin, 0) & waters
        if not goal:
            return False
        near = self._near
        frontier = seen
        while frontier and not seen & goal:
            here = frontier & -frontier
            fresh = near[here] & waters & ~seen
            seen |= fresh
            frontier = (frontier ^ here) | fresh
        return bool(seen & goal)

    def landings(self, origin: ProvinceId, waters: int) -> frozenset[ProvinceId]:
        """Every shore an army in ``origin`` could be carried to over ``waters``."""
        touched = self._reached(origin, waters)
        key = (origin, touched)
        known = self._landings.get(key)
        if known is None:
            found = {shore for bit in _bits(touched) for shore in self._shores[bit]}
            # A shore that is a water of the chain itself must still be touched without it.
            doubtful = {shore for shore in found if self.bit.get(shore, 0) & touched}
            known = frozenset(
                shore
                for shore in found
                if shore != origin and (shore not in doubtful or self.connected(origin, shore, touched))
            )
            _remember(self._landings, key, known)
        return known

    def useful(self, origin: ProvinceId, waters: int) -> dict[ProvinceId, int]:
        """For each shore that can be reached, the bits of the waters useful on the way; treat it as read-only.

        On a board with so many waters that the routes are beyond counting, every water that hangs together is useful.
        """
        touched = self._reached(origin, waters)
        key = (origin, touched)
        known = self._useful.get(key)
        if known is None:
            known = {}
            for count, (path, shores) in enumerate(self._paths(origin, touched)):
                if count == _PATIENCE:
                    known = {shore: touched & ~self.bit.get(shore, 0) for shore in self.landings(origin, touched)}
                    break
                mask = sum(path)
                for shore in shores:
                    known[shore] = known.get(shore, 0) | mask
            _remember(self._useful, key, known)
        return known

    def routes(self, origin: ProvinceId, to: ProvinceId, waters: int) -> Iterator[tuple[ProvinceId, ...]]:
        """Every route between two shores of which no part alone would do."""
        for path, shores in self._paths(origin, self._reached(origin, waters)):
            if to in shores:
                yield tuple(self._water[bit] for bit in path)

    def shortest(self, origin: ProvinceId, to: ProvinceId, waters: int) -> tuple[ProvinceId, ...]:
        """A route with the fewest fleets, the first by abbreviation among equals; empty where there is none."""
        waters &= ~(self.bit.get(origin, 0) | self.bit.get(to, 0))
        goal = self._beside.get(to, 0) & waters
        seen = self._beside.get(origin, 0) & waters if origin != to else 0
        paths: list[tuple[int, ...]] = [(bit,) for bit in _bits(seen)]
        while paths:
            for path in paths:
                if path[-1] & goal:
                    return tuple(self._water[bit] for bit in path)
            longer = []
            for path in paths:
                fresh = self._near[path[-1]] & waters & ~seen
                seen |= fresh
                longer += [(*path, bit) for bit in _bits(fresh)]
            paths = longer
        return ()

    def _reached(self, origin: ProvinceId, waters: int) -> int:
        waters &= ~self.bit.get(origin, 0)
        near = self._near
        frontier = seen = self._beside.get(origin, 0) & waters
        while frontier:
            here = frontier & -frontier
            fresh = near[here] & waters & ~seen
            seen |= fresh
            frontier = (frontier ^ here) | fresh
        return seen

    def _paths(self, origin: ProvinceId, waters: int) -> Iterator[tuple[list[int], list[ProvinceId]]]:
        """Every path from a shore without a short cut, and the shores that its last water is the first to touch."""
        beside = self._beside.get(origin, 0) & waters
        near, shores, bit = self._near, self._shores, self.bit
        path: list[int] = []

        def go(here: int, taken: int, landed: frozenset[ProvinceId]) -> Iterator[tuple[list[int], list[ProvinceId]]]:
            path.append(here)
            mine = shores[here]
            fresh = [shore for shore in mine if shore not in landed and shore != origin]
            walked = sum(path)
            fresh = [shore for shore in fresh if not bit.get(shore, 0) & walked]
            yield path, fresh
            ahead = near[here] & waters & ~taken
            for nxt in _bits(ahead):
                yield from go(nxt, taken | near[here] | here, landed.union(mine))
            path.pop()

        for start in _bits(beside):
            yield from go(start, beside, frozenset())


_KNOWN: WeakKeyDictionary[Graph, Waterways] = WeakKeyDictionary()


def waterways(board: Board) -> Waterways:
    """The waters of a board, worked out once."""
    graph = board.graph
    found = _KNOWN.get(graph)
    if found is None:
        found = _KNOWN[graph] = Waterways(board)
    return found


def fleet_mask(position: Position, board: Board, *, archipelago: bool = True) -> int:
    """The bits of the waters in which a fleet stands, whosever it is."""
    ways = waterways(board)
    found = ways.mask(position.fleets)
    return found if archipelago else found & ways.open


def route_exists(board: Board, origin: ProvinceId, to: ProvinceId, waters: Iterable[ProvinceId]) -> bool:
    """Whether an army can be carried between two shores by fleets in ``waters`` (A-061, A-062)."""
    ways = waterways(board)
    return ways.connected(origin, to, ways.mask(waters))


def landings(board: Board, origin: ProvinceId, waters: Iterable[ProvinceId]) -> frozenset[ProvinceId]:
    """Every province an army in ``origin`` can be carried to by fleets in ``waters``."""
    ways = waterways(board)
    return ways.landings(origin, ways.mask(waters))


def useful_waters(
    board: Board, origin: ProvinceId, to: ProvinceId, waters: Iterable[ProvinceId]
) -> frozenset[ProvinceId]:
    """The waters that belong to a route of which no part alone would do (DATC 6.F.12, 6.G.19)."""
    ways = waterways(board)
    return ways.names(ways.useful(origin, ways.mask(waters)).get(to, 0))


def routes(
    board: Board, origin: ProvinceId, to: ProvinceId, waters: Iterable[ProvinceId]
) -> Iterator[tuple[ProvinceId, ...]]:
    """Every route between two shores of which no part alone would do, in the army's order of travel."""
    ways = waterways(board)
    return ways.routes(origin, to, ways.mask(waters))


def shortest_route(
    board: Board, origin: ProvinceId, to: ProvinceId, waters: Iterable[ProvinceId]
) -> tuple[ProvinceId, ...]:
    """A route with the fewest fleets, the first by abbreviation among equals; empty where there is none."""
    ways = waterways(board)
    return ways.shortest(origin, to, ways.mask(waters))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _remember(memory: dict[tuple[ProvinceId, int], _V], key: tuple[ProvinceId, int], value: _V) -> None:
    if len(memory) >= _REMEMBERED:
        memory.clear()
    memory[key] = value
