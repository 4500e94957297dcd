"""What must hold on any position of any map, whatever the orders (design: adjudication properties)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import MAPS, any_orders, board_of, positions, turns, variant_named
from talleyrand.board.board import Board, make_board
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Location, Power, Unit
from talleyrand.orders.model import Convoy, Hold, Move, Order, SupportHold, SupportMove
from talleyrand.rules.hooks import STANDARD
from talleyrand.rules.movement import resolve_movement
from talleyrand.rules.movement.phase import decide, evaluator, numbers
from talleyrand.rules.outcome import Resolution
from talleyrand.rules.rulebook import DATC, Rulebook

Turn = tuple[Position, dict[Power, tuple[Order, ...]]]

RULEBOOKS = st.builds(
    Rulebook().with_choices,
    st.fixed_dictionaries(
        {
            "adjacent_convoy": st.sampled_from(["explicit", "own_fleet_implies", "land_first_1971"]),
            "paradox": st.sampled_from(["szykman", "all_hold", "all_hold_1982", "rule_1971", "rule_2000"]),
            "convoy_routes": st.sampled_from(["one_suffices", "all_must_stand_1971"]),
            "dislodged_head_to_head_bounces": st.sampled_from(["yes", "no"]),
            "convoyed_attack_cuts_support_at_origin": st.sampled_from(["yes", "no"]),
            "invalid_support_holds": st.sampled_from(["yes", "no"]),
            "illegal_orders": st.sampled_from(["ignored", "still_moves", "refused"]),
        }
    ),
)


def resolve(turn: Turn, rulebook: Rulebook = DATC) -> Resolution:
    return resolve_movement(turn[0], turn[1], board_of(turn[0]), rulebook)


def board_after(resolution: Resolution) -> tuple[object, ...]:
    after = resolution.position
    return after.units, after.dislodged, after.standoffs


@pytest.mark.parametrize("name", MAPS)
@given(data=st.data())
def test_units_are_neither_lost_nor_doubled(name: str, data: st.DataObject) -> None:
    turn = data.draw(turns(name))
    resolution = resolve(turn, data.draw(RULEBOOKS))
    after = resolution.position
    provinces = [unit.province for _, unit in after.each_unit()]
    assert len(provinces) == len(set(provinces))
    before = sorted((power, unit.kind) for power, unit in turn[0].each_unit())
    left = [(power, unit.kind) for power, unit in after.each_unit()]
    assert sorted(left + [(gone.power, gone.unit.kind) for gone in after.dislodged]) == before
    for gone in after.dislodged:
        assert gone.unit.province in after.occupants
        assert turn[0].owner(gone.unit) == gone.power
        assert after.occupants[gone.unit.province].power != gone.power
    assert not after.standoffs & after.occupants.keys()


@pytest.mark.parametrize("name", MAPS)
@given(data=st.data())
def test_every_unit_has_one_outcome_that_tells_where_it_is(name: str, data: st.DataObject) -> None:
    turn = data.draw(turns(name))
    resolution = resolve(turn)
    units = [outcome.unit for outcome in resolution.outcomes if outcome.unit is not None]
    assert sorted(units) == sorted(unit for _, unit in turn[0].each_unit())
    for outcome in resolution.outcomes:
        assert outcome.unit is not None
        if outcome.dislodged:
            assert outcome.unit.province in resolution.position.dislodged_at
            assert outcome.to is None
        else:
            assert outcome.to is not None
            found = resolution.position.occupants[outcome.to.province]
            assert found == (outcome.power, Unit(outcome.unit.kind, outcome.to))


@pytest.mark.parametrize("name", MAPS)
@given(data=st.data())
def test_the_decisions_agree_with_the_rules_they_came_from(name: str, data: st.DataObject) -> None:
    """Each decision, asked again with all others known, gives the same answer, paradoxes apart."""
    turn = data.draw(turns(name))
    settled = decide(turn[0], turn[1], board_of(turn[0]), DATC, STANDARD)
    if settled.stopped:
        return
    evaluate = evaluator(settled.laid)
    for decision in numbers(settled.laid):
        assert evaluate(settled.values, decision) == settled.values[decision]


@pytest.mark.parametrize("name", MAPS)
@given(data=st.data())
def test_the_order_of_powers_and_orders_changes_nothing(name: str, data: st.DataObject) -> None:
    position, orders = data.draw(turns(name))
    powers = data.draw(st.permutations(sorted(orders)))
    shuffled = {power: tuple(data.draw(st.permutations(orders[power]))) for power in powers}
    mixed = replace(
        position,
        units={
            power: tuple(data.draw(st.permutations(position.units[power])))
            for power in data.draw(st.permutations(sorted(position.units)))
        },
    )
    assert board_after(resolve((mixed, shuffled))) == board_after(resolve((position, orders)))


@pytest.mark.parametrize("name", MAPS)
@given(data=st.data())
def test_the_names_of_provinces_change_nothing(name: str, data: st.DataObject) -> None:
    position, orders = data.draw(turns(name))
    board = board_of(position)
    ids = sorted(board.provinces)
    names = dict(zip(ids, data.draw(st.permutations([f"P{number:02d}" for number in range(len(ids))])), strict=True))
    there = resolve_movement(
        _renamed_position(position, names),
        {power: tuple(_renamed(order, names) for order in sheet) for power, sheet in orders.items()},
        _renamed_board(board, names),
        DATC,
    )
    here = resolve((position, orders))
    assert board_after(there) == board_after(replace(here, position=_renamed_position(here.position, names)))


@pytest.mark.parametrize("name", MAPS)
@given(data=st.data())
def test_a_hold_for_an_unordered_unit_changes_nothing(name: str, data: st.DataObject) -> None:
    position, orders = data.draw(turns(name))
    ordered = {order.unit for sheet in orders.values() for order in sheet if not isinstance(order, type(None))}
    filled: dict[Power, tuple[Order, ...]] = {}
    for power, unit in position.each_unit():
        given_orders = filled.setdefault(power, orders.get(power, ()))
        if unit not in ordered:
            filled[power] = (*given_orders, Hold(unit))
    assert board_after(resolve((position, filled))) == board_after(resolve((position, orders)))


@pytest.mark.parametrize("name", MAPS)
@given(data=st.data())
@settings(max_examples=60)
def test_no_orders_however_senseless_make_it_raise(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name, crowded=True))
    orders = {
        power: tuple(data.draw(st.lists(any_orders(name), max_size=6)))
        for power in variant_named(name).board.power_names
    }
    resolution = resolve_movement(position, orders, board_of(position), data.draw(RULEBOOKS))
    assert sum(len(sheet) for sheet in orders.values()) <= len(resolution.outcomes)


def _place(place: Location, names: Mapping[str, str]) -> Location:
    return Location(names[place.province], place.coast)


def _unit(unit: Unit, names: Mapping[str, str]) -> Unit:
    return Unit(unit.kind, _place(unit.location, names))


def _renamed(order: Order, names: Mapping[str, str]) -> Order:
    match order:
        case Hold(unit):
            return Hold(_unit(unit, names))
        case Move(unit, to, via):
            return Move(_unit(unit, names), _place(to, names), via)
        case SupportHold(unit, target):
            return SupportHold(_unit(unit, names), _unit(target, names))
        case SupportMove(unit, target, to):
            return SupportMove(_unit(unit, names), _unit(target, names), _place(to, names))
        case Convoy(unit, army, to):
            return Convoy(_unit(unit, names), _unit(army, names), _place(to, names))
        case _:
            raise AssertionError(order)


def _renamed_position(position: Position, names: Mapping[str, str]) -> Position:
    return make_position(
        position.variant,
        position.phase,
        {power: tuple(_unit(unit, names) for unit in units) for power, units in position.units.items()},
        dislodged=tuple(
            Dislodged(gone.power, _unit(gone.unit, names), gone.origin and names[gone.origin], gone.by_convoy)
            for gone in position.dislodged
        ),
        standoffs=frozenset(names[place] for place in position.standoffs),
        centers={names[center]: owner for center, owner in position.centers.items()},
    )


def _renamed_board(board: Board, names: Mapping[str, str]) -> Board:
    return make_board(
        [
            replace(province, id=names[province.id])
            for province in sorted(board.provinces.values(), key=lambda p: names[p.id])
        ],
        board.powers,
        [(names[a], names[b]) for a, b in board.army_edges],
        [(_place(a, names), _place(b, names)) for a, b in board.fleet_edges],
    )
