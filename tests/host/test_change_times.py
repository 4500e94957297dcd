"""Changing the timetable of a game, through HTTP and by the whole cast."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from game_scenes import position
from site_acts import at, web
from site_setup import FORUM, change_rules, fields, hour_in, page
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import Length, read
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.notices.models import Notification
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Ready


def scene(phase, units):
    return position(phase, units, variant="ancient_mediterranean")


@pytest.fixture
def played(mara, alice, anton, bob):
    return hour_in(mara, alice, anton, bob)


def change_times(client, game, reason="Holidays.", since="now", **given):
    """Look at a timetable and publish it, as a browser does it."""
    sent = fields(client.get(at("change_times", game)))
    sent |= {f"time-{name}": value for name, value in given.items()} | {"since": since}
    looked = client.post(at("change_times", game), {**sent, "do": "look"})
    sent = fields(looked) | {"reason": reason}
    return looked, sent, client.post(at("change_times", game), {**sent, "do": "publish"})


SLOW = {f"{code}_{name}": value for code in ("SM", "FM") for name, value in {"rule": "length", "days": "5"}.items()}


def test_a_timetable_changes_from_the_phase_being_played_on(mara, alice, played):
    opened, was = played.opened_at, played.due_at
    looked, _, answer = change_times(web(mara), played, **SLOW)
    assert answer.url == at("change_times", played)
    fresh = Game.objects.get(pk=played.pk)
    assert (was, fresh.due_at, fresh.closes_at) == (opened + timedelta(days=3),) + (opened + timedelta(days=5),) * 2
    row = re.search(r"Spring 450 AUC, Movement (\w+ \d+ \w+ \d+, \d\d:\d\d) (\w+ \d+ \w+ \d+, \d\d:\d\d)", page(looked))
    assert row[1].startswith(f"{was:%a} {was.day} {was:%b %Y, %H:%M}")
    assert row[2].startswith(f"{fresh.due_at:%a} {fresh.due_at.day} {fresh.due_at:%b %Y, %H:%M}")
    assert page(looked).count(" AUC, Movement") == 4
    event = played.events.get(kind="timetable_changed")
    assert (event.sight, event.text) == ("all", "Holidays.")
    assert read(event.data["timetable"]["old"]) == PRESETS["004"][1]
    assert read(event.data["timetable"]["new"]).steps["M"] == Length(days=5)
    assert event.data["due"] == games.stamp(fresh.due_at)
    assert "Timetable changed (mara): Holidays." in page(web(alice).get(at("game", played)))
    told = Notification.objects.get(user=alice, subject__contains="another timetable")
    assert "Orders take 5 days." in told.text
    assert "Holidays." in told.text


def test_a_timetable_changes_from_the_next_phase_on(mara, played):
    was = played.due_at
    _, _, answer = change_times(web(mara), played, since="next", pace="strict", **SLOW)
    fresh = Game.objects.get(pk=played.pk)
    assert answer.url == at("change_times", played)
    assert (fresh.due_at, read(fresh.timetable)) == (was, PRESETS["004"][1])
    assert "as soon as all who may order are ready" in page(web().get(at("game", played)))
    assert "From the next phase on Orders take 5 days." in page(web().get(at("rules", played)))
    turns.resolve(fresh, branch=fresh.branch, number=fresh.number, now=was)
    fresh = Game.objects.get(pk=played.pk)
    assert fresh.coming is None
    assert fresh.due_at == was + timedelta(days=5)
    assert "since the timetable is strict" in page(web().get(at("game", played)))


def test_the_next_phases_timetable_waits_while_rules_change_or_the_game_stands_still(mara, played):
    client = web(mara)
    change_times(client, played, since="next", **SLOW)
    change_rules(client, played, sets="merge_by_unit")
    fresh = games.resume(mara, games.pause(mara, played, now=timezone.now()), now=timezone.now())
    assert fresh.coming is not None
    assert read(fresh.timetable) == PRESETS["004"][1]


def test_a_timetable_is_brought_back_as_another_change(mara, played):
    client, was = web(mara), played.due_at
    change_times(client, played, **SLOW)
    event = played.events.get(kind="timetable_changed")
    assert f"?back={event.sequence}" in client.get(at("change_times", played)).content.decode()
    shown = client.get(at("change_times", played), {"back": event.sequence})
    before = r"as it was before your change of .{5,30} \(“Holidays.”\). Nothing is changed yet: look it over"
    assert re.search(before, page(shown).partition("What would change")[0])
    back = fields(shown)
    assert (back["time-SM_days"], back["reason"]) == (["3"], ["Back to the timetable before."])
    client.post(at("change_times", played), {**back, "do": "publish"})
    fresh = Game.objects.get(pk=played.pk)
    assert fresh.due_at == was
    assert clock.rule_for(read(fresh.timetable), clock.Phase.parse("S1M")) == Length(days=3)
    assert played.events.filter(kind="timetable_changed").count() == 2


@pytest.mark.parametrize("name", PRESETS)
def test_every_timetable_is_brought_back_by_one_press_of_its_page(mara, played, name):
    Game.objects.filter(pk=played.pk).update(timetable=clock.write(PRESETS[name][1]))
    client = web(mara)
    change_times(client, played, **SLOW)
    back = fields(
        client.get(at("change_times", played), {"back": played.events.get(kind="timetable_changed").sequence})
    )
    assert client.post(at("change_times", played), {**back, "do": "publish"}).status_code == 302
    codes = ("SM", "SR", "FM", "FR", "WA")
    assert clock.alike(read(Game.objects.get(pk=played.pk).timetable), PRESETS[name][1], codes)


def test_a_timetable_that_holds_already_is_not_brought_back(mara, played):
    client = web(mara)
    change_times(client, played, **SLOW)
    first = played.events.get(kind="timetable_changed").sequence
    back = fields(client.get(at("change_times", played), {"back": first}))
    client.post(at("change_times", played), {**back, "do": "publish"})
    again = client.get(at("change_times", played), {"back": first})
    assert "(“Holidays.”). It holds already." in page(again)
    assert "Bring this timetable back" not in page(again)


def test_a_change_for_the_next_phase_is_taken_back_before_it_holds(mara, played):
    client = web(mara)
    change_times(client, played, since="next", **SLOW)
    event = played.events.get(kind="timetable_changed")
    back = fields(client.get(at("change_times", played), {"back": event.sequence}))
    assert back["since"] == ["next"]
    client.post(at("change_times", played), {**back, "do": "publish"})
    fresh = Game.objects.get(pk=played.pk)
    coming = fresh.coming
    assert coming is None or clock.rule_for(read(coming["timetable"]), clock.Phase.parse("F1M")) == Length(days=3)


def test_a_deadline_is_never_moved_into_the_past(mara, played):
    Game.objects.filter(pk=played.pk).update(opened_at=timezone.now() - timedelta(days=2))
    short = {"SM_rule": "length", "SM_days": "0", "SM_hours": "6", "SM_minutes": "0"}
    before = timezone.now()
    change_times(web(mara), played, **short)
    fresh = Game.objects.get(pk=played.pk)
    assert before + timedelta(hours=6) <= fresh.due_at <= timezone.now() + timedelta(hours=6)


def test_of_a_paused_game_what_is_left_is_counted_anew(mara, played):
    now = timezone.now()
    games.pause(mara, played, now=now)
    change_times(web(mara), played, **SLOW)
    fresh = Game.objects.get(pk=played.pk)
    assert (fresh.state, fresh.closes_at) == ("paused", None)
    assert fresh.remaining == played.opened_at + timedelta(days=5) - now
    later = games.resume(mara, fresh, now=now + timedelta(days=10))
    assert later.due_at == now + timedelta(days=10) + fresh.remaining


def test_a_timetable_changes_before_the_start_and_in_a_frozen_game(mara, game, played):
    change_times(web(mara), game, **SLOW)
    assert read(Game.objects.get(pk=game.pk).timetable).steps["M"] == Length(days=5, at="21:00")
    turns.freeze(played, branch=played.branch, number=played.number, cause="A test.", now=timezone.now())
    change_times(web(mara), played, **SLOW)
    fresh = Game.objects.get(pk=played.pk)
    assert (fresh.state, fresh.closes_at, fresh.due_at) == ("frozen", None, played.due_at)
    assert read(fresh.timetable).steps["M"] == Length(days=5)


def test_flags_of_a_strict_phase_end_no_soft_one(mara, alice, played):
    client = web(mara)
    change_times(client, played, pace="strict")
    phase = played.phases.get()
    Ready.objects.create(phase=phase, power="Rome", author=alice, created_at=timezone.now())
    change_times(client, played, since="next", pace="soft")
    assert Ready.objects.count() == 1
    change_times(client, played, pace="soft")
    assert Ready.objects.count() == 0


def test_a_change_of_the_timetable_sent_twice_counts_once(mara, played):
    client = web(mara)
    _, sent, _ = change_times(client, played, **SLOW)
    answer = client.post(at("change_times", played), {**sent, "do": "publish"})
    assert answer.status_code == 409
    assert "The timetable or the phase is another since you looked." in page(answer)
    assert played.events.filter(kind="timetable_changed").count() == 1


def test_a_change_looked_at_in_another_phase_is_told_and_stays_in_its_boxes(mara, played):
    client = web(mara)
    sent = fields(client.get(at("change_times", played))) | {f"time-{name}": value for name, value in SLOW.items()}
    looked = fields(client.post(at("change_times", played), {**sent, "since": "now", "do": "look"}))
    turns.adjudicate(mara, played, seen=(played.branch, played.number), now=timezone.now())
    answer = client.post(at("change_times", played), {**looked, "reason": "Slower", "do": "publish"})
    assert answer.status_code == 409
    again = fields(answer)
    assert (again["time-SM_days"], again["reason"]) == (["5"], ["Slower"])
    assert client.post(at("change_times", played), {**again, "do": "publish"}).status_code == 302


def test_a_change_of_the_timetable_needs_a_reason_and_a_change(mara, played):
    client = web(mara)
    _, _, answer = change_times(client, played, reason="", **SLOW)
    assert "Why: say why; everybody reads it." in page(answer)
    sent = fields(client.get(at("change_times", played))) | {"do": "look"}
    looked = client.post(at("change_times", played), sent)
    assert "nothing would change" in page(looked)
    assert not played.events.filter(kind="timetable_changed").exists()


def test_a_preset_fills_the_editor(mara, played):
    sent = fields(web(mara).get(at("change_times", played)))
    assert sent["fill"] == ["004"]
    sent = sent | {"fill": "000", "do": "fill", "reason": "Typed"}
    again = fields(web(mara).post(at("change_times", played), sent))
    assert (again["time-zone"], again["time-SM_on"], again["time-WA_on"]) == (["Etc/GMT"], ["Tue"], ["Sun"])
    assert again["reason"] == ["Typed"]
    assert web(mara).post(at("change_times", played), {"do": "fill", "fill": "nonsense"}).status_code == 200


def test_days_on_which_no_phase_could_end_are_told(mara, played):
    start = timezone.now().date()
    closed = ", ".join(str(start + timedelta(days=day)) for day in range(-3, 363))
    client = web(mara)
    slots = {
        f"{code}_{name}": value
        for code in ("SM", "SR", "FM", "FR", "WA")
        for name, value in (("rule", "slot"), ("at", "21:00"), ("on", ["Mon"]))
    }
    looked, _, answer = change_times(client, played, closed=closed, **slots)
    assert looked.status_code == 200
    assert Game.objects.get(pk=played.pk).due_at is not None
    assert answer.status_code in (302, 409)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"zone": "x" * 65}, "Time zone: 65 characters are more than the 64 that it may have."),
        ({"zone": "Mars/Olympus"}, "is no time zone"),
        ({"pace": ""}, "The clock: choose one of what is offered."),
        ({"SM_rule": "never"}, "Spring orders: choose one of what is offered."),
        ({"SM_days": "\0"}, "Spring orders, days: write a whole number."),
        ({"prods": "24;3"}, "is no time"),
        (
            {"closed": "x" * 8001},
            "Dates on which no phase ends: 8001 characters are more than the 8000 that it may have.",
        ),
    ],
)
def test_hostile_timetables_are_told_at_their_field(mara, played, wrong, told):
    client = web(mara)
    sent = fields(client.get(at("change_times", played)))
    sent |= {f"time-{name}": value for name, value in wrong.items()} | {"do": "publish", "reason": "Typed"}
    answer = client.post(at("change_times", played), sent)
    assert answer.status_code == 400
    assert told in page(answer)
    assert fields(answer)["reason"] == ["Typed"]
    for back in ("²", "x", "9" * 40, "999"):
        assert client.get(at("change_times", played), {"back": back}).status_code == 200
    assert client.post(at("change_times", played), {}).status_code == 400


# retreats by rulebook


def test_x_a8_retreats_sent_along_are_made_at_once_and_have_no_phase_of_their_own(mara, alice, bob):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": FORUM})) | {"rule-retreats": "with_orders", "title": "Fast"}
    sent |= {"timetable": "000-daily", "do": "look"}
    assert "Retreats" not in page(client.post(reverse("new"), sent)).partition("The first year")[2].partition("Make")[0]
    client.post(reverse("new"), sent | {"do": "make"})
    game = Game.objects.get()
    for user, power in ((alice, "Rome"), (bob, "Carthage")):
        web(user).post(at("join", game), {"power": power})
    client.post(at("act", game, "start"), {"sure": "yes"})
    board = {"Rome": ["A Roma", "A Neapolis"], "Carthage": ["A Apulia", "F Thapsus"]}
    game = Game.objects.get(pk=game.pk)
    turns.rule(mara, game, "A board to try.", position=scene("S1M", board), now=timezone.now())
    game = Game.objects.get(pk=game.pk)
    orders = {
        "Rome": (alice, "A Roma - Apulia\nA Neapolis S A Roma - Apulia"),
        "Carthage": (bob, "A Apulia H, if dislodged retreat to Ravenna\nF Thapsus H"),
    }
    for power, (user, text) in orders.items():
        form = {"orders": text, "seen": f"{game.branch}-{game.number}", "key": power}
        assert web(user).post(at("orders", game, power), form).status_code == 302
    assert "Ravenna" not in page(web(alice).get(at("game", game))).partition("Players")[0]
    assert tick(game.due_at) == 1
    game = Game.objects.get(pk=game.pk)
    phase = game.phases.get(branch=game.branch, number=game.number)
    assert phase.code == "F1M"
    assert sorted(phase.position["units"]["Carthage"]) == ["A RAV", "F THA"]
    assert game.due_at - phase.opened_at <= timedelta(days=1)
    assert verify(read_record(client.get(at("record", game)).json())) is None
