"""No position, however odd, and no order makes retreats, Winter, captures or victory raise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odd_positions import STRANGER, VARIANTS, odd_positions, orders
from talleyrand.rules.adjustment import adjustments, removal_ranking, resolve_adjustments
from talleyrand.rules.capture import capture, changed_hands
from talleyrand.rules.civil_disorder import NmrCounts, absent_orders, in_force, update
from talleyrand.rules.retreat import choose_conditional, resolve_retreats, retreat_options
from talleyrand.rules.rulebook import BuildSites, CaptureTime, DrawShare, Removal, Retreats, Rulebook, YesNo
from talleyrand.rules.victory import draw, eliminated, prize_weights, ranking, status

RULEBOOKS = st.builds(
    Rulebook,
    retreat_to_convoy_origin=st.sampled_from(YesNo),
    retreats=st.sampled_from(Retreats),
    builds=st.sampled_from(BuildSites),
    removal=st.sampled_from(Removal),
    capture=st.sampled_from(CaptureTime),
    draw_share=st.sampled_from(DrawShare),
    last_year=st.sampled_from([0, 1901]),
)


@pytest.mark.parametrize("name", VARIANTS)
@given(data=st.data())
def test_lesson_3_nothing_raises(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    board = variant.board
    position = data.draw(odd_positions(name, data.draw(st.sampled_from(["S1901M", "F1901R", "W1901A", "F1901C"]))))
    sheets = data.draw(orders(name, position))
    rulebook = data.draw(RULEBOOKS)
    given_orders = sum(map(len, sheets.values()))
    for resolve in (resolve_retreats, resolve_adjustments):
        resolution = resolve(position, sheets, board, rulebook)
        assert sum(outcome.order is not None for outcome in resolution.outcomes) == given_orders
    retreat_options(position, board, rulebook)
    wishes = {entry.unit: [entry.unit.location] for entry in position.dislodged}
    resolve_retreats(position, choose_conditional(wishes, position, board, rulebook), board, rulebook)
    adjustments(position, board, rulebook)
    changed_hands(position, capture(position, board))
    found = status(position, board, rulebook, 3, calendar=variant.calendar)
    prize_weights(position, (*found.winners, *draw(position, board, rulebook).winners))
    ranking(position, board)
    eliminated(position, board)
    counts = update(NmrCounts(), position, set(sheets)).declare(STRANGER)
    in_force(sheets, position, counts, rulebook)
    for power in (*board.power_names, STRANGER):
        removal_ranking(position, board, power, rulebook)
        absent_orders(position, board, power, rulebook)
