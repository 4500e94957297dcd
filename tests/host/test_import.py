"""Records brought in: the same game again, to the last byte, and nothing of it given to anybody who has an account."""

import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from site_acts import at, fresh, web
from site_cast import START
from site_past import OPEN, WHISPER, eventful, everything
from talleyrand.game.amendment import read_mend
from talleyrand.game.documents import MendDocument
from talleyrand.game.record import read_record, write_record
from talleyrand.game.state import Game as Engine
from talleyrand.host.bridge.imports import canonical
from talleyrand.host.games import imports
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Diplomat, Game
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Event, OrderSet, Phase


@pytest.fixture
def told(running, mara, alice, anton, bob):
    return eventful(running, mara, alice, anton, bob)


def exported(user, game):
    return web(user).get(at("record", game)).content.decode()


def bring(user, text, title="Again", **form):
    return web(user).post(reverse("import"), {"title": title, "text": text, **form})


def faults(answer):
    assert answer.status_code == 400
    return answer.content.decode()


def test_a_record_comes_back_byte_for_byte(told, mara, olga):  # lesson 29
    record = exported(mara, told)
    value = json.loads(record)
    kinds = {event["kind"] for event in value["events"]}
    assert {"undone", "ruling", "withdrawn", "civil_disorder"} <= kinds
    answer = bring(olga, record)
    game = Game.objects.get(title="Again")
    assert answer.url == at("game", game)
    assert (game.master, game.state, game.branch, game.number) == (olga, "paused", 2, 3)
    assert canonical(json.loads(exported(olga, game))) == canonical(value)
    assert Phase.objects.filter(game=game).count() == Phase.objects.filter(game=told).count()
    assert OrderSet.objects.filter(phase__game=game).count() == OrderSet.objects.filter(phase__game=told).count()


def test_a_file_is_taken_as_well(told, mara, olga):
    file = SimpleUploadedFile("game.json", exported(mara, told).encode())
    web(olga).post(reverse("import"), {"title": "From a file", "file": file})
    assert exported(olga, Game.objects.get(title="From a file")) == exported(mara, told)


def test_names_of_a_record_are_words_and_give_nobody_a_seat(told, mara, alice, olga):
    bring(olga, exported(mara, told))
    game = Game.objects.get(title="Again")
    assert not Diplomat.objects.filter(seat__game=game).exists()
    assert not OrderSet.objects.filter(phase__game=game).exclude(author=None).exists()
    assert set(Event.objects.filter(game=game, recorded=True).values_list("actor", flat=True)) == {None}
    assert set(Event.objects.filter(game=game, recorded=False).values_list("actor", flat=True)) == {olga.pk}
    assert "Players in the record: Carthage: bob; Rome: alice, anton" in web().get(at("game", game)).content.decode()
    text = everything(web(alice), game)
    for secret in (WHISPER, OPEN):
        assert secret not in text
        assert secret in everything(web(olga), game)
    assert web(alice).post(at("orders", game, "Rome"), {"orders": "A Rome holds"}).status_code == 403


def test_a_game_goes_on_where_its_record_ends(told, mara, alice, olga):
    bring(olga, exported(mara, told))
    game = Game.objects.get(title="Again")
    games.join(alice, game, "Rome", now=START + timedelta(days=1))
    games.resume(olga, game, now=START + timedelta(days=1))
    here = fresh(game)
    turns.adjudicate(olga, here, seen=(here.branch, here.number), now=START + timedelta(days=1), text="On.")
    record = json.loads(exported(olga, game))
    assert len(record["phases"]) == len(json.loads(exported(mara, told))["phases"]) + 1
    seats = {seat["power"]: seat["players"] for seat in record["seats"]}
    assert (seats["Rome"], seats["Carthage"]) == (["alice"], ["bob"])


def test_a_game_that_is_over_comes_in_as_ended_and_is_in_the_archive(olga):
    engine = Engine.new("ancient_mediterranean", seats={"Rome": ["Tullia"]}, time="a day").draw(["Rome", "Egypt"])
    bring(olga, json.dumps(write_record(engine)), "An old draw")
    game = Game.objects.get(title="An old draw")
    assert (game.state, game.closes_at) == ("ended", None)
    for word in ("Tullia", "draw", "Egypt"):
        text = web().get(reverse("archive"), {"q": word}).content.decode()
        assert "An old draw" in text
        assert "Draw of Egypt and Rome" in text


def test_rules_that_changed_and_a_mended_map_come_back_too(olga):
    engine, _ = Engine.new("ancient_mediterranean", "forum_ancient_mediterranean", time="a day").advance()
    engine = engine.amend(rulebook={"civil_disorder_after": 5}, text="So many are away.", actor="Mara")
    army = read_mend(MendDocument(unit="A", one="Rome", other="Sicilia"), engine.variant)
    engine, _ = engine.amend(mends=[army], text="A bridge was built.", actor="Mara").advance()
    value = write_record(engine)
    bring(olga, json.dumps(value), "Changed")
    game = Game.objects.get(title="Changed")
    assert canonical(json.loads(exported(olga, game))) == canonical(value)
    assert [book.text for book in game.rulebooks.all()] == ["", "So many are away."]
    for phase in Phase.objects.filter(game=game):
        assert web().get(at("phase", game, phase.branch, phase.number)).status_code == 200
        assert web().get(at("map", game, phase.branch, phase.number, "board")).status_code == 200


