"""Facts of Ancient Mediterranean, by checklist id."""

from itertools import combinations

import pytest

from talleyrand.board.calendar import Phase
from talleyrand.board.province import Terrain
from talleyrand.board.unit import Location, Unit, UnitKind
from talleyrand.variants.load import load_variant

VARIANT = load_variant("ancient_mediterranean")
BOARD = VARIANT.board
ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET


def joined(kind: UnitKind, one: str, other: str) -> bool:
    return Location(other) in BOARD.graph.steps(kind, Location(one))


def id_of(name: str) -> str:
    return next(province.id for province in BOARD.provinces.values() if province.name == name)


def test_A001_five_powers():
    assert set(VARIANT.powers) == {"Rome", "Greece", "Persia", "Egypt", "Carthage"}


def test_A007_34_centres():
    assert len(BOARD.centers) == 34


def test_A009_three_homes_each():
    assert {len(homes) for homes in BOARD.homes.values()} == {3}


def test_X_A1_19_neutral_centres():
    assert len(BOARD.centers - set(VARIANT.start.centers)) == 19


def test_X_B10_the_neutral_centres_by_name():
    names = {BOARD.name(center) for center in BOARD.centers - set(VARIANT.start.centers)}
    assert names == {
        "Saguntum",
        "Massilia",
        "Baleares",
        "Sardinia",
        "Sicilia",
        "Vindobona",
        "Dalmatia",
        "Numidia",
        "Leptis",
        "Cyrene",
        "Crete",
        "Cyprus",
        "Petra",
        "Jerusalem",
        "Tyre",
        "Sinope",
        "Chersonesus",
        "Byzantium",
        "Miletus",
    }


@pytest.mark.parametrize(
    ("power", "fleet", "armies"),
    [
        pytest.param("Rome", "Neapolis", ("Roma", "Ravenna"), id="B-002"),
        pytest.param("Carthage", "Thapsus", ("Cirta", "Carthage"), id="B-003"),
        pytest.param("Greece", "Sparta", ("Athens", "Macedonia"), id="B-004"),
        pytest.param("Persia", "Sidon", ("Antioch", "Damascus"), id="B-005"),
        pytest.param("Egypt", "Alexandria", ("Memphis", "Thebes"), id="B-006"),
    ],
)
def test_starting_units_and_homes(power: str, fleet: str, armies: tuple[str, ...]):
    units = {Unit(FLEET, Location(id_of(fleet))), *(Unit(ARMY, Location(id_of(army))) for army in armies)}
    assert set(VARIANT.start.units_of(power)) == units
    assert BOARD.homes[power] == {unit.province for unit in units} == VARIANT.start.centers_of(power)


def test_B001_credit():
    assert any("Don Hessong" in line for line in VARIANT.credits)


def test_B007_marks_of_the_map():
    assert VARIANT.symbols["home_center"] == "dot in a circle"
    assert VARIANT.symbols["center"] == "dot"
    assert (VARIANT.symbols["army"], VARIANT.symbols["fleet"]) == ("sword", "ship")


def test_B009_eighteen_centres_win():
    assert VARIANT.centers_to_win(VARIANT.rulebook) == 18


def test_B010_first_year_is_01_ad_and_rises_each_spring():
    calendar = VARIANT.calendar
    phases, phase = [], VARIANT.start.phase
    for _ in range(6):
        phases.append(phase)
        phase = calendar.after(phase)
    assert [str(phase) for phase in phases] == ["S1M", "S1R", "F1M", "F1R", "W1A", "S2M"]
    assert calendar.describe(phases[0]) == "Spring 01 AD, Movement"
    assert calendar.describe(phases[5]) == "Spring 02 AD, Movement"


def test_A096_X_A2_the_same_year_may_be_450_auc():
    assert set(VARIANT.year_labels) == {"AD", "AUC"}
    assert VARIANT.with_year_label("AUC").calendar.describe(Phase.parse("S1M")) == "Spring 450 AUC, Movement"
    assert VARIANT.preset_labels == {"forum_ancient_mediterranean": "AUC", "ancient_mediterranean": "AD"}
    with pytest.raises(KeyError, match="AD, AUC"):
        VARIANT.with_year_label("BC")


def test_A014_phase_lengths():
    assert VARIANT.phase_hours == {"SM": 48, "SR": 24, "FM": 48, "FR": 24, "WA": 24}


@pytest.mark.parametrize("island", ["CRE", "CYP"])
def test_B012_islands_have_one_coast_and_no_land_road(island: str):
    assert BOARD.provinces[island].coasts == ()
    assert not BOARD.graph.steps(ARMY, Location(island))
    assert BOARD.can_stand(ARMY, Location(island))
    assert BOARD.can_stand(FLEET, Location(island))


def test_B013_over_crete():
    assert joined(FLEET, "EGY", "CRE")
    assert joined(FLEET, "CRE", "AEG")


@pytest.mark.parametrize(("one", "other"), [("SIC", "NEA"), ("SAD", "COR"), ("SAG", "MAU")])
def test_B014_B015_X_B1_straits_join_armies_and_fleets(one: str, other: str):
    assert joined(ARMY, one, other)
    assert joined(FLEET, one, other)


def test_X_B1_no_other_straits():
    assert BOARD.graph.steps(ARMY, Location("SIC")) == {Location("NEA")}
    assert BOARD.graph.steps(ARMY, Location("SAD")) == {Location("COR")}
    assert BOARD.graph.steps(ARMY, Location("COR")) == {Location("SAD")}


