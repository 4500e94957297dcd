"""Maps made from plans: borders as the map says, the same map each time, clear words where it cannot be."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest
from shapely.geometry import Point as Dot

from talleyrand.atlas.check import check_geometry
from talleyrand.atlas.geometry import Geometry, write_geometry
from talleyrand.atlas.make import coastline, make_geometry
from talleyrand.atlas.make.land import find_land
from talleyrand.atlas.make.missing import place_missing
from talleyrand.atlas.make.plan import read_plan
from talleyrand.atlas.make.projection import Projector
from talleyrand.atlas.make.verify import ContactsError, tight_places
from talleyrand.cli.main import main
from talleyrand.variants.faults import VariantError
from talleyrand.variants.load import load_variant

OUTLINE = """
[coast]
outlines = [
  [[-10, 130], [120, 130], [200, 90], [400, 80], [520, 140], [530, 260],
   [510, 370], [400, 420], [200, 410], [120, 360], [-10, 360]],
  [[560, 200], [650, 190], [670, 290], [570, 310]],
]
"""


def test_invented_land_has_every_contact_and_no_other(isles: Path) -> None:
    geometry = make_geometry(isles)
    assert check_geometry(geometry, load_variant(isles)) == []
    assert {area.name for area in geometry.areas} >= {"The Cliffs"}


def test_land_within_given_outlines(isles: Path) -> None:
    plan = isles / "atlas.toml"
    plan.write_text(plan.read_text() + OUTLINE)
    geometry = make_geometry(isles)
    assert check_geometry(geometry, load_variant(isles)) == []
    points = [point for shape in geometry.provinces["isl"].shapes for point in shape.outline]
    assert all(555 < x < 675 and 185 < y < 315 for x, y in points)


def test_the_same_plan_gives_the_same_bytes_and_another_seed_another_map(isles: Path) -> None:
    first, again, other = make_geometry(isles), make_geometry(isles), make_geometry(isles, seed=7)
    assert write_geometry(first) == write_geometry(again)
    assert write_geometry(first) != write_geometry(other)
    assert check_geometry(other, load_variant(isles)) == []


def test_progress_rises_to_the_end(isles: Path) -> None:
    told: list[float] = []
    make_geometry(isles, progress=lambda share, text: told.append(share))
    assert told[0] == 0.0
    assert told[-1] == 1.0


def test_tokens_keep_apart_in_a_province_and_off_the_legend(isles: Path) -> None:
    geometry = make_geometry(isles)
    for name, drawing in geometry.provinces.items():
        assert drawing.dislodged is not None, name
        assert _apart(drawing.unit, drawing.dislodged) >= 1.9 * geometry.token, name
        assert not (10 <= drawing.unit[0] <= 210 and 440 <= drawing.unit[1] <= 490), name


def test_missing_places_are_filled_in_and_others_left(isles: Path) -> None:
    geometry = make_geometry(isles)
    filled = place_missing(_without_dislodged(geometry))
    assert all(drawing.dislodged for drawing in filled.provinces.values())
    assert {n: d.unit for n, d in filled.provinces.items()} == {n: d.unit for n, d in geometry.provinces.items()}


def test_a_contact_that_cannot_be_is_named_with_its_reason(isles: Path) -> None:
    plan = isles / "atlas.toml"
    text = (isles / "map.json").read_text()
    (isles / "map.json").write_text(text.replace('["cap", "har"],', '["cap", "har"], ["cap", "isl"],'))
    plan.write_text(plan.read_text().replace("tries = 400000", "tries = 40000\nrounds = 3") + OUTLINE)
    with pytest.raises(ContactsError) as caught:
        make_geometry(isles)
    assert any("Cape (cap) and Isle (isl) are adjacent but do not touch" in fault for fault in caught.value.faults)
    assert caught.value.geometry.provinces.keys() >= {"cap", "isl"}


@pytest.mark.parametrize("name", ["classic", "ancient_mediterranean"])
def test_the_plans_of_the_library_are_whole(name: str) -> None:
    folder = load_variant(name).folder
    assert folder is not None
    plan, board = read_plan(folder)
    assert plan.seeds.keys() == {province.id for province in board.provinces}
    today = set(coastline.countries())
    assert {country for pair in plan.guides.borders for country in pair} <= today


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("isl = [[600, 250]]\n", "", "seeds.isl: no place is known"),
        ("mil = [[370, 210]]", "mil = [[370, 210]]\nxyz = [[1, 2]]", "'xyz' is no province"),
        ("width = 700", "width = 0", "frame.width"),
        ("width = 700", "width = 100000", "frame.width"),
        ("[frame]", "[farme]", "farme"),
        ("pitch = 14", "pitch = -1", "pitch"),
        ("pitch = 14", "pitch = 400", "cells.pitch: 400 makes less than 20 cells; make it smaller"),
        ("width = 700", "width = nan", "frame.width"),
        ("width = 700\nheight = 500", "width = 10000\nheight = 10000", "cells.pitch: 14 makes 510,204 cells"),
        ("200, 50]", "1e308, 50]", "frame.legend: must be x, y, width and height of a box within the frame"),
        ("token = 12", "token = 200", "frame.token: 200 is too large for the frame"),
        ("tries = 400000", "tries = 1000000000000", "solve.tries"),
        ("coast = 4", "coast = -4", "smooth.coast"),
        ("[[370, 300]]", "[[inf, 300]]", "seeds.qua[0][0]: is no number to reckon with"),
        (
            "mil = [[370, 210]]",
            "mil = [[370, 300]]",
            "seeds.qua: Mill (mil) and Quarry (qua) both begin at (370, 300); move one of them",
        ),
        (
            "mil = [[370, 210]]",
            "mil = [[370.5, 300.2]]",
            "seeds.qua: Mill (mil) and Quarry (qua) begin in the same cell, at (",
        ),
        (
            "isl = [[600, 250]]",
            "isl = [[460, 250]]",
            "areas[0].seeds: Isle (isl) and The Cliffs both begin at (460, 250)",
        ),
        (
            "isl = [[600, 250]]",
            "isle = [[600, 250]]",
            "seeds.isle: 'isle' is no province of map.json; did you mean 'isl'?",
        ),
        (
            "isl = [[600, 250]]",
            "isl = [[800, 250]]",
            "seeds.isl: (800, 250), a place of Isle (isl), lies outside the frame, 0 to 700 by 0 to 500; move",
        ),
        (
            "fleets_by_water = []",
            'fleets_by_water = [["cap", "isl"]]',
            "fleets_by_water[0]: Cape (cap) and Isle (isl) are not adjacent in map.json",
        ),
        (
            "fleets_by_water = []",
            'fleets_by_water = [["cap", "cap"]]',
            "fleets_by_water[0]: joins Cape (cap) to itself",
        ),
        (
            "fleets_by_water = []",
            "coasts.cap.ns = [5, 5]",
            "coasts.cap.ns: Cape has no coast 'ns'; it is one of nc, sc",
        ),
        ("fleets_by_water = []", "labels.cap = [5, 800]", "labels.cap: (5, 800), a place of Cape (cap), lies outside"),
        ("fleets_by_water = []", "labels.cap = [5, 1e308]", "labels.cap: (5, 1e+308), a place of Cape (cap), lies out"),
        ("fleets_by_water = []", "units.cpa = [5, 5]", "units.cpa: 'cpa' is no province of map.json"),
        ('id = "cliffs"', 'id = "cap"', "areas[0].id: 'cap' is the province Cape; choose an id of its own"),
        ('id = "cliffs"', 'id = "~"', "areas[0].id: '~' is another area, or reserved"),
        (
            "[smooth]",
            "[coast]\noutlines = [[[0, 0], [9, 9]]]\n[smooth]",
            "coast.outlines[0]: Expected `array` of length",
        ),
        ("[smooth]", "[coast]\noutlines = [[[0, 0], [9, 9], [5, 5]]]\n[smooth]", "coast.outlines[0]: encloses nothing"),
        (
            "[smooth]",
            "[coast]\noutlines = [[[800, 0], [900, 9], [900, 90]]]\n[smooth]",
            "coast.outlines[0]: lies outside the frame, 0 to 700 by 0 to 500",
        ),
        (
            "[smooth]",
            "[coast]\noutlines = [[[100, 100], [200, 200], [200, 100], [100, 200], [50, 150]]]\n[smooth]",
            "coast.outlines[0]: crosses itself at (150, 150); go round the land, corner by corner",
        ),
    ],
)
def test_a_wrong_plan_is_refused_by_file_and_key(isles: Path, old: str, new: str, words: str) -> None:
    plan = isles / "atlas.toml"
    plan.write_text(plan.read_text().replace(old, new))
    with pytest.raises(VariantError) as caught:
        make_geometry(isles)
    assert any(words in str(fault) for fault in caught.value.faults)


@pytest.mark.parametrize("value", ["nan", "-inf", '"x"', "[]", "{}", "true", "[[[1]]]", "-7"])
def test_a_value_of_another_kind_is_told_by_its_key(isles: Path, value: str) -> None:
    """Whatever stands behind a key of the plan, the message names the file and the key."""
    plan = isles / "atlas.toml"
    lines = plan.read_text().split("\n")
    for number, line in enumerate(lines):
        key, equals, _ = line.partition(" = ")
        if not equals or (value, key) in (('"x"', "name"), ('"x"', "id"), ("[]", "fleets_by_water")):
            continue
        plan.write_text("\n".join([*lines[:number], f"{key} = {value}", *lines[number + 1 :]]))
        with pytest.raises(VariantError) as caught:
            read_plan(isles)
        assert any(key in fault.key for fault in caught.value.faults), (line, caught.value.faults)


def test_a_place_on_the_wrong_ground_is_named(isles: Path) -> None:
    """Land that begins at sea, and water that begins on land, with outlines."""
    plan = isles / "atlas.toml"
    text = plan.read_text() + OUTLINE
    text = text.replace("isl = [[600, 250]]", "isl = [[560, 440]]")
    plan.write_text(text.replace("[150, 440], [430, 470]", "[150, 440], [430, 370]"))
    with pytest.raises(VariantError) as caught:
        make_geometry(isles)
    assert [str(fault) for fault in caught.value.faults] == [
        "atlas.toml: seeds.isl: Isle (isl) is land, but its place (560, 440) lies at sea by the outlines; move it, or "
        "change the coast (coast.fills make land)",
        "atlas.toml: seeds.sou: South Sound (sou) is water, but its place (430, 370) lies on land by the outlines; "
        "move it, or change the coast (coast.cuts make water)",
    ]


def test_a_place_on_the_wrong_ground_of_the_real_coast(tmp_path: Path) -> None:
    """Munich in the North Sea, the Baltic in Bohemia, the Adriatic off Antarctica."""
    library = load_variant("classic").folder
    assert library is not None
    folder = tmp_path / "classic"
    shutil.copytree(library, folder)
    plan = folder / "atlas.toml"
    text = plan.read_text(encoding="utf-8")
    for old, new in (("mun = [[11.0, 49.3]", "mun = [[3, 56]"), ("bal = [[18.5, 56.3]", "bal = [[14, 50]")):
        assert old in text
        text = text.replace(old, new)
    plan.write_text(text.replace("adr = [[16.0, 42.9]", "adr = [[20, -60]"), encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        make_geometry(folder)
    assert len(caught.value.faults) == 1
    far = str(caught.value.faults[0])
    assert far.startswith("atlas.toml: seeds.adr: (20, -60), a place of Adriatic Sea (adr), drawn at ("), far
    assert far.endswith("lies outside the frame, 0 to 1400 by 0 to 1250; move it inside"), far
    plan.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        make_geometry(folder)
    assert [str(fault).partition(";")[0] for fault in caught.value.faults] == [
        "atlas.toml: seeds.bal: Baltic Sea (bal) is water, but its place (14, 50) lies on land by the coastline",
        "atlas.toml: seeds.mun: Munich (mun) is land, but its place (3, 56) lies at sea by the coastline",
    ]


def test_an_outline_that_ends_at_the_frame_leaves_no_sliver(isles: Path) -> None:
    """On the frame, a little inside it and beyond it come to the same: land to the edge."""
    plan = isles / "atlas.toml"
    text = plan.read_text()
    for left, right in ((0, 700), (2, 698), (5, 703)):
        west = f"[[{left}, 130], [120, 130], [200, 90], [400, 80], [520, 140], [530, 260],"
        west += f"[510, 370], [400, 420], [200, 410], [120, 360], [{left}, 360]]"
        east = f"[[560, 200], [{right}, 190], [{right}, 290], [570, 310]]"
        plan.write_text(f"{text}\n[coast]\noutlines = [{west}, {east}]\n")
        geometry = make_geometry(isles)
        assert check_geometry(geometry, load_variant(isles)) == []
        for name, edge in (("cap", 0.0), ("isl", 700.0)):
            xs = [x for shape in geometry.provinces[name].shapes for x, _ in shape.outline]
            assert xs.count(edge) >= 2, name


def test_an_outline_round_the_corner_of_the_frame(isles: Path) -> None:
    text = (isles / "atlas.toml").read_text()
    for edge in (0, 4):
        (isles / "atlas.toml").write_text(
            f"{text}\n[coast]\noutlines = [[[{edge}, {edge}], [90, {edge}], [60, 60], [{edge}, 90]]]\n"
        )
        plan, _ = read_plan(isles)
        land = find_land(plan, Projector(plan), [np.array([20.0, 20.0])])
        assert land.playable is not None
        assert land.playable.covers(Dot(0, 0))
        assert land.playable.covers(Dot(0, 80))
        assert land.playable.covers(Dot(80, 0))


def test_why_a_contact_cannot_be_is_told(isles: Path) -> None:
    """The Harbour cannot reach the Quarry: the Market and the Mill lie between and touch each other."""
    path = isles / "map.json"
    path.write_text(path.read_text().replace('["cap", "har"],', '["cap", "har"], ["har", "qua"],'))
    with pytest.raises(ContactsError) as caught:
        make_geometry(isles)
    text = "\n".join(caught.value.faults)
    assert "Market (mar)" in text
    assert "between" in text


def test_an_impassable_province_may_touch_any(isles: Path) -> None:
    path = isles / "map.json"
    wild = '{"id": "wil", "name": "Wilds", "kind": "impassable"}'
    path.write_text(path.read_text().replace('"provinces": [', f'"provinces": [{wild},', 1))
    plan = isles / "atlas.toml"
    plan.write_text(plan.read_text().split("[[areas]]")[0] + "wil = [[450, 180], [460, 250], [450, 330]]\n")
    geometry = make_geometry(isles)
    assert "wil" in geometry.provinces
    assert check_geometry(geometry, load_variant(isles)) == []


def test_ids_in_capitals_are_drawn_in_small_letters(isles: Path) -> None:
    path = isles / "map.json"
    path.write_text(path.read_text().replace('"har"', '"HAR"').replace('"cap/nc"', '"CAP/NC"'))
    geometry = make_geometry(isles)
    assert "har" in geometry.provinces
    assert check_geometry(geometry, load_variant(isles)) == []


def test_a_map_at_fault_is_not_drawn(isles: Path) -> None:
    path = isles / "map.json"
    path.write_text(path.read_text().replace('["cap", "har"],', '["cap", "hra"],'))
    with pytest.raises(VariantError, match=r"'hra' is no province"):
        make_geometry(isles)


def test_where_a_token_has_no_room_is_told(isles: Path) -> None:
    geometry = make_geometry(isles)
    assert tight_places(geometry, {}) == []
    found = tight_places(msgspec.structs.replace(geometry, token=60.0), {"isl": "Isle (isl)"})
    assert any(
        text.startswith("Isle (isl) has room for a token of ") and ", and tokens are 60: give it more room" in text
        for text in found
    ), found


# The command


def test_the_command_writes_whole_files_or_none(isles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["atlas", "make", str(isles)]) == 0
    first = (isles / "geometry.json").read_bytes()
    plan = isles / "atlas.toml"
    plan.write_text(plan.read_text().replace("mil = [[370, 210]]", "mil = [[370, 300]]\nxyz = [[1, 2]]"))
    assert main(["atlas", "make", str(isles)]) == 1
    assert "atlas.toml: seeds.xyz: 'xyz' is no province of map.json" in capsys.readouterr().err
    assert (isles / "geometry.json").read_bytes() == first
    assert sorted(path.name for path in isles.glob("*geometry*")) == ["geometry.json"]


def test_the_command_names_each_fault(isles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = isles / "atlas.toml"
    plan.write_text(plan.read_text().replace("isl = [[600, 250]]\n", "").replace("mar = [[250, 260]]\n", ""))
    assert main(["atlas", "make", str(isles)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert sorted(line.partition("atlas.toml: ")[2][:9] for line in lines) == ["seeds.isl", "seeds.mar"]


def test_the_command_holds_the_map_against_the_check(isles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The Cape amid the south has one coast, whatever its contacts: the map is not written."""
    plan = isles / "atlas.toml"
    text = plan.read_text().replace("cap = [[40, 250], [120, 250]]", "cap = [[240, 425]]")
    plan.write_text(text.replace("tries = 400000", "tries = 60000\nrounds = 3").replace("pitch = 14", "pitch = 20"))
    assert main(["atlas", "make", str(isles)]) == 1
    assert "talleyrand: geometry.json: provinces.cap: the " in capsys.readouterr().err
    assert not (isles / "geometry.json").exists()
    assert main(["atlas", "make", str(isles), "--anyway"]) == 1
    assert (isles / "geometry.json").exists()


