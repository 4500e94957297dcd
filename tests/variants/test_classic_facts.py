"""Facts of the classic map, by checklist id."""

import pytest

from talleyrand.board.unit import Location, Unit, UnitKind
from talleyrand.orders.model import Hold
from talleyrand.orders.read import read
from talleyrand.variants.load import load_variant

BOARD = load_variant("classic").board
ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET


def joined(kind: UnitKind, one: str, other: str) -> bool:
    return Location.parse(other) in BOARD.graph.steps(kind, Location.parse(one))


def test_A007_34_centres_and_22_homes():
    assert len(BOARD.centers) == 34
    assert {power: len(homes) for power, homes in BOARD.homes.items()} == {
        "Austria": 3,
        "England": 3,
        "France": 3,
        "Germany": 3,
        "Italy": 3,
        "Russia": 4,
        "Turkey": 3,
    }


def test_start_is_the_homes_with_twelve_neutral_centres():
    start = load_variant("classic").start
    assert str(start.phase) == "S1901M"
    for power, homes in BOARD.homes.items():
        assert {unit.province for unit in start.units_of(power)} == homes == start.centers_of(power)
    assert len(BOARD.centers - set(start.centers)) == 12


def test_75_provinces_by_terrain():
    kinds = [province.terrain for province in BOARD.provinces.values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"inland": 14, "coastal": 42, "sea": 19}


def test_A041_three_provinces_with_two_coasts():
    split = {province.id: set(province.coasts) for province in BOARD.provinces.values() if province.coasts}
    assert split == {"BUL": {"EC", "SC"}, "SPA": {"NC", "SC"}, "STP": {"NC", "SC"}}


@pytest.mark.parametrize("province", ["KIE", "CON", "SWE", "DEN"])
def test_A043_one_coast(province: str):
    assert BOARD.provinces[province].coasts == ()
    assert BOARD.locations(FLEET, province) == (Location(province),)


@pytest.mark.parametrize(
    ("one", "middle", "other"),
    [("BAL", "KIE", "HEL"), ("BLA", "CON", "AEG"), ("BOT", "SWE", "SKA"), ("BAL", "DEN", "NTH")],
)
def test_A043_fleets_pass_through(one: str, middle: str, other: str):
    assert joined(FLEET, one, middle)
    assert joined(FLEET, middle, other)


def test_A044_baltic_and_skagerrak_do_not_touch():
    assert not joined(FLEET, "BAL", "SKA")
    assert not joined(FLEET, "DEN", "BER")
    assert not joined(ARMY, "DEN", "BER")


def test_denmark_and_sweden_are_joined_for_both():
    assert joined(ARMY, "DEN", "SWE")
    assert joined(FLEET, "DEN", "SWE")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ROM", "VEN"),
        ("ANK", "SMY"),
        ("EDI", "LVP"),
        ("YOR", "LVP"),
        ("YOR", "WAL"),
        ("MAR", "GAS"),
        ("SYR", "ARM"),
        ("APU", "ROM"),
    ],
)
def test_A040_armies_cross_where_no_coastline_is_shared(one: str, other: str):
    assert joined(ARMY, one, other)
    assert not joined(FLEET, one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("MAO", "SPA/NC"),
        ("MAO", "SPA/SC"),
        ("GAS", "SPA/NC"),
        ("MAR", "SPA/SC"),
        ("POR", "SPA/NC"),
        ("POR", "SPA/SC"),
        ("CON", "BUL/EC"),
        ("CON", "BUL/SC"),
        ("BLA", "BUL/EC"),
        ("AEG", "BUL/SC"),
        ("GRE", "BUL/SC"),
        ("RUM", "BUL/EC"),
        ("BAR", "STP/NC"),
        ("NWY", "STP/NC"),
        ("BOT", "STP/SC"),
        ("FIN", "STP/SC"),
        ("LVN", "STP/SC"),
        ("LVP", "NAO"),
        ("NWY", "STP/NC"),
    ],
)
def test_fleet_steps(one: str, other: str):
    assert joined(FLEET, one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SPA/NC", "LYO"),
        ("SPA/NC", "WES"),
        ("SPA/SC", "GAS"),
        ("GAS", "SPA/SC"),
        ("BLA", "BUL/SC"),
        ("BAR", "STP/SC"),
        ("CLY", "IRI"),
        ("NWY", "STP/SC"),
    ],
)
def test_no_fleet_steps(one: str, other: str):
    assert not joined(FLEET, one, other)


def test_bulgaria_answers_to_other_programs_coasts():
    assert BOARD.provinces["BUL"].coast_aliases == (("NC", "EC"),)
    assert BOARD.provinces["SPA"].coast_aliases == (("WC", "SC"),)


@pytest.mark.parametrize(
    ("word", "candidates"),
    [
        ("liv", {"LVN", "LVP"}),
        ("gul", {"BOT", "LYO"}),
        ("nor", {"NWY", "NTH", "NWG", "NAO", "NAF"}),
        ("norw", {"NWY", "NWG"}),
    ],
)
def test_ambiguous_abbreviations(word: str, candidates: set[str]):
    assert set(BOARD.ambiguous[word]) == candidates


@pytest.mark.parametrize(
    ("province", "name"),
    [
        ("MUN", "München"),
        ("MUN", "Muenchen"),
        ("TYR", "Tirol"),
        ("BUR", "Bourgogne"),
        ("VIE", "Wien"),
        ("VIE", "Vienne"),
        ("BOT", "GoB"),
        ("NAO", "NAt"),
        ("LYO", "GoL"),
        ("TYR", "Tyo"),
        ("RUM", "Romania"),
        ("BEL", "Belgique"),
        ("NTH", "Mer du Nord"),
        ("PRU", "Preußen"),
        ("SWE", "Suède"),
        ("SPA", "España"),
        ("STP", "Saint-Pétersbourg"),
    ],
)
def test_other_names_are_understood(province: str, name: str):
    kind = FLEET if BOARD.provinces[province].terrain == "sea" else ARMY
    unit = Unit(kind, Location(province))
    assert [reading.order for reading in read(f"{kind} {name} H", BOARD, assume=(unit,))] == [Hold(unit)]


def test_the_english_channel_may_be_ec():
    unit = Unit(FLEET, Location("ENG"))
    assert [reading.order for reading in read("F EC H", BOARD, assume=(unit,))] == [Hold(unit)]
