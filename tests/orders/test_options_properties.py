"""What ``legal_orders`` gives and what ``illegal`` lets pass are the same orders."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import MAPS, all_locations, any_orders, board_of, positions, turns
from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from talleyrand.orders.convoys import fleet_mask, route_exists, routes, shortest_route, useful_waters, waterways
from talleyrand.orders.legality import illegal, impossible_on_map
from talleyrand.orders.model import Build, Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove, Waive
from talleyrand.orders.options import Options, legal_builds, standard_form

every_map = pytest.mark.parametrize("name", MAPS)


def universe(unit, position, board):
    """Every order that names units of this position."""
    places = all_locations(board)
    others = [occupant.unit for occupant in position.each_unit()]
    yield Hold(unit)
    yield Disband(unit)
    for to in places:
        yield Move(unit, to)
        yield Move(unit, to, via=True)
        yield Retreat(unit, to)
    for other in others:
        yield SupportHold(unit, other)
        for to in places:
            yield SupportMove(unit, other, to)
            yield Convoy(unit, other, to)


@every_map
@settings(max_examples=25)
@given(data=st.data(), archipelago=st.booleans())
def test_an_order_is_yielded_if_and_only_if_it_is_legal(name, data, archipelago):
    position = data.draw(positions(name, max_units=9, crowded=data.draw(st.booleans())))
    board = board_of(position)
    options = Options(position, board, archipelago_convoys=archipelago)
    for _, unit in position.each_unit():
        found = list(options.of(unit))
        legal = {
            standard_form(order, board)
            for order in universe(unit, position, board)
            if illegal(order, None, position, board, archipelago_convoys=archipelago) is None
        }
        assert len(found) == len(set(found)) == options.count(unit)
        assert set(found) == legal
        assert all(order in options and impossible_on_map(order, board) is None for order in found)


@every_map
@settings(max_examples=25)
@given(data=st.data())
def test_a_retreat_is_yielded_if_and_only_if_it_is_legal(name, data):
    position = data.draw(positions(name, kind=RETREAT, min_units=3, max_units=8, crowded=True))
    board = board_of(position)
    options = Options(position, board)
    for entry in position.dislodged:
        legal = {
            order
            for order in universe(entry.unit, position, board)
            if illegal(order, entry.power, position, board) is None
        }
        assert set(options.of(entry.unit)) == legal
    assert set(options.units()) == {entry.unit for entry in position.dislodged}


@every_map
@settings(max_examples=25)
@given(data=st.data())
def test_builds_and_removals_are_legal_in_form(name, data):
    position = data.draw(positions(name, kind=ADJUSTMENT))
    board = board_of(position)
    for power in board.power_names:
        builds = list(legal_builds(power, position, board))
        assert bool(builds) == (position.surplus(power) > 0)
        assert all(illegal(order, power, position, board) is None for order in builds)
        sites = {order.unit.province for order in builds if isinstance(order, Build)}
        assert sites <= board.homes[power] & position.centers_of(power) - position.occupants.keys()
        assert builds.count(Waive()) == bool(builds)
    assert set(Options(position, board)) == {Disband(unit) for _, unit in position.each_unit()}


@every_map
@settings(max_examples=200)
@given(data=st.data())
def test_illegal_answers_any_order_in_any_phase(name, data):
    kind = data.draw(st.sampled_from([MOVEMENT, RETREAT, ADJUSTMENT]))
    position = data.draw(positions(name, kind=kind, max_units=6))
    board = board_of(position)
    order = data.draw(any_orders(name))
    problem = illegal(order, data.draw(st.sampled_from(board.power_names)), position, board)
    assert problem is None or (problem.text.endswith(".") and problem.rule)
    if problem is None:
        assert impossible_on_map(order, board) is None


@every_map
@settings(max_examples=200)
@given(data=st.data())
def test_routes_are_whole_and_have_no_part_to_spare(name, data):
    position = data.draw(positions(name, min_units=8, max_units=20, crowded=data.draw(st.booleans())))
    board = board_of(position)
    waters = waterways(board).names(fleet_mask(position, board))
    shores = sorted(p for p in board.provinces if board.graph.is_shore(p))
    origin, to = data.draw(st.sampled_from(shores)), data.draw(st.sampled_from(shores))
    found = list(routes(board, origin, to, waters))
    assert bool(found) == route_exists(board, origin, to, waters) == bool(shortest_route(board, origin, to, waters))
    assert {water for route in found for water in route} == useful_waters(board, origin, to, waters)
    assert (to in board.graph.convoy_reach(origin, waters)) == bool(found) or to in waters
    for route in found:
        assert route_exists(board, origin, to, route)
        assert not any(route_exists(board, origin, to, set(route) - {water}) for water in route)
    if found:
        assert shortest_route(board, origin, to, waters) == min(found, key=lambda route: (len(route), route))


@every_map
@settings(max_examples=100)
@given(data=st.data())
def test_useful_waters_are_those_of_the_smallest_sets_that_connect(name, data):
    """Brute force over subsets: a water is useful if some set that connects fails without any one member."""
    position = data.draw(positions(name, min_units=4, max_units=9, crowded=True))
    board = board_of(position)
    waters = sorted(waterways(board).names(fleet_mask(position, board)))[:8]
    shores = sorted(p for p in board.provinces if board.graph.is_shore(p))
    origin, to = data.draw(st.sampled_from(shores)), data.draw(st.sampled_from(shores))
    useful = set()
    for bits in range(1, 1 << len(waters)):
        chosen = {water for index, water in enumerate(waters) if bits >> index & 1}
        if route_exists(board, origin, to, chosen) and not any(
            route_exists(board, origin, to, chosen - {water}) for water in chosen
        ):
            useful |= chosen
    assert useful == useful_waters(board, origin, to, waters)


@every_map
@pytest.mark.parametrize("kind", [MOVEMENT, RETREAT])
@settings(max_examples=30)
@given(data=st.data())
def test_random_turns_are_legal_orders_of_the_units_owners(name, kind, data):
    position, orders = data.draw(turns(name, kind=kind))
    board = board_of(position)
    assert position.problems(board) == ()
    given = [order for sheet in orders.values() for order in sheet]
    assert len({order.unit.province for order in given}) == len(given)
    for power, sheet in orders.items():
        assert all(illegal(order, power, position, board) is None for order in sheet)
