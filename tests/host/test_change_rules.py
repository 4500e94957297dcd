"""Changing the rules of a game, through HTTP and by the whole cast."""

import pytest
from django.utils import timezone

from site_acts import at, web
from site_setup import change_rules, fields, hour_in, page
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.notices.models import Notification
from talleyrand.host.turns import services as turns


@pytest.fixture
def played(mara, alice, anton, bob):
    return hour_in(mara, alice, anton, bob)


def test_rules_change_before_the_start_and_are_taken_back(mara, alice, bob, game):
    client = web(mara)
    _, answer = change_rules(client, game, paradox="szykman", reason="Simpler <i>so</i>.")
    assert answer.url == at("rules", game)
    assert game.rulebooks.get(version=2).choices["paradox"] == "szykman"
    text = page(web(bob).get(at("rules", game)))
    assert "Version 2 in force" in text
    assert "by mara Simpler <i>so</i>. Convoy paradoxes Now In a convoy paradox the convoys fail" in text
    assert "<i>so" not in web(bob).get(at("rules", game)).content.decode()
    assert game.events.get(kind="rules_changed").sight == "all"
    told = Notification.objects.get(user=alice, cause__contains="event", subject__contains="rules")
    assert "Now: In a convoy paradox the convoys fail" in told.text
    assert "Simpler" in told.text
    shown = client.get(at("change_rules", game), {"back": "1"})
    assert "These are the rules of version 1. Nothing is changed yet: look them over" in page(shown)
    back = fields(shown)
    assert (back["rule-paradox"], back["reason"]) == (["rule_2000"], ["Back to the rules of version 1."])
    client.post(at("change_rules", game), {**back, "do": "publish"})
    assert game.rulebooks.get(version=3).choices == game.rulebooks.get(version=1).choices


def test_an_earlier_version_stays_readable(mara, game):
    change_rules(web(mara), game, paradox="szykman")
    text = page(web().get(at("rules", game), {"version": "1"}))
    assert "This is version 1, which holds no more." in text
    assert "unless another route of its convoy stands. " in text
    for version in ("3", "0", "-1", "x", "²", "9" * 30):
        assert web().get(at("rules", game), {"version": version}).status_code == 404


def test_rules_change_in_a_game_that_runs_from_the_open_phase_on(mara, alice, played):
    due = played.due_at
    turns.submit(alice, played, "Rome", "A Rome - Apulia", now=timezone.now())
    _, answer = change_rules(web(mara), played, retreats="with_orders", sets="merge_by_unit", reason="Faster.")
    assert answer.url == at("rules", played)
    fresh = Game.objects.get(pk=played.pk)
    assert (fresh.due_at, fresh.closes_at, fresh.state) == (due, due, "running")
    assert played.rulebooks.get(version=2).text == "Faster."
    assert "A Roma - Apulia" in page(web(alice).get(at("game", played)))
    turns.adjudicate(mara, fresh, seen=(fresh.branch, fresh.number), now=timezone.now())
    record = web(mara).get(at("record", played)).json()
    assert record["amendments"] == [{"rulebook": {"retreats": "with_orders", "sets": "merge_by_unit"}}]
    assert verify(read_record(record)) is None
    told = Notification.objects.filter(user=alice, subject__contains="rules").latest("pk")
    assert "Now: Retreats are sent along with the orders" in told.text


def test_a_change_is_shown_in_words_before_it_is_made(mara, played):
    client = web(mara)
    sent = fields(client.get(at("change_rules", played))) | {"rule-last_year": "5", "do": "look", "reason": "Holidays"}
    answer = client.post(at("change_rules", played), sent)
    assert "Length Would be The game ends with 454 AUC. Is The game has no last year." in page(answer)
    assert fields(answer)["reason"] == ["Holidays"]
    assert played.rulebooks.count() == 1


def test_a_change_of_rules_needs_a_reason_and_a_change(mara, played):
    client = web(mara)
    _, answer = change_rules(client, played, sets="merge_by_unit", reason="  ")
    assert answer.status_code == 409
    assert "Why: say why; everybody reads it." in page(answer)
    _, answer = change_rules(client, played, sets="merge_by_unit", reason="x" * 10_001)
    assert "more than the 10,000" in page(answer)
    _, answer = change_rules(client, played)
    assert "Nothing would change: these are the rules already." in page(answer)
    assert played.rulebooks.count() == 1


