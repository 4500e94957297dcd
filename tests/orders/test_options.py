"""Options of single units, and the pinned counts."""

import json

import pytest

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, make_position
from talleyrand.board.unit import Location, Unit
from talleyrand.orders.model import Disband, Move, Retreat, SupportMove
from talleyrand.orders.options import Options, legal_builds, legal_orders, standard_form
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant
from tools.perft import CASES, counts_of

PERFT = json.loads(CASES.read_text(encoding="utf-8"))
BOARD = load_variant("classic").board


def standing(units, phase="S1901M", variant="classic", **more):
    power = load_variant(variant).powers[0]
    return make_position(variant, Phase.parse(phase), {power: tuple(map(Unit.parse, units.split(", ")))}, **more)


def options(units, unit, variant="classic", **choices):
    board = load_variant(variant).board
    return [
        write(order) for order in legal_orders(Unit.parse(unit), standing(units, variant=variant), board, **choices)
    ]


@pytest.mark.parametrize("case", PERFT, ids=[case["name"] for case in PERFT])
def test_perft(case):
    """As many legal orders as pinned; ``tests/tools/perft.py`` pins them."""
    counts = counts_of(case)
    assert counts == case["orders"]
    assert sum(counts.values()) == case["total"]


def test_every_order_of_a_unit_in_a_fixed_order():
    assert options("A PAR, A MAR, F BRE, A BUR", "A PAR") == [
        "A PAR H",
        "A PAR - BRE",
        "A PAR - BUR",
        "A PAR - GAS",
        "A PAR - PIC",
        "A PAR S F BRE",
        "A PAR S A BUR",
        "A PAR S A MAR - BUR",
        "A PAR S A BUR - GAS",
        "A PAR S A MAR - GAS",
        "A PAR S F BRE - GAS",
        "A PAR S A BUR - PIC",
        "A PAR S F BRE - PIC",
    ]


def test_A_042_a_fleet_that_may_choose_is_offered_each_coast():
    assert [text for text in options("F POR", "F POR") if "SPA" in text] == ["F POR - SPA/NC", "F POR - SPA/SC"]
    assert [text for text in options("F GAS", "F GAS") if "SPA" in text] == ["F GAS - SPA/NC"]


def test_DATC_4_B_4_supports_of_a_fleet_that_may_choose_name_none_or_either_coast():
    assert [text for text in options("F POR, F MAO", "F POR") if "- SPA" in text and " S " in text] == [
        "F POR S F MAO - SPA",
        "F POR S F MAO - SPA/NC",
        "F POR S F MAO - SPA/SC",
    ]
    assert [text for text in options("F POR, F GAS", "F POR") if "- SPA" in text and " S " in text] == [
        "F POR S F GAS - SPA"
    ]


def test_C_021_via_is_offered_only_beside_a_land_route():
    found = options("A BEL, F NTH", "A BEL")
    assert "A BEL - HOL" in found
    assert "A BEL - HOL VIA" in found
    assert "A BEL - LON" in found
    assert "A BEL - LON VIA" not in found
    assert "A BEL - BUR VIA" not in found


def test_A_061_moves_and_supports_over_a_chain():
    units = "A LON, A HOL, F NTH, F ENG, F WES"
    assert "A LON - BRE" in options(units, "A LON")
    assert "A LON - TUN" not in options(units, "A LON")
    assert "A HOL S A LON - BEL" in options(units, "A HOL")
    assert "F NTH S A LON - BEL" in options(units, "F NTH")
    assert "F NTH S A LON - BEL" not in options("A LON, F NTH", "F NTH")  # DATC 6.D.31
    assert "F ENG C A LON - BRE" in options(units, "F ENG")
    assert not [text for text in options(units, "F WES") if " C " in text]


def test_X_B5_baleares_as_a_link_and_X_B4_not_where_the_game_says_no():
    units = "A SAG, F BAL"
    assert "F BAL C A SAG - TAR" in options(units, "F BAL", "ancient_mediterranean")
    assert "A SAG - TAR VIA" in options(units, "A SAG", "ancient_mediterranean")
    assert not [
        text
        for unit in units.split(", ")
        for text in options(units, unit, "ancient_mediterranean", archipelago_convoys=False)
        if " C " in text or "VIA" in text
    ]


