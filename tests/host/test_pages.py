"""Pages through HTTP: what each of the cast gets, may do and may not see, and what is said of hostile forms."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from site_acts import at, web
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.host.accounts import links
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import OrderSet, Phase

SECRET = "A Rome - Apulia"


@pytest.fixture
def played(mara, alice, anton, bob):
    """A game that runs now, with a phase behind it and Rome's orders in for the next."""
    now = timezone.now()
    made = games.create(mara, "Now <b>on</b>", "ancient_mediterranean", write(PRESETS["000-daily"][1]), now=now)
    for user, power in ((alice, "Rome"), (anton, "Rome"), (bob, "Carthage")):
        games.join(user, made, power, now=now)
    games.start(mara, made, now=now - timedelta(hours=25))
    Game.objects.filter(pk=made.pk).update(closes_at=now)
    assert tick(now) == 1
    turns.submit(alice, made, "Rome", SECRET, now=now)
    return Game.objects.get(pk=made.pk)


def send(client, game, power="Rome", text=SECRET, **fields):
    form = {"orders": text, "seen": f"{game.branch}-{game.number}", "key": "k1", **fields}
    return client.post(at("orders", game, power), form)


def everything(client, game):
    """All that a visitor can open of a game, as one text."""
    pages = [
        reverse("home"),
        at("game", game),
        at("rules", game),
        at("record", game),
        at("desk", game),
        at("preview", game),
        at("preview_map", game),
    ]
    pages += [
        address
        for phase in Phase.objects.filter(game=game)
        for address in (
            at("phase", game, phase.branch, phase.number),
            at("phase", game, phase.branch, phase.number) + "?reasons",
            at("map", game, phase.branch, phase.number, "board"),
            at("map", game, phase.branch, phase.number, "results"),
        )
    ]
    return "\n".join(client.get(address).content.decode() for address in pages)


def test_a_player_sees_his_own_orders_and_so_does_his_partner(played, alice, anton):
    for user in (alice, anton):
        page = web(user).get(at("game", played)).content.decode()
        assert "A Roma - Apulia" in page
        assert SECRET in page


def test_nobody_else_sees_sealed_orders_anywhere(played, bob, olga):
    for user in (bob, olga, None):
        text = everything(web(user), played)
        assert "Apulia" not in text.replace('"Apulia"', "") or SECRET not in text
        assert SECRET not in text
        assert "A Roma - Apulia" not in text
        assert "A ROM - APU" not in text


def test_the_desk_is_there_for_the_master_alone(played, mara, alice, bob, olga):
    names = ("desk", "preview", "preview_map")
    for user in (alice, bob, olga):
        assert [web(user).get(at(name, played)).status_code for name in names] == [404, 404, 404]
    assert [web().get(at(name, played)).status_code for name in names] == [302, 302, 302]
    pages = [web(mara).get(at(name, played)) for name in names]
    assert [page.status_code for page in pages] == [200, 200, 200]
    assert "A Roma - Apulia" in pages[0].content.decode()
    assert "A Roma - Apulia" in pages[1].content.decode()


def test_acts_of_the_desk_are_refused_to_others_and_change_nothing(played, alice, olga):
    before = list(Game.objects.values())
    for user in (alice, olga):
        for act in ("start", "adjudicate", "pause", "resume", "extend", "roll_back", "roll_forward", "rule", "retry"):
            form = {
                "branch": 1,
                "number": 2,
                "text": "x",
                "hours": 5,
                "to": 1,
                "seen": played.due_at.isoformat(),
            }
            assert web(user).post(at("act", played, act), form).status_code == 403
    assert list(Game.objects.values()) == before


def test_orders_of_another_power_are_refused_without_a_word_of_who_plays_it(played, bob, olga, mara):
    for user in (bob, olga, mara):
        answer = send(web(user), played)
        assert answer.status_code == 403
        assert "alice" not in answer.content.decode()
    assert OrderSet.objects.count() == 1


def test_every_form_needs_its_token(played, alice, mara):
    for user, address in ((alice, at("orders", played, "Rome")), (mara, at("act", played, "pause"))):
        client = Client(enforce_csrf_checks=True)
        client.force_login(user)
        assert client.post(address, {"orders": "x"}).status_code == 403


