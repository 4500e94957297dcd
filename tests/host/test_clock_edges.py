"""Clocks and acts that cross each other: what stood still goes on whole, what was taken back counts no more."""

import json
from datetime import date, timedelta

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from site_acts import at, fresh, read, said, web
from site_cast import START
from site_clock import Clock
from site_desk import act, desk
from site_walk import any_timetable
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.host.amending import services as amending
from talleyrand.host.bridge import rules
from talleyrand.host.deadlines import timetable
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import Length, Pace, Slot, Timetable, write
from talleyrand.host.deadlines.words import short
from talleyrand.host.desk import clock as desk_clock
from talleyrand.host.desk import ending
from talleyrand.host.games import changes
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.games.outlook import outlook
from talleyrand.host.games.services import RefusedError
from talleyrand.host.notices.models import Notification
from talleyrand.host.notices.prods import prod
from talleyrand.host.turns import extension
from talleyrand.host.turns import services as turns

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LENGTHS = Timetable({"*": Length(days=3)}, pace=Pace.SOFT)


def begun(mara, timetable, now=START, **more):
    made = games.create(mara, "Edges", "classic", write(timetable), now=now, **more)
    return games.start(mara, made, now=now)


# a game that was given up before it began


def test_a_game_given_up_before_it_began_has_no_board_to_draw_or_rule_on(game, mara, clock):
    ending.abandon(mara, game, "Too few came.", now=clock.now)
    for name, form in (("rule", {"text": "x"}), ("roll_back", {}), ("roll_forward", {}), ("draw", {"sharers": "Rome"})):
        answer = web(mara).post(at("act", game, name), {"sure": "yes", **form})
        assert answer.status_code == 409
        assert "The game has not started." in said(answer)
    with pytest.raises(RefusedError, match="not started"):
        amending.publish_board(mara, game, [{"do": "remove"}], "x", seen=(0, 0), now=clock.now)
    answer = web(mara).post(at("change_times", game), {"do": "fill", "fill": "004"})
    assert answer.status_code == 200
    outlook(fresh(game), LENGTHS, at_once=True, now=clock.now)


# timetables that do not reach


def test_a_timetable_must_speak_of_every_phase(mara):
    with pytest.raises(RefusedError, match="nothing says when W1A ends"):
        games.create(mara, "Edges", "classic", write(Timetable({"M": Length(1), "R": Length(1)})), now=START)


def test_a_record_whose_timetable_leaves_phases_out_gets_another(running, mara, clock):
    record = web(mara).get(at("record", running)).json()
    record["timetable"] = write(Timetable({"M": Length(days=1)}))
    web(mara).post(reverse("import"), {"title": "Short", "text": json.dumps(record)})
    copy = Game.objects.get(title="Short")
    assert timetable.read(copy.timetable) == PRESETS["000"][1]
    assert act(mara, copy, "resume").status_code == 302
    assert act(mara, copy, "adjudicate").status_code == 302
    assert web(mara).get(at("change_times", copy)).status_code == 200


def test_a_timetable_that_leaves_no_day_is_told_and_freezes_in_plain_words(mara, clock):
    closed = tuple(date(2030, 1, 7) + timedelta(days=7 * week) for week in range(60))
    game = begun(mara, Timetable({"SM": Slot("21:00", ("Tue",)), "*": Slot("21:00", ("Mon",))}, closed=closed))
    answer = act(mara, game, "adjudicate")
    assert answer.status_code == 409
    assert "leaves no day on which the phase could end" in said(answer)
    assert "leaves no day on which the phase could end" in read(mara, game, "preview")
    due = fresh(game).closes_at
    assert tick(due) == 0
    assert fresh(game).state == "frozen"
    assert fresh(game).cause.startswith("The timetable cannot say when the next phase ends.")
    clock.to(due + HOUR)
    now, seen = clock.now, changes.clockwork(fresh(game))
    changes.change_timetable(mara, game, write(LENGTHS), at_once=True, seen=seen, reason="Mend", now=now)
    assert act(mara, game, "retry").status_code == 302
    assert (fresh(game).state, fresh(game).number) == ("running", 2)


# a worker that was away, a game that is broken


def test_a_game_whose_hour_came_while_nobody_worked_begins_with_a_whole_phase(game, mara):
    Game.objects.filter(pk=game.pk).update(timetable=write(LENGTHS), starts_at=START)
    late = START + timedelta(days=30)
    assert tick(late) == 1
    assert fresh(game).number == 1
    assert fresh(game).due_at == late + timedelta(days=3)


