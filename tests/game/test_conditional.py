"""Retreats sent with the movement orders (X-A8, lesson 8): read from the same text, made at once."""

import pytest

from game_scenes import CLASSIC, play, position, units
from talleyrand.game.conditional import split
from talleyrand.game.state import Game

ATTACKED = {"Austria": ["A BOH", "F TRI"], "Germany": ["A SIL", "A MUN"]}
DRIVE_OUT = "A SIL - BOH\nA MUN S A SIL - BOH"
WITH_ORDERS = {"retreats": "with_orders"}


@pytest.mark.parametrize(
    ("line", "unit", "places"),
    [
        ("A Boh R Vie, Tyr", "A Boh", ("Vie", "Tyr")),
        ("A BOH R VIE or TYR", "A BOH", ("VIE", "TYR")),
        ("Army Bohemia retreats to Vienna or else Tyrolia", "Army Bohemia", ("Vienna", "Tyrolia")),
        ("If dislodged, A Boh R Vie > Tyr", "A Boh", ("Vie", "Tyr")),
        ("If A Boh is dislodged, retreat to Vie, Tyr", "A Boh", ("Vie", "Tyr")),
        ("* A Boh if dislodged retreats Vie; then Tyr, else disband", "A Boh", ("Vie", "Tyr")),
        ("F Stp/sc R Bot, Fin", "F Stp/sc", ("Bot", "Fin")),
        ("A Boh R disband", "A Boh", ()),
        ("A Boh retreats", "A Boh", ()),
    ],
)
def test_a_conditional_retreat_is_told_from_the_orders(line, unit, places):
    kept, found = split(f"A Vie - Gal\n{line}\nF Tri H")
    assert found == ((unit, places),)
    assert kept.split("\n") == ["A Vie - Gal", "F Tri H"]


@pytest.mark.parametrize("line", ["A Par - Bur", "F Bre H", "A Mar S A Par - Bur", "Army Roma move Apulia", "hello"])
def test_other_orders_stay_where_they_are(line):
    assert split(line) == (line, ())


@pytest.mark.parametrize(
    ("wishes", "ends"),
    [
        ("A BOH R VIE, TYR", "A VIE"),
        ("A BOH R SIL, TYR, VIE", "A TYR"),
        ("A BOH R TRI, VIE", "A VIE"),
        ("A BOH R MUN", None),
        ("", None),
    ],
    ids=["first", "attacker's origin barred A-088", "occupied barred A-088", "none open", "no list"],
)
def test_the_first_open_place_is_taken_and_without_one_the_unit_disbands(wishes, ends):
    report = play(position("S1901M", ATTACKED), {"Austria": f"F TRI H\n{wishes}", "Germany": DRIVE_OUT}, WITH_ORDERS)
    assert str(report.next.phase) == "F1901M"
    assert [str(phase) for phase in report.skipped] == ["S1901R"]
    assert units(report.next)["Austria"] == sorted(filter(None, [ends, "F TRI"]))
    assert [str(outcome.unit) for outcome in report.conditional] == ["A BOH"]


def test_two_units_with_the_same_wish_are_both_lost_A_090():
    where = {"Austria": ["A BOH"], "Italy": ["A VEN"], "Germany": ["A SIL", "A MUN"], "France": ["A PIE", "A ROM"]}
    report = play(
        position("S1901M", where),
        {
            "Austria": "A BOH R TYR",
            "Italy": "A VEN R TYR",
            "Germany": DRIVE_OUT,
            "France": "A PIE - VEN\nA ROM S A PIE - VEN",
        },
        WITH_ORDERS,
    )
    assert "Austria" not in units(report.next)
    assert "Italy" not in units(report.next)
    assert [[str(result) for result in outcome.results] for outcome in report.conditional] == [
        ["bounced", "disbanded"],
        ["bounced", "disbanded"],
    ]


def test_centres_change_hands_after_conditional_retreats_X_A3():
    where = position("F1901M", ATTACKED, {"Austria": ["TRI"]})
    report = play(where, {"Austria": "A BOH R VIE", "Germany": DRIVE_OUT}, WITH_ORDERS)
    assert report.captured == {"MUN": (None, "Germany"), "VIE": (None, "Austria")}


def test_the_latest_set_brings_its_own_retreats():
    game = Game.new(CLASSIC, WITH_ORDERS, position=position("S1901M", ATTACKED))
    game = game.submit("Austria", "F TRI H\nA BOH R VIE").submit("Austria", "F TRI H\nA BOH R TYR")
    wishes = game.conditional_retreats("Austria").places
    assert {str(unit): [str(place) for place in places] for unit, places in wishes.items()} == {"A BOH": ["TYR"]}
    later = game.submit("Austria", "A BOH R GAL").conditional_retreats("Austria").places
    assert [str(place) for places in later.values() for place in places] == ["GAL"]
    assert len(game.sheet("Austria").orders_in_force) == 1


def test_merged_sets_replace_a_list_unit_by_unit_C_014():
    rulebook = {**WITH_ORDERS, "sets": "merge_by_unit"}
    game = Game.new(CLASSIC, rulebook, position=position("S1901M", ATTACKED))
    game = game.submit("Austria", "A BOH R VIE\nF TRI R ADR").submit("Austria", "A BOH R TYR")
    wishes = game.conditional_retreats("Austria").places
    assert {str(unit): [str(place) for place in places] for unit, places in wishes.items()} == {
        "A BOH": ["TYR"],
        "F TRI": ["ADR"],
    }


def test_without_the_rule_there_are_no_conditional_retreats():
    game = Game.new(CLASSIC, position=position("S1901M", ATTACKED)).submit("Austria", "A BOH R VIE")
    assert game.conditional_retreats("Austria").places == {}
    assert [str(entry.reading.status) for entry in game.sheet("Austria").entries] == ["illegal"]


def test_retreats_with_the_next_orders_keep_their_phase_X_A8():
    report = play(position("S1901M", ATTACKED), {"Germany": DRIVE_OUT}, {"retreats": "with_next_orders"})
    assert str(report.next.phase) == "S1901R"
