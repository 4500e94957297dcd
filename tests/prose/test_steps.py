"""The steps of a phase for an animation: each thing after what explains it."""

from talleyrand.board.unit import Location, Unit
from talleyrand.orders.model import Build, Convoy, Disband, Move, Retreat, SupportMove, acting_unit
from talleyrand.prose.steps import steps_of
from talleyrand.rules.outcome import Code, Outcome, Reason, Result
from talleyrand.variants.load import load_variant

BOARD = load_variant("classic").board
PAR, MAR, BUR, MUN = (Unit.parse(f"A {place}") for place in ("PAR", "MAR", "BUR", "MUN"))
TO_BUR = Location("BUR")


def outcome(order, *results, because=(), unit=None, power="France"):
    return Outcome(power, unit or acting_unit(order), order, results, tuple(because))


def kinds(*outcomes):
    return [step["kind"] for step in steps_of(outcomes, BOARD)]


def test_a_supported_attack_is_told_from_support_to_dislodgement():
    found = steps_of(
        [
            outcome(Move(PAR, TO_BUR), Result.SUCCEEDS, because=[Reason(Code.ARRIVED, strength=(2, 1))]),
            outcome(None, Result.DISLODGED, because=[Reason(Code.DISLODGED_BY, PAR, "France", (2, 1))], unit=BUR),
            outcome(SupportMove(MAR, PAR, TO_BUR), Result.SUCCEEDS, because=[Reason(Code.GAVE_SUPPORT, PAR)]),
        ],
        BOARD,
    )
    assert [{key: step[key] for key in step if key != "sentence"} for step in found] == [
        {"kind": "support", "power": "France", "unit": "A MAR", "for": "A PAR", "from": "PAR", "to": "BUR"},
        {"kind": "move", "power": "France", "unit": "A PAR", "from": "PAR", "to": "BUR", "strength": [2, 1]},
        {"kind": "dislodge", "power": "France", "unit": "A BUR", "by": "A PAR", "strength": [2, 1]},
    ]
    assert found[1]["sentence"] == "Army Paris moved to Burgundy (2 against 1)."


def test_a_cut_support_is_given_and_then_cut():
    assert kinds(
        outcome(Move(PAR, TO_BUR), Result.BOUNCED, because=[Reason(Code.EQUAL_STRENGTH, BUR, strength=(1, 1))]),
        outcome(SupportMove(MAR, PAR, TO_BUR), Result.CUT, because=[Reason(Code.CUT_BY, MUN)]),
    ) == ["support", "cut", "bounce"]


def test_a_broken_convoy_comes_before_moves():
    fleet = Unit.parse("F NTH")
    london = Unit.parse("A LON")
    assert kinds(
        outcome(Move(PAR, TO_BUR), Result.SUCCEEDS),
        outcome(Move(london, Location("BEL")), Result.DISRUPTED, because=[Reason(Code.ROUTE_BROKEN, fleet)]),
        outcome(Convoy(fleet, london, Location("BEL")), Result.DISLODGED),
        outcome(SupportMove(MAR, PAR, TO_BUR), Result.VOID, because=[Reason(Code.UNMATCHED)]),
    ) == ["void", "disrupt", "disrupt", "move", "dislodge"]


def test_retreats_removals_and_builds():
    assert kinds(
        outcome(Build(PAR), Result.SUCCEEDS),
        outcome(Disband(MAR), Result.SUCCEEDS, because=[Reason(Code.REMOVED)]),
        outcome(None, Result.DISBANDED, because=[Reason(Code.REMOVED_BY_DEFAULT)], unit=BUR),
        outcome(Retreat(MUN, Location("RUH")), Result.SUCCEEDS),
        outcome(Retreat(MUN, Location("RUH")), Result.DISBANDED, because=[Reason(Code.RETREAT_CLASH, BUR)]),
        outcome(Move(PAR, TO_BUR), Result.IGNORED),
    ) == ["retreat", "disband", "disband", "disband", "build"]
