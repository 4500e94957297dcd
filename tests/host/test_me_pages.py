"""The page of one's own: days away, time zone, how one is told and what; each for oneself alone."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from site_acts import said, web
from site_cast import START
from site_clock import Clock
from talleyrand.host.absence import services as absence
from talleyrand.host.absence.models import Absence
from talleyrand.host.accounts.models import User
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.notices.models import Delivery, Kind, Notification, Preference
from talleyrand.host.notices.selectors import preferences

SOON = START + timedelta(hours=1)
"""Sunday 6 January 2030, 22:00."""


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    return Clock(monkeypatch, SOON)


def page(user):
    answer = web(user).get(reverse("me"))
    assert answer.status_code == 200
    return said(answer)


def post(user, name, **form):
    return web(user).post(reverse(name), form, follow=True)


def test_one_s_own_page_is_there_for_those_who_are_signed_in(alice):
    assert web().get(reverse("me")).status_code == 302
    text = page(alice)
    assert "alice@example.org" in text
    for name in ("account_email", "account_change_password", "mfa_index"):
        assert f'href="{reverse(name)}"' in text


def test_days_away_are_entered_seen_and_taken_back(alice, bob):
    text = said(post(alice, "plan_absence", first="2030-01-08", last="2030-01-12", text="Skiing"))
    assert "Noted. The Game Masters of your games can see it" in text
    assert "Tue 8 Jan 2030 to Sat 12 Jan 2030" in text
    assert "Skiing" in text
    assert "Skiing" not in page(bob)
    made = Absence.objects.get()
    assert (made.user, made.first, made.last) == (alice, date(2030, 1, 8), date(2030, 1, 12))
    for _ in range(2):
        assert "That absence is taken back." in said(post(alice, "cancel_absence", absence=str(made.pk)))
    assert "None planned." in page(alice)


def test_days_entered_twice_are_one_absence(alice):
    for _ in range(3):
        post(alice, "plan_absence", first="2030-01-08", last="2030-01-08")
    assert Absence.objects.count() == 1


def test_nobody_takes_back_what_is_another_s(alice, bob):
    made = absence.plan(alice, date(2030, 1, 8), date(2030, 1, 9), now=SOON)
    answer = post(bob, "cancel_absence", absence=str(made.pk))
    assert answer.status_code == 403
    assert "alice" not in said(answer)
    assert Absence.objects.filter(pk=made.pk).exists()


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({}, "First day away: write a date that there is, as 2030-01-31."),
        ({"first": "2030-02-30", "last": "2030-03-01"}, "First day away: write a date that there is"),
        ({"first": "yesterday", "last": "2030-03-01"}, "First day away: write a date that there is"),
        ({"first": "2030-01-08", "last": "9" * 5000}, "Last day away: write a date that there is"),
        ({"first": "2030-01-09", "last": "2030-01-08"}, "Last day away: 2030-01-08 is before 2030-01-09"),
        ({"first": "2029-01-01", "last": "2029-01-02"}, "has passed"),
        ({"first": "2030-01-08", "last": "2035-01-08"}, "at most 366 days"),
        (
            {"first": "2030-01-08", "last": "2030-01-08", "text": "x" * 201},
            "A word about it: 201 characters are more than the 200 that it may have.",
        ),
    ],
)
def test_days_that_cannot_be_are_refused_and_stay_in_the_form(alice, form, words):
    answer = post(alice, "plan_absence", **form)
    assert answer.status_code == 409
    assert words in said(answer)
    assert not Absence.objects.exists()
    if form.get("text"):
        assert form["text"] in said(answer)


@pytest.mark.parametrize("text", ["", "x", "²", "9" * 40, "-1"])
def test_an_absence_that_is_none_cannot_be_taken_back(alice, text):
    assert "The form is broken" in said(post(alice, "cancel_absence", absence=text))


def test_a_word_about_an_absence_is_shown_and_not_run(alice):
    post(alice, "plan_absence", first="2030-01-08", last="2030-01-08", text="<script>alert(1)</script>")
    assert "&lt;script&gt;" in page(alice)
    assert "<script>" not in page(alice)


def test_the_zone_is_chosen_and_times_follow(alice):
    assert "It is <time" in page(alice)
    assert "Sunday 6 January 2030, 22:00 (UTC)" in page(alice)
    text = said(post(alice, "zone", zone="Asia/Kathmandu"))
    assert "Times are shown in Asia/Kathmandu from now on." in text
    assert "Monday 7 January 2030, 03:45 (Asia/Kathmandu)" in text
    assert "<option selected>Asia/Kathmandu</option>" in text
    assert User.objects.get(username="alice").zone == "Asia/Kathmandu"


@pytest.mark.parametrize(
    "zone", ["", "Mars/Olympus", "../../etc/passwd", "Europe/Paris\r\nX: y", "x" * 9000, "localtime"]
)
def test_a_zone_that_is_none_is_refused(alice, zone):
    answer = post(alice, "zone", zone=zone)
    assert answer.status_code == 409
    assert "is no time zone; choose one of the list" in said(answer)
    assert User.objects.get(username="alice").zone == "Etc/UTC"


def test_notices_are_listed_with_where_to_read_them_each_to_his_own(running, alice, olga):
    tick(running.due_at)
    text = page(alice)
    assert "Forum game 000: a phase is over" in text
    assert f'href="/g/{running.code}/"' in text
    assert "Forum game 000" not in page(olga)
    assert "Nothing yet." in page(olga)


def test_only_the_latest_fifty_are_listed(game, alice):
    Notification.objects.bulk_create(
        Notification(
            user=alice,
            game=game,
            kind=Kind.WORD,
            cause=f"c{number}",
            subject=f"Notice {number:03}",
            text="So it is.",
            path=f"/g/{game.code}/",
            created_at=SOON + timedelta(minutes=number),
        )
        for number in range(60)
    )
    text = page(alice)
    assert "Notice 059" in text
    assert "Notice 010" in text
    assert "Notice 009" not in text


def test_how_notices_come_is_chosen_by_kind_and_waiting_ones_follow(running, alice, anton):
    tick(running.due_at)
    mine = Delivery.objects.filter(notification__user=alice, notification__kind=Kind.PHASE)
    assert mine.exists()
    text = said(post(alice, "prefer", phase="never", clock="daily"))
    assert "Noted. Notices come as you chose." in text
    chosen = preferences(alice)
    assert (chosen[Kind.PHASE], chosen[Kind.CLOCK], chosen[Kind.RULING]) == ("never", "daily", "now")
    assert set(mine.values_list("state", flat=True)) == {"dropped"}
    assert preferences(anton)[Kind.PHASE] == "now"


def test_the_form_as_it_is_shown_changes_nothing(alice):
    post(alice, "prefer", **dict.fromkeys(Kind.values, "now"))
    assert not Preference.objects.exists()


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"phase": "sometimes"}, "&#x27;sometimes&#x27; is none; notices come"),
        ({"clock": "never", "reminder": "daily"}, "comes too late; choose now or never"),
    ],
)
def test_choices_that_cannot_be_are_refused_all_together(alice, form, words):
    answer = post(alice, "prefer", **form)
    assert answer.status_code == 409
    assert words in said(answer)
    assert not Preference.objects.exists()


@pytest.mark.parametrize("name", ["zone", "plan_absence", "cancel_absence", "prefer"])
def test_nothing_is_done_by_looking_or_from_elsewhere_or_unsigned(alice, name):
    assert web(alice).get(reverse(name)).status_code == 405
    assert web().post(reverse(name)).status_code == 302
    strange = Client(enforce_csrf_checks=True)
    strange.force_login(alice)
    assert strange.post(reverse(name), {"zone": "Europe/Paris"}).status_code == 403
    assert User.objects.get(username="alice").zone == "Etc/UTC"
