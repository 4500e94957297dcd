"""Rules of the Morrowind game, on its board and under its rulebook."""

import random

import pytest

from game_scenes import play as adjudicated
from game_scenes import position, results, units
from scene import play
from talleyrand import Game, load_variant, read_orders
from talleyrand.rules.outcome import Code

VARIANT = load_variant("morrowind")
RULES = VARIANT.rulebook


def house(*sheets, extra=""):
    return play(*sheets, variant="morrowind", rulebook=RULES, extra=extra)


def placed(phase, held, centers=None, **more):
    return position(phase, held, centers, variant="morrowind", **more)


def test_c007_c008_no_chance_and_no_precedence():
    """C-007, C-008: the same orders give the same report, in whatever order powers and orders come."""
    held = {
        "Hlaalu": ["A RIV", "A KRA"],
        "Dres": ["A DES", "A NAR"],
        "Indoril": ["A AAN", "A MOU"],
    }
    orders = {
        "Hlaalu": ["A RIV H", "A KRA S A RIV"],
        "Dres": ["A DES - RIV", "A NAR S A DES - RIV"],
        "Indoril": ["A AAN - ADR", "A MOU - AAN"],
    }
    first = adjudicated(placed("S1901M", held), orders)
    assert adjudicated(placed("S1901M", held), orders) == first
    shuffler = random.Random(7)
    for _ in range(6):
        powers = shuffler.sample(list(orders), 3)
        shuffled = {power: shuffler.sample(orders[power], len(orders[power])) for power in powers}
        again = adjudicated(placed("S1901M", {power: held[power] for power in powers}), shuffled)
        assert results(again) == results(first)
        assert again.after == first.after


def test_c008_one_unit_in_a_province():
    scene = house("Hlaalu: A RIV - AAN", "Dres: A DES - AAN")
    assert scene.units == "A DES, A RIV"


@pytest.mark.parametrize(
    ("text", "candidates"),
    [("F Fir - Sea", {"F FIR - ESG", "F FIR - MSG"}), ("F MSD - Sea of Dreams", {"F MSD - NSD", "F MSD - SSD"})],
)
def test_c015_an_ambiguous_order_is_a_misorder(text, candidates):
    (reading,) = read_orders(text, VARIANT.board)
    assert (str(reading.status), set(reading.candidates)) == ("ambiguous", candidates)
    unit = text.split(" - ")[0].upper()
    report = adjudicated(placed("S1901M", {"Telvanni": [unit]}), {"Telvanni": text})
    assert units(report.after)["Telvanni"] == [unit]
    assert results(report)[unit] == ("ignored",)


@pytest.mark.parametrize(
    ("short", "longhand"),
    [
        ("F Bla H", "The fleet in Blacklight holds."),
        ("A Ran-Mol", "Army Ranyon-Ruhn moves to Molagreahd"),
        ("A Kra S Riv", "Army Kragenmoore supports the army in Riverbridge"),
        ("F Alm S Mou-Adr", "Fleet Almalexia supports Army Mournhold to Alt Drethan"),
        ("F SSD C Tea-Nec", "Fleet Southern Sea of Dreams convoys Army Tear to Necrom"),
        ("A Tea-Nec via convoy", "Army Tear moves to Necrom via convoy"),
    ],
)
def test_c015_longhand_means_what_the_short_form_means(short, longhand):
    """C-015, C-016 to C-021."""
    held = {"Hlaalu": ["F BLA", "A RAN", "A KRA", "A RIV", "F ALM", "A MOU", "F SSD", "F MSD", "A TEA"]}
    where = placed("S1901M", held)
    found = [read_orders(text, VARIANT.board, position=where) for text in (short, longhand)]
    assert [len(readings) for readings in found] == [1, 1]
    assert [str(readings[0].status) for readings in found] == ["ok", "ok"]
    assert found[0][0].order == found[1][0].order


def test_c016_a_fleet_in_blacklight_holds():
    report = adjudicated(placed("S1901M", {"Redoran": ["F BLA"]}), {"Redoran": "F Bla H"})
    assert str(report.lines[0].reading.status) == "ok"
    assert units(report.after) == {"Redoran": ["F BLA"]}


def test_c020_two_fleets_in_one_line_carry_an_army():
    report = adjudicated(
        placed("S1901M", {"Dres": ["A TEA", "F SSD", "F MSD"]}), {"Dres": "F SSD and F MSD C Tea-Nec\nA Tea-Nec"}
    )
    assert units(report.after)["Dres"] == ["A NEC", "F MSD", "F SSD"]


def test_c022_a_unit_without_an_order_holds_and_defends():
    scene = house("Dres: A DES - RIV", extra="Hlaalu: A RIV")
    assert scene.units == "A DES, A RIV"
    assert scene.result("A DES") == "bounced"


