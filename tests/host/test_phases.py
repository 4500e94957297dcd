"""Orders, receipts, deadlines, rollbacks and freezes through the services, each by who may and who may not."""

from datetime import timedelta

import pytest

from site_acts import fresh
from site_cast import START, in_force
from talleyrand.game.record import read_record, write_record
from talleyrand.game.verify import verify
from talleyrand.game.wire import read_position, write_position
from talleyrand.host.bridge import ledger
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.games import services as games
from talleyrand.host.games.access import NotAllowedError
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import OrderSet, Phase

TUESDAY = START + timedelta(days=2)
SOON = START + timedelta(hours=1)


def test_a_started_game_has_its_first_deadline(running):
    assert (running.state, running.branch, running.number) == ("running", 1, 1)
    assert running.due_at == TUESDAY


def test_orders_get_a_receipt_of_what_was_read_and_what_stands(running, alice):
    receipt = turns.submit(alice, running, "Rome", "F Neapolis - Tyrrhenean Sea\nA Rom - Apulia", now=SOON)
    assert [line.text for line in receipt.lines] == ["F Neapolis - Tyrrhenean Sea", "A Roma - Apulia"]
    assert receipt.missing == ("A Ravenna",)


def test_the_last_set_of_anyone_counts_unless_the_senior_overrides(running, alice, anton):  # A-020, X-A6
    turns.submit(alice, running, "Rome", "A Rome - Apulia", now=SOON)
    turns.submit(anton, running, "Rome", "A Rome - Etruria", now=SOON)
    assert in_force(fresh(running), "Rome")["A ROM"] == "A ROM - ETR"
    alice.diplomats.update(overrides=True)
    turns.submit(alice, running, "Rome", "A Rome - Apulia", now=SOON)
    turns.submit(anton, running, "Rome", "A Rome - Etruria", now=SOON)
    assert in_force(fresh(running), "Rome")["A ROM"] == "A ROM - APU"


def sound(game):
    """The export of a game as anybody may check it."""
    return verify(read_record(write_record(ledger.load(fresh(game))))) is None


def test_nobody_orders_for_a_power_that_is_not_his(running, mara, bob, olga):
    for user in (mara, bob, olga):
        with pytest.raises(NotAllowedError):
            turns.submit(user, running, "Rome", "A Rome - Apulia", now=SOON)
        with pytest.raises(NotAllowedError):
            turns.withdraw(user, running, "Rome", now=SOON)
    assert not OrderSet.objects.exists()


def test_only_the_master_ends_amends_pauses_or_extends(running, alice, olga):
    acts = (
        lambda user: turns.adjudicate(user, running, seen=(1, 1), now=SOON),
        lambda user: turns.roll_back(user, running, now=SOON),
        lambda user: turns.roll_forward(user, running, now=SOON),
        lambda user: turns.rule(user, running, "So be it.", now=SOON),
        lambda user: turns.retry(user, running, now=SOON),
        lambda user: games.pause(user, running, now=SOON),
        lambda user: games.resume(user, running, now=SOON),
        lambda user: games.extend(user, running, hours=24, seen=TUESDAY, now=SOON),
    )
    for act in acts:
        for user in (alice, olga):
            with pytest.raises(NotAllowedError):
                act(user)


def test_a_form_sent_twice_is_one_set(running, alice):
    for _ in range(3):
        receipt = turns.submit(alice, running, "Rome", "A Rome - Apulia", now=SOON, key="form-1")
    assert OrderSet.objects.count() == 1
    assert len(receipt.sent) == 1


def test_orders_for_a_phase_that_is_over_are_told_which_is_open(running, alice):
    tick(TUESDAY)
    with pytest.raises(turns.StalePhaseError, match="the open phase is Fall"):
        turns.submit(alice, running, "Rome", "A Rome - Apulia", now=TUESDAY, seen=(1, 1))
    assert not OrderSet.objects.exists()


def test_orders_after_the_deadline_are_refused_even_where_the_worker_is_late(running, alice):
    with pytest.raises(RefusedError, match="deadline has passed"):
        turns.submit(alice, running, "Rome", "A Rome - Apulia", now=TUESDAY)


def test_too_long_a_text_is_refused_whole(running, alice):
    with pytest.raises(RefusedError, match="more than the 100,000"):
        turns.submit(alice, running, "Rome", "x" * 100_001, now=SOON)


def test_the_clock_ends_a_phase_once_and_not_before(running):
    assert tick(TUESDAY - timedelta(seconds=1)) == 0
    assert tick(TUESDAY) == 1
    assert tick(TUESDAY) == 0
    game = fresh(running)
    assert game.number == 2
    assert Phase.objects.filter(game=game).count() == 2
    assert game.due_at == START + timedelta(days=5)  # Friday: there was nothing to retreat


def test_a_claim_on_an_old_phase_does_nothing(running):
    tick(TUESDAY)
    assert not turns.resolve(running, branch=1, number=1, now=TUESDAY + timedelta(days=30))
    assert fresh(running).number == 2


