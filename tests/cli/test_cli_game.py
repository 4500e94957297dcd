import json
import os
import subprocess
import sys
import threading

import pytest

from talleyrand.cli import clock, game, store


@pytest.fixture
def file(talleyrand, tmp_path, monkeypatch):
    """A game just begun."""
    monkeypatch.setattr(game, "now", lambda: "2024-05-01T21:00:00Z")
    path = tmp_path / "game.json"
    assert talleyrand("game", "new", path, "--variant", "classic").status == 0
    return path


def record(file):
    return json.loads(file.read_text())


def test_a_game_from_new_to_report(talleyrand, file):
    ran = talleyrand("game", "status", file)
    assert "Spring 1901, Movement" in ran.out
    assert "Missing: Austria, England, France, Germany, Italy, Russia, Turkey" in ran.out

    ran = talleyrand("game", "orders", file, "--power", "france", "--author", "Ann", given="A PAR - BUR\nA MAR - SPA\n")
    assert ran.status == 0
    assert "A PAR - BUR" in ran.out
    assert "F BRE: no order" in ran.out

    ran = talleyrand("game", "status", file)
    assert "Orders in: France" in ran.out
    assert "Missing: Austria, England, Germany" in ran.out

    ran = talleyrand("game", "adjudicate", file, "--format", "text")
    assert ran.status == 0
    assert "Burgundy" in ran.out
    assert "Fall 1901, Movement" in talleyrand("game", "status", file).out

    again = talleyrand("game", "report", file, "--format", "text")
    assert again.out == ran.out
    assert talleyrand("game", "report", file, "--phase", "s1901m", "--format", "text").out == ran.out
    assert talleyrand("record", "verify", file) == (0, f"{file}: sound, 1 phase adjudicated again\n", "")


def test_what_was_sent_is_kept_with_author_channel_and_time(talleyrand, file):
    text = "  a par-bur # as we said\n"
    talleyrand("game", "orders", file, "--power", "France", "--author", "Ann", "-m", text)
    (kept,) = record(file)["phases"][0]["orders"]
    assert kept["text"] == text
    assert (kept["author"], kept["channel"], kept["time"]) == ("Ann", "terminal", "2024-05-01T21:00:00Z")


def test_a_later_set_takes_the_place_of_an_earlier_one(talleyrand, file):
    talleyrand("game", "orders", file, "--power", "France", "-m", "A PAR - BUR")
    ran = talleyrand("game", "orders", file, "--power", "France", "-m", "A PAR - PIC", "--format", "json")
    assert ran.json["in_force"] == ["A PAR - PIC"]
    assert len(record(file)["phases"][0]["orders"]) == 2


def test_a_senior_may_have_the_last_word_A_105(talleyrand, file):
    ann = ("--author", "Ann", "--senior", "--override")
    talleyrand("game", "orders", file, "--power", "France", *ann, "-m", "A PAR - BUR")
    ran = talleyrand("game", "orders", file, "--power", "France", "--author", "Bob", "-m", "A PAR - PIC")
    assert "the set from Ann, of 2 sets sent" in ran.out
    assert talleyrand("game", "status", file, "--power", "France", "--format", "json").json["author"] == "Ann"


def test_the_last_word_is_not_for_a_junior_X_A6(talleyrand, file):
    ran = talleyrand("game", "orders", file, "--power", "France", "--author", "Bob", "--override", "-m", "A PAR - PIC")
    assert ran.status == 1
    assert "override: only the power's senior diplomat can ask" in ran.err
    talleyrand("game", "orders", file, "--power", "France", "--author", "Bob", "-m", "A PAR - PIC")
    ran = talleyrand("game", "orders", file, "--power", "France", "--author", "Ann", "-m", "A PAR - BUR; A MAR H")
    assert "In force: the set from Ann" in ran.out
    ran = talleyrand("game", "orders", file, "--power", "France", "--author", "Ann", "-m", "A PAR - BUR")
    assert "Note: The earlier set also ordered A MAR; it no longer counts." in ran.out


def test_what_is_not_in_force_is_said(talleyrand, file):
    ran = talleyrand("game", "orders", file, "--power", "France", "-m", "A PAR - MOS\nA MAR - SPA\nA MAR - BUR")
    assert "A PAR - MOS  [illegal]" in ran.out
    assert "Not counted:\n    A MAR - SPA: The unit has a later order" in ran.out


def test_a_preview_records_nothing(talleyrand, file):
    talleyrand("game", "orders", file, "--power", "France", "-m", "A PAR - BUR")
    before = file.read_bytes()
    preview = talleyrand("game", "adjudicate", file, "--preview", "--format", "bbcode")
    assert preview.status == 0
    assert file.read_bytes() == before
    assert talleyrand("game", "adjudicate", file, "--format", "bbcode").out == preview.out


