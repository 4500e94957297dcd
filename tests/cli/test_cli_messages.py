"""Messages that say what to do next, and parts of a report."""

import json
import os
import subprocess
import sys

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


LONG = "x" * 10_000
HALF = "\ud800"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({HALF: 1}, "\\ud800: the key holds half of a character"),
        ({"units": {HALF: []}}, "\\ud800: the key holds half of a character"),
        ({"phase": HALF}, "phase: '\\ud800' is not a phase"),
        ({"variant": HALF}, "variant: '\\ud800' cannot be played"),
        ({"id": True}, "id: must be text or a whole number, not true or false"),
        (
            {"rulebook": {"retreat_to_convoy_origin": True}},
            "rulebook.retreat_to_convoy_origin: retreat_to_convoy_origin cannot be true; it is one of 'yes', 'no'",
        ),
        ({"phase": "S0M"}, "phase: 'S0M' is not a phase: years count from 1"),
        ({"phase": "S-1901M"}, "phase: 'S-1901M' is not a phase: years count from 1"),
        ({"variant": "../../etc/passwd"}, "variant: '../../etc/passwd' is no name of a variant"),
        ({"variant": "/etc"}, "variant: '/etc' is no name of a variant: a document does not name folders"),
        (
            {"orders": {"France": [{"text": "A PAR H", "override": True}]}},
            "orders.France[0].override: only the",
        ),
    ],
)
def test_what_a_case_cannot_say_is_said(talleyrand, case, change, words):
    ran = talleyrand("adjudicate", given=json.dumps({**case, **change}))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("talleyrand: standard input:1: ")
    assert words in ran.err
    ran = talleyrand("adjudicate", "--jsonl", given=json.dumps({**case, **change}) + "\n")
    assert ran.status == 1
    assert "internal error" not in ran.out + ran.err
    assert ran.lines[0]["error"]["line"] == 1


@pytest.mark.parametrize(
    "change",
    [
        {LONG: 1},
        {"phase": LONG},
        {"variant": LONG},
        {"rulebook": LONG},
        {"rulebook": {LONG: "x"}},
        {"rulebook": {"paradox": LONG}},
        {"units": {LONG: []}},
        {"units": {"France": [f"A {LONG}"]}},
        {"centers": {"France": [LONG]}},
        {"standoffs": [LONG]},
        {"orders": {LONG: ""}},
        {"format": 10**4000},
    ],
)
def test_no_message_repeats_a_long_value(talleyrand, case, change):
    ran = talleyrand("adjudicate", given=json.dumps({**case, **change}))
    assert ran.status == 1
    assert len(ran.err) < 1000
    ran = talleyrand("adjudicate", "--jsonl", given=json.dumps({**case, **change}))
    assert len(ran.out) < 1000


def test_a_folder_is_named_by_a_file_of_ones_own_only(talleyrand, case, tmp_path):
    folder, file = tmp_path / "isles", tmp_path / "turn.json"
    talleyrand("variant", "new", folder)
    value = {"variant": str(folder), "phase": "S1M", "units": {}}
    file.write_text(json.dumps(value))
    assert talleyrand("adjudicate", file).status == 0
    assert talleyrand("adjudicate", "--jsonl", file).status == 0
    assert talleyrand("orders", "read", "--position", file, given="hello").status == 0
    for argv, given in (
        (["adjudicate"], value),
        (["adjudicate", "--jsonl"], value),
        (["orders", "read", "--jsonl"], {"text": "A X H", "variant": str(folder)}),
        (["orders", "read", "--jsonl", "--variant", "classic"], {"text": "A X H", "position": value}),
    ):
        ran = talleyrand(*argv, given=json.dumps(given))
        assert ran.status == 1
        assert "no name of a variant" in ran.err


def test_faults_of_orders_name_the_file(talleyrand, tmp_path):
    file = tmp_path / "game.json"
    talleyrand("game", "new", file, "--variant", "classic")
    for argv in (["--power", "Gaul", "-m", "A PAR H"], ["--power", "France", "--override", "-m", "A PAR H"]):
        ran = talleyrand("game", "orders", file, *argv)
        assert ran.status == 1
        assert ran.err.startswith(f"talleyrand: {file}: ")


@pytest.mark.parametrize(
    ("redirection", "words"),
    [
        ("<&-", "standard input: is closed"),
        (">&-", "standard output is closed, so nothing can be answered and nothing was done"),
        ("<&- >&-", "standard output is closed"),
    ],
)
def test_a_closed_stream_is_said(redirection, words):
    command = f'"{sys.executable}" -m talleyrand adjudicate {redirection}'
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert ran.returncode == 1
    assert words in ran.stderr
    assert "Error" not in ran.stderr
    quiet = subprocess.run(["sh", "-c", f"{command} 2>&-"], capture_output=True, text=True)
    assert (quiet.returncode, quiet.stdout) == (1, "")
