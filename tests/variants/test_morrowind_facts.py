"""Facts of Morrowind, by checklist id; the map beyond them is a reconstruction."""

from itertools import combinations

import pytest

from talleyrand.board.province import Terrain
from talleyrand.board.unit import Location, UnitKind
from talleyrand.variants.load import load_variant

VARIANT = load_variant("morrowind")
BOARD = VARIANT.board
ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET


def joined(kind: UnitKind, one: str, other: str) -> bool:
    return Location.parse(other) in BOARD.graph.steps(kind, Location.parse(one))


def test_C003_49_provinces_11_water_24_centres_14_plain():
    provinces = BOARD.provinces.values()
    assert len(provinces) == 49
    assert sum(p.terrain is Terrain.SEA for p in provinces) == 11
    assert len(BOARD.centers) == 24
    assert sum(p.is_land and not p.center for p in provinces) == 14


def test_C004_centres_are_double_circles_and_some_are_islands():
    assert VARIANT.symbols["center"] == "double circle"
    assert {"DAG", "PTE", "SAD"} <= BOARD.centers


def test_C005_15_homes_each_with_a_unit():
    homes = {center for centers in BOARD.homes.values() for center in centers}
    assert len(homes) == 15
    assert {unit.province for _, unit in VARIANT.start.each_unit()} == homes == set(VARIANT.start.centers)
    assert (VARIANT.symbols["army"], VARIANT.symbols["fleet"], VARIANT.symbols["mark"]) == ("cannon", "ship", "initial")
    assert len({power[0] for power in VARIANT.powers}) == 5


def test_C006_thirteen_win():
    assert VARIANT.centers_to_win(VARIANT.rulebook) == 13 == len(BOARD.centers) // 2 + 1


def test_C010_begins_in_spring_1901():
    assert str(VARIANT.start.phase) == "S1901M"
    assert VARIANT.calendar.describe(VARIANT.start.phase) == "Spring 1901, Movement"


def test_C011_five_seasons():
    calendar, phase, names = VARIANT.calendar, VARIANT.start.phase, []
    for _ in range(5):
        names.append(calendar.season_name(phase))
        phase = calendar.after(phase)
    assert names == ["Spring", "Summer", "Fall", "Autumn", "Winter"]


def test_C039_X_C7_no_talk_in_summer_and_autumn():
    assert VARIANT.silent_phases == ("SR", "FR")


@pytest.mark.parametrize(
    ("island", "lands", "waters"),
    [
        ("SAD", {"GRA", "MAM"}, {"EIS", "ZBA"}),
        ("DAG", {"GNI", "GRA"}, {"MSG", "WSG"}),
        ("PTE", {"RAN"}, {"ESG", "NSD"}),
    ],
)
def test_C047_X_C4_islands_from_the_nearest_land(island: str, lands: set[str], waters: set[str]):
    assert {place.province for place in BOARD.graph.steps(ARMY, Location(island))} == lands
    assert {place.province for place in BOARD.graph.steps(FLEET, Location(island))} == lands | waters


def test_C048_gnisis_and_grazelands_share_a_coast():
    assert joined(FLEET, "GNI", "GRA")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("EBO", "STO"),
        ("EBO", "GAH"),
        ("EAG", "GAH"),
        ("COR", "EAG"),
        ("COR", "KAI"),
        ("EAG", "EBO"),
        ("EAG", "KAI"),
        ("COR", "GAH"),
        ("GAH", "STO"),
    ],
)
def test_C049_zenithar_channel(one: str, other: str):
    assert joined(ARMY, one, other)
    assert joined(FLEET, one, other)


def test_C049_no_border_among_the_six_is_for_one_kind_only():
    for one, other in combinations(("EBO", "EAG", "KAI", "COR", "GAH", "STO"), 2):
        assert joined(ARMY, one, other) == joined(FLEET, one, other)


