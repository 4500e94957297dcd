"""A retreat that is barred, a build that cannot be and an order too many are known when they are sent."""

import pytest

from game_scenes import CLASSIC, homes, play, position, results, units
from talleyrand import Game
from talleyrand.rules.retreat import retreat_options

RETREAT = position(
    "S1902R",
    {"France": ["A BUR", "A PIC", "F ENG"], "Germany": ["A KIE"]},
    dislodged={"Germany": [{"unit": "A BUR", "from": "PAR"}], "England": [{"unit": "F ENG", "from": "BRE"}]},
    standoffs=["RUH"],
)
WINTER = position(
    "W1901A",
    {"France": ["A SPA", "F BRE"], "Germany": ["A BER", "A KIE", "A MUN", "A DEN"]},
    {"France": [*homes("France")["France"], "SPA"], "Germany": ["BER", "KIE", "MUN"]},
)


def sheet(where, power, text, rulebook=None):
    return Game.new(CLASSIC, rulebook, position=where).submit(power, text).sheet(power)


def said(where, power, text, rulebook=None):
    return [
        (str(entry.reading.status), entry.reading.problem, entry.reading.rule)
        for entry in sheet(where, power, text, rulebook).entries
    ]


@pytest.mark.parametrize(
    ("order", "problem", "rule"),
    [
        ("A BUR R PIC", "Army Burgundy cannot retreat to Picardy: Picardy is occupied.", "A-088"),
        ("A BUR R PAR", "Army Burgundy cannot retreat to Paris: the attacker came from Paris.", "DATC 6.H.5"),
        ("A BUR R RUH", "Army Burgundy cannot retreat to Ruhr: a standoff left Ruhr empty this turn.", "DATC 6.H.6"),
    ],
)
def test_a_barred_retreat_is_illegal_when_it_is_sent_A_088(order, problem, rule):
    assert said(RETREAT, "Germany", order) == [("illegal", problem, rule)]
    report = play(RETREAT, {"Germany": order})
    (line,) = report.lines_of("Germany")
    assert str(line.reading.status) == "illegal"
    assert results(report)["A BUR"] == ("ignored", "disbanded")
    assert str(line.outcome.because[0].code) == "retreat_barred"


def test_an_open_retreat_is_not_touched():
    assert said(RETREAT, "Germany", "A BUR R GAS") == [("ok", "", "")]


def test_the_sheet_says_of_every_retreat_what_the_options_say_A_088():
    options = retreat_options(RETREAT, CLASSIC.board)
    for entry in RETREAT.dislodged:
        for place in CLASSIC.board.graph.steps(entry.unit.kind, entry.unit.location):
            ((status, _, _),) = said(RETREAT, entry.power, f"{entry.unit} R {place}")
            assert (status == "ok") is (place in options[entry.unit]), (entry.unit, place)
            outcome = play(RETREAT, {entry.power: f"{entry.unit} R {place}"}).lines_of(entry.power)[0].outcome
            assert ("ignored" in map(str, outcome.results)) is (status == "illegal")


def test_the_rulebook_decides_whether_a_convoys_origin_is_barred_DATC_4_A_5():
    where = position(
        "S1902R",
        {"England": ["A BEL"]},
        dislodged={"Germany": [{"unit": "A BEL", "from": "HOL", "by_convoy": True}]},
    )
    assert said(where, "Germany", "A BEL R HOL")[0][0] == "ok"
    assert said(where, "Germany", "A BEL R HOL", {"retreat_to_convoy_origin": "no"})[0][0] == "illegal"


