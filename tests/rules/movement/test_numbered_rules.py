"""The 22 numbered rules of the forum game (A-063 to A-084), each on the classic board, and what stands around them."""

import pytest

from scene import play
from talleyrand.rules.outcome import Code
from talleyrand.variants.load import load_variant

FORUM = load_variant("ancient_mediterranean").presets["forum_ancient_mediterranean"]


def test_a063_r1_all_units_are_equally_strong() -> None:
    scene = play("France: A PAR - BUR", "Germany: A MUN H", "England: F ENG - BEL", "Italy: A RUH - BEL")
    assert scene.result("A PAR") == "succeeds"
    assert scene.result("F ENG") == scene.result("A RUH") == "bounced"
    assert scene.reason("F ENG", Code.EQUAL_STRENGTH).strength == (1, 1)


def test_a064_r2_one_unit_in_a_province() -> None:
    scene = play("France: A PAR - BUR; A BUR H")
    assert scene.units == "A BUR, A PAR"
    assert scene.reason("A PAR", Code.OWN_UNIT).unit == scene["A BUR"].unit


def test_a065_r3_equal_contenders_all_stay() -> None:
    scene = play("Austria: A VIE - TYR", "Germany: A MUN - TYR", "Italy: A VEN - TYR")
    assert scene.units == "A MUN, A VEN, A VIE"
    assert scene.standoffs == "TYR"


def test_a065_the_stronger_of_three_enters() -> None:
    scene = play("Austria: A VIE - TYR; A BOH S A VIE - TYR", "Germany: A MUN - TYR", "Italy: A VEN - TYR")
    assert scene.result("A VIE") == "succeeds"
    assert scene.reason("A MUN", Code.WEAKER).strength == (1, 2)


def test_a066_r4_a_standoff_does_not_dislodge_the_garrison() -> None:
    scene = play(
        "Germany: A MUN H",
        "France: A BUR - MUN; A RUH S A BUR - MUN",
        "Austria: A BOH - MUN; A TYR S A BOH - MUN",
    )
    assert scene.dislodged == ""
    assert scene.reason("A MUN", Code.BELEAGUERED).rule == "R4"
    assert scene.standoffs == ""


def test_a067_r5_one_unit_that_stays_stops_a_chain() -> None:
    scene = play("Germany: A KIE - BER; A BER - PRU; A PRU - WAR", "Russia: A WAR H")
    assert scene.units == "A BER, A KIE, A PRU, A WAR"
    assert [scene.result(unit) for unit in ("A KIE", "A BER", "A PRU")] == ["bounced"] * 3


def test_a067_a_chain_advances_when_its_head_does() -> None:
    scene = play("Germany: A KIE - BER; A BER - PRU; A PRU - WAR")
    assert scene.units == "A BER, A PRU, A WAR"


def test_a068_r6_no_swap_without_a_convoy() -> None:
    scene = play("Germany: A BER - PRU", "Russia: A PRU - BER")
    assert scene.units == "A BER, A PRU"
    assert scene.reason("A BER", Code.HEAD_TO_HEAD).rule == "R6"


def test_a045_a_supported_unit_wins_head_to_head() -> None:
    scene = play("Germany: A BER - PRU; F BAL S A BER - PRU", "Russia: A PRU - BER")
    assert scene.units == "A PRU, F BAL"
    assert scene.dislodged == "A PRU"


def test_a069_r7_three_units_rotate() -> None:
    scene = play("England: F HOL - BEL; F BEL - NTH; F NTH - HOL")
    assert scene.units == "F BEL, F HOL, F NTH"
    assert [scene.result(unit) for unit in ("F HOL", "F BEL", "F NTH")] == ["succeeds"] * 3


@pytest.mark.parametrize("order", ["A BUR H", "A BUR S A MAR", "A BUR S A MUN"])
def test_a070_r8_a_unit_that_does_not_move_is_supported_by_its_province_alone(order: str) -> None:
    scene = play(f"France: {order}; A PAR S A BUR", "Germany: A RUH - BUR; A MUN S A RUH - BUR", extra="France: A MAR")
    assert scene.dislodged == ""
    assert scene.result("A PAR") == "succeeds"


