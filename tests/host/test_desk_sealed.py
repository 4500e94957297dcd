"""A Game Master who plays in her own game: what she may not see, what she may still do, and what others read of it."""

import json

import pytest
from django.utils import timezone

from site_acts import at, fresh, web
from site_desk import act, desk, everything, game_now, kinds
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.host.absence.selectors import missed
from talleyrand.host.absence.services import leave
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.access import role_of
from talleyrand.host.games.models import Game
from talleyrand.host.notices.models import Kind, Notification
from talleyrand.host.turns import ready
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import OrderSet

SECRET = "A Rome - Apulia\nA Ravenna - Venetia\nF Neapolis H"
LOOKED = (
    "The Game Master, mara, looked at the sealed orders of Egypt, Greece, Persia and Rome "
    "for Spring 450 AUC, Movement, before they were adjudicated"
)
HERS = "A Carthage - Mauretania\nA Cirta H\nF Thapsus H"


@pytest.fixture
def shared(mara, alice, bob):
    """Mara runs the game and plays Carthage."""
    made = game_now(mara, ((alice, "Rome"), (mara, "Carthage"), (bob, "Egypt")), timezone.now())
    turns.submit(alice, made, "Rome", SECRET, now=timezone.now())
    turns.submit(mara, made, "Carthage", HERS, now=timezone.now())
    Notification.objects.all().delete()
    return made


def pages(user, game):
    """All that she can open of her game, as one text."""
    client = web(user)
    names = ("game", "desk", "desk_log", "record", "rules")
    found = [client.get(at(name, game)).content.decode() for name in names]
    return "\n".join([*found, client.get(at("phase", game, game.branch, game.number)).content.decode()])


def test_the_master_takes_a_place_in_her_own_game(game, mara):
    assert "Play Rome yourself" in desk(mara, game)
    web(mara).post(at("join", game), {"power": "Rome"})
    assert role_of(mara, fresh(game)).powers == {"Rome"}
    assert role_of(mara, fresh(game)).sealed
    assert "Play Carthage yourself" not in desk(mara, game)


def test_her_desk_shows_no_sealed_orders_and_not_who_has_sent(shared, mara, bob):
    text = pages(mara, shared)
    for secret in ("A Roma - Apulia", "A Rome - Apulia", "nothing sent", "missing:", "Ask the players", "to look at:"):
        assert secret not in text
    assert "A Carthage - Mauretania" in text
    assert "the orders of others are sealed for you" in text
    before = pages(mara, shared).count("Rome")
    turns.submit(bob, shared, "Egypt", "A Memphis H", now=timezone.now())
    turns.withdraw(bob, shared, "Egypt", now=timezone.now())
    assert "orders taken back" not in pages(mara, shared)
    assert pages(mara, shared).count("Rome") == before
    for name in ("preview", "preview_map"):
        assert web(mara).get(at(name, shared)).status_code == 404


def test_nothing_that_counts_others_is_hers(shared, mara):
    role = role_of(mara, shared)
    waits = ready.awaiting(role, shared)
    assert (waits.names, waits.silent) == (None, None)
    counts = {each.power: each.missed for each in missed(role, shared)}
    assert counts["Rome"] is None
    assert counts["Carthage"] == 0


def test_she_may_not_ask_about_orders_and_reminds_without_being_told_whom(shared, mara, bob):
    before = everything()
    assert act(mara, shared, "nudge", power="Rome", text="So?").status_code == 403
    assert everything() == before
    answer = web(mara).post(at("act", shared, "ping"), {"sure": "yes"}, follow=True).content.decode()
    assert "Whoever is awaited and has sent nothing is reminded." in answer
    assert [each.user for each in Notification.objects.filter(kind=Kind.REMINDER)] == [bob]
    assert "powers" not in shared.events.get(kind="pinged").data
    Notification.objects.all().delete()


def test_her_record_verifies_and_holds_what_is_over(shared, mara):
    record = json.loads(web(mara).get(at("record", shared)).content)
    assert "A Rome" not in json.dumps(record)
    assert verify(read_record(record)) is None
    Game.objects.filter(pk=shared.pk).update(closes_at=timezone.now())
    tick(timezone.now())
    record = json.loads(web(mara).get(at("record", shared)).content)
    assert "A Rome - Apulia" in json.dumps(record["phases"][0])
    assert verify(read_record(record)) is None


