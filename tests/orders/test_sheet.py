"""One power's sheet from several sets: which set counts, repeats, missing units, warnings."""

import pytest

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, make_position
from talleyrand.board.unit import Unit
from talleyrand.orders.cautions import CautionCode
from talleyrand.orders.policy import ReadingPolicy, Repeated, SetMerge
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.sheet import Submission, make_sheet
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant

BOARD = load_variant("classic").board
MERGE = ReadingPolicy(sets=SetMerge.MERGE_BY_UNIT)


def units(text):
    return tuple(Unit.parse(part) for part in text.split(", ") if part)


def standing(french="A PAR, A MAR, F BRE", others="", phase="S1901M", **more):
    return make_position("classic", Phase.parse(phase), {"France": units(french), "England": units(others)}, **more)


def sent(*texts, **flags):
    """Submissions "author: order; order"; a name in ``senior`` or ``override`` marks that author's sets."""
    found = []
    for seq, text in enumerate(texts):
        author, _, orders = text.partition(":")
        found.append(
            Submission(
                author,
                tuple(orders.strip().split("; ")),
                seq,
                senior=author == flags.get("senior"),
                override=seq in flags.get("override", ()),
            )
        )
    return found


def sheet(*texts, position=None, policy=ReadingPolicy(), **flags):  # noqa: B008
    return make_sheet("France", sent(*texts, **flags), position or standing(), BOARD, policy)


def in_force(made):
    return [write(order) for order in made.orders_in_force]


def codes(made):
    return [str(warning.code) for warning in made.warnings]


# --- Which set is in force -------------------------------------------------------------------------------------------


def test_A_020_the_latest_set_applies_whoever_sent_it():
    made = sheet("Anna: A PAR - BUR; A MAR H", "Bob: A PAR - PIC")
    assert in_force(made) == ["A PAR - PIC"]
    assert made.in_force_author == "Bob"
    assert made.sets_in_force == (1,)
    assert set(made.missing) == set(units("F BRE, A MAR"))


def test_X_A7_replace_set_drops_the_units_that_the_new_set_leaves_out():
    made = sheet("Anna: A PAR - BUR; A MAR - SPA", "Anna: A PAR - PIC")
    assert in_force(made) == ["A PAR - PIC"]
    assert set(made.missing) == set(units("A MAR, F BRE"))


def test_X_A7_C_014_merge_by_unit_replaces_only_reordered_units():
    made = sheet("Anna: A PAR - BUR; A MAR - SPA", "Bob: A PAR - PIC", policy=MERGE)
    assert sorted(in_force(made)) == ["A MAR - SPA", "A PAR - PIC"]
    assert made.missing == units("F BRE")
    assert made.sets_in_force == (0, 1)
    assert made.in_force_author == "Bob"


def test_sets_count_by_their_number_not_by_the_order_they_are_given_in():
    late, early = Submission("Anna", "A PAR - BUR", 7), Submission("Bob", "A PAR - PIC", 3)
    made = make_sheet("France", [late, early], standing(), BOARD)
    assert in_force(made) == ["A PAR - BUR"]
    assert [submission.seq for submission in made.submissions] == [3, 7]


def test_X_A6_an_overriding_senior_beats_a_later_junior():
    made = sheet("Anna: A PAR - BUR", "Bob: A PAR - PIC", senior="Anna", override=[0])
    assert in_force(made) == ["A PAR - BUR"]
    assert made.in_force_author == "Anna"


def test_X_A6_of_an_overriding_senior_the_latest_set_counts():
    made = sheet("Anna: A PAR - BUR", "Bob: A PAR H", "Anna: A PAR - PIC", "Bob: A PAR H", senior="Anna", override=[0])
    assert in_force(made) == ["A PAR - PIC"]
    assert made.sets_in_force == (2,)


def test_X_A6_a_senior_who_does_not_ask_has_no_precedence():
    made = sheet("Anna: A PAR - BUR", "Bob: A PAR - PIC", senior="Anna")
    assert in_force(made) == ["A PAR - PIC"]


def test_X_A6_A_105_an_overriding_senior_who_sent_nothing_leaves_the_latest_of_anyone():
    made = sheet("Anna:  ", "Bob: A PAR - PIC", "Carl: A PAR H", senior="Anna", override=[0])
    assert in_force(made) == ["A PAR H"]
    assert made.in_force_author == "Carl"
    assert codes(made) == ["empty_set"]