def test_acts_are_not_done_by_looking(played, alice, mara):
    assert web(alice).get(at("orders", played, "Rome")).status_code == 405
    assert web(mara).get(at("act", played, "pause")).status_code == 405


def test_a_form_sent_twice_counts_once(played, anton):
    client = web(anton)
    assert [send(client, played).status_code for _ in range(3)] == [302, 302, 302]
    assert OrderSet.objects.filter(author=anton).count() == 1


@pytest.mark.parametrize("seen", ["1-1", "0-0", "", "1", "x-y", "²-²", "9" * 40, "1-2-3"])
def test_a_form_for_another_phase_says_which_is_open_and_keeps_the_text(played, alice, seen):
    answer = send(web(alice), played, text="A Rome - Etruria please", seen=seen)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "the open phase is Fall" in page
    assert "A Rome - Etruria please</textarea>" in page
    assert OrderSet.objects.count() == 1


def test_an_over_long_text_is_refused_and_still_in_its_box(played, alice):
    answer = send(web(alice), played, text="x" * 1_000_001)
    assert answer.status_code == 409
    assert "1,000,001 characters" in answer.content.decode()


@pytest.mark.parametrize("text", ["", "\x00", "<script>alert(1)</script>", "\u202eA Rome - Apulia", "🦊" * 999])
def test_odd_texts_are_taken_and_shown_without_harm(played, alice, text):
    client = web(alice)
    assert send(client, played, text=text).status_code == 302
    page = client.get(at("game", played)).content.decode()
    assert "<script>" not in page


def test_titles_are_shown_and_not_run(played):
    assert "Now &lt;b&gt;on&lt;/b&gt;" in web().get(at("game", played)).content.decode()


def test_taking_back_and_sending_again(played, alice):
    client = web(alice)
    client.post(at("withdraw", played, "Rome"))
    page = client.get(at("game", played)).content.decode()
    assert "No order in force: A Ravenna, A Roma, F Neapolis. They hold as things stand." in page


def test_the_master_adjudicates_what_she_saw_once(played, mara):
    client = web(mara)
    form = {"branch": played.branch, "number": played.number, "text": "All are in.", "sure": "yes"}
    client.post(at("act", played, "adjudicate"), form)
    page = client.post(at("act", played, "adjudicate"), form, follow=True).content.decode()
    assert "That phase is over" in page
    assert Phase.objects.filter(game=played).exclude(report__isnull=True).count() == 2


def test_pause_go_on_roll_back_and_forward_by_hand(played, mara):
    client = web(mara)
    for act, state in (("pause", "paused"), ("resume", "running")):
        client.post(at("act", played, act), {"text": "", "sure": "yes"})
        assert Game.objects.get(pk=played.pk).state == state
    client.post(at("act", played, "roll_back"), {"to": "1", "text": "A wrong order.", "sure": "yes"})
    assert (Game.objects.get(pk=played.pk).branch, Game.objects.get(pk=played.pk).number) == (2, 1)
    assert "put aside by the rollback of" in client.get(at("phase", played, 1, 2)).content.decode()
    client.post(at("act", played, "roll_forward"), {"sure": "yes"})
    assert Game.objects.get(pk=played.pk).number == 2


@pytest.mark.parametrize(
    ("act", "form"),
    [
        ("adjudicate", {"branch": "x", "number": "1"}),
        ("adjudicate", {}),
        ("extend", {"hours": "24", "seen": "yesterday"}),
        ("extend", {"hours": "-1"}),
        ("roll_back", {"to": "77"}),
        ("roll_back", {"to": "-1"}),
        ("roll_forward", {"branch": "99"}),
        ("rule", {"text": " "}),
        ("rule", {"text": "x" * 10_001}),
        ("start", {}),
        ("resume", {}),
        ("retry", {}),
    ],
)
def test_hostile_forms_of_the_desk_are_told_what_is_wrong(played, mara, act, form):
    before = list(Game.objects.values())
    for sure in ({}, {"sure": "yes"}):
        answer = web(mara).post(at("act", played, act), {**form, **sure})
        assert answer.status_code == 409
        assert 'class="said error"' in answer.content.decode()
    assert list(Game.objects.values()) == before


