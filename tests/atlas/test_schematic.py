"""A board from the adjacency alone: drawable whatever the graph is like, tidy, the same every time."""

import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from talleyrand.atlas.check import check_geometry
from talleyrand.atlas.geometry import Geometry, Point
from talleyrand.atlas.schematic import GAP, RADIUS, schematic_geometry
from talleyrand.board.board import make_board
from talleyrand.board.province import Province, Terrain
from talleyrand.board.unit import Location
from talleyrand.variants.load import load_variant
from talleyrand.variants.registry import names
from talleyrand.variants.scaffold import new_variant
from talleyrand.variants.variant import Variant


@pytest.fixture(scope="module", params=(*names(), "template"))
def variant(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Variant:
    if request.param != "template":
        return load_variant(request.param)
    folder = tmp_path_factory.mktemp("schematic") / "small_war"
    new_variant(folder)
    return load_variant(folder)


def middles(geometry: Geometry) -> dict[str, Point]:
    found = {}
    for key, drawing in geometry.provinces.items():
        ring = drawing.shapes[0].outline
        found[key] = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring))
    return found


def test_every_province_once_and_all_adjacencies(variant: Variant) -> None:
    geometry = schematic_geometry(variant)
    assert {key.upper() for key in geometry.provinces} == set(variant.board.provinces)
    army = {frozenset(map(Location, edge)) for edge in variant.board.army_edges}
    fleet = {frozenset(edge) for edge in variant.board.fleet_edges}
    drawn = [line.name for line in geometry.lines]
    assert len(drawn) == len(army | fleet)
    assert drawn.count("armies and fleets") == len(army & fleet)
    assert {line.kind for line in geometry.lines} == {"link"}


def test_sound_but_for_contacts(variant: Variant) -> None:
    """Discs and the water round them fill the frame, and everything stands inside its disc."""
    others = [
        str(fault)
        for fault in check_geometry(schematic_geometry(variant), variant)
        if "do not touch" not in fault.message and "coast of" not in fault.message
    ]
    assert others == []


def test_discs_keep_apart(variant: Variant) -> None:
    spots = middles(schematic_geometry(variant))
    assert min(math.dist(a, b) for a, b in combinations(spots.values(), 2)) >= 2 * RADIUS + GAP / 2


def test_lines_pass_by_other_discs(variant: Variant) -> None:
    """A line that runs over a third province would tell of an adjacency that is not there."""
    geometry = schematic_geometry(variant)
    over = 0
    for line in geometry.lines:
        (x1, y1), (x2, y2) = line.points
        size = (x2 - x1) ** 2 + (y2 - y1) ** 2
        for x, y in middles(geometry).values():
            along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / size
            if 0 < along < 1 and math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) < RADIUS - 2:
                over += 1
    assert over <= len(geometry.lines) // 40


def test_the_same_every_time(variant: Variant) -> None:
    assert schematic_geometry(variant) == schematic_geometry(replace(variant, title="another"))


def province(name: str, terrain: Terrain = Terrain.COASTAL, coasts: tuple[str, ...] = ()) -> Province:
    return Province(name, name, name, terrain, coasts=coasts)


ODD = {
    "nothing at all": ([], [], []),
    "one province": ([province("A")], [], []),
    "two without an edge": ([province("A"), province("B")], [], []),
    "in two parts": ([province(name) for name in "ABCD"], [("A", "B"), ("C", "D")], []),
    "an edge to nowhere": ([province("A"), province("B")], [("A", "X"), ("A", "B")], []),
    "an edge to itself": ([province("A"), province("B")], [("A", "A"), ("A", "B")], []),
    "everyone beside everyone": ([province(name) for name in "ABCDEFGH"], list(combinations("ABCDEFGH", 2)), []),
    "a chain": ([province(chr(65 + i)) for i in range(26)], [(chr(65 + i), chr(66 + i)) for i in range(25)], []),
    "coasts without water": ([province("A", coasts=("NC", "SC", "EC")), province("B")], [("A", "B")], []),
    "impassable": ([province("A"), province("B", Terrain.IMPASSABLE)], [], []),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_graphs_are_drawn(name: str) -> None:
    provinces, army, fleet = ODD[name]
    variant = replace(load_variant("classic"), board=make_board(provinces, [], army, fleet), folder=None)
    geometry = schematic_geometry(variant)
    assert len(geometry.provinces) == len(provinces)
    numbers = [n for drawing in geometry.provinces.values() for point in drawing.shapes[0].outline for n in point]
    assert all(math.isfinite(number) and number >= 0 for number in numbers)


def test_a_map_with_positions_on_the_globe_lies_that_way_round(tmp_path: Path) -> None:
    folder = tmp_path / "globe"
    new_variant(folder)
    path = folder / "map.json"
    text = path.read_text(encoding="utf-8")
    lonlat = {"bay": (5, 9), "cap": (6, 5), "har": (3, 7), "isl": (9, 5), "mar": (3, 5), "mil": (1, 6)}
    lonlat |= {"por": (3, 3), "qua": (1, 4), "sou": (5, 1)}
    for key, (lon, lat) in lonlat.items():
        text = text.replace(f'{{"id": "{key}", ', f'{{"id": "{key}", "lonlat": [{lon}, {lat}], ')
    path.write_text(text, encoding="utf-8")
    spots = middles(schematic_geometry(load_variant(folder)))
    assert spots["bay"][1] < spots["mar"][1] < spots["sou"][1]
    assert spots["mil"][0] < spots["har"][0] < spots["isl"][0]
