"""Steps of the map opened and closed in mid-game: through pages, and in the open."""

from datetime import timedelta

import pytest
from django.test import Client

from site_acts import at, web
from site_amending import CLOSED, everything, exported, mend, preview, publish, three_phases
from site_cast import START
from site_clock import Clock
from site_phases import again, engine_of, play, units_of
from site_visitor import forms_of
from talleyrand.game.verify import verify
from talleyrand.host.notices.models import Notification
from talleyrand.host.turns import services as turns


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    return Clock(monkeypatch, START + timedelta(days=8))


@pytest.fixture
def played(running, players, clock):
    return three_phases(running, players, clock)


def test_the_steps_of_a_province_are_shown_in_any_spelling(running, mara):
    client = web(mara)
    page = client.get(at("mend", running), {"province": "rome"}).content.decode()
    assert "Roma: armies" in page
    assert "Tyrrhenean Sea" in page
    wrong = client.get(at("mend", running), {"province": "Atlantis"}).content.decode()
    assert "is no province of Ancient Mediterranean" in wrong


def test_a_step_is_closed_and_opened_again_with_one_press(running, mara, alice, bob, players):
    turns.submit(alice, running, "Rome", "A Rome - Neapolis\nF Neapolis - Tyrrhenian Sea", now=START)
    client = web(mara)
    due = again(running).due_at
    page = client.get(at("mend", running), CLOSED).content.decode()
    assert "Armies can no longer step between Neapolis and Roma." in page
    assert "“A Roma - Neapolis” is now read as “A Roma - Neapolis” (illegal)" in page
    assert "Carthage:" not in page
    assert mend(client, running, **CLOSED).status_code == 302
    game = again(running)
    words = "Armies can no longer step between Neapolis and Roma. The drawn map shows a sea there."
    event = game.events.get(kind="amended")
    assert (event.text, event.sight, event.signature) == (words, "all", "mara")
    assert (game.due_at, game.closes_at) == (due, due)
    assert words in web().get(at("game", running)).content.decode()
    assert words in Notification.objects.get(user=bob, kind="ruling").text
    assert verify(engine_of(running)) is None
    play(running, {}, players)
    assert "A ROM" in units_of(running, "Rome")
    page = client.get(at("mend", running)).content.decode()
    assert "Armies can no longer step" in page
    back = next(form for form in forms_of(page) if form.fields.get("text")).fields
    assert client.post(at("mend", running), back).status_code == 302
    page = client.get(at("mend", running)).content.decode()
    assert "Taken back since." in page
    assert "mara: An earlier mend is taken back." in page
    assert "mara: The drawn map shows a sea there." in page
    last = again(running).events.filter(kind="amended").last()
    assert last.text == "Armies can step between Neapolis and Roma. An earlier mend is taken back."
    play(running, {"Rome": "A Rome - Neapolis"}, players)
    assert "A NEA" in units_of(running, "Rome")
    for _ in range(2):
        play(running, {}, players)
    assert verify(exported(running)) is None


def test_a_step_for_fleets_is_opened(running, mara, players):
    client = web(mara)
    assert mend(client, running, unit="F", **{"from": "Rome", "to": "Adriatic Sea"}, open="1").status_code == 302
    page = client.get(at("mend", running), {"province": "ROM"}).content.decode()
    assert "Adriatic Sea" in page.split("Roma: fleets")[1].split("</ul>")[0]
    assert verify(engine_of(running)) is None


def test_a_phase_before_a_mend_is_corrected_by_what_holds_now(played, mara):
    client = web(mara)
    assert mend(client, played, unit="A", **{"from": "Rome", "to": "Apulia"}, open="0").status_code == 302
    page = preview(client, played, 1)
    assert "The rules or the map were changed since" in page
    assert "A Roma - Apulia (illegal)" in page
    assert publish(client, played, 1).status_code == 302
    assert verify(engine_of(played)) is None
    assert verify(exported(played)) is None


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"to": "Atlantis"}, "is no province"),
        ({"to": ""}, "The province that the step leads to: name it"),
        ({"to": "x" * 5000}, "longer than 100"),
        ({"to": "Roma"}, "same province"),
        ({"to": "Tyrrhenian Sea"}, "where no army can stand"),
        ({"unit": "Q"}, "no kind of unit"),
        ({"unit": ""}, "The unit: name it"),
        ({"open": "1"}, "already"),
        ({"open": "maybe"}, "The step: choose"),
        ({"text": " "}, "say why"),
        ({"text": "x" * 10_001}, "10,000"),
        ({"seen": "1-9"}, "The game has gone on"),
        ({"seen": ""}, "The game has gone on"),
    ],
)
def test_a_mend_that_cannot_be_says_what_is_wrong_and_changes_nothing(running, mara, fields, fault):
    client = web(mara)
    before = everything()
    form = {**CLOSED, "text": "why", "seen": "1-1", **fields}
    answer = client.post(at("mend", running), form)
    assert answer.status_code == 409
    assert fault in answer.content.decode()
    if "text" not in fields and "seen" not in fields:
        assert fault in client.get(at("mend", running), form).content.decode()
    assert everything() == before


def test_a_mend_sent_twice_counts_once_and_needs_its_token(running, mara):
    client = web(mara)
    form = {**CLOSED, "text": "why", "seen": "1-1"}
    assert [client.post(at("mend", running), form).status_code for _ in range(2)] == [302, 409]
    assert again(running).events.filter(kind="amended").count() == 1
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(mara)
    assert strict.post(at("mend", running), form).status_code == 403
    assert strict.post(at("correct_phase", running, 1, 1), {"do": "publish"}).status_code == 403


def test_before_the_start_there_is_nothing_to_correct_or_mend(game, mara):
    client = web(mara)
    assert "No phase has been adjudicated yet." in client.get(at("correct", game)).content.decode()
    assert "has not started" in client.get(at("mend", game)).content.decode()
    assert "has not started" in client.post(at("mend", game), {**CLOSED, "text": "x"}).content.decode()
    assert client.get(at("correct_phase", game, 1, 1)).status_code == 404
    assert client.get(at("correct_map", game, 1, 1)).status_code == 404