def test_A_102_a_junior_cannot_override():
    made = sheet("Bob: A PAR - PIC", "Anna: A PAR - BUR", senior="Anna", override=[0])
    assert in_force(made) == ["A PAR - BUR"]
    assert codes(made) == ["override_refused"]


def test_X_A6_with_merging_the_overriding_senior_decides_for_the_units_he_orders():
    made = sheet("Anna: A PAR - BUR", "Bob: A PAR - PIC; A MAR - SPA", senior="Anna", override=[0], policy=MERGE)
    assert sorted(in_force(made)) == ["A MAR - SPA", "A PAR - BUR"]
    assert made.in_force_author == "Anna"


def test_A_104_a_junior_may_do_whatever_a_senior_can():
    made = sheet("Bob: A PAR - PIC", senior="Anna")
    assert in_force(made) == ["A PAR - PIC"]
    assert made.in_force_author == "Bob"


def test_A_121_a_preliminary_set_stands_until_a_better_one_follows():
    assert in_force(sheet("Anna: A PAR H")) == ["A PAR H"]
    assert in_force(sheet("Anna: A PAR H", "Anna: A PAR - BUR; A MAR S A PAR - BUR")) == [
        "A PAR - BUR",
        "A MAR S A PAR - BUR",
    ]


@pytest.mark.parametrize(
    ("text", "code"), [("", "empty_set"), (" \n ", "empty_set"), ("zzzz qqqq xxxx", "nothing_read")]
)
def test_a_text_without_an_order_is_no_set(text, code):
    made = make_sheet("France", [Submission("Anna", "A PAR - BUR", 1), Submission("Bob", text, 2)], standing(), BOARD)
    assert in_force(made) == ["A PAR - BUR"]
    assert made.in_force_author == "Anna"
    assert codes(made) == [code]


@pytest.mark.parametrize("policy", [ReadingPolicy(), MERGE])
def test_nothing_sent_is_an_empty_sheet(policy):
    made = make_sheet("France", [], standing(), BOARD, policy)
    assert made.is_empty
    assert made.in_force_author is None
    assert made.orders_in_force == ()
    assert set(made.missing) == set(units("A PAR, A MAR, F BRE"))


def test_raw_texts_are_all_kept():
    texts = ["A PAR - BUR\n\nhello", "", "A PAR H"]
    made = make_sheet("France", [Submission("Anna", text, n) for n, text in enumerate(texts)], standing(), BOARD)
    assert [submission.raw for submission in made.submissions] == texts
    assert {entry.seq for entry in made.entries} == {0, 2}


@pytest.mark.parametrize(("fallback", "orders"), [(False, []), (True, ["A BEL - HOL VIA"])])
def test_DATC_4_A_3_via_convoy_without_a_fleet_is_in_force_only_with_a_land_fallback(fallback, orders):
    sent_in = [Submission("Anna", "A BEL - HOL VIA", 1)]
    made = make_sheet("France", sent_in, standing("A BEL"), BOARD, land_fallback=fallback)
    assert in_force(made) == orders
    assert str(made.entries[0].reading.status) == ("ok" if fallback else "illegal")


@pytest.mark.parametrize(("allowed", "orders"), [(False, []), (True, ["F BAL C A SAG - TAR"])])
def test_X_B4_the_flag_of_the_archipelago_reaches_the_sheet(allowed, orders):
    board = load_variant("ancient_mediterranean").board
    held = make_position("ancient_mediterranean", Phase.parse("S1M"), {"Rome": units("A SAG, F BAL")})
    sent_in = [Submission("Anna", "F BAL C A SAG - TAR", 1)]
    assert in_force(make_sheet("Rome", sent_in, held, board, archipelago_convoys=allowed)) == orders


def test_an_override_claimed_by_two_seniors_goes_to_the_last_to_ask():
    sets = [
        Submission("Anna", "A PAR - BUR", 1, senior=True, override=True),
        Submission("Bob", "A PAR - PIC", 2, senior=True, override=True),
        Submission("Carl", "A PAR H", 3),
    ]
    made = make_sheet("France", sets, standing(), BOARD)
    assert in_force(made) == ["A PAR - PIC"]
    assert codes(made) == ["override_refused"]


