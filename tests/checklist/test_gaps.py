"""What the sources leave open, as the checklist settles it: X-A, X-B and X-C."""

import copy
import re

import pytest

from game_scenes import homes, play, position, results, units
from talleyrand import Game, InputError, load_variant, read_orders, read_record, write_order, write_record
from talleyrand.orders.policy import SetMerge
from talleyrand.rules.rulebook import Retreats
from talleyrand.variants.presets import preset

CLASSIC = load_variant("classic")
FORUM = preset("000")
VARIANTS = ("classic", "ancient_mediterranean", "morrowind")


@pytest.mark.parametrize(
    ("name", "centers", "neutral", "homes_of", "needed"),
    [
        pytest.param("classic", 34, 12, {3, 4}, 18, id="X-A1 classic"),
        pytest.param("ancient_mediterranean", 34, 19, {3}, 18, id="X-A1 ancient"),
        pytest.param("morrowind", 24, 9, {3}, 13, id="X-A1 morrowind"),
    ],
)
def test_numbers_follow_from_the_variant(name, centers, neutral, homes_of, needed):
    variant = load_variant(name)
    assert len(variant.board.centers) == centers
    assert len(variant.board.centers - set(variant.start.centers)) == neutral
    assert {len(of) for of in variant.board.homes.values()} == homes_of
    assert variant.centers_to_win(variant.rulebook) == needed


@pytest.mark.parametrize(
    ("variant", "rulebook", "label", "year"),
    [
        pytest.param("ancient_mediterranean", None, None, "01 AD", id="X-A2 001 by default"),
        pytest.param("ancient_mediterranean", "001", None, "01 AD", id="X-A2 001"),
        pytest.param("ancient_mediterranean", "000", None, "450 AUC", id="X-A2 000"),
        pytest.param("ancient_mediterranean", {"preset": "000"}, None, "450 AUC", id="X-A2 000 with choices"),
        pytest.param("ancient_mediterranean", "000", "AD", "01 AD", id="X-A2 as the GM likes"),
        pytest.param("ancient_mediterranean", None, "AUC", "450 AUC", id="X-A2 AUC as the GM likes"),
        pytest.param("classic", None, None, "1901", id="X-C6 classic"),
        pytest.param("classic", "000", None, "1901", id="X-C6 no such label here"),
        pytest.param("morrowind", None, None, "1901", id="X-C6 morrowind"),
    ],
)
def test_years_are_named_by_the_variant_and_the_preset(variant, rulebook, label, year):
    game = Game.new(variant, rulebook, year_label=label)
    assert game.variant.calendar.describe(game.phase) == f"Spring {year}, Movement"
    assert read_record(write_record(game)).variant.calendar.describe(game.phase) == f"Spring {year}, Movement"


def test_xa2_a_label_that_the_variant_does_not_offer_is_refused():
    with pytest.raises(InputError, match="AUC"):
        Game.new("classic", year_label="AUC")


def test_xa3_a_solo_waits_for_the_retreats_of_fall():
    """X-A3: France would hold 18 by its moves, and loses one again to a retreat before they count."""
    centers = sorted(CLASSIC.board.centers - {"SPA", "SER", "GRE"})[:17]
    where = position(
        "F1905M",
        {"France": ["A GAS", "A SER"], "Turkey": ["A BUL", "A RUM"]},
        {"France": [center for center in centers if center != "GRE"], "Turkey": ["GRE"]},
    )
    game = Game.new("classic", position=where)
    game = game.submit("France", "A GAS - SPA\nA SER H").submit("Turkey", "A BUL - SER\nA RUM S A BUL - SER")
    game, report = game.advance()
    assert (str(game.phase), report.over, report.captured) == ("F1905R", False, {})
    game, report = game.submit("France", "A SER R GRE").advance()
    assert report.over
    assert report.status.winners == ("France",)
    assert report.captured["GRE"] == ("Turkey", "France")


@pytest.mark.parametrize(
    ("share", "winners"),
    [("units", ("France", "Italy")), ("survivors", ("France", "Germany", "Italy")), ("centers", ("France", "Germany"))],
)
def test_xa4_who_shares_a_draw_is_a_choice(share, winners):
    where = position("S1905M", {"France": ["A PAR"], "Italy": ["A ROM"]}, homes("France", "Germany"))
    assert Game.new("classic", {"draw_share": share}, position=where).draw().status.winners == winners


