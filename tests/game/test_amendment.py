"""Rules and maps that change in the middle of a game: what is over stays, the open phase goes by what holds now."""

import copy

import pytest

from talleyrand import Game, GameError, InputError, read_record, verify, write_record
from talleyrand.board.unit import Location, UnitKind
from talleyrand.game.amendment import Mend
from talleyrand.game.view import view

ROM_NAP = Mend(UnitKind.ARMY, Location("NAP"), Location("ROM"), open=False)
PAR_LON = Mend(UnitKind.ARMY, Location("LON"), Location("PAR"))


def outcome(game, unit):
    report = game.line[-2].report
    return next(line["outcome"] for line in report["orders"] if (line["order"] or "").startswith(unit))


def test_a_changed_rule_holds_from_the_open_phase_on_and_what_is_over_stays_as_it_was():
    game = Game.new("classic", {"victory_centers": 18})
    game, _ = game.submit("France", "A PAR - BUR").advance()
    amended = game.amend(rulebook={"victory_centers": 12}, text="We play short.", actor="mara", time="t")
    assert (game.rulebook.victory_centers, amended.rulebook.victory_centers) == (18, 12)
    assert [amended.at(entry).rulebook.victory_centers for entry in amended.entries] == [18, 18, 12]
    assert amended.line[0].report == game.line[0].report
    assert amended.status.number == game.status.number
    event = amended.events[-1]
    assert (event.kind, event.phase, event.actor, event.text, event.data) == (
        "amended",
        "F1901M",
        "mara",
        "We play short.",
        {"amendment": 1},
    )
    for orders in ("A BUR - BEL", ""):
        amended, _ = amended.submit("France", orders or "A MAR - SPA").advance()
    assert verify(amended) is None
    assert read_record(write_record(amended)) == amended


def test_a_win_is_by_the_number_that_holds_when_it_comes():
    game = Game.new("classic")
    for _ in range(1):
        game, _ = game.advance()
    game = game.amend(rulebook={"victory_centers": 4})
    game, report = game.advance()
    assert (report.status.state, report.status.winners) == ("solo", ("Russia",))
    assert verify(game) is None
    with pytest.raises(GameError, match="its rules and its map stay as they are"):
        game.amend(rulebook={"victory_centers": 18})
    again = game.undo().amend(rulebook={"victory_centers": 18})
    assert not again.advance()[1].over
    assert verify(again) is None


def test_a_step_that_the_map_lacks_is_opened_and_one_too_many_is_closed():
    game = Game.new("classic").submit("Italy", "A ROM - NAP\nF NAP - ION").submit("France", "A PAR - LON")
    mended = game.amend(mends=[ROM_NAP, PAR_LON], text="The drawn map shows it so.")
    before, _ = game.advance()
    after, _ = mended.advance()
    assert (outcome(before, "A ROM"), outcome(after, "A ROM")) == ("succeeds", "ignored")
    assert (outcome(before, "A PAR"), outcome(after, "A PAR")) == ("ignored", "bounced")  # London is taken
    again = read_record(write_record(after))
    assert verify(again) is None
    assert again.variant.board.army_edges == mended.variant.board.army_edges
    assert again.at(again.entries[0]).variant.board.army_edges == game.variant.board.army_edges
    assert write_record(after)["amendments"] == [
        {
            "map": [
                {"unit": "A", "from": "LON", "to": "PAR"},
                {"unit": "A", "from": "NAP", "to": "ROM", "open": False},
            ]
        }
    ]


def test_orders_that_were_in_are_read_again_by_what_holds_now():
    game = Game.new("classic").submit("Italy", "A ROM - NAP")
    mended = game.amend(mends=[ROM_NAP])
    readings = [entry.received[0].readings[0]["reading"] for entry in mended.entries]
    assert readings == ["ok", "illegal"]
    back = mended.amend(mends=[ROM_NAP._replace(open=True)])
    assert back.current.received[0].readings[0]["reading"] == "ok"
    assert verify(back) is None
    assert [len(write_record(back)["amendments"][index]["map"]) for index in (0, 1)] == [1, 1]


def test_a_fleet_steps_between_coasts_and_both_ways():
    coast = Mend(UnitKind.FLEET, Location("MAO"), Location("STP", "SC"))
    game = Game.new("classic").amend(mends=[coast])
    graph = game.variant.board.graph
    assert Location("STP", "SC") in graph.steps(UnitKind.FLEET, Location("MAO"))
    assert Location("MAO") in graph.steps(UnitKind.FLEET, Location("STP", "SC"))
    assert Location("MAO") not in graph.steps(UnitKind.FLEET, Location("STP", "NC"))
    closed = game.amend(mends=[coast._replace(open=False)])
    assert closed.variant.board.fleet_edges == Game.new("classic").variant.board.fleet_edges


