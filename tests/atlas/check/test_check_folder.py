"""``variant check`` of a geometry file that is no geometry: clear words with file and key, and never more."""

import copy
import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from talleyrand.atlas.check.folder import check_map
from talleyrand.atlas.geometry import GeometryError, read_geometry
from talleyrand.cli.main import main
from talleyrand.variants.load import load_variant
from talleyrand.variants.registry import find
from talleyrand.variants.variant import Variant


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    folder = tmp_path_factory.mktemp("folder") / "morrowind"
    shutil.copytree(find("morrowind"), folder)
    return load_variant(folder, allow_code=True)


@pytest.fixture(scope="module")
def sound() -> str:
    return (find("morrowind") / "geometry.json").read_text(encoding="utf-8")


def told(variant: Variant, text: str) -> list[str]:
    assert variant.folder is not None
    (variant.folder / "geometry.json").write_text(text, encoding="utf-8")
    return [str(fault) for fault in check_map(variant).faults]


def test_the_sound_file(variant: Variant, sound: str) -> None:
    assert told(variant, sound) == []


def province(key: str, value: Any) -> Callable[[Any], object]:
    return lambda plain: plain["provinces"]["dag"].update({key: value})


MISSHAPEN: dict[str, tuple[Callable[[Any], object], str]] = {
    "a key missing": (
        lambda plain: plain["provinces"]["dag"].pop("unit"),
        "provinces.dag.unit: is missing; add it (in Dagon Fel)",
    ),
    "a key misspelt": (
        province("lable", [1, 2]),
        "provinces.dag.lable: is not a key that is known here; did you mean 'label'? (in Dagon Fel)",
    ),
    "text for a number": (
        province("unit", ["1", 2]),
        'provinces.dag.unit[0]: Expected `float`, got `str`; the value is ["1", 2] (in Dagon Fel)',
    ),
    "a point of one number deep within": (
        lambda plain: plain["provinces"]["dag"]["shapes"][0]["outline"].__setitem__(2, [7]),
        "provinces.dag.shapes[0].outline[2]: Expected `array` of length 2, got 1; the value is [7] (in Dagon Fel)",
    ),
    "no shapes": (
        province("shapes", []),
        "provinces.dag.shapes: Expected `array` of length >= 1; the value is [] (in Dagon Fel)",
    ),
    "no number": (
        province("unit", [float("nan"), 2]),
        "provinces.dag.unit[0]: is no number to reckon with; write a finite one (in Dagon Fel)",
    ),
    "an unknown kind": (lambda plain: plain["areas"][0].update(kind="lake"), "areas[0].kind: must be one of 'land',"),
    "a width of nothing": (lambda plain: plain.update(width=0), "width: Expected `float` > 0.0; the value is 0"),
    "a width beyond measure": (lambda plain: plain.update(width=1e308), "width: Expected `float` <= 100000.0"),
    "a token of nothing": (lambda plain: plain.update(token=0), "token: Expected `float` > 0.0; the value is 0"),
    "nothing": (lambda plain: plain.clear(), "provinces: is missing; add it"),
}


@pytest.mark.parametrize("name", MISSHAPEN)
def test_a_file_of_another_shape(name: str, variant: Variant, sound: str) -> None:
    change, message = MISSHAPEN[name]
    plain = json.loads(sound)
    change(plain)
    found = told(variant, json.dumps(plain))
    assert any(text.startswith(f"geometry.json: {message}") for text in found), found


def test_every_fault_of_shape_is_told_at_once(variant: Variant, sound: str) -> None:
    plain = json.loads(sound)
    del plain["provinces"]["dag"]["unit"], plain["provinces"]["tea"]["label"]
    assert len(told(variant, json.dumps(plain))) == 2
    with pytest.raises(GeometryError, match=r"geometry\.json: provinces\.dag\.unit: is missing; add it \(and 1 more\)"):
        read_geometry(Path(str(variant.folder)) / "geometry.json")


TEXTS: dict[str, tuple[Callable[[str], str], str]] = {
    "empty": (lambda text: "", "is not JSON: Expecting value"),
    "cut off": (lambda text: text[:5000], "is not JSON: "),
    "a list": (lambda text: "[]", "must be a table of keys and values, not []"),
    "null": (lambda text: "null", "must be a table of keys and values, not null"),
    "a bracket too few": (lambda text: text.replace("]", "", 1), "is not JSON: "),
    "a byte-order mark": (lambda text: "\ufeff" + text, "is not JSON: "),
    "nested without end": (lambda text: "[" * 100_000, "is not JSON: "),
    "a number beyond floats": (lambda text: text.replace("1000.0", "1e400", 1), "width: "),
    "a key twice": (lambda text: '{"provinces": {},' + text.strip()[1:], "provinces: is given twice in one object"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_no_geometry(name: str, variant: Variant, sound: str) -> None:
    change, message = TEXTS[name]
    found = told(variant, change(sound))
    assert len(found) == 1
    assert found[0].startswith(f"geometry.json: {message}"), found


def test_a_long_key_is_cut_short(variant: Variant, sound: str) -> None:
    plain = json.loads(sound)
    plain["provinces"]["x" * 3000] = plain["provinces"]["dag"]
    assert all(len(text) < 700 for text in told(variant, json.dumps(plain)))


def test_the_command_lists_them(variant: Variant, sound: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(sound)
    plain["provinces"]["dag"]["unit"] = [5, 5]
    told(variant, json.dumps(plain))
    assert main(["variant", "check", str(variant.folder), "--allow-code"]) == 1
    out = capsys.readouterr().out
    assert "geometry.json: provinces.dag.unit: (5, 5) lies outside Dagon Fel; move it inside" in out


# Chance


def paths(node: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if here:
        yield here
    for key in node if isinstance(node, dict) else range(min(len(node), 4)) if isinstance(node, list) else ():
        yield from paths(node[key], (*here, key))


VALUES = (None, "x", True, -1, [], {}, [1], {"a": 1}, float("inf"), float("nan"), "", [[1, 2]], 1e308, -1e9, [None])


def test_whatever_is_put_into_the_file_is_told_in_words(variant: Variant, sound: str) -> None:
    """No value anywhere in the file makes the check fail, and what has the wrong shape is named by its key."""
    whole = json.loads(sound)
    places = list(paths(whole))
    for seed in range(60):
        dice = random.Random(seed)
        plain, place = copy.deepcopy(whole), dice.choice(places)
        node = plain
        for key in place[:-1]:
            node = node[key]
        node[place[-1]] = dice.choice(VALUES)
        for text in told(variant, json.dumps(plain)):
            assert text.startswith("geometry.json: "), text


def test_a_ring_that_is_not_its_neighbours_is_always_found(variant: Variant, sound: str) -> None:
    """A vertex moved, dropped, doubled or changed with another in one ring only."""
    whole = json.loads(sound)
    for seed in range(40):
        dice = random.Random(seed)
        plain = copy.deepcopy(whole)
        name = dice.choice(sorted(plain["provinces"]))
        ring = plain["provinces"][name]["shapes"][0]["outline"]
        one, other = dice.sample(range(1, len(ring)), 2)
        match seed % 4:
            case 0:
                ring[one] = [ring[one][0] + 0.1, ring[one][1] + 0.1]
            case 1:
                ring.insert(other, list(ring[one]))
            case 2:
                ring[one], ring[other] = ring[other], ring[one]
            case _:
                ring[one:other] = []
                ring[0] = [ring[0][0] + 0.1, ring[0][1]]
        assert told(variant, json.dumps(plain)), (seed, name)
