"""The events of a record account for its phases, whatever was undone, brought back and ruled."""

import copy
import random

import pytest

from game_scenes import position
from talleyrand import Game, GameError, InputError, read_record, verify, write_record
from talleyrand.board.unit import Location, UnitKind
from talleyrand.game.amendment import Mend
from talleyrand.game.view import view

ROM_NAP = Mend(UnitKind.ARMY, Location("NAP"), Location("ROM"))
TALK = ["A ROM - NAP", "A PAR - BUR", "hello", "A MAR - SPA; F BRE - MAO", "A PAR - BUR?"]


def wild(seed: int, acts: int = 14) -> Game:
    """A game in which everything is done that can be done, in any order."""
    dice = random.Random(seed)
    game = Game.new("classic", seats={"France": ["Ann", "Bob"]})
    for _ in range(acts):
        power = dice.choice(["France", "Italy"])
        try:
            match dice.randrange(11):
                case 0 | 1 | 2:
                    game, _ = game.advance(skip=dice.random() < 0.7)
                case 3 | 4:
                    game = game.submit(power, dice.choice(TALK), author=dice.choice(["Ann", "Bob"]))
                case 5:
                    game = game.undo(dice.choice([None, 1, game.current.number]))
                case 6:
                    game = game.redo(dice.choice([None, 1]))
                case 7:
                    game = (
                        game.withdraw(power) if dice.random() < 0.5 else game.set_disorder(power, dice.random() < 0.5)
                    )
                case 8:
                    game = game.rule("so be it", position=game.position if dice.random() < 0.5 else None)
                case 9:
                    game = game.amend(
                        rulebook={"victory_centers": dice.randrange(9, 19)},
                        mends=[ROM_NAP._replace(open=dice.random() < 0.5)] if dice.random() < 0.5 else [],
                    )
                case _:
                    game = game.draw([power])
        except GameError:
            continue
    return game


@pytest.mark.parametrize("seed", range(40))
def test_whatever_was_done_verifies_as_do_its_views(seed):
    game = wild(seed)
    assert verify(game) is None
    assert verify(read_record(write_record(game))) is None
    for viewer in ("France", "Germany", "observer"):
        assert verify(view(game, viewer)) is None


def record():
    game = Game.new("classic").submit("France", "A PAR - BUR")
    game, _ = game.advance()
    game = game.set_disorder("Italy").submit("England", "F LON - NTH").withdraw("England")
    game, _ = game.advance(skip=False)
    game = game.undo()
    game, _ = game.advance()
    game = game.redo()
    game = game.rule("so be it", position=game.position)
    return write_record(game)


def refused(change) -> InputError:
    made = copy.deepcopy(record())
    change(made)
    with pytest.raises(InputError) as caught:
        read_record(made)
    return caught.value


def found(change):
    made = copy.deepcopy(record())
    change(made)
    difference = verify(read_record(made))
    assert difference is not None
    assert str(difference)
    return difference


def test_an_honest_record_of_everything_verifies():
    assert verify(read_record(record())) is None


def test_a_copy_of_a_phase_appended_is_refused():
    fault = refused(lambda made: made["phases"].append(copy.deepcopy(made["phases"][-1])))
    assert fault.path == "phases[8].number"


def test_a_copy_of_a_phase_on_a_new_branch_is_found():
    def append(made):
        made["phases"].append({**copy.deepcopy(made["phases"][-1]), "branch": 5})

    assert found(append).place == "phases[8].origin"


@pytest.mark.parametrize("branch", [99, -1, 0, 10**40])
@pytest.mark.parametrize("index", [0, 2, 7])
def test_branches_that_cannot_be_are_refused(branch, index):
    fault = refused(lambda made: made["phases"][index].update(branch=branch))
    assert fault.path == f"phases[{index}].branch"
    assert len(fault.message) < 200


def test_a_phase_of_another_variant_is_refused():
    fault = refused(lambda made: made["phases"][1]["position"].update(variant="morrowind"))
    assert fault.path == "phases[1].position.variant"
    assert "'morrowind' is not 'classic'" in fault.message


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        ("started", "events[0].kind"),
        ("adjudicated", "events[1].phase"),
        ("civil_disorder", "phases[1].declared[0]"),
        ("withdrawn", "phases[1].orders.withdrawn"),
        ("undone", "events[5].phase"),
        ("redone", "events[7].phase"),
        ("ruling", "phases[7].origin"),
    ],
)
def test_an_event_left_out_is_found(kind, place):
    def drop(made):
        first = next(event for event in made["events"] if event["kind"] == kind)
        made["events"].remove(first)

    assert found(drop).place == place


@pytest.mark.parametrize(
    ("index", "key", "value", "place"),
    [
        (1, "phase", "S1902M", "events[1].phase"),
        (4, "kind", "undone", "events[4].data.to"),
        (5, "data", {"from": "F1901M", "to": 1, "aside": 1}, "events[5].data.from"),
        (3, "data", {"power": "England", "sets": 2}, "phases[1].orders.withdrawn"),
        (7, "data", {"branch": 9, "to": 3, "aside": 2}, "events[7].data.branch"),
        (8, "data", {"board": False}, "phases[7].origin"),
    ],
)
def test_an_event_rewritten_is_found(index, key, value, place):
    assert found(lambda made: made["events"][index].update({key: value})).place == place


def test_an_event_added_is_found():
    def add(made):
        made["events"].append({"kind": "adjudicated", "phase": made["phases"][-1]["position"]["phase"]})

    assert found(add).place == "events[9].kind"


def test_orders_changed_when_a_phase_was_brought_back_are_found():
    def change(made):
        made["phases"][5]["orders"].append({"power": "Italy", "text": "hello"})

    assert found(change).place == "phases[5].orders"


def test_a_report_that_is_none_is_refused():
    assert refused(lambda made: made["phases"][0]["report"].update(status=5)).path == "phases[0].report.status"
    fault = refused(lambda made: made["phases"][0]["report"]["status"].update(state="banana"))
    assert fault.path == "phases[0].report.status.state"


def test_a_ruled_board_is_the_gms_own():
    game = Game.new("classic").rule("another board", position=position("S1901M", {"France": ["A PAR"]}))
    assert verify(game) is None


def test_orders_on_a_ruled_board_are_read_by_that_board():
    game = Game.new("classic").submit("France", "A PAR - BUR")
    game = game.rule("another board", position=position("S1901M", {"France": ["A MAR"]}))
    assert verify(read_record(write_record(game))) is None
