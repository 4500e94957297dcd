"""A sentence for every outcome, in words a player understands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talleyrand.board.unit import Location, Unit, UnitKind
from talleyrand.orders.model import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    Special,
    SupportHold,
    SupportMove,
    Waive,
    acting_unit,
)
from talleyrand.prose.clauses import CLAUSES
from talleyrand.prose.sentence import reasons, reference, sentence, why
from talleyrand.prose.words import full_stop, inside, listing, place_name, plain, unit_name
from talleyrand.rules.outcome import Code, Outcome, Reason, Result
from talleyrand.variants.load import load_variant

BOARD = load_variant("classic").board
PAR, MAR, BUR, PIC, LON = (Unit.parse(f"A {place}") for place in ("PAR", "MAR", "BUR", "PIC", "LON"))
NTH, ENG = Unit.parse("F NTH"), Unit.parse("F ENG")
TO_BUR, TO_BEL, TO_GAS = Location("BUR"), Location("BEL"), Location("GAS")
S, B, C, V, D = Result.SUCCEEDS, Result.BOUNCED, Result.CUT, Result.VOID, Result.DISLODGED

driven_out = Reason(Code.DISLODGED_BY, PIC, "England", (2, 1))
move = Move(PAR, TO_BUR)
hold = Hold(PAR)
support = SupportMove(PAR, MAR, TO_BUR)
convoy = Convoy(NTH, LON, TO_BEL)
convoyed = Move(LON, TO_BEL)


def outcome(order, results, *because, unit=None, power="France"):
    results = results if isinstance(results, tuple) else (results,)
    return Outcome(power, unit or (acting_unit(order) if order is not None else None), order, results, because)


CASES = [
    (
        outcome(move, B, Reason(Code.EQUAL_STRENGTH, Unit.parse("A MUN"), "Germany", (1, 1))),
        "Army Paris did not reach Burgundy: Army Munich came with equal strength.",
    ),
    (
        outcome(move, B, Reason(Code.WEAKER, Unit.parse("A MUN"), "Germany", (1, 2))),
        "Army Paris did not reach Burgundy: Army Munich came with greater strength (2 against 1).",
    ),
    (
        outcome(move, B, Reason(Code.HEAD_TO_HEAD, BUR, "Germany", (1, 1))),
        "Army Paris did not reach Burgundy: Army Burgundy moved the opposite way with equal strength.",
    ),
    (
        outcome(move, B, Reason(Code.OCCUPANT_STAYED, BUR, "Germany", (2, 2))),
        "Army Paris did not reach Burgundy: Army Burgundy stayed there with equal strength (2 against 2).",
    ),
    (
        outcome(move, B, Reason(Code.OWN_UNIT, BUR, "France")),
        "Army Paris did not reach Burgundy: Army Burgundy did not leave, and no power dislodges its own unit.",
    ),
    (
        outcome(move, B, Reason(Code.PREVENTED_BY_DISLODGED, Unit.parse("A MUN"), "Germany")),
        "Army Paris did not reach Burgundy: Army Munich was dislodged, yet still stood off the move.",
    ),
    (
        outcome(move, (B, D), Reason(Code.EQUAL_STRENGTH, Unit.parse("A MUN"), "Germany", (1, 1)), driven_out),
        "Army Paris did not reach Burgundy: Army Munich came with equal strength; "
        "Army Paris was dislodged by Army Picardy (2 against 1).",
    ),
    (
        outcome(
            move,
            (B, D),
            Reason(Code.HEAD_TO_HEAD, BUR, "Germany", (1, 2)),
            Reason(Code.DISLODGED_BY, BUR, "Germany", (2, 1)),
        ),
        "Army Paris did not reach Burgundy: "
        "Army Burgundy moved the opposite way with greater strength (2 against 1) and dislodged it.",
    ),
    (outcome(move, S, Reason(Code.ARRIVED, strength=(1, 0))), "Army Paris moved to Burgundy."),
    (
        outcome(move, S, Reason(Code.ARRIVED, strength=(2, 1)), Reason(Code.SUPPORTED, MAR, "France")),
        "Army Paris moved to Burgundy with the support of Army Marseilles (2 against 1).",
    ),
    (
        outcome(convoyed, S, Reason(Code.ARRIVED_BY_CONVOY, places=("NTH", "ENG"))),
        "Army London reached Belgium by convoy through the North Sea and the English Channel.",
    ),
    (
        outcome(convoyed, Result.DISRUPTED, Reason(Code.ROUTE_BROKEN, NTH, "England")),
        "Army London did not reach Belgium: Fleet North Sea, which the convoy needed, was dislodged.",
    ),
    (
        outcome(convoyed, Result.DISRUPTED, Reason(Code.PARADOX)),
        "Army London did not reach Belgium: "
        "it was caught in a convoy paradox, which the rulebook settles by letting it fail.",
    ),
    (
        outcome(convoyed, Result.NO_CONVOY, Reason(Code.NO_ROUTE)),
        "Army London did not reach Belgium: no whole convoy route was ordered for it.",
    ),
    (
        outcome(Move(PAR, Location("NTH")), Result.IGNORED, Reason(Code.ILLEGAL, text="An army stays on land.")),
        "The order of Army Paris to move to the North Sea was set aside: an army stays on land.",
    ),
    (
        outcome(Move(PAR, Location("MOS")), Result.IGNORED, Reason(Code.ILLEGAL, text="Army Paris cannot get there.")),
        "Army Paris cannot get there.",
    ),
    (
        outcome(support, S, Reason(Code.GAVE_SUPPORT, MAR, "France")),
        "Army Paris supported Army Marseilles to Burgundy.",
    ),
    (
        outcome(SupportHold(PAR, BUR), S, Reason(Code.GAVE_SUPPORT, BUR), Reason(Code.WITHSTOOD, PIC, strength=(1, 1))),
        "Army Paris supported Army Burgundy; it withstood the attack of Army Picardy.",
    ),
    (
        outcome(support, C, Reason(Code.CUT_BY, PIC, "England")),
        "Army Paris did not support Army Marseilles to Burgundy: Army Picardy attacked it and cut its support.",
    ),
    (
        outcome(support, (C, D), Reason(Code.CUT_BY_DISLODGEMENT, PIC, "England"), driven_out),
        "Army Paris did not support Army Marseilles to Burgundy and was dislodged by Army Picardy (2 against 1).",
    ),
    (
        outcome(support, V, Reason(Code.UNMATCHED, MAR, "France")),
        "Army Paris supported Army Marseilles to Burgundy in vain: "
        "Army Marseilles had no valid order to move to Burgundy.",
    ),
    (
        outcome(SupportHold(PAR, MAR), V, Reason(Code.UNMATCHED, MAR, "France")),
        "Army Paris supported Army Marseilles in vain: Army Marseilles was ordered to move.",
    ),
    (
        outcome(support, V, Reason(Code.UNMATCHED)),
        "Army Paris supported Army Marseilles to Burgundy in vain: Army Marseilles was not there.",
    ),
    (
        outcome(support, S, Reason(Code.GAVE_SUPPORT, MAR), Reason(Code.SUPPORT_NOT_COUNTED, BUR, "France")),
        "Army Paris supported Army Marseilles to Burgundy, but its support does not count against Army Burgundy, "
        "which is of its own side.",
    ),
    (
        outcome(convoy, S, Reason(Code.CARRIED, LON, "England")),
        "Fleet North Sea provided the convoy of Army London to Belgium.",
    ),
    (
        outcome(convoy, V, Reason(Code.UNMATCHED, LON, "England")),
        "Fleet North Sea did not convoy Army London to Belgium: Army London did not ask to be carried to Belgium.",
    ),
    (
        outcome(convoy, D, Reason(Code.CARRIED, LON), Reason(Code.DISLODGED_BY, ENG, "France", (2, 1))),
        "Fleet North Sea did not convoy Army London to Belgium "
        "and was dislodged by Fleet English Channel (2 against 1).",
    ),
    (outcome(hold, S, Reason(Code.NOT_ATTACKED)), "Army Paris held."),
    (
        outcome(hold, S, Reason(Code.WITHSTOOD, PIC, "England", (1, 2)), Reason(Code.SUPPORTED, MAR, "France")),
        "Army Paris held: it withstood the attack of Army Picardy (1 against 2).",
    ),
    (
        outcome(hold, S, Reason(Code.WITHSTOOD, PIC), Reason(Code.WITHSTOOD, BUR), Reason(Code.BELEAGUERED, PIC)),
        "Army Paris held: its attackers, Army Picardy and Army Burgundy, stood each other off.",
    ),
    (outcome(hold, D, driven_out), "Army Paris was dislodged by Army Picardy (2 against 1)."),
    (outcome(None, Result.HELD, Reason(Code.NO_ORDER), unit=PAR), "Army Paris had no order and held."),
    (
        outcome(None, D, Reason(Code.NO_ORDER), driven_out, unit=PAR),
        "Army Paris had no order and was dislodged by Army Picardy (2 against 1).",
    ),
    (outcome(Retreat(PAR, TO_GAS), S, Reason(Code.RETREATED)), "Army Paris retreated to Gascony."),
    (
        outcome(Retreat(PAR, TO_GAS), Result.DISBANDED, Reason(Code.RETREAT_CLASH, BUR, "Germany")),
        "Army Paris could not retreat to Gascony and was disbanded: Army Burgundy retreated there too.",
    ),
    (
        outcome(
            Retreat(PAR, TO_GAS),
            (Result.IGNORED, Result.DISBANDED),
            Reason(Code.RETREAT_BARRED, text="the attacker came from Gascony"),
        ),
        "Army Paris could not retreat to Gascony and was disbanded: the attacker came from Gascony.",
    ),
    (
        outcome(None, Result.DISBANDED, Reason(Code.NO_RETREAT), unit=PAR),
        "Army Paris was disbanded: no province was open to its retreat.",
    ),
    (
        outcome(None, Result.DISBANDED, Reason(Code.NO_ORDER), unit=PAR),
        "Army Paris had no order and was disbanded.",
    ),
    (outcome(Disband(PAR), S, Reason(Code.CHOSE_DISBAND)), "Army Paris was disbanded as ordered."),
    (outcome(Disband(PAR), S, Reason(Code.REMOVED)), "France removed Army Paris."),
    (
        outcome(Build(Unit.parse("F STP/SC")), S, Reason(Code.BUILT), power="Russia"),
        "Russia built Fleet St. Petersburg (south coast).",
    ),
    (
        outcome(Build(PAR), Result.IGNORED, Reason(Code.TOO_MANY, strength=(3, 1))),
        "France could not build Army Paris: France asked for 3 builds and was allowed 1.",
    ),
    (
        outcome(Disband(PAR), Result.IGNORED, Reason(Code.TOO_MANY, strength=(1, 0))),
        "The order of Army Paris to disband was set aside: France asked for 1 removal and was allowed none.",
    ),
    (
        outcome(Build(PAR), Result.IGNORED, Reason(Code.SITE_TAKEN, PAR)),
        "France could not build Army Paris: Army Paris was there already.",
    ),
    (outcome(Waive(), S, Reason(Code.WAIVED)), "France waived a build."),
    (
        outcome(None, Result.DISBANDED, Reason(Code.REMOVED_BY_DEFAULT), unit=PAR),
        "Army Paris was removed: France ordered too few removals, so the rule for the absent chose it.",
    ),
    (
        outcome(None, Result.HELD, Reason(Code.AWAITS_RULING), unit=PAR),
        "Army Paris still stands: it is first in line for removal, and the Game Master has yet to rule.",
    ),
]


@pytest.mark.parametrize(("given_outcome", "wanted"), CASES, ids=[wanted for _, wanted in CASES])
def test_sentence(given_outcome, wanted):
    assert sentence(given_outcome, BOARD) == wanted


def test_every_code_has_its_wording():
    assert set(CLAUSES) == set(Code)


def test_the_cases_above_say_something_about_every_code():
    shown = {reason.code for case, _ in CASES for reason in case.because}
    assert shown == set(Code)


def test_reasons_name_powers_strengths_and_rules():
    case = outcome(
        move,
        (B, D),
        Reason(Code.EQUAL_STRENGTH, Unit.parse("A MUN"), "Germany", (1, 1), rule="R3"),
        Reason(Code.DISLODGED_BY, PIC, "France", (2, 1), rule="5.B.7"),
        Reason(Code.ILLEGAL, text="That cannot be."),
    )
    assert reasons(case, BOARD) == (
        "Army Munich (Germany) came with equal strength (1 against 1) [R3].",
        "Army Picardy dislodged it (2 against 1) [DATC 5.B.7].",
        "That cannot be.",
    )


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [("5.B.7", "DATC 5.B.7"), ("DATC 6.A.1", "DATC 6.A.1"), ("R4", "R4"), ("A-088", "A-088"), ("", "")],
)
def test_reference(rule, wanted):
    assert reference(rule) == wanted


def test_words():
    assert unit_name(Unit.parse("F STP/SC"), BOARD) == "Fleet St. Petersburg (south coast)"
    assert place_name("NTH", BOARD) == "the North Sea"
    assert place_name("BUR", BOARD) == "Burgundy"
    assert listing([]) == ""
    assert listing(["a", "b", "c"], "or") == "a, b or c"
    assert full_stop("  it  \n was so.. ") == "It was so."
    assert inside("The army stays.") == "the army stays"
    assert inside("A PAR stays.") == "A PAR stays"
    assert plain("a\u202e\x00b\tc") == "ab c"


PLACES = [*BOARD.provinces, "XYZ"]
units = st.builds(
    Unit, st.sampled_from(UnitKind), st.builds(Location, st.sampled_from(PLACES), st.sampled_from(["", "", "NC", "SC"]))
)
places = st.builds(Location, st.sampled_from(PLACES), st.sampled_from(["", "", "EC"]))
orders = st.one_of(
    st.none(),
    st.builds(Hold, units),
    st.builds(Move, units, places, st.booleans()),
    st.builds(SupportHold, units, units),
    st.builds(SupportMove, units, units, places),
    st.builds(Convoy, units, units, places),
    st.builds(Retreat, units, places),
    st.builds(Disband, units),
    st.builds(Build, units),
    st.just(Waive()),
    st.builds(Special, st.just("PLEDGE"), st.just(("MOS",))),
)
strengths = st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9))
causes = st.builds(
    Reason,
    st.sampled_from(Code),
    st.none() | units,
    st.sampled_from([None, *BOARD.power_names]),
    strengths,
    st.lists(st.sampled_from(PLACES), max_size=3).map(tuple),
    st.sampled_from(["", "R4", "5.B.7", "DATC 6.A.1"]),
    st.text(st.characters(exclude_characters="()[]", exclude_categories=["Ll"]), max_size=30),
)
outcomes = st.builds(
    Outcome,
    st.sampled_from(BOARD.power_names),
    st.none() | units,
    orders,
    st.lists(st.sampled_from(Result), min_size=1, max_size=2, unique=True).map(tuple),
    st.lists(causes, max_size=4).map(tuple),
)


@given(outcomes)
def test_any_outcome_makes_a_sound_sentence(anything):
    """One line, a capital first and one full stop last, nothing left unfilled, whatever the outcome holds."""
    texts = [sentence(anything, BOARD), *reasons(anything, BOARD)]
    if anything.because:
        texts.append(why(anything, BOARD))
    for text in texts:
        assert text == plain(text)
        assert text.endswith(".")
        assert not text.endswith("..")
        assert not text[0].islower() or text[0].upper() == text[0]
        assert "None" not in text
        assert "()" not in text
        assert "[]" not in text
