"""The drawing of orders: arrows from outcomes, where they start and end, and what is marked."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from typing import Any

import pytest

from talleyrand.atlas.draw import LAYERS, draw_board, draw_report
from talleyrand.atlas.draw.symbols import EXCLAMATION
from talleyrand.atlas.geometry import geometry_of
from talleyrand.board.unit import Location, Unit
from talleyrand.game.adjudicate import adjudicate
from talleyrand.game.report import Report
from talleyrand.game.wire import read_position
from talleyrand.variants.load import load_variant
from talleyrand.variants.variant import Variant

SVG = "{http://www.w3.org/2000/svg}"
Spot = tuple[float, float]


def judged(
    units: Mapping[str, list[str]],
    orders: Mapping[str, list[str]],
    phase: str = "S1910M",
    name: str = "classic",
    **more: Any,
) -> tuple[Variant, Report]:
    variant = load_variant(name)
    position = read_position({"variant": name, "phase": phase, "units": units, "centers": {}, **more}, variant=variant)
    return variant, adjudicate(variant, position, orders, skip=False)


def orders(svg: str) -> dict[str, ElementTree.Element]:
    """Drawn orders by their text, "A PAR - BUR"."""
    root = ElementTree.fromstring(svg)
    return {e.get("data-order", ""): e for e in root.iter() if e.get("data-order")}


def units(svg: str) -> list[ElementTree.Element]:
    return [e for e in ElementTree.fromstring(svg).iter() if e.get("data-at")]


def place(element: ElementTree.Element) -> Spot:
    found = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", ""))
    assert found is not None
    return float(found[1]), float(found[2])


def numbers(path: str) -> list[Spot]:
    values = [float(value) for value in re.findall(r"-?\d+\.?\d*", path)]
    return list(zip(values[::2], values[1::2], strict=True))


def shaft(order: ElementTree.Element) -> list[Spot]:
    """The points of an order's line."""
    path = next(e.get("d", "") for e in order.iter(f"{SVG}path") if "case" in (e.get("class") or ""))
    return numbers(path)


def tip(order: ElementTree.Element) -> Spot:
    path = next(e.get("d", "") for e in order.iter(f"{SVG}path") if (e.get("class") or "").startswith("head c"))
    return numbers(path)[0]


def where(variant: Variant, text: str) -> Spot:
    geometry = geometry_of(variant)
    assert geometry is not None
    location = Location.parse(text)
    drawing = geometry.provinces[location.province.lower()]
    return drawing.coasts[location.coast.lower()] if location.coast else drawing.unit


def test_a_move_that_arrived_ends_where_its_unit_will_stand() -> None:
    variant, report = judged({"France": ["A PAR"]}, {"France": ["A PAR - BUR"]})
    drawn = orders(draw_report(report, variant))["A PAR - BUR"]
    assert math.dist(tip(drawn), where(variant, "BUR")) < 3
    assert drawn.get("data-result") == "done"
    title = drawn.find(f"{SVG}title")
    assert title is not None and title.text == "Army Paris moved to Burgundy."


@pytest.mark.parametrize("coast", ["NC", "SC"])
def test_a_fleet_goes_to_its_coast(coast: str) -> None:
    variant, report = judged({"France": ["F MAO"]}, {"France": [f"F MAO - SPA/{coast}"]})
    drawn = orders(draw_report(report, variant))[f"F MAO - SPA/{coast}"]
    assert math.dist(tip(drawn), where(variant, f"SPA/{coast}")) < 3
    assert math.dist(tip(drawn), where(variant, "SPA/SC" if coast == "NC" else "SPA/NC")) > 60


@pytest.mark.parametrize("coast", ["EC", "WC"])
def test_a_fleet_goes_to_its_coast_in_morrowind(coast: str) -> None:
    sea = "NSD" if coast == "EC" else "ZBA"
    variant, report = judged(
        {"Telvanni": [f"F {sea}"]}, {"Telvanni": [f"F {sea} - MOL/{coast}"]}, "S1903M", "morrowind"
    )
    drawn = orders(draw_report(report, variant))
    assert math.dist(tip(drawn[f"F {sea} - MOL/{coast}"]), where(variant, f"MOL/{coast}")) < 3