@pytest.mark.parametrize(
    ("variant", "rulebook", "wanted"),
    [
        pytest.param("ancient_mediterranean", "000", ["A ETR", "A RAV", "F NEA"], id="X-A7 000 the latest set whole"),
        pytest.param("ancient_mediterranean", {"sets": "merge_by_unit"}, ["A APU", "A ETR", "F NEA"], id="X-A7 merged"),
    ],
)
def test_two_sets_of_one_power(variant, rulebook, wanted):
    game = Game.new(variant, rulebook).submit("Rome", "A RAV - APU").submit("Rome", "A ROM - ETR")
    assert {str(unit) for unit in game.sheet("Rome").missing} == (
        {"A RAV", "F NEA"} if "A RAV" in wanted else {"F NEA"}
    )
    _, report = game.advance()
    assert units(report.after)["Rome"] == wanted


@pytest.mark.parametrize(("name", "merge"), [("000", SetMerge.REPLACE_SET), ("003", SetMerge.MERGE_BY_UNIT)])
def test_xa7_each_forum_game_has_its_way(name, merge):
    assert preset(name).sets is merge


LOST = {"Austria": ["A BOH", "F TRI"], "Germany": ["A SIL", "A MUN"]}


@pytest.mark.parametrize(
    ("mode", "texts", "phases"),
    [
        pytest.param(Retreats.PHASE, ["F TRI H", "A BOH R VIE"], ["S1901M", "S1901R", "F1901M"], id="X-A8 own phase"),
        pytest.param(
            Retreats.WITH_ORDERS, ["F TRI H\nA BOH R TRI, VIE"], ["S1901M", "F1901M"], id="X-A8 with the orders"
        ),
        pytest.param(
            Retreats.WITH_NEXT_ORDERS,
            ["F TRI H", "A BOH R VIE"],
            ["S1901M", "S1901R", "F1901M"],
            id="X-A8 with the next orders",
        ),
    ],
)
def test_three_ways_to_retreat(mode, texts, phases):
    game = Game.new("classic", {"retreats": str(mode)}, position=position("S1901M", LOST))
    game = game.submit("Germany", "A SIL - BOH\nA MUN S A SIL - BOH")
    seen = [str(game.phase)]
    for text in texts:
        game, _ = game.submit("Austria", text).advance()
        seen.append(str(game.phase))
    assert seen == phases
    assert units(game.position)["Austria"] == ["A VIE", "F TRI"]


def test_xa8_a_phase_in_which_nobody_can_act_is_passed_over():
    _, report = Game.new("classic").advance()
    assert [str(phase) for phase in report.skipped] == ["S1901R"]


def test_xa9_two_movement_phases_without_orders_and_preliminary_ones_count():
    game = Game.new("ancient_mediterranean", "000")
    for _ in range(2):
        game, _ = game.submit("Rome", "A ROM H").advance()
    assert game.status.disorder == ("Carthage", "Egypt", "Greece", "Persia")
    game = game.set_disorder("Egypt", False)
    assert "Egypt" not in game.status.disorder


def test_xa9_the_absent_lose_units_by_distance_and_of_equal_ones_the_fleet():
    """X-A9, DATC 4.D.8: A BOH is two steps from a Russian centre; A GAL, A SIL and F BLA are one step from theirs."""
    centers = {"Russia": ["WAR", "SEV"]}
    farther = position("W1905A", {"Russia": ["A GAL", "A BOH", "F BLA"]}, centers)
    assert units(play(farther, {}).after)["Russia"] == ["A GAL", "F BLA"]
    equal = position("W1905A", {"Russia": ["A GAL", "A SIL", "F BLA"]}, centers)
    assert units(play(equal, {}).after)["Russia"] == ["A GAL", "A SIL"]


@pytest.mark.parametrize(
    ("rulebook", "open_"),
    [
        pytest.param("datc", True, id="X-A10 DATC"),
        pytest.param("000", False, id="X-A10 000"),
        pytest.param("003", False, id="X-A10 003"),
    ],
)
def test_a_retreat_to_where_a_convoyed_attacker_came_from(rulebook, open_):
    where = position("S1901M", {"England": ["A NWY", "F SKA", "A FIN"], "Russia": ["A SWE"]})
    report = play(where, {"England": "A NWY - SWE VIA\nF SKA C A NWY - SWE\nA FIN S A NWY - SWE"}, preset(rulebook))
    (places,) = report.retreats.values()
    assert ("NWY" in map(str, places)) is open_
    assert "DEN" in map(str, places)