def test_B016_tyrrhenean_and_ausonian_touch():
    assert joined(FLEET, "TYN", "AUS")


def test_B017_byzantium_on_both_sides():
    assert BOARD.provinces["BYZ"].coasts == ()
    assert BOARD.graph.steps(FLEET, Location("BYZ")) == {
        Location(p) for p in ("AEG", "BIT", "BLA", "DAC", "MAC", "MIL")
    }


def test_B018_byzantium_is_a_centre_armies_pass():
    assert "BYZ" in BOARD.centers
    assert joined(ARMY, "MAC", "BYZ")
    assert joined(ARMY, "BYZ", "BIT")


def test_B019_B020_B023_baleares_is_land_and_water():
    baleares = BOARD.provinces["BAL"]
    assert baleares.terrain is Terrain.ARCHIPELAGO
    assert baleares.center
    assert BOARD.can_stand(ARMY, Location("BAL"))
    assert BOARD.can_stand(FLEET, Location("BAL"))
    assert not BOARD.graph.steps(ARMY, Location("BAL"))


def test_B021_only_two_seas_beside_baleares():
    assert BOARD.graph.waters_beside("BAL") == {"BER", "LIG"}


def test_X_B2_fleets_between_baleares_and_the_mainland():
    assert BOARD.graph.steps(FLEET, Location("BAL")) == {Location(p) for p in ("BER", "LIG", "SAG", "TAR")}


def test_B022_B042_baleares_alone_of_the_lands_carries_convoys():
    assert [p.id for p in BOARD.provinces.values() if p.carries_convoys and p.is_land] == ["BAL"]


@pytest.mark.parametrize(("one", "other"), list(combinations(("AUS", "MES", "GOT", "LIB"), 2)))
def test_B024_four_seas_mutually_adjacent(one: str, other: str):
    assert joined(FLEET, one, other)


def test_B027_B028_diolkos():
    assert BOARD.provinces["ATH"].coasts == ()
    assert joined(FLEET, "AEG", "ATH")
    assert joined(FLEET, "ATH", "ION")
    assert joined(ARMY, "SPA", "ATH")


@pytest.mark.parametrize(("one", "other"), [("SII", "THE"), ("THE", "MEM"), ("MEM", "ALE")])
def test_B029_B030_nile(one: str, other: str):
    assert joined(FLEET, one, other)


def test_B031_memphis_cyrene_by_land_only():
    assert not joined(FLEET, "MEM", "CYR")
    assert joined(ARMY, "MEM", "CYR")


def test_B032_all_egyptian_homes_take_fleets():
    assert all(BOARD.locations(FLEET, home) for home in BOARD.homes["Egypt"])


@pytest.mark.parametrize(("one", "other"), list(combinations(("SII", "THE", "REE"), 2)))
def test_B033_canal(one: str, other: str):
    assert joined(FLEET, one, other)


def test_B034_reed_sea_is_shut_off():
    assert BOARD.graph.steps(FLEET, Location("REE")) == {Location(p) for p in ("NAB", "PET", "SII", "THE")}


def test_B035_sinai_and_thebes_have_one_coast():
    assert BOARD.provinces["SII"].coasts == BOARD.provinces["THE"].coasts == ()


@pytest.mark.parametrize(("one", "other"), list(combinations(("ALE", "THE", "SII", "GOP"), 2)))
def test_B037_delta_fleets(one: str, other: str):
    assert joined(FLEET, one, other)


@pytest.mark.parametrize(("one", "other"), list(combinations(("ALE", "THE", "SII"), 2)))
def test_B038_delta_armies(one: str, other: str):
    assert joined(ARMY, one, other)


def test_X_B3_bayuda_lies_on_the_nile():
    assert BOARD.graph.steps(FLEET, Location("BAY")) == {Location("MEM"), Location("THE")}
    assert not BOARD.graph.waters_beside("BAY")


EXCEPTIONS = {
    "Sardinia": "Sad",
    "Sarmatia": "Sam",
    "Sinai": "Sii",
    "Sinope": "Sip",
    "Tyre": "Tye",
    "Tyrrhenean Sea": "Tyn",
}


@pytest.mark.parametrize("province", [p for p in BOARD.provinces.values() if not p.name.startswith("Gulf of")], ids=str)
def test_B043_B045_first_three_letters_or_an_exception(province):
    assert province.abbreviation == EXCEPTIONS.get(province.name, province.name[:3])


def test_B044_three_words_give_initials():
    gulfs = {p.name: p.abbreviation for p in BOARD.provinces.values() if p.name.startswith("Gulf of")}
    assert gulfs == {"Gulf of Pelusium": "GoP", "Gulf of Syrtis": "GoS", "Gulf of Tacape": "GoT"}


def test_X_B7_three_collisions_of_the_rule():
    starts: dict[str, set[str]] = {}
    for province in BOARD.provinces.values():
        if not province.name.startswith("Gulf"):
            starts.setdefault(province.name[:3].lower(), set()).add(province.id)
    collisions = {start: ids for start, ids in starts.items() if len(ids) > 1}
    assert collisions == {"sar": {"SAD", "SAM"}, "sin": {"SII", "SIP"}, "tyr": {"TYE", "TYN"}}
    assert {word: set(BOARD.ambiguous[word]) for word in collisions} == collisions
