"""Nothing that an undo puts aside is out of reach, and orders can be taken back."""

import pytest

from talleyrand import Game, GameError, InputError, read_record, verify, write_record
from talleyrand.game.view import view


def played(orders: str = "A PAR - BUR", phases: int = 3) -> Game:
    game = Game.new("classic").submit("France", orders)
    for _ in range(phases):
        game, _ = game.advance()
    return game


def same_line(one: Game, other: Game) -> bool:
    return [(entry.position, entry.report, entry.received) for entry in one.line] == [
        (entry.position, entry.report, entry.received) for entry in other.line
    ]


def test_redo_brings_back_all_that_an_undo_put_aside():
    game = played()
    undone = game.undo(1)
    assert (undone.status.number, undone.events[-1].data["aside"]) == (1, 1)
    again = undone.redo()
    assert same_line(again, game)
    assert len(again.entries) == len(undone.entries) + 4  # added, nothing overwritten
    assert again.entries[: len(undone.entries)] == undone.entries
    assert verify(again) is None
    assert read_record(write_record(again)) == again


def test_redo_puts_aside_what_was_played_meanwhile_and_another_redo_brings_that_back():
    game = played()
    other, _ = game.undo(1).submit("France", "A PAR - PIC").advance()
    assert same_line(other.redo(), game)
    assert same_line(other.redo().redo(), other)
    assert same_line(other.redo().redo().redo(), game)
    assert verify(other.redo().redo()) is None


def test_an_older_branch_is_brought_back_by_its_number():
    game = played()
    twice = game.undo(3).undo(1)
    assert same_line(twice.redo(1), game)
    assert same_line(twice.redo(2), game.undo(3))
    assert verify(twice.redo(1)) is None


def test_a_draw_undone_can_be_brought_back():
    game = played(phases=1).draw(["France", "England"])
    undone = game.undo()
    assert not undone.status.over
    again = undone.redo()
    assert again.status.winners == ("England", "France")
    assert not again.redo().status.over


def test_what_cannot_be_brought_back_is_said():
    game = played()
    with pytest.raises(GameError, match="no undo has put anything aside"):
        game.redo()
    with pytest.raises(GameError, match="there is no branch 9; the game has branches 1 to 2"):
        game.undo().redo(9)
    with pytest.raises(GameError, match="count already"):
        game.undo().redo(2)


def test_orders_withdrawn_count_no_more_and_stay_in_the_record():
    game = Game.new("classic").submit("France", "A PAR - BUR", author="Ann").submit("England", "F LON - NTH")
    back = game.withdraw("french", time="2024-05-01T21:00:00Z")
    assert back.sheet("France").is_empty
    assert back.status.ordered == ("England",)
    assert "France" in back.status.waiting
    (kept,) = back.current.sets_of("France")
    assert (kept.text, kept.author, kept.withdrawn) == ("A PAR - BUR", "Ann", True)
    assert (back.events[-1].kind, back.events[-1].data) == ("withdrawn", {"power": "France", "sets": 1})
    done, report = back.advance()
    assert [str(unit) for unit in report.next.units_of("France")] == ["A MAR", "A PAR", "F BRE"]
    assert done.current.counts.of("France") == 1  # a withdrawn set is no orders
    assert verify(done) is None
    assert read_record(write_record(done)) == done


def test_a_set_sent_after_a_withdrawal_counts():
    game = Game.new("classic").submit("France", "A PAR - BUR").withdraw("France").submit("France", "A MAR - SPA")
    assert [str(order.unit) for order in game.sheet("France").orders_in_force] == ["A MAR"]


def test_nothing_to_withdraw_is_said():
    game = Game.new("classic").submit("France", "A PAR H")
    with pytest.raises(GameError, match="Germany has sent nothing in S1901M"):
        game.withdraw("Germany")
    with pytest.raises(GameError, match="France has sent nothing"):
        game.withdraw("France").withdraw("France")
    with pytest.raises(InputError):
        game.withdraw("Atlantis")


def test_nobody_else_learns_that_a_power_took_orders_back():
    game = Game.new("classic").submit("France", "A PAR H").withdraw("France")
    assert [event.kind for event in view(game, "Germany").events] == ["started"]
    assert [event.kind for event in view(game, "France").events] == ["started", "withdrawn"]