@pytest.mark.parametrize(
    ("coast", "near"),
    [
        ("MOL/EC", {"BSP", "NSD", "RAN"}),
        ("MOL/WC", {"AKA/WC", "EIS", "FIR", "ZBA"}),
        ("AKA/EC", {"BSP", "NEC", "NSD"}),
        ("AKA/WC", {"ALM", "MOL/WC", "SIS", "ZBA"}),
    ],
)
def test_C050_two_coasts_each(coast: str, near: set[str]):
    assert {str(place) for place in BOARD.graph.steps(FLEET, Location.parse(coast))} == near


def test_C050_no_other_split_coasts():
    assert {p.id for p in BOARD.provinces.values() if p.coasts} == {"AKA", "MOL"}


def test_C051_akamora_is_a_home_of_indoril():
    assert BOARD.provinces["AKA"].home_of == "Indoril"
    assert [str(place) for place in BOARD.locations(FLEET, "AKA")] == ["AKA/EC", "AKA/WC"]


def test_C052_grey_areas_are_no_provinces():
    names = {province.name for province in BOARD.provinces.values()}
    assert not names & {"Skyrim", "Cyrodiil", "Black Marsh", "Dagoth Ur"}
    assert "Dagoth Ur" in VARIANT.rules_text


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Blacklight", "Bla"),
        ("Ranyon-Ruhn", "Ran"),
        ("Molagreahd", "Mol"),
        ("Kragenmoore", "Kra"),
        ("Riverbridge", "Riv"),
        ("Almalexia", "Alm"),
        ("Mournhold", "Mou"),
        ("Alt Drethan", "Adr"),
        ("Tear", "Tea"),
        ("Necrom", "Nec"),
        ("Southern Sea of Dreams", "SSD"),
        ("Mid Sea of Dreams", "MSD"),
        ("Akamora", "Aka"),
    ],
)
def test_C054_attested_names(name: str, code: str):
    province = BOARD.provinces[code.upper()]
    assert (province.name, province.abbreviation) == (name, code)


@pytest.mark.parametrize("code", ["Sad", "Dag", "PTe", "Gni", "Gra", "Ebo", "Eag", "KAi", "Cor", "Gah", "Sto"])
def test_C054_attested_codes(code: str):
    assert BOARD.provinces[code.upper()].abbreviation == code


def test_C054_kragenmoor_is_understood():
    assert "Kragenmoor" in BOARD.provinces["KRA"].aliases


def test_C017_to_C020_borders_of_the_examples():
    assert joined(ARMY, "RAN", "MOL")
    assert joined(ARMY, "KRA", "RIV")
    assert joined(ARMY, "MOU", "ADR")
    assert joined(FLEET, "ALM", "ADR")
    assert joined(FLEET, "TEA", "SSD")
    assert joined(FLEET, "SSD", "MSD")
    assert joined(FLEET, "MSD", "NEC")
    assert not joined(ARMY, "TEA", "NEC")


def test_C021_a_route_by_land_and_by_sea_exists_somewhere():
    assert joined(ARMY, "KAI", "COR")
    assert "SIS" in BOARD.graph.waters_beside("KAI") & BOARD.graph.waters_beside("COR")


def test_C045_some_homes_are_landlocked():
    assert not BOARD.locations(FLEET, "MOU")


def test_X_C2_the_reconstruction_is_said_plainly():
    assert "reconstruction" in VARIANT.rules_text
    assert "reconstruct" in VARIANT.description


def test_X_C3_five_houses_of_three():
    assert VARIANT.powers == ("Dres", "Hlaalu", "Indoril", "Redoran", "Telvanni")
    assert {len(homes) for homes in BOARD.homes.values()} == {3}


def test_X_C8_sad_is_another_place_here():
    assert BOARD.provinces["SAD"].name == "Sadrith Mora"
    assert load_variant("ancient_mediterranean").board.provinces["SAD"].name == "Sardinia"
