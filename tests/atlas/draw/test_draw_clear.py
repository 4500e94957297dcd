"""What a picture must not leave unclear: who took what, what the signs mean, what stands upon what."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from talleyrand.atlas.draw import draw_board, draw_report
from talleyrand.atlas.geometry import GeometryError, geometry_of, write_geometry
from talleyrand.atlas.theme import THEMES, contrast, liveries
from talleyrand.game.adjudicate import adjudicate
from talleyrand.game.report import Report
from talleyrand.game.wire import read_position
from talleyrand.variants.colour import difference
from talleyrand.variants.load import load_variant
from talleyrand.variants.variant import Variant

SVG = "{http://www.w3.org/2000/svg}"


def judged(
    units: Mapping[str, list[str]], orders: Mapping[str, list[str]], phase: str, name: str = "classic", **more: Any
) -> tuple[Variant, Report]:
    variant = load_variant(name)
    position = read_position({"variant": name, "phase": phase, "units": units, **more}, variant=variant)
    return variant, adjudicate(variant, position, orders)


def rows(svg: str) -> dict[str, str]:
    root = ElementTree.fromstring(svg)
    return {
        e.get("data-power", ""): " ".join("".join(e.itertext()).split())
        for e in root.iter()
        if e.get("class") == "power"
    }


def spot(element: ElementTree.Element) -> tuple[float, float]:
    found = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", ""))
    assert found is not None
    return float(found[1]), float(found[2])


# Who owns what


def test_a_centre_that_changes_hands_has_a_flag_and_the_counts_say_before_and_after() -> None:
    variant, report = judged(
        {"France": ["A BUR"], "Germany": ["A KIE"]},
        {"France": ["A BUR - BEL"], "Germany": ["A KIE H"]},
        "F1910M",
        centers={"France": ["PAR"], "Germany": ["KIE", "BEL"]},
    )
    svg = draw_report(report, variant)
    root = ElementTree.fromstring(svg)
    taken = {e.get("data-taken"): e.get("data-power") for e in root.iter() if e.get("data-taken")}
    assert taken == {"BEL": "France"}
    assert "Belgium goes to France." in svg and 'data-key="taken"' in svg
    assert "1 → 2 centres" in rows(svg)["France"]
    assert "2 → 1 centre," in rows(svg)["Germany"]
    assert "→" not in "".join(rows(draw_report(report, variant, show="orders")).values())
    assert "data-taken" not in draw_report(report, variant, show="orders")


def test_nothing_is_taken_in_spring() -> None:
    variant, report = judged({"France": ["A BUR"]}, {"France": ["A BUR - BEL"]}, "S1910M", centers={"France": ["PAR"]})
    svg = draw_report(report, variant)
    assert "data-taken" not in svg and "→" not in "".join(rows(svg).values())


@pytest.mark.parametrize("theme", list(THEMES))
def test_a_white_power_owns_land_that_is_told_from_nobodys(theme: str) -> None:
    variant = load_variant("classic")
    chosen = THEMES[theme]
    for livery in liveries(variant.powers, variant.colours, chosen, False):
        assert difference(livery.tint, chosen.land) > 13
        assert min(difference(livery.pale, chosen.land), difference(livery.pale, livery.tint)) > 6


def test_the_star_of_a_home_stands_on_a_disc_and_that_of_a_neutral_centre_on_none() -> None:
    variant = load_variant("classic")
    root = ElementTree.fromstring(draw_board(variant, variant.start))
    marks = {e.get("data-centre"): e for e in root.iter() if e.get("data-centre")}
    russia = variant.powers.index("Russia")
    livery = liveries(variant.powers, variant.colours, THEMES["light"], False)[russia]
    (disc,) = marks["MOS"].findall(f"{SVG}circle")
    star = marks["MOS"].find(f"{SVG}path")
    assert disc.get("class") == f"c{russia}" and star is not None and f"m{russia}" in (star.get("class") or "")
    assert contrast(livery.token, livery.mark) > 4.5
    assert marks["BEL"].findall(f"{SVG}circle") == []


# The key


@pytest.mark.parametrize(
    ("name", "there", "missing"),
    [
        ("classic", {"center", "home_center", "owned", "impassable"}, {"strait", "channel", "unit", "pale"}),
        ("ancient_mediterranean", {"center", "home_center", "strait", "point"}, {"channel", "unit", "impassable"}),
        ("morrowind", {"center", "home_center", "channel", "unit", "impassable"}, {"strait", "point"}),
    ],
)
def test_the_key_has_the_signs_of_the_map_each_with_a_drawing(name: str, there: set[str], missing: set[str]) -> None:
    variant = load_variant(name)
    root = ElementTree.fromstring(draw_board(variant, variant.start))
    keys = {e.get("data-key", ""): e for e in root.iter() if e.get("data-key")}
    assert there <= set(keys) and not missing & set(keys)
    assert all(len(list(element.iter())) > 1 for element in keys.values())


@pytest.mark.parametrize("name", ["classic", "ancient_mediterranean", "morrowind"])
def test_a_narrow_picture_has_a_key_of_few_words_that_fits(name: str) -> None:
    variant = load_variant(name)
    root = ElementTree.fromstring(draw_board(variant, variant.start, width=400))
    words = [text.text or "" for text in root.iter(f"{SVG}text") if text.get("class") == "note"]
    assert "home centre" in words and "3/4: centres/units" in words
    assert max(len(text) for text in words[:-1]) < 22


# What stands upon what


@pytest.mark.parametrize("name", ["classic", "ancient_mediterranean", "morrowind"])
@pytest.mark.parametrize(("width", "labels"), [(400, "short"), (400, "both"), (900, "both")])
def test_names_lie_apart_and_mostly_in_their_own_provinces(name: str, width: int, labels: str) -> None:
    from talleyrand.atlas.draw.layout import lay_out
    from talleyrand.atlas.draw.terrain import LAND, survey

    variant = load_variant(name)
    geometry = geometry_of(variant)
    assert geometry is not None
    size = max(1.0, round(10 * min(2.2, 8.0 / (13.5 * geometry.token / 13 * width / geometry.width))) / 10)
    provinces = variant.board.provinces.values()
    words = {p.id: (p.abbreviation, p.name if labels == "both" else "") for p in provinces}
    terrain = survey(geometry, variant.board)
    layout = lay_out(terrain, variant.board, size, words)
    boxes = {key: label.box for key, label in layout.labels.items()}
    pairs = [(one, other) for one in boxes for other in boxes if one < other]
    assert [pair for pair in pairs if boxes[pair[0]].overlap(boxes[pair[1]]) > 0.12] == []
    owners = {place: key for key, place in terrain.index.items()}
    strangers = {
        (key, owners[here])
        for key, box in boxes.items()
        if (here := terrain.grid.at(box.x, box.y)) in owners
        and owners[here] != key
        and terrain.kinds[owners[here]] == LAND == terrain.kinds[key]
    }
    assert strangers == set()


def test_small_signs_keep_off_the_marks_of_attacks() -> None:
    variant, report = judged(
        {"Indoril": ["A AKA"], "Dres": ["A SAI"]},
        {"Indoril": ["A AKA H"], "Dres": ["A SAI - AKA"]},
        "S1905M",
        "morrowind",
    )
    root = ElementTree.fromstring(draw_report(report, variant))
    (burst,) = (spot(e) for e in root.iter() if e.get("class") == "standoff")
    token = next(e for e in root.iter() if e.get("data-at") == "AKA")
    x, y = spot(token)
    scale = float(re.search(r"scale\(([\d.]+)\)", token.get("transform", ""))[1])  # type: ignore[index]
    badge = next(e for e in token.iter(f"{SVG}circle") if e.get("class") == "badge")
    middle = x + scale * float(badge.get("cx", 0)), y + scale * float(badge.get("cy", 0))
    assert math.dist(middle, burst) > 10


def test_letters_of_a_coast_keep_off_the_arrow_that_ends_there() -> None:
    variant, report = judged({"France": ["F MAO"]}, {"France": ["F MAO - SPA/NC"]}, "S1910M")
    svg = draw_report(report, variant)
    root = ElementTree.fromstring(svg)
    letters = next(e for e in root.iter() if e.get("data-coast") == "SPA/NC")
    x, y, size = (float(letters.get(key, 0)) for key in ("x", "y", "font-size"))
    order = next(e for e in root.iter() if e.get("data-order"))
    path = next(e.get("d", "") for e in order.iter(f"{SVG}path") if (e.get("class") or "").startswith("head c"))
    numbers = [float(value) for value in re.findall(r"-?\d+\.?\d*", path)]
    corners = list(zip(numbers[::2], numbers[1::2], strict=True))
    assert all(abs(x - px) > 0.4 * size or abs(y - 0.3 * size - py) > 0.4 * size for px, py in corners)
    still = ElementTree.fromstring(draw_board(variant, report.before))
    assert any(e.get("data-coast") == "SPA/NC" for e in still.iter())
    assert not any(
        e.get("data-coast") == "SPA/NC" for e in ElementTree.fromstring(draw_board(variant, report.next)).iter()
    )


def test_a_retreat_starts_at_the_unit_that_stands_aside_and_is_dashed() -> None:
    variant, report = judged(
        {"France": ["A BUR"]},
        {"Germany": ["A BUR - RUH"]},
        "S1910R",
        dislodged={"Germany": [{"unit": "A BUR", "from": "PAR", "by_convoy": False}]},
    )
    svg = draw_report(report, variant)
    root = ElementTree.fromstring(svg)
    driven = next(e for e in root.iter() if e.get("id") == "dislodged-BUR")
    standing = next(e for e in root.iter() if e.get("id") == "unit-BUR")
    order = next(e for e in root.iter() if e.get("data-order"))
    path = next(e.get("d", "") for e in order.iter(f"{SVG}path") if e.get("class") == "case")
    start = tuple(float(value) for value in re.findall(r"-?\d+\.?\d*", path)[:2])
    assert math.dist(start, spot(driven)) < 18 < math.dist(start, spot(standing))
    assert re.search(r"\.retreat \.case[^{]*\{stroke-dasharray", svg) and 'data-key="retreat"' in svg


@pytest.mark.parametrize("name", ["classic", "ancient_mediterranean", "morrowind"])
def test_a_dislodged_unit_stands_in_its_own_province(name: str) -> None:
    from talleyrand.atlas.draw.layout import lay_out
    from talleyrand.atlas.draw.terrain import survey

    variant = load_variant(name)
    geometry = geometry_of(variant)
    assert geometry is not None
    terrain = survey(geometry, variant.board)
    layout = lay_out(terrain, variant.board, 1.0, {})
    out = [
        str(place)
        for place, [(_, (x, y)), *_] in layout.aside.items()
        if not place.coast and terrain.grid.at(x, y) != terrain.index[place.province]
    ]
    assert out == []


# A map that is not whole


def test_a_province_that_is_not_drawn_is_named_and_no_unit_is_lost(tmp_path: Path) -> None:
    variant = load_variant("classic")
    geometry = geometry_of(variant)
    assert geometry is not None
    del geometry.provinces["par"]
    (tmp_path / "geometry.json").write_bytes(write_geometry(geometry))
    broken = replace(variant, folder=tmp_path, board=replace(variant.board))
    with pytest.raises(GeometryError, match=r"geometry\.json: provinces\.par: Paris has no drawing"):
        draw_board(broken, broken.start)
    with pytest.raises(GeometryError, match="Paris has no drawing"):
        draw_board(variant, variant.start, geometry=geometry)


@pytest.mark.parametrize(("attacker", "target"), [("ROM", "VEN"), ("MUN", "BUR"), ("TRI", "VIE"), ("SIL", "WAR")])
def test_a_dislodged_unit_stands_off_the_arrow_that_drove_it_out(attacker: str, target: str) -> None:
    helper = {"VEN": "PIE", "BUR": "RUH", "VIE": "BUD", "WAR": "PRU"}[target]
    back = f"A {target} - {attacker}"
    variant, report = judged(
        {"Germany": [f"A {attacker}", f"A {helper}"], "France": [f"A {target}"]},
        {"Germany": [f"A {attacker} - {target}", f"A {helper} S A {attacker} - {target}"], "France": [back]},
        "S1910M",
    )
    root = ElementTree.fromstring(draw_report(report, variant))
    driven = next(e for e in root.iter() if e.get("id") == f"dislodged-{target}")
    drawn = {e.get("data-order"): e for e in root.iter() if e.get("data-order")}
    path = next(
        e.get("d", "") for e in drawn[f"A {attacker} - {target}"].iter(f"{SVG}path") if e.get("class") == "case"
    )
    numbers = [float(value) for value in re.findall(r"-?\d+\.?\d*", path)]
    assert min(math.dist(spot(driven), point) for point in zip(numbers[::2], numbers[1::2], strict=True)) > 11
    tried = next(e.get("d", "") for e in drawn[back].iter(f"{SVG}path") if e.get("class") == "case")
    ends = [float(value) for value in re.findall(r"-?\d+\.?\d*", tried)]
    assert math.dist(ends[:2], ends[-2:]) > 6


def test_a_convoy_passes_beside_a_unit_that_is_in_its_way() -> None:
    variant, report = judged(
        {"Rome": ["A ROM", "F LIG", "A COR"]},
        {"Rome": ["A ROM - TAR", "F LIG C A ROM - TAR", "A COR H"]},
        "S5M",
        "ancient_mediterranean",
    )
    root = ElementTree.fromstring(draw_report(report, variant))
    corsica = next(e for e in root.iter() if e.get("data-at") == "COR")
    order = next(e for e in root.iter() if (e.get("data-order") or "").startswith("A ROM - TAR"))
    path = next(e.get("d", "") for e in order.iter(f"{SVG}path") if e.get("class") == "case")
    numbers = [float(value) for value in re.findall(r"-?\d+\.?\d*", path)]
    assert min(math.dist(spot(corsica), point) for point in zip(numbers[::2], numbers[1::2], strict=True)) > 14


def test_an_arrow_that_comes_in_and_one_that_goes_out_keep_apart() -> None:
    variant, report = judged(
        {"Hlaalu": ["A STO"], "Redoran": ["A EBO"]},
        {"Hlaalu": ["A STO - EBO"], "Redoran": ["A EBO - GAH"]},
        "S1905M",
        "morrowind",
    )
    root = ElementTree.fromstring(draw_report(report, variant))
    drawn = {e.get("data-order"): e for e in root.iter() if e.get("data-order")}
    lines = []
    for order in ("A STO - EBO", "A EBO - GAH"):
        path = next(e.get("d", "") for e in drawn[order].iter(f"{SVG}path") if e.get("class") == "case")
        numbers = [float(value) for value in re.findall(r"-?\d+\.?\d*", path)]
        lines.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    assert math.dist(lines[0][-1], lines[1][0]) > 8


def test_counts_before_and_after_stay_apart_in_a_narrow_picture() -> None:
    variant, report = judged(
        {"France": ["A BUR"], "Germany": ["A KIE"]},
        {"France": ["A BUR - BEL"]},
        "F1910M",
        centers={"France": ["PAR"], "Germany": ["KIE", "BEL"]},
    )
    found = rows(draw_report(report, variant, width=400))
    assert "France 1→2 / 1" in found["France"] and "Germany 2→1 / 1" in found["Germany"]
    assert "Italy 0/0" in found["Italy"]
