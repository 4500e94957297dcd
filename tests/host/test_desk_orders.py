"""Orders that the Game Master enters, questions that she asks about those of players, reminders to the missing."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from site_acts import at, fresh, web
from site_cast import in_force
from site_desk import act, desk, everything, game_now, kinds
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.host.absence import services as absence
from talleyrand.host.notices.models import Kind, Notification, Prod
from talleyrand.host.turns import seniority
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import OrderSet

HERS = "A Rome - Apulia\nA Ravenna - Venetia\nF Neapolis - Tyrrhenean Sea"
HIS = "A Rome H\nA Ravenna H\nF Neapolis H"
ODD = "A Rome S A Ravenna - Venetia\nA Ravenna H\nF Neapolis - Ionian Sea"


@pytest.fixture
def played(mara, alice, anton, bob):
    made = game_now(mara, ((alice, "Rome"), (anton, "Rome"), (bob, "Carthage")), timezone.now())
    Notification.objects.all().delete()
    return made


def send(user, game, text, power="Rome"):
    return turns.submit(user, game, power, text, now=timezone.now())


def told(kind):
    return sorted(Notification.objects.filter(kind=kind).values_list("user__username", flat=True))


def test_orders_entered_for_a_power_count_as_its_latest_set(played, mara, alice):
    send(alice, played, HIS)
    assert act(mara, played, "enter", power="Rome", orders=HERS, how="power", key="a").status_code == 302
    assert in_force(played, "Rome")["A ROM"] == "A ROM - APU"
    row = OrderSet.objects.last()
    assert (row.author, row.channel, row.override, row.text) == (mara, "desk", False, HERS)
    send(alice, played, HIS)
    assert in_force(played, "Rome")["A ROM"] == "A ROM H"


def test_orders_entered_above_a_power_stand_whatever_it_sends(played, mara, alice, anton):
    seniority.supersede(alice, played, "Rome", on=True, now=timezone.now())
    send(alice, played, HIS)
    act(mara, played, "enter", power="Rome", orders=HERS, how="override")
    for user in (alice, anton, alice):
        send(user, played, HIS)
        assert in_force(played, "Rome")["A ROM"] == "A ROM - APU"
    for on in (False, True):
        seniority.supersede(alice, played, "Rome", on=on, now=timezone.now())
        assert in_force(played, "Rome")["A ROM"] == "A ROM - APU"
    assert "your orders supersede" in desk(mara, played)


def test_her_orders_are_taken_back_and_the_powers_own_are_in_force_again(played, mara, alice, anton):
    seniority.supersede(alice, played, "Rome", on=True, now=timezone.now())
    send(alice, played, HIS)
    act(mara, played, "enter", power="Rome", orders=HERS, how="override")
    act(mara, played, "stand_back", power="Rome")
    assert in_force(played, "Rome")["A ROM"] == "A ROM H"
    send(alice, played, "A Rome - Etruria\nA Ravenna H\nF Neapolis H")
    send(anton, played, HIS)
    assert in_force(played, "Rome")["A ROM"] == "A ROM - ETR"
    before = everything()
    answer = act(mara, played, "stand_back", power="Rome")
    assert "No orders of yours supersede those of Rome" in answer.content.decode()
    assert everything() == before
    record = json.loads(web(mara).get(at("record", played)).content)
    assert verify(read_record(record)) is None


def test_that_she_entered_orders_is_told_to_all_and_which_to_the_power_alone(played, mara, alice, bob, olga):
    act(mara, played, "enter", power="Rome", orders=HERS, how="override")
    for user in (alice, bob, olga, None):
        page = web(user).get(at("game", played)).content.decode()
        assert "The Game Master entered orders, Rome (mara)" in page
        assert ("A Roma - Apulia" in page) == (user == alice)
    assert told(Kind.RULING) == ["alice", "anton"]
    text = alice.notifications.get().text
    assert "entered orders for Rome. They supersede what you send" in text
    assert "Apulia" not in text


def test_her_orders_sent_twice_count_once(played, mara):
    for _ in range(3):
        act(mara, played, "enter", power="Rome", orders=HERS, how="power", key="one")
    assert OrderSet.objects.count() == 1
    act(mara, played, "enter", power="Rome", orders=HIS, how="power", key="one")
    act(mara, played, "enter", power="Carthage", orders="A Carthage H", how="power", key="one")
    assert OrderSet.objects.count() == 3


def test_her_orders_for_a_phase_that_is_over_stay_in_their_box(played, mara):
    turns.adjudicate(mara, played, seen=(1, 1), now=timezone.now())
    before = everything()
    answer = act(mara, played, "enter", power="Rome", orders="A Rome - Etruria!", how="override", number=1)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "the open phase is Fall" in page
    assert "A Rome - Etruria!</textarea>" in page
    assert 'value="override" selected' in page
    after = everything()
    assert [row for row in after["Event"] if "looked" not in row] == before["Event"]
    assert after["OrderSet"] == before["OrderSet"]


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        ({"power": "Nowhere", "orders": HERS}, "is no power of this game"),
        ({"power": "", "orders": HERS}, "is no power of this game"),
        ({"power": "Rome", "orders": " "}, "the text is empty"),
        ({"power": "Rome", "orders": "x" * 1_000_001}, "1,000,001 characters"),
        ({"power": "Rome", "orders": HERS, "branch": "x"}, "the open phase is Spring"),
        ({"power": "Rome", "orders": HERS, "branch": None, "number": None}, "the open phase is Spring"),
    ],
)
def test_orders_that_she_cannot_enter_are_refused_whole(played, mara, form, fault):
    before = everything()
    answer = act(mara, played, "enter", **form)
    assert answer.status_code == 409
    assert fault in answer.content.decode()
    assert everything() == before


def test_a_question_goes_to_the_power_and_the_orders_stand(played, mara, alice, bob, olga):
    send(alice, played, ODD)
    page = desk(mara, played)
    assert "1 to look at:" in page
    offered = page.split('name="text" rows="7" required>\n')[1].split("</textarea>")[0]
    assert offered.startswith("About your orders for Rome, Spring")
    assert "supports" in offered
    assert offered.endswith("Is it meant so?")
    act(mara, played, "nudge", power="Rome", text="Is the support meant?", key="n")
    act(mara, played, "nudge", power="Rome", text="Is the support meant?", key="n")
    assert told(Kind.NUDGE) == ["alice", "anton"]
    assert alice.notifications.get().text.endswith("Is the support meant?")
    assert in_force(played, "Rome")["A ROM"] == "A ROM S A RAV - VEN"
    for user in (bob, olga, None):
        assert "Is the support meant?" not in web(user).get(at("game", played)).content.decode()
    page = desk(mara, played)
    assert "to look at:" not in page
    assert "no new set since" in page
    send(alice, played, ODD)
    page = desk(mara, played)
    assert "1 to look at:" in page
    assert "a new set has come in since" in page


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        ({"power": "Greece", "text": "So?"}, "nobody plays"),
        ({"power": "Nowhere", "text": "So?"}, "nobody plays"),
        ({"power": "Rome", "text": "  "}, "it is empty"),
        ({"power": "Rome", "text": "x" * 10_001}, "10,001 characters"),
        ({"power": "Rome", "text": "So?", "number": 7}, "the open phase is Spring"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_whole(played, mara, form, fault):
    before = everything()
    answer = act(mara, played, "nudge", **form)
    assert answer.status_code == 409
    assert fault in answer.content.decode()
    assert everything() == before


def test_who_is_missing_is_named_with_the_reason(played, mara, alice, anton, bob):
    now = timezone.now()
    send(alice, played, "We are on holiday.")
    send(bob, played, "A Carthage H", "Carthage")
    turns.withdraw(bob, played, "Carthage", now=now)
    day = (now + timedelta(hours=30)).date()
    absence.plan(anton, day, day, now=now, text="a wedding")
    page = desk(mara, played)
    assert "2 missing:" in page
    assert "3 nobody plays:" in page
    assert "What came in cannot be read as orders. anton is away from" in page
    assert "(a wedding)" in page
    assert "It took back what it had sent." in page
    assert "Nothing has come in. Nobody plays it." in page


def test_the_missing_are_reminded_once_an_hour_and_nobody_else(played, mara, alice, bob):
    send(alice, played, HIS)
    page = web(mara).post(at("act", played, "ping"), {"sure": "yes"}, follow=True).content.decode()
    assert "1 power is reminded." in page
    assert told(Kind.REMINDER) == ["bob"]
    assert "Nothing has come in from Carthage" in bob.notifications.get().text
    before = everything()
    answer = act(mara, played, "ping")
    assert "A reminder went out less than a minute ago" in answer.content.decode()
    assert everything() == before
    Prod.objects.update(created_at=timezone.now() - timedelta(minutes=61))
    send(bob, played, "See you.", "Carthage")
    act(mara, played, "ping")
    texts = sorted(bob.notifications.values_list("text", flat=True))
    assert texts[0].startswith("No orders are in force from Carthage")
    assert (kinds(played).count("pinged"), len(texts)) == (2, 2)


def test_nobody_is_reminded_where_no_clock_runs(played, mara):
    act(mara, played, "pause")
    before = everything()
    assert "Only in a running game" in act(mara, played, "ping").content.decode()
    assert everything() == before


def test_civil_disorder_by_her_word_is_not_awaited_and_ends(played, mara, alice):
    question = act(mara, played, "disorder", power="Rome", on="yes", sure=None).content.decode()
    assert "None of the orders of Rome would be in force" in question
    assert kinds(played)[-1] == "started"
    act(mara, played, "disorder", power="Rome", on="yes", text="He is gone.")
    page = desk(mara, played)
    assert "in civil disorder" in page
    assert "1 missing:" in page
    act(mara, played, "disorder", power="Rome", on="no")
    assert "2 missing:" in desk(mara, played)
    assert fresh(played).state == "running"
