"""Movement rules of the forum game that carry no number in its list of conflicts, on the classic board."""

import pytest

from game_scenes import play as adjudicated
from game_scenes import position, units
from scene import play
from talleyrand.variants.load import load_variant

FORUM = load_variant("ancient_mediterranean").presets["forum_ancient_mediterranean"]


def forum(*sheets, extra=""):
    return play(*sheets, rulebook=FORUM, extra=extra)


@pytest.mark.parametrize(
    ("one", "other"),
    [("A PAR - BRE", "F ENG - BRE"), ("F MAO - BRE", "F ENG - BRE"), ("A PAR - BRE", "A GAS - BRE")],
)
def test_a011_no_kind_of_unit_is_stronger_than_another(one, other):
    scene = forum(f"France: {one}", f"England: {other}")
    assert scene.result(one[:5]) == scene.result(other[:5]) == "bounced"
    assert scene.standoffs == "BRE"


def test_a005_a006_coastal_lands_are_those_that_touch_water():
    """A-005, A-006: fleets take coasts and water, armies lands; only a navigable river makes a coast without a sea."""
    without = {}
    for name in ("classic", "ancient_mediterranean", "morrowind"):
        board = load_variant(name).board
        water = {
            place for place, province in board.provinces.items() if str(province.terrain) in ("sea", "archipelago")
        }
        for place, province in board.provinces.items():
            touches = bool(board.graph.touching(place) & water)
            if str(province.terrain) == "inland":
                assert not touches, place
            if str(province.terrain) == "coastal" and not touches:
                without.setdefault(name, set()).add(place)
    assert without == {"ancient_mediterranean": {"BAY", "MEM"}, "morrowind": {"EAG", "GAH"}}


@pytest.mark.parametrize(
    ("supports", "attackers", "falls"),
    [
        pytest.param(0, 1, False, id="A-047 1 against 1"),
        pytest.param(1, 2, False, id="A-047 2 against 2"),
        pytest.param(2, 2, False, id="A-047 3 against 2"),
        pytest.param(2, 3, False, id="A-047 3 against 3"),
        pytest.param(1, 3, True, id="A-053 2 against 3"),
        pytest.param(0, 2, True, id="A-053 1 against 2"),
    ],
)
def test_strength_is_one_and_its_supports(supports, attackers, falls):
    defence = ["A BUR H", *[f"A {place} S A BUR" for place in ("PAR", "MAR")[:supports]]]
    attack = ["A MUN - BUR", *[f"A {place} S A MUN - BUR" for place in ("RUH", "BEL")[: attackers - 1]]]
    scene = forum(f"France: {'; '.join(defence)}", f"Germany: {'; '.join(attack)}")
    assert (scene.dislodged == "A BUR") is falls
    assert (scene.result("A MUN") == "succeeds") is falls


def test_a048_a_supporter_stays_where_it_is():
    scene = forum("France: A PAR S A MAR - BUR; A MAR - BUR")
    assert scene.units == "A BUR, A PAR"


@pytest.mark.parametrize(
    ("order", "extra"),
    [
        pytest.param("A BRE S F ENG - MAO", "England: F ENG", id="A-049 army into water"),
        pytest.param("F KIE S A RUH - MUN", "Germany: A RUH", id="A-049 fleet inland"),
        pytest.param("F KIE S A MUN", "Germany: A MUN", id="A-049 fleet inland, in place"),
        pytest.param("F ROM S A APU - VEN", "Italy: A APU", id="A-049 no shared coastline"),
        pytest.param("A PAR S F BEL", "England: F BEL", id="A-049 not adjacent"),
    ],
)
def test_a049_support_only_where_the_supporter_could_have_gone(order, extra):
    scene = forum(f"France: {order}", extra=extra)
    assert scene.result(order[:5]) == "ignored"


def test_a050_support_reaches_a_fleet_on_the_coast_behind():
    scene = forum("France: F SPA/NC H; F WES S F SPA/NC", "England: F POR - SPA/NC; F GAS S F POR - SPA/NC")
    assert scene.dislodged == ""