@pytest.mark.parametrize(
    ("order", "fate"),
    [
        pytest.param("A RIV - AAN", "succeeds", id="C-023 army to the next land"),
        pytest.param("A TEA - SSD", "ignored", id="C-023 army not to water"),
        pytest.param("A RIV - ADR", "ignored", id="C-023 army not two steps"),
        pytest.param("F SSD - TEA", "succeeds", id="C-023 fleet from water to a coast"),
        pytest.param("F TEA - SSD", "succeeds", id="C-023 fleet from a coast to water"),
        pytest.param("F SSD - MSD", "succeeds", id="C-023 fleet from water to water"),
        pytest.param("F TEA - LOR", "succeeds", id="C-023 fleet along the coast"),
        pytest.param("F TEA - DWA", "ignored", id="C-023 fleet not inland"),
        pytest.param("F ALM - SAI", "ignored", id="C-023 fleet not over land to the other coast"),
    ],
)
def test_where_units_go(order, fate):
    assert house(f"Dres: {order}").result(order[:5]) == fate


def test_c024_into_a_vacant_a_vacated_or_a_weakly_held_province():
    vacant = house("Hlaalu: A KRA - RIV")
    assert vacant.units == "A RIV"
    vacated = house("Hlaalu: A KRA - RIV", "Dres: A RIV - AAN")
    assert vacated.units == "A AAN, A RIV"
    stronger = house("Hlaalu: A KRA - RIV; A NAR S A KRA - RIV", "Dres: A RIV H")
    assert (stronger.result("A KRA"), stronger.dislodged) == ("succeeds", "A RIV")


def test_c025_too_little_force_fails():
    held = house("Hlaalu: A KRA - RIV", "Dres: A RIV H")
    assert (held.result("A KRA"), held.dislodged) == ("bounced", "")
    equal = house("Hlaalu: A KRA - RIV", "Dres: A DES - RIV")
    assert (equal.result("A KRA"), equal.result("A DES"), equal.standoffs) == ("bounced", "bounced", "RIV")
    less = house("Hlaalu: A KRA - RIV", "Dres: A DES - RIV; A NAR S A DES - RIV")
    assert (less.result("A KRA"), less.result("A DES"), less.standoffs) == ("bounced", "succeeds", "")


def test_c026_an_exchange_bounces_unless_one_goes_by_sea():
    land = house("Telvanni: A RAN - FIR", "Dres: A FIR - RAN")
    assert land.result("A RAN") == land.result("A FIR") == "bounced"
    sea = house("Telvanni: A RAN - FIR VIA; F ESG C A RAN - FIR", "Dres: A FIR - RAN")
    assert sea.result("A RAN") == sea.result("A FIR") == "succeeds"


@pytest.mark.parametrize(("supports", "falls"), [(0, True), (1, True), (2, False)])
def test_c027_each_support_adds_one_to_the_defence(supports, falls):
    hlaalu = ["A RIV H", *[f"A {place} S A RIV" for place in ("KRA", "NAR")[:supports]]]
    scene = house(f"Hlaalu: {'; '.join(hlaalu)}", "Dres: A AAN - RIV; A DES S A AAN - RIV; A AND S A AAN - RIV")
    assert (scene.dislodged == "A RIV") is falls


@pytest.mark.parametrize("supporter", ["F BOD", "A MOU", "A BOD"])
def test_c027_only_a_unit_that_could_move_there_supports(supporter):
    scene = house(f"Hlaalu: {supporter} S A RIV; A RIV H")
    assert scene.result(supporter) == "ignored"


def test_c029_support_is_cut_by_foreigners_and_not_by_ones_own():
    own = house("Hlaalu: A KRA S A NAR - RIV; A NAR - RIV; A AND - KRA", "Dres: A RIV H")
    assert (own.result("A KRA"), own.dislodged) == ("succeeds", "A RIV")
    foreign = house("Hlaalu: A KRA S A NAR - RIV; A NAR - RIV", "Redoran: A AND - KRA", "Dres: A RIV H")
    assert (foreign.result("A KRA"), foreign.dislodged) == ("cut", "")


def test_c030_an_attack_is_supported_by_who_reaches_its_target_wherever_it_starts():
    reaches_target = house("Hlaalu: A KRA S A AAN - RIV", "Indoril: A AAN - RIV", "Dres: A RIV H")
    assert (reaches_target.result("A KRA"), reaches_target.dislodged) == ("succeeds", "A RIV")
    reaches_origin = house("Hlaalu: A STO S A AAN - RIV", "Indoril: A AAN - RIV", "Dres: A RIV H")
    assert (reaches_origin.result("A STO"), reaches_origin.dislodged) == ("ignored", "")