def test_there_is_no_act_but_those(played, mara):
    assert web(mara).post(at("act", played, "explode")).status_code == 404


def test_the_record_of_each_verifies_and_holds_no_secret(played, mara, alice, bob):
    for user in (mara, alice, bob, None):
        record = json.loads(web(user).get(at("record", played)).content)
        assert verify(read_record(record)) is None


def test_a_game_is_made_joined_and_started_by_hand(mara, bob, alice):
    client = web(mara)
    form = {"title": "Mine", "setting": "classic/datc", "timetable": "000-daily", "least_players": "2"}
    answer = client.post(reverse("new"), form)
    game = Game.objects.get(title="Mine")
    assert answer.url == at("game", game)
    client.post(at("act", game, "start"), {"sure": "yes"})
    assert Game.objects.get(pk=game.pk).state == "sign_up"
    for user, power in ((alice, "France"), (bob, "Germany")):
        web(user).post(at("join", game), {"power": power})
    client.post(at("act", game, "start"), {"sure": "yes"})
    assert Game.objects.get(pk=game.pk).state == "running"
    web(alice).post(at("leave", game))
    assert not game.seats.get(power="France").present()


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"title": "x" * 121},
        {"setting": "classic/nothing"},
        {"setting": "../../etc"},
        {"timetable": "never"},
        {"least_players": "-1"},
        {"least_players": "8"},
        {"title": "  "},
    ],
)
def test_a_game_that_cannot_be_is_not_made(mara, form):
    good = {"title": "Mine", "setting": "classic/datc", "timetable": "000", "least_players": "0"}
    answer = web(mara).post(reverse("new"), {**good, **form} if form else {})
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    assert not Game.objects.exists()


def test_a_link_signs_in_once(mara):
    token = links.make(mara)
    client = Client()
    assert "Sign in as mara?" in client.get(reverse("enter", args=[token])).content.decode()
    assert client.post(reverse("enter", args=[token])).status_code == 302
    assert client.get(reverse("new")).status_code == 200
    again = Client()
    assert again.post(reverse("enter", args=[token])).status_code == 410
    assert again.get(reverse("new")).status_code == 302


@pytest.mark.parametrize("token", ["x", "a:b:c", "é"])
def test_a_link_that_was_made_up_does_nothing(db, token):
    assert Client().post(reverse("enter", args=[token])).status_code == 410


def test_pages_let_nothing_foreign_run(played):
    answer = web().get(at("game", played))
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert "style=" not in answer.content.decode()
    drawing = web().get(at("map", played, 1, 1, "results"))
    assert "sandbox" in drawing["Content-Security-Policy"]
    assert drawing["Content-Type"].startswith("image/svg+xml")


@pytest.mark.parametrize("query", ["?width=-1", "?width=9999999", "?width=²", "?theme=../x", "?width=480&theme=dark"])
def test_maps_take_any_query(played, query):
    assert web().get(at("map", played, 1, 1, "board") + query).status_code == 200


@pytest.mark.parametrize("address", ["/g/none/", "/g/none/desk/", "/nothing/", "/g/none/map/1/1/board.svg"])
def test_what_is_not_there_is_said(db, address, mara):
    answer = web(mara).get(address)
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


def test_phases_and_maps_that_are_not_there(played):
    assert web().get(at("phase", played, 7, 7)).status_code == 404
    assert web().get(at("map", played, 1, 2, "results")).status_code == 404
    assert web().get(at("map", played, 1, 1, "orders")).status_code == 404


def test_the_character_nul_goes_nowhere_and_breaks_nothing(played, mara, olga):
    assert web().get("/g/%00/").status_code == 404
    assert web(mara).get(f"/g/{played.code}/orders/%00/").status_code == 404
    web(olga).post(at("join", played), {"power": "Rome\0"})
    web(mara).post(at("act", played, "rule"), {"text": "So\0 be it.", "sure": "yes"})
    assert played.events.get(kind="ruling").text == "So\ufffd be it."
    form = {"title": "A\0b", "setting": "classic/datc", "timetable": "000", "least_players": "0"}
    assert web(mara).post(reverse("new"), form).url.startswith("/g/")