def test_a054_a_support_names_where_from_and_where_to():
    wrong_origin = forum("France: A PAR S A MAR - BUR; A GAS - BUR", "Germany: A BUR H", extra="Italy: A MAR")
    assert wrong_origin.result("A PAR") == "void"
    assert wrong_origin.result("A GAS") == "bounced"
    wrong_target = forum("France: A GAS - BUR; A MAR S A GAS - SPA", "Germany: A BUR H")
    assert wrong_target.result("A MAR") == "void"
    assert wrong_target.dislodged == ""


@pytest.mark.parametrize(
    ("sheet", "army", "because"),
    [
        pytest.param("A LON - BEL; F ENG H", "A LON", "no_convoy", id="A-056 the fleet must be ordered"),
        pytest.param("A LON H; F ENG C A LON - BEL", "A LON", "succeeds", id="A-056 the army must be ordered"),
        pytest.param("A LON - BEL; F ENG C A LON - BRE", "A LON", "no_convoy", id="A-059 to elsewhere"),
        pytest.param("A LON - BEL; F ENG C A WAL - BEL; A WAL H", "A LON", "no_convoy", id="A-059 of another army"),
    ],
)
def test_both_the_army_and_the_fleet_must_be_ordered_alike(sheet, army, because):
    scene = forum(f"England: {sheet}")
    assert scene.result(army) == because
    assert army in scene.units


def test_a056_an_army_away_from_the_fleets_water_cannot_board():
    scene = forum("England: A LVP - BEL; F ENG C A LVP - BEL")
    assert scene.result("A LVP") == "ignored"
    assert scene.units == "A LVP, F ENG"


def test_a057_a_fleet_is_never_convoyed():
    scene = forum("England: F LON - BEL; F ENG C F LON - BEL")
    assert scene.result("F LON") == "ignored"
    assert scene.units == "F ENG, F LON"


def test_a058_one_fleet_carries_one_army():
    scene = forum("England: A LON - BEL; A WAL - PIC; F ENG C A LON - BEL")
    assert scene.units == "A BEL, A WAL, F ENG"
    assert scene.result("A WAL") == "no_convoy"


def test_a058_of_two_convoy_orders_to_a_fleet_one_counts():
    where = position("S1901M", {"England": ["A LON", "A WAL", "F ENG"]})
    text = "A LON - BEL\nA WAL - PIC\nF ENG C A LON - BEL\nF ENG C A WAL - PIC"
    report = adjudicated(where, {"England": text}, FORUM)
    assert units(report.after) == {"England": ["A LON", "A PIC", "F ENG"]}


def test_a060_support_is_not_carried_over_the_sea():
    scene = forum("England: A LON S A RUH - BEL; F NTH C A LON - BEL", "Germany: A RUH - BEL", "France: A BEL H")
    assert scene.result("A LON") == "ignored"
    assert scene.dislodged == ""


def test_a061_a_chain_of_three_fleets_carries_in_one_turn():
    scene = forum("Italy: A TUN - SMY; F ION C A TUN - SMY; F EAS C A TUN - SMY")
    assert scene.units == "A SMY, F EAS, F ION"
    scene = forum("England: A LON - TUN; F ENG C A LON - TUN; F MAO C A LON - TUN; F WES C A LON - TUN")
    assert scene.units == "A TUN, F ENG, F MAO, F WES"


@pytest.mark.parametrize(("broken", "arrives"), [("ENG", True), ("NTH", True), ("both", False)])
def test_a062_one_whole_route_of_two_is_enough(broken, arrives):
    attacks = {
        "ENG": ["F MAO - ENG; F IRI S F MAO - ENG"],
        "NTH": ["F NWG - NTH; F EDI S F NWG - NTH"],
    }
    attacks["both"] = [f"{attacks['ENG'][0]}; {attacks['NTH'][0]}"]
    scene = forum("England: A LON - BEL; F ENG C A LON - BEL; F NTH C A LON - BEL", f"France: {attacks[broken][0]}")
    assert ("A BEL" in scene.units) is arrives
    assert scene.result("A LON") == ("succeeds" if arrives else "disrupted")
