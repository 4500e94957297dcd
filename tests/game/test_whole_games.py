"""Whole games from scripts: what each phase leads to, the record's round trip, and its verification."""

import json
import tomllib
from pathlib import Path

import pytest

from game_scenes import units
from talleyrand import Game, read_record, verify, write_record

GAMES = sorted((Path(__file__).parent.parent / "cases" / "games").glob("*.toml"))


def script(path: Path):
    return tomllib.loads(path.read_text(encoding="utf-8"))


def check(report, after) -> None:
    assert str(report.next.phase) == after["next"]
    assert units(report.next) == after["units"]
    for key, found in {
        "skipped": [str(phase) for phase in report.skipped],
        "captured": sorted(report.captured),
        "adjustments": dict(report.adjustments),
        "retreats": {str(unit): [str(place) for place in places] for unit, places in report.retreats.items()},
    }.items():
        if key in after:
            assert found == after[key]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_scripted_game_goes_as_it_must_and_its_record_holds(path):
    data = script(path)
    game = Game.new(data["variant"], data.get("rulebook"))
    for step in data["phases"]:
        assert str(game.phase) == step["phase"]
        for power, text in step["orders"].items():
            game = game.submit(power, text, author=f"player of {power}", channel="forum", time=step["phase"])
        game, report = game.advance()
        check(report, step["after"])
    written = json.dumps(write_record(game))
    again = read_record(written)
    assert again == game
    assert json.dumps(write_record(again)) == written
    assert verify(again) is None


def test_there_is_a_game_of_each_variant():
    assert {script(path)["variant"] for path in GAMES} >= {"classic", "ancient_mediterranean", "morrowind"}
