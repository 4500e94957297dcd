"""The board edited by its Game Master, and steps of the map mended: through pages, for her alone, and in the open."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from site_cast import START, in_force
from site_visitor import Visitor, forms_of
from talleyrand.board.calendar import Phase as Code
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.host.bridge import ledger
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.games.models import Diplomat, Game, Seat
from talleyrand.host.notices.models import Notification
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Event, Phase

EDITS = (
    {"do": "add", "power": "Rome", "unit": "A", "place": "apulia"},
    {"do": "move", "unit": "A CAR", "place": "Cirta"},
    {"do": "remove", "unit": "A ROM"},
    {"do": "own", "place": "NEA", "power": ""},
    {"do": "phase", "phase": "F1M"},
)


@pytest.fixture
def now(running, clock):
    return clock


@pytest.fixture
def clock(monkeypatch):
    from site_clock import Clock

    return Clock(monkeypatch, START + timedelta(hours=1))


def at(name, game, *args):
    return reverse(name, args=[game.code, *args])


def again(game):
    return Game.objects.get(pk=game.pk)


def web(user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def edit(client, game, **fields):
    fresh = again(game)
    return client.post(at("board", game), {"seen": f"{fresh.branch}-{fresh.number}", **fields})


def page_of(client, game):
    return client.get(at("board", game)).content.decode()


def publish(client, game, text="A unit was forgotten.", **fields):
    """Send the form of the page that publishes."""
    form = next(form for form in forms_of(page_of(client, game)) if "draft" in form.fields)
    return client.post(at("board", game), form.filled({"text": text}) | {"do": "publish"} | fields)


def position(game):
    return ledger.load(again(game)).position


def units(game, power):
    return {str(unit) for unit in position(game).units_of(power)}


def test_a_unit_is_added_moved_and_removed_and_a_centre_changes_hands(running, now, mara):
    client = web(mara)
    for fields in (
        {"do": "add", "power": "Rome", "unit": "F", "place": "tyrrhenian sea"},
        {"do": "add", "power": "Rome", "unit": "A", "place": "  aPuLia "},
        {"do": "move", "unit": "A ROM", "place": "Etruria"},
        {"do": "remove", "unit": "F NEA"},
        {"do": "own", "place": "NEA", "power": "Carthage"},
        {"do": "own", "place": "ROM", "power": ""},
    ):
        answer = edit(client, running, **fields)
        if answer.status_code != 302:
            continue
    page = page_of(client, running)
    for words in (
        "Rome: A Apulia added",
        "Rome: A Roma moved to Etruria",
        "Rome: F Neapolis removed",
        "Neapolis belongs to Carthage instead of Rome",
        "Roma belongs to nobody instead of Rome",
    ):
        assert words in page
    before = units(running, "Rome")
    assert publish(client, running, "Two posts were <b>lost</b>").status_code == 302
    assert units(running, "Rome") - before >= {"A APU", "A ETR"}
    assert "F NEA" not in units(running, "Rome")
    assert position(running).centers["NEA"] == "Carthage"
    assert "ROM" not in position(running).centers
    event = again(running).events.last()
    assert (event.kind, event.sight, event.signature) == ("ruling", "all", "mara")
    assert event.text.startswith("Two posts were <b>lost</b>. The board was edited: Rome: ")
    assert "Rome: A Roma moved to Etruria; Rome: F Neapolis removed; Neapolis belongs to Carthage" in event.text
    assert "Two posts were &lt;b&gt;lost" in web().get(at("game", running)).content.decode()
    assert "no edits" not in page_of(client, running)
    assert "Rome: A Apulia added" not in page_of(client, running)
    assert verify(ledger.load(again(running))) is None