def test_c031_any_players_attack_may_be_supported():
    scene = house("Redoran: A KRA S A DES - RIV", "Dres: A DES - RIV", "Hlaalu: A RIV H")
    assert (scene.result("A KRA"), scene.dislodged) == ("succeeds", "A RIV")


@pytest.mark.parametrize("instead", ["A DES H", "A DES - NAR"])
def test_c032_support_is_void_unless_the_unit_makes_that_move(instead):
    scene = house(f"Dres: {instead}", "Hlaalu: A KRA S A DES - RIV; A RIV H")
    assert scene.result("A KRA") == "void"


def test_c033_the_target_cuts_only_by_dislodging():
    held = house("Hlaalu: A KRA S A NAR - RIV; A NAR - RIV", "Dres: A RIV - KRA")
    assert (held.result("A KRA"), held.dislodged) == ("succeeds", "A RIV")
    lost = house("Hlaalu: A KRA S A NAR - RIV; A NAR - RIV", "Dres: A RIV - KRA; A AND S A RIV - KRA")
    assert (lost.result("A KRA"), lost.dislodged, lost.result("A NAR")) == ("cut+dislodged", "A KRA", "succeeds")


def test_c034_a_fleet_on_a_coast_carries_nobody():
    scene = house("Dres: A TEA - SAI VIA; F LOR C A TEA - SAI")
    assert scene.result("F LOR") == "ignored"
    assert scene.units == "A TEA, F LOR"


@pytest.mark.parametrize(("attack", "arrives"), [("F NSD - MSD", True), ("F NSD - MSD; F NEC S F NSD - MSD", False)])
def test_c035_only_dislodging_a_fleet_stops_a_convoy(attack, arrives):
    scene = house("Dres: A TEA - NEC; F SSD C A TEA - NEC; F MSD C A TEA - NEC", f"Telvanni: {attack}")
    if arrives:
        assert scene.result("A TEA") == "succeeds"
    else:
        assert (scene.result("A TEA"), scene.dislodged) == ("disrupted", "F MSD")


def test_c036_most_uncut_supports_win_and_a_tie_moves_nobody():
    """C-036: three against two; then a cut makes it two against two."""
    sheets = (
        "Hlaalu: A RIV H; A KRA S A RIV",
        "Dres: A DES - RIV; A NAR S A DES - RIV; A AND S A DES - RIV",
    )
    won = house(*sheets)
    assert (won.result("A DES"), won.dislodged) == ("succeeds", "A RIV")
    assert won.reason("A RIV", Code.DISLODGED_BY).strength == (3, 2)
    tied = house(*sheets, "Redoran: A BOD - AND")
    assert (tied.result("A DES"), tied.dislodged) == ("bounced", "")
    assert tied.result("A AND") == "cut"


@pytest.mark.parametrize(
    "sheets",
    [
        pytest.param(("Hlaalu: A KRA - RIV; A NAR S A KRA - RIV; A RIV H",), id="C-038 no dislodging of own units"),
        pytest.param(("Dres: A DES - RIV", "Hlaalu: A NAR S A DES - RIV; A RIV H"), id="C-038 nor helping in it"),
    ],
)
def test_own_units_are_safe_from_their_owner(sheets):
    scene = house(*sheets)
    assert scene.dislodged == ""
    assert "A RIV" in scene.units


def lost_riverbridge():
    """Hlaalu loses Riverbridge to an attack from Aanthirin while two armies stand off in Kragenmoore."""
    where = placed(
        "S1901M",
        {"Hlaalu": ["A RIV", "A NAR"], "Indoril": ["A AAN", "A DES"], "Redoran": ["A BOD"]},
    )
    game = Game.new("morrowind", position=where)
    game = (
        game.submit("Indoril", "A Aan-Riv\nA Des S Aan-Riv")
        .submit("Hlaalu", "A Nar-Kra")
        .submit("Redoran", "A Bod-Kra")
    )
    return game.advance()


def test_c039_c040_a_dislodged_unit_retreats_in_summer_to_what_is_left():
    game, report = lost_riverbridge()
    assert game.variant.calendar.describe(game.phase).startswith("Summer 1901")
    assert [[str(place) for place in places] for places in report.retreats.values()] == [["AND"]]
    _, report = game.submit("Hlaalu", "A Riv-And").advance()
    assert units(report.after)["Hlaalu"] == ["A AND", "A NAR"]


@pytest.mark.parametrize(
    "place",
    [
        pytest.param("DES", id="C-040 occupied"),
        pytest.param("AAN", id="C-040 the attacker's origin"),
        pytest.param("KRA", id="C-040 left empty by a bounce"),
    ],
)
def test_barred_retreats(place):
    game, _ = lost_riverbridge()
    _, report = game.submit("Hlaalu", f"A Riv-{place}").advance()
    assert units(report.after)["Hlaalu"] == ["A NAR"]


