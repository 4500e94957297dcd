"""Records: exact round trip, strict reading, and verification that names the first difference."""

import copy
import json

import pytest

from game_scenes import position
from talleyrand import Game, InputError, read_record, verify, write_record


def played() -> Game:
    game = Game.new("classic", seats={"France": ["Ann", "Bob"]}, timetable={"zone": "Etc/GMT", "hour": 21}, time="t0")
    game = game.submit("France", "A PAR - BUR\nA MAR S A PAR - BUR", author="Ann", channel="web", time="t1")
    game = game.submit("Germany", "A MUN - BUR\nArmy Berlin move Kiel\nnonsense of Army Foo", author="Cleo")
    game, _ = game.advance(time="t2", actor="GM")
    game = game.post("France", "Peace!", to=["Germany"]).post("", "A rumour.", true_sender="GM")
    game = game.submit("Austria", "A VIE - BOH").set_disorder("Italy")
    game, _ = game.advance()
    game = game.undo(actor="GM", text="once more")
    game, _ = game.advance(skip=False)
    game = game.rule("A ruling.", actor="GM")
    return game.submit("Turkey", "A CON - BUL")


RECORD = write_record(played())


def tampered(*path, value):
    record = copy.deepcopy(RECORD)
    inner = record
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return read_record(record)


def test_a_record_is_json_and_its_round_trip_is_exact_lesson_29():
    text = json.dumps(RECORD)
    game = read_record(text)
    assert game == played()
    assert json.dumps(write_record(game)) == text
    assert write_record(read_record(text.encode())) == RECORD


def test_a_record_holds_what_the_contract_says():
    assert set(RECORD) == {
        "format",
        "variant",
        "rulebook",
        "timetable",
        "seats",
        "phases",
        "messages",
        "events",
    }
    assert (RECORD["variant"]["name"], RECORD["variant"]["version"]) == ("classic", 1)
    first = RECORD["phases"][0]["orders"][0]
    assert {key: first[key] for key in ("power", "text", "author", "channel", "time")} == {
        "power": "France",
        "text": "A PAR - BUR\nA MAR S A PAR - BUR",
        "author": "Ann",
        "channel": "web",
        "time": "t1",
    }
    assert [reading["order"] for reading in first["readings"]] == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    assert [event["kind"] for event in RECORD["events"]] == [
        "started",
        "adjudicated",
        "civil_disorder",
        "adjudicated",
        "undone",
        "adjudicated",
        "ruling",
    ]
    assert [(phase["number"], phase["branch"]) for phase in RECORD["phases"]] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (2, 2),
        (3, 2),
    ]


def test_an_honest_record_verifies():
    assert verify(read_record(RECORD)) is None


@pytest.mark.parametrize(
    ("path", "value", "where", "phase"),
    [
        (("phases", 0, "report", "orders", 8, "outcome"), "cut", "report.orders[8].outcome", "S1901M"),
        (("phases", 0, "report", "next", "units", "France"), ["A BUR"], "report.next.units.France[1]", "S1901M"),
        (("phases", 0, "report", "status", "state"), "solo", "report.status.state", "S1901M"),
        (("phases", 0, "orders", 0, "text"), "A PAR - GAS", "orders[0].readings[0].order", "S1901M"),
        (("phases", 0, "orders", 0, "readings", 0, "reading"), "illegal", "orders[0].readings[0].reading", "S1901M"),
        (("phases", 1, "position", "units", "Turkey"), ["A BUL"], "position.units.Turkey[0]", "F1901M"),
        (("phases", 1, "missed"), {}, "missed.Austria", "F1901M"),
        (("rulebook", "sets"), "merge_by_unit", None, None),
    ],
)
def test_a_tampered_record_is_found_with_phase_and_place(path, value, where, phase):
    found = verify(tampered(*path, value=value))
    if where is None:
        assert found is None
        return
    assert found is not None
    assert (found.path, found.phase) == (where, phase)
    assert str(found).startswith(f"phases[{found.index}] ({phase}): {where}: the record has ")


def test_the_first_difference_is_the_one_named():
    record = copy.deepcopy(RECORD)
    record["phases"][3]["report"]["status"]["state"] = "solo"
    record["phases"][1]["report"]["status"]["state"] = "draw"
    found = verify(read_record(record))
    assert found is not None
    assert found.index == 1


@pytest.mark.parametrize(
    ("path", "value", "where", "message"),
    [
        (("format",), 2, "format", "reads 1"),
        (("variant", "name"), "clasic", "variant.name", "did you mean"),
        (("variant", "version"), 99, "variant.version", "played on version 99"),
        (("rulebook",), {"paradox": "coin"}, "rulebook.paradox", "paradox"),
        (("phases",), [], "phases", "at least one phase"),
        (("phases", 0, "number"), 3, "phases[0].number", "does not follow"),
        (
            ("phases", 0, "position", "units"),
            {"France": ["A XXX"]},
            "phases[0].position.units.France[0]",
            "no province",
        ),
        (("phases", 0, "origin"), "dream", "phases[0].origin", "no way for a phase to begin"),
        (("phases", 0, "orders", 0, "power"), "Gaul", "phases[0].orders[0].power", "no power"),
        (("phases", 0, "orders", 0, "text"), 3, "phases[0].orders[0].text", "must be text"),
        (("phases", 0, "report"), None, "phases[0].report", "is missing, yet a later phase follows"),
        (("seats", 0, "power"), "Gaul", "seats[0].power", "no power"),
        (("events", 0, "kind"), 1, "events[0].kind", "must be text"),
        (("phases", 0, "missed"), {"France": "two"}, "phases[0].missed.France", "whole number"),
    ],
)
def test_a_record_at_fault_is_refused_by_path(path, value, where, message):
    with pytest.raises(InputError) as caught:
        tampered(*path, value=value)
    assert caught.value.path == where
    assert message in caught.value.message


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"format": 1', "\x00"])
def test_a_text_that_is_no_record_is_refused(text):
    with pytest.raises(InputError):
        read_record(text)


def test_a_fault_of_json_is_named_by_line_and_column():
    with pytest.raises(InputError, match="line 2, column"):
        read_record('{"format": 1,\n "variant": oops}')


def test_a_finished_game_verifies_and_stays_finished():
    centres = sorted(Game.new("classic").variant.board.centers - {"SPA"})[:17]
    where = position("F1905M", {"France": ["A GAS"]}, {"France": centres})
    game, _ = Game.new("classic", position=where).submit("France", "A GAS - SPA").advance()
    again = read_record(json.dumps(write_record(game)))
    assert again.status.winners == ("France",)
    assert verify(again) is None
    drawn = read_record(write_record(Game.new("classic").draw()))
    assert str(drawn.status.state) == "draw"
    assert verify(drawn) is None
