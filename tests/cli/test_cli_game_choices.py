"""Games with house rules of their own, draws and rulings, at the terminal."""

import json


def test_choices_differ_from_the_preset(talleyrand, tmp_path):
    file = tmp_path / "game.json"
    argv = [
        "--variant",
        "classic",
        "--rulebook",
        "datc",
        "--choice",
        "retreats=with_orders",
        "--choice",
        "last_year=1908",
    ]
    assert talleyrand("game", "new", file, *argv).status == 0
    rulebook = json.loads(file.read_text(encoding="utf-8"))["rulebook"]
    assert (rulebook["retreats"], rulebook["last_year"], rulebook["paradox"]) == ("with_orders", 1908, "szykman")


def test_a_choice_that_is_none_is_named(talleyrand, tmp_path):
    for choice, words in [
        ("foo", "NAME=VALUE"),
        ("foo=bar", "there is no choice 'foo'"),
        ("retreats=never", "'with_next_orders'"),
        ("last_year=soon", "whole number"),
    ]:
        ran = talleyrand("game", "new", tmp_path / "game.json", "--variant", "classic", "--choice", choice)
        assert ran.status == 1
        assert words in ran.err
    assert not (tmp_path / "game.json").exists()


def test_the_receipt_shows_conditional_retreats_X_A8(talleyrand, tmp_path):
    file = tmp_path / "game.json"
    talleyrand("game", "new", file, "--variant", "classic", "--choice", "retreats=with_orders")
    sent = "A Par - Bur\nA Par retreats Pic or Gas"
    ran = talleyrand("game", "orders", file, "--power", "France", "-m", sent)
    assert "If dislodged, A PAR retreats to PIC, or GAS, or disbands" in ran.out
    ran = talleyrand("game", "status", file, "--power", "France", "--format", "json")
    assert ran.json["if_dislodged"] == {"A PAR": ["PIC", "GAS"]}


def test_the_receipt_shows_what_is_unclear_in_a_conditional_retreat_A_023(talleyrand, tmp_path):
    file = tmp_path / "game.json"
    talleyrand("game", "new", file, "--variant", "classic", "--choice", "retreats=with_orders")
    ran = talleyrand("game", "orders", file, "--power", "France", "-m", "A Par - Bur, if dislodged R P, Gas")
    assert "A PAR - BUR" in ran.out
    assert "Retreat not counted: if dislodged R P, Gas: may mean A PAR R GAS" in ran.out
    ran = talleyrand("game", "orders", file, "--power", "France", "-m", "A Par R Gascny")
    assert "If dislodged, A PAR retreats to GAS, or disbands" in ran.out
    assert 'Written A Par R Gascny: Read "Gascny" as Gascony.' in ran.out
    ran = talleyrand("game", "status", file, "--power", "France", "--format", "json")
    assert [reading["reading"] for reading in ran.json["retreats"]][-1] == "repaired"


def test_the_receipt_shows_orders_kept_for_later_X_A8(talleyrand, tmp_path):
    file = tmp_path / "game.json"
    talleyrand("game", "new", file, "--variant", "classic", "--choice", "retreats=with_next_orders")
    board = tmp_path / "board.json"
    units = {"Germany": ["A MUN"], "France": ["A BUR"]}
    lost = {"Germany": [{"unit": "A BUR", "from": "PAR"}]}
    board.write_text(
        json.dumps({"variant": "classic", "phase": "S1902R", "units": units, "dislodged": lost, "centers": {}})
    )
    talleyrand("game", "rule", file, "-m", "set up", "--position", board)
    ran = talleyrand("game", "orders", file, "--power", "Germany", "-m", "A Mun - Tyr")
    assert "Kept for later: A MUN - TYR" in ran.out
    assert "Nothing has been sent" not in ran.out
    ran = talleyrand("game", "status", file, "--power", "Germany", "--format", "json")
    assert [reading["order"] for reading in ran.json["later"]] == ["A MUN - TYR"]


