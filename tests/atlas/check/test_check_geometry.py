"""A drawn map held against its adjacency: one fault planted at a time."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grid_map import SIDE, grid_map
from talleyrand.atlas.check import Survey, check_geometry, survey
from talleyrand.atlas.check.crossings import meeting
from talleyrand.atlas.geometry import Crossing, Geometry, geometry_of
from talleyrand.variants.load import load_variant
from talleyrand.variants.registry import names
from talleyrand.variants.scaffold import new_variant
from talleyrand.variants.variant import Variant

PICTURE = [
    "bbbbbbbbbbbb",
    "hhhhhcc#bbbb",
    "iimmmcc#bbbb",
    "mmmmmcc#bllb",
    "mmmmmcc#slls",
    "qqmmmcc#ssss",
    "pppppcc#ssss",
    "ssssssssssss",
]
NAMES = {"b": "bay", "h": "har", "c": "cap", "i": "mil", "m": "mar", "q": "qua", "p": "por", "s": "sou", "l": "isl"}


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    folder = tmp_path_factory.mktemp("check") / "small_war"
    new_variant(folder)
    return load_variant(folder)


@pytest.fixture(scope="module")
def sound(variant: Variant) -> Geometry:
    return drawn()


def drawn(rows: list[str] = PICTURE, crossings: tuple[Crossing, ...] = ()) -> Geometry:
    return grid_map(
        rows,
        {letter: name for letter, name in NAMES.items() if any(letter in row for row in rows)},
        areas={"#": ("The Ness", "land")} if any("#" in row for row in rows) else {},
        centers=frozenset(("har", "isl", "mar", "mil", "por", "qua")),
        coasts={"cap": {"nc": (5, 1), "sc": (5, 6)}},
        crossings=crossings,
    )


def changed(geometry: Geometry, change: Callable[[Any], object]) -> Geometry:
    plain = msgspec.to_builtins(geometry)
    change(plain)
    return msgspec.convert(plain, Geometry)


def told(geometry: Geometry, variant: Variant) -> list[str]:
    return [str(fault) for fault in check_geometry(geometry, variant)]


def test_a_sound_map(sound: Geometry, variant: Variant) -> None:
    assert told(sound, variant) == []
    assert str(survey(sound, variant)) == "16 of 16 contacts, 0 crossings"


def move(key: str, point: tuple[float, float]) -> Callable[[Any], object]:
    def change(plain: Any) -> None:
        place, name = plain["provinces"], key.split(".")
        for part in name[:-1]:
            place = place[part]
        place[name[-1]] = point

    return change


def outline(plain: Any, province: str) -> Any:
    return plain["provinces"][province]["shapes"][0]["outline"]


def without_point(plain: Any) -> None:
    ring = outline(plain, "har")
    ring.remove([3 * SIDE, SIDE] if [3 * SIDE, SIDE] in ring else (3 * SIDE, SIDE))


def moved_on_one_side(plain: Any) -> None:
    ring = outline(plain, "har")
    place = next(i for i, point in enumerate(ring) if tuple(point) == (3 * SIDE, SIDE))
    ring[place] = [3 * SIDE, SIDE + 4]


def crossed(plain: Any) -> None:
    ring = outline(plain, "isl")
    ring[1], ring[2] = ring[2], ring[1]


def twice(plain: Any) -> None:
    ring = outline(plain, "isl")
    ring.insert(0, ring[0])


def outside(plain: Any) -> None:
    outline(plain, "bay")[0] = [-5, 0]


def flat(plain: Any) -> None:
    plain["provinces"]["isl"]["shapes"][0]["outline"] = [[0, 0], [SIDE, 0], [2 * SIDE, 0]]


def swapped_coasts(plain: Any) -> None:
    coasts = plain["provinces"]["cap"]["coasts"]
    coasts["nc"], coasts["sc"] = coasts["sc"], coasts["nc"]


def stranger(plain: Any) -> None:
    plain["provinces"]["xyz"] = plain["provinces"]["isl"]


def gap(plain: Any) -> None:
    del plain["areas"]


def hole_outside(plain: Any) -> None:
    far = [[0, 0], [SIDE, 0], [SIDE, SIDE]]
    plain["provinces"]["isl"]["shapes"][0]["holes"] = [far]


def islet(ring: list[list[float]], **more: str) -> Callable[[Any], object]:
    return lambda plain: plain.update(islets=[{"outline": ring, **more}])


def river(points: list[list[float]], width: float) -> Callable[[Any], object]:
    return lambda plain: plain.update(lines=[{"points": points, "width": width, "name": "Mill Race"}])


PLANTED: dict[str, tuple[Callable[[Any], object], str]] = {
    "unit out of its province": (move("har.unit", (15, 15)), "provinces.har.unit: (15, 15) lies outside Harbour"),
    "label on another land": (move("har.label", (75, 105)), "provinces.har.label: (75, 105) lies outside Harbour"),
    "centre mark out": (move("isl.center", (15, 15)), "provinces.isl.center: (15, 15) lies outside Isle"),
    "coast at sea": (move("cap.coasts.nc", (165, 15)), "provinces.cap.coasts.nc: (165, 15) lies outside Cape"),
    "dislodged out": (move("qua.dislodged", (15, 15)), "provinces.qua.dislodged: (15, 15) lies outside Quarry"),
    "dislodged on the unit": (move("mar.dislodged", (80, 75)), "lie on each other; move them apart"),
    "centre not drawn": (
        lambda plain: plain["provinces"]["isl"].pop("center"),
        "provinces.isl.center: is missing, but Isle is a supply centre",
    ),
    "centre too many": (move("cap.center", (165, 105)), "provinces.cap.center: is given, but Cape is no supply centre"),
    "coast not drawn": (
        lambda plain: plain["provinces"]["cap"]["coasts"].pop("nc"),
        "provinces.cap.coasts.nc: is missing: say where a fleet on that coast of Cape lies",
    ),
    "coast too many": (move("har.coasts", {"wc": (15, 45)}), "provinces.har.coasts.wc: is given, but Harbour has no"),
    "coasts swapped": (swapped_coasts, "provinces.cap.coasts.nc: (165, 195) lies nearer to the sc shore of Cape"),
    "a point on one side only": (without_point, "from (60, 30) to (120, 30)"),
    "a point moved on one side": (moved_on_one_side, "lie on no neighbour's border"),
    "a ring that crosses itself": (crossed, "provinces.isl.shapes[0].outline: crosses itself at ("),
    "a point twice": (twice, "provinces.isl.shapes[0].outline: comes to"),
    "out of the frame": (
        outside,
        "provinces.bay.shapes[0].outline: leaves the frame, 0 to 360 by 0 to 240, at (-5, 0)",
    ),
    "no area": (flat, "provinces.isl.shapes[0].outline: encloses nothing"),
    "a province unknown": (stranger, "provinces.xyz: is no province of map.json"),
    "a province not drawn": (lambda plain: plain["provinces"].pop("isl"), "provinces.isl: is missing: draw Isle"),
    "a gap": (gap, "lie on no neighbour's border"),
    "a hole outside": (hole_outside, "is a hole outside the outline of Isle"),
    "a province misspelt": (
        lambda plain: plain["provinces"].update(isle=plain["provinces"].pop("isl")),
        "provinces.isle: is no province of map.json; did you mean 'isl'?",
    ),
    "a name out at sea": (
        move("isl.label", (15, 15)),
        "provinces.isl.label: (15, 15) lies 266 away from Isle; a name stands in its province or beside it",
    ),
    "a coast in capitals": (
        lambda plain: plain["provinces"]["cap"]["coasts"].update(NC=plain["provinces"]["cap"]["coasts"].pop("nc")),
        "provinces.cap.coasts.NC: is written 'nc' here: in small letters",
    ),
    "a number out of reach": (
        lambda plain: outline(plain, "bay").__setitem__(0, [1e308, -1e308]),
        "provinces.bay.shapes[0].outline: leaves the frame",
    ),
    "an islet of nobody": (
        islet([[20, 200], [30, 200], [30, 210]], owner="harr"),
        "islets[0].owner: 'harr' is no province of map.json; did you mean 'har'?",
    ),
    "an islet in capitals": (
        islet([[20, 200], [30, 200], [30, 210]], owner="HAR"),
        "islets[0].owner: is written 'har' here: ids stand in small letters",
    ),
    "an islet out of the frame": (
        islet([[20, 200], [900, 200], [30, 210]]),
        "islets[0].outline: leaves the frame at (900, 200); clip the islet",
    ),
    "an islet with a point twice": (
        islet([[20, 200], [30, 200], [30, 200], [30, 210]]),
        "islets[0].outline: comes to (30, 200) twice",
    ),
    "an islet without area": (
        islet([[20, 200], [30, 200], [40, 200]]),
        "islets[0].outline: encloses nothing, or crosses itself",
    ),
    "an islet that crosses itself": (
        islet([[20, 200], [40, 220], [40, 200], [20, 220], [15, 210]]),
        "islets[0].outline: crosses itself at (30, 210); redraw the islet there",
    ),
    "a river out of the frame": (
        river([[20, 200], [-500, 200]], 3),
        "lines[0].points: Mill Race leaves the frame at (-500, 200); clip it",
    ),
    "a river without length": (
        river([[20, 200], [20, 200]], 3),
        "lines[0].points: Mill Race has no length: all its points are (20, 200)",
    ),
    "a river over everything": (
        river([[20, 200], [40, 200]], 300),
        "lines[0].width: 300 would hide the map under Mill Race; 12 is the most",
    ),
    "a token over everything": (
        lambda plain: plain.update(token=200),
        "token: 200 is too large for a frame of 360 by 240; 30 is the most, and 12 is usual",
    ),
    "capitals": (
        lambda plain: plain["provinces"].update(ISL=plain["provinces"].pop("isl")),
        "provinces.ISL: is written 'isl' here",
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault(name: str, sound: Geometry, variant: Variant) -> None:
    change, message = PLANTED[name]
    found = told(changed(sound, change), variant)
    assert any(message in text for text in found), found
    assert all(text.startswith("geometry.json: ") for text in found)


def redrawn(rows: dict[int, str]) -> Geometry:
    return drawn([rows.get(number, row) for number, row in enumerate(PICTURE)])


def test_two_lands_that_should_not_touch(variant: Variant) -> None:
    found = told(redrawn({2: "iimmmcc#bbbb", 3: "iimmmcc#bllb", 4: "qqmmmcc#slls"}), variant)
    assert found == [
        "geometry.json: provinces.mil, provinces.qua: Mill (mil) and Quarry (qua) touch along 60.0 at (60, 120) but "
        "are not adjacent: draw something between them"
    ]


def test_an_inland_province_on_the_shore(variant: Variant) -> None:
    found = told(redrawn({1: "iihhhcc#bbbb"}), variant)
    assert any("North Bay (bay) and Mill (mil) touch along 60.0" in text for text in found), found


def test_a_contact_that_is_missing(variant: Variant) -> None:
    found = told(redrawn({4: "qqmmmcc#bllb", 3: "qqmmmcc#bllb"}), variant)
    assert any("Isle (isl) and South Sound (sou) are adjacent but do not touch" in text for text in found) is False
    found = told(redrawn({3: "mmmmmcc#bbbb", 4: "mmmmmcc#bllb", 5: "qqmmmcc#bbbb"}), variant)
    assert any(
        "Isle (isl) and South Sound (sou) are adjacent but do not touch: let them share a border" in text
        for text in found
    ), found


def test_a_split_coast_drawn_as_one(variant: Variant) -> None:
    found = told(redrawn({row: PICTURE[row].replace("#", "s" if row > 3 else "b") for row in range(8)}), variant)
    assert any("coast of Cape (cap) is drawn along" in text and "may not go" in text for text in found), found


def test_a_coast_that_loses_its_neighbour(variant: Variant) -> None:
    """A spit of impassable land between the Harbour and the Cape's north shore takes the passage away."""
    found = told(redrawn({1: "hhhh#cc#bbbb"}), variant)
    assert any("on the nc coast of Cape (cap) a fleet may go to har" in text for text in found), found


