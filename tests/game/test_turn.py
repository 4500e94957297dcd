"""From a phase to the next: captures, victory, and which phases are passed over (lesson 4)."""

from game_scenes import homes, play, position, units
from talleyrand import load_variant
from talleyrand.game.turn import able

FALL_BOHEMIA = {"Austria": ["A BOH"], "Germany": ["A SIL", "A MUN"], "Russia": ["A GAL"], "Italy": ["A TYR", "A VIE"]}
DRIVE_OUT = {"Germany": "A SIL - BOH\nA MUN S A SIL - BOH"}


def phases(report):
    return [str(phase) for phase in report.skipped], str(report.next.phase)


def test_retreats_without_a_dislodged_unit_are_passed_over():
    report = play(position("S1901M", {"France": ["A PAR"]}), {})
    assert phases(report) == (["S1901R"], "F1901M")


def test_the_calendar_is_followed_where_nothing_is_to_be_skipped():
    report = play(position("S1901M", {"France": ["A PAR"]}), {}, skip=False)
    assert phases(report) == ([], "S1901R")


def test_a_unit_that_can_retreat_keeps_the_phase():
    report = play(position("S1901M", {"Austria": ["A BOH"], "Germany": ["A SIL", "A MUN"]}), DRIVE_OUT)
    assert phases(report) == ([], "S1901R")
    assert [str(entry.unit) for entry in report.next.dislodged] == ["A BOH"]
    assert {str(unit): [str(place) for place in places] for unit, places in report.retreats.items()} == {
        "A BOH": ["GAL", "TYR", "VIE"]
    }


def test_a_unit_without_a_retreat_is_disbanded_at_once_A_089():
    report = play(position("S1901M", FALL_BOHEMIA), DRIVE_OUT)
    assert phases(report) == (["S1901R"], "F1901M")
    assert [(entry.power, str(entry.unit)) for entry in report.removed] == [("Austria", "A BOH")]
    assert report.next.dislodged == ()
    assert "Austria" not in report.next.units
    assert [str(entry.unit) for entry in report.after.dislodged] == ["A BOH"]
    assert [str(outcome.results[0]) for outcome in report.defaults] == ["disbanded"]


def test_by_the_calendar_a_unit_without_a_retreat_waits_with_no_place_to_go():
    report = play(position("S1901M", FALL_BOHEMIA), DRIVE_OUT, skip=False)
    assert phases(report) == ([], "S1901R")
    assert list(report.retreats.values()) == [()]


def test_a_hopeless_unit_goes_at_once_though_another_can_retreat_A_089():
    where = {**FALL_BOHEMIA, "Turkey": ["A BUL"], "France": ["A SER", "A GRE"]}
    orders = {**DRIVE_OUT, "France": "A SER - BUL\nA GRE S A SER - BUL"}
    report = play(position("S1901M", where), orders)
    assert phases(report) == ([], "S1901R")
    assert [str(entry.unit) for entry in report.next.dislodged] == ["A BUL"]
    assert [str(entry.unit) for entry in report.removed] == ["A BOH"]


def test_centres_change_hands_after_fall_not_spring_A_008():
    spring = play(position("S1901M", {"France": ["A SPA"]}, {"France": ["PAR"]}), {})
    assert spring.captured == {}
    fall = play(position("F1901M", {"France": ["A SPA"]}, {"France": ["PAR"]}), {})
    assert fall.captured == {"SPA": (None, "France")}
    assert fall.after.centers == fall.next.centers == {"PAR": "France", "SPA": "France"}


def test_centres_change_hands_after_fall_retreats_not_before_X_A3():
    where = position("F1901M", {"Austria": ["A SER"], "Turkey": ["A BUL", "A GRE"]}, {"Austria": ["SER"]})
    report = play(where, {"Turkey": "A BUL - SER\nA GRE S A BUL - SER"})
    assert phases(report) == ([], "F1901R")
    assert report.captured == {}
    retreated = play(report.next, {"Austria": "A SER R RUM"})
    assert retreated.captured == {
        "GRE": (None, "Turkey"),
        "RUM": (None, "Austria"),
        "SER": ("Austria", "Turkey"),
    }


