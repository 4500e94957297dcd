"""The drawing of positions: structure, names, legend, options, errors."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from talleyrand.atlas.draw import draw_board
from talleyrand.atlas.geometry import geometry_of
from talleyrand.board.position import Position
from talleyrand.board.unit import Unit
from talleyrand.variants.load import load_variant
from talleyrand.variants.variant import Variant

BUILT_IN = ("classic", "ancient_mediterranean", "morrowind")
SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def by_attribute(root: ElementTree.Element, name: str) -> dict[str, ElementTree.Element]:
    return {element.get(name, ""): element for element in root.iter() if element.get(name)}


@pytest.fixture(params=BUILT_IN)
def variant(request: pytest.FixtureRequest) -> Variant:
    return load_variant(request.param)


def test_every_province_is_there_once_with_its_name(variant: Variant) -> None:
    root = parsed(draw_board(variant, variant.start))
    drawn = [element.get("data-province") for element in root.iter() if element.get("data-province")]
    assert sorted(drawn) == sorted(variant.board.provinces)
    for key, element in by_attribute(root, "data-province").items():
        title = element.find(f"{SVG}title")
        assert title is not None and variant.board.name(key) in (title.text or "")
        assert element.get("id") == f"province-{key}"


def test_layers_have_stable_ids(variant: Variant) -> None:
    root = parsed(draw_board(variant, variant.start))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    layers = {"seas", "land", "areas", "islets", "rivers", "crossings", "centres", "labels"}
    assert layers | {"orders", "units", "dislodged", "legend"} <= set(ids)


def test_every_unit_stands_in_its_place_and_says_what_it_is(variant: Variant) -> None:
    root = parsed(draw_board(variant, variant.start))
    units = by_attribute(root, "data-at")
    assert set(units) == {unit.province for _, unit in variant.start.each_unit()}
    geometry = geometry_of(variant)
    assert geometry is not None
    for power, unit in variant.start.each_unit():
        element = units[unit.province]
        assert element.get("data-power") == power
        assert unit.kind.word in (element.get("aria-label") or "")
        drawing = geometry.provinces[unit.province.lower()]
        x, y = drawing.coasts[unit.location.coast.lower()] if unit.location.coast else drawing.unit
        assert f"translate({x:.1f} {y:.1f})" in (element.get("transform") or "")


def test_a_mark_for_every_supply_centre_of_the_kind_the_variant_names(variant: Variant) -> None:
    root = parsed(draw_board(variant, variant.start))
    marks = by_attribute(root, "data-centre")
    assert set(marks) == variant.board.centers
    for key, element in marks.items():
        circles = len(element.findall(f"{SVG}circle"))
        home = variant.board.provinces[key].home_of is not None
        if variant.name == "ancient_mediterranean":
            assert circles == (2 if home else 1)
        elif variant.name == "morrowind":
            assert circles == 2
        else:
            assert circles == (1 if home else 0) and element.find(f"{SVG}path") is not None


def test_units_carry_initials_where_the_variant_says_so(variant: Variant) -> None:
    root = parsed(draw_board(variant, variant.start, legend=False))
    texts = {
        element.get("data-power"): [text.text for text in element.iter(f"{SVG}text")]
        for element in by_attribute(root, "data-at").values()
    }
    if variant.name == "morrowind":
        assert all(power and found == [power[0]] for power, found in texts.items())
    else:
        assert all(not found for found in texts.values())


def test_land_is_tinted_by_the_owner_of_its_centre() -> None:
    variant = load_variant("classic")
    root = parsed(draw_board(variant, variant.start))
    provinces = by_attribute(root, "data-province")
    france = variant.powers.index("France")
    assert provinces["PAR"].get("class") == f"land own{france}"
    assert provinces["BEL"].get("class") == "land"
    assert provinces["MAO"].get("class") == "sea"


def test_land_that_nobody_owns_is_pale_only_where_a_unit_stands() -> None:
    variant = load_variant("classic")
    guest = replace(variant.start, units={"France": (Unit.parse("A TUS"), Unit.parse("A BEL"))})
    provinces = by_attribute(parsed(draw_board(variant, guest)), "data-province")
    pale = {key for key, element in provinces.items() if "hold" in (element.get("class") or "")}
    assert pale == {"TUS", "BEL"}
    assert provinces["TUS"].get("class") == f"land hold{variant.powers.index('France')}"
    assert 'data-key="pale"' in draw_board(variant, guest)
    assert 'data-key="pale"' not in draw_board(variant, variant.start)


def test_the_legend_counts_centres_and_units(variant: Variant) -> None:
    root = parsed(draw_board(variant, variant.start, adjustments={variant.powers[0]: 2, variant.powers[1]: -1}))
    rows = {e.get("data-power"): e for e in root.iter() if e.get("class") == "power"}
    assert set(rows) == set(variant.powers)
    for power, row in rows.items():
        assert row.get("data-centers") == str(len(variant.start.centers_of(power or "")))
        assert row.get("data-units") == str(len(variant.start.units_of(power or "")))
    assert rows[variant.powers[0]].get("data-change") == "2"
    assert "−1" in "".join(rows[variant.powers[1]].itertext())


def test_title_and_phase_are_in_the_variants_words() -> None:
    variant = load_variant("ancient_mediterranean").with_year_label("AUC")
    words = "".join(parsed(draw_board(variant, variant.start)).itertext())
    assert "Ancient Mediterranean" in words and "Spring 450 AUC, Movement" in words


def test_title_and_legend_can_be_left_out(variant: Variant) -> None:
    svg = draw_board(variant, variant.start, title=False, legend=False)
    geometry = geometry_of(variant)
    assert geometry is not None
    assert f'viewBox="0 0.0 {geometry.width:g} {geometry.height:.1f}"' in svg.replace("-0.0", "0.0")
    assert 'id="legend"' not in svg


def test_hostile_words_stay_words() -> None:
    variant = load_variant("classic")
    title = '</title><script>alert("x")</script>&\x00\u202e'
    variant = replace(variant, title=title)
    svg = draw_board(variant, variant.start, sandbox="<b>&", labels={"PAR": "<i>P&</i>"}, prefix='"><x>')
    root = parsed(svg)
    assert "<script" not in svg and "<b>" not in svg and "<i>" not in svg and "<x>" not in svg and "\u202e" not in svg
    assert any("alert" in (element.text or "") for element in root.iter(f"{SVG}text"))
    assert any(element.text == "<i>P&</i>" for element in root.iter(f"{SVG}text"))


def test_a_prefix_keeps_ids_of_two_pictures_apart() -> None:
    variant = load_variant("classic")
    one, other = (
        {e.get("id") for e in parsed(draw_board(variant, variant.start, prefix=prefix)).iter() if e.get("id")}
        for prefix in ("a-", "b-")
    )
    assert not one & other


def test_a_sandbox_says_so() -> None:
    variant = load_variant("classic")
    assert "SANDBOX" in draw_board(variant, variant.start, sandbox=True)
    assert "SANDBOX" not in draw_board(variant, variant.start)


@pytest.mark.parametrize("width", [0, -5, 100_000])
def test_an_impossible_width_is_refused_in_a_sentence(width: int) -> None:
    variant = load_variant("classic")
    with pytest.raises(ValueError, match="the width must be from 120 to 10,000 pixels"):
        draw_board(variant, variant.start, width=width)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"theme": "neon"}, "there is no theme 'neon'; choose light, dark or print"),
        ({"show": "dreams"}, "there is nothing called 'dreams' to show"),
        ({"power": "Atlantis"}, "Classic has no power 'Atlantis'; it has Austria"),
        ({"palette": "mud"}, "there is no palette 'mud'"),
        ({"labels": "runes"}, "there are no labels 'runes'"),
    ],
)
def test_unknown_options_are_refused_with_what_there_is(option: dict[str, str], words: str) -> None:
    variant = load_variant("classic")
    with pytest.raises(ValueError, match=re.escape(words)):
        draw_board(variant, variant.start, **option)


def test_the_width_sets_the_size_shown_and_a_narrow_one_makes_names_larger() -> None:
    variant = load_variant("classic")
    wide, narrow = (parsed(draw_board(variant, variant.start, width=width)) for width in (1400, 360))
    assert (wide.get("width"), narrow.get("width")) == ("1400", "360")
    assert wide.get("viewBox", "").split()[2] == narrow.get("viewBox", "").split()[2]
    sizes = [
        max(float(text.get("font-size", 0)) for text in root.iter(f"{SVG}text") if text.get("data-label") == "MOS")
        for root in (wide, narrow)
    ]
    assert sizes[1] > 1.8 * sizes[0]
    geometry = geometry_of(variant)
    assert geometry is not None and sizes[1] * 360 / geometry.width > 7


@pytest.mark.parametrize("width", [None, 360])
def test_names_lie_apart_and_on_the_map(variant: Variant, width: int | None) -> None:
    root = parsed(draw_board(variant, variant.start, width=width))
    geometry = geometry_of(variant)
    assert geometry is not None
    spots = []
    for text in root.iter(f"{SVG}text"):
        if text.get("data-label"):
            x, y, size = (float(text.get(name, 0)) for name in ("x", "y", "font-size"))
            assert 0 < x < geometry.width and size * 0.6 < y < geometry.height
            spots.append((x, y, 0.5 * size * len(text.text or ""), size, text.get("data-label")))
    assert len(spots) == len(variant.board.provinces)
    clashes = [
        (a[4], b[4])
        for place, a in enumerate(spots)
        for b in spots[place + 1 :]
        if abs(a[0] - b[0]) < 0.42 * (a[2] + b[2]) and abs(a[1] - b[1]) < 0.3 * (a[3] + b[3])
    ]
    assert len(clashes) <= (0 if width is None else 3), clashes


def test_names_can_be_others_or_none() -> None:
    variant = load_variant("classic")
    svg = draw_board(variant, variant.start, labels={"par": "Lutetia"})
    assert ">Lutetia</text>" in svg and ">Bur</text>" in svg
    assert "data-label" not in draw_board(variant, variant.start, labels="none")
    assert ">Constantinople</text>" in draw_board(variant, variant.start, labels="names")


def test_patterns_and_the_safe_palette() -> None:
    variant = load_variant("classic")
    plain, helped = (
        draw_board(variant, variant.start),
        draw_board(variant, variant.start, patterns=True, palette="safe"),
    )
    assert 'id="power-0"' in helped and 'id="power-0"' not in plain
    assert "#0072b2" in helped and "#0072b2" not in plain
    assert 'class="badge"' in helped
    assert 'id="power-0"' in draw_board(variant, variant.start, theme="print")


def test_a_variant_without_a_drawn_map_gets_a_schematic_one() -> None:
    variant = load_variant("classic")
    undrawn = replace(variant, folder=None, board=replace(variant.board))
    root = parsed(draw_board(undrawn, undrawn.start))
    assert set(by_attribute(root, "data-province")) == set(variant.board.provinces)


def test_the_same_position_gives_the_same_picture(variant: Variant) -> None:
    assert draw_board(variant, variant.start) == draw_board(variant, variant.start)


def test_a_position_takes_less_than_400_kb(variant: Variant) -> None:
    assert len(draw_board(variant, variant.start).encode()) < 400_000


def test_an_empty_board_can_be_drawn(variant: Variant) -> None:
    empty = Position(variant.name, variant.start.phase)
    svg = draw_board(variant, empty)
    assert "eliminated" in svg