def test_a_game_that_cannot_start_holds_up_no_other(game, running, mara, monkeypatch):
    Game.objects.filter(pk=running.pk).update(closes_at=START + HOUR)
    broken = games.create(mara, "Broken", "classic", write(LENGTHS), now=START - DAY, starts_at=START)

    def wrong(*args, **kwargs):
        raise RuntimeError("out of order")

    monkeypatch.setattr(rules, "new_game", wrong)
    assert tick(START + HOUR) == 1
    assert (fresh(broken).state, fresh(running).number) == ("sign_up", 2)


def test_no_phase_opens_with_its_deadline_behind_it(mara):
    game = begun(mara, Timetable({"*": Length(hours=0.25)}, grace=60, prods=()))
    for _ in range(3):
        now = fresh(game).closes_at
        assert tick(now) == 1
        assert fresh(game).due_at > now


# what was moved, and taken back


def test_a_move_of_an_earlier_phase_is_not_taken_back_in_a_later_one(mara, clock):
    game = begun(mara, Timetable({"*": Slot("21:00")}, pace=Pace.SOFT, prods=()))
    monday = game.due_at
    games.extend(mara, game, hours=0, seen=monday, now=clock.now)
    turns.adjudicate(mara, fresh(game), seen=(1, 1), now=START + 2 * HOUR)
    now = START + 3 * HOUR
    desk_clock.override_deadline(mara, game, monday + DAY, seen=fresh(game).due_at, now=now, text="x")
    assert desk_clock.last_move(fresh(game)) == (monday, monday + DAY)
    turns.roll_back(mara, fresh(game), now=now)
    turns.adjudicate(mara, fresh(game), seen=(2, 1), now=now)
    Game.objects.filter(pk=game.pk).update(due_at=monday + DAY, closes_at=monday + DAY)
    assert desk_clock.last_move(fresh(game)) is None
    clock.to(now)
    assert "Move it back" not in desk(mara, game)


def test_a_vote_that_was_taken_back_is_held_anew(soft, mara, alice, bob, clock):
    due = soft.due_at
    extension.propose(alice, soft, "Rome", hours=24, seen=due, now=clock.now)
    extension.propose(bob, soft, "Carthage", hours=24, seen=due, now=clock.now)
    assert fresh(soft).due_at == due + DAY
    desk_clock.restore_deadline(mara, soft, seen=due + DAY, now=clock.now)
    web(alice).post(at("propose", soft, "Rome"), {"hours": "24", "seen": due.isoformat()})
    assert fresh(soft).due_at == due
    extension.propose(alice, soft, "Rome", hours=24, seen=due, now=clock.now)
    assert fresh(soft).due_at == due
    assert "1 of 2" in read(bob, soft) or "1 agree" in read(bob, soft)
    extension.propose(bob, soft, "Carthage", hours=24, seen=due, now=clock.now)
    assert fresh(soft).due_at == due + DAY


def test_another_vote_can_follow_one_that_was_taken_back(soft, mara, alice, bob, clock):
    due = soft.due_at
    for user, power in ((alice, "Rome"), (bob, "Carthage")):
        extension.propose(user, soft, power, hours=24, seen=due, now=clock.now)
    desk_clock.restore_deadline(mara, soft, seen=due + DAY, now=clock.now)
    for user, power in ((alice, "Rome"), (bob, "Carthage")):
        extension.propose(user, soft, power, hours=5, seen=due, now=clock.now)
    assert fresh(soft).due_at == due + 5 * HOUR


def test_no_deadline_is_moved_to_where_it_has_passed_all_the_same(mara, clock):
    game = begun(mara, Timetable({"*": Length(days=3)}, pace=Pace.SOFT, grace=600))
    clock.to(game.due_at + 5 * HOUR)
    answer = act(mara, game, "extend", hours="2", seen=game.due_at.isoformat())
    assert answer.status_code == 409
    assert "the deadline would have passed all the same; give more" in said(answer)
    assert act(mara, game, "extend", hours="6", seen=game.due_at.isoformat()).status_code == 302
    assert fresh(game).due_at == clock.now + HOUR


def test_a_clock_that_goes_back_counts_no_minutes_backwards(running, mara, clock):
    assert act(mara, running, "ping").status_code == 302
    clock.now -= 30 * timedelta(minutes=1)
    assert "A reminder went out less than a minute ago" in said(act(mara, running, "ping"))


# pauses


def paused_for(mara, game, since, span):
    games.pause(mara, game, now=since)
    return games.resume(mara, fresh(game), now=since + span)


def test_a_pause_takes_nothing_of_an_extension(mara):
    game = begun(mara, LENGTHS)
    games.extend(mara, game, hours=48, seen=game.due_at, now=START + HOUR)
    after = paused_for(mara, game, START + HOUR, 10 * DAY)
    assert after.due_at == START + 15 * DAY