def test_a070_a_convoying_fleet_is_supported_in_place() -> None:
    scene = play(
        "England: F NTH C A LON - BEL; A LON - BEL; F EDI S F NTH",
        "Germany: F HEL - NTH; F SKA S F HEL - NTH",
    )
    assert scene.dislodged == ""
    assert scene.result("A LON") == "succeeds"


def test_a071_r9_a_moving_unit_needs_exactly_matching_support() -> None:
    scene = play("France: A PAR - BUR; A MAR S A PAR - GAS", "Germany: A BUR H")
    assert scene.result("A MAR") == "void"
    assert scene.result("A PAR") == "bounced"
    assert scene.reason("A MAR", Code.UNMATCHED).unit == scene["A PAR"].unit


def test_a051_hold_support_for_a_unit_ordered_to_move_is_void() -> None:
    scene = play("France: A PAR - BUR; A MAR S A PAR", "Germany: A BUR H", extra="")
    assert scene.result("A MAR") in ("void", "ignored")


def test_a052_a_mover_gets_no_hold_support_where_it_goes() -> None:
    scene = play("France: A PAR - BUR; A MAR - GAS", "Germany: A MUN - BUR; A RUH S A MUN - BUR")
    assert scene.result("A PAR") == "bounced"


def test_a055_an_unmatched_support_of_a_move_gives_no_hold_support() -> None:
    scene = play(
        "France: A RUH S A BUR - MUN; A BUR H",
        "Germany: A MUN - BUR",
        "Italy: A MAR S A MUN - BUR",
    )
    assert scene.result("A RUH") == "void"
    assert scene.dislodged == "A BUR"


def test_a072_r10_a_dislodged_unit_still_stands_off_elsewhere() -> None:
    scene = play(
        "Germany: A MUN - TYR",
        "Russia: A SIL - MUN; A BER S A SIL - MUN",
        "Italy: A VEN - TYR",
    )
    assert scene.dislodged == "A MUN"
    assert scene.result("A VEN") == "bounced"
    assert scene.reason("A VEN", Code.PREVENTED_BY_DISLODGED).rule == "R10"
    assert scene.standoffs == "TYR"


def test_a073_r11_a_dislodged_unit_has_no_effect_on_where_its_dislodger_came_from() -> None:
    scene = play(
        "Austria: A TYR - MUN; A BOH S A TYR - MUN",
        "Germany: A MUN - TYR; A BER H",
        "Italy: A VEN - TYR",
    )
    assert scene.dislodged == "A MUN"
    assert scene.result("A VEN") == "succeeds"


def test_a074_r12_no_dislodging_of_own_units() -> None:
    scene = play("Germany: A BER - KIE; A MUN S A BER - KIE; F KIE H")
    assert scene.dislodged == ""
    assert scene.reason("A BER", Code.OWN_UNIT).rule == "R12"


def test_a074_not_even_when_the_own_unit_fails_to_leave() -> None:
    scene = play("Germany: A BER - KIE; A MUN S A BER - KIE; F KIE - HOL", "England: F NTH - HOL")
    assert scene.dislodged == ""


def test_a074_support_does_not_help_to_dislodge_the_supporters_own_unit() -> None:
    scene = play("Germany: A MUN S A SIL - BER; A BER H", "Russia: A SIL - BER")
    assert scene.dislodged == ""
    assert scene.result("A SIL") == "bounced"
    assert scene.reason("A SIL", Code.SUPPORT_NOT_COUNTED).unit == scene["A MUN"].unit


def test_xc1_a_support_that_cannot_dislodge_its_own_still_stands_off_others() -> None:
    """The Morrowind text says such units hold; by the standard rule, which we follow, they bounce others."""
    scene = play(
        "Germany: A MUN S A SIL - BER; A BER H",
        "Russia: A SIL - BER",
        "England: F BAL - BER; F KIE S F BAL - BER",
    )
    assert scene.dislodged == ""
    assert scene.result("F BAL") == "bounced"


