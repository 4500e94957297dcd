"""The right rules for each kind of phase."""

import pytest

from game_scenes import CLASSIC, position, units
from talleyrand.board.calendar import Phase, Season
from talleyrand.orders.read import read
from talleyrand.rules.phase import resolve
from talleyrand.rules.rulebook import DATC


def resolved(where, power, text):
    orders = {power: [reading.order for reading in read(text, CLASSIC.board, kind=where.phase.kind, position=where)]}
    return resolve(where, orders, CLASSIC.board, DATC)


@pytest.mark.parametrize(
    ("where", "text", "after"),
    [
        (position("S1901M", {"France": ["A PAR"]}), "A PAR - BUR", ["A BUR"]),
        (position("S1901R", {}, dislodged={"France": [{"unit": "A PAR", "from": "BUR"}]}), "A PAR R GAS", ["A GAS"]),
        (position("W1901A", {}, {"France": ["PAR"]}), "A PAR B", ["A PAR"]),
    ],
    ids=["movement", "retreat", "adjustment"],
)
def test_each_kind_of_phase_goes_by_its_rules(where, text, after):
    resolution = resolved(where, "France", text)
    assert units(resolution.position) == {"France": after}
    assert resolution.position.phase == where.phase


def test_a_kind_no_rule_knows_changes_nothing_and_sets_orders_aside():
    where = position("S1901M", {"France": ["A PAR"]})
    orders = {"France": [reading.order for reading in read("A PAR - BUR", CLASSIC.board, position=where)]}
    odd = where.at(Phase(Season.WINTER, 1901, "Q"))
    resolution = resolve(odd, orders, CLASSIC.board)
    assert resolution.position == odd
    assert [str(result) for result in resolution.outcomes[0].results] == ["ignored"]
