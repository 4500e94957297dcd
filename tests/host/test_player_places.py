"""Who plays a power and whose orders count, on the pages: seniors, substitutes, leaving, invitations."""

import json
from datetime import timedelta

import pytest

from site_acts import SECRET, act, at, fresh, read, said, send, web
from site_cast import START, in_force
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Diplomat, Game
from talleyrand.host.notices.models import Notification
from talleyrand.host.turns import services as turns

SOON = START + timedelta(hours=1)
DUE = START + timedelta(days=3)
BOX = 'autocapitalize="characters">{}</textarea>'


def test_the_senior_s_orders_supersede_while_he_asks_for_it(strict, alice, anton):  # A-020, X-A6
    send(alice, strict, SECRET)
    send(anton, strict, "A Rome - Etruria")
    page = read(alice, strict)
    assert "Senior: alice. The latest set counts, whoever sent it. In force: the orders of anton." in page
    page = said(act(alice, strict, "supersede", on="1"))
    assert "From now on your orders for Rome supersede those of the others" in page
    assert in_force(fresh(strict), "Rome") == {"A ROM": "A ROM - APU"}
    for user in (alice, anton):
        page = read(user, strict)
        assert "The senior's orders supersede those of the others. In force: the orders of alice." in page
    page = said(act(alice, strict, "supersede", on="0"))
    assert "the latest set of orders for Rome counts" in page
    assert in_force(fresh(strict), "Rome") == {"A ROM": "A ROM - ETR"}


def test_the_wish_holds_for_phases_to_come_and_without_orders_of_his_the_others_count(strict, clock, alice, anton):
    act(alice, strict, "supersede", on="1")
    send(anton, strict, "A Rome - Etruria")
    assert in_force(fresh(strict), "Rome") == {"A ROM": "A ROM - ETR"}
    clock.to(strict.due_at)
    tick(clock.now)
    now = fresh(strict)
    send(alice, now, "A Etruria holds")
    send(anton, now, "A Etruria - Rome")
    assert in_force(fresh(strict), "Rome") == {"A ETR": "A ETR H"}
    record = json.loads(web(alice).get(at("record", strict)).content)
    assert verify(read_record(record)) is None


def test_orders_sent_ahead_supersede_too_and_the_record_verifies(clock, mara, alice, anton, bob):  # X-A8
    made = games.create(
        mara, "Later", "classic", write(PRESETS["004"][1]), choices={"retreats": "with_next_orders"}, now=START
    )
    for user, power in ((alice, "France"), (anton, "France"), (bob, "Germany")):
        games.join(user, made, power, now=START)
    games.start(mara, made, now=START)
    for france, germany in (
        ("A Par - Bur", "A Mun - Ruh\nA Ber - Mun"),
        ("A Bur H", "A Ruh - Bur\nA Mun S A Ruh - Bur"),
        ("A Bur R Gas\nF Bre - MAO", ""),
    ):
        turns.submit(alice, made, "France", france, now=SOON)
        if germany:
            turns.submit(bob, made, "Germany", germany, now=SOON)
        turns.adjudicate(mara, made, seen=(1, fresh(made).number), now=SOON)
    send(anton, fresh(made), "F Bre H", "France")
    assert in_force(fresh(made), "France") == {"F BRE": "F BRE H"}
    for on, text in (("1", "F BRE - MAO"), ("0", "F BRE H")):
        act(alice, made, "supersede", "France", on=on)
        assert in_force(fresh(made), "France")["F BRE"] == text
        record = json.loads(web(mara).get(at("record", made)).content)
        assert verify(read_record(record)) is None


def test_asked_twice_it_is_told_once_and_to_the_power_alone(strict, alice, anton, bob, olga):
    for _ in range(2):
        act(alice, strict, "supersede", on="1")
    event = strict.events.get(kind="superseding")
    assert (event.sight, event.power) == ("power", "Rome")
    assert "The senior&#x27;s orders supersede all others, Rome (alice)" in read(anton, strict)
    for user in (bob, olga, None):
        assert "supersede" not in read(user, strict)


def test_only_the_senior_asks(strict, anton, bob, olga, mara):
    page = said(act(anton, strict, "supersede", on="1"))
    assert "Only the senior of Rome, alice, can do that." in page
    assert at("supersede", strict, "Rome") not in page
    for user in (bob, olga, mara):
        assert act(user, strict, "supersede", on="1").status_code == 403
    assert "You play Carthage alone" in said(act(bob, strict, "supersede", "Carthage", on="1"))
    assert not Diplomat.objects.filter(overrides=True).exists()


def test_after_the_deadline_nothing_is_weighed_anew(strict, clock, alice, anton):
    send(alice, strict, SECRET)
    send(anton, strict, "A Rome - Etruria")
    clock.to(strict.due_at)
    assert "The deadline has passed" in said(act(alice, strict, "supersede", on="1"))
    assert in_force(fresh(strict), "Rome") == {"A ROM": "A ROM - ETR"}


def test_a_senior_who_leaves_supersedes_nobody_any_more(strict, alice, anton):
    act(alice, strict, "supersede", on="1")
    send(alice, strict, SECRET)
    send(anton, strict, "A Rome - Etruria")
    web(alice).post(at("leave", strict))
    assert in_force(fresh(strict), "Rome") == {"A ROM": "A ROM - ETR"}
    assert "As the senior of Rome" in read(anton, strict)