def test_xa11_what_the_two_paradox_rules_leave_open_goes_to_szykman():
    """X-A11, DATC 6.F.22: each convoy would cut a support that bears on the other; both fail, the supports stand."""
    where = position(
        "S1901M",
        {
            "England": ["F EDI", "F LON"],
            "France": ["A BRE", "F ENG"],
            "Germany": ["F BEL", "F PIC"],
            "Russia": ["A NWY", "F NTH"],
        },
    )
    report = play(
        where,
        {
            "England": "F EDI - NTH\nF LON S F EDI - NTH",
            "France": "A BRE - LON\nF ENG C A BRE - LON",
            "Germany": "F BEL S F PIC - ENG\nF PIC - ENG",
            "Russia": "A NWY - BEL\nF NTH C A NWY - BEL",
        },
        FORUM,
    )
    assert sorted(str(entry.unit) for entry in report.after.dislodged) == ["F ENG", "F NTH"]
    assert units(report.after) == {
        "England": ["F LON", "F NTH"],
        "France": ["A BRE"],
        "Germany": ["F BEL", "F ENG"],
        "Russia": ["A NWY"],
    }


def test_xa11_the_paradox_rule_is_one_of_the_games_choices():
    assert FORUM.choices()["paradox"] == "rule_2000"


@pytest.mark.parametrize(
    ("rulebook", "army", "fleet", "swaps"),
    [
        pytest.param("000", "A NWY - SWE", "England", False, id="X-A12 000 by land unless said"),
        pytest.param("000", "A NWY - SWE via convoy", "England", True, id="X-A12 000 said"),
        pytest.param("datc", "A NWY - SWE", "England", True, id="X-A12 an own fleet implies it"),
        pytest.param("datc", "A NWY - SWE", "France", False, id="X-A12 no kidnapping"),
        pytest.param("000", "A NWY - SWE", "France", False, id="X-A12 no kidnapping in 000"),
        pytest.param("003", "A NWY - SWE", "England", False, id="X-A12 003 by land unless said"),
        pytest.param("003", "A NWY - SWE via convoy", "France", True, id="X-A12 003 said, on a foreign fleet"),
    ],
)
def test_a_convoy_to_the_next_province(rulebook, army, fleet, swaps):
    held, orders = {"England": ["A NWY"], "Russia": ["A SWE"]}, {"England": army, "Russia": "A SWE - NWY"}
    held[fleet] = [*held.get(fleet, []), "F SKA"]
    orders[fleet] = "\n".join(filter(None, [orders.get(fleet), "F SKA C A NWY - SWE"]))
    report = play(position("S1901M", held), orders, preset(rulebook))
    assert results(report)["A NWY"] == (("succeeds",) if swaps else ("bounced",))


@pytest.mark.parametrize(
    ("text", "status", "order"),
    [
        pytest.param("F PAR - BUR", "repaired", "A PAR - BUR", id="X-A13 kind"),
        pytest.param("A Pariss - Burgundi", "repaired", "A PAR - BUR", id="X-A13 spelling"),
        pytest.param("F MAO - SPA", "ambiguous", "", id="X-A13 two coasts"),
        pytest.param("F WES - SPA", "ok", "F WES - SPA/SC", id="X-A13 one coast"),
        pytest.param("F WES - SPA/NC", "illegal", "F WES - SPA/NC", id="X-A13 the wrong coast"),
        pytest.param("A PAR - MUN", "illegal", "A PAR - MUN", id="X-A13 too far"),
        pytest.param("A PAR - SPA", "illegal", "A PAR - SPA", id="X-A13 too far by a convoy nobody could make"),
        pytest.param("A PAR S A MAR - BRE", "illegal", "A PAR S A MAR - BRE", id="X-A13 the mover cannot"),
        pytest.param("F WES C A PAR - TUN", "illegal", "F WES C A PAR - TUN", id="X-A13 inland"),
    ],
)
def test_slips_are_mended_and_well_formed_orders_are_left_as_they_are(text, status, order):
    where = position("S1901M", {"France": ["A PAR", "A MAR", "F MAO", "F WES"]})
    (reading,) = read_orders(text, CLASSIC.board, position=where, power="France")
    assert (str(reading.status), write_order(reading.order) if reading.order else "") == (status, order)
    assert bool(reading.repairs) is (status == "repaired")
    report = play(where, {"France": text})
    line = next(line for line in report.lines if line.reading.text)
    assert line.reading.text == text
    if status in ("illegal", "ambiguous"):
        assert units(report.after) == units(where)


