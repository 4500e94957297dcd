"""Work beside the games: queued after the act, done once, found by a sweep where a worker died; health; logs."""

import json
import logging
import smtplib
import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from site_cast import START
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.logs import OneLine, masked
from talleyrand.host.notices.models import Delivery
from talleyrand.host.notices.post import deliver
from talleyrand.host.pages import middleware
from talleyrand.host.work import health, letters, loop, tasks
from talleyrand.host.work.models import Heartbeat, Letter


def waiting():
    if connection.vendor == "postgresql":
        from procrastinate.contrib.django.models import ProcrastinateJob

        return [job.args["path"].rpartition(".")[2] for job in ProcrastinateJob.objects.filter(status="todo")]
    from django_tasks_db.models import DBTaskResult

    return [row.task_path.rpartition(".")[2] for row in DBTaskResult.objects.ready()]


def work_off():
    """Do what is queued, as a worker does."""
    if connection.vendor != "postgresql":
        while sum(loop.run_queue(each) for each in tasks.QUEUES):
            pass
        return
    from talleyrand.host.work import postgres

    stop = threading.Event()
    worker = threading.Thread(target=postgres.listen, args=(stop,))
    worker.start()
    until = timezone.now() + timedelta(seconds=60)
    while waiting() and timezone.now() < until:
        stop.wait(0.1)
    stop.set()
    worker.join(30)


def make(mara, alice, bob):
    now = timezone.now()
    game = games.create(mara, "Now", "ancient_mediterranean", write(PRESETS["000-daily"][1]), now=now)
    for user, power in ((alice, "Rome"), (bob, "Carthage")):
        games.join(user, game, power, now=now)
    return game


