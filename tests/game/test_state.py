"""A game as a value: orders in, phases on, absence, endings, rollbacks, rulings."""

import pytest

from game_scenes import CLASSIC, homes, position, units
from talleyrand import Game, GameError, GameOverError, InputError, verify
from talleyrand.game.ledger import Origin
from talleyrand.game.view import view

SOLO_NEXT_FALL = sorted(CLASSIC.board.centers - {"SPA"})[:17]


def fresh(rulebook=None, **more) -> Game:
    return Game.new("classic", rulebook, **more)


def test_the_documented_example():
    game = Game.new("ancient_mediterranean")
    game = game.submit("Rome", "Army Roma move Apulia")
    assert [str(entry.reading.status) for entry in game.sheet("Rome").entries] == ["ok"]
    game, report = game.advance()
    assert "A APU" in units(report.next)["Rome"]
    assert str(game.phase) == "F1M"


def test_a_game_is_a_value_and_acts_answer_with_a_new_one():
    game = fresh()
    later = game.submit("France", "A PAR - BUR")
    assert game.sheet("France").entries == ()
    assert len(later.sheet("France").orders_in_force) == 1
    after, _ = later.advance()
    assert str(later.phase) == "S1901M"
    assert str(after.phase) == "F1901M"


def test_the_latest_set_counts_and_all_are_kept_A_020_A_121():
    game = fresh().submit("France", "A PAR - BUR", author="Ann").submit("France", "A PAR - PIC", author="Bob")
    sheet = game.sheet("France")
    assert [str(order.to) for order in sheet.orders_in_force] == ["PIC"]
    assert sheet.in_force_author == "Bob"
    assert [received.text for received in game.current.received] == ["A PAR - BUR", "A PAR - PIC"]


def test_the_senior_may_ask_that_his_orders_supersede_A_020():
    game = fresh(seats={"France": ["Ann", "Bob"]})
    game = game.submit("France", "A PAR - BUR", author="Ann", override=True)
    game = game.submit("France", "A PAR - PIC", author="Bob")
    assert game.sheet("France").in_force_author == "Ann"


def test_sets_merge_unit_by_unit_where_the_rulebook_says_so_C_014():
    game = fresh({"sets": "merge_by_unit"})
    game = game.submit("France", "A PAR - BUR\nA MAR - SPA").submit("France", "A PAR - PIC")
    assert sorted(str(order.to) for order in game.sheet("France").orders_in_force) == ["PIC", "SPA"]


def test_received_orders_keep_author_channel_time_and_reading():
    game = fresh().submit(
        "france", "Army Pariss move Burgundy", author="Ann", channel="e-mail", time="2024-01-01T12:00Z"
    )
    received = game.current.received[0]
    assert (received.power, received.author, received.channel, received.time) == (
        "France",
        "Ann",
        "e-mail",
        "2024-01-01T12:00Z",
    )
    assert received.text == "Army Pariss move Burgundy"
    assert received.readings[0]["order"] == "A PAR - BUR"
    assert received.readings[0]["reading"] == "repaired"


def test_status_says_who_is_waited_for():
    status = fresh().submit("France", "A PAR - BUR").status
    assert status.ordered == ("France",)
    assert "France" not in status.waiting
    assert len(status.waiting) == 6
    assert (str(status.phase), status.number, status.over) == ("S1901M", 1, False)


def test_only_those_who_can_act_are_waited_for():
    where = position("W1901A", {"France": ["A SPA"], "Italy": ["A ROM"]}, {"France": ["PAR", "MAR"], "Italy": ["ROM"]})
    assert fresh(position=where).status.waiting == ("France",)


@pytest.mark.parametrize("power", ["Frnace", "", "Rome"])
def test_unknown_powers_are_named(power):
    with pytest.raises(InputError, match="no power of classic"):
        fresh().submit(power, "A PAR - BUR")
    with pytest.raises(InputError):
        fresh().sheet(power)


def test_an_unknown_variant_or_rulebook_is_named():
    with pytest.raises(InputError, match="did you mean 'classic'"):
        Game.new("clasic")
    with pytest.raises(InputError, match="rulebook"):
        fresh("house rules of nobody")


# absence


def play_on(game: Game, phases: int = 1) -> Game:
    for _ in range(phases):
        game, _ = game.advance()
    return game


def test_two_missed_movement_phases_are_civil_disorder_X_A9():
    game = play_on(fresh().submit("France", "A PAR H"))
    assert game.status.missed["Austria"] == 1
    assert game.status.disorder == ()
    game = play_on(game.submit("France", "A PAR H"))
    assert game.status.disorder == ("Austria", "England", "Germany", "Italy", "Russia", "Turkey")