def test_centres_change_hands_every_turn_where_the_rulebook_says_so():
    report = play(position("S1901M", {"France": ["A SPA"]}), {}, {"capture": "every_turn"})
    assert report.captured == {"SPA": (None, "France")}


def test_winter_is_passed_over_where_nobody_builds_or_removes():
    report = play(position("F1901M", {"France": ["A PAR"]}, {"France": ["PAR"]}), {})
    assert phases(report) == (["F1901R", "W1901A"], "S1902M")


def test_winter_is_played_where_a_power_may_build_A_094():
    report = play(position("F1901M", {"France": ["A SPA"]}, {"France": ["PAR"]}), {})
    assert phases(report) == (["F1901R"], "W1901A")
    assert report.adjustments == {"France": 1}


def test_winter_is_passed_over_where_the_builder_has_no_vacant_home_A_095():
    where = {"France": ["A PAR", "A MAR", "F BRE"]}
    report = play(position("F1901M", where, {"France": ["PAR", "MAR", "BRE", "SPA"]}), {})
    assert phases(report) == (["F1901R", "W1901A"], "S1902M")


def test_winter_is_played_where_a_power_must_remove_even_all_it_has():
    report = play(position("F1901M", {"France": ["A BUR"]}, {"Germany": ["MUN"]}), {})
    assert phases(report) == (["F1901R"], "W1901A")
    assert report.adjustments["France"] == -1


def test_absence_skips_nothing():
    report = play(position("W1901A", {"France": ["A SPA"]}, homes("France")), {})
    assert phases(report) == ([], "S1902M")
    assert able(load_variant("classic"), load_variant("classic").rulebook, report.before) == ("France",)


def test_an_empty_board_goes_from_winter_to_winter():
    report = play(position("W1901A", {}, homes("France")), {})
    assert phases(report) == (["S1902M", "S1902R", "F1902M", "F1902R"], "W1902A")


def test_a_board_with_nothing_on_it_stops_after_a_year():
    report = play(position("S1901M", {}), {})
    assert phases(report) == (["S1901R", "F1901M", "F1901R", "W1901A"], "S1902M")


def test_a_solo_is_declared_after_fall_retreats_not_before_X_A3_lesson_15():
    owned = sorted(load_variant("classic").board.centers - {"SER", "RUM", "GRE"})[:17]
    where = position(
        "F1905M", {"Austria": ["A SER"], "Turkey": ["A BUL", "A GRE"]}, {"Turkey": owned, "Austria": ["SER", "GRE"]}
    )
    report = play(where, {"Turkey": "A BUL - SER\nA GRE S A BUL - SER"})
    assert (str(report.status.state), report.status.winners) == ("running", ())
    assert str(report.next.phase) == "F1905R"
    done = play(report.next, {"Austria": "A SER D"})
    assert (str(done.status.state), done.status.winners) == ("solo", ("Turkey",))
    assert done.over
    assert str(done.next.phase) == "W1905A"


def test_the_last_year_ends_ranked():
    where = position("F1908M", {"France": ["A PAR"], "Italy": ["A ROM"]}, {"France": ["PAR"], "Italy": ["ROM"]})
    report = play(where, {}, {"last_year": 1908})
    assert str(report.status.state) == "ranked"
    assert report.status.winners == ("France", "Italy")


def test_retreats_are_made_and_the_unit_keeps_its_identity_lesson_16():
    where = position("S1901M", {"Austria": ["A BOH"], "Germany": ["A SIL", "A MUN"]})
    report = play(where, DRIVE_OUT)
    done = play(report.next, {"Austria": ["A BOH R VIE"]})
    assert units(done.next) == {"Austria": ["A VIE"], "Germany": ["A BOH", "A MUN"]}


def test_standoffs_bar_retreats_and_are_forgotten_after_them_A_088():
    where = {"Austria": ["A BOH"], "Germany": ["A SIL", "A MUN"], "Italy": ["A TRI"], "Turkey": ["A BUD"]}
    orders = {**DRIVE_OUT, "Italy": "A TRI - VIE", "Turkey": "A BUD - VIE"}
    report = play(position("S1901M", where), orders)
    assert report.next.standoffs == {"VIE"}
    assert [str(place) for place in next(iter(report.retreats.values()))] == ["GAL", "TYR"]
    assert play(report.next, {}).next.standoffs == frozenset()
