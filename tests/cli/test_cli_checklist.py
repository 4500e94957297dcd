"""What the checklist asks and a terminal shows: receipts, a sandbox, the forum game's year."""

import json

import pytest


@pytest.fixture
def file(talleyrand, tmp_path):
    """The forum game of Ancient Mediterranean, just begun."""
    path = tmp_path / "game.json"
    assert talleyrand("game", "new", path, "--variant", "ancient_mediterranean", "--rulebook", "000").status == 0
    return path


def send(talleyrand, file, power, text, *more):
    return talleyrand("game", "orders", file, "--power", power, "-m", text, *more)


def test_a125_a_receipt_says_what_was_received(talleyrand, file):
    ran = send(talleyrand, file, "Rome", "Army Roma move Apulia\nFleet Neapolis holds", "--author", "Ann")
    assert ran.status == 0
    assert ran.out.splitlines() == [
        "Rome, Spring 450 AUC, Movement",
        "  In force: the set from Ann",
        "  A ROM - APU",
        "  F NEA H",
        "  A RAV: no order",
    ]


def test_a138_a_receipt_says_nothing_of_others(talleyrand, file):
    send(talleyrand, file, "Greece", "Army Athens move Epirus")
    ran = send(talleyrand, file, "Rome", "Army Roma move Apulia")
    for word in ("Greece", "ATH", "Athens", "EPI"):
        assert word not in ran.out


def test_a122_a_miswritten_order_is_told_on_receipt(talleyrand, file):
    ran = send(talleyrand, file, "Rome", "Army Roma move Egyptian Sea")
    assert "A ROM - EGY  [illegal]" in ran.out


def test_a123_without_a_correction_it_is_executed_as_it_stands(talleyrand, file):
    send(talleyrand, file, "Rome", "Army Roma move Egyptian Sea")
    ran = talleyrand("game", "adjudicate", file, "--format", "json")
    (line,) = [line for line in ran.json["orders"] if line["order"] == "A ROM - EGY"]
    assert (line["reading"], line["outcome"]) == ("illegal", "ignored")
    assert "A ROM" in ran.json["next"]["units"]["Rome"]


def test_a096_the_forum_game_begins_in_450_auc(talleyrand, file):
    assert "Spring 450 AUC, Movement" in talleyrand("game", "status", file).out
    talleyrand("game", "adjudicate", file, "--anyway")
    assert "Fall 450 AUC, Movement" in talleyrand("game", "status", file).out


def test_the_rules_of_a_game_are_written_out_in_its_record(talleyrand, file):
    """X-A11: whoever asks how the game is judged finds every choice in its record."""
    rulebook = json.loads(file.read_text())["rulebook"]
    assert (rulebook["paradox"], rulebook["retreat_to_convoy_origin"]) == ("rule_2000", "no")


@pytest.mark.parametrize("variant", ["morrowind", "ancient_mediterranean", "classic"])
def test_c001_anyone_may_try_moves_on_a_board_of_his_own(talleyrand, variant):
    army, to = {
        "morrowind": (("Hlaalu", "A KRA"), "RIV"),
        "ancient_mediterranean": (("Rome", "A ROM"), "APU"),
        "classic": (("France", "A PAR"), "BUR"),
    }[variant]
    power, unit = army
    case = {"variant": variant, "phase": "S1M", "units": {power: [unit]}, "orders": {power: f"{unit} - {to}"}}
    ran = talleyrand("adjudicate", "--format", "json", given=json.dumps(case))
    assert ran.json["next"]["units"] == {power: [f"A {to}"]}


def test_c002_a_variant_is_a_folder_that_a_player_can_add(talleyrand, tmp_path):
    folder = tmp_path / "isles"
    assert talleyrand("variant", "new", folder).status == 0
    assert talleyrand("variant", "check", folder).status == 0
    assert talleyrand("variant", "show", folder).status == 0


def test_xc2_the_map_of_a_folder_can_be_mended_and_is_checked(talleyrand, tmp_path):
    """X-C2, X-C5: a wrong border is named with the file and the key."""
    folder = tmp_path / "isles"
    talleyrand("variant", "new", folder)
    path = folder / "map.json"
    path.write_text(path.read_text().replace("{", '{"no such key": 1, ', 1))
    ran = talleyrand("variant", "check", folder)
    assert ran.status == 1
    assert "map.json" in ran.out + ran.err
    assert "no such key" in ran.out + ran.err


def test_a131_b001_the_variants_authors_are_named(talleyrand):
    assert "Don Hessong" in talleyrand("variant", "show", "ancient_mediterranean").out


def test_a131_an_explanation_cites_the_rules_it_rests_on(talleyrand, case):
    ran = talleyrand("adjudicate", "--format", "text", "--explain", given=json.dumps(case))
    assert "[R3]" in ran.out