def test_orders_sent_with_retreats_for_later_stay_sealed(mara, alice):
    now = timezone.now()
    made = games.create(
        mara, "Later", "classic", write(PRESETS["004"][1]), choices={"retreats": "with_next_orders"}, now=now
    )
    games.join(alice, made, "France", now=now)
    games.join(mara, made, "Germany", now=now)
    games.start(mara, made, now=now)
    for france, germany in (
        ("A Par - Bur", "A Mun - Ruh\nA Ber - Mun"),
        ("A Bur H", "A Ruh - Bur\nA Mun S A Ruh - Bur"),
        ("A Bur R Gas\nF Bre - MAO", ""),
    ):
        turns.submit(alice, made, "France", france, now=now)
        if germany:
            turns.submit(mara, made, "Germany", germany, now=now)
        turns.adjudicate(mara, made, seen=(1, fresh(made).number), now=now)
    assert [phase.code for phase in made.phases.all()] == ["S1901M", "F1901M", "F1901R", "S1902M"]
    assert OrderSet.objects.filter(phase__code="S1902M", text__contains="F Bre - MAO").exists()
    record = json.loads(web(mara).get(at("record", made)).content)
    assert "A Bur H" in json.dumps(record["phases"][1])
    assert "F Bre - MAO" not in json.dumps(record)
    assert verify(read_record(record)) is None


def test_she_opens_her_desk_in_the_open_and_everybody_reads_when_she_looks(shared, mara, alice, olga):
    question = act(mara, shared, "open", on="yes", sure=None).content.decode()
    assert "Everybody is told" in question
    assert not fresh(shared).open_desk
    act(mara, shared, "open", on="yes")
    assert sorted(Notification.objects.values_list("user__username", flat=True)) == ["alice", "bob"]
    assert "can see sealed orders" in alice.notifications.get().text
    for _ in range(2):
        assert "A Roma - Apulia" in desk(mara, shared)
    page = web(olga).get(at("game", shared)).content.decode()
    assert page.count(LOOKED) == 1
    assert "A Roma - Apulia" in web(mara).get(at("preview", shared)).content.decode()
    before = everything()
    assert "The desk is open already." in act(mara, shared, "open", on="yes").content.decode()
    assert everything() == before
    act(mara, shared, "open", on="no")
    assert "A Roma - Apulia" not in desk(mara, shared)
    assert "A Roma - Apulia" not in web(mara).get(at("game", shared)).content.decode()


def test_looking_at_a_closed_desk_is_no_look(shared, mara):
    desk(mara, shared)
    assert "looked" not in kinds(shared)


def test_she_still_enters_orders_for_a_power_in_the_open(shared, mara, olga):
    act(mara, shared, "enter", power="Rome", orders="A Rome H", how="override")
    assert OrderSet.objects.last().override
    assert "The Game Master entered orders, Rome (mara)" in web(olga).get(at("game", shared)).content.decode()
    assert "A Roma - Apulia" not in desk(mara, shared)
    act(mara, shared, "stand_back", power="Rome")
    assert OrderSet.objects.filter(override=True, withdrawn=False).count() == 0


def test_a_cause_that_may_quote_orders_is_not_shown_to_her(shared, mara, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("A ROM - APU cannot be")

    monkeypatch.setattr("talleyrand.game.state.judge", broken)
    Game.objects.filter(pk=shared.pk).update(closes_at=timezone.now())
    tick(timezone.now())
    assert fresh(shared).state == "frozen"
    for name in ("desk", "desk_log", "game"):
        assert "APU cannot be" not in web(mara).get(at(name, shared)).content.decode()
    assert "APU cannot be" not in act(mara, shared, "retry").content.decode()
    act(mara, shared, "open", on="yes")
    assert "APU cannot be" in desk(mara, shared)


def test_a_master_who_leaves_her_place_sees_all_again(shared, mara):
    leave(mara, shared, now=timezone.now())
    assert "A Roma - Apulia" in desk(mara, shared)


def test_a_correction_shows_a_master_who_plays_no_sealed_orders(mara, alice):
    now = timezone.now()
    made = games.create(
        mara, "Later", "classic", write(PRESETS["004"][1]), choices={"retreats": "with_next_orders"}, now=now
    )
    games.join(alice, made, "France", now=now)
    games.join(mara, made, "Germany", now=now)
    games.start(mara, made, now=now)
    for france, germany in (
        ("A Par - Bur", "A Mun - Ruh\nA Ber - Mun"),
        ("A Bur H", "A Ruh - Bur\nA Mun S A Ruh - Bur"),
    ):
        turns.submit(alice, made, "France", france, now=now)
        turns.submit(mara, made, "Germany", germany, now=now)
        turns.adjudicate(mara, made, seen=(1, fresh(made).number), now=now)
    turns.submit(alice, made, "France", "A Bur R Gas\nF Bre - MAO\nA Mar - Spa", now=now)
    client = web(mara)
    for _ in range(2):
        previewed = 0
        for number in range(1, fresh(made).number):
            where = at("correct_phase", made, 1, number)
            form = {"orders-Germany": "A Mun H\nA Kie H\nF Kie H", "replay": "yes", "do": "preview"}
            texts = [client.get(where).content.decode(), client.post(where, form, follow=True).content.decode()]
            previewed += "What would come of it" in texts[1]
            for secret in ("Mid-Atlantic", "F Bre - MAO", "A Marseilles - Spain", "A Mar - Spa"):
                assert not any(secret in text for text in texts)
        assert previewed
        if fresh(made).number == 3:
            turns.adjudicate(mara, made, seen=(1, 3), now=now)
    assert fresh(made).number == 4