# --- Several orders to one unit --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("repeated", "orders", "statuses"),
    [
        (Repeated.LAST, ["A PAR - PIC"], ["duplicate", "ok"]),
        (Repeated.FIRST, ["A PAR - BUR"], ["ok", "duplicate"]),
        (Repeated.VOID, [], ["duplicate", "duplicate"]),
    ],
)
def test_A_018_C_013_one_order_a_unit(repeated, orders, statuses):
    made = sheet("Anna: A PAR - BUR; A PAR - PIC", policy=ReadingPolicy(repeated=repeated))
    assert in_force(made) == orders
    assert [str(entry.reading.status) for entry in made.entries] == statuses
    assert set(made.missing) == set(units("A MAR, F BRE"))
    assert all(entry.reading.rule == "A-018" for entry in made.entries if entry.reading.status is Status.DUPLICATE)


def test_repeats_across_merged_sets_are_no_duplicates():
    made = sheet("Anna: A PAR - BUR", "Anna: A PAR - PIC", policy=MERGE)
    assert [str(entry.reading.status) for entry in made.entries] == ["ok", "ok"]
    assert [entry.chosen for entry in made.entries] == [False, True]


def test_void_repeats_supersede_an_earlier_set():
    policy = ReadingPolicy(sets=SetMerge.MERGE_BY_UNIT, repeated=Repeated.VOID)
    made = sheet("Anna: A PAR - BUR", "Anna: A PAR - PIC; A PAR H", policy=policy)
    assert in_force(made) == []
    assert units("A PAR")[0] not in made.missing


def test_A_023_A_124_a_later_illegal_order_stands_and_is_ignored():
    for made in (
        sheet("Anna: A PAR - BUR; A PAR - MOS"),
        sheet("Anna: A PAR - BUR", "Anna: A PAR - MOS", policy=MERGE),
    ):
        assert in_force(made) == []
        last = made.entries[-1]
        assert last.chosen
        assert not last.in_force
        assert last.reading.status is Status.ILLEGAL
        assert last.reading.problem == "Army Paris cannot move to Moscow: it is not adjacent."
        assert units("A PAR")[0] not in made.missing


def test_A_023_an_ambiguous_order_stands_for_its_unit(monkeypatch):
    position = standing("F POR, A PAR")

    def reader(text, board, **_):
        candidates = ("F POR - SPA/NC", "F POR - SPA/SC")
        return (Reading(text, Status.AMBIGUOUS, candidates=candidates, problem="Which coast?"),)

    monkeypatch.setattr("talleyrand.orders.sheet.read", reader)
    made = make_sheet("France", [Submission("Anna", "F POR - SPA", 1)], position, BOARD)
    assert made.entries[0].unit == Unit.parse("F POR")
    assert made.entries[0].chosen
    assert in_force(made) == []
    assert made.missing == units("A PAR")


# --- Other phases ----------------------------------------------------------------------------------------------------


def test_A_024_A_091_units_without_an_order_are_listed():
    position = standing(
        "A GAS",
        "A PAR, A BUR",
        "S1901R",
        dislodged=tuple(Dislodged("France", unit, "PIC") for unit in units("A PAR, A BUR")),
    )
    made = sheet("Anna: A PAR R PIC", position=position)
    assert in_force(made) == ["A PAR R PIC"]
    assert made.missing == units("A BUR")


def test_a_dislodged_unit_is_told_from_its_dislodger_written_alike():
    alike = Unit.parse("A MUN")
    position = standing("", "A MUN", "S1901R", dislodged=(Dislodged("France", alike, "BUR"),))
    made = sheet("Anna: A MUN R TYR", position=position)
    assert in_force(made) == ["A MUN R TYR"]
    assert codes(made) == []
    assert made.missing == ()


def test_winter_repeats_are_by_site_and_waives_add_up():
    centers = dict.fromkeys(("PAR", "MAR", "BRE", "SPA"), "France")
    position = standing("A BUR", "", "F1901A", centers=centers)
    made = sheet("Anna: F BRE B; A BRE B; WAIVE; WAIVE", position=position)
    assert in_force(made) == ["A BRE B", "WAIVE", "WAIVE"]
    assert made.missing == ()
    assert codes(made) == []
    more = sheet("Anna: A PAR B; WAIVE", "Anna: A BRE B; WAIVE; WAIVE", position=position, policy=MERGE)
    assert in_force(more) == ["A PAR B", "A BRE B", "WAIVE", "WAIVE"]
    assert codes(more) == ["too_many"]


