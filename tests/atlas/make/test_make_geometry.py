"""Maps made from plans: borders as the map says, the same map each time, clear words where it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from talleyrand.atlas.check import check_geometry
from talleyrand.atlas.geometry import Geometry, write_geometry
from talleyrand.atlas.make import coastline, make_geometry
from talleyrand.atlas.make.missing import place_missing
from talleyrand.atlas.make.plan import read_plan
from talleyrand.atlas.make.verify import ContactsError
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
    assert any("cap and isl are adjacent but do not touch" in fault for fault in caught.value.faults)
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
    ],
)
def test_a_wrong_plan_is_refused_by_file_and_key(isles: Path, old: str, new: str, words: str) -> None:
    plan = isles / "atlas.toml"
    plan.write_text(plan.read_text().replace(old, new))
    with pytest.raises(VariantError) as caught:
        make_geometry(isles)
    assert any(words in str(fault) for fault in caught.value.faults)


def test_a_folder_without_plan_says_which_file_is_missing(isles: Path) -> None:
    (isles / "atlas.toml").unlink()
    with pytest.raises(VariantError, match=r"atlas\.toml"):
        make_geometry(isles)


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _without_dislodged(geometry: Geometry) -> Geometry:
    import msgspec

    bare = {name: msgspec.structs.replace(d, dislodged=None) for name, d in geometry.provinces.items()}
    return msgspec.structs.replace(geometry, provinces=bare)
