"""A GM at the terminal: who is missing, what a phase asks for, and going back and forth."""

import json

import pytest


@pytest.fixture
def begun(talleyrand, tmp_path):
    """Begin a classic game on a board of one's own."""

    def begin(board, *argv):
        path, where = tmp_path / "game.json", tmp_path / "board.json"
        where.write_text(json.dumps({"variant": "classic", **board}))
        assert talleyrand("game", "new", path, "--variant", "classic", *argv).status == 0
        assert talleyrand("game", "rule", path, "-m", "the board", "--position", where).status == 0
        return path

    return begin


RETREAT = {
    "phase": "S1902R",
    "units": {"France": ["A BUR", "A PIC"]},
    "dislodged": {"Germany": [{"unit": "A BUR", "from": "PAR"}], "Italy": [{"unit": "A PIE", "from": "MAR"}]},
    "standoffs": ["RUH"],
    "centers": {"France": ["PAR"]},
}
WINTER = {
    "phase": "W1901A",
    "units": {"France": ["A SPA"], "Germany": ["A MUN", "A BEL", "F NTH"], "Italy": ["A ROM"]},
    "centers": {"France": ["PAR", "BRE", "SPA"], "Germany": ["MUN", "BER"], "Italy": ["ROM"]},
}


def test_nobody_in_is_an_error_that_names_who_is_missing(talleyrand, begun):
    file = begun(RETREAT)
    before = file.read_bytes()
    ran = talleyrand("game", "adjudicate", file)
    assert (ran.status, ran.out) == (1, "")
    assert "nobody has sent orders for S1902R (missing: Germany, Italy); --anyway" in ran.err
    assert file.read_bytes() == before
    assert talleyrand("game", "adjudicate", file, "--preview").status == 0
    ran = talleyrand("game", "adjudicate", file, "--anyway")
    done = "talleyrand: note: S1902R adjudicated; the open phase is F1902M\n"
    assert (ran.status, ran.err) == (0, f"talleyrand: note: no orders from Germany, Italy\n{done}")


def test_a_set_of_a_power_that_has_nothing_to_do_does_not_make_somebody_in(talleyrand, begun):
    file = begun(RETREAT)
    talleyrand("game", "orders", file, "--power", "France", "-m", "A PIC R BEL")
    assert talleyrand("game", "adjudicate", file).status == 1


def test_some_missing_is_a_note_on_standard_error(talleyrand, begun):
    file = begun(RETREAT)
    talleyrand("game", "orders", file, "--power", "Germany", "-m", "A BUR R GAS")
    ran = talleyrand("game", "adjudicate", file, "--format", "text")
    assert ran.status == 0
    assert ran.err.startswith("talleyrand: note: no orders from Italy\n")
    assert "note:" not in ran.out


def test_all_in_says_only_what_was_adjudicated(talleyrand, begun):
    file = begun(RETREAT)
    for power, text in {"Germany": "A BUR R GAS", "Italy": "A PIE D"}.items():
        talleyrand("game", "orders", file, "--power", power, "-m", text)
    assert (
        talleyrand("game", "adjudicate", file).err == "talleyrand: note: S1902R adjudicated; the open phase is F1902M\n"
    )


def test_the_status_lists_dislodged_units_with_their_options_A_088(talleyrand, begun):
    file = begun(RETREAT)
    ran = talleyrand("game", "status", file)
    assert "Germany: A BUR (attacked from PAR) may retreat to BEL or GAS or MAR or MUN, or disband\n" in ran.out
    assert "Italy: A PIE (attacked from MAR) may retreat to TUS or TYR or VEN, or disband\n" in ran.out
    found = talleyrand("game", "status", file, "--format", "json").json["dislodged"]
    assert found["Germany"] == [
        {"unit": "A BUR", "from": "PAR", "by_convoy": False, "retreats": ["BEL", "GAS", "MAR", "MUN"]}
    ]
    assert "  A BUR (attacked from PAR) may" in talleyrand("game", "status", file, "--power", "Germany").out