def test_a_game_that_refuses_illegal_orders_takes_none_of_the_set_A_023(talleyrand, tmp_path):
    file = tmp_path / "game.json"
    talleyrand("game", "new", file, "--variant", "classic", "--choice", "illegal_orders=refused")
    before = file.read_bytes()
    ran = talleyrand("game", "orders", file, "--power", "Germany", "-m", "A Ber - Kie\nA Mun - Lon")
    assert ran.status == 1
    assert "'A Mun - Lon': Army Munich cannot move to London" in ran.err
    assert file.read_bytes() == before
    assert talleyrand("game", "orders", file, "--power", "Germany", "-m", "A Ber - Kie").status == 0


def test_a_draw_ends_the_game_and_undo_opens_it_again_A_004(talleyrand, tmp_path):
    file = tmp_path / "game.json"
    talleyrand("game", "new", file, "--variant", "classic")
    ran = talleyrand("game", "draw", file, "--power", "France", "--power", "Italy", "-m", "agreed")
    assert "The game is over: draw, France, Italy." in ran.out
    assert "the game is over" in talleyrand("game", "orders", file, "--power", "France", "-m", "A Par H").err
    assert talleyrand("game", "undo", file).status == 0
    assert talleyrand("game", "orders", file, "--power", "France", "-m", "A Par H").status == 0


def test_a_ruling_may_replace_the_board_A_085(talleyrand, tmp_path):
    file, board = tmp_path / "game.json", tmp_path / "board.json"
    talleyrand("game", "new", file, "--variant", "classic")
    position = {"variant": "classic", "phase": "S1901M", "units": {"France": ["A GAS"]}, "centers": {"France": ["PAR"]}}
    board.write_text(json.dumps(position), encoding="utf-8")
    ran = talleyrand("game", "rule", file, "-m", "set up wrongly", "--position", board)
    assert ran.status == 0
    assert (
        talleyrand(
            "game",
            "orders",
            file,
            "--power",
            "France",
            "-m",
            "A Gas - Par",
        ).status
        == 0
    )
    talleyrand("game", "adjudicate", file, "--anyway")
    assert talleyrand("record", "verify", file).status == 0
    bad = json.dumps({**position, "units": {"France": ["A GAS", "F GAS"]}})
    board.write_text(bad, encoding="utf-8")
    ran = talleyrand("game", "rule", file, "-m", "again", "--position", board)
    assert ran.status == 1
    assert f"{board}:1: units.France[1]: F GAS cannot be" in ran.err


def test_rules_and_map_change_in_the_middle_of_a_game_A_127(talleyrand, tmp_path):
    file = tmp_path / "game.json"
    talleyrand("game", "new", file, "--variant", "ancient_mediterranean")
    talleyrand("game", "orders", file, "--power", "Rome", "-m", "A Roma - Neapolis")
    changes = ("--choice", "victory_centers=15", "--close", "A Roma - Neapolis")
    assert talleyrand("game", "amend", file, "-m", "The drawn map has no border there", *changes).status == 0
    assert "[illegal]" in talleyrand("game", "status", file, "--power", "Rome").out
    record = json.loads(file.read_text())
    assert record["amendments"] == [
        {"rulebook": {"victory_centers": 15}, "map": [{"unit": "A", "from": "NEA", "to": "ROM", "open": False}]}
    ]
    assert record["events"][-1]["text"] == "The drawn map has no border there"
    assert talleyrand("game", "adjudicate", file, "--anyway").status == 0
    assert talleyrand("record", "verify", file).status == 0


def test_an_amendment_that_cannot_be_is_named_and_nothing_is_recorded(talleyrand, tmp_path):
    file = tmp_path / "game.json"
    talleyrand("game", "new", file, "--variant", "classic")
    before = file.read_bytes()
    for argv, fault in (
        ([], "nothing would change"),
        (["--open", "Rom Ven"], "--open: 'Rom Ven' is no step: write A or F and two provinces, as in 'A Rom - Ven'"),
        (["--open", "A Rom - Ven"], "A ROM can step to VEN already"),
        (["--close", "F Rom - Atlantis"], "--close: 'Atlantis' is no province"),
        (["--close", "F Mos - Rom"], "--close: 'F Mos' cannot be: Moscow is inland, where no fleet can stand"),
        (["--choice", "sets"], "--choice: 'sets' is no choice"),
    ):
        ran = talleyrand("game", "amend", file, "-m", "why", *argv)
        assert ran.status != 0
        assert fault in ran.err
    assert file.read_bytes() == before
