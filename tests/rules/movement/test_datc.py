"""DATC 3, sections 6.A to 6.G: every movement case, under its preference and under each alternative we offer."""

import json
from pathlib import Path
from typing import Any

import pytest

from datc_notation import cases, order, owned, position, shown
from talleyrand.orders.model import Order, acting_unit
from talleyrand.orders.read import read
from talleyrand.rules.movement import resolve_movement
from talleyrand.rules.outcome import Resolution, Result
from talleyrand.rules.rulebook import DATC, Rulebook
from talleyrand.variants.load import load_variant

BOARD = load_variant("classic").board
MOVEMENT = cases("movement")
DIPMATH = json.loads((Path(__file__).parents[2] / "cases" / "dipmath.json").read_text(encoding="utf-8"))["cases"]

_LAND_FIRST = {"adjacent_convoy": "land_first_1971"}
_ALL_ROUTES = {"convoy_routes": "all_must_stand_1971"}
_STILL_MOVES = {"illegal_orders": "still_moves"}
CHOICES: dict[str, list[dict[str, str]]] = {
    "b: move fails": [{"missing_coast": "fail"}],
    "a: coast ignored, move to the reachable coast": [{"impossible_coast": "infer"}],
    "a (1971): any disrupted route disrupts": [_ALL_ROUTES],
    "all-hold backup rule": [{"paradox": "all_hold"}],
    "1971/1982/2000/2023 rulebook rule": [
        {"paradox": "rule_1971"},
        {"paradox": "all_hold_1982"},
        {"paradox": "rule_2000"},
    ],
    "1982": [{"paradox": "all_hold_1982"} | _ALL_ROUTES],
    "1971 or 1982 rules": [{"paradox": "all_hold_1982"} | _ALL_ROUTES, {"paradox": "rule_1971"} | _ALL_ROUTES],
    "DPTG: adjacent convoy must be explicit": [{"adjacent_convoy": "explicit"}],
    "1971": [_LAND_FIRST],
    "1971: intent irrelevant": [_LAND_FIRST],
    "1971: land route, no convoy": [_LAND_FIRST],
    "1971, or the unneeded fleet's order taken as intent": [_LAND_FIRST],
    "land route as fallback": [_LAND_FIRST],
    "land route as fallback (DATC 2 preference)": [_LAND_FIRST],
    "a: dislodged unit never affects the attacker's origin": [{"dislodged_head_to_head_bounces": "no"}],
    "4.A.4 b: attack comes from the sea, support is cut": [{"convoyed_attack_cuts_support_at_origin": "yes"}],
    "impossible move still counts as a move order (no hold support)": [_STILL_MOVES],
    "ambiguous move still counts as a move order (no hold support)": [_STILL_MOVES],
    "order still counts as a move order (no hold support)": [_STILL_MOVES],
}
"""The alternatives of the cases for which the rulebook has a choice."""

NO_CHOICE = {
    "coast required in support",
    "coasts in supports ignored (pre-2023 practice)",
    "coast required for foreign units (Calhamer 2002) or always",
    "a: move fails",
}
"""Those that no game we serve asks for: coasts in supports (4.B.4), wrong or needless coasts (4.B.5, 4.B.6)."""


def as_read(case: dict[str, Any], rulebook: Rulebook) -> dict[str, list[Order]]:
    """The orders of a case, coasts repaired as the rulebook says; what cannot be read stays as written."""
    held = position(case, "S1901M")
    given: dict[str, list[Order]] = {}
    for power, texts in case["orders"].items():
        for text in texts:
            readings = read(text, BOARD, position=held, power=power, policy=rulebook.reading)
            found = [reading.order for reading in readings if reading.order is not None]
            given.setdefault(power, []).extend(found or [order(text)])
    return given


def resolve(case: dict[str, Any], rulebook: Rulebook = DATC) -> Resolution:
    return resolve_movement(position(case, "S1901M"), as_read(case, rulebook), BOARD, rulebook)


def alternatives() -> list[Any]:
    return [
        pytest.param(case, other, choices, id=f"{case['id']} {choices}")
        for case in MOVEMENT
        for other in case.get("preference", {}).get("alternatives", ())
        for choices in CHOICES.get(other["choice"], ())
    ]


def test_every_alternative_is_accounted_for() -> None:
    named = {other["choice"] for case in MOVEMENT for other in case.get("preference", {}).get("alternatives", ())}
    assert named == set(CHOICES) | NO_CHOICE


@pytest.mark.parametrize("case", MOVEMENT + DIPMATH, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    resolution = resolve(case)
    after = resolution.position
    assert shown(after) == sorted(case["final_units"])
    assert sorted(f"{d.power} {d.unit.kind} {str(d.unit.location).lower()}" for d in after.dislodged) == sorted(
        case["dislodged_after"]
    )
    assert sorted(place.lower() for place in after.standoffs) == sorted(case["contested_after"])
    for entry in case.get("dislodged_detail", ()):
        _, unit = owned(entry["unit"])
        driven = after.dislodged_at[unit.province]
        came_from = None if driven.by_convoy else str(driven.origin).lower()
        assert came_from == entry["attacker_from"], driven


@pytest.mark.parametrize("case", MOVEMENT + DIPMATH, ids=lambda case: case["id"])
def test_what_became_of_each_order(case: dict[str, Any]) -> None:
    outcomes = {outcome.unit.province: outcome for outcome in resolve(case).outcomes if outcome.unit is not None}
    for text, expected in case["expect"].items():
        unit = acting_unit(order(f"{text} H"))
        assert unit is not None
        outcome = outcomes[unit.province]
        assert outcome.succeeded == (expected == "succeeds"), outcome
        status = case.get("status", {}).get(text)
        if status == "void":
            assert outcome.results[0] is Result.VOID
        if status == "illegal":
            assert outcome.results[0] is Result.IGNORED


@pytest.mark.parametrize(("case", "other", "choices"), alternatives())
def test_alternative(case: dict[str, Any], other: dict[str, Any], choices: dict[str, str]) -> None:
    resolution = resolve(case, DATC.with_choices(choices))
    assert shown(resolution.position) == sorted(other["final_units"])
