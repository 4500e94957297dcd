"""Games played at random: nothing raises, and what must hold does, on every map."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import MAPS, adjustment_sets, any_orders, board_of, order_sets, positions, turns, variant_named
from talleyrand import Game, adjudicate, read_position, read_record, verify, write_position, write_record
from talleyrand.orders.write import write
from talleyrand.rules.outcome import Code, Result

maps = pytest.mark.parametrize("name", MAPS)


def count(position) -> int:
    return sum(len(units) for units in position.units.values()) + len(position.dislodged)


def check(report, variant) -> None:
    for position in (report.after, report.next):
        assert position.problems(variant.board) == () or position.dislodged
    assert report.next.problems(variant.board) == ()
    provinces = [unit.province for units in report.next.units.values() for unit in units]
    assert len(provinces) == len(set(provinces))
    assert all(line.outcome is not None for line in report.lines)
    built = sum(1 for outcome in report.outcomes if type(outcome.order).__name__ == "Build" and outcome.succeeded)
    removed = sum(
        1
        for outcome in report.outcomes
        if Result.DISBANDED in outcome.results or (type(outcome.order).__name__ == "Disband" and outcome.succeeded)
    )
    gone = removed + len(report.removed)
    assert count(report.next) == count(report.before) + built - gone


@maps
@settings(max_examples=25)
@given(data=st.data())
def test_any_texts_in_any_position_never_raise(name, data):
    kind = data.draw(st.sampled_from("MRA"))
    position = data.draw(positions(name, kind=kind, max_units=10))
    variant = variant_named(name)
    words = st.one_of(st.text(max_size=40), any_orders(name).map(write))
    orders = data.draw(st.dictionaries(st.sampled_from(variant.powers), st.lists(words, max_size=5)))
    check(adjudicate(variant, position, orders, skip=data.draw(st.booleans())), variant)


@maps
@settings(max_examples=25)
@given(data=st.data())
def test_legal_orders_are_read_back_and_carried_out(name, data):
    position, orders = data.draw(turns(name, kind=data.draw(st.sampled_from("MR"))))
    variant = variant_named(name)
    report = adjudicate(variant, position, orders)
    check(report, variant)
    given_orders = [(power, order) for power in variant.powers for order in orders.get(power, ())]
    read = [(line.power, line.order) for line in report.lines if str(line.reading.status) in ("ok", "illegal")]
    assert read == given_orders
    for line in report.lines:
        if str(line.reading.status) == "illegal":  # a retreat that the rules bar, and nothing else
            assert line.outcome is not None
            assert line.outcome.because[0].code is Code.RETREAT_BARRED


@maps
@settings(max_examples=25)
@given(data=st.data())
def test_positions_round_trip_through_json(name, data):
    position = data.draw(positions(name, kind=data.draw(st.sampled_from("MRA"))))
    written = json.loads(json.dumps(write_position(position, variant_named(name))))
    assert read_position(written) == position


@maps
@settings(max_examples=6)
@given(data=st.data())
def test_random_games_keep_their_records(name, data):
    game = Game.new(name)
    for _ in range(data.draw(st.integers(1, 6))):
        sets = adjustment_sets if game.phase.kind == "A" else order_sets
        for power, orders in data.draw(sets(game.position, board_of(game.position))).items():
            game = game.submit(power, "\n".join(map(write, orders)))
        if data.draw(st.integers(0, 5)) == 0:
            game = game.undo() if game.entries[-1].number > 1 else game
        game, report = game.advance(skip=data.draw(st.booleans()))
        check(report, game.variant)
        if report.over:
            break
    again = read_record(json.dumps(write_record(game)))
    assert again == game
    assert verify(again) is None
