"""Ready flags and votes to extend: who may, what follows, what others may not see, double acts."""

from datetime import timedelta

import pytest

from site_acts import fresh
from site_cast import START
from talleyrand.host.absence import services as absence
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.access import NotAllowedError, role_of
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError
from talleyrand.host.turns import extension, ready
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Extension, Ready, Voice

SOON = START + timedelta(hours=1)
DUE = START + timedelta(days=3)


@pytest.fixture
def soft(game, mara):
    Game.objects.filter(pk=game.pk).update(timetable=write(PRESETS["004"][1]))
    return games.start(mara, fresh(game), now=START)


def awaiting(user, game):
    return ready.awaiting(role_of(user, game), fresh(game))


def test_a_phase_ends_when_all_who_play_and_may_order_are_ready(soft, alice, bob):
    said = ready.mark(alice, soft, "Rome", now=SOON)
    assert said.startswith("Noted. The phase ends as soon as all who may order are ready, and on Wednesday 9 January")
    assert tick(SOON) == 0
    said = ready.mark(bob, soft, "Carthage", now=SOON)
    assert said == "Noted. All who may order are ready, so the phase ends now."
    assert fresh(soft).closes_at == SOON
    assert tick(SOON) == 1
    game = fresh(soft)
    assert (game.number, game.opened_at, game.due_at) == (2, SOON, SOON + timedelta(days=3))
    assert awaiting(alice, game).ready == 0


def test_one_who_is_not_ready_any_more_is_waited_for(soft, alice, bob):
    ready.mark(alice, soft, "Rome", now=SOON)
    assert "unless you say" in ready.mark(alice, soft, "Rome", ready=False, now=SOON)
    ready.mark(bob, soft, "Carthage", now=SOON)
    assert fresh(soft).closes_at == DUE


def test_a_flag_counts_once_and_any_diplomat_of_the_power_may_raise_it(soft, alice, anton):
    for user in (alice, anton, alice):
        ready.mark(user, soft, "Rome", now=SOON)
    assert Ready.objects.count() == 1
    assert soft.events.filter(kind="ready").count() == 1
    ready.mark(anton, soft, "Rome", ready=False, now=SOON)
    ready.mark(anton, soft, "Rome", ready=False, now=SOON)
    assert soft.events.filter(kind="not_ready").count() == 1


def test_a_strict_timetable_takes_flags_and_says_that_they_change_nothing(running, alice, bob):
    for user, power in ((alice, "Rome"), (bob, "Carthage")):
        said = ready.mark(user, running, power, now=SOON)
        assert said.startswith("Noted. It changes nothing: the timetable is strict, and the phase ends on Tuesday")
    assert fresh(running).closes_at == START + timedelta(days=2)
    assert tick(SOON) == 0
    assert not awaiting(alice, running).counts


def test_a_new_set_keeps_the_flag_and_a_withdrawal_clears_it(soft, alice):
    ready.mark(alice, soft, "Rome", now=SOON)
    turns.submit(alice, soft, "Rome", "A Rome - Apulia", now=SOON)
    assert awaiting(alice, soft).mine == ("Rome",)
    turns.withdraw(alice, soft, "Rome", now=SOON)
    assert awaiting(alice, soft).mine == ()


def test_nobody_marks_a_power_that_is_not_his(soft, mara, bob, olga):
    for user in (mara, bob, olga):
        with pytest.raises(NotAllowedError):
            ready.mark(user, soft, "Rome", now=SOON)
    assert not Ready.objects.exists()


def test_others_see_how_many_are_ready_and_never_who(soft, mara, alice, bob, olga):
    ready.mark(alice, soft, "Rome", now=SOON)
    for user in (bob, olga):
        seen = awaiting(user, soft)
        assert (seen.ready, seen.of, seen.mine, seen.names, seen.silent) == (1, 2, (), None, None)
    desk = awaiting(mara, soft)
    assert desk.names == ("Carthage",)
    assert {"Rome", "Carthage"} <= set(desk.silent)
    event = soft.events.get(kind="ready")
    assert (event.sight, event.power) == ("power", "Rome")


def test_flags_of_another_phase_are_refused_and_those_of_a_rollback_are_gone(soft, mara, alice, bob):
    ready.mark(alice, soft, "Rome", seen=(1, 1), now=SOON)
    ready.mark(bob, soft, "Carthage", now=SOON)
    tick(SOON)
    with pytest.raises(turns.StalePhaseError):
        ready.mark(alice, soft, "Rome", seen=(1, 1), now=SOON)
    game = turns.roll_back(mara, soft, now=SOON)
    assert awaiting(alice, game).ready == 0


def test_no_flag_when_the_deadline_has_passed_or_the_clock_stands(soft, mara, alice):
    with pytest.raises(RefusedError, match="deadline has passed"):
        ready.mark(alice, soft, "Rome", now=DUE)
    games.pause(mara, soft, now=SOON)
    with pytest.raises(RefusedError, match="not running"):
        ready.mark(alice, soft, "Rome", now=SOON)