def test_a_border_that_reaches_the_water(variant: Variant) -> None:
    """The Market comes to the Bay beside the Harbour: fleets might pass, and the table does not let them."""
    found = told(redrawn({1: "hhhhmcc#bbbb"}), variant)
    assert any("North Bay (bay) and Market (mar) touch" in text for text in found), found
    assert any("border of Harbour (har) and Market (mar) reaches the water" in text for text in found), found


def test_lands_that_touch_and_only_fleets_may_pass(sound: Geometry, tmp_path: Path) -> None:
    """A border of two lands says that armies pass."""
    folder = tmp_path / "small_war"
    new_variant(folder)
    path = folder / "map.json"
    path.write_text(path.read_text().replace('["cap", "por"],', ""))
    assert told(sound, load_variant(folder)) == [
        "geometry.json: provinces.cap, provinces.por: Cape (cap) and Port (por) share a border on land, but "
        "army_adjacency does not join them; part them, or add the edge"
    ]


def test_where_an_outline_crosses_is_told(sound: Geometry, variant: Variant) -> None:
    """The place is where the two steps meet, however long they are."""

    def change(plain: Any) -> None:
        plain["provinces"]["isl"]["shapes"][0]["outline"] = [
            [270, 90],
            [330, 150],
            [330, 90],
            [270, 150],
            [265, 120],
        ]

    found = told(changed(sound, change), variant)
    assert any("provinces.isl.shapes[0].outline: crosses itself at (300, 120)" in text for text in found), found


