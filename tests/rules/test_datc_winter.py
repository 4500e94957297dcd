"""DATC 3, sections 6.H, 6.I, 6.J and the build of 6.B: every retreat and adjustment case."""

from typing import Any

import pytest

from datc_notation import cases, order, owned, position, retreat_order, shown
from talleyrand.board.calendar import Phase
from talleyrand.board.position import Position
from talleyrand.board.unit import Unit
from talleyrand.orders.model import acting_unit
from talleyrand.rules.adjustment import adjustments, removal_ranking, resolve_adjustments
from talleyrand.rules.movement import resolve_movement
from talleyrand.rules.outcome import Code, Outcome, Resolution, Result
from talleyrand.rules.retreat import resolve_retreats
from talleyrand.rules.rulebook import DATC, Removal, Rulebook, YesNo
from talleyrand.variants.load import load_variant

BOARD = load_variant("classic").board
RETREATS, ADJUSTMENTS = cases("retreat"), cases("adjustment")

CHOICES = {
    "a: not allowed": Rulebook(retreat_to_convoy_origin=YesNo.NO),
    "pre-2023 (DATC 2): distance to home centres": Rulebook(removal=Removal.DISTANCE_2000),
    "pre-2023 (DATC 2): distance to home centres, fleets by sea only": Rulebook(removal=Removal.DISTANCE_2000),
}
"""The alternatives of the file for which the rulebook has a choice."""


def named(case: dict[str, Any]) -> str:
    return case["id"]


def alternatives() -> list[Any]:
    return [
        pytest.param(case, other, id=f"{case['id']} {other['choice']}")
        for case in RETREATS + ADJUSTMENTS
        for other in case.get("preference", {}).get("alternatives", ())
        if other["choice"] in CHOICES
    ]


def prior_position(case: dict[str, Any]) -> Position:
    """The retreat position as the movement phase before it leaves it."""
    orders = {power: [order(text) for text in texts] for power, texts in case["prior"]["orders"].items()}
    before = position({"units": case["prior"]["units"]}, "S1901M")
    return resolve_movement(before, orders, BOARD, DATC).position.at(Phase.parse("S1901R"))


def retreat(case: dict[str, Any], at: Position, rulebook: Rulebook = DATC) -> Resolution:
    orders = {power: [retreat_order(text) for text in texts] for power, texts in case["orders"].items()}
    return resolve_retreats(at, orders, BOARD, rulebook)


def adjust(case: dict[str, Any], rulebook: Rulebook = DATC) -> Resolution:
    orders = {power: [order(text) for text in texts] for power, texts in case["orders"].items()}
    return resolve_adjustments(position(case, "W1901A"), orders, BOARD, rulebook)


def by_unit(resolution: Resolution) -> dict[Unit | None, Outcome]:
    return {outcome.unit: outcome for outcome in resolution.outcomes}


def check_retreats(case: dict[str, Any], resolution: Resolution) -> None:
    found = by_unit(resolution)
    for text, wanted in case["expect"].items():
        assert found[Unit.parse(text)].succeeded is (wanted == "succeeds"), text
    for text, kind in case.get("status", {}).items():
        assert kind == "illegal"
        assert Result.IGNORED in found[Unit.parse(text)].results
    assert shown(resolution.position) == sorted(case["final_units"])
    assert resolution.position.dislodged == ()
    gone = {entry for outcome in resolution.outcomes if Result.DISBANDED in outcome.results for entry in [outcome]}
    assert {(outcome.power, outcome.unit) for outcome in gone} == {owned(text) for text in case["disbanded"]}


def test_every_case_is_here() -> None:
    assert (len(RETREATS), len(ADJUSTMENTS)) == (16, 20)


@pytest.mark.parametrize("case", RETREATS, ids=named)
def test_retreat_case(case: dict[str, Any]) -> None:
    check_retreats(case, retreat(case, position(case, "S1901R")))


@pytest.mark.parametrize("case", RETREATS, ids=named)
def test_retreat_case_after_its_movement_phase(case: dict[str, Any]) -> None:
    before = prior_position(case)
    given = position(case, "S1901R")
    assert before.units == given.units
    assert before.standoffs == given.standoffs
    for real, told in zip(before.dislodged, given.dislodged, strict=True):
        assert (real.power, real.unit, real.by_convoy) == (told.power, told.unit, told.by_convoy)
        assert real.by_convoy or real.origin == told.origin
    check_retreats(case, retreat(case, before))


@pytest.mark.parametrize("case", ADJUSTMENTS, ids=named)
def test_adjustment_case(case: dict[str, Any]) -> None:
    before = position(case, "W1901A")
    for power, number in case["adjustment"].items():
        assert before.surplus(power) == number
        # No more builds than vacant sites: 6.I.5 and 6.I.6 have none.
        assert adjustments(before, BOARD).get(power, 0) == (0 if case["id"] in ("6.I.5", "6.I.6") else number)
    resolution = adjust(case)
    ordered = [outcome for outcome in resolution.outcomes if outcome.order is not None]
    texts = [text for sheet in case["orders"].values() for text in sheet]
    assert [acting_unit(order(text)) for text in texts] == [outcome.unit for outcome in ordered]
    seen: dict[str, int] = {}
    for text, outcome in zip(texts, ordered, strict=True):
        seen[text] = seen.get(text, 0) + 1
        key = text if seen[text] == 1 else f"{text} #{seen[text]}"
        assert outcome.succeeded is (case["expect"][key] == "succeeds"), key
    assert shown(resolution.position) == sorted(case["final_units"])
    removed = [o.unit for o in resolution.outcomes if any(r.code is Code.REMOVED_BY_DEFAULT for r in o.because)]
    if "civil_disorder_removed" in case:
        assert removed == [owned(text)[1] for text in case["civil_disorder_removed"]]
        (power,) = case["orders"]
        assert removal_ranking(before, BOARD, power)[: len(removed)] == tuple(removed)


@pytest.mark.parametrize(("case", "other"), alternatives())
def test_alternative(case: dict[str, Any], other: dict[str, Any]) -> None:
    rulebook = CHOICES[other["choice"]]
    if case["phase"] == "adjustment":
        assert shown(adjust(case, rulebook).position) == sorted(other["final_units"])
    else:
        check_retreats({**case, **other, "expect": {}}, retreat(case, prior_position(case), rulebook))


def test_alternatives_without_a_choice_in_the_rulebook() -> None:
    left = {
        (case["id"], other["choice"])
        for case in RETREATS + ADJUSTMENTS
        for other in case.get("preference", {}).get("alternatives", ())
        if other["choice"] not in CHOICES
    }
    assert left == {
        ("6.I.1", "a: all invalid"),
        ("6.I.1", "c: last legal builds used"),
        ("6.I.2", "b: army built instead"),
        ("6.J.1", "a: civil disorder rules"),
        ("6.J.1", "c: last legal disbands used"),
    }