def test_preliminary_orders_protect_from_civil_disorder_A_121():
    game = fresh()
    for _ in range(2):
        game = play_on(game.submit("Turkey", "A CON H"))
    assert "Turkey" not in game.status.disorder


def test_sending_movement_orders_again_ends_absence():
    game = play_on(fresh(), 2)
    assert "Turkey" in game.status.disorder
    game, report = game.submit("Turkey", "A CON - BUL").advance()
    assert "A BUL" in units(report.next)["Turkey"]
    assert "Turkey" not in game.status.disorder


def test_saved_orders_of_a_power_put_in_disorder_are_not_carried_out_lesson_12():
    game = fresh().submit("Turkey", "A CON - BUL").set_disorder("Turkey")
    assert game.status.disorder == ("Turkey",)
    _, report = game.advance()
    assert "A CON" in units(report.next)["Turkey"]
    line = next(found for found in report.lines if found.reading.text == "A CON - BUL")
    assert [str(result) for result in line.outcome.results] == ["ignored"]
    assert "civil disorder" in line.outcome.because[0].text
    cleared = game.set_disorder("Turkey", False)
    _, report = cleared.advance()
    assert "A BUL" in units(report.next)["Turkey"]


def test_the_absent_lose_units_in_winter_lesson_10():
    where = position("W1901A", {"Turkey": ["A CON", "A SMY", "A MOS"]}, {"Turkey": ["CON", "SMY"]})
    _, report = fresh(position=where).set_disorder("Turkey").submit("Turkey", "A CON D").advance()
    assert units(report.next)["Turkey"] == ["A CON", "A SMY"]


# endings


def won() -> Game:
    where = position("F1905M", {"France": ["A GAS"]}, {"France": SOLO_NEXT_FALL})
    game, _ = fresh(position=where).submit("France", "A GAS - SPA").advance()
    return game


def test_a_game_that_is_over_refuses_everything_but_undo():
    game = won()
    assert (game.status.over, game.status.winners, str(game.status.state)) == (True, ("France",), "solo")
    assert len(game.entries) == 1
    for act in (
        lambda: game.advance(),
        lambda: game.submit("France", "A SPA H"),
        lambda: game.draw(),
        lambda: game.set_disorder("France"),
    ):
        with pytest.raises(GameOverError, match="the game is over \\(won by France\\)"):
            act()
    assert not game.undo().status.over


def test_a_draw_is_shared_by_all_survivors_A_004():
    where = position("S1905M", {"France": ["A PAR"]}, {"Italy": ["ROM"]})
    game = fresh(position=where).draw(actor="GM")
    assert (str(game.status.state), game.status.winners) == ("draw", ("France", "Italy"))
    assert game.events[-1].data == {"winners": ["France", "Italy"]}
    with pytest.raises(GameOverError, match="drawn between France, Italy"):
        game.advance()


def test_a_draw_may_be_shared_by_named_powers_and_undone():
    game = fresh().submit("France", "A PAR - BUR").draw(["italy", "France"])
    assert game.status.winners == ("France", "Italy")
    again = game.undo()
    assert not again.status.over
    assert str(again.phase) == "S1901M"
    assert len(again.sheet("France").orders_in_force) == 1


def test_a_draw_of_nobody_is_refused():
    with pytest.raises(InputError, match="at least one power"):
        fresh().draw([])


def test_the_last_year_ends_the_game():
    where = position("F1901M", {"France": ["A PAR"]}, {"France": ["PAR"]})
    game, report = fresh({"last_year": 1901}, position=where).advance()
    assert report.over
    assert str(game.status.state) == "ranked"


# rollbacks and rulings


def test_undo_takes_up_the_phase_with_its_orders_and_keeps_what_it_abandons():
    game = fresh().submit("France", "A PAR - BUR")
    played, _ = game.advance()
    played = played.submit("France", "A BUR - MUN")
    again = played.undo(actor="GM", text="a wrong unit")
    assert str(again.phase) == "S1901M"
    assert [str(order.to) for order in again.sheet("France").orders_in_force] == ["BUR"]
    assert again.current.origin is Origin.UNDONE
    assert again.current.branch == 2
    assert [str(entry.phase) for entry in again.abandoned] == ["S1901M", "F1901M"]
    assert again.abandoned[1].received[0].text == "A BUR - MUN"
    assert again.abandoned[0].report is not None
    assert (again.events[-1].kind, again.events[-1].text) == ("undone", "a wrong unit")
    amended, report = again.submit("France", "A PAR - PIC").advance()
    assert "A PIC" in units(report.next)["France"]
    assert [entry.number for entry in amended.line] == [1, 2]


def test_undo_can_go_back_several_phases_and_twice():
    game = play_on(fresh(), 3)
    back = game.undo(1)
    assert (str(back.phase), back.current.number) == ("S1901M", 1)
    forward = play_on(back, 2)
    assert str(play_on(forward.undo().undo()).phase) == "F1901M"