# Crossings and points


def crossing(one: str, other: str, kind: str, *line: tuple[float, float]) -> Crossing:
    return Crossing((one, other), kind, list(line))  # type: ignore[arg-type]


def test_a_crossing_of_what_touches(variant: Variant) -> None:
    found = told(drawn(crossings=(crossing("bay", "isl", "strait", (270, 80), (270, 95)),)), variant)
    assert any("crossings[0]: North Bay (bay) and Isle (isl) share a border" in text for text in found), found


def test_a_crossing_of_what_is_not_adjacent(variant: Variant) -> None:
    found = told(drawn(crossings=(crossing("har", "por", "strait", (15, 45), (15, 195)),)), variant)
    assert any("crossings[0]: Harbour (har) and Port (por) are not adjacent" in text for text in found), found


def test_a_crossing_of_nothing_and_one_twice(variant: Variant) -> None:
    marks = (
        crossing("har", "xxx", "strait", (15, 45), (15, 195)),
        crossing("har", "por", "strait", (15, 45), (15, 195)),
        crossing("por", "har", "strait", (15, 45), (15, 195)),
    )
    found = told(drawn(crossings=marks), variant)
    assert any("crossings[0]: 'xxx' is no province" in text for text in found), found
    assert any("crossings[2]: the crossing between Harbour (har) and Port (por) is listed twice" in t for t in found)


