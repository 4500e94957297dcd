"""What open pages ask every minute: who gets it, that it says what the page says, and that nothing else comes of it."""

import logging
import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.text import slugify

from site_acts import at, fresh, read, web
from site_desk import act, game_now
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.pages import limits
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Event

SECRET = "A Rome - Apulia\nA Ravenna - Venetia\nF Neapolis H"
PARTS = re.compile(
    r'<div id="([^"]+)" hx-swap-oob="innerHTML">(.*?)</div>(?=\s*(?:<div id="[^"]+" hx-swap-oob|\Z))', re.S
)


@pytest.fixture
def played(mara, alice, bob):
    return game_now(mara, ((alice, "Rome"), (bob, "Carthage")), timezone.now())


def ask(user, name, game, seen=None, **given):
    """What a page that showed ``seen`` is told."""
    seen = seen or game
    query = {
        "phase": f"{seen.branch}-{seen.number}",
        "state": seen.state,
        "due": seen.due_at.isoformat() if seen.due_at else "",
        **given,
    }
    return web(user).get(f"{at(name, game)}?{urlencode(query)}", headers={"HX-Request": "true"})


def parts(answer):
    """The pieces of an answer by the parts of the page that they go to, without what differs from form to form."""
    assert answer.status_code == 200
    return {name: plain(text) for name, text in PARTS.findall(answer.content.decode())}