@pytest.mark.parametrize(
    ("rulebook", "falls"),
    [
        pytest.param("000", False, id="X-A14 000 it holds"),
        pytest.param({"illegal_orders": "still_moves"}, True, id="X-A14 DATC 4.E.1 the other way"),
    ],
)
def test_a_unit_with_an_illegal_move_and_support_in_place(rulebook, falls):
    where = position("S1901M", {"France": ["A BUR", "A PAR"], "Germany": ["A MUN", "A RUH"]})
    orders = {"France": "A BUR - MOS\nA PAR S A BUR", "Germany": "A MUN - BUR\nA RUH S A MUN - BUR"}
    report = play(where, orders, FORUM if rulebook == "000" else rulebook)
    assert (units(report.after)["Germany"] == ["A BUR", "A RUH"]) is falls


@pytest.mark.parametrize(
    ("text", "status", "order"),
    [
        pytest.param("Army Picardi support Fleet Belgium hold", "repaired", "A PIC S F BEL", id="X-A15 Picardi"),
        pytest.param("Fleet Skaggerak move Sweden", None, "F SKA - SWE", id="X-A15 Skaggerak"),
        pytest.param("Army Rome move Vienna", "illegal", "A ROM - VIE", id="X-A15 Rome and Vienna do not touch"),
        pytest.param("Fleet Rome move Vienna", "illegal", "F ROM - VIE", id="X-A15 for no kind of unit"),
    ],
)
def test_errors_of_the_text_are_read_and_are_no_facts_of_the_map(text, status, order):
    (reading,) = read_orders(text, CLASSIC.board)
    assert write_order(reading.order) == order
    assert status is None or str(reading.status) == status


@pytest.mark.parametrize(
    ("name", "mark", "army", "fleet"),
    [
        pytest.param("classic", "star", "cannon", "ship", id="X-A16 classic"),
        pytest.param("ancient_mediterranean", "dot", "sword", "ship", id="X-A16 A-010 ancient"),
        pytest.param("morrowind", "double circle", "cannon", "ship", id="X-A16 morrowind"),
    ],
)
def test_the_legend_comes_with_the_variant(name, mark, army, fleet):
    variant = load_variant(name)
    assert mark in variant.legend["center"]
    assert (variant.symbols["center"], variant.symbols["army"], variant.symbols["fleet"]) == (mark, army, fleet)


@pytest.mark.parametrize("name", VARIANTS)
def test_xb9_colours_of_powers_are_apart(name):
    """X-B9, B-005: Persia is black; whoever draws labels on it must know how dark it is."""
    colours = load_variant(name).colours
    channels = [tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5)) for colour in colours.values()]
    apart = [
        sum(abs(a - b) for a, b in zip(one, two, strict=True)) for one in channels for two in channels if one < two
    ]
    assert min(apart) > 60
    if name == "ancient_mediterranean":
        assert max(int(colours["Persia"][at : at + 2], 16) for at in (1, 3, 5)) < 48


def test_xc1_a_support_against_ones_own_unit_does_not_dislodge_it_and_the_attack_still_bounces_others():
    """X-C1: Hlaalu's support counts for nothing against Hlaalu's own unit; the attacker still keeps Redoran out."""
    where = position(
        "S1901M",
        {"Hlaalu": ["A RIV", "A KRA"], "Dres": ["A DES"], "Redoran": ["A AND"]},
        variant="morrowind",
    )
    report = play(
        where, {"Hlaalu": "A KRA S A DES - RIV\nA RIV - AAN", "Dres": "A DES - RIV", "Redoran": "A AND - RIV"}
    )
    assert units(report.after) == {"Dres": ["A RIV"], "Hlaalu": ["A AAN", "A KRA"], "Redoran": ["A AND"]}
    stays = play(where, {"Hlaalu": "A KRA S A DES - RIV\nA RIV H", "Dres": "A DES - RIV", "Redoran": "A AND - RIV"})
    assert units(stays.after) == units(where)


def test_xc5_a_game_names_the_version_of_its_map_and_is_not_read_on_another():
    record = write_record(Game.new("morrowind"))
    assert record["variant"]["version"] == load_variant("morrowind").version
    other = copy.deepcopy(record)
    other["variant"]["version"] += 1
    with pytest.raises(InputError, match=re.escape(f"version {other['variant']['version']} of morrowind")):
        read_record(other)


def test_xc8_one_abbreviation_is_two_places_on_two_maps():
    for name, place in (("ancient_mediterranean", "Sardinia"), ("morrowind", "Sadrith Mora")):
        board = load_variant(name).board
        (reading,) = read_orders("F Sad H", board)
        assert board.name(reading.order.unit.province) == place
