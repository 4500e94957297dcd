"""Random positions and orders for property tests, on any variant.

@given(positions("classic"))
def test_something(position): ...

@given(positions("classic").flatmap(lambda p: tuples(just(p), order_sets(p, board_of(p)))))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from hypothesis import strategies as st

from talleyrand.board.board import Board
from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, Phase
from talleyrand.board.position import Dislodged, Occupant, Position, make_position
from talleyrand.board.unit import Location, Power, Unit, UnitKind
from talleyrand.orders.model import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove
from talleyrand.orders.options import Options, legal_builds
from talleyrand.variants.load import load_variant
from talleyrand.variants.variant import Variant

MAPS = ("classic", "ancient_mediterranean", "morrowind")
"""The maps that every property is tried on."""


@cache
def variant_named(name: str) -> Variant:
    return load_variant(name)


def board_of(position: Position) -> Board:
    return variant_named(position.variant).board


@cache
def _places(name: str) -> tuple[Unit, ...]:
    return tuple(Unit(kind, place) for kind, place in variant_named(name).board.standing_places())


@cache
def _phases(name: str, kind: str) -> tuple[Phase, ...]:
    variant = variant_named(name)
    return tuple(
        Phase(season, variant.start.phase.year + later, step)
        for later in (0, 3)
        for season, step in variant.calendar.steps
        if step == kind
    )


@st.composite
def positions(
    draw: st.DrawFn, name: str, *, kind: str = MOVEMENT, min_units: int = 1, max_units: int = 22, crowded: bool = False
) -> Position:
    """A sound position of a variant in a phase of the kind: units anywhere they may stand, centres owned by anybody.

    In a retreat phase some units are dislodged, each with another's unit in its province, and some empty provinces saw
    a standoff. ``crowded`` draws from a small region of the board only, so that the units meet.
    """
    board = variant_named(name).board
    places: Sequence[Unit] = _places(name)
    if crowded:
        places = _region(board, draw(st.sampled_from(sorted(board.provinces))), places)
    units = draw(
        st.lists(st.sampled_from(places), unique_by=lambda unit: unit.province, min_size=min_units, max_size=max_units)
    )
    owners = st.sampled_from(board.power_names)
    army: list[Occupant] = [Occupant(draw(owners), unit) for unit in units]
    owned = draw(st.lists(owners | st.none(), min_size=len(board.centers), max_size=len(board.centers)))
    centers = {center: owner for center, owner in zip(sorted(board.centers), owned, strict=True) if owner is not None}
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: frozenset[str] = frozenset()
    if kind == RETREAT:
        dislodged = _dislodged(draw, board, army)
        empty = sorted(board.provinces.keys() - {unit.province for unit in units})
        standoffs = frozenset(draw(st.lists(st.sampled_from(empty), max_size=4))) if empty else frozenset()
    return make_position(
        name,
        draw(st.sampled_from(_phases(name, kind))),
        by_power(army),
        dislodged=dislodged,
        standoffs=standoffs,
        centers=centers,
    )


def by_power(army: Iterable[Occupant]) -> dict[Power, tuple[Unit, ...]]:
    units: dict[Power, tuple[Unit, ...]] = {}
    for power, unit in army:
        units[power] = (*units.get(power, ()), unit)
    return units


def _region(board: Board, middle: str, places: Sequence[Unit]) -> list[Unit]:
    near = board.graph.distances([middle])
    return [unit for unit in places if near.get(unit.province, 99) <= 2]


def _dislodged(draw: st.DrawFn, board: Board, army: list[Occupant]) -> tuple[Dislodged, ...]:
    """Units driven out by the units of ``army``, by other powers, with the province the attacker came from."""
    victims = draw(st.lists(st.sampled_from(army), unique_by=lambda o: o.unit.province, max_size=3)) if army else []
    found = []
    for power, unit in victims:
        places = [Unit(kind, place) for kind in UnitKind for place in board.locations(kind, unit.province)]
        came_from = sorted(board.graph.touching(unit.province)) or sorted(board.provinces)
        loser = draw(st.sampled_from([p for p in board.power_names if p != power]))
        found.append(
            Dislodged(loser, draw(st.sampled_from(places)), draw(st.sampled_from(came_from)), draw(st.booleans()))
        )
    return tuple(found)


@st.composite
def order_sets(draw: st.DrawFn, position: Position, board: Board) -> dict[Power, tuple[Order, ...]]:
    """Legal orders for a movement or retreat phase, one for most units."""
    options = Options(position, board)
    orders: dict[Power, tuple[Order, ...]] = {}
    if position.phase.kind == RETREAT:
        ordered = [Occupant(entry.power, entry.unit) for entry in position.dislodged]
    else:
        ordered = list(position.each_unit())
    for owner, unit in ordered:
        found = list(options.of(unit))
        order = draw(st.sampled_from(found) | st.none()) if draw(st.booleans()) else draw(st.sampled_from(found))
        if order is not None:
            orders[owner] = (*orders.get(owner, ()), order)
    return orders


@st.composite
def turns(
    draw: st.DrawFn, name: str, *, kind: str = MOVEMENT, max_units: int = 16, crowded: bool = True
) -> tuple[Position, dict[Power, tuple[Order, ...]]]:
    """A position and legal orders for it; crowded unless told otherwise."""
    position = draw(positions(name, kind=kind, max_units=max_units, crowded=crowded))
    board = board_of(position)
    if kind == ADJUSTMENT:
        return position, draw(adjustment_sets(position, board))
    return position, draw(order_sets(position, board))


@st.composite
def adjustment_sets(draw: st.DrawFn, position: Position, board: Board) -> dict[Power, tuple[Order, ...]]:
    """Builds and removals for an adjustment phase: right in form, not always right in number."""
    orders: dict[Power, tuple[Order, ...]] = {}
    for power in board.power_names:
        choice: list[Order] = list(legal_builds(power, position, board))
        choice += [Disband(unit) for unit in position.units_of(power)]
        if choice:
            orders[power] = tuple(draw(st.lists(st.sampled_from(choice), max_size=4)))
    return {power: given for power, given in orders.items() if given}


@st.composite
def any_orders(draw: st.DrawFn, name: str) -> Order:
    """Any movement, retreat or adjustment order that can be written on a map, most of them senseless."""
    board = variant_named(name).board
    unit = st.sampled_from(_places(name))
    place = st.sampled_from(all_locations(board))
    return draw(
        st.one_of(
            st.builds(Hold, unit),
            st.builds(Move, unit, place, st.booleans()),
            st.builds(SupportHold, unit, unit),
            st.builds(SupportMove, unit, unit, place),
            st.builds(Convoy, unit, unit, place),
            st.builds(Retreat, unit, place),
            st.builds(Disband, unit),
            st.builds(Build, unit),
        )
    )


@cache
def _locations(provinces: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Location, ...]:
    return tuple(Location(province, coast) for province, coasts in provinces for coast in ("", *coasts))


def all_locations(board: Board) -> tuple[Location, ...]:
    """Every province, and every coast of it beside."""
    return _locations(tuple((province.id, province.coasts) for province in board.provinces.values()))
