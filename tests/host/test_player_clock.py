"""What players say of the clock on the pages: ready, more time, and times as each reads them."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from site_acts import act, at, fresh, read, said, web
from site_cast import START
from talleyrand.host.accounts.models import User
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.deadlines.words import on_agreement
from talleyrand.host.games import services as games
from talleyrand.host.pages.templatetags.moments import how_far
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Extension, Ready, Voice

SOON = START + timedelta(hours=1)
DUE = START + timedelta(days=3)
BOX = 'autocapitalize="characters">{}</textarea>'


def test_ready_is_said_and_taken_back_with_what_follows(soft, alice):
    assert "0 of 2 powers need no more time." in read(alice, soft)
    page = said(act(alice, soft, "ready", ready="1", seen="1-1"))
    assert "Noted. The phase ends as soon as all who may order are ready, and on Wednesday 9 January 2030" in page
    assert "1 of 2 powers need no more time." in page
    assert "You said that Rome needs no more time." in page
    page = said(act(alice, soft, "ready", ready="0", seen="1-1"))
    assert "0 of 2 powers need no more time." in page
    assert not Ready.objects.exists()


def test_others_see_how_many_are_ready_and_nothing_of_who(soft, alice, bob, olga):
    act(alice, soft, "ready", ready="1", seen="1-1")
    for user in (bob, olga, None):
        page = read(user, soft)
        assert "1 of 2 powers need no more time." in page
        assert "Needs no more time" not in page
        assert "You said that" not in page
    assert "Needs no more time" in read(alice, soft)


def test_when_the_last_one_is_ready_the_phase_ends(soft, clock, alice, bob):
    act(alice, soft, "ready", ready="1", seen="1-1")
    page = said(act(bob, soft, "ready", "Carthage", ready="1", seen="1-1"))
    assert "All who may order are ready, so the phase ends now." in page
    assert tick(clock.now) == 1
    assert fresh(soft).number == 2


def test_a_flag_for_a_phase_that_is_over_is_refused(soft, clock, alice, mara):
    turns.adjudicate(mara, soft, seen=(1, 1), now=SOON)
    assert "the open phase is Fall" in said(act(alice, soft, "ready", ready="1", seen="1-1"))
    assert not Ready.objects.exists()


def test_a_strict_game_offers_no_flag_and_no_vote_and_says_why(strict, alice, bob):
    page = read(alice, strict)
    assert "The timetable is strict: the phase ends at its hour whoever is ready, and no vote extends it." in page
    assert at("ready", strict, "Rome") not in page
    assert at("more_time", strict, "Rome") not in page
    assert "need no more time" not in page
    for user, power in ((alice, "Rome"), (bob, "Carthage")):
        assert "It changes nothing" in said(act(user, strict, "ready", power, ready="1", seen="1-1"))
    assert fresh(strict).closes_at == strict.due_at
    due = strict.due_at.isoformat()
    assert "the timetable is strict" in said(act(alice, strict, "propose", hours="24", due=due))
    assert "the timetable is strict" in web(alice).get(at("more_time", strict, "Rome") + "?hours=5").content.decode()
    assert not Extension.objects.exists()


def test_more_time_is_previewed_asked_for_and_granted_by_more_than_half(soft, alice, anton, bob, olga):
    page = web(alice).get(at("more_time", soft, "Rome") + "?hours=24").content.decode()
    assert "Wednesday 9 January 2030, 21:00 (UTC)" in page
    assert "Thursday 10 January 2030, 21:00 (UTC)" in page
    assert not Extension.objects.exists()
    page = said(act(alice, soft, "propose", hours="24", due=DUE.isoformat()))
    assert "Noted. The deadline moves as soon as both powers agree." in page
    for user in (bob, olga, None):
        page = read(user, soft)
        assert "A power asks to move the deadline to" in page
        assert "1 of 2 powers agrees, 2 must." in page
        assert "Rome asks" not in page
    assert "Rome agrees to more time." in read(anton, soft)
    vote = Extension.objects.get().pk
    page = said(act(bob, soft, "agree", "Carthage", vote=str(vote)))
    assert "The deadline has moved: it is Thursday 10 January 2030, 21:00 (UTC) now." in page
    assert fresh(soft).due_at == DUE + timedelta(hours=24)
    assert "A power asks" not in read(olga, soft)


def test_more_time_is_offered_within_what_the_timetable_allows_and_asked_for_in_minutes_too(soft, alice, bob):
    assert "at most 168 hours" in read(alice, soft)
    page = web(alice).get(at("more_time", soft, "Rome"), {"hours": "90 minutes"}).content.decode()
    assert "Wednesday 9 January 2030, 22:30 (UTC)" in page
    act(alice, soft, "propose", hours="168", due=DUE.isoformat())
    act(bob, soft, "agree", "Carthage", vote=str(Extension.objects.get().pk))
    page = read(alice, soft)
    assert "The phase has been extended by as much as the timetable allows." in page
    assert at("more_time", soft, "Rome") not in page


def test_another_extension_than_the_one_voted_on_is_not_offered(soft, alice, bob):
    act(alice, soft, "propose", hours="24", due=DUE.isoformat())
    page = web(bob).get(at("more_time", soft, "Carthage") + "?hours=48").content.decode()
    assert "Another extension is being voted on" in page
    assert "Ask for it" not in page
    assert "Ask for it" in web(bob).get(at("more_time", soft, "Carthage") + "?hours=24").content.decode()


def test_asking_and_agreeing_twice_count_once(soft, alice, bob):
    for _ in range(3):
        act(alice, soft, "propose", hours="24", due=DUE.isoformat())
    vote = str(Extension.objects.get().pk)
    for _ in range(3):
        act(bob, soft, "agree", "Carthage", vote=vote)
    assert Voice.objects.count() == 2
    assert fresh(soft).due_at == DUE + timedelta(hours=24)


@pytest.mark.parametrize(
    ("name", "form", "words"),
    [
        ("propose", {"hours": "0", "due": DUE.isoformat()}, "More time: 0 is no extension; give more than 0"),
        ("propose", {"hours": "²", "due": DUE.isoformat()}, "More time: write hours, as in"),
        ("propose", {"hours": "1e5", "due": DUE.isoformat()}, "More time: write hours, as in"),
        ("propose", {"hours": "169", "due": DUE.isoformat()}, "at most 168 hours in all"),
        ("propose", {"hours": "99999", "due": DUE.isoformat()}, "More time: write hours, as in"),
        ("propose", {"hours": "24"}, "The form is broken"),
        ("propose", {"hours": "24", "due": "2030-99-99T00:00:00Z"}, "The form is broken"),
        ("propose", {"hours": "24", "due": "2030-01-08T21:00:00"}, "The form is broken"),
        ("propose", {"hours": "24", "due": START.isoformat()}, "The deadline has changed"),
        ("agree", {}, "The form is broken"),
        ("agree", {"vote": "9" * 40}, "The form is broken"),
        ("agree", {"vote": "4711"}, "There is no such vote"),
    ],
)
def test_votes_that_cannot_be_are_told_what_is_wrong(soft, alice, name, form, words):
    answer = act(alice, soft, name, **form)
    assert answer.status_code == 200
    assert words in said(answer)
    assert not Extension.objects.exists()


@pytest.mark.parametrize("hours", ["", "x", "0", "-3", "999999", "169", "<b>"])
def test_a_look_at_more_time_that_cannot_be_says_why(soft, alice, hours):
    page = web(alice).get(at("more_time", soft, "Rome"), {"hours": hours}).content.decode()
    assert 'class="said error"' in page
    assert "Ask for it" not in page
    assert "<b>" not in page


def test_a_vote_in_another_game_is_no_vote_here(soft, alice, bob, mara):
    act(alice, soft, "propose", hours="24", due=DUE.isoformat())
    other = games.create(mara, "Other", "classic", write(PRESETS["004"][1]), now=START)
    games.join(bob, other, "France", now=START)
    games.start(mara, other, now=START)
    page = said(act(bob, other, "agree", "France", vote=str(Extension.objects.get().pk)))
    assert "There is no such vote in this game." in page


@pytest.mark.parametrize("name", ["ready", "propose", "agree", "supersede", "invite", "withdraw"])
def test_acts_for_a_power_are_its_players_alone_and_not_done_by_looking(soft, bob, olga, mara, alice, name):
    before = soft.events.count()
    for user in (bob, olga, mara):
        form = {"ready": "1", "on": "1", "seen": "1-1", "hours": "24", "due": DUE.isoformat(), "vote": "1", "name": "x"}
        answer = act(user, soft, name, **form)
        assert answer.status_code == 403
        assert "alice" not in said(answer)
    assert web().post(at(name, soft, "Rome")).status_code == 302
    assert web(alice).get(at(name, soft, "Rome")).status_code == 405
    assert act(alice, soft, name, "Narnia", vote="1", hours="2", due=DUE.isoformat(), seen="1-1").status_code == 403
    assert soft.events.count() == before
    strange = Client(enforce_csrf_checks=True)
    strange.force_login(alice)
    assert strange.post(at(name, soft, "Rome")).status_code == 403


def test_a_look_at_more_time_is_the_power_s_alone(soft, bob, olga, mara, alice):
    for user in (bob, olga, mara):
        assert web(user).get(at("more_time", soft, "Rome")).status_code == 404
    assert web().get(at("more_time", soft, "Rome")).status_code == 302
    assert web(alice).get(at("more_time", soft, "Rome") + "?hours=2").status_code == 200


def test_times_are_those_of_the_reader_s_own_zone_beside_the_timetable_s(strict, alice, olga):
    User.objects.filter(pk=alice.pk).update(zone="Asia/Tokyo")
    alice.refresh_from_db()
    page = read(alice, strict)
    assert "This phase ends on Tuesday 8 January 2030, 21:00 (GMT)" in page
    own = '<time datetime="2030-01-08T21:00+00:00">Wednesday 9 January 2030, 06:00 (Asia/Tokyo)</time>, in 47 hours.'
    assert own in page
    assert '<time datetime="2030-01-06T21:00+00:00">Mon 7 Jan 2030, 06:00</time>' in page
    assert "That is in 47 hours." in read(None, strict)


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (5 * 60, "in 5 hours"),
        (72 * 60 - 1, "in 2 days"),
        (48 * 60, "in 2 days"),
        (48 * 60 - 1, "in 47 hours"),
        (119, "in 119 minutes"),
        (1, "in 1 minute"),
        (0.5, "in less than a minute"),
        (0, "now"),
        (-90, "90 minutes ago"),
        (-60 * 24 * 3, "3 days ago"),
    ],
)
def test_how_far_away_an_instant_is(minutes, words):
    assert how_far(START + timedelta(minutes=minutes), START) == words


def test_where_one_power_is_played_alone_nothing_is_said_of_powers_that_must_agree(mara, alice, clock):
    game = games.create(mara, "Alone", "ancient_mediterranean", write(PRESETS["004"][1]), now=START)
    games.join(alice, game, "Rome", now=START)
    game = games.start(mara, game, now=START)
    assert "One power may order, and has not said that it needs no more time." in read(alice, game)
    page = web(alice).get(at("more_time", game, "Rome") + "?hours=24").content.decode()
    assert "It moves at once, since nobody plays another power." in page
    page = said(act(alice, game, "propose", hours="24", due=fresh(game).due_at.isoformat()))
    assert "The deadline has moved: it is" in page
    assert "Nobody plays another power." in page
    assert "half" not in page


@pytest.mark.parametrize(
    ("powers", "words"),
    [
        (1, "at once, since nobody plays another power"),
        (2, "as soon as both powers agree"),
        (5, "as soon as 3 of the 5 powers agree"),
        (6, "as soon as 4 of the 6 powers agree"),
    ],
)
def test_how_many_must_agree_is_said_in_numbers(powers, words):
    assert on_agreement(powers) == words


def test_an_hour_is_told_once_where_the_readers_own_clock_shows_the_same(soft, alice):
    def lines():
        return re.sub(r"<[^>]+>", "", read(alice, soft))

    assert "For you" not in lines()
    alice.zone = "Etc/GMT"
    alice.save()
    assert "For you" not in lines()
    alice.zone = "Europe/Paris"
    alice.save()
    assert "For you Wednesday 9 January 2030, 22:00 (Europe/Paris)" in lines()
    assert "Etc/" not in lines()
