"""Notices: to whom, of what, how often, how they are sent, and what none of them says."""

import re
import smtplib
import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import DatabaseError, transaction

from site_acts import fresh
from site_cast import START
from talleyrand.host.absence import services as absence
from talleyrand.host.accounts.models import User
from talleyrand.host.deadlines import worker
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.access import role_of
from talleyrand.host.games.models import Game
from talleyrand.host.notices import selectors
from talleyrand.host.notices.models import Delivery, Kind, Notification, Pace, Prod
from talleyrand.host.notices.post import GAPS, deliver
from talleyrand.host.notices.prods import prod
from talleyrand.host.notices.services import PreferenceError, prefer
from talleyrand.host.turns import extension, ready
from talleyrand.host.turns import services as turns
from talleyrand.host.work import loop

SOON = START + timedelta(hours=1)
TUESDAY = START + timedelta(days=2)
DAY_BEFORE = TUESDAY - timedelta(hours=24)
HOURS_BEFORE = TUESDAY - timedelta(hours=3)
DUE = START + timedelta(days=3)


@pytest.fixture
def quiet(running):
    """A running game of whose beginning everybody has read."""
    Notification.objects.all().delete()
    return running


@pytest.fixture
def soft(game, mara):
    Game.objects.filter(pk=game.pk).update(timetable=write(PRESETS["004"][1]))
    started = games.start(mara, fresh(game), now=START)
    Notification.objects.all().delete()
    return started


def told(kind=None):
    found = Notification.objects.order_by("user__username", "pk")
    return [each.user.username for each in (found.filter(kind=kind) if kind else found)]


def sent():
    found = [message.to[0].split("@")[0] for message in mail.outbox]
    mail.outbox.clear()
    return sorted(found)


def test_all_who_play_and_the_master_are_told_when_a_phase_is_over(quiet, alice):
    turns.submit(alice, quiet, "Rome", "A Rome - Apulia", now=SOON)
    assert told() == []
    tick(TUESDAY)
    assert told(Kind.PHASE) == ["alice", "anton", "bob", "mara"]
    notice = alice.notifications.get()
    assert notice.subject == "Forum game 000: a phase is over"
    assert notice.path == f"/g/{quiet.code}/"
    assert re.search(
        r"Spring .+ has been adjudicated.+Now: Fall .+ ends on Friday 11 January 2030, 21:00", notice.text, re.S
    )
    assert "Apulia" not in notice.text
    assert "APU" not in notice.text


def test_whoever_did_it_is_not_told_and_one_act_is_one_notice(quiet, mara):
    turns.adjudicate(mara, quiet, seen=(1, 1), now=SOON, text="I am away on Tuesday.")
    assert told() == ["alice", "anton", "bob"]
    text = Notification.objects.first().text
    assert text.startswith("The Game Master ended the phase before its deadline.\n\nI am away on Tuesday.\n\nSpring")


def test_an_act_that_fails_tells_nobody(quiet, mara):
    with pytest.raises(DatabaseError), transaction.atomic():
        games.pause(mara, quiet, now=SOON)
        raise DatabaseError
    assert told() == []
    tick(TUESDAY)
    turns.resolve(quiet, branch=1, number=1, now=TUESDAY)
    assert len(told()) == 4


