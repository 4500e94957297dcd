"""A whole game of five simulated players through the site's own pages, resolved by its clock, to a solo.

Rome and Egypt play well, the others do what comes to mind; Persia's player vanishes and gets a substitute.
"""

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.core import mail

from site_bots import Bot
from site_cast import START
from site_clock import Clock
from site_table import seated, signed_up
from site_visitor import Visitor
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.notices.models import Kind, Notification
from talleyrand.host.turns.models import Event, OrderSet, Phase

PLACES = {"Carthage": "hanno", "Egypt": "arsinoe", "Greece": "myrto", "Persia": "roxane", "Rome": "marcus"}
SEED, WINNER = 8, "Egypt"


@pytest.fixture
def table(db, monkeypatch, settings):
    # Months go by, and nobody signs in again.
    settings.SESSION_COOKIE_AGE = 10 * 365 * 24 * 3600
    clock = Clock(monkeypatch, START)
    bots = {
        power: Bot(power, random.Random(f"{SEED} {power}"), keen=power in ("Rome", "Egypt"), long=power == "Egypt")
        for power in PLACES
    }
    return seated(clock, PLACES, bots, timetable="004")


def test_a_game_is_played_to_its_end_by_the_clock(table):
    story = {
        "M1": misspelt,
        "M2": late,
        "M3": paused,
        "M4": extended,
        "M5": substituted,
        "M6": ready,
        "A1": waived,
    }
    away = {"M2": ["Persia"], "M3": ["Persia"], "M4": ["Persia"], "R1": list(PLACES)}
    turns = Counter()
    while table.game.state != "ended":
        assert table.game.number < 80
        turns[table.kind] += 1
        turn = f"{table.kind}{turns[table.kind]}"
        sent = table.everybody_sends(away.get(turn, []))
        if turn in story:
            story.pop(turn)(table)
        told(table, sent)
    assert not story
    ended(table)


def told(table, sent):
    """The phase ends, and everybody is told of it once; who has sent something is not reminded."""
    mail.outbox.clear()
    game = table.game
    table.strike()
    here = Notification.objects.filter(created_at=table.clock.now, kind=Kind.PHASE)
    people = {each.user.username for seat in game.seats.all() for each in seat.present()} | {"mara"}
    assert Counter(here.values_list("user__username", flat=True)) == dict.fromkeys(people, 1)
    mails = [(each.to[0].partition("@")[0], each.subject) for each in mail.outbox]
    assert Counter(name for name, subject in mails if "a phase is over" in subject) == dict.fromkeys(people, 1)
    reminded = {name for name, subject in mails if " has until " in subject}
    assert not reminded & {PLACES[power] for power in sent}


def misspelt(table):
    """Slips are repaired and said; what cannot be read is quoted; the last set counts."""
    page = table.send("Rome", "army Roem to Apulea\nA Ravena - Venetia\nF Neapolis dances")
    assert "repaired" in page
    assert "F Neapolis dances" in page
    table.send("Rome", table.orders_of("Rome"))


def late(table):
    """A second after the deadline orders are refused, and the text is still in its box."""
    game, before = table.game, OrderSet.objects.count()
    page = table.players["Carthage"].read(table.at("game"))
    now = table.clock.now
    table.clock.now = game.closes_at + timedelta(seconds=1)
    answer = table.players["Carthage"].answer(table.at("game"), "/orders/Carthage/", orders="A Carthage - Thapsus")
    assert answer.status_code == 409
    assert "The deadline has passed" in answer.content.decode()
    assert "A Carthage - Thapsus</textarea>" in answer.content.decode()
    assert OrderSet.objects.count() == before
    assert "The deadline has passed" not in page
    table.clock.now = now


def paused(table):
    """No clock runs meanwhile, and orders still come in; afterwards what was left of the phase is left."""
    due = table.game.due_at
    table.clock.on(timedelta(hours=5))
    assert "paused" in table.desk("pause", text="Holidays.")
    table.clock.on(timedelta(days=9))
    assert tick(table.clock.now) == 0
    assert "paused" in table.page(Visitor())
    table.send("Rome", table.orders_of("Rome"))
    table.desk("resume")
    assert table.game.due_at == due + timedelta(days=9)


def extended(table):
    """The Game Master gives a day more; another two are voted for, and count once three of five powers agree."""
    due = table.game.due_at
    table.desk("extend", hours="24", text="A holiday.")
    assert table.game.due_at == due + timedelta(hours=24)
    table.more_time("Greece", 48)
    table.agree("Rome")
    assert table.game.due_at == due + timedelta(hours=24)
    table.agree("Carthage")
    assert table.game.due_at == due + timedelta(hours=72)


def substituted(table):
    """Persia is in civil disorder after two turns without a word; then somebody else plays it."""
    assert table.game.phases.last().missed == {"Persia": 3}
    table.players["Persia"] = signed_up("darius")
    table.desk("replace", of={"player": "roxane"}, new="darius")
    table.send("Persia", table.orders_of("Persia"))


def ready(table):
    """All who may order are ready, so the phase is due at once, and the clock ends it as it does any other."""
    due = table.game.due_at
    table.clock.on(timedelta(hours=1))
    for power in table.players:
        assert table.game.due_at == due
        table.ready(power)
    assert table.game.due_at == table.clock.now < due


def waived(table):
    """Rome builds one unit less than it may."""
    first, *_ = table.orders_of("Rome").splitlines()
    page = table.send("Rome", f"{first}\nwaive")
    assert "waive a build" in page


def ended(table):
    """One stroke of the clock for each phase, nothing left to strike, a record that stands, and a winner named."""
    game, rows = table.game, list(Phase.objects.order_by("sequence"))
    assert [(row.branch, row.number) for row in rows] == [(1, number) for number in range(1, len(rows) + 1)]
    assert [(row.branch, row.number, row.closed_at) for row in rows] == table.struck
    assert Event.objects.filter(kind="adjudicated").count() == len(rows)
    assert (game.state, game.due_at, game.closes_at) == ("ended", None, None)
    assert tick(table.clock.now + timedelta(days=400)) == 0
    for visitor in (table.master, *table.players.values(), Visitor()):
        engine = read_record(table.record(visitor))
        assert verify(engine) is None
        assert (engine.status.state, engine.status.winners) == ("solo", (WINNER,))
        assert f"{WINNER} has won. The game is over." in table.page(visitor)
    # What made it a game worth the trial.
    kinds = Counter(row.code[-1] for row in rows)
    assert kinds["R"] >= 3
    assert kinds["A"] >= 4
    first = {kind: next(row.report for row in rows if row.code[-1] == kind) for kind in "AR"}
    assert "WAIVE" in [line["order"] for line in first["A"]["orders"]]
    assert {line["outcome"] for line in first["R"]["orders"]} == {"disbanded"}
