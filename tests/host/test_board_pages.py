"""The board edited by its Game Master: through pages, for her alone until it is published, and then for everybody."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from site_acts import at, web
from site_cast import START, in_force
from site_clock import Clock
from site_phases import again, engine_of, play, position_of, units_of
from site_visitor import forms_of
from talleyrand.game.record import read_record
from talleyrand.game.state import Game as Engine
from talleyrand.game.verify import verify
from talleyrand.host.bridge.board import BoardError, edited
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.games.models import Diplomat, Game, Seat
from talleyrand.host.notices.models import Notification
from talleyrand.host.pages import drafting
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Event, OrderSet, Phase

ADDED = {"do": "add", "power": "Rome", "unit": "A", "place": "apulia"}


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    return Clock(monkeypatch, START + timedelta(hours=1))


def edit(client, game, **fields):
    fresh = again(game)
    return client.post(at("board", game), {"seen": f"{fresh.branch}-{fresh.number}", **fields})


def page_of(client, game):
    return client.get(at("board", game)).content.decode()


def publishing(client, game):
    """The form of the page that publishes, as it stands there."""
    return next(form for form in forms_of(page_of(client, game)) if "draft" in form.fields).fields


def publish(client, game, text="A unit was forgotten.", **fields):
    form = {**publishing(client, game), "text": text, "do": "publish", **fields}
    return client.post(at("board", game), form)


def everything():
    return [list(model.objects.order_by("pk").values()) for model in (Game, Phase, OrderSet, Event, Notification)]


def test_units_and_owners_are_edited_and_published_with_the_reason_and_every_edit(running, mara, bob):
    client = web(mara)
    for fields in (
        {**ADDED, "place": "  aPuLia "},
        {"do": "move", "unit": "A ROM", "place": "etruria"},
        {"do": "remove", "unit": "F NEA"},
        {"do": "own", "place": "NEA", "power": "Carthage"},
        {"do": "own", "place": "ROM", "power": ""},
    ):
        assert edit(client, running, **fields).status_code == 302
    words = (
        "Rome: A Apulia added",
        "Rome: A Roma moved to Etruria",
        "Rome: F Neapolis removed",
        "Neapolis belongs to Carthage instead of Rome",
        "Roma belongs to nobody instead of Rome",
    )
    page = page_of(client, running)
    assert all(each in page for each in words)
    assert units_of(running, "Rome") == {"A ROM", "A RAV", "F NEA"}
    assert publish(client, running, "Two posts were <b>lost</b>").status_code == 302
    assert units_of(running, "Rome") == {"A APU", "A ETR", "A RAV"}
    assert position_of(running).centers["NEA"] == "Carthage"
    assert "ROM" not in position_of(running).centers
    event = again(running).events.last()
    assert (event.kind, event.sight, event.signature) == ("ruling", "all", "mara")
    assert event.text == f"Two posts were <b>lost</b>. The board was edited: {'; '.join(words)}."
    assert "Two posts were &lt;b&gt;lost" in web().get(at("game", running)).content.decode()
    told = Notification.objects.get(user=bob, kind="ruling")
    assert event.text in told.text
    assert words[0] not in page_of(client, running)
    assert verify(engine_of(running)) is None


def test_each_edit_can_be_taken_back_and_one_that_needed_it_says_so_where_it_stands(running, mara):
    client = web(mara)
    edit(client, running, do="remove", unit="A ROM")
    edit(client, running, do="add", power="Carthage", unit="F", place="Rome")
    edit(client, running, **ADDED)
    assert edit(client, running, do="take_back", edit="0").status_code == 302
    page = page_of(client, running)
    assert "cannot be made" in page
    assert "A Roma (Rome) is there already; move or remove it first" in page
    refused = publish(client, running)
    assert refused.status_code == 409
    assert "An edit cannot be made" in refused.content.decode()
    assert "A unit was forgotten." in refused.content.decode()
    assert edit(client, running, do="take_back", edit="0").status_code == 302
    assert publish(client, running).status_code == 302
    assert units_of(running, "Rome") == {"A APU", "A ROM", "A RAV", "F NEA"}
    edit(client, running, do="remove", unit="A ROM")
    edit(client, running, do="clear")
    assert "Edits so far" not in page_of(client, running)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({**ADDED, "place": "Atlantis"}, "is no province of Ancient Mediterranean; did you mean"),
        ({**ADDED, "place": "Rome"}, "A Roma (Rome) is there already"),
        ({**ADDED, "place": "Tyrrhenian Sea"}, "where no army can stand"),
        ({**ADDED, "unit": "F", "place": "Etruria/nc"}, "one coast only"),
        ({**ADDED, "unit": "Q"}, "is not a unit"),
        ({**ADDED, "power": "Atlantis"}, "is no power of Ancient Mediterranean"),
        ({**ADDED, "place": ""}, "is not a unit"),
        ({**ADDED, "place": "x" * 5000}, "longer than 100 characters"),
        ({"do": "move", "unit": "A ROM", "place": "Tyrrhenian Sea"}, "where no army can stand"),
        ({"do": "move", "unit": "A ROM", "place": "Rome"}, "is there already"),
        ({"do": "move", "unit": "A APU", "place": "Rome"}, "is not on the board"),
        ({"do": "move", "unit": "<script>", "place": "Rome"}, "is not a unit"),
        ({"do": "remove", "unit": "F ROM"}, "is not on the board"),
        ({"do": "remove", "unit": "dislodged A ROM"}, "is not dislodged"),
        ({"do": "own", "place": "Etruria", "power": "Rome"}, "no supply centre"),
        ({"do": "own", "place": "ROM", "power": "Rome"}, "belongs to Rome already"),
        ({"do": "own", "place": "ROM", "power": "Atlantis"}, "is no power"),
        ({"do": "dislodge", "unit": "A ROM"}, "nothing retreats"),
        ({"do": "bar", "place": "Apulia"}, "nothing retreats"),
        ({"do": "unbar", "place": "Apulia"}, "not closed by a standoff"),
        ({"do": "restore", "unit": "dislodged A ROM"}, "is not dislodged"),
        ({"do": "phase", "phase": "S1M"}, "already"),
        ({"do": "phase", "phase": "S99999M"}, "too far away"),
        ({"do": "phase", "phase": "W1M"}, "not in this variant"),
        ({"do": "phase", "phase": "soon"}, "is not a phase"),
        ({"do": "fly"}, "no edit of a board"),
        ({}, "no edit of a board"),
        ({"do": "take_back", "edit": "7"}, "no such edit"),
        ({"do": "take_back", "edit": "²"}, "no such edit"),
        ({"do": "publish", "text": "why"}, "no edits to publish"),
    ],
)
def test_an_edit_that_cannot_be_says_what_is_wrong_and_changes_nothing(running, mara, fields, fault):
    client = web(mara)
    before = everything()
    answer = edit(client, running, **fields)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert fault in page
    if fields.get("do") == "add" and fields["place"] == "Atlantis":
        assert 'value="Atlantis"' in page
    assert "Edits so far" not in page
    assert everything() == before


def test_reasons_are_asked_for_and_a_board_that_stays_as_it_is_is_not_published(running, mara):
    client = web(mara)
    edit(client, running, **ADDED)
    before = everything()
    assert "say why" in publish(client, running, "  ").content.decode()
    assert "10,000" in publish(client, running, "x" * 10_001).content.decode()
    edit(client, running, do="remove", unit="A APU")
    assert "leave the board as it is" in publish(client, running).content.decode()
    assert everything() == before


def test_nobody_else_sees_the_page_or_does_anything_on_it(running, alice, bob, olga, mara):
    master = web(mara)
    edit(master, running, **ADDED)
    before = everything()
    for user in (alice, bob, olga):
        client = web(user)
        for name in ("board", "board_map"):
            assert client.get(at(name, running)).status_code == 404
        for fields in (ADDED, {"do": "clear"}, {"do": "publish", "text": "why", "draft": "x"}):
            answer = edit(client, running, **fields)
            assert answer.status_code == 403
            assert "Apulia" not in answer.content.decode()
    assert web().get(at("board", running)).status_code == 302
    assert edit(web(), running, **ADDED).status_code == 302
    assert everything() == before
    assert "A Apulia added" in page_of(master, running)
    stranger = Client(enforce_csrf_checks=True)
    stranger.force_login(mara)
    assert stranger.post(at("board", running), ADDED).status_code == 403


def test_a_draft_is_hers_and_the_game_s_and_outlives_its_phase(running, mara, alice, clock):
    client = web(mara)
    edit(client, running, **ADDED)
    shown = publishing(client, running)
    assert "A Apulia added" not in page_of(web(mara), running)
    due = again(running).due_at
    clock.to(due)
    assert tick(due) == 1
    late = client.post(at("board", running), {**shown, "text": "Sent late.", "do": "publish"})
    page = late.content.decode()
    assert late.status_code == 409
    assert "The game has gone on since you looked: Fall" in page
    assert "Sent late." in page
    assert "Rome: A Apulia added" in page
    assert "begun on another board" in page
    assert "A APU" not in units_of(running, "Rome")
    assert publish(client, running).status_code == 302
    assert "A APU" in units_of(running, "Rome")


def test_published_twice_it_counts_once_and_a_draft_changed_elsewhere_is_not_published(running, mara):
    client = web(mara)
    edit(client, running, **ADDED)
    form = {**publishing(client, running), "text": "why", "do": "publish"}
    edit(client, running, do="remove", unit="A ROM")
    assert "changed on another page" in client.post(at("board", running), form).content.decode()
    form = {**publishing(client, running), "text": "why", "do": "publish"}
    assert client.post(at("board", running), form).status_code == 302
    again_sent = client.post(at("board", running), form)
    assert (again_sent.status_code, running.events.filter(kind="ruling").count()) == (409, 1)
    assert Phase.objects.filter(game=running).count() == 2


@pytest.mark.parametrize(
    "kept",
    [
        [],
        "text",
        7,
        {"edits": "add"},
        {"edits": 3},
        {"edits": [7, None, "x", []]},
        {"edits": [{"do": ["add"], "power": {"a": 1}, "place": None}]},
        {"edits": [{}] * 500},
        {"edits": [{"do": "add", "words": "<script>alert(1)</script>"}]},
        {"edits": [{"do": "phase", "phase": "S1R"}], "seen": ["1", 1]},
    ],
)
def test_a_draft_that_no_form_made_breaks_nothing(running, mara, kept):
    client = web(mara)
    session = client.session
    session[f"board:{running.pk}"] = kept
    session.save()
    page = client.get(at("board", running))
    assert page.status_code == 200
    assert "<script>" not in page.content.decode()
    assert client.get(at("board_map", running)).status_code == 200
    assert edit(client, running, do="clear").status_code == 302
    assert "Edits so far" not in page_of(client, running)


def test_a_draft_holds_so_many_edits(running, mara):
    client = web(mara)
    session = client.session
    one, other = {"do": "own", "place": "ROM", "power": ""}, {"do": "own", "place": "ROM", "power": "Rome"}
    session[f"board:{running.pk}"] = {"edits": [one, other] * 30, "seen": "1-1"}
    session.save()
    assert "A draft holds 60 edits" in edit(client, running, **ADDED).content.decode()


def test_orders_that_are_in_stay_with_the_phase_and_go_with_another(running, mara, alice):
    turns.submit(alice, running, "Rome", "A Rome - Etruria", now=START)
    due = again(running).due_at
    client = web(mara)
    edit(client, running, **ADDED)
    page = page_of(client, running)
    assert "Orders that are in stay" in page
    assert "The deadline stays as it is." in page
    assert "Etruria" not in page.replace('<option value="Etruria">', "")
    publish(client, running)
    assert (again(running).due_at, again(running).state) == (due, "running")
    assert in_force(again(running), "Rome") == {"A ROM": "A ROM - ETR"}
    edit(client, running, do="phase", phase="F1M")
    page = page_of(client, running)
    assert "orders that are in do not count in it" in page
    assert "The clock begins anew." in page
    publish(client, running)
    assert again(running).phases.last().code == "F1M"
    assert in_force(again(running), "Rome") == {}
    assert verify(engine_of(running)) is None


def test_the_pictures_before_and_after_differ_and_hold_no_orders(running, mara, alice):
    turns.submit(alice, running, "Rome", "A Rome - Etruria", now=START)
    client = web(mara)
    before = client.get(at("board_map", running))
    edit(client, running, **ADDED)
    after = client.get(at("board_map", running) + "?theme=dark&width=400")
    assert after["Content-Type"].startswith("image/svg+xml")
    assert after["Cache-Control"] == "no-store"
    assert before.content != client.get(at("board_map", running)).content


@pytest.mark.parametrize("kind", ["M", "R", "A"])
def test_a_board_edited_in_each_kind_of_phase_is_played_on_and_its_record_verifies(running, mara, alice, bob, kind):
    players = {"Rome": alice, "Carthage": bob}
    client = web(mara)
    if kind == "R":
        edit(client, running, do="phase", phase="S1R")
        edit(client, running, do="dislodge", unit="A ROM", place="Neapolis")
        edit(client, running, do="bar", place="Etruria")
        edit(client, running, do="dislodge", unit="A RAV")
        edit(client, running, do="restore", unit="dislodged A RAV")
        assert "cannot be made" not in page_of(client, running)
        publish(client, running)
        assert [str(each.unit) for each in position_of(running).dislodged] == ["A ROM"]
        assert position_of(running).standoffs == {"ETR"}
        edit(client, running, do="unbar", place="ETR")
        answer = edit(client, running, do="phase", phase="F1M")
        assert "1 unit must retreat before another phase" in answer.content.decode()
    if kind == "A":
        edit(client, running, do="phase", phase="W1A")
        edit(client, running, do="own", place="SIC", power="Rome")
        edit(client, running, do="remove", unit="F NEA")
    if kind == "M":
        edit(client, running, **ADDED)
    assert publish(client, running).status_code == 302
    assert engine_of(running).phase.kind == kind
    sent = {"M": "A Apulia holds", "R": "A Rome retreats to Etruria", "A": "Build A Neapolis\nBuild F Rome"}[kind]
    play(running, {"Rome": sent}, players)
    expected = {"M": "A APU", "R": "A ETR", "A": "A NEA"}[kind]
    assert expected in units_of(running, "Rome")
    for _ in range(3):
        play(running, {}, players)
    record = web().get(at("record", running)).content
    assert verify(read_record(json.loads(record))) is None
    assert verify(engine_of(running)) is None


def test_a_game_that_is_over_or_has_not_begun_has_no_board_to_edit(game, mara, running):
    fresh = Game.objects.get(pk=running.pk)
    turns.draw(mara, fresh, ["Rome"], now=START)
    client = web(mara)
    page = client.get(at("board", running))
    assert page.status_code == 200
    assert "The game is over" in page.content.decode()
    before = everything()
    assert edit(client, running, **ADDED).status_code == 409
    assert client.post(at("board", running), {"do": "publish", "text": "x"}).status_code == 409
    assert everything() == before


def test_a_board_before_the_start_is_not_there_to_edit(game, mara):
    client = web(mara)
    assert "The game has not started" in page_of(client, game)
    assert "The game has not started" in client.post(at("board", game), ADDED).content.decode()
    assert client.get(at("board_map", game)).status_code == 404


def test_one_who_plays_too_learns_no_sealed_order_here(running, mara, alice):
    Diplomat.objects.create(seat=Seat.objects.get(game=running, power="Egypt"), user=mara, rank=0, since=START)
    turns.submit(alice, running, "Rome", "A Rome - Etruria", now=START)
    client = web(mara)
    edit(client, running, **ADDED)
    page = page_of(client, running)
    assert "A Roma - Etruria" not in page
    assert "A Rome - Etruria" not in page


def test_drafts_tell_themselves_apart():
    assert drafting.mark({"a": 1, "b": 2}) == drafting.mark({"b": 2, "a": 1}) != drafting.mark({"a": 1})


def test_a_fleet_names_its_coast_in_any_spelling_and_may_change_it():
    engine = Engine.new("classic")
    position = engine.position
    with pytest.raises(BoardError, match="a fleet in Spain stands on one coast: write SPA/NC or SPA/SC"):
        edited(engine, position, {"do": "add", "power": "France", "unit": "F", "place": "Spain"})
    position, words = edited(
        engine, position, {"do": "add", "power": "france", "unit": "F", "place": "Spain (south coast)"}
    )
    assert words == "France: F Spain (sc) added"
    position, words = edited(engine, position, {"do": "move", "unit": "F SPA/SC", "place": "spain nc"})
    assert words == "France: F Spain (sc) moved to Spain (north coast)"
    assert "F SPA/NC" in [str(unit) for unit in position.units_of("France")]


@pytest.mark.parametrize(
    ("unit", "place", "stands"),
    [
        ("F", "tyrrhenian see", "F Tyrrhenean Sea"),
        ("A", "Etrurai", "A Etruria"),
        ("A", "Atlantis", ""),
    ],
)
def test_places_may_be_spelt_as_in_orders(running, mara, unit, place, stands):
    client = web(mara)
    answer = edit(client, running, do="add", power="Rome", unit=unit, place=place)
    assert answer.status_code == (302 if stands else 409)
    if stands:
        assert f"Rome: {stands}" in page_of(client, running)


def test_what_is_wrong_with_an_edit_is_said_in_words(running, mara):
    client = web(mara)
    edit(client, running, do="move", unit="A ROM", place="etruria")
    edit(client, running, do="move", unit="A ETR", place="venetia")
    answer = edit(client, running, do="add", power="Rome", unit="A", place="Atlantis")
    assert "The province: &#x27;Atlantis&#x27; is no province of Ancient Mediterranean" in answer.content.decode()
    edit(client, running, do="take_back", edit="0")
    assert "The unit: A Etruria is not on the board; choose one that is." in page_of(client, running)
    answer = edit(client, running, do="take_back", edit="7")
    assert "There is no such edit any more; look at the list again." in answer.content.decode()