def plain(html):
    """The words of some of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def news(user, game, seen, **given):
    return parts(ask(user, "game_now", game, seen, **given))["news"]


def adjudicate(mara, game):
    here = fresh(game)
    turns.adjudicate(mara, here, seen=(here.branch, here.number), now=timezone.now())


def test_the_pages_ask_for_what_they_show(played, mara, bob):
    for user, page, name in ((bob, "game", "game_now"), (mara, "desk", "desk_now")):
        html = read(user, played, page)
        address = re.search(r'id="news"[^>]* hx-get="([^"]+)" hx-trigger="every 60s', html)[1].replace("&amp;", "&")
        assert address.startswith(at(name, played))
        said = parts(web(user).get(address, headers={"HX-Request": "true"}))
        assert said["news"] == ""
        for part in said:
            assert f'id="{part}"' in html


def test_a_new_phase_is_told_to_whoever_reads_the_game(played, mara, bob, olga):
    adjudicate(mara, played)
    phase = re.search(r'<p class="phase">(.*?) ·', read(bob, played))[1]
    for user in (mara, bob, olga, None):
        said = news(user, fresh(played), played)
        assert said == f"The results are out, and {phase} has begun. Show it"
        assert news(user, fresh(played), fresh(played)) == ""


def test_the_clock_is_told_of(played, mara, bob):
    due = played.due_at + timedelta(hours=7)
    act(mara, played, "deadline", seen=played.due_at.isoformat(), due=due.isoformat(), text="A holiday.")
    moved = fresh(played)
    assert moved.due_at != played.due_at
    assert news(bob, moved, played).startswith("The deadline has moved. This phase ends on")
    act(mara, moved, "pause", text="A storm.")
    paused = fresh(played)
    assert news(bob, paused, moved).startswith("The game is paused: no clock runs")
    act(mara, paused, "resume")
    assert news(bob, fresh(played), paused).startswith("The clock runs again. This phase ends on")


def test_a_rollback_and_the_end_are_told_of(played, mara, bob):
    adjudicate(mara, played)
    second = fresh(played)
    turns.roll_back(mara, second, to=played.number, now=timezone.now(), text="A letter was lost.")
    assert news(bob, fresh(played), second).startswith("The game has been rolled back or corrected: Spring")
    Game.objects.filter(pk=played.pk).update(state=Game.State.ENDED, due_at=None, closes_at=None)
    assert news(bob, fresh(played), second) == "The game is over. Show it"
    assert "hx-get" not in re.search(r'<div id="news"[^>]*>', read(bob, fresh(played)))[0]


def test_the_start_is_told_of(game, mara, bob):
    games.start(mara, game, now=timezone.now())
    assert news(bob, fresh(game), game).startswith("The game has started with Spring")


@pytest.mark.parametrize(
    "given",
    [
        {"phase": "", "state": "", "due": ""},
        {"phase": "x-1", "state": "\0", "due": "yesterday"},
        {"phase": "9" * 400, "state": "z" * 4000, "due": "2030-02-30T00:00"},
        {"due": "2030-01-08T21:00"},
    ],
)
def test_what_a_page_says_it_showed_may_be_anything(played, bob, mara, given):
    assert "Show it" in news(bob, played, played, **given)
    assert ask(mara, "desk_now", played, **given).status_code == 200


def test_the_desk_s_pieces_say_what_the_desk_says(played, mara, alice):
    before = parts(ask(mara, "desk_now", played))
    turns.submit(alice, played, "Rome", SECRET, now=timezone.now())
    said = parts(ask(mara, "desk_now", played))
    assert before["state-rome"] == "Rome nothing sent"
    assert said["state-rome"] == "Rome sent"
    assert "Rome" in before["needs"]
    assert "Rome" not in said["needs"]
    assert "A Roma - Apulia" in said["sets-rome"]
    page = plain(read(mara, played, "desk"))
    for name, text in said.items():
        assert text in page, name
    powers = {slugify(seat.power) for seat in played.seats.all()}
    assert {name.partition("-")[2] for name in said if name.startswith("sets-")} == powers


def test_the_desk_s_pieces_are_for_its_master(played, bob, alice, olga, mara):
    turns.submit(alice, played, "Rome", SECRET, now=timezone.now())
    for user in (alice, bob, olga):
        assert ask(user, "desk_now", played).status_code == 404
    answer = ask(None, "desk_now", played)
    assert parts(answer) == {"news": "You are signed out, so this page no longer follows the game. Sign in again"}
    assert set(parts(ask(mara, "desk_now", played))) > {"news", "needs", "sets-rome"}


def test_a_master_who_plays_gets_no_sealed_orders_by_themselves(mara, alice):
    """Not with an open desk either: everybody is told when she looks, and a page left open is no look."""
    shared = game_now(mara, ((alice, "Rome"), (mara, "Carthage")), timezone.now())
    turns.submit(alice, shared, "Rome", SECRET, now=timezone.now())
    assert set(parts(ask(mara, "desk_now", shared))) == {"news"}
    act(mara, shared, "open", on="yes")
    looks = Event.objects.filter(game=shared, kind="looked").count()
    assert set(parts(ask(mara, "desk_now", shared))) == {"news"}
    assert Event.objects.filter(game=shared, kind="looked").count() == looks


def test_a_desk_of_another_phase_is_told_so_and_stays_as_it_is(played, mara):
    adjudicate(mara, played)
    said = parts(ask(mara, "desk_now", fresh(played), played))
    assert set(said) == {"news"}
    assert said["news"].endswith("Show it")


def test_nobody_keeps_a_piece_or_takes_it_for_the_page(played, mara):
    for name, page in (("game_now", "game"), ("desk_now", "desk")):
        answer = ask(mara, name, played)
        assert "no-store" in answer["Cache-Control"]
        assert "HX-Request" in answer["Vary"]
        opened = web(mara).get(at(name, played))
        assert (opened.status_code, opened["Location"]) == (302, at(page, played))
        assert "no-store" in opened["Cache-Control"]


def test_a_phase_s_page_is_the_same_for_htmx(played, bob):
    address = at("phase", played, played.branch, played.number)
    plain_answer, other = web(bob).get(address), web(bob).get(address, headers={"HX-Request": "true"})
    assert plain(plain_answer.content.decode()) == plain(other.content.decode())
    assert re.search(r'<section id="phase".*<h1.*</section>', other.content.decode(), re.S)


def test_asking_keeps_nobody_signed_in_and_writes_nothing(played, mara, caplog):
    client = web(mara)
    client.get(at("desk", played))
    before = list(Session.objects.values_list("session_data", "expire_date")), Event.objects.count()
    caplog.clear()
    with caplog.at_level(logging.INFO, "talleyrand.access"):
        for name in ("desk_now", "game_now"):
            answer = client.get(at(name, played), headers={"HX-Request": "true"})
            assert answer.status_code == 200
            assert "sessionid" not in answer.cookies
    assert (list(Session.objects.values_list("session_data", "expire_date")), Event.objects.count()) == before
    assert caplog.records == []
    with caplog.at_level(logging.INFO, "talleyrand.access"):
        client.get("/g/nowhere/now/", headers={"HX-Request": "true"})
    assert "404" in caplog.text


def test_asking_too_often_stops_only_the_asking(played, mara, monkeypatch):
    few = limits.Limit("now", 3, 60)
    monkeypatch.setattr(limits, "LIMITS", {**limits.LIMITS, "game_now": few, "desk_now": few})
    monkeypatch.setattr(limits.time, "time", lambda: 1_900_000_000.0)
    client = web(mara)
    asked = [client.get(at(name, played), headers={"HX-Request": "true"}).status_code for name in ["desk_now"] * 3]
    assert asked == [200] * 3
    assert client.get(at("game_now", played), headers={"HX-Request": "true"}).status_code == 429
    assert client.get(at("desk", played)).status_code == 200
    assert client.post(at("act", played, "keep"), {"text": "Still here.", "key": "k"}).status_code == 302


def test_every_page_loads_its_scripts_from_the_site_alone(played, mara):
    for html in (read(mara, played), read(mara, played, "desk"), web().get("/").content.decode()):
        scripts = re.findall(r"<script([^>]*)>(.*?)</script>", html, re.S)
        assert scripts
        assert all(not body.strip() and 'src="/static/' in attrs for attrs, body in scripts)
        assert '"allowEval":false' in html
        assert not re.search(r"\shx-on|\son\w+=|\bjs:", html)