FOUR = ["aab", "aab", "ccd", "ccd"]


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """Four seas that meet in one point, each next to the other three, and a land with a centre beside them."""
    folder = tmp_path / "four"
    new_variant(folder)
    seas = [f'{{"id": "{name}", "name": "Sea {name}", "kind": "sea"}}' for name in ("one", "two", "thr", "fou")]
    lands = [
        f'{{"id": "{name}", "name": "{name}", "kind": "coastal", "supply_center": true, "home_of": "{power}"}}'
        for name, power in (("lan", "Amber"), ("lad", "Slate"))
    ]
    edges = "one-two one-thr one-fou two-thr two-fou thr-fou lan-thr lan-fou lad-fou lad-lan"
    fleets = ",".join('["{}","{}"]'.format(*edge.split("-")) for edge in edges.split())
    (folder / "map.json").write_text(
        f'{{"provinces": [{",".join(seas + lands)}], "army_adjacency": [["lad","lan"]], "fleet_adjacency": [{fleets}],'
        '"features": {"mutual_groups": [["one", "two", "thr", "fou"]]}}'
    )
    toml = (folder / "variant.toml").read_text()
    toml = toml.replace("victory_centers = 4", "victory_centers = 2").split("[start.units]")[0]
    (folder / "variant.toml").write_text(toml + '[start.units]\nAmber = ["A LAN"]\nSlate = ["A LAD"]\n')
    (folder / "cases.toml").write_text("")
    return folder


def four_seas(*crossings: Crossing) -> Geometry:
    letters = {"a": "one", "b": "two", "c": "thr", "d": "fou", "l": "lan", "k": "lad"}
    return grid_map(
        ["aabb", "aabb", "ccdd", "ccdd", "lllk"], letters, centers=frozenset({"lan", "lad"}), crossings=crossings
    )