def test_the_command_wants_a_place_to_write_before_it_works(isles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["atlas", "make", str(isles), "--output", str(isles / "nowhere" / "map.json")]) == 1
    assert "lies in a folder that is not there; name a file to write" in capsys.readouterr().err
    assert main(["atlas", "make", str(isles), "--output", str(isles)]) == 1
    assert "is a folder; name a file to write" in capsys.readouterr().err


def test_the_command_warns_of_tight_places(isles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = isles / "atlas.toml"
    plan.write_text(plan.read_text().replace("token = 12", "token = 30"))
    assert main(["atlas", "make", str(isles)]) == 0
    err = capsys.readouterr().err
    assert "talleyrand: warning: Mill (mil) has room for a token of " in err
    assert "and tokens are 30: give it more room (least.mil), or make frame.token smaller" in err


def test_a_folder_without_plan_says_which_file_is_missing(isles: Path) -> None:
    (isles / "atlas.toml").unlink()
    with pytest.raises(VariantError, match=r"atlas\.toml"):
        make_geometry(isles)


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _without_dislodged(geometry: Geometry) -> Geometry:
    bare = {name: msgspec.structs.replace(d, dislodged=None) for name, d in geometry.provinces.items()}
    return msgspec.structs.replace(geometry, provinces=bare)
