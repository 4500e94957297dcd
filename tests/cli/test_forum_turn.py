"""One turn as five players posted it, from their words to the GM's post: `examples/forum_turn`."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "forum_turn"
TURN = FOLDER / "turn.json"


@pytest.mark.parametrize(("form", "end"), [("text", "txt"), ("bbcode", "bbcode"), ("json", "json")])
def test_the_report_is_as_expected(talleyrand, form, end):
    """After a wanted change: talleyrand adjudicate turn.json --format FORM > expected_report.END, and read the diff."""
    ran = talleyrand("adjudicate", TURN, "--format", form)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (FOLDER / f"expected_report.{end}").read_text(encoding="utf-8")


@pytest.fixture
def report(talleyrand) -> Any:
    return talleyrand("adjudicate", TURN, "--format", "json").json


def line(report: Any, text: str) -> Any:
    (found,) = [one for one in report["orders"] if text in one["text"]]
    return found


def of(report: Any, power: str) -> dict[str, tuple[str, Any]]:
    return {one["order"]: (one["reading"], one["outcome"]) for one in report["orders"] if one["power"] == power}


def test_the_later_set_of_carthage_stands_whole_A_020(report):
    assert of(report, "Carthage") == {
        "F PUN - TYN": ("ok", "succeeds"),
        "F SAD S F PUN - TYN": ("ok", "succeeds"),
        "A MAU - BAL": ("ok", "succeeds"),
        "F BER C A MAU - BAL": ("ok", "succeeds"),
        "A NUM - LEP": ("ok", "bounced"),
        "A SAG - TAR": ("ok", "succeeds"),
    }


def test_the_senior_of_rome_has_his_way_and_rule_21_sinks_his_convoy_A_105_A_083(report):
    assert of(report, "Rome") == {
        "A ROM - SAD": ("repaired", "disrupted"),
        "F TYN C A ROM - SAD": ("ok", "dislodged"),
        "F LIG S A ROM - SAD": ("ok", "succeeds"),
        "F AUS - ION": ("ok", "bounced"),
        "A DAL H": ("ok", "dislodged"),
        "A VEN S A DAL": ("ok", "cut"),
    }
    assert "Sardinia" in line(report, "Sardina")["repair"]


def test_longhand_in_quotes_and_a_wrong_unit_letter_are_read_A_033_A_035(report):
    assert of(report, "Greece") == {
        "A EPI - DAL": ("ok", "succeeds"),
        "A ILL S A EPI - DAL": ("ok", "succeeds"),
        "F ADR - VEN": ("ok", "bounced"),
        "A BYZ S A MIL": ("repaired", "succeeds"),
        "A MIL H": ("ok", "succeeds"),
        "F MES - ION": ("repaired", "bounced"),
    }


def test_a_misorder_is_carried_out_as_written_A_022_A_023(report):
    egypt = of(report, "Egypt")
    assert egypt["A SII - DAM"] == ("illegal", "ignored")
    assert egypt["F MIN S A GAL - MIL"][1] in ("ignored", "void")
    assert of(report, "Persia")["A ISA - MIL"] == ("ok", "bounced")


def test_three_orders_in_a_line_carry_an_army_over_two_seas_A_033_A_060(report):
    egypt = of(report, "Egypt")
    for order in ("A JER - CYP", "F GOP C A JER - CYP", "F EGY C A JER - CYP"):
        assert egypt[order] == ("ok", "succeeds")


def test_a_unit_without_an_order_holds_A_037(report):
    (antioch,) = [one for one in report["orders"] if one["reading"] == "missing"]
    assert (antioch["power"], antioch["unit"], antioch["outcome"]) == ("Persia", "A ANT", "held")


def test_two_units_must_retreat_and_two_provinces_are_barred_A_088(report):
    after = report["next"]
    assert after["phase"] == "F3R"
    assert after["dislodged"] == {
        "Rome": [
            {"unit": "A DAL", "from": "EPI", "by_convoy": False, "retreats": ["VIN"]},
            {"unit": "F TYN", "from": "PUN", "by_convoy": False, "retreats": ["COR", "NEA", "SIC"]},
        ]
    }
    assert after["standoffs"] == ["ION", "LEP"]


def test_the_next_position_is_a_case_again(talleyrand, report):
    retreats = {"Rome": "A Dal - Vin\nFleet Tyrrhenean Sea retreat Neapolis"}
    case = {**report["next"], "orders": retreats, "rulebook": "000"}
    ran = talleyrand("adjudicate", given=json.dumps(case))
    assert ran.status == 0
    assert ran.json["next"]["phase"] == "W3A"
    assert ran.json["next"]["centers"]["Greece"] == ["ATH", "BYZ", "CRE", "DAL", "MAC", "MIL", "SPA"]
    assert "BAL" in ran.json["next"]["centers"]["Carthage"]
    assert ran.json["next"]["adjustments"]["Greece"] == 1