ACROSS = crossing("one", "fou", "point", (60, 60), (60, 60))
ATHWART = crossing("thr", "two", "point", (60, 60), (60, 60))


def test_four_seas_in_a_point_want_two_crossings(four: Path) -> None:
    variant = load_variant(four)
    assert told(four_seas(ACROSS, ATHWART), variant) == []
    assert str(survey(four_seas(ACROSS, ATHWART), variant)) == "8 of 8 contacts, 2 crossings"


def test_a_crossing_taken_out_is_missed(four: Path) -> None:
    variant = load_variant(four)
    found = told(four_seas(ATHWART), variant)
    assert found == [
        "geometry.json: provinces.fou, provinces.one: Sea fou (fou) and Sea one (one) are adjacent but do not touch: "
        "they meet in a point at (60, 60) only; list a crossing of kind point, or widen the border"
    ]
    assert str(survey(four_seas(ATHWART), variant)) == "8 of 9 contacts, 1 crossing"


def test_a_point_that_is_none(four: Path) -> None:
    letters = {"a": "one", "b": "two", "c": "thr", "d": "fou", "l": "lan", "k": "lad"}
    geometry = grid_map(
        ["aabb", "abbb", "ccdd", "ccdd", "lllk"],
        letters,
        centers=frozenset({"lan", "lad"}),
        crossings=(ACROSS, ATHWART),
    )
    found = told(geometry, load_variant(four))
    assert any("crossings[0]: Sea fou (fou) and Sea one (one) have no point in common" in text for text in found), found
    assert any("crossings[1]: Sea thr (thr) and Sea two (two) share a border" in text for text in found), found


def test_a_crossing_the_map_does_not_know(four: Path) -> None:
    path = four / "map.json"
    path.write_text(path.read_text().replace('["one", "two", "thr", "fou"]', '["one", "two", "thr"]'))
    found = told(four_seas(ACROSS, ATHWART), load_variant(four))
    assert any("map.json does not say that Sea fou (fou) and Sea one (one) are joined" in text for text in found), found


def test_a_point_between_strangers(four: Path) -> None:
    path = four / "map.json"
    path.write_text(path.read_text().replace('["one","fou"],', "").replace('[["one", "two", "thr", "fou"]]', "[]"))
    found = told(four_seas(ATHWART), load_variant(four))
    assert any("meet in a point at (60, 60) but are not adjacent" in text for text in found), found


# The library


@pytest.mark.parametrize("name", names())
def test_library_maps_are_sound(name: str) -> None:
    variant = load_variant(name)
    geometry = geometry_of(variant)
    assert geometry is not None
    found: Survey = survey(geometry, variant)
    assert [str(fault) for fault in found.faults] == []
    assert found.contacts == found.wanted > 0


def inner(plain: Any, province: str) -> int:
    """The first point of a ring that is not on the frame."""
    frame = (0, plain["width"], plain["height"])
    return next(i for i, (x, y) in enumerate(outline(plain, province)) if x not in frame and y not in frame)


@pytest.mark.parametrize("name", names())
def test_every_ring_of_the_library_counts(name: str) -> None:
    """Whichever ring loses a point, the check tells."""
    variant = load_variant(name)
    geometry = geometry_of(variant)
    assert geometry is not None
    for province in sorted(geometry.provinces)[::9]:
        spoilt = changed(geometry, lambda plain, key=province: outline(plain, key).pop(inner(plain, key)))
        assert any(
            "lie on no neighbour's border" in t or "lies on no neighbour's border" in t for t in told(spoilt, variant)
        )


def test_segments_that_meet_as_every_pair_says() -> None:
    """The grid finds what comparing every two segments finds."""
    dice = random.Random(4)
    points = [(dice.randint(0, 40), dice.randint(0, 40)) for _ in range(160)]
    segments = [(a, b) for a, b in zip(points[::2], points[1::2], strict=True) if a != b]
    fine = {frozenset(pair) for pair in meeting(segments, 3)}
    coarse = {frozenset(pair) for pair in meeting(segments, 1000)}
    assert fine == coarse
    assert fine