def test_c041_disbanding_is_always_possible():
    game, _ = lost_riverbridge()
    _, report = game.submit("Hlaalu", "A Riv disband").advance()
    assert units(report.after)["Hlaalu"] == ["A NAR"]


def test_c042_in_winter_a_centre_goes_to_its_occupier_and_an_empty_one_stays():
    where = placed(
        "F1901M",
        {"Hlaalu": ["A RIV"], "Dres": ["A KRA"]},
        {"Hlaalu": ["KRA", "NAR"], "Indoril": ["RIV"]},
    )
    report = adjudicated(where, {})
    assert report.captured == {"RIV": ("Indoril", "Hlaalu"), "KRA": ("Hlaalu", "Dres")}
    assert report.after.centers["NAR"] == "Hlaalu"


def winter(held, centers, text):
    report = adjudicated(placed("W1901A", {"Hlaalu": held}, {"Hlaalu": centers}), {"Hlaalu": text})
    return units(report.after).get("Hlaalu", [])


def test_c043_too_many_units_are_disbanded_as_their_owner_likes():
    held = ["A BOD", "A RIV", "F WIS"]
    assert winter(held, ["KRA", "NAR"], "A RIV disband") == ["A BOD", "F WIS"]
    assert winter(held, ["KRA", "NAR"], "F WIS disband") == ["A BOD", "A RIV"]


@pytest.mark.parametrize(
    ("held", "centers", "text", "wanted"),
    [
        pytest.param([], ["KRA", "NAR"], "A KRA\nA NAR", ["A KRA", "A NAR"], id="C-044 until equal"),
        pytest.param([], ["KRA", "BOD"], "A KRA\nA BOD", ["A KRA"], id="C-044 at home only"),
        pytest.param(["A KRA"], ["KRA", "BOD"], "A KRA", ["A KRA"], id="C-044 all homes are occupied"),
        pytest.param([], ["KRA", "RIV"], "A NAR", [], id="C-045 a home of another owner"),
        pytest.param([], ["KRA"], "F KRA", [], id="C-045 no fleet inland"),
        pytest.param([], ["AND"], "F AND", ["F AND"], id="C-045 a fleet on the coast"),
        pytest.param([], ["AND"], "A AND", ["A AND"], id="C-045 or an army"),
        pytest.param([], ["KRA", "NAR"], "A KRA\nwaive", ["A KRA"], id="C-046 waived"),
    ],
)
def test_winter_builds(held, centers, text, wanted):
    assert winter(held, centers, text) == wanted


def test_c046_a_build_not_used_is_there_again_next_year():
    where = placed("W1901A", {"Hlaalu": ["A KRA"]}, {"Hlaalu": ["KRA", "NAR"]})
    game = Game.new("morrowind", position=where)
    while str(game.phase) != "W1902A":
        game, report = game.submit("Hlaalu", "waive" if game.phase.kind == "A" else "A KRA H").advance()
    assert report.adjustments["Hlaalu"] == 1
    _, report = game.submit("Hlaalu", "A NAR").advance()
    assert units(report.after)["Hlaalu"] == ["A KRA", "A NAR"]


def test_c014_a_later_set_replaces_only_the_units_it_names():
    game = Game.new("morrowind").submit("Hlaalu", "A Kra-Riv\nA Nar-Des").submit("Hlaalu", "A Nar H")
    _, report = game.advance()
    assert units(report.after)["Hlaalu"] == ["A NAR", "A RIV", "F AND"]


def test_c013_one_order_a_unit():
    game = Game.new("morrowind").submit("Hlaalu", "A Kra-Riv\nA Kra-Bod")
    assert len([entry for entry in game.sheet("Hlaalu").entries if entry.in_force]) == 1


@pytest.mark.parametrize("channel", ["private message", "e-mail", "Discord"])
def test_c012_orders_count_by_whatever_channel_they_come(channel):
    game = Game.new("morrowind").submit("Hlaalu", "A Kra-Riv", author="Ann", channel=channel)
    assert game.current.received[0].channel == channel
    _, report = game.advance()
    assert "A RIV" in units(report.after)["Hlaalu"]


def test_c006_thirteen_of_24_win_in_winter():
    centers = sorted(VARIANT.board.centers - {"RIV"})
    for held, over in ((12, True), (11, False)):
        game = Game.new("morrowind", position=placed("F1905M", {"Hlaalu": ["A RIV"]}, {"Hlaalu": centers[:held]}))
        _, report = game.advance()
        assert report.over is over