def test_a075_r13_support_is_cut_from_anywhere_but_the_target() -> None:
    scene = play("Germany: A SIL S A PRU - WAR; A PRU - WAR", "Russia: A WAR - SIL; A BOH H")
    assert scene.result("A SIL") == "succeeds"
    assert scene.dislodged == "A WAR"
    scene = play("Germany: A SIL S A PRU - WAR; A PRU - WAR", "Russia: A WAR H; A BOH - SIL")
    assert scene.result("A SIL") == "cut"
    assert scene.reason("A SIL", Code.CUT_BY).unit == scene["A BOH"].unit


def test_a076_r14_support_is_cut_when_the_supporter_is_dislodged_even_by_the_target() -> None:
    scene = play("Germany: A SIL S A PRU - WAR; A PRU - WAR", "Russia: A WAR - SIL; A BOH S A WAR - SIL")
    assert scene.result("A SIL") == "cut+dislodged"
    assert scene.reason("A SIL", Code.CUT_BY_DISLODGEMENT).unit == scene["A WAR"].unit
    assert scene.units == "A BOH, A SIL, A WAR"


def test_a077_r15_a_unit_being_dislodged_still_cuts_support_elsewhere() -> None:
    scene = play("Germany: A MUN H; A SIL S A MUN; A BER - PRU; F BAL S A BER - PRU", "Russia: A PRU - SIL")
    assert scene.dislodged == "A PRU"
    assert scene.result("A SIL") == "cut"


def test_a078_r16_an_attack_by_ones_own_does_not_cut() -> None:
    scene = play("Germany: A SIL S A PRU - WAR; A PRU - WAR; A BOH - SIL", "Russia: A WAR H")
    assert scene.result("A SIL") == "succeeds"
    assert scene.dislodged == "A WAR"


def test_a079_r17_dislodging_a_needed_fleet_breaks_the_convoy() -> None:
    scene = play("England: A LON - BEL; F NTH C A LON - BEL", "Germany: F HEL - NTH; F SKA S F HEL - NTH")
    assert scene.result("A LON") == "disrupted"
    assert scene.reason("A LON", Code.ROUTE_BROKEN).unit == scene["F NTH"].unit


def test_c035_an_attack_that_does_not_dislodge_leaves_the_convoy_whole() -> None:
    scene = play("England: A LON - BEL; F NTH C A LON - BEL", "Germany: F HEL - NTH")
    assert scene.result("A LON") == "succeeds"


def test_a080_r18_a_convoyed_army_that_bounces_stays() -> None:
    scene = play("England: A LON - BEL; F NTH C A LON - BEL", "Germany: A BEL H")
    assert scene.result("A LON") == "bounced"
    assert scene.units == "A BEL, A LON, F NTH"


def test_a081_r19_two_units_may_swap_by_convoy() -> None:
    scene = play("England: A LON - BEL VIA; F NTH C A LON - BEL", "France: A BEL - LON VIA; F ENG C A BEL - LON")
    assert scene.units == "A BEL, A LON, F ENG, F NTH"
    assert scene.result("A LON") == scene.result("A BEL") == "succeeds"


def test_a082_r20_an_alternate_route_keeps_the_convoy() -> None:
    scene = play(
        "England: A LON - BEL; F NTH C A LON - BEL; F ENG C A LON - BEL",
        "France: F BRE - ENG; F MAO S F BRE - ENG",
    )
    assert scene.result("A LON") == "succeeds"
    assert scene.reason("A LON", Code.ARRIVED_BY_CONVOY).places == ("NTH",)


@pytest.mark.parametrize("rulebook", ["forum_ancient_mediterranean", "datc"])
def test_a083_r21_a_convoyed_army_does_not_cut_support_against_a_fleet_its_convoy_needs(rulebook: str) -> None:
    rules = load_variant("ancient_mediterranean").presets[rulebook]
    scene = play(
        "France: A BRE - LON; F ENG C A BRE - LON",
        "England: F LON S F WAL - ENG; F WAL - ENG",
        rulebook=rules,
    )
    assert scene.result("F LON") == "succeeds"
    assert scene.dislodged == "F ENG"
    assert scene.result("A BRE") == "disrupted"


