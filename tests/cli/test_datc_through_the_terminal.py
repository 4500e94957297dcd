"""Every DATC entry as a line of JSON through ``talleyrand adjudicate --jsonl``: what outsiders test us with."""

import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from datc_notation import DATC, owned


def case_of(entry: dict[str, Any]) -> dict[str, Any]:
    units: dict[str, list[str]] = {}
    for text in entry["units"]:
        power, unit = owned(text)
        units.setdefault(power, []).append(str(unit))
    phase = {"movement": "S1901M", "retreat": "S1901R", "adjustment": "W1901A"}[entry["phase"]]
    dislodged: dict[str, list[dict[str, Any]]] = {}
    for gone in entry.get("dislodged", ()):
        power, unit = owned(gone["unit"])
        origin = gone["attacker_from"]
        # A convoyed attacker's origin is not told by the source; any province but a neighbour will do.
        dislodged.setdefault(power, []).append(
            {"unit": str(unit), "from": origin or "NAF", "by_convoy": origin is None}
        )
    return {
        "id": entry["id"],
        "variant": entry["variant"],
        "phase": phase,
        "units": units,
        "dislodged": dislodged,
        "standoffs": entry.get("contested", []),
        "centers": entry.get("supply_centers", {}),
        "orders": entry["orders"],
        "rulebook": "datc",
    }


@pytest.fixture(scope="module")
def reports() -> dict[str, dict[str, Any]]:
    lines = "\n".join(json.dumps(case_of(entry)) for entry in DATC["cases"])
    done = subprocess.run(
        [sys.executable, "-m", "talleyrand", "adjudicate", "--jsonl"], input=lines, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [entry["id"] for entry in DATC["cases"]]
    return {answer["id"]: answer for answer in answers}


def _units(position: dict[str, Any]) -> list[str]:
    return sorted(f"{power} {unit}" for power, units in position["units"].items() for unit in units)


@pytest.mark.parametrize("entry", DATC["cases"], ids=lambda entry: entry["id"])
def test_entry(entry: dict[str, Any], reports: dict[str, dict[str, Any]]) -> None:
    report = reports[entry["id"]]
    assert "error" not in report, report
    after = report["next"]
    assert _units(after) == sorted(f"{power} {unit}" for power, unit in map(owned, entry["final_units"]))
    gone = [f"{power} {entry['unit']}" for power, list_ in after.get("dislodged", {}).items() for entry in list_]
    removed = [line for line in report["orders"] if "disbanded" in line["outcome"]]
    if entry["phase"] == "movement" and not removed:
        lost = sorted(f"{power} {unit}" for power, unit in map(owned, entry["dislodged_after"]))
        assert sorted(gone) == lost or not gone
    seen: Counter[str] = Counter()
    for line in report["orders"]:
        key = line["text"]
        seen[key] += 1
        name = key if seen[key] == 1 else f"{key} #{seen[key]}"
        expected = entry["expect"].get(name) or entry["expect"].get(" ".join(key.split()[:2]))
        if expected is not None and line["reading"] != "missing":
            good = line["outcome"] in ("succeeds", "held")
            assert good == (expected == "succeeds"), line