@pytest.mark.parametrize(
    ("power", "order", "problem", "rule"),
    [
        ("France", "A BRE B", "Fleet Brest is there already.", "DATC 6.I.3"),
        ("France", "A MOS B", "Moscow is neutral.", "A-095"),
        ("France", "A SPA B", "Spain is no centre in which France may build.", "A-095"),
        ("Germany", "A BER B", "Army Berlin is there already.", "DATC 6.I.3"),
        ("France", "A SPA D", "France has no removal and ordered 1.", "DATC 4.D.6"),
    ],
)
def test_an_impossible_build_is_illegal_when_it_is_sent_A_095(power, order, problem, rule):
    assert said(WINTER, power, order) == [("illegal", problem, rule)]
    line = play(WINTER, {power: order}).lines_of(power)[0]
    assert str(line.reading.status) == "illegal"
    assert [str(result) for result in line.outcome.results] == ["ignored"]


def test_a_build_too_many_is_marked_and_the_first_ones_count_DATC_4_D_4():
    where = position("W1901A", {"France": ["A SPA"]}, {"France": ["BRE", "PAR", "MAR"]})
    assert said(where, "France", "A PAR B\nF BRE B\nA MAR B") == [
        ("ok", "", ""),
        ("ok", "", ""),
        ("illegal", "France has 2 builds and ordered 3: this one is too many.", "DATC 4.D.4"),
    ]
    assert results(play(where, {"France": "A PAR B\nF BRE B\nA MAR B"})) == {
        "A PAR": ("succeeds",),
        "F BRE": ("succeeds",),
        "A MAR": ("ignored",),
    }


def test_a_removal_too_many_is_marked_DATC_4_D_6():
    assert said(WINTER, "Germany", "A BER D\nA KIE D")[1] == (
        "illegal",
        "Germany has 1 removal and ordered 2: this one is too many.",
        "DATC 4.D.6",
    )


def test_builds_follow_the_rulebook():
    where = position("W1901A", {"France": ["A PAR"]}, {"France": ["PAR", "SPA", "POR"]})
    assert said(where, "France", "A SPA B") == [("illegal", "Spain is no centre in which France may build.", "A-095")]
    assert said(where, "France", "A SPA B", {"builds": "any_owned"}) == [("ok", "", "")]


def test_a_barred_retreat_can_be_refused_on_entry_A_023():
    game = Game.new(CLASSIC, {"illegal_orders": "refused"}, position=RETREAT)
    with pytest.raises(ValueError, match="Picardy is occupied"):
        game.submit("Germany", "A BUR R PIC")


@pytest.mark.parametrize(
    ("units", "text", "words"),
    [
        (
            ["A BER", "A KIE", "A MUN", "A DEN"],
            "WAIVE",
            "Germany owes 1 removal and ordered none: it is chosen by rule.",
        ),
        (["A BER", "A KIE", "A MUN", "A DEN", "A HOL"], "A HOL D", "Germany owes 2 removals and ordered 1: the other"),
    ],
)
def test_too_few_removals_are_counted_in_words(units, text, words):
    where = position("W1901A", {"Germany": units}, {"Germany": ["BER", "KIE", "MUN"]})
    assert any(caution.text.startswith(words) for caution in sheet(where, "Germany", text).warnings)


def test_a_retreat_sent_with_the_orders_cancels_no_move_in_a_game_with_retreat_phases_A_014():
    where = position("S1902M", {"Germany": ["A BUR", "A MUN"]})
    for second in ("A Bur R Gas", "If dislodged, A Bur retreats to Gas"):
        report = play(where, {"Germany": f"A Bur - Bel\n{second}"})
        assert units(report.next)["Germany"] == ["A BEL", "A MUN"]
        assert [str(line.reading.status) for line in report.lines[:2]] in (["ok", "illegal"], ["ok", "ambiguous"])


def test_a_build_in_another_powers_centre_is_told_that_before_who_stands_there_A_095():
    centers = {"Austria": ["TRI"], "Italy": ["VEN", "ROM"]}
    where = position("W1901A", {"Austria": ["F TRI"], "Italy": ["A VEN"]}, centers)
    for text, problem in (("A TRI B", "Trieste belongs to Austria."), ("A VEN B", "Army Venice is there already.")):
        assert [entry.reading.problem for entry in sheet(where, "Italy", text).entries] == [problem]
