"""All of DATC 3 through `talleyrand adjudicate --jsonl`, read as text and compared with what its author expects."""

import json
from typing import Any

import pytest

from datc_notation import DATC

CASES = DATC["cases"]
PHASES = {"movement": "S1901M", "retreat": "S1901R", "adjustment": "W1901A"}


def units(owned: list[str]) -> dict[str, list[str]]:
    """ "Russia F stp/nc" by power, in capitals."""
    found: dict[str, list[str]] = {}
    for power, unit in (text.split(" ", 1) for text in owned):
        found.setdefault(power, []).append(unit.upper())
    return {power: sorted(found[power]) for power in sorted(found)}


def as_case(entry: dict[str, Any]) -> dict[str, Any]:
    case = {
        "id": entry["id"],
        "variant": entry["variant"],
        "rulebook": "datc",
        "phase": PHASES[entry["phase"]],
        "units": units(entry["units"]),
        "centers": entry.get("supply_centers", {}),
        "orders": entry["orders"],
    }
    if entry["phase"] == "retreat":
        dislodged: dict[str, list[dict[str, Any]]] = {}
        for one in entry["dislodged"]:
            power, unit = one["unit"].split(" ", 1)
            origin = one["attacker_from"]
            dislodged.setdefault(power, []).append({"unit": unit, "from": origin, "by_convoy": origin is None})
        case |= {"dislodged": dislodged, "standoffs": entry["contested"]}
    return case


@pytest.fixture(scope="module")
def reports() -> dict[str, Any]:
    import contextlib
    import io
    import sys

    from talleyrand.cli.main import main

    given = "".join(json.dumps(as_case(entry)) + "\n" for entry in CASES)
    answered = io.StringIO()
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given.encode()))
    try:
        with contextlib.redirect_stdout(answered):
            assert main(["adjudicate", "--jsonl", "--no-skip"]) == 0
    finally:
        sys.stdin = before
    return {report["id"]: report for report in map(json.loads, answered.getvalue().splitlines())}


def test_there_is_an_answer_for_each_of_the_165(reports):
    assert list(reports) == [entry["id"] for entry in CASES]
    assert len(reports) == 165


@pytest.mark.parametrize("entry", CASES, ids=[entry["id"] for entry in CASES])
def test_datc(reports, entry):
    report = reports[entry["id"]]
    after = report["next"]
    assert after["units"] == units(entry["final_units"])
    waiting = {power: [unit["unit"] for unit in gone] for power, gone in after["dislodged"].items()}
    for gone in report.get("removed", ()) if entry["phase"] == "movement" else ():
        waiting.setdefault(gone["power"], []).append(gone["unit"])
    assert {power: sorted(waiting[power]) for power in sorted(waiting)} == units(entry["dislodged_after"])
    if "contested_after" in entry:
        assert after["standoffs"] == sorted(place.upper() for place in entry["contested_after"])
    key = order_key if entry["phase"] == "adjustment" else unit_key
    for wanted, expected in entry["expect"].items():
        found = [line for line in report["orders"] if key(line) == plain(wanted)]
        succeeded = [line["outcome"] == "succeeds" and line["reading"] in ("ok", "repaired") for line in found]
        number = int(wanted.partition("#")[2] or 1)
        assert found, wanted
        if entry["phase"] == "adjustment":
            assert succeeded[number - 1] == (expected == "succeeds"), wanted
        else:
            assert any(succeeded) == (expected == "succeeds"), wanted


def plain(wanted: str) -> str:
    """A key of "expect" without its number and coast."""
    return wanted.partition(" #")[0].upper().partition("/")[0]


def unit_key(line: dict[str, Any]) -> str:
    return line.get("unit", "").partition("/")[0]


def order_key(line: dict[str, Any]) -> str:
    return line["text"].upper().partition("/")[0]