def test_what_was_not_looked_at_is_not_published(mara, played):
    client = web(mara)
    sent = fields(client.get(at("change_rules", played))) | {"rule-sets": "merge_by_unit", "reason": "Now"}
    assert client.post(at("change_rules", played), {**sent, "do": "publish"}).status_code == 409
    looked = fields(client.post(at("change_rules", played), {**sent, "do": "look"})) | {"rule-repeated": "void"}
    answer = client.post(at("change_rules", played), {**looked, "reason": "Now", "do": "publish"})
    assert "The form has changed since you looked at what it would do." in page(answer)
    assert "Of several orders to one unit in a set none counts." in page(answer)
    assert played.rulebooks.count() == 1


def test_a_change_of_rules_sent_twice_counts_once_and_a_stale_one_is_told(mara, played):
    client = web(mara)
    looked, _ = change_rules(client, played, sets="merge_by_unit")
    answer = client.post(at("change_rules", played), {**looked, "do": "publish"})
    assert answer.status_code == 409
    assert played.rulebooks.count() == 2
    stale = {**looked, "rule-sets": "replace_set", "do": "look"}
    looked = fields(client.post(at("change_rules", played), stale)) | {"reason": "Back", "do": "publish"}
    answer = client.post(at("change_rules", played), {**looked, "seen": "1"})
    assert "The rules have changed since you looked: version 2 holds now." in page(answer)
    assert fields(answer)["seen"] == ["2"]
    assert fields(answer)["reason"] == ["Back"]
    assert client.post(at("change_rules", played), fields(answer) | {"do": "publish"}).url == at("rules", played)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rule-paradox": "x" * 5000},
        {"rule-victory_centers": "-1"},
        {"rule-last_year": "9" * 400},
        {"rule-civil_disorder_after": "²"},
    ],
)
def test_hostile_choices_are_told_at_their_field(mara, played, wrong):
    client = web(mara)
    sent = fields(client.get(at("change_rules", played))) | wrong | {"reason": "Typed", "do": "publish"}
    answer = client.post(at("change_rules", played), sent)
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    assert fields(answer)["reason"] == ["Typed"]
    for seen in ("", "x", "²", "9" * 99, "-1"):
        assert client.post(at("change_rules", played), {"seen": seen, "do": "publish"}).status_code == 409
    assert client.get(at("change_rules", played), {"back": "²"}).status_code == 200


def test_a_game_that_is_over_keeps_its_rules_and_its_timetable(mara, played):
    Game.objects.filter(pk=played.pk).update(state="ended", closes_at=None)
    client = web(mara)
    assert "The game is over; its rules stay as they were." in page(client.get(at("change_rules", played)))
    _, answer = change_rules(client, played, sets="merge_by_unit")
    assert "The game is over" in page(answer)
    assert played.rulebooks.count() == 1


def test_the_previous_game_is_the_last_of_that_variant_or_else_of_any(mara, alice):
    now = timezone.now()
    times = write(PRESETS["000"][1])
    first = games.create(mara, "First", "classic", times, preset="rulebook_1971", now=now)
    other = games.create(mara, "Other", "ancient_mediterranean", times, preset="ancient_mediterranean", now=now)
    games.create(alice, "Hers", "classic", times, now=now)
    third = games.create(mara, "Third", "classic", times, preset="datc", choices={"sets": "merge_by_unit"}, now=now)
    text = page(web().get(at("rules", third)))
    assert "Marked is what differs from DATC 3 and what differs from First , the game that mara made before;" in text
    assert "1 not as in DATC 3" in text
    assert "not as in First" in text
    assert "In First, the game before Any matching convoy order makes it a convoy; where the convoy fails" in text
    assert "In DATC 3 A new set of orders replaces the whole earlier one." in text
    assert "First , the game that mara made before" in page(web().get(at("rules", other)))
    assert "made before" not in page(web().get(at("rules", first)))


def test_rules_name_their_authorities(played):
    text = page(web().get(at("rules", played)))
    assert "Convoy paradoxes [ DATC 4.A.2 ]" in text
    assert "House rules of a forum game: 22 numbered rules of conflict" in text
    assert "The variant: Don Hessong" in text