def test_a_frozen_game_is_told_to_its_master_alone_and_without_the_cause(quiet, mara, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("A ROM - APU cannot be")

    monkeypatch.setattr("talleyrand.game.state.judge", broken)
    tick(TUESDAY)
    assert told() == ["mara"]
    notice = mara.notifications.get()
    assert (notice.kind, notice.path) == (Kind.DESK, f"/g/{quiet.code}/desk/")
    assert "APU" not in notice.text


def test_a_fault_in_the_telling_stops_no_game(quiet, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("no words")

    monkeypatch.setattr("talleyrand.host.notices.services.notices_of", broken)
    assert tick(TUESDAY) == 1
    assert (fresh(quiet).state, fresh(quiet).number) == ("running", 2)


def test_clock_rulings_and_rollbacks_are_told(soft, mara, alice):
    games.extend(mara, soft, hours=24, seen=DUE, now=SOON, text="Holiday.")
    assert alice.notifications.first().text.startswith(
        "The deadline has moved to Thursday 10 January 2030, 21:00 (UTC).\n\nHoliday.\n\nNow: Spring"
    )
    games.pause(mara, soft, now=SOON)
    games.resume(mara, soft, now=SOON)
    turns.rule(mara, soft, "So be it.", now=SOON)
    tick(fresh(soft).due_at)
    turns.roll_back(mara, soft, now=DUE, text="A typing error.")
    kinds = [each.kind for each in alice.notifications.order_by("pk")]
    assert kinds == [Kind.CLOCK, Kind.CLOCK, Kind.CLOCK, Kind.RULING, Kind.PHASE, Kind.RULING]
    assert alice.notifications.order_by("pk")[3].text.startswith("The Game Master has ruled:\n\nSo be it.")


def test_a_vote_and_a_flag_name_no_power(soft, alice, bob):
    extension.propose(alice, soft, "Rome", hours=24, seen=DUE, now=SOON)
    ready.mark(alice, soft, "Rome", now=SOON)
    (notice,) = bob.notifications.all()
    assert "A power asks to move the deadline to Thursday 10 January" in notice.text
    assert "Rome" not in notice.text


def test_a_replacement_tells_each_what_concerns_him_and_names_nobody(quiet, mara, alice, bob, olga):
    absence.replace_player(mara, quiet, "Carthage", bob, olga, now=SOON)
    assert told() == ["alice", "anton", "bob", "olga"]
    assert "you play Carthage no more" in bob.notifications.get().subject
    assert "you play Carthage now" in olga.notifications.get().subject
    assert alice.notifications.get().text == "The Game Master put a substitute in a place of Carthage."
    for each in Notification.objects.all():
        assert not re.search("bob|olga", f"{each.subject} {each.text}", re.I)


def test_civil_disorder_is_told_to_the_power(quiet, mara):
    absence.set_disorder(mara, quiet, "Rome", now=SOON)
    assert told() == ["alice", "anton"]


def test_reminders_go_to_those_who_are_awaited_and_sent_nothing(quiet, alice, bob):
    turns.submit(bob, quiet, "Carthage", "A Carthage H", now=SOON)
    assert prod(DAY_BEFORE - timedelta(seconds=1)) == 0
    assert prod(DAY_BEFORE) == 1
    assert told(Kind.REMINDER) == ["alice", "anton"]
    notice = alice.notifications.get()
    assert notice.subject == "Forum game 000: Rome has until Tuesday 8 January 2030, 21:00 (GMT)"
    assert notice.text.startswith("Nothing has come in from Rome for Spring")
    for _ in range(3):
        assert prod(DAY_BEFORE + timedelta(minutes=1)) == 0
    turns.submit(alice, quiet, "Rome", "A Rome H", now=DAY_BEFORE)
    prod(HOURS_BEFORE)
    assert told(Kind.REMINDER) == ["alice", "anton"]
    assert Prod.objects.count() == 2


def test_a_worker_that_was_away_gives_the_last_reminder_only(quiet, alice):
    assert prod(TUESDAY - timedelta(hours=1)) == 1
    assert alice.notifications.count() == 1
    assert prod(TUESDAY) == 0


def test_no_reminder_to_the_ready_or_while_the_game_stands_still(soft, mara, alice):
    ready.mark(alice, soft, "Rome", now=SOON)
    prod(DUE - timedelta(hours=24))
    assert told() == ["bob"]
    games.pause(mara, soft, now=SOON)
    assert prod(DUE - timedelta(hours=3)) == 0


def test_a_deadline_that_moved_reminds_anew(soft, mara, bob):
    prod(DUE - timedelta(hours=24))
    games.extend(mara, soft, hours=48, seen=DUE, now=DUE - timedelta(hours=23))
    assert prod(DUE) == 0
    assert prod(DUE + timedelta(hours=24)) == 1
    assert bob.notifications.filter(kind=Kind.REMINDER).count() == 2


def test_mail_goes_out_once(quiet, alice):
    tick(TUESDAY)
    assert deliver(TUESDAY - timedelta(seconds=1)) == 0
    assert deliver(TUESDAY) == 4
    assert deliver(TUESDAY) == 0
    message = next(each for each in mail.outbox if each.to == ["alice@example.org"])
    assert f"/g/{quiet.code}/\n\n-- \n" in message.body
    assert message.body.endswith("/me/\n")
    assert message.extra_headers["Auto-Submitted"] == "auto-generated"
    assert sent() == ["alice", "anton", "bob", "mara"]
    assert not Delivery.objects.exclude(state="sent").exists()


def test_links_lead_to_the_site_where_its_address_is_set(quiet, settings):
    settings.SITE_URL = "https://games.example.org"
    tick(TUESDAY)
    deliver(TUESDAY)
    assert f"https://games.example.org/g/{quiet.code}/" in mail.outbox[0].body


def test_no_title_gets_into_the_headers(quiet):
    Game.objects.filter(pk=quiet.pk).update(title="Bad\nBcc: all@example.org\r\n\x07" + "x" * 90)
    tick(TUESDAY)
    assert deliver(TUESDAY) == 4
    message = mail.outbox[0].message()
    assert message["Bcc"] is None
    assert message["Subject"].startswith("Bad Bcc: all@example.org")


def test_a_server_that_is_away_costs_one_try_and_mail_comes_later(quiet, mara, monkeypatch):
    tick(TUESDAY)
    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", _fails(ConnectionRefusedError("no server")))
        assert deliver(TUESDAY) == 0
        assert sorted(Delivery.objects.values_list("tries", flat=True)) == [0, 0, 0, 1]
        for _ in range(5):
            deliver(TUESDAY)
        assert sorted(Delivery.objects.values_list("tries", flat=True)) == [1, 1, 1, 1]
        failed = Delivery.objects.first()
        assert (failed.state, failed.error) == ("queued", "ConnectionRefusedError: no server")
        assert selectors.undelivered(role_of(mara, quiet), quiet) == ["alice", "anton", "bob", "mara"]
    assert deliver(TUESDAY + timedelta(seconds=59)) == 0
    assert deliver(TUESDAY + GAPS[0]) == 4
    assert not Delivery.objects.exclude(error="").exists()


def _fails(fault):
    def send(self, messages):
        raise fault

    return send


def test_gaps_grow_and_after_eight_tries_it_is_given_up(quiet, alice, monkeypatch):
    tick(TUESDAY)
    Delivery.objects.exclude(notification__user=alice).delete()
    now, gaps = TUESDAY, []
    monkeypatch.setattr(EmailBackend, "send_messages", _fails(smtplib.SMTPServerDisconnected("gone")))
    while Delivery.objects.get().state == "queued":
        deliver(now)
        gaps.append(Delivery.objects.get().next_try_at - now)
        now = Delivery.objects.get().next_try_at
        assert len(gaps) <= 8
    assert gaps == sorted(gaps)
    assert (len(gaps), Delivery.objects.get().state) == (8, "failed")


def test_one_bad_address_does_not_stop_the_others(quiet, monkeypatch):
    tick(TUESDAY)
    real = EmailBackend.send_messages

    def picky(self, messages):
        if messages[0].to == ["alice@example.org"]:
            raise smtplib.SMTPRecipientsRefused({})
        return real(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", picky)
    assert deliver(TUESDAY) == 3
    assert sent() == ["anton", "bob", "mara"]


def test_what_a_dead_sender_claimed_is_sent_by_another_after_the_gap(quiet, monkeypatch):
    tick(TUESDAY)
    monkeypatch.setattr(EmailBackend, "send_messages", _fails(SystemExit()))
    with pytest.raises(SystemExit):
        deliver(TUESDAY)
    monkeypatch.undo()
    assert deliver(TUESDAY) == 3
    assert deliver(TUESDAY + GAPS[0]) == 1


def test_two_senders_send_each_mail_once(quiet, monkeypatch):
    tick(TUESDAY)
    real = EmailBackend.send_messages

    def meanwhile(self, messages):
        monkeypatch.setattr(EmailBackend, "send_messages", real)
        deliver(TUESDAY)
        return real(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", meanwhile)
    deliver(TUESDAY)
    assert sent() == ["alice", "anton", "bob", "mara"]


def test_a_digest_comes_once_a_day_at_eight_of_one_s_own_clock(quiet, alice, mara):
    User.objects.filter(pk=alice.pk).update(zone="America/New_York")
    prefer(alice, Kind.PHASE, Pace.DAILY, now=SOON)
    prefer(alice, Kind.CLOCK, Pace.DAILY, now=SOON)
    tick(TUESDAY)
    games.pause(mara, quiet, now=TUESDAY + timedelta(hours=1))
    deliver(TUESDAY + timedelta(hours=2))
    assert "alice" not in sent()
    eight = datetime(2030, 1, 9, 13, tzinfo=UTC)
    assert deliver(eight - timedelta(seconds=1)) == 0
    assert deliver(eight) == 1
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["alice@example.org"], "Your games today")
    assert message.body.index("a phase is over") < message.body.index("paused")
    assert deliver(eight + timedelta(days=1)) == 0


def test_preferences_hold_for_what_waits_too(quiet, alice, bob):
    tick(TUESDAY)
    prefer(alice, Kind.PHASE, Pace.NEVER, now=TUESDAY)
    prefer(bob, Kind.PHASE, Pace.DAILY, now=TUESDAY)
    deliver(TUESDAY)
    assert sent() == ["anton", "mara"]
    assert alice.notifications.count() == 1
    tick(fresh(quiet).due_at)
    assert not Delivery.objects.filter(notification__user=alice, state="queued").exists()
    assert selectors.preferences(alice)[Kind.PHASE] is Pace.NEVER
    assert selectors.preferences(alice)[Kind.CLOCK] is Pace.NOW


@pytest.mark.parametrize(
    ("kind", "pace", "words"),
    [
        ("gossip", "now", "kind: 'gossip' is none"),
        ("phase", "hourly", "pace: 'hourly' is none"),
        ("reminder", "daily", "comes too late"),
    ],
)
def test_preferences_that_cannot_be(alice, kind, pace, words):
    with pytest.raises(PreferenceError, match=words):
        prefer(alice, kind, pace, now=SOON)


def test_no_reminder_goes_out_late_or_after_orders_came_in(quiet, alice, anton, bob, monkeypatch):
    prod(DAY_BEFORE)
    turns.submit(alice, quiet, "Rome", "A Rome H", now=DAY_BEFORE + timedelta(seconds=5))
    deliver(DAY_BEFORE + timedelta(minutes=2))
    assert sent() == ["bob"]
    prod(HOURS_BEFORE)
    tick(TUESDAY)
    deliver(TUESDAY)
    assert sent() == ["alice", "anton", "bob", "mara"]
    assert set(Delivery.objects.filter(state="dropped").values_list("notification__kind", flat=True)) == {"reminder"}


def test_one_who_is_out_gets_nothing_about_his_power_any_more(quiet, mara, bob):
    prod(DAY_BEFORE)
    absence.kick(mara, quiet, "Carthage", bob, now=DAY_BEFORE)
    deliver(DAY_BEFORE)
    assert sorted(m.subject for m in mail.outbox if m.to == ["bob@example.org"]) == [
        "Forum game 000: you play Carthage no more"
    ]
    tick(TUESDAY)
    assert bob.notifications.filter(kind=Kind.PHASE).count() == 0


def test_strangers_get_nothing(quiet, olga, mara):
    tick(TUESDAY)
    turns.rule(mara, quiet, "So be it.", now=TUESDAY)
    assert selectors.latest(olga) == []
    assert selectors.undelivered(role_of(olga, quiet), quiet) == []


def test_the_worker_sends_mail_beside_the_clock(monkeypatch):
    stop, done = threading.Event(), []

    def ticked(now):
        done.append("tick")
        return 0

    def delivered(now):
        done.append("mail")
        if done.count("mail") == 1:
            raise RuntimeError("a slip")
        stop.set()
        return 0

    monkeypatch.setattr(worker, "tick", ticked)
    monkeypatch.setattr(worker, "prod", lambda now: 0)
    monkeypatch.setattr(worker, "deliver", delivered)
    monkeypatch.setattr(loop, "close_old_connections", lambda: None)
    monkeypatch.setattr(worker, "start", lambda stop: [])
    monkeypatch.setattr(worker.letters, "send", lambda now: 0)
    monkeypatch.setattr(worker.health, "beat", lambda now: None)
    worker.work(stop, every=0.01, mail_every=0.01)
    assert done.count("mail") == 2
    assert "tick" in done