def test_a_worker_that_was_away_for_weeks_ends_one_phase_and_keeps_the_grid(running):
    late = START + timedelta(days=30)
    assert tick(late) == 1
    game = fresh(running)
    assert (game.number, game.due_at.weekday(), game.due_at.hour) == (2, 4, 21)
    assert late < game.due_at <= late + timedelta(days=7)


def test_a_clock_that_goes_back_ends_nothing_twice(running):
    tick(TUESDAY)
    assert tick(START) == 0
    assert fresh(running).number == 2


def test_the_master_may_end_a_phase_early_and_it_is_told(running, mara):  # X-A5
    game = turns.adjudicate(mara, running, seen=(1, 1), now=SOON)
    assert game.number == 2
    assert game.events.filter(kind="ended_early", sight="all").exists()
    with pytest.raises(turns.StalePhaseError):
        turns.adjudicate(mara, running, seen=(1, 1), now=SOON)


def test_what_goes_wrong_freezes_the_game_and_a_retry_goes_on(running, mara, monkeypatch):  # lesson 3
    def broken(*args, **kwargs):
        raise RuntimeError("the board is on fire")

    with monkeypatch.context() as patch:
        patch.setattr("talleyrand.game.state.judge", broken)
        tick(TUESDAY)
        game = fresh(running)
        assert (game.state, game.number, game.closes_at) == ("frozen", 1, None)
        assert game.cause == "RuntimeError: the board is on fire"
        assert game.events.get(kind="frozen").sight == "master"
        with pytest.raises(RefusedError, match="still cannot go on: the board is on fire"):
            turns.retry(mara, running, now=TUESDAY)
    assert tick(TUESDAY + timedelta(days=1)) == 0
    game = turns.retry(mara, running, now=TUESDAY + timedelta(hours=1))
    assert (game.state, game.number, game.cause) == ("running", 2, "")
    assert game.due_at == START + timedelta(days=5)


def test_a_rollback_and_a_replay_give_the_same_board(running, mara, alice):
    turns.submit(alice, running, "Rome", "A Rome - Apulia", now=SOON)
    tick(TUESDAY)
    first = Phase.objects.get(game=running, branch=1, number=2).position
    game = turns.roll_back(mara, running, now=TUESDAY, text="A typing error.")
    assert (game.branch, game.number, game.state) == (2, 1, "running")
    assert game.due_at > TUESDAY
    assert in_force(game, "Rome") == {"A ROM": "A ROM - APU"}
    tick(game.due_at)
    again = fresh(running)
    assert (again.branch, again.number) == (2, 2)
    assert Phase.objects.get(game=running, branch=2, number=2).position == first
    back = turns.roll_forward(mara, running, branch=1, now=TUESDAY)
    assert back.phases.get(branch=back.branch, number=back.number).position == first
    assert sound(back)


def test_a_ruling_changes_the_board_in_the_open(running, mara):
    engine = ledger.load(running)
    value = write_position(engine.position, engine.variant)
    value["units"]["Rome"] = [unit for unit in value["units"]["Rome"] if unit != "A ROM"]
    game = turns.rule(mara, running, "The army of Rome deserted.", position=read_position(value), now=SOON)
    assert "A ROM" not in game.phases.get(branch=game.branch, number=game.number).position["units"]["Rome"]
    assert game.events.get(kind="ruling").text == "The army of Rome deserted."


def test_a_pause_keeps_what_was_left_and_orders_still_come_in(running, mara, alice):
    games.pause(mara, running, now=SOON)
    assert tick(TUESDAY + timedelta(days=9)) == 0
    turns.submit(alice, running, "Rome", "A Rome - Apulia", now=TUESDAY + timedelta(days=9))
    game = games.resume(mara, running, now=TUESDAY + timedelta(days=9))
    assert game.due_at == TUESDAY + timedelta(days=14)  # the next Tuesday


def test_a_strict_game_is_not_extended(running, mara):
    with pytest.raises(RefusedError, match="strict"):
        games.extend(mara, running, hours=24, seen=TUESDAY, now=SOON)
    assert fresh(running).due_at == TUESDAY


def test_a_game_starts_at_its_hour_or_waits_for_its_master(game, mara):
    Game.objects.filter(pk=game.pk).update(starts_at=START, least_players=4)
    assert tick(START) == 0
    assert fresh(game).events.get(kind="not_started").text == "The game needs 4 players to start and has 3."
    Game.objects.filter(pk=game.pk).update(starts_at=START, least_players=3)
    assert tick(START + timedelta(minutes=3)) == 1
    assert fresh(game).due_at == TUESDAY


def test_a_whole_game_by_the_clock_verifies(running, alice, bob, mara):
    now = START
    for _ in range(8):
        for user, power in ((alice, "Rome"), (bob, "Carthage")):
            turns.submit(user, running, power, "A Rome - Apulia\nA Carthage - Cirta", now=now)
        now = fresh(running).due_at
        assert tick(now) == 1
    record = write_record(ledger.load(fresh(running)))
    assert len(record["phases"]) == 9
    assert verify(read_record(record)) is None
    turns.roll_back(mara, running, to=3, now=now)
    assert sound(running)