def test_an_act_queues_its_mail_when_it_is_kept_and_not_before(game, mara, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        games.start(mara, game, now=START)
        assert waiting() == []
    assert "send_mail" in waiting()


def test_an_act_that_is_undone_queues_nothing(game, mara, django_capture_on_commit_callbacks, monkeypatch):
    from django.db import transaction

    with pytest.raises(ValueError, match="no"), django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        games.start(mara, game, now=START)
        raise ValueError("no")
    assert waiting() == []


def test_a_queue_that_is_broken_spoils_no_act(game, mara, django_capture_on_commit_callbacks, monkeypatch, caplog):
    class Broken:
        @staticmethod
        def enqueue(*args):
            raise OperationalError("gone")

    monkeypatch.setattr(tasks, "send_mail", Broken)
    with django_capture_on_commit_callbacks(execute=True):
        games.start(mara, game, now=START)
    assert Game.objects.get(pk=game.pk).state == "running"
    assert "the next sweep does it" in caplog.text
    assert deliver(START) > 0


@pytest.mark.django_db(transaction=True)
def test_mail_and_maps_follow_an_act_by_the_queue_alone(mara, alice, bob, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    game = make(mara, alice, bob)
    games.start(mara, game, now=timezone.now())
    work_off()
    sent = [(message.to, message.subject) for message in mail.outbox]
    assert (["alice@example.org"], "Now: the game begins") in sent
    numbers = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert len(numbers) == len(set(numbers))
    assert waiting() == []
    count = len(mail.outbox)
    assert deliver(timezone.now()) == 0
    assert len(mail.outbox) == count


@pytest.mark.django_db(transaction=True)
def test_what_a_dead_worker_had_taken_is_found_by_the_sweep(mara, alice, bob):
    game = make(mara, alice, bob)
    games.start(mara, game, now=timezone.now())
    if connection.vendor != "postgresql":
        from django_tasks_db.models import DBTaskResult

        DBTaskResult.objects.update(status="RUNNING", started_at=timezone.now() - timedelta(hours=1))
        assert loop.run_queue(tasks.MAIL) == 0
        assert not DBTaskResult.objects.filter(queue_name=tasks.MAIL).exists()
    assert mail.outbox == []
    assert deliver(timezone.now()) > 0


def test_the_same_mail_is_queued_anew_when_it_failed_and_goes_out_once(running, monkeypatch):
    """A server that is down loses nothing, and what waits goes out once when it is back."""

    class Down(EmailBackend):
        def send_messages(self, messages):
            raise smtplib.SMTPServerDisconnected("down")

    monkeypatch.setattr("talleyrand.host.notices.post.get_connection", Down)
    assert deliver(START) == 0
    left = Delivery.objects.filter(state="queued").count()
    monkeypatch.undo()
    assert deliver(START + timedelta(minutes=2)) == left
    assert deliver(START + timedelta(minutes=2)) == 0


@pytest.mark.parametrize("fault", [smtplib.SMTPServerDisconnected("down"), TimeoutError("slow"), OSError("refused")])
def test_a_letter_waits_for_a_server_that_is_away(db, monkeypatch, fault):
    class Away(EmailBackend):
        def send_messages(self, messages):
            raise fault

    letters.write("a@example.org", "Hello\nBcc: x@example.org", "Text", now=START)
    monkeypatch.setattr("talleyrand.host.work.letters.get_connection", Away)
    assert letters.send(START) == 0
    monkeypatch.undo()
    assert letters.send(START) == 0
    assert letters.send(START + letters.GAPS[0]) == 1
    assert mail.outbox[-1].subject == "Hello Bcc: x@example.org"
    assert not Letter.objects.exists()


def test_a_letter_is_given_up_in_the_end(db, monkeypatch):
    class Away(EmailBackend):
        def send_messages(self, messages):
            raise OSError("refused")

    monkeypatch.setattr("talleyrand.host.work.letters.get_connection", Away)
    letters.write("a@example.org", "Hello", "Text", now=START)
    now = START
    for gap in letters.GAPS:
        letters.send(now)
        now += gap
    letters.send(now)
    assert not Letter.objects.exists()


def test_signing_up_needs_no_mail_server(db, monkeypatch):
    class Away(EmailBackend):
        def send_messages(self, messages):
            raise OSError("refused")

    monkeypatch.setattr("talleyrand.host.work.letters.get_connection", Away)
    password = "a long pass phrase of hers"
    form = {"email": "new@example.org", "username": "Newcomer", "password1": password, "password2": password}
    assert Client().post(reverse("account_signup"), form).status_code == 302
    assert Letter.objects.get().to == "new@example.org"


def healthz():
    answer = Client().get("/healthz")
    return answer.status_code, json.loads(answer.content)


def test_health_is_good_while_a_worker_gives_a_sign_of_life(db):
    assert healthz() == (
        503,
        {
            "ok": False,
            "faults": ["no worker gives a sign of life"],
            "worker_seconds": None,
            "overdue_games": 0,
            "mail_seconds": 0,
        },
    )
    health.beat(timezone.now())
    code, found = healthz()
    assert (code, found["ok"], found["faults"]) == (200, True, [])


@pytest.mark.parametrize(
    ("ago", "words"),
    [(timedelta(minutes=2), "no worker gives a sign of life"), (-timedelta(hours=1), "the clock has gone back")],
)
def test_health_knows_a_dead_worker_and_a_clock_gone_back(db, ago, words):
    health.beat(timezone.now() - ago)
    assert words in healthz()[1]["faults"]


def test_health_knows_what_is_overdue(running):
    now = timezone.now()
    health.beat(now)
    Game.objects.filter(pk=running.pk).update(closes_at=now - timedelta(minutes=3))
    Delivery.objects.update(state="queued", next_try_at=now - timedelta(hours=1))
    code, found = healthz()
    assert code == 503
    assert found["faults"] == ["a phase is overdue", "mail is not being sent"]
    assert found["overdue_games"] == 1


def test_health_says_that_the_database_is_away(db, monkeypatch):
    def away(now):
        raise OperationalError("password swordfish refused")

    monkeypatch.setattr(middleware.health, "look", away)
    assert healthz() == (503, {"ok": False, "faults": ["the database cannot be asked"]})


def test_workers_long_gone_are_forgotten(db):
    Heartbeat.objects.create(worker="old:1", beat_at=START - timedelta(days=2))
    health.beat(START)
    assert Heartbeat.objects.get().beat_at == START


def test_a_tick_in_the_past_leaves_the_game_alone(running):
    assert tick(START - timedelta(days=1)) == 0


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/enter/WzEsIjA6Il0:1xXyCI:32_f9sVdPEygQTP35YQ3VxOXvoxjAVfvqu1axDdiAqU/", "/enter/…/"),
        ("/enter/abc", "/enter/…"),
        ("/accounts/confirm-email/MQ:1xX:yy/", "/accounts/confirm-email/…/"),
        ("/accounts/password/reset/key/1-set-password/", "/accounts/password/reset/key/…/"),
        ("/g/WD8h8yeboHpg/orders/Rome/?key=secret", "/g/WD8h8yeboHpg/orders/Rome/"),
        ("/anything/0123456789abcdef0123456789abcdef/x", "/anything/…/x"),
    ],
)
def test_addresses_are_logged_without_what_lets_somebody_in(path, shown):
    assert masked(path) == shown


def test_a_request_leaves_one_line_without_tokens_or_orders(running, alice, caplog):
    client = Client()
    client.force_login(alice)
    token = "WzEsIjA6Il0:1xXyCI:32_f9sVdPEygQTP35YQ3VxOXvoxjAVfvqu1axDdiAqU"
    with caplog.at_level(logging.INFO, "talleyrand"):
        client.get(f"/enter/{token}/?next=secret")
        client.post(reverse("orders", args=[running.code, "Rome"]), {"orders": "A Rome - Apulia"})
    lines = [record.getMessage() for record in caplog.records if record.name == "talleyrand.access"]
    assert len(lines) == 2
    assert lines[0].startswith("GET /enter/…/ 410")
    assert "Apulia" not in caplog.text and token not in caplog.text and "secret" not in caplog.text


def test_a_fault_is_logged_in_one_line_without_values():
    from django.db import IntegrityError

    try:
        raise IntegrityError("broken rule\nDETAIL: Failing row contains (A Rome - Apulia)")
    except IntegrityError as fault:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "at\n/enter/abc/", (), (type(fault), fault, None))
    line = OneLine().format(record)
    assert "\n" not in line
    assert "Apulia" not in line and "abc" not in line
    assert "IntegrityError: broken rule" in line