def test_A_094_too_few_and_too_many_removals():
    position = standing("A BUR, A PAR, A GAS", "", "F1901A", centers={"PAR": "France"})
    assert codes(sheet("Anna: A BUR D", position=position)) == ["too_few"]
    assert codes(sheet("Anna: A BUR D; A PAR D", position=position)) == []
    assert codes(sheet("Anna: A BUR D; A PAR D; A GAS D", position=position)) == ["too_many"]
    assert codes(sheet("Anna: A BUR D; A PAR D; A MAR B", position=position)) == ["too_many"]


# --- Warnings --------------------------------------------------------------------------------------------------------

WARNINGS = [
    ("A-051 support in place of an own mover", "A PAR, A BUR", "", "A PAR S A BUR; A BUR - MUN", ["support_unmatched"]),
    ("A-051 none for a unit that stays", "A PAR, A BUR", "", "A PAR S A BUR; A BUR H", []),
    ("A-051 none without an order", "A PAR, A BUR", "", "A PAR S A BUR", []),
    ("A-054 support of another move", "A PAR, A MAR", "", "A PAR S A MAR - BUR; A MAR - GAS", ["support_unmatched"]),
    ("A-054 support of a unit that stays", "A PAR, A MAR", "", "A PAR S A MAR - BUR; A MAR H", ["support_unmatched"]),
    ("A-054 support of a unit without orders", "A PAR, A MAR", "", "A PAR S A MAR - BUR", ["support_unmatched"]),
    ("A-054 fitting", "A PAR, A MAR", "", "A PAR S A MAR - BUR; A MAR - BUR", []),
    ("A-046 a foreign unit may do it", "A PAR", "A MUN", "A PAR S A MUN - BUR", []),
    ("DATC 6.B.7 any coast", "F POR, F MAO", "", "F POR S F MAO - SPA; F MAO - SPA/NC", []),
    ("DATC 6.B.9 the wrong coast", "F POR, F MAO", "", "F POR S F MAO - SPA/SC; F MAO - SPA/NC", ["support_unmatched"]),
    ("A-056 by sea without own convoy", "A BRE", "F ENG", "A BRE - LON", ["no_own_convoy"]),
    ("A-056 by sea with own convoy", "A BRE, F ENG", "", "A BRE - LON; F ENG C A BRE - LON", []),
    ("A-061 with half a chain", "A BRE, F ENG", "F NTH", "A BRE - NWY; F ENG C A BRE - NWY", ["no_own_convoy"]),
    ("C-021 via convoy", "A PIC", "F ENG", "A PIC - BRE VIA", ["no_own_convoy"]),
    ("A-059 convoy to elsewhere", "A BRE, F ENG", "", "A BRE - GAS; F ENG C A BRE - LON", ["convoy_unmatched"]),
    ("A-059 convoy of an army without orders", "A BRE, F ENG", "", "F ENG C A BRE - LON", ["convoy_unmatched"]),
    ("A-059 convoy of a foreign army", "F ENG", "A LON", "F ENG C A LON - BRE", []),
    ("DATC 6.A.6 somebody else's unit", "A PAR", "A LON", "A PAR H; A LON - WAL", ["not_yours"]),
]


@pytest.mark.parametrize(
    ("french", "others", "text", "expected"), [row[1:] for row in WARNINGS], ids=[row[0] for row in WARNINGS]
)
def test_warnings(french, others, text, expected):
    made = sheet(f"Anna: {text}", position=standing(french, others))
    assert codes(made) == expected
    assert all(warning.text.endswith(".") and warning.rule for warning in made.warnings)


def test_A_122_a_warning_says_what_does_not_fit_and_changes_nothing():
    made = sheet("Anna: A PAR S A MAR - BUR; A MAR - GAS", position=standing("A PAR, A MAR"))
    (warning,) = made.warnings
    assert warning.code is CautionCode.SUPPORT_UNMATCHED
    assert warning.unit == Unit.parse("A PAR")
    assert warning.text == "Army Paris supports Army Marseilles to Burgundy, but that is ordered to Gascony."
    assert in_force(made) == ["A PAR S A MAR - BUR", "A MAR - GAS"]


def test_DATC_6_A_6_an_order_for_a_foreign_unit_is_not_in_force():
    made = sheet("Anna: A LON - WAL", position=standing("A PAR", "A LON"))
    assert in_force(made) == []
    assert made.entries[0].reading.status is Status.ILLEGAL
    assert made.warnings[0].text == "Army London belongs to England, so France cannot order it."