def test_a_power_with_nothing_to_order_is_not_waited_for(soft, alice):
    phase = soft.phases.get()
    phase.position["units"].pop("Carthage")
    phase.save()
    assert ready.mark(alice, soft, "Rome", now=SOON).endswith("so the phase ends now.")


def test_the_absent_in_disorder_are_not_waited_for_and_the_count_does_not_tell_who_sent(soft, mara, alice, bob):
    now = START
    for _ in range(4):
        turns.submit(alice, soft, "Rome", "A Rome H", now=now)
        now = fresh(soft).due_at
        tick(now)
    turns.submit(alice, soft, "Rome", "A Rome H", now=now)
    before = awaiting(alice, soft)
    assert before.of == 2
    turns.submit(bob, soft, "Carthage", "A Carthage H", now=now)
    assert (awaiting(alice, soft).ready, awaiting(alice, soft).of) == (before.ready, before.of)
    turns.withdraw(bob, soft, "Carthage", now=now)
    ready.mark(alice, soft, "Rome", now=now)
    assert fresh(soft).closes_at == now


def test_when_the_last_one_awaited_goes_the_phase_ends(soft, mara, alice, bob):
    ready.mark(alice, soft, "Rome", now=SOON)
    absence.kick(mara, soft, "Carthage", bob, now=SOON)
    assert fresh(soft).closes_at == SOON


def test_a_majority_moves_the_deadline_once(soft, alice, anton, bob):
    asked = extension.propose(alice, soft, "Rome", hours=24, seen=DUE, now=SOON)
    extension.agree(anton, soft, "Rome", asked.pk, now=SOON)
    assert fresh(soft).due_at == DUE
    assert Voice.objects.count() == 1
    for _ in range(3):
        extension.agree(bob, soft, "Carthage", asked.pk, now=SOON)
    assert fresh(soft).due_at == fresh(soft).closes_at == DUE + timedelta(hours=24)
    assert soft.events.filter(kind="extended").count() == 1
    with pytest.raises(RefusedError, match="deadline has changed"):
        extension.propose(alice, soft, "Rome", hours=24, seen=DUE, now=SOON)


def test_asking_twice_is_asking_once_and_asking_for_the_same_is_agreeing(soft, alice, bob):
    for _ in range(3):
        extension.propose(alice, soft, "Rome", hours=24, seen=DUE, now=SOON)
    assert Extension.objects.count() == 1
    assert soft.events.filter(kind="extension_asked").count() == 1
    with pytest.raises(RefusedError, match="Another extension"):
        extension.propose(bob, soft, "Carthage", hours=48, seen=DUE, now=SOON)
    extension.propose(bob, soft, "Carthage", hours=24, seen=DUE, now=SOON)
    assert fresh(soft).due_at == DUE + timedelta(hours=24)


@pytest.mark.parametrize("hours", [0, -1, float("nan"), float("inf"), 169, 1e300])
def test_extensions_that_cannot_be_are_refused(soft, mara, alice, hours):
    with pytest.raises(RefusedError):
        extension.propose(alice, soft, "Rome", hours=hours, seen=DUE, now=SOON)
    assert not Extension.objects.exists()
    if hours:
        with pytest.raises(RefusedError):
            games.extend(mara, soft, hours=hours, seen=DUE, now=SOON)
    assert fresh(soft).due_at == DUE


def test_a_strict_game_has_no_vote(running, alice):
    with pytest.raises(RefusedError, match="strict"):
        extension.propose(alice, running, "Rome", hours=24, seen=START + timedelta(days=2), now=SOON)


def test_a_vote_is_for_those_who_play_and_lapses_with_its_deadline(soft, mara, alice, bob, olga):
    for user in (mara, bob, olga):
        with pytest.raises(NotAllowedError):
            extension.propose(user, soft, "Rome", hours=24, seen=DUE, now=SOON)
    asked = extension.propose(alice, soft, "Rome", hours=24, seen=DUE, now=SOON)
    for user in (mara, olga):
        with pytest.raises(NotAllowedError):
            extension.agree(user, soft, "Carthage", asked.pk, now=SOON)
    games.extend(mara, soft, hours=12, seen=DUE, now=SOON)
    with pytest.raises(RefusedError, match="That vote is over"):
        extension.agree(bob, soft, "Carthage", asked.pk, now=SOON)
    assert fresh(soft).due_at == DUE + timedelta(hours=12)
    with pytest.raises(RefusedError, match="no such vote"):
        extension.agree(bob, soft, "Carthage", asked.pk + 1, now=SOON)


def test_a_vote_shows_how_many_and_never_who(soft, alice, bob, olga):
    assert extension.open_vote(role_of(bob, soft), fresh(soft)) is None
    extension.propose(alice, soft, "Rome", hours=24, seen=DUE, now=SOON)
    for user, mine in ((bob, False), (olga, False), (alice, True)):
        vote = extension.open_vote(role_of(user, soft), fresh(soft))
        assert (vote.agree, vote.needed, vote.mine) == (1, 2, mine)
    event = soft.events.get(kind="extension_asked")
    assert (event.actor, event.signature) == (None, "")
    assert "Rome" not in str(event.data)