def test_a_support_into_a_province_with_two_coasts_ends_on_the_road_to_the_right_one() -> None:
    variant, report = judged({"France": ["F MAO", "F WES"]}, {"France": ["F WES - SPA/SC", "F MAO S F WES - SPA/SC"]})
    drawn = orders(draw_report(report, variant))
    end = shaft(drawn["F MAO S F WES - SPA/SC"])[-1]
    road = shaft(drawn["F WES - SPA/SC"])
    assert min(math.dist(end, spot) for spot in filled(road)) < 3


def filled(line: list[Spot]) -> list[Spot]:
    """A line of control points as points of its curve, close together."""
    if len(line) < 4:
        return line
    found: list[Spot] = []
    start = line[0]
    for control, end in zip(line[1::2], line[2::2], strict=False):
        for step in range(21):
            t = step / 20
            found.append(
                tuple(
                    (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
                    for a, b, c in zip(start, control, end, strict=True)
                )  # type: ignore[arg-type]
            )
        start = end
    return found


def test_a_bounce_stops_short_and_is_marked_at_the_place_of_the_collision() -> None:
    both = {"France": ["A PAR"], "Germany": ["A MUN"]}
    variant, bounced = judged(both, {"France": ["A PAR - BUR"], "Germany": ["A MUN - BUR"]})
    _, alone = judged({"France": ["A PAR"]}, {"France": ["A PAR - BUR"]})
    short = orders(draw_report(bounced, variant))["A PAR - BUR"]
    full = orders(draw_report(alone, variant))["A PAR - BUR"]
    start = where(variant, "PAR")
    assert math.dist(start, tip(short)) < math.dist(start, tip(full)) - 5
    assert short.get("data-result") == "failed"
    svg = draw_report(bounced, variant)
    marks = [e for e in ElementTree.fromstring(svg).iter() if e.get("class") == "standoff"]
    assert [math.dist(place(mark), where(variant, "BUR")) < 1 for mark in marks] == [True]


def test_a_bounce_off_a_unit_stops_before_it() -> None:
    variant, report = judged(
        {"France": ["A PAR"], "Germany": ["A BUR"]}, {"France": ["A PAR - BUR"], "Germany": ["A BUR H"]}
    )
    drawn = orders(draw_report(report, variant))["A PAR - BUR"]
    geometry = geometry_of(variant)
    assert geometry is not None
    assert geometry.token < math.dist(tip(drawn), where(variant, "BUR")) < 3 * geometry.token


@pytest.mark.parametrize("pair", [("BER", "MUN"), ("BEL", "HOL"), ("VIE", "BUD"), ("ROM", "VEN"), ("MOS", "STP")])
def test_opposite_arrows_never_overlap(pair: tuple[str, str]) -> None:
    one, other = pair
    variant, report = judged(
        {"Germany": [f"A {one}"], "Austria": [f"A {other}"]},
        {"Germany": [f"A {one} - {other}"], "Austria": [f"A {other} - {one}"]},
    )
    for show in ("orders", "results"):
        drawn = orders(draw_report(report, variant, show=show))  # type: ignore[arg-type]
        there, back = filled(shaft(drawn[f"A {one} - {other}"])), filled(shaft(drawn[f"A {other} - {one}"]))
        assert min(math.dist(a, b) for a, b in itertools.product(there, back)) > 4.5


@pytest.mark.parametrize("pair", [("SIL", "WAR"), ("SER", "BUL"), ("BUD", "RUM"), ("PAR", "BUR"), ("MOS", "STP")])
def test_opposite_arrows_that_both_fail_stop_before_one_mark_on_the_border(pair: tuple[str, str]) -> None:
    one, other = pair
    variant, report = judged(
        {"Germany": [f"A {one}"], "Russia": [f"A {other}"]},
        {"Germany": [f"A {one} - {other}"], "Russia": [f"A {other} - {one}"]},
    )
    svg = draw_report(report, variant)
    (mark,) = (place(e) for e in ElementTree.fromstring(svg).iter() if e.get("class") == "standoff")
    border = shared_border(variant, one, other)
    assert min(math.dist(mark, spot) for spot in border) < 8
    drawn = orders(svg)
    tips = [tip(drawn[f"A {one} - {other}"]), tip(drawn[f"A {other} - {one}"])]
    assert all(2 < math.dist(spot, mark) < 20 for spot in tips)
    assert math.dist(tips[0], where(variant, one)) < math.dist(mark, where(variant, one))
    assert math.dist(tips[1], where(variant, other)) < math.dist(mark, where(variant, other))


def shared_border(variant: Variant, one: str, other: str) -> list[Spot]:
    geometry = geometry_of(variant)
    assert geometry is not None
    rings = [
        {(x, y) for shape in geometry.provinces[key.lower()].shapes for x, y in shape.outline} for key in (one, other)
    ]
    return sorted(rings[0] & rings[1])


def test_opposite_fleets_over_a_point_where_four_seas_meet_stop_at_that_point() -> None:
    variant, report = judged(
        {"Rome": ["F AUS", "F MES"], "Egypt": ["F LIB", "F GOT"]},
        {"Rome": ["F AUS - LIB", "F MES - GOT"], "Egypt": ["F LIB - AUS", "F GOT - MES"]},
        "S5M",
        "ancient_mediterranean",
    )
    geometry = geometry_of(variant)
    assert geometry is not None
    lines = [crossing.line for crossing in geometry.crossings if crossing.kind == "point"]
    middle = [sum(axis) / len(lines[0]) for axis in zip(*lines[0], strict=True)]
    svg = draw_report(report, variant)
    marks = [place(e) for e in ElementTree.fromstring(svg).iter() if e.get("class") == "standoff"]
    assert marks and all(math.dist(mark, middle) < 12 for mark in marks)


def test_a_support_of_a_move_ends_on_its_shaft() -> None:
    variant, report = judged(
        {"France": ["A PAR", "A MAR"], "Germany": ["A BUR"]},
        {"France": ["A PAR - BUR", "A MAR S A PAR - BUR"], "Germany": ["A BUR H"]},
    )
    drawn = orders(draw_report(report, variant))
    end = shaft(drawn["A MAR S A PAR - BUR"])[-1]
    assert min(math.dist(end, spot) for spot in filled(shaft(drawn["A PAR - BUR"]))) < 3


def test_a_support_to_hold_ends_at_the_unit() -> None:
    variant, report = judged({"France": ["A PAR", "A BUR"]}, {"France": ["A PAR S A BUR", "A BUR H"]})
    drawn = orders(draw_report(report, variant))
    geometry = geometry_of(variant)
    assert geometry is not None
    end = shaft(drawn["A PAR S A BUR"])[-1]
    assert geometry.token < math.dist(end, where(variant, "BUR")) < 1.6 * geometry.token


def test_a_cut_support_is_broken_and_marked() -> None:
    variant, report = judged(
        {"France": ["A PAR", "A MAR"], "Germany": ["A BUR"], "Italy": ["A PIE"]},
        {
            "France": ["A PAR - BUR", "A MAR S A PAR - BUR"],
            "Germany": ["A BUR H"],
            "Italy": ["A PIE - MAR"],
        },
    )
    cut = orders(draw_report(report, variant))["A MAR S A PAR - BUR"]
    assert cut.get("data-result") == "failed"
    assert {"case", "ghost", "gash"} <= {e.get("class") for e in cut.iter()} | {"case"}
    planned = orders(draw_report(report, variant, show="orders"))["A MAR S A PAR - BUR"]
    assert "gash" not in {e.get("class") for e in planned.iter()}


def test_a_convoyed_army_goes_through_its_fleets_in_order() -> None:
    variant, report = judged(
        {"England": ["A LON", "F NTH", "F NWG", "F BAR"]},
        {
            "England": [
                "A LON - STP via",
                "F BAR C A LON - STP",
                "F NTH C A LON - STP",
                "F NWG C A LON - STP",
            ]
        },
    )
    svg = draw_report(report, variant)
    road = next(e for text, e in orders(svg).items() if text.startswith("A LON - STP"))
    assert "convoyed" in road.get("class", "")
    line = filled(shaft(road))
    passed = []
    for sea in ("NTH", "NWG", "BAR"):
        spot = where(variant, sea)
        nearest = min(range(len(line)), key=lambda step: math.dist(line[step], spot))
        assert math.dist(line[nearest], spot) < 8
        passed.append(nearest)
    assert passed == sorted(passed)
    assert svg.count('class="ferry"') >= 3


def test_a_convoy_merely_supported_is_not_drawn_as_failed() -> None:
    """Lesson 25: a fleet that convoys and is supported carries its army all the same."""
    variant, report = judged(
        {"England": ["A LON", "F NTH", "F HEL"]},
        {"England": ["A LON - NWY", "F NTH C A LON - NWY", "F HEL S F NTH"]},
    )
    drawn = orders(draw_report(report, variant))
    assert {element.get("data-result") for element in drawn.values()} == {"done"}


def test_a_dislodged_unit_stands_aside_with_its_retreats() -> None:
    variant, report = judged(
        {"France": ["A PAR", "A MAR"], "Germany": ["A BUR"]},
        {"France": ["A PAR - BUR", "A MAR S A PAR - BUR"], "Germany": ["A BUR H"]},
    )
    driven = next(e for e in units(draw_report(report, variant)) if e.get("id") == "dislodged-BUR")
    assert math.dist(place(driven), where(variant, "BUR")) > 20
    after = draw_report(report, variant, show="retreats")
    options = {e.get("data-to") for e in ElementTree.fromstring(after).iter() if e.get("data-to")}
    assert options == {str(spot) for spot in report.retreats[Unit.parse("A BUR")]}
    ids = {e.get("id"): e.get("data-power") for e in units(after)}
    assert ids["dislodged-BUR"] == "Germany" and ids["unit-BUR"] == "France"


def test_a_dislodged_army_and_the_army_in_its_place_keep_their_own_marks() -> None:
    """Lesson 16: the two are written alike."""
    variant, report = judged(
        {"France": ["A BUR"], "Italy": ["A ROM"]},
        {"Germany": ["A BUR - PAR"]},
        "S1910R",
        dislodged={"Germany": [{"unit": "A BUR", "from": "MAR", "by_convoy": False}]},
    )
    svg = draw_report(report, variant)
    found = {e.get("id"): e for e in units(svg)}
    assert {"unit-BUR", "dislodged-BUR", "unit-ROM"} == set(found)
    assert "retreated" in (found["dislodged-BUR"].get("aria-label") or "")
    assert "retreated" not in (found["unit-BUR"].get("aria-label") or "")
    assert math.dist(tip(orders(svg)["A BUR R PAR"]), where(variant, "PAR")) < 5


def test_builds_and_removals_are_marked() -> None:
    variant, report = judged(
        {"France": ["A SPA"], "Germany": ["A MUN", "A RUH"]},
        {"France": ["Build F BRE"], "Germany": ["Remove A RUH"]},
        "W1910A",
        centers={"France": ["BRE", "PAR"], "Germany": ["MUN"]},
    )
    found = {e.get("id"): e for e in units(draw_report(report, variant))}
    assert "built" in (found["unit-BRE"].get("class") or "")
    assert any(e.get("class") == "sign good" for e in found["unit-BRE"].iter())
    assert any(e.get("class") == "cross" for e in found["unit-RUH"].iter())
    assert not any(e.get("class") == "cross" for e in found["unit-MUN"].iter())


def test_an_illegal_move_shows_faintly_where_it_was_meant_to_go() -> None:
    variant, report = judged({"France": ["A PAR"]}, {"France": ["A PAR - MOS"]})
    for show in ("orders", "results"):
        svg = draw_report(report, variant, show=show)  # type: ignore[arg-type]
        (order,) = orders(svg).values()
        assert order.get("data-result") == "quiet"
        assert {e.get("class") for e in order.iter(f"{SVG}path")} == {"ghost", "ghost-head"}
        head = next(e.get("d", "") for e in order.iter(f"{SVG}path") if e.get("class") == "ghost-head")
        assert math.dist(numbers(head)[0], where(variant, "MOS")) < 3
        (unit,) = units(svg)
        assert any(e.get("class") == "sign aside" for e in unit.iter())
        assert "not adjacent" in (unit.get("aria-label") or "")


def test_an_illegal_support_leaves_only_a_small_mark() -> None:
    variant, report = judged({"France": ["A PAR", "A MAR"]}, {"France": ["A PAR S A MAR - MOS", "A MAR H"]})
    svg = draw_report(report, variant)
    assert "A PAR S A MAR - MOS" not in orders(svg)
    assert any(e.get("class") == "sign aside" for unit in units(svg) for e in unit.iter())


def test_a_support_of_something_else_is_quiet() -> None:
    variant, report = judged({"France": ["A PAR", "A MAR"]}, {"France": ["A PAR - PIC", "A MAR S A PAR - BUR"]})
    assert orders(draw_report(report, variant))["A MAR S A PAR - BUR"].get("data-result") == "quiet"


def test_a_convoy_never_ordered_is_quiet_as_far_as_its_goal() -> None:
    variant, report = judged({"England": ["A LON", "F NTH"]}, {"England": ["A LON - NWY via", "F NTH H"]})
    (drawn,) = (e for text, e in orders(draw_report(report, variant)).items() if text.startswith("A LON - NWY"))
    assert drawn.get("data-result") == "quiet"
    head = next(e.get("d", "") for e in drawn.iter(f"{SVG}path") if e.get("class") == "ghost-head")
    assert math.dist(numbers(head)[0], where(variant, "NWY")) < 3


def test_orders_are_drawn_as_given_without_their_outcome() -> None:
    variant, report = judged(
        {"France": ["A PAR"], "Germany": ["A MUN"]}, {"France": ["A PAR - BUR"], "Germany": ["A MUN - BUR"]}
    )
    svg = draw_report(report, variant, show="orders")
    assert {e.get("data-result") for e in orders(svg).values()} == {"planned"}
    assert 'class="standoff"' not in svg and "did not reach" not in svg
    assert "Army Paris is to move to Burgundy." in svg


def test_one_powers_view_shows_no_order_of_another() -> None:
    variant, report = judged(
        {"France": ["A PAR"], "Germany": ["A MUN", "A RUH"]},
        {"France": ["A PAR - BUR"], "Germany": ["A MUN - BUR", "A RUH S A MUN - BUR"]},
    )
    for show in ("orders", "results"):
        svg = draw_report(report, variant, show=show, power="France")  # type: ignore[arg-type]
        assert set(orders(svg)) == {"A PAR - BUR"}
    svg = draw_report(report, variant, show="orders", power="France")
    assert "Orders of France" in svg and "Army Munich is" not in svg


def test_a_position_shows_no_orders() -> None:
    variant, report = judged({"France": ["A PAR"]}, {"France": ["A PAR - BUR"]})
    svg = draw_board(variant, report.before, lines=report.lines)
    assert not orders(svg)


def test_hostile_order_texts_stay_words() -> None:
    variant, report = judged({"France": ["A PAR"]}, {"France": ['A PAR - <script>alert("&")</script>']})
    for show in ("orders", "results"):
        svg = draw_report(report, variant, show=show)  # type: ignore[arg-type]
        ElementTree.fromstring(svg)
        assert "<script" not in svg


def test_the_key_explains_the_marks_that_occur_and_no_others() -> None:
    variant, report = judged({"France": ["A PAR"]}, {"France": ["A PAR - BUR"]})
    keys = re.findall(r'data-key="(\w+)"', draw_report(report, variant))
    assert keys == ["move", "center", "home_center", "pale", "impassable"]


@pytest.mark.parametrize(
    ("sent", "phase", "marked"),
    [
        ({"France": ["A PAR - LON"]}, "S1910M", True),
        ({"France": ["A PAR - PIC", "A PAR - BUR"]}, "S1910M", False),  # the one taken back says nothing
        ({"France": ["A PAR - BUR"], "Germany": ["A PAR - GAS"]}, "S1910M", False),  # nor does a foreign one
        ({"France": ["A PAR B"]}, "W1910A", False),  # nor a build beside it
    ],
)
def test_a_unit_is_marked_only_for_an_order_of_its_own_that_was_set_aside(sent, phase, marked):
    variant, report = judged({"France": ["A PAR"], "Germany": ["A MUN"]}, sent, phase)
    assert (EXCLAMATION in draw_report(report, variant)) is marked


def test_the_layers_of_a_drawing_are_what_differs_with_its_orders() -> None:
    variant, report = judged({"France": ["A PAR", "A MAR"]}, {"France": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    whole = draw_board(variant, report.before, show="orders", lines=report.lines)
    part = draw_board(variant, report.before, show="orders", lines=report.lines, layers=True)
    assert part in whole
    found = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{part}</svg>')
    assert [group.get("id") for group in found] == list(LAYERS)
    bare = draw_board(variant, report.before)
    start, end = whole.index(part), whole.index(part) + len(part)
    assert bare.startswith(whole[: whole.index("<style>")].replace(", Orders", ""))
    assert whole[whole.index("<style>") : start] in bare
    assert 'data-order="A PAR - BUR"' in whole[start:end]