def test_undo_goes_back_with_the_orders_and_loses_nothing(talleyrand, file):
    talleyrand("game", "orders", file, "--power", "France", "-m", "A PAR - BUR")
    talleyrand("game", "adjudicate", file, "--anyway")
    ran = talleyrand("game", "undo", file)
    assert ran.status == 0
    assert "Spring 1901, Movement" in ran.out
    assert "Orders in: France" in ran.out
    assert record(file)["phases"][0]["report"]
    assert talleyrand("record", "verify", file).status == 0


def test_no_skip_stops_at_an_idle_phase(talleyrand, file):
    talleyrand("game", "adjudicate", file, "--anyway", "--no-skip")
    assert "(S1901R)" in talleyrand("game", "status", file).out


@pytest.mark.parametrize(
    ("argv", "year"),
    [
        ([], "01 AD"),
        (["--year-label", "AUC"], "450 AUC"),
        (["--rulebook", "000"], "450 AUC"),
        (["--rulebook", "000", "--year-label", "AD"], "01 AD"),
    ],
)
def test_the_years_are_named_as_asked_X_A2(talleyrand, tmp_path, argv, year):
    file = tmp_path / "game.json"
    talleyrand("game", "new", file, "--variant", "ancient_mediterranean", *argv)
    assert f"Spring {year}, Movement" in talleyrand("game", "status", file).out


@pytest.mark.parametrize("variant", ["classic", "ancient_mediterranean", "morrowind"])
def test_a_game_without_orders_goes_on_through_a_year(talleyrand, tmp_path, variant):
    file = tmp_path / "game.json"
    assert talleyrand("game", "new", file, "--variant", variant).status == 0
    for _ in range(4):
        assert talleyrand("game", "adjudicate", file, "--anyway").status == 0
    assert talleyrand("record", "verify", file).status == 0


def test_a_game_of_a_variant_in_a_folder(talleyrand, tmp_path):
    folder, file = tmp_path / "isles", tmp_path / "game.json"
    assert talleyrand("variant", "new", folder).status == 0
    assert talleyrand("game", "new", file, "--variant", folder).status == 0
    assert talleyrand("game", "status", file, "--variant", folder).status == 0
    assert "isles" in talleyrand("game", "status", file).err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["orders", "--power", "Atlantis", "-m", "A PAR H"], "power: 'Atlantis' is no power"),
        (["orders", "--power", "France", "-m", "  \n"], "the order text is empty"),
        (["orders", "--power", "France", "-m", "x" * 300_000], "larger than 256 KiB"),
        (["status", "--power", "Atlantis"], "'Atlantis' is no power"),
        (["undo"], "there is no adjudication to undo"),
        (["undo", "--to", "7"], "there is no phase number 7"),
        (["report"], "no phase has been adjudicated yet"),
        (["report", "--phase", "F1901M"], "there is no report of F1901M; there are none yet"),
        (["new", "--variant", "classic"], "exists already"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(talleyrand, file, argv, words):
    before = file.read_bytes()
    ran = talleyrand("game", argv[0], file, *argv[1:])
    assert ran.status == 1
    assert ran.out == ""
    assert words in ran.err
    assert file.read_bytes() == before
    assert [entry.name for entry in file.parent.iterdir()] == ["game.json"]


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--variant", "atlantis"], "--variant: "),
        (["--variant", "classic", "--year-label", "AUC"], "--year-label: "),
        (["--variant", "classic", "--rulebook", "mine"], "rulebook: "),
    ],
)
def test_a_game_that_cannot_be_begins_no_file(talleyrand, tmp_path, argv, words):
    ran = talleyrand("game", "new", tmp_path / "game.json", *argv)
    assert ran.status == 1
    assert ran.err.startswith(f"talleyrand: {words}")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_not_there_is_named(talleyrand, tmp_path):
    for action in (["status"], ["orders", "--power", "France", "-m", "A PAR H"], ["adjudicate"], ["undo"], ["report"]):
        ran = talleyrand("game", action[0], tmp_path / "no.json", *action[1:])
        assert ran.status == 1
        assert "no.json" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda found: found.update(format=9), "format"),
        (lambda found: found["variant"].update(name="atlantis"), "variant.name"),
        (lambda found: found["variant"].update(version=99), "variant.version"),
        (
            lambda found: found["phases"][0]["position"]["units"].update(France=["A NTH"]),
            "phases[0].position.units.France[0]",
        ),
        (lambda found: found.update(phases=[]), "phases"),
        (lambda found: found.update(surprise=1), "surprise"),
    ],
)
def test_a_record_at_fault_is_named_by_file_line_and_key(talleyrand, file, change, key):
    found = record(file)
    change(found)
    file.write_text(json.dumps(found, indent=1))
    before = file.read_bytes()
    for argv in (["game", "status", file], ["game", "adjudicate", file], ["record", "verify", file]):
        ran = talleyrand(*argv)
        assert ran.status == 1
        assert ran.err.startswith(f"talleyrand: {file}:")
        assert f": {key}: " in ran.err
    assert file.read_bytes() == before