def test_after_a_pause_the_hour_of_the_day_and_closed_days_are_kept(mara):
    daily = begun(mara, Timetable({"*": Length(days=3, at="21:00")}))
    assert paused_for(mara, daily, START + 40 * HOUR, 13 * HOUR).due_at == START + 4 * DAY
    closed = Timetable({"*": Length(days=3)}, closed=(date(2030, 1, 10), date(2030, 1, 11)))
    assert paused_for(mara, begun(mara, closed), START + HOUR, DAY).due_at == START + 6 * DAY


def test_a_pause_is_no_extension(mara):
    game = begun(mara, LENGTHS)
    after = paused_for(mara, game, START + HOUR, 30 * DAY)
    games.extend(mara, after, hours=168, seen=after.due_at, now=START + 31 * DAY)
    assert fresh(game).due_at == after.due_at + 7 * DAY
    with pytest.raises(RefusedError, match="at most 168 hours"):
        games.extend(mara, game, hours=1, seen=fresh(game).due_at, now=START + 31 * DAY)


def test_a_clock_that_went_back_at_a_pause_makes_no_phase_longer(mara):
    game = begun(mara, LENGTHS)
    games.pause(mara, game, now=START - 365 * DAY)
    assert games.resume(mara, fresh(game), now=START + DAY).due_at == START + 4 * DAY


def test_the_first_clock_of_a_game_that_was_brought_in_is_a_whole_one(running, mara, clock):
    record = web(mara).get(at("record", running)).content.decode()
    web(mara).post(reverse("import"), {"title": "Again", "text": record})
    copy = Game.objects.get(title="Again")
    changes.change_timetable(
        mara, copy, write(LENGTHS), at_once=True, seen=changes.clockwork(copy), reason="x", now=clock.now
    )
    copy = games.resume(mara, fresh(copy), now=clock.now)
    assert copy.due_at == clock.now + 3 * DAY
    games.extend(mara, copy, hours=24, seen=copy.due_at, now=clock.now)
    assert prod(fresh(copy).due_at - 2 * HOUR) == 1


# reminders


def test_an_edit_of_the_board_reminds_nobody_again(running, mara, alice, clock):
    now = running.due_at - 2 * HOUR
    assert prod(now) == 1
    edit = {"do": "own", "place": "Sicilia", "power": "Rome"}
    amending.publish_board(mara, fresh(running), [edit], "x", seen=(1, 1), now=now)
    assert fresh(running).branch == 2
    assert prod(now) == 0
    assert Notification.objects.filter(user=alice, kind="reminder").count() == 1


# what was previewed is what happens


@pytest.mark.django_db
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(chance=st.randoms(use_true_random=False), hours=st.integers(0, 24 * 400))
def test_deadlines_are_those_that_were_previewed(mara, chance, hours):  # lesson 2
    """Two game years from any hour of a leap year on; France captures a centre each Fall, so no Winter is skipped."""
    Game.objects.filter(state="running").update(state="ended", closes_at=None, due_at=None)
    first, table = START - 740 * DAY + hours * HOUR, any_timetable(chance)
    game = begun(mara, LENGTHS, first, choices={"retreats": "with_orders"})
    games.join(mara, game, "France", now=first)
    now = first + HOUR
    at_once = chance.random() < 0.5
    course = outlook(fresh(game), table, at_once=at_once, now=now)
    seen = changes.clockwork(fresh(game))
    changes.change_timetable(mara, game, write(table), at_once=at_once, seen=seen, reason="x", now=now)
    orders = {1: "A Mar - Spa\nA Par - Pic", 2: "A Pic - Bel", 3: "", 4: "A Spa - Por\nA Bel - Hol", 5: "", 6: ""}
    for number, line in enumerate(course, 1):
        here = fresh(game)
        assert (here.number, line.new) == (number, short(here.due_at, timetable.zone_of(table)))
        text = orders[number]
        if text:
            turns.submit(mara, here, "France", text, now=max(now, here.opened_at))
        assert tick(here.closes_at - timedelta(seconds=1)) == 0
        assert tick(here.closes_at) == 1


def test_a_clock_that_goes_back_ends_nothing_twice(running, monkeypatch):
    time = Clock(monkeypatch, running.closes_at)
    assert tick(time.now) == 1
    due = fresh(running).due_at
    for back in (HOUR, DAY, 400 * DAY):
        assert tick(time.now - back) == 0
    assert fresh(running).due_at == due
    assert tick(fresh(running).closes_at) == 1


# the board


def test_orders_are_read_anew_on_an_edited_board(running, mara, alice, clock):  # lesson 29
    turns.submit(alice, running, "Rome", "A Rome - Apulia", now=clock.now)
    edit = {"do": "remove", "unit": "A ROM"}
    amending.publish_board(mara, fresh(running), [edit], "x", seen=(1, 1), now=clock.now)
    record = web(mara).get(at("record", running)).json()
    assert verify(read_record(record)) is None
    assert "There is no unit in Roma" in read(alice, running)
