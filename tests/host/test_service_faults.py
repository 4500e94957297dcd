"""What goes wrong is said in plain words, nothing is half done, and what somebody wrote is still there."""

import errno
import logging
import sqlite3
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.pages.views import play
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import OrderSet

TEXT = "A Rome - Apulia\nF Neapolis - Tyrrhenean Sea, if you <please>"
SHOWN = "A Rome - Apulia\nF Neapolis - Tyrrhenean Sea, if you &lt;please&gt;</textarea>"


def play_now(mara, alice):
    now = timezone.now()
    made = games.create(mara, "Now", "ancient_mediterranean", write(PRESETS["000-daily"][1]), now=now)
    games.join(alice, made, "Rome", now=now)
    return games.start(mara, made, now=now)


@pytest.fixture
def played(mara, alice):
    return play_now(mara, alice)


def web(user=None, **more):
    client = Client(raise_request_exception=False, **more)
    if user is not None:
        client.force_login(user)
    return client


def orders(game):
    return reverse("orders", args=[game.code, "Rome"])


def form(game, **more):
    return {"orders": TEXT, "seen": f"{game.branch}-{game.number}", "key": "k", **more}


def test_an_error_of_the_site_shows_a_reference_and_no_detail(played, alice, monkeypatch, caplog):
    def wrong(*args, **kwargs):
        raise RuntimeError("the password of the database is swordfish")

    monkeypatch.setattr(play.turns, "submit", wrong)
    with caplog.at_level(logging.ERROR, "talleyrand.faults"):
        answer = web(alice).post(orders(played), form(played))
    page = answer.content.decode()
    reference = page.partition("Reference: ")[2][:8]
    assert answer.status_code == 500
    assert "The site has made a mistake" in page
    assert "swordfish" not in page and "RuntimeError" not in page and "Traceback" not in page
    assert SHOWN in page
    assert any(reference in record.getMessage() for record in caplog.records)
    assert len(reference) == 8


@pytest.mark.parametrize("words", ["database is locked", "database or disk is full", "unable to open database file"])
def test_a_database_that_is_away_keeps_the_orders_on_the_page(played, alice, monkeypatch, words):
    def away(*args, **kwargs):
        raise OperationalError(words)

    monkeypatch.setattr(play.turns, "submit", away)
    answer = web(alice).post(orders(played), form(played))
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert "Nothing was changed" in page
    assert words not in page
    assert SHOWN in page
    assert not OrderSet.objects.exists()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file can be locked or full")
def test_a_database_that_another_program_has_locked(transactional_db, tmp_path, mara, alice):
    played = play_now(mara, alice)
    client = web(alice)
    connection.connect() if connection.connection is None else None
    with connection.cursor() as cursor:
        name = cursor.execute("PRAGMA database_list").fetchone()[2]
        cursor.execute("PRAGMA busy_timeout=50")
    other = sqlite3.connect(name or connection.settings_dict["NAME"], uri=True, isolation_level=None)
    try:
        other.execute("BEGIN EXCLUSIVE")
        answer = client.post(orders(played), form(played))
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert answer.status_code == 503
    assert SHOWN in answer.content.decode()
    assert not OrderSet.objects.exists()
    assert client.post(orders(played), form(played)).status_code == 302
    assert OrderSet.objects.get().text.splitlines()[0] == "A Rome - Apulia"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file can be locked or full")
def test_a_disk_that_is_full(transactional_db, mara, alice):
    played = play_now(mara, alice)
    client = web(alice)
    long = TEXT + "\n" + "A Rome holds, " * 6_000
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        most = cursor.execute("PRAGMA max_page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count={pages + 2}")
    try:
        answer = client.post(orders(played), form(played, orders=long))
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count={most}")
    assert answer.status_code == 503
    assert "has no room left" in answer.content.decode()
    assert not OrderSet.objects.exists()
    assert client.post(orders(played), form(played)).status_code == 302


def test_a_disk_that_is_full_as_a_file_comes_in(alice, monkeypatch):
    def full(*args, **kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(TemporaryFileUploadHandler, "new_file", full)
    file = BytesIO(b" " * 3 * 2**20)
    file.name = "record.json"
    answer = web(alice).post(reverse("import"), {"title": "Brought", "file": file})
    assert answer.status_code == 503
    assert "has no room left" in answer.content.decode()
    assert not Game.objects.exists()


def test_a_database_that_is_away_as_the_clock_strikes_leaves_the_phase_due(played, monkeypatch):
    due = Game.objects.get(pk=played.pk).closes_at

    def away(*args, **kwargs):
        raise OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(turns.ledger, "store", away)
        assert tick(due) == 0
    still = Game.objects.get(pk=played.pk)
    assert (still.state, still.number, still.closes_at, still.cause) == ("running", 1, due, "")
    assert tick(due) == 1


def test_a_form_that_is_too_large(played, alice):
    answer = web(alice).post(orders(played), form(played, orders="x" * (6 * 2**20)))
    assert answer.status_code == 413
    assert "larger than this site takes" in answer.content.decode()
    assert not OrderSet.objects.exists()


def test_a_body_beyond_all_bounds(played, alice, settings):
    settings.BODY_LIMIT = 1000
    assert web(alice).post(orders(played), form(played, orders="x" * 2000)).status_code == 413


def test_an_old_token_shows_the_orders_to_their_writer_alone(played, alice):
    client = web(alice, enforce_csrf_checks=True)
    answer = client.post(orders(played), form(played))
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "Load the page again" in page
    assert SHOWN in page
    assert not OrderSet.objects.exists()
    foreign = client.post(orders(played), form(played), headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert "Rome" not in foreign.content.decode()


def test_passwords_are_never_shown_again(db):
    answer = web(enforce_csrf_checks=True).post(reverse("account_login"), {"login": "x" * 50, "password": "s" * 50})
    assert answer.status_code == 403
    assert "sssss" not in answer.content.decode()


def test_what_cannot_be_read(played, alice, monkeypatch):
    def odd(*args, **kwargs):
        raise SuspiciousOperation("a detail")

    monkeypatch.setattr(play.turns, "submit", odd)
    answer = web(alice).post(orders(played), form(played))
    assert answer.status_code == 400
    assert "cannot be read" in answer.content.decode()
    assert "a detail" not in answer.content.decode()


def test_a_name_that_the_site_does_not_have(db):
    assert web().get("/", headers={"Host": "evil.example"}).status_code == 400


def test_a_page_about_a_fault_asks_no_database(played, alice, django_assert_num_queries, rf, monkeypatch):
    from talleyrand.host.pages.views.faults import broken

    with django_assert_num_queries(0):
        try:
            raise OperationalError("gone")
        except OperationalError:
            answer = broken(rf.get("/"))
    assert answer.status_code == 503


def test_a_clock_that_goes_back_adjudicates_nothing_twice(played):
    due = Game.objects.get(pk=played.pk).closes_at
    assert tick(due) == 1
    after = Game.objects.get(pk=played.pk)
    for back in (timedelta(minutes=1), timedelta(days=40)):
        assert tick(due - back) == 0
    again = Game.objects.get(pk=played.pk)
    assert (again.branch, again.number, again.closes_at) == (after.branch, after.number, after.closes_at)
    assert tick(due) == 0


def test_orders_are_late_by_the_clock_that_adjudicates(played, alice):
    due = Game.objects.get(pk=played.pk).closes_at
    tick(due)
    with pytest.raises(turns.StalePhaseError):
        turns.submit(alice, played, "Rome", TEXT, seen=(1, 1), now=due - timedelta(days=1))