def test_a083_r21_holds_for_a_supported_army_too() -> None:
    """The rule's own reading: the army lands, yet the support it lands on was not cut (DATC 6.F.17)."""
    scene = play(
        "France: A BRE - LON; F ENG C A BRE - LON; F YOR S A BRE - LON",
        "England: F LON S F WAL - ENG; F WAL - ENG",
        "Germany: F NTH S F BEL - ENG; F BEL - ENG",
        rulebook=FORUM,
    )
    assert scene.dislodged == "F LON"
    assert scene.result("F WAL") == "bounced"


def test_a084_r22_it_does_cut_when_another_route_stands() -> None:
    scene = play(
        "France: A BRE - LON; F ENG C A BRE - LON",
        "Italy: F MAO C A BRE - LON; F NAO C A BRE - LON; F NWG C A BRE - LON; F NTH C A BRE - LON",
        "England: F LON S F WAL - ENG; F WAL - ENG",
        rulebook=FORUM,
    )
    assert scene.result("F LON") == "cut"
    assert scene.dislodged == ""


def test_a056_a_coastal_fleet_cannot_convoy() -> None:
    scene = play("England: A WAL - EDI; F YOR H", extra="")
    assert scene.result("A WAL") == "ignored"


def test_a060_a_convoyed_army_gives_no_support_across_the_sea() -> None:
    scene = play("England: A LON S A HOL - BEL; F NTH C A LON - BEL; A HOL - BEL")
    assert scene.result("A LON") == "ignored"
    assert scene.result("F NTH") == "void"


def test_a061_chains_of_fleets_carry_an_army_in_one_turn() -> None:
    scene = play(
        "Turkey: A TUN - SMY; F ION C A TUN - SMY; F EAS C A TUN - SMY",
    )
    assert scene.result("A TUN") == "succeeds"
    assert scene.reason("A TUN", Code.ARRIVED_BY_CONVOY).places == ("EAS", "ION")


def test_a058_a059_a_convoy_must_match_the_armys_order() -> None:
    scene = play("England: A LON - BEL; F NTH C A LON - HOL; F ENG C A LON - BEL")
    assert scene.result("F NTH") == "void"
    assert scene.result("A LON") == "succeeds"


def test_a046_foreign_support_needs_no_consent() -> None:
    scene = play("France: A PAR - BUR", "Italy: A MAR S A PAR - BUR", "Germany: A BUR H")
    assert scene.dislodged == "A BUR"
    assert scene.reason("A PAR", Code.SUPPORTED).power == "Italy"


def test_a050_support_into_a_two_coast_province_disregards_coasts() -> None:
    scene = play("France: F POR S A GAS - SPA; A GAS - SPA", "Italy: A SPA H")
    assert scene.dislodged == "A SPA"


def test_a053_attack_of_lower_or_equal_strength_fails() -> None:
    scene = play("France: A PAR - BUR; A MAR S A PAR - BUR", "Germany: A BUR H; A MUN S A BUR")
    assert scene.reason("A PAR", Code.OCCUPANT_STAYED).strength == (2, 2)
    assert scene.reason("A BUR", Code.WITHSTOOD).strength == (2, 2)


def test_c029_only_a_foreign_attack_cuts() -> None:
    scene = play("France: A MAR S A PAR - BUR; A PAR - BUR; A GAS - MAR", "Germany: A BUR H")
    assert scene.result("A MAR") == "succeeds"
    assert scene.dislodged == "A BUR"


def test_a074_where_a_stronger_stranger_dislodges_the_own_unit_he_is_the_reason() -> None:
    scene = play("Germany: A BER - KIE; F KIE H", "England: F HEL - KIE; A HOL S F HEL - KIE")
    assert scene.dislodged == "F KIE"
    assert scene["A BER"].because[0].unit == scene["F HEL"].unit
    assert scene["A BER"].because[0].code is Code.WEAKER