def test_the_status_in_winter_lists_builds_and_who_would_go(talleyrand, begun):
    file = begun(WINTER)
    ran = talleyrand("game", "status", file)
    assert "France: 2 builds, in BRE, PAR\n" in ran.out
    assert "Germany: 1 removal; if none is ordered, first to go: F NTH, A BEL, A MUN\n" in ran.out
    assert "Italy:" not in ran.out
    found = talleyrand("game", "status", file, "--format", "json").json
    assert found["adjustments"] == {"France": 2, "Germany": -1}
    assert found["build_sites"] == {"France": ["BRE", "PAR"]}
    assert found["removal_ranking"] == {"Germany": ["F NTH", "A BEL", "A MUN"]}


def test_who_goes_by_default_is_the_first_of_the_ranking(talleyrand, begun):
    file = begun(WINTER)
    report = talleyrand("game", "adjudicate", file, "--anyway", "--format", "json").json
    assert report["next"]["units"]["Germany"] == ["A BEL", "A MUN"]


def test_a_barred_retreat_is_said_on_the_receipt(talleyrand, begun):
    file = begun(RETREAT)
    ran = talleyrand("game", "orders", file, "--power", "Germany", "-m", "A BUR R RUH")
    assert "  A BUR R RUH  [illegal] Army Burgundy cannot retreat to Ruhr: a standoff left Ruhr empty" in ran.out


def test_an_order_for_anothers_unit_is_said_once(talleyrand, begun):
    file = begun(WINTER)
    talleyrand("game", "adjudicate", file, "--anyway")
    ran = talleyrand("game", "orders", file, "--power", "France", "-m", "A MUN H")
    assert ran.out.count("Germany") == 1
    ran = talleyrand("game", "orders", file, "--power", "France", "-m", "A MUN H", "--format", "json")
    assert ran.json["orders"][0]["problem"].count("Germany") == 1
    assert ran.json["warnings"] == []


def test_orders_are_withdrawn_and_stay_in_the_record(talleyrand, begun):
    file = begun(RETREAT)
    talleyrand("game", "orders", file, "--power", "Germany", "-m", "A BUR R GAS")
    ran = talleyrand("game", "orders", file, "--power", "Germany", "--withdraw")
    assert ran.status == 0
    assert ran.out.startswith("1 set of Germany withdrawn; the record keeps the text.\n")
    assert "Nothing counts: what was sent has been withdrawn." in ran.out
    assert '"text": "A BUR R GAS"' in file.read_text()
    assert "Orders in: nobody" in talleyrand("game", "status", file).out
    assert talleyrand("record", "verify", file).status == 0
    ran = talleyrand("game", "orders", file, "--power", "Germany", "--withdraw")
    assert ran.status == 1
    assert "Germany has sent nothing in S1902R that could be withdrawn" in ran.err
    assert talleyrand("game", "orders", file, "--power", "Germany", "--withdraw", "-m", "A BUR D").status == 1


def test_undo_says_what_it_put_aside_and_redo_brings_it_back(talleyrand, begun):
    file = begun(RETREAT)
    for _ in range(3):
        assert talleyrand("game", "adjudicate", file, "--anyway").status == 0
    status = talleyrand("game", "status", file).out
    ran = talleyrand("game", "undo", file, "--to", "1")
    assert ran.out.startswith(
        f"Put aside: phases 1 to 4 (S1902R to S1903M), as branch 2. "
        f"To bring that back: talleyrand game redo {file} --branch 2\n"
    )
    ran = talleyrand("game", "redo", file)
    assert ran.out.endswith(status)
    assert ran.out.startswith("Put aside: phase 1 (S1902R), as branch 3.")
    assert talleyrand("game", "undo", file, "--to", "1").status == 0
    assert talleyrand("game", "redo", file, "--branch", "2").out.endswith(status)
    assert talleyrand("record", "verify", file).status == 0


def test_undo_goes_back_to_a_phase_by_its_code(talleyrand, begun):
    file = begun(RETREAT)
    for _ in range(2):
        assert talleyrand("game", "adjudicate", file, "--anyway").status == 0
    ran = talleyrand("game", "undo", file, "--to", "s1902r")
    assert ran.out.startswith("Put aside: phases 1 to 3")
    ran = talleyrand("game", "undo", file, "--to", "F1950M")
    assert ran.status == 1
    assert "--to: there is no phase F1950M; the game has S1902R" in ran.err


def test_nothing_to_redo_is_said(talleyrand, begun):
    ran = talleyrand("game", "redo", begun(RETREAT))
    assert ran.status == 1
    assert "no undo has put anything aside" in ran.err