def test_press_names_and_any_timetable_come_back_too_and_press_only_to_whom_it_was_for(olga, bob):
    engine = Engine.new("classic", timetable={"kind": "when we meet"}, seats={"France": ["Léa"]})
    engine = engine.post("France", "Meet me in Burgundy", to=["Germany"], true_sender="England", time="noon")
    value = write_record(engine)
    bring(olga, json.dumps(value), "Elsewhere")
    game = Game.objects.get(title="Elsewhere")
    assert canonical(json.loads(exported(olga, game))) == canonical(value)
    assert "Burgundy" not in json.dumps(json.loads(exported(bob, game))["messages"])
    assert "when we meet" in exported(bob, game)
    for name in ("game", "rules", "history"):
        assert web(bob).get(at(name, game)).status_code == 200
    assert "Meet me in Burgundy" not in everything(web(bob), game)


def test_a_timetable_that_this_site_can_go_by_is_kept(told, mara, olga):
    bring(olga, exported(mara, told))
    assert Game.objects.get(title="Again").timetable == told.timetable


def test_a_form_sent_twice_brings_in_one_game(told, mara, olga):
    record = exported(mara, told)
    answers = [bring(olga, record, key="a form") for _ in range(3)]
    assert len({answer.url for answer in answers}) == 1
    assert Game.objects.filter(title="Again").count() == 1
    assert 'type="hidden" name="key" value="' in web(olga).get(reverse("import")).content.decode()


def test_strangers_are_asked_to_sign_in(told, mara):
    assert bring(None, exported(mara, told)).url.startswith(reverse("account_login"))
    assert Game.objects.count() == 1


def test_a_record_in_which_something_is_sealed_is_refused(told, mara, alice, bob, olga):
    for user in (alice, bob, None):
        text = faults(bring(olga, exported(user, told)))
        assert "phases[0].sealed: the orders of " in text
        assert "ask the Game Master for the whole record" in text
    assert Game.objects.count() == 1


def changed(record, *path, to):
    value = json.loads(record)
    *way, last = path
    place = value
    for step in way:
        place = place[step]
    place[last] = to
    return json.dumps(value)


@pytest.mark.parametrize(
    ("path", "to", "fault"),
    [
        (("variant", "name"), "middle_earth", "variant.name: &#x27;middle_earth&#x27; cannot be played"),
        (("variant", "name"), "../../etc", "variant.name"),
        (("variant", "version"), 99, "variant.version: the game was played on version 99"),
        (("format",), 99, "format"),
        (("phases",), [], "phases: a game has at least one phase"),
        (("phases", 0, "position", "units", "Rome"), ["A Atlantis"], "phases[0].position.units.Rome[0]"),
        (("phases", 0, "orders", 0, "author"), "x" * 151, "phases[0].orders[0].author: 151 characters"),
        (("phases", 0, "orders", 0, "text"), "A\0B", "phases[0].orders[0].text: holds the character NUL"),
        (("events", 0, "kind"), "k" * 33, "events[0].kind: 33 characters"),
        (("events", 0, "time"), "t" * 41, "events[0].time: 41 characters"),
        (("phases", 0, "report", "orders", 0, "outcome"), {}, "phases[0]"),
        (("phases", 1, "position", "centers", "Rome"), ["ROM"], "phases[1]"),
        (("events",), [], "events[0]"),
        (("rulebook", "removal"), "by_dice", "rulebook"),
        (("unheard_of",), 1, "unheard_of"),
    ],
)
def test_a_fault_in_a_record_is_named_with_its_place_and_nothing_comes_in(told, mara, olga, path, to, fault):
    answer = bring(olga, changed(exported(mara, told), *path, to=to))
    assert f"record: {fault}" in faults(answer)
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "choose a file, or paste the text of one"),
        ("  \n", "choose a file, or paste the text of one"),
        ("hello", "this is not JSON"),
        ("[]", "record: "),
        ("null", "record: "),
        ("{}", "record: "),
        ("[" * 100_000, "record: "),
        ('{"format": 1e999}', "record: "),
        ('{"format": "\\ud800"}', "record: "),
    ],
)
def test_what_is_no_record_is_refused_in_words(olga, text, fault):
    assert fault in faults(bring(olga, text))
    assert not Game.objects.exists()


def test_a_file_that_is_no_text_is_refused(olga):
    file = SimpleUploadedFile("game.json", b"\x89PNG\xff\xfe\0")
    assert "this is not JSON" in faults(web(olga).post(reverse("import"), {"title": "x", "file": file}))


def test_too_long_a_record_is_refused_before_it_is_read(olga, monkeypatch):
    monkeypatch.setattr(imports, "LONGEST", 1000)
    file = SimpleUploadedFile("game.json", b"[" * 5000)
    assert "more than the 1,000 that a record may have" in faults(
        web(olga).post(reverse("import"), {"title": "x", "file": file})
    )
    assert "more than the 1,000" in faults(bring(olga, "[" * 5000))


def test_what_was_pasted_stays_in_its_box(olga):
    text = faults(bring(olga, '{"format": 77}', "A <b>name</b>"))
    assert "{&quot;format&quot;: 77}</textarea>" in text
    assert "A &lt;b&gt;name&lt;/b&gt;" in text


@pytest.mark.parametrize("title", ["", "  ", "x" * 121])
def test_a_game_needs_a_name(told, mara, olga, title):
    assert "errorlist" in faults(bring(olga, exported(mara, told), title))


def test_only_its_game_master_sees_what_a_record_carried_besides(told, mara, olga, bob):
    bring(olga, exported(mara, told))
    game = Game.objects.get(title="Again")
    for user in (bob, None):
        assert "carried" not in web(user).get(at("game", game)).content.decode().lower()
    assert read_record(json.loads(exported(bob, game)))