def test_a_rollback_goes_back_in_time_but_not_in_the_rules():
    game, _ = Game.new("classic").submit("Italy", "A ROM - NAP").advance()
    game, _ = game.amend(mends=[ROM_NAP]).advance()
    undone = game.undo(1)
    assert undone.current.amended == 1
    assert undone.current.received[0].readings[0]["reading"] == "illegal"
    assert verify(undone) is None
    again = undone.redo()
    assert [entry.amended for entry in again.line] == [entry.amended for entry in game.line]
    assert verify(again) is None
    assert read_record(write_record(again)) == again


def test_what_was_put_aside_before_an_amendment_comes_back_open_under_it():
    game, _ = Game.new("classic").advance()
    amended = game.undo().amend(rulebook={"victory_centers": 9})
    again = amended.redo(1)
    assert [entry.amended for entry in again.line] == [0, 1]
    assert verify(again) is None


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({}, "rulebook: nothing would change"),
        ({"rulebook": {"victory_centers": 0}}, "rulebook: nothing would change"),
        ({"rulebook": {"victory": 5}}, "rulebook.victory: "),
        ({"rulebook": {"preset": "nonsense"}}, "rulebook.preset: "),
        ({"mends": [ROM_NAP._replace(open=True)]}, r"map\[0\]: A NAP can step to ROM already"),
        ({"mends": [PAR_LON._replace(open=False)]}, r"map\[0\]: A LON cannot step to PAR as it is"),
        ({"mends": [PAR_LON, PAR_LON._replace(open=False)]}, "rulebook: nothing would change"),
    ],
)
def test_what_changes_nothing_or_cannot_be_is_said(change, fault):
    with pytest.raises(InputError, match=fault):
        Game.new("classic").amend(**change)


def test_all_choices_of_a_preset_can_take_the_place_of_what_held():
    game = Game.new("classic", {"victory_centers": 5}).amend(rulebook={"preset": "rulebook_1971"})
    assert game.rulebook == Game.new("classic", "rulebook_1971").rulebook


def test_everybody_may_know_what_changed():
    game = Game.new("classic").submit("Italy", "A ROM - NAP").amend(mends=[ROM_NAP], text="why")
    seen = view(game, "France")
    assert seen.former == game.former
    assert seen.events[-1].text == "why"
    assert all(not entry.received for entry in seen.entries)
    assert verify(read_record(write_record(seen))) is None


def amended_record():
    game, _ = Game.new("classic").submit("Italy", "A ROM - NAP").advance()
    return write_record(game.amend(mends=[ROM_NAP], rulebook={"victory_centers": 9}).advance()[0])


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("amendments", 0), {}, r"amendments\[0\]: changes nothing"),
        (("amendments", 0, "map", 0, "unit"), "X", r"amendments\[0\].map\[0\].unit: 'X' is no kind of unit"),
        (("amendments", 0, "map", 0, "from"), "Xyz", r"amendments\[0\].map\[0\].from: .*no province"),
        (("amendments", 0, "map", 0, "to"), "NAP", r"amendments\[0\].map\[0\].to: NAP is in the same province"),
        (("amendments", 0, "map", 0, "open"), True, r"amendments\[0\].map\[0\]: A NAP can step to ROM already"),
        (("amendments", 0, "rulebook", "victory_centers"), "x", r"amendments\[0\].rulebook.victory_centers: "),
        (("amendments",), [], r"phases\[2\].amended: 1 amendments cannot be: the game has 0"),
        (("phases", 3, "amended"), 0, r"phases\[3\].amended: 0 amendments cannot be"),
        (("phases", 0, "amended"), 7, r"phases\[0\].amended: 7 amendments cannot be: the game has 1"),
    ],
)
def test_a_record_whose_amendments_cannot_be_is_refused_with_the_place(path, value, fault):
    record = copy.deepcopy(amended_record())
    *way, last = path
    place = record
    for step in way:
        place = place[step]
    place[last] = value
    with pytest.raises(InputError, match=fault):
        read_record(record)


@pytest.mark.parametrize("index", [0, 1])
def test_a_record_that_lies_about_when_the_rules_changed_is_found_out(index):
    record = amended_record()
    record["phases"][index]["amended"] = 1
    assert verify(read_record(record)) is not None


def test_a_record_with_an_amendment_that_no_event_tells_of_is_found_out():
    record = amended_record()
    record["events"] = [event for event in record["events"] if event["kind"] != "amended"]
    assert verify(read_record(record)) is not None