def test_where_sets_are_merged_each_line_names_its_author(mara, alice, anton, clock):  # X-A7
    made = games.create(
        mara,
        "Merged",
        "ancient_mediterranean",
        write(PRESETS["000"][1]),
        preset="forum_ancient_mediterranean",
        choices={"sets": "merge_by_unit"},
        now=START,
    )
    for user in (alice, anton):
        games.join(user, made, "Rome", now=START)
    made = games.start(mara, made, now=START)
    send(alice, made, "A Rome - Apulia\nA Ravenna holds")
    send(anton, made, "A Rome - Etruria")
    page = " ".join(read(alice, made).split())
    assert "orders of alice and anton, as named beside each line" in page
    assert '<span class="order">A Ravenna holds</span> <span class="soft">alice</span>' in page
    assert '<span class="order">A Roma - Etruria</span> <span class="soft">anton</span>' in page


def test_leaving_is_asked_first_and_says_what_follows(strict, alice, bob, olga, mara):
    page = read(bob, strict, "leave")
    assert "You give up Carthage" in page
    assert Diplomat.objects.filter(user=bob, until=None).exists()
    for user in (olga, mara):
        assert web(user).get(at("leave", strict)).status_code == 404
    assert "You have left the game." in said(web(bob).post(at("leave", strict), follow=True))
    assert "You do not play in this game." in said(web(bob).post(at("leave", strict), follow=True))
    assert not Diplomat.objects.filter(user=bob, until=None).exists()


def test_when_the_last_one_awaited_leaves_nobody_waits_for_him(soft, clock, alice, bob):
    act(alice, soft, "ready", ready="1", seen="1-1")
    web(bob).post(at("leave", soft))
    assert fresh(soft).closes_at == SOON
    assert tick(clock.now) == 1


def test_nobody_leaves_a_game_that_is_over(strict, alice):
    Game.objects.filter(pk=strict.pk).update(state="ended", closes_at=None, due_at=None)
    assert web(alice).get(at("leave", strict)).status_code == 404
    assert "who played in it stays as it is" in said(web(alice).post(at("leave", strict), follow=True))
    assert Diplomat.objects.filter(user=alice, until=None).exists()


def test_who_signs_up_sees_which_powers_are_free(game, olga):
    page = " ".join(read(olga, game).split())
    assert '<b>Egypt</b>: <span class="soft">free</span>' in page
    assert "Join Egypt" in page
    assert "Join Rome beside alice" in page
    assert "You play Egypt." in said(web(olga).post(at("join", game), {"power": "Egypt"}, follow=True))
    assert "free" not in read(olga, game).split("Egypt</b>")[1].split("</li>")[0]


def test_a_substitute_takes_over_a_power_that_nobody_plays(strict, bob, olga):
    send(bob, strict, "A Carthage - Cirta", "Carthage")
    assert "Take over Carthage" not in read(olga, strict)
    web(bob).post(at("leave", strict))
    assert "Take over Carthage" in read(olga, strict)
    page = said(web(olga).post(at("join", strict), {"power": "Carthage"}, follow=True))
    assert "You play Carthage." in page
    assert "A Carthage - Cirta" in page


def test_nobody_joins_a_power_that_is_played_once_the_game_has_begun(strict, alice, olga):
    send(alice, strict)
    page = said(web(olga).post(at("join", strict), {"power": "Rome"}, follow=True))
    assert "somebody plays Rome; ask its senior to invite you" in page
    assert "A Roma - Apulia" not in page


def test_the_senior_invites_somebody_once(strict, alice, anton, bob, olga):
    assert "olga can join Rome on this page now" in said(act(alice, strict, "invite", name=" OLGA "))
    event = strict.events.get(kind="invited")
    assert (event.sight, event.power, event.data["name"]) == ("power", "Rome", "olga")
    (told,) = Notification.objects.filter(user=olga)
    assert told.subject == "Forum game 000: you are invited to play Rome"
    assert not Notification.objects.filter(subject__contains="invited").exclude(user=olga).exists()
    assert "Join Rome beside alice" in read(olga, strict)
    assert "You play Rome." in said(web(olga).post(at("join", strict), {"power": "Rome"}, follow=True))
    assert Diplomat.objects.get(user=olga).rank == 2
    web(olga).post(at("leave", strict))
    assert "ask its senior to invite you" in said(web(olga).post(at("join", strict), {"power": "Rome"}, follow=True))


def test_an_invitation_to_one_power_opens_no_other(strict, alice, olga):
    act(alice, strict, "invite", name="olga")
    page = said(web(olga).post(at("join", strict), {"power": "Carthage"}, follow=True))
    assert "somebody plays Carthage" in page


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "nobody here is called"),
        ("nobody\r\nBcc: x", "nobody here is called"),
        ("x" * 5000, "nobody here is called"),
        ("bob", "bob runs this game or plays in it already"),
        ("mara", "mara runs this game or plays in it already"),
    ],
)
def test_invitations_that_cannot_be_are_told_what_is_wrong(strict, alice, name, words):
    assert words in said(act(alice, strict, "invite", name=name))
    assert not strict.events.filter(kind="invited").exists()


def test_only_the_senior_invites(strict, anton, bob, olga, mara):
    assert "Only the senior of Rome, alice, can do that." in said(act(anton, strict, "invite", name="olga"))
    for user in (bob, olga, mara):
        assert act(user, strict, "invite", name="olga").status_code == 403
    assert not strict.events.filter(kind="invited").exists()


def test_the_master_may_sign_up_to_her_own_game_and_takes_no_power_once_it_has_begun(game, mara):
    page = read(mara, game)
    assert "Then the others' orders are sealed for you too" in page
    assert "Join Egypt" in page
    assert "You play Egypt." in said(web(mara).post(at("join", game), {"power": "Egypt"}, follow=True))
    web(mara).post(at("leave", game))
    games.start(mara, game, now=START)
    assert "Take over Egypt" not in read(mara, game)
