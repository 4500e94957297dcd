"""Wordings that players use, and more of each kind, read as they are meant (A-018 to A-042, B-043 to B-045)."""

import json
from pathlib import Path
from typing import Any

import pytest

from talleyrand.board.unit import Unit
from talleyrand.orders.read import read
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant

CASES = Path(__file__).parents[1] / "cases"
SPELLINGS = json.loads((CASES / "order_spellings.json").read_text(encoding="utf-8"))
MORE = json.loads((CASES / "reader_more.json").read_text(encoding="utf-8"))


def readings(case: dict[str, Any]) -> tuple[Reading, ...]:
    units = [Unit.parse(unit) for unit in case.get("assume", [])]
    return read(case["text"], load_variant(case["map"]).board, kind=case.get("phase", "M"), assume=units)


def label(case: dict[str, Any]) -> str:
    return f"{case['map']}-{case.get('phase', 'M')}-{case['text']}"


@pytest.mark.parametrize("case", SPELLINGS, ids=label)
def test_spelling(case: dict[str, Any]) -> None:
    found = readings(case)
    if case["means"] in ("illegal", "ambiguous"):
        assert [reading.status for reading in found] == [Status(case["means"])]
    else:
        assert "; ".join(write(r.order) for r in found if r.order is not None) == case["means"]
        if case["text"] != "F Aka (nc) B":
            assert all(reading.status.counts for reading in found)
    if "power" in case:
        assert {str(reading.power).upper() for reading in found} == {case["power"].upper()}


def test_a_build_on_a_coast_the_centre_does_not_have_is_read_but_illegal() -> None:
    (reading,) = read("F Aka (nc) B", load_variant("morrowind").board, kind="A")
    assert reading.status is Status.ILLEGAL
    assert reading.order is not None
    assert write(reading.order) == "F AKA/NC B"
    assert "AKA/EC or AKA/WC" in reading.problem


def told(reading: Reading) -> str:
    order = write(reading.order) if reading.order is not None else ""
    status = "" if reading.status is Status.OK else f"<{reading.status}>"
    return "  ".join(part for part in (order, status) if part)


@pytest.mark.parametrize("case", MORE, ids=label)
def test_more(case: dict[str, Any]) -> None:
    found = readings(case)
    assert [told(reading) for reading in found] == case["means"]
    assert [list(r.candidates) for r in found if r.candidates] == case.get("candidates", [])
    assert [list(r.route) for r in found if r.route] == case.get("routes", [])
    if "powers" in case:
        assert [reading.power for reading in found] == case["powers"]


@pytest.mark.parametrize("case", SPELLINGS + MORE, ids=label)
def test_every_reading_says_what_is_wrong_and_where_it_stands(case: dict[str, Any]) -> None:
    for reading in readings(case):
        assert (reading.status is Status.REPAIRED) <= bool(reading.repairs)
        assert bool(reading.problem) == (not reading.status.counts)
        assert (reading.order is not None) or not reading.status.counts
        start, end = reading.span
        assert case["text"][start:end].strip() == reading.text
