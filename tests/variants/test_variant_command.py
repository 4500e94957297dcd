"""`talleyrand variant list|show|check|new`."""

import json
from pathlib import Path

import pytest

from talleyrand.cli.main import main
from talleyrand.variants.registry import names


def test_list(capsys: pytest.CaptureFixture[str]):
    assert main(["variant", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(names())
    assert "5 powers, 79 provinces, 18 of 34 centres win" in lines[1]


def test_list_json(capsys: pytest.CaptureFixture[str]):
    assert main(["variant", "list", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows[0]["aliases"] == ["standard", "diplomacy", "vanilla"]
    assert [row["name"] for row in rows] == list(names())


@pytest.mark.parametrize("name", names())
def test_show(name: str, capsys: pytest.CaptureFixture[str]):
    assert main(["variant", "show", name]) == 0
    text = capsys.readouterr().out
    for part in ("Victory:", "Start:", "Phases", "Powers", "Provinces", "Rulebook:", "adjacent_convoy"):
        assert part in text


def test_show_says_what_a_player_wants_to_know(capsys: pytest.CaptureFixture[str]):
    assert main(["variant", "show", "morrowind"]) == 0
    text = capsys.readouterr().out
    assert "Victory: 13 of 24 supply centres win" in text
    assert "SR  Summer 1901, Retreats, 24 h, no talk" in text
    assert "Indoril #2b5fc0: A AKA, A MOU, F ALM; home AKA, ALM, MOU" in text
    assert "F/EC BSP NSD RAN; F/WC AKA/WC EIS FIR ZBA" in text
    assert "sets = merge_by_unit" in text


def test_show_json(capsys: pytest.CaptureFixture[str]):
    assert main(["variant", "show", "ancmed", "--format", "json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["name"] == "ancient_mediterranean"
    assert facts["year_labels"] == {"AD": "01 AD", "AUC": "450 AUC"}
    assert len(facts["start"]["neutral_centers"]) == 19
    assert facts["start"]["units"]["Rome"] == ["A RAV", "A ROM", "F NEA"]
    assert list(facts["rulebooks"]) == ["ancient_mediterranean", "forum_ancient_mediterranean", "datc"]


def test_show_unknown(capsys: pytest.CaptureFixture[str]):
    assert main(["variant", "show", "clasic"]) == 1
    assert "did you mean 'classic'?" in capsys.readouterr().err


def test_new_then_check_then_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = str(tmp_path / "small_war")
    assert main(["variant", "new", folder, "--title", "A small war"]) == 0
    assert main(["variant", "check", folder]) == 0
    assert "small_war: sound" in capsys.readouterr().out
    assert main(["variant", "show", folder]) == 0
    assert capsys.readouterr().out.startswith("A small war (small_war, version 1)")
    assert main(["variant", "new", folder]) == 1
    assert "exists and is not empty" in capsys.readouterr().err


def test_check_names_file_and_key(folder: Path, capsys: pytest.CaptureFixture[str]):
    path = folder / "variant.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("#d8902a", "amber"), encoding="utf-8")
    assert main(["variant", "check", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "variant.toml: powers[0].colour: 'amber' is no colour" in out
    assert out.endswith("small_war: 1 fault\n")
    assert main(["variant", "check", str(folder), "--format", "json"]) == 1
    assert [fault["key"] for fault in json.loads(capsys.readouterr().out)] == ["powers[0].colour"]


def test_check_runs_the_cases(folder: Path, capsys: pytest.CaptureFixture[str]):
    path = folder / "cases.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"A HAR" = "succeeds"', '"A HAR" = "bounced"'), encoding="utf-8"
    )
    assert main(["variant", "check", str(folder)]) == 1
    assert "case isle-by-sea: A HAR: expected bounced, came out succeeds" in capsys.readouterr().out


@pytest.mark.parametrize("name", names())
def test_check_built_in(name: str, capsys: pytest.CaptureFixture[str]):
    assert main(["variant", "check", name]) == 0
    assert f"{name}: sound" in capsys.readouterr().out


def test_check_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["variant", "check", str(tmp_path / "nothing")]) == 1
    assert "no such folder" in capsys.readouterr().out


def test_usage(capsys: pytest.CaptureFixture[str]):
    assert main(["variant"]) == 2
    assert main(["variant", "paint", "classic"]) == 2
