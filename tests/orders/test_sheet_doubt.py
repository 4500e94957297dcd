"""What is not certain takes no order's place in a sheet, and what a newer set drops or refuses is said."""

from dataclasses import replace

import pytest

from talleyrand.board.calendar import Phase
from talleyrand.board.position import make_position
from talleyrand.board.unit import Unit
from talleyrand.orders.policy import ReadingPolicy, Repeated, SetMerge
from talleyrand.orders.reading import Status
from talleyrand.orders.sheet import Sheet, Submission, make_sheet
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant

BOARD = load_variant("classic").board
MERGE = ReadingPolicy(sets=SetMerge.MERGE_BY_UNIT)
REPLACE = ReadingPolicy()
FRANCE = make_position(
    "classic",
    Phase.parse("S1901M"),
    {"France": tuple(Unit.parse(unit) for unit in ("F POR", "A PAR", "A MAR")), "England": (Unit.parse("A LON"),)},
)


def sheet(*texts: str | Submission, policy: ReadingPolicy = REPLACE) -> Sheet:
    sent = [Submission("Anna", each, n) if isinstance(each, str) else each for n, each in enumerate(texts)]
    return make_sheet("France", sent, FRANCE, BOARD, policy)


def in_force(made: Sheet) -> list[str]:
    return [write(order) for order in made.orders_in_force]


def codes(made: Sheet) -> list[str]:
    return [str(caution.code) for caution in made.warnings]


def told(made: Sheet) -> list[tuple[int, str]]:
    return [(entry.seq, str(entry.reading.status)) for entry in made.chosen]


@pytest.mark.parametrize("policy", [REPLACE, MERGE, ReadingPolicy(repeated=Repeated.VOID)])
@pytest.mark.parametrize("text", ["F Por - MAO\nF Por - Spa", "F Por - Spa\nF Por - MAO"])
def test_A_023_within_a_set_an_ambiguous_order_takes_no_other_ones_place(text, policy):
    made = sheet(text, policy=policy)
    assert in_force(made) == ["F POR - MAO"]
    assert sorted(told(made)) == [(0, "ambiguous"), (0, "ok")]
    assert codes(made) == ["unclear"]
    assert (
        made.warnings[0].text
        == '"F Por - Spa" is not certain, so it takes no other order\'s place: F POR - MAO stands.'
    )


def test_A_023_an_ambiguous_order_alone_leaves_its_unit_holding():
    made = sheet("F Por - MAO; A Par - Bur", "F Por - Spa; A Par - Pic")
    assert in_force(made) == ["A PAR - PIC"]
    assert Unit.parse("F POR") not in made.missing
    assert sheet("F Por - Spa").sets_in_force == (0,)


@pytest.mark.parametrize("policy", [REPLACE, MERGE])
def test_A_023_a_later_set_in_which_nothing_is_certain_replaces_nothing(policy):
    made = sheet("F Por - MAO\nA Par - Bur", "F Por - Spa", policy=policy)
    assert sorted(in_force(made)) == ["A PAR - BUR", "F POR - MAO"]
    assert made.sets_in_force == (0,)
    assert (1, "ambiguous") in told(made)
    assert codes(made) == ["unclear", "unclear"]


@pytest.mark.parametrize("policy", [REPLACE, MERGE])
def test_A_124_a_later_illegal_order_does_take_its_place(policy):
    assert in_force(sheet("A Par - Bur", "A Par - Mos", policy=policy)) == []


@pytest.mark.parametrize("older", ["A Par - Mos", "A Par x Bur zzz", "F Por - Spa"])
def test_X_A7_with_merging_unclear_and_illegal_lines_go_when_a_newer_set_orders_the_unit(older):
    made = sheet(f"{older}\nA Mar - Pie", "A Par - Pic; F Por - MAO", policy=MERGE)
    assert sorted(in_force(made)) == ["A MAR - PIE", "A PAR - PIC", "F POR - MAO"]
    assert all(entry.in_force for entry in made.chosen)


def test_X_A7_with_merging_an_illegal_line_goes_when_a_newer_set_is_unclear_on_the_unit():
    made = sheet("F Por - Mos\nA Mar - Pie", "F Por - Spa\nA Par H", policy=MERGE)
    assert sorted(told(made)) == [(0, "ok"), (1, "ambiguous"), (1, "ok")]


def test_X_A7_a_new_set_that_leaves_units_out_says_so():
    made = sheet("A Par - Bur; F Por - MAO; A Mar H", "A Par - Pic; A Mar H")
    assert [caution.text for caution in made.warnings] == ["The earlier set also ordered F POR; it no longer counts."]
    made = sheet("A Par - Bur; F Por - MAO; A Mar H", "A Par - Pic")
    assert made.warnings[0].text == "The earlier set also ordered F POR and A MAR; they no longer count."
    assert codes(sheet("A Par - Bur; F Por - MAO", "A Par - Pic", policy=MERGE)) == []
    assert codes(sheet("A Par - Bur", "A Par - Pic")) == []


def test_X_A6_only_a_seniors_override_counts():
    made = sheet(Submission("Bob", "A Par - Pic", 0, override=True), Submission("Anna", "A Par - Bur", 1, senior=True))
    assert in_force(made) == ["A PAR - BUR"]
    assert codes(made) == ["override_refused"]


def test_X_A6_a_juniors_unclear_set_does_not_stand_beside_an_overriding_seniors():
    made = sheet(Submission("Anna", "F Por - MAO", 0, senior=True, override=True), Submission("Bob", "F Por - Spa", 1))
    assert in_force(made) == ["F POR - MAO"]
    assert [entry.reading.status for entry in made.chosen] == [Status.OK]


@pytest.mark.parametrize("policy", [REPLACE, MERGE], ids=["replace", "merge"])
@pytest.mark.parametrize("repeated", Repeated)
@pytest.mark.parametrize(
    "text", ["A Par - Bur\nA Par R Gas", "A Par R Gas\nA Par - Bur", "A Par - Bur\nIf dislodged, A Par retreats to Gas"]
)
def test_A_014_an_order_for_another_phase_takes_no_other_ones_place(text, repeated, policy):
    made = sheet(text, policy=replace(policy, repeated=repeated))
    assert in_force(made) == ["A PAR - BUR"]
    assert "unclear" in codes(made)
    assert len(made.chosen) == 2


@pytest.mark.parametrize("policy", [REPLACE, MERGE], ids=["replace", "merge"])
def test_A_014_a_later_set_of_orders_for_another_phase_replaces_nothing_and_is_shown(policy):
    made = sheet("A Par - Bur\nA Mar H", "A Par R Gas", policy=policy)
    assert in_force(made) == ["A PAR - BUR", "A MAR H"]
    assert told(made) == [(0, "ok"), (0, "ok"), (1, "illegal")]
    assert made.chosen[-1].reading.problem == "This is no order for the movement phase."


def test_A_014_an_order_for_another_phase_alone_leaves_its_unit_holding():
    made = sheet("A Par R Gas")
    assert in_force(made) == []
    assert told(made) == [(0, "illegal")]