def test_B_020_an_army_in_baleares_alone_can_only_hold():
    assert options("A BAL, A TAR", "A BAL", "ancient_mediterranean") == ["A BAL H"]


def test_options_are_found_as_they_are_asked_for():
    found = legal_orders(Unit.parse("A PAR"), standing("A PAR"), BOARD)
    assert write(next(found)) == "A PAR H"
    assert write(next(found)) == "A PAR - BRE"


def test_options_count_and_contain():
    held = Options(standing("A PAR, A BEL, F NTH"), BOARD)
    assert held.count(Unit.parse("A PAR")) == len(list(held.of(Unit.parse("A PAR"))))
    assert Move(Unit.parse("A PAR"), Location("BUR")) in held
    assert Move(Unit.parse("A BEL"), Location("LON"), via=True) in held
    assert Move(Unit.parse("A PAR"), Location("LON")) not in held
    assert "A PAR - BUR" not in held
    assert {order.unit for order in held} == set(held.units())


def test_a_unit_that_is_not_there_has_no_orders():
    assert list(legal_orders(Unit.parse("A BUR"), standing("A PAR"), BOARD)) == []
    assert list(legal_orders(Unit.parse("F BRE"), standing("A BRE"), BOARD)) == []
    assert list(legal_orders(Unit.parse("A XYZ"), standing("A PAR"), BOARD)) == []
    assert list(legal_orders(Unit.parse("A PAR"), standing("A PAR", "S1901C"), BOARD)) == []


def test_standard_form_drops_what_adds_nothing():
    units = {"army": Unit.parse("A BEL"), "choosing": Unit.parse("F MAO"), "bound": Unit.parse("F GAS")}
    por = Unit.parse("F POR")
    assert write(standard_form(Move(units["army"], Location("LON"), via=True), BOARD)) == "A BEL - LON"
    assert write(standard_form(Move(units["army"], Location("HOL"), via=True), BOARD)) == "A BEL - HOL VIA"
    nc = Location("SPA", "NC")
    assert write(standard_form(SupportMove(por, units["bound"], nc), BOARD)) == "F POR S F GAS - SPA"
    assert write(standard_form(SupportMove(por, units["choosing"], nc), BOARD)) == "F POR S F MAO - SPA/NC"


def test_A_088_retreats_within_the_places_that_the_rules_leave():
    unit = Unit.parse("F SPA/NC")
    held = standing("A BUR", "S1901R", dislodged=(Dislodged("France", unit, "MAR"),))
    assert [write(order) for order in legal_orders(unit, held, BOARD)] == [
        "F SPA/NC R GAS",
        "F SPA/NC R MAO",
        "F SPA/NC R POR",
        "F SPA/NC D",
    ]
    limited = Options(held, BOARD, retreats={unit: (Location("POR"),)})
    assert list(limited) == [Retreat(unit, Location("POR")), Disband(unit)]
    assert Retreat(unit, Location("GAS")) not in limited
    assert Retreat(unit, Location("POR")) in limited
    assert Disband(unit) in limited


def test_A_095_builds_in_vacant_owned_homes_with_their_coasts():
    centers = {"STP": "Russia", "MOS": "Russia", "WAR": "Russia", "SEV": "Turkey", "RUM": "Russia"}
    held = make_position("classic", Phase.parse("F1901A"), {"Russia": (Unit.parse("A WAR"),)}, centers=centers)
    assert [write(order) for order in legal_builds("Russia", held, BOARD)] == [
        "A MOS B",
        "A STP B",
        "F STP/NC B",
        "F STP/SC B",
        "WAIVE",
    ]
    assert [write(order) for order in legal_builds("Russia", held, BOARD, {"RUM"})] == ["A RUM B", "F RUM B", "WAIVE"]
    assert list(legal_builds("France", held, BOARD)) == []
    assert list(legal_builds("Russia", held.at(Phase.parse("S1902M")), BOARD)) == []


def test_B_032_egypt_builds_fleets_in_all_its_homes():
    variant = load_variant("ancient_mediterranean")
    homes = variant.board.homes["Egypt"]
    held = make_position(variant.name, Phase.parse("F1A"), {}, centers=dict.fromkeys(homes, "Egypt"))
    fleets = {str(order.unit) for order in legal_builds("Egypt", held, variant.board) if "F " in write(order)}
    assert fleets == {"F ALE", "F MEM", "F THE"}