def test_there_is_nothing_to_undo_at_the_start():
    with pytest.raises(GameError, match="no adjudication to undo"):
        fresh().undo()
    with pytest.raises(GameError, match="no phase number 7"):
        fresh().undo(7)


def test_a_ruling_is_recorded_A_085():
    game = fresh().rule("Extensions are announced in the thread.", actor="GM")
    assert (game.events[-1].kind, game.events[-1].text) == ("ruling", "Extensions are announced in the thread.")
    assert game.entries == fresh().entries


def test_a_ruling_may_change_the_board_lesson_18():
    game = fresh().submit("France", "A PAR - BUR")
    where = position("S1901M", {"France": ["A PAR", "F BRE"]}, homes("France"))
    ruled = game.rule("Marseilles was lost.", position=where)
    assert units(ruled.position) == {"France": ["A PAR", "F BRE"]}
    assert ruled.current.origin is Origin.RULING
    assert len(ruled.sheet("France").orders_in_force) == 1
    assert [str(entry.phase) for entry in ruled.abandoned] == ["S1901M"]


def test_a_ruling_on_a_board_that_cannot_be_is_refused():
    from dataclasses import replace

    broken = replace(CLASSIC.start, standoffs=frozenset({"XXX"}))
    with pytest.raises(InputError, match="no province"):
        fresh().rule("so be it", position=broken)


def test_removals_left_to_the_gm_wait_for_a_ruling():
    where = position("W1901A", {"Turkey": ["A CON", "A SMY"]}, {"Turkey": ["CON"]})
    game, _ = fresh({"removal": "gm_decides"}, position=where).advance()
    assert "first in line: Turkey's A SMY" in game.status.ruling
    with pytest.raises(GameError, match="waits for a ruling"):
        game.advance()
    ruled = game.rule("Smyrna goes.", position=position("S1902M", {"Turkey": ["A CON"]}, {"Turkey": ["CON"]}))
    assert ruled.status.ruling == ""
    assert str(play_on(ruled).phase) == "F1902M"


def test_the_report_of_any_phase_can_be_had_again():
    game, report = fresh().submit("France", "A PAR - BUR").advance()
    assert game.report() == report
    game, second = game.advance()
    assert game.report() == second
    assert game.report(game.line[0]) == report
    with pytest.raises(GameError, match="no report"):
        fresh().report()


@pytest.mark.parametrize("talk", ["hello there, what a nice day", "Good luck everybody!", "see my last post", "  "])
def test_talk_is_no_order_set_A_121(talk):
    game = fresh().submit("France", talk)
    assert "France" in game.status.waiting
    assert game.status.ordered == ()
    after, _ = game.advance()
    assert after.current.counts.of("France") == 1
    assert verify(after) is None
    assert verify(view(after, "Italy")) is None
    assert [received.text for received in after.entries[0].received] == [talk]


@pytest.mark.parametrize("attempt", ["A PAR - BUR", "A PAR - LON", "A Pariss-Burgandy", "A MAR - BUR?"])
def test_one_order_even_an_illegal_or_uncertain_one_is_a_set_A_121_X_A9(attempt):
    game = fresh().submit("France", f"Hello all!\n{attempt}")
    assert game.status.ordered == ("France",)
    after, _ = game.advance()
    assert after.current.counts.of("France") == 0


def test_talk_does_not_end_civil_disorder_X_A9():
    game = play_on(fresh(), 2)
    assert "France" in game.status.disorder
    talked, _ = game.submit("France", "I am back, hello!").advance()
    assert "France" in talked.status.disorder
    back, _ = game.submit("France", "A PAR - BUR").advance()
    assert "France" not in back.status.disorder


def test_conditional_retreats_alone_are_orders_X_A8():
    game = fresh({"retreats": "with_orders"}).submit("France", "A PAR R GAS")
    assert game.status.ordered == ("France",)
    assert [reading["order"] for reading in game.current.received[0].readings] == ["A PAR R GAS"]
    assert verify(game.advance()[0]) is None


@pytest.mark.parametrize("seats", [None, {"France": ["Ann", "Bob"]}])
@pytest.mark.parametrize("senior", [False, True])
def test_override_is_the_seniors_alone_A_105(seats, senior):
    game = fresh(seats=seats)
    if senior and not seats:
        assert game.submit("France", "A PAR - BUR", author="Bob", senior=True, override=True).current.received
        return
    with pytest.raises(InputError) as caught:
        game.submit("France", "A PAR - BUR", author="Bob", senior=senior, override=True)
    assert caught.value.path == "override"
    assert "only the power's senior diplomat" in caught.value.message