def test_verify_names_the_first_difference(talleyrand, file):
    talleyrand("game", "orders", file, "--power", "France", "-m", "A PAR - BUR")
    talleyrand("game", "adjudicate", file, "--anyway")
    found = record(file)
    found["phases"][1]["position"]["units"]["France"][0] = "A GAS"
    file.write_text(json.dumps(found, indent=1))
    ran = talleyrand("record", "verify", file)
    assert ran.status == 1
    assert ran.err.startswith(f"talleyrand: {file}:")
    assert "phases[1] (F1901M): position.units.France" in ran.err


def test_a_crash_while_writing_leaves_the_game_as_it_was(talleyrand, file, monkeypatch):
    before = file.read_bytes()

    def fail(*_args):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "replace", fail)
    ran = talleyrand("game", "orders", file, "--power", "France", "-m", "A PAR - BUR")
    assert ran.status == 1
    assert "Input/output error" in ran.err
    assert file.read_bytes() == before
    assert [entry.name for entry in file.parent.iterdir()] == ["game.json"]


def test_a_second_writer_is_told_to_wait(talleyrand, file, monkeypatch):
    monkeypatch.setattr(store.locked.__wrapped__, "__defaults__", (0.1,))
    with store.locked(file):
        ran = talleyrand("game", "orders", file, "--power", "France", "-m", "A PAR - BUR")
    assert ran.status == 1
    assert "another talleyrand is writing to it" in ran.err
    assert record(file)["phases"][0].get("orders", []) == []


def test_writers_at_once_lose_nothing(file):
    from talleyrand.cli import gamefile

    def send(number: int) -> None:
        gamefile.change(str(file), None, lambda game: (game.submit("France", f"A PAR H # {number}"), None))

    threads = [threading.Thread(target=send, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = record(file)["phases"][0]["orders"]
    assert sorted(received["text"] for received in kept) == [f"A PAR H # {number}" for number in range(6)]


def test_half_a_surrogate_pair_survives_the_file(talleyrand, file):
    assert talleyrand("game", "orders", file, "--power", "France", "-m", "A PAR H \ud800").status == 0
    assert talleyrand("game", "status", file).status == 0
    assert record(file)["phases"][0]["orders"][0]["text"] == "A PAR H \ud800"


def test_the_clock_is_utc():
    stamp = clock.now()
    assert len(stamp) == 20
    assert stamp.endswith("Z")


def test_the_phase_expected_is_adjudicated_once(talleyrand, file):
    talleyrand("game", "orders", file, "--power", "France", "-m", "A PAR - BUR")
    ran = talleyrand("game", "adjudicate", file, "--phase", "s1901m")
    assert ran.status == 0
    assert "note: S1901M adjudicated; the open phase is F1901M\n" in ran.err
    before = file.read_bytes()
    ran = talleyrand("game", "adjudicate", file, "--phase", "S1901M", "--anyway")
    assert (ran.status, ran.out) == (1, "")
    assert "--phase: S1901M is adjudicated already; the open phase is F1901M, and nothing was done" in ran.err
    ran = talleyrand("game", "adjudicate", file, "--phase", "S1905M", "--anyway")
    assert "--phase: 'S1905M' is not open; the open phase is F1901M" in ran.err
    assert file.read_bytes() == before


def test_two_at_once_with_the_phase_adjudicate_once(file):
    command = [sys.executable, "-m", "talleyrand", "game", "adjudicate", str(file), "--anyway", "--phase", "S1901M"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    for run in runs:
        run.communicate(timeout=60)
    assert sorted(run.returncode for run in runs) == [0, 1]
    assert [phase["position"]["phase"] for phase in record(file)["phases"]] == ["S1901M", "F1901M"]


def test_a_preview_says_that_nothing_is_recorded(talleyrand, file):
    ran = talleyrand("game", "adjudicate", file, "--preview", "--phase", "S1901M")
    assert "note: S1901M as it would be adjudicated; nothing is recorded" in ran.err
    assert len(record(file)["phases"]) == 1


def test_talk_is_not_orders_in_A_121(talleyrand, file):
    talleyrand("game", "orders", file, "--power", "France", "-m", "hello there, what a nice day")
    assert "Orders in: nobody" in talleyrand("game", "status", file).out
    assert "nobody has sent orders" in talleyrand("game", "adjudicate", file).err
