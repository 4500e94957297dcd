"""Messages that say what to do next, and parts of a report."""

import json
import os

import pytest


def test_an_unknown_variant_is_named_before_anything_else(talleyrand):
    ran = talleyrand("adjudicate", given='{"variant": "nowhere"}')
    assert ran.status == 1
    assert "variant: 'nowhere' cannot be played: there is no variant of this name" in ran.err
    assert "missing" not in ran.err


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ({"phase": "S1901M"}, "units: is missing"),
        ({"phase": "S1901R", "dislodged": {"France": [{"unit": "A PAR", "from": "BUR"}]}}, ""),
        ({"phase": "S1901M", "units": {}}, ""),
        ({"phase": "W1901A", "units": {"France": ["A PAR"]}}, "centers: is missing"),
    ],
)
def test_what_a_case_may_leave_out(talleyrand, document, fault):
    ran = talleyrand("adjudicate", given=json.dumps({"variant": "classic", **document}))
    assert ran.status == (1 if fault else 0)
    assert fault in ran.err


def test_next_of_a_case_without_centers_is_such_a_case_again(talleyrand):
    given = {"variant": "classic", "phase": "S1901M", "units": {"France": ["A PAR"]}}
    answer = talleyrand("adjudicate", given=json.dumps(given)).json["next"]
    assert "centers" not in answer
    assert talleyrand("adjudicate", given=json.dumps(answer)).json["next"]["phase"] == "W1901A"


def test_a_case_given_for_a_record_is_called_one(talleyrand, tmp_path, case):
    file = tmp_path / "turn.json"
    file.write_text(json.dumps(case))
    ran = talleyrand("game", "status", file)
    assert ran.status == 1
    assert "turn.json: this is a case (a position with orders), not the record of a game" in ran.err
    assert "talleyrand adjudicate" in ran.err


def test_a_game_of_a_folder_says_how_to_name_it(talleyrand, tmp_path):
    folder, file = tmp_path / "isles", tmp_path / "game.json"
    talleyrand("variant", "new", folder)
    talleyrand("game", "new", file, "--variant", folder)
    assert "add --variant DIR" in talleyrand("game", "status", file).err


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that may not be written")
def test_a_folder_that_may_not_be_written_is_named(talleyrand, tmp_path):
    folder = tmp_path / "shut"
    folder.mkdir(mode=0o500)
    ran = talleyrand("game", "new", folder / "game.json", "--variant", "classic")
    assert f"the folder {folder} takes no new files" in ran.err


def test_a_folder_that_is_not_there_is_named(talleyrand, tmp_path):
    ran = talleyrand("game", "new", tmp_path / "no" / "game.json", "--variant", "classic")
    assert f"there is no folder {tmp_path / 'no'}" in ran.err


@pytest.mark.parametrize("form", ["text", "markdown", "bbcode", "discord", "html"])
def test_the_orders_of_one_power_only(talleyrand, case, form):
    argv = ("adjudicate", "--power", "german", "--explain", "--format", form)
    ran = talleyrand(*argv, given=json.dumps(case))
    assert ran.status == 0
    assert "Germany" in ran.out
    assert "Munich" in ran.out
    assert "R3" in ran.out
    assert "holds" not in ran.out
    assert "Fleets" not in ran.out
    assert "Next" not in ran.out


@pytest.mark.parametrize(("unit", "answers"), [("A PAR", 1), ("paris", 1), ("army munich", 1), ("F PAR", 0)])
def test_the_order_of_one_unit_only(talleyrand, case, unit, answers):
    ran = talleyrand("adjudicate", "--unit", unit, "--format", "json", given=json.dumps(case))
    if answers:
        (line,) = ran.json["orders"]
        assert line["unit"] in ("A PAR", "A MUN")
    else:
        assert ran.status == 1
        assert "'F PAR' is no unit in this report; there are A PAR, A MUN" in ran.err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--power", "Atlantis"], "--power: 'Atlantis' is no power of classic"),
        (["--power", "Italy"], "--power: Italy has no orders and no units in this report"),
        (["--unit", "A Xyz"], "--unit: "),
    ],
)
def test_a_part_that_is_not_there_is_said(talleyrand, case, argv, words):
    ran = talleyrand("adjudicate", *argv, given=json.dumps(case))
    assert (ran.status, ran.out) == (1, "")
    assert words in ran.err
