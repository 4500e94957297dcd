"""Planted faults: each is found, with its file, its key and a message of its own."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talleyrand.variants.check import check_folder
from talleyrand.variants.load import load_variant
from talleyrand.variants.registry import LIBRARY, names

Map = dict[str, Any]


def province(board: Map, key: str) -> Map:
    return next(entry for entry in board["provinces"] if entry["id"] == key)


def setting(key: str, field: str, value: Any) -> Callable[[Map], Any]:
    return lambda board: province(board, key).__setitem__(field, value)


def putting(field: str, value: Any) -> Callable[[Map], Any]:
    return lambda board: board.__setitem__(field, value)


def adding(field: str, *values: Any) -> Callable[[Map], Any]:
    return lambda board: board[field].extend(values)


def removing(field: str, value: Any) -> Callable[[Map], Any]:
    return lambda board: board[field].remove(value)


def without_fleets_at(place: str) -> Callable[[Map], Any]:
    def change(board: Map) -> None:
        board["fleet_adjacency"] = [edge for edge in board["fleet_adjacency"] if place not in edge]

    return change


START = {"year": 2, "season": "Spring", "units": [{"power": "Amber", "type": "army", "location": "mil"}]}

MAP_FAULTS = {
    "unknown key": (putting("borders", []), "borders", "not a key that is known"),
    "unknown key in a province": (setting("mar", "centre", True), "provinces[4].centre", "not a key that is known"),
    "missing key": (lambda board: province(board, "mar").pop("kind"), "provinces[4].kind", "is missing"),
    "missing list": (lambda board: board.pop("army_adjacency"), "army_adjacency", "is missing"),
    "wrong type": (setting("mar", "supply_center", "yes"), "provinces[4].supply_center", "Expected `bool`"),
    "unknown terrain": (
        setting("mar", "kind", "swamp"),
        "provinces[4].kind",
        "must be one of 'inland', 'coastal', 'sea', 'archipelago', 'impassable'",
    ),
    "edge of three": (adding("army_adjacency", ["har", "mil", "mar"]), "army_adjacency[9]", "length 2"),
    "duplicate id": (
        lambda board: board["provinces"].append({**province(board, "mar"), "name": "Fair", "aliases": []}),
        "provinces[9].id",
        "earlier province",
    ),
    "id too long": (setting("mar", "id", "marketplace"), "provinces[4].id", "two to six letters"),
    "id of the order language": (setting("mar", "id", "via"), "provinces[4].id", "word of the order language"),
    "abbreviation is not the id": (setting("mar", "abbreviation", "Mkt"), "provinces[4].abbreviation", "is not the id"),
    "nameless": (setting("mar", "name", "-"), "provinces[4].name", "no letter"),
    "alias of another province": (setting("mar", "aliases", ["har"]), "provinces[mar].aliases[0]", "means Harbour"),
    "alias like another's name": (
        setting("mar", "aliases", ["NORTH-bay"]),
        "provinces[mar].aliases[0]",
        "means North Bay",
    ),
    "same name": (setting("mar", "name", "Mill"), "provinces[mil].name", "means Mill"),
    "alias twice": (setting("mar", "aliases", ["Fair", "fair"]), "provinces[mar].aliases[1]", "said twice"),
    "empty alias": (setting("mar", "aliases", ["!"]), "provinces[mar].aliases[0]", "no letter or digit"),
    "ambiguous word unknown": (
        putting("ambiguous_abbreviations", {"ma": ["mar", "max"]}),
        "ambiguous_abbreviations.ma",
        "'max' is no province",
    ),
    "ambiguous word of one": (
        putting("ambiguous_abbreviations", {"ma": ["mar"]}),
        "ambiguous_abbreviations.ma",
        "two provinces",
    ),
    "ambiguous word is a name": (
        putting("ambiguous_abbreviations", {"mill": ["mar", "mil"]}),
        "ambiguous_abbreviations.mill",
        "name of Mill already",
    ),
    "home of nobody": (setting("mar", "home_of", "Ochre"), "provinces[mar].home_of", "no power"),
    "home that is no centre": (setting("mil", "supply_center", False), "provinces[mil].home_of", "no supply centre"),
    "impassable centre": (setting("mar", "kind", "impassable"), "provinces[mar].supply_center", "nobody could take it"),
    "unknown coast": (setting("cap", "coasts", ["nc", "xc"]), "provinces[cap].coasts", "'xc' is no coast"),
    "coast of inland": (setting("mar", "coasts", ["nc", "sc"]), "provinces[mar].coasts", "only coastal land"),
    "single coast": (setting("cap", "coasts", ["nc"]), "provinces[cap].coasts", "has one entry"),
    "coast twice": (setting("cap", "coasts", ["nc", "sc", "nc"]), "provinces[cap].coasts", "names a coast twice"),
    "alias of no coast": (
        setting("cap", "coast_aliases", {"ec": ["wc"]}),
        "provinces[cap].coast_aliases.ec",
        "no declared coast",
    ),
    "alias of two coasts": (
        setting("cap", "coast_aliases", {"nc": ["sc"]}),
        "provinces[cap].coast_aliases.nc",
        "two coasts",
    ),
    "point on no coast": (
        setting("cap", "coast_lonlat", {"ec": [0, 0]}),
        "provinces[cap].coast_lonlat.ec",
        "no declared coast",
    ),
    "coast without an edge": (without_fleets_at("cap/sc"), "provinces[cap].coasts", "no fleet edge leads to cap/sc"),
    "coastal without an edge": (without_fleets_at("por"), "provinces[por].kind", "no fleet edge leads there"),
    "army edge to nowhere": (adding("army_adjacency", ["har", "zzz"]), "army_adjacency[9]", "'zzz' is no province"),
    "fleet edge to nowhere": (adding("fleet_adjacency", ["bay", "zzz"]), "fleet_adjacency[9]", "'zzz' is no province"),
    "army edge to itself": (adding("army_adjacency", ["har", "har"]), "army_adjacency[9]", "to itself"),
    "fleet edge between own coasts": (
        adding("fleet_adjacency", ["cap/nc", "cap/sc"]),
        "fleet_adjacency[9]",
        "to itself",
    ),
    "army edge both ways": (adding("army_adjacency", ["har", "cap"]), "army_adjacency[9]", "army_adjacency[0]"),
    "fleet edge twice": (adding("fleet_adjacency", ["bay", "har"]), "fleet_adjacency[9]", "once will do"),
    "army into the sea": (adding("army_adjacency", ["har", "bay"]), "army_adjacency[9]", "which is sea"),
    "army names a coast": (adding("army_adjacency", ["cap/nc", "mil"]), "army_adjacency[9]", "armies have none"),
    "army walks to an archipelago": (
        lambda board: (setting("isl", "kind", "archipelago")(board), adding("army_adjacency", ["har", "isl"])(board)),
        "army_adjacency[9]",
        "by convoy only",
    ),
    "fleet into the land": (adding("fleet_adjacency", ["bay", "mil"]), "fleet_adjacency[9]", "which is inland"),
    "fleet to an undeclared coast": (
        adding("fleet_adjacency", ["bay", "cap/ec"]),
        "fleet_adjacency[9]",
        "does not declare",
    ),
    "fleet to an unsplit coast": (
        adding("fleet_adjacency", ["sou", "har/nc"]),
        "fleet_adjacency[9]",
        "does not declare",
    ),
    "fleet without its coast": (adding("fleet_adjacency", ["isl", "cap"]), "fleet_adjacency[9]", "cap/nc or cap/sc"),
    "edge to impassable": (setting("qua", "kind", "impassable"), "army_adjacency[7]", "is impassable"),
    "unreachable": (
        lambda board: board["provinces"].append({"id": "far", "name": "Far Land", "kind": "inland"}),
        "provinces[far]",
        "cannot be reached",
    ),
    "empty map": (putting("provinces", []), "provinces", "is empty"),
    "crossing that is no edge": (
        putting("crossings", [{"between": ["har", "isl"], "units": ["army"]}]),
        "crossings[0]",
        "not joined for a army",
    ),
    "feature of nowhere": (
        putting("features", {"straits": [["har", "zzz"]]}),
        "features.straits",
        "'zzz' is no province",
    ),
    "victory of the map differs": (putting("victory_centers", 5), "victory_centers", "is not the 5 of map.json"),
    "start of the map differs": (putting("start", START), "calendar.first", "Spring 2"),
    "units of the map differ": (putting("start", {**START, "year": 1}), "start.units", "not the starting units"),
    "power of the map differs": (putting("powers", [{"name": "Ochre"}]), "powers[0].name", "no power of variant.toml"),
}
OF_VARIANT = {"victory of the map differs", "start of the map differs", "units of the map differ"}


@pytest.mark.parametrize("plant", MAP_FAULTS)
def test_fault_of_the_map(plant: str, folder: Path, edit_map):
    change, key, message = MAP_FAULTS[plant]
    edit_map(change)
    file = "variant.toml" if plant in OF_VARIANT else "map.json"
    found = check_folder(folder)
    assert [f for f in found if (f.file, f.key) == (file, key) and message in f.message], found
    with pytest.raises(ValueError, match=r"\w"):
        load_variant(folder)


TOML_FAULTS = {
    "unknown key": ('title = "Small war"', 'tittle = "x"\ntitle = "Small war"', "tittle", "did you mean 'title'"),
    "missing key": ('title = "Small war"', "", "title", "is missing"),
    "wrong type": ("version = 1", 'version = "one"', "version", "Expected `int`"),
    "version zero": ("version = 1", "version = 0", "version", ">= 1"),
    "empty title": ('title = "Small war"', 'title = " "', "title", "is empty"),
    "not TOML": ('title = "Small war"', "title = Small war", "", "is not TOML"),
    "victory impossible": ("victory_centers = 4", "victory_centers = 40", "victory_centers", "has 6 supply centres"),
    "won at the start": ("victory_centers = 4", "victory_centers = 2", "victory_centers", "won at the start"),
    "unknown rulebook": ('rulebook = "datc"', 'rulebook = "datk"', "rulebook", "no rulebook 'datk'"),
    "rulebook for a greater map": ('rulebook = "datc"', 'rulebook = "000"', "rulebook", "asks for 18 centres"),
    "unknown offer": ('rulebook = "datc"', 'rulebook = "datc"\noffers = ["nope"]', "offers[0]", "no rulebook 'nope'"),
    "unknown choice": (
        "[hours]",
        '[presets.ours]\ntitle = "Ours"\nchoices = { paradox = "ours" }\n[hours]',
        "presets.ours",
        "paradox cannot be 'ours'",
    ),
    "unknown base": (
        "[hours]",
        '[presets.ours]\ntitle = "Ours"\nbased_on = "theirs"\n[hours]',
        "presets.ours",
        "'theirs'",
    ),
    "unknown label of a preset": (
        "[hours]",
        '[presets.ours]\ntitle = "Ours"\nyear_label = "BC"\n[hours]',
        "presets.ours.year_label",
        "'BC'",
    ),
    "no movement phase": ('["SM", "SR", "FM", "FR", "WA"]', '["WA"]', "calendar.phases", "no movement phase"),
    "phase twice": ('"WA"]', '"WA", "WA"]', "calendar.phases[5]", "comes twice"),
    "moves without retreats": ('"SM", "SR"', '"SM"', "calendar.phases[0]", "must be followed by its retreats"),
    "retreats without moves": ('"SM", "SR"', '"SR"', "calendar.phases[0]", "must follow the moves"),
    "no such step": ('"SM", "SR"', '"XM", "SR"', "calendar.phases[0]", "regex"),
    "no phase code": ('first = "S1M"', 'first = "Spring 1"', "calendar.first", "'S1901M'"),
    "first is no phase": ('first = "S1M"', 'first = "W1M"', "calendar.first", "no phase of calendar.phases"),
    "unknown year label": ('year_label = "year"', 'year_label = "AD"', "calendar.year_label", "'AD'"),
    "hours of no phase": ("SM = 48", "XM = 48", "hours.XM", "no phase of the calendar"),
    "hours of zero": ("SM = 48", "SM = 0", "hours.SM", ">= 1"),
    "season name of no phase": (
        "[hours]",
        '[calendar.season_names]\nXR = "Summer"\n[hours]',
        "calendar.season_names.XR",
        "no phase",
    ),
    "silence in no phase": ("[hours]", '[press]\nsilent = ["FA"]\n[hours]', "press.silent.FA", "no phase"),
    "no colour": ("#d8902a", "amber", "powers[0].colour", "write #rrggbb"),
    "colours alike": ("#d8902a", "#4a5d7a", "powers[1].colour", "too like"),
    "power twice": ('name = "Slate"', 'name = "Amber"', "powers[1].name", "means Amber too"),
    "adjective of another": ('adjective = "Slate"', 'adjective = "amber"', "powers[1].adjective", "means Amber too"),
    "home of a power that left": ('name = "Slate"', 'name = "Ochre"', "provinces[por].home_of", "'Slate' is no power"),
    "units of nobody": ("Slate = [", "Ochre = [", "start.units.Ochre[0]", "no power"),
    "no unit": ("Slate = [", "Amber2 = [", "start.units.Slate", "no unit at the start"),
    "bad unit": ('"A MIL"', '"B MIL"', "start.units.Amber[1]", "is not a unit"),
    "unit nowhere": ('"A MIL"', '"A ZZZ"', "start.units.Amber[1]", "no province 'ZZZ'"),
    "fleet inland": ('"A MIL"', '"F MIL"', "start.units.Amber[1]", "takes no fleet"),
    "army at sea": ('"A MIL"', '"A BAY"', "start.units.Amber[1]", "takes no army"),
    "army on a coast": ('"A MIL"', '"A CAP/NC"', "start.units.Amber[1]", "an army has no coast"),
    "fleet without its coast": ('"A MIL"', '"F CAP"', "start.units.Amber[1]", "F CAP/NC, F CAP/SC"),
    "two units in a province": ('"A MIL"', '"A HAR"', "start.units.Amber[1]", "a province takes one unit"),
    "centre of nobody": (
        "[start.units]",
        '[start.centers]\nOchre = ["HAR"]\n[start.units]',
        "start.centers.Ochre",
        "no power",
    ),
    "no such centre": (
        "[start.units]",
        '[start.centers]\nAmber = ["CAP"]\n[start.units]',
        "start.centers.Amber",
        "no supply centre",
    ),
    "centre of two": (
        "[start.units]",
        '[start.centers]\nAmber = ["HAR"]\nSlate = ["har"]\n[start.units]',
        "start.centers.Slate",
        "owned by Amber",
    ),
    "alias of no province": (
        "[hours]",
        '[text.aliases]\nzzz = ["Z"]\n[hours]',
        "text.aliases.zzz",
        "no province of map.json",
    ),
    "alias of two provinces": (
        "[hours]",
        '[text.aliases]\nmar = ["Mill"]\n[hours]',
        "text.aliases.mar[0]",
        "means Mill",
    ),
    "ambiguous in the text": (
        "[hours]",
        '[text.ambiguous]\nma = ["mar"]\n[hours]',
        "text.ambiguous.ma",
        "two provinces",
    ),
}


@pytest.mark.parametrize("plant", TOML_FAULTS)
def test_fault_of_variant_toml(plant: str, folder: Path):
    old, new, key, message = TOML_FAULTS[plant]
    path = folder / "variant.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = check_folder(folder)
    assert [f for f in found if f.key == key and message in f.message], found


def test_a_power_without_a_home(folder: Path, edit_map):
    edit_map(lambda board: [entry.update(home_of=None) for entry in board["provinces"] if entry["home_of"] == "Slate"])
    assert [f.key for f in check_folder(folder) if "no home centre" in f.message] == ["powers[1]"]


CASE_FAULTS = {
    "not TOML": ("[[case]]", "[[case]", "", "is not TOML"),
    "unknown key": ("orders =", "order =", "case[0].order", "did you mean 'orders'"),
    "id twice": ('id = "isle-by-sea"', 'id = "market-bounce"', "case[1].id", "earlier case"),
    "power": ("Slate = [", "Ochre = [", "case[0]", "'Ochre' is no power"),
    "outcome": ('= "bounced"', '= "bumped"', "case[0].expect.A MIL", "'bumped' is no outcome"),
    "unit": ('Amber = ["A MIL"]', 'Amber = ["F MIL"]', "case[0]", "takes no fleet"),
    "no unit": ('Amber = ["A MIL"]', 'Amber = ["MIL"]', "case[0]", "is not a unit"),
    "phase": ('id = "market-bounce"', 'id = "market-bounce"\nphase = "Spring"', "case[0]", "is not a phase"),
}


@pytest.mark.parametrize("plant", CASE_FAULTS)
def test_fault_of_cases_toml(plant: str, folder: Path):
    old, new, key, message = CASE_FAULTS[plant]
    path = folder / "cases.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = check_folder(folder)
    assert [f for f in found if (f.file, f.key) == ("cases.toml", key) and message in f.message], found


@pytest.mark.parametrize("file", ["variant.toml", "map.json", "README.md"])
def test_a_missing_file(file: str, folder: Path):
    (folder / file).unlink()
    assert [(f.file, f.key) for f in check_folder(folder) if "is missing" in f.message] == [(file, "")]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[" * 100_000, b"{", b"", b"null", b"[]", b'"map"'])
def test_a_map_that_is_no_map(content: bytes, folder: Path):
    (folder / "map.json").write_bytes(content)
    assert {f.file for f in check_folder(folder)} == {"map.json"}


def test_a_key_given_twice(folder: Path):
    path = folder / "map.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"features": {},', '"features": {}, "features": {},'), encoding="utf-8"
    )
    assert [(f.file, f.key) for f in check_folder(folder)] == [("map.json", "features")]


def test_a_folder_that_is_not_there(tmp_path: Path):
    assert "no such folder" in check_folder(tmp_path / "nothing")[0].message


def test_a_folder_name_that_is_no_name(folder: Path):
    renamed = folder.rename(folder.with_name("Small War"))
    assert [f.file for f in check_folder(renamed)] == ["Small War"]


def test_all_faults_are_found_at_once(folder: Path, edit_map):
    edit_map(lambda board: (setting("mar", "aliases", ["har"])(board), adding("army_adjacency", ["har", "bay"])(board)))
    path = folder / "variant.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("#d8902a", "amber"), encoding="utf-8")
    assert {f.file for f in check_folder(folder)} == {"map.json", "variant.toml"}
    assert len(check_folder(folder)) == 3


@pytest.mark.parametrize("name", names())
def test_library_has_no_faults(name: str):
    assert check_folder(LIBRARY / name) == []


@pytest.mark.parametrize("name", names())
def test_library_maps_are_plain_json_with_the_shared_keys(name: str):
    board = json.loads((LIBRARY / name / "map.json").read_text(encoding="utf-8"))
    assert {
        "name",
        "notes",
        "victory_centers",
        "powers",
        "start",
        "provinces",
        "army_adjacency",
        "fleet_adjacency",
    } <= set(board)


def test_aliases_of_variants_are_not_names_of_others():
    said = [word for name in names() for word in (name, *load_aliases(name))]
    assert len(said) == len(set(said))


def load_aliases(name: str) -> list[str]:
    return tomllib.loads((LIBRARY / name / "variant.toml").read_text(encoding="utf-8")).get("aliases", [])
