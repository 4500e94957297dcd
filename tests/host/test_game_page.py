"""The top of a game's page: what it is played on, what was published last, what the Game Master did, how it ended."""

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse

from site_acts import at, fresh, read, web
from site_amending import preview, publish, three_phases
from site_cast import START
from site_phases import FALL, SPRING, play
from talleyrand.host.absence import services as absence
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.desk.ending import abandon, archive
from talleyrand.host.games import imports
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.turns import services as turns

WHEN = START + timedelta(days=30)


def words(text):
    """What a page says, without its markup."""
    return re.sub(r" ([,.:)])", r"\1", " ".join(re.sub(r"<[^>]+>", " ", text).split()))


def home(user=None):
    return words(web(user).get(reverse("home")).content.decode())


def shelf():
    return words(web().get(reverse("archive")).content.decode())


def won(game, mara, power):
    """A game that was won in its first phase."""
    turns.adjudicate(mara, game, seen=(1, 1), now=WHEN)
    row = game.phases.first()
    row.report["status"] = {"state": "solo", "winners": [power]}
    row.save()
    game.phases.exclude(pk=row.pk).delete()
    Game.objects.filter(pk=game.pk).update(
        state=Game.State.ENDED, closes_at=None, due_at=None, branch=1, number=1, amendments=[]
    )
    return fresh(game)


def test_the_variant_stands_by_its_name_wherever_a_game_does(game, mara, alice, olga):
    name = "Ancient Mediterranean, 5 powers"
    for user in (None, alice, mara, olga):
        assert name in home(user)
        assert name in words(read(user, game))
        assert name in words(read(user, game, "rules"))
    games.start(mara, game, now=START)
    for user in (None, alice):
        assert name in home(user)
        assert name in words(read(user, game))
    abandon(mara, fresh(game), "Enough.", now=WHEN)
    assert name in shelf()


def test_a_sign_up_page_shows_the_map_that_the_game_begins_with(game, mara):
    assert f'src="{at("opening_map", game)}"' in read(None, game)
    for query in ("", "?width=400&theme=dark"):
        answer = web().get(at("opening_map", game) + query)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
        assert b"<svg" in answer.content
    games.start(mara, game, now=START)
    assert at("opening_map", game) not in read(None, game)
    assert web().get(at("opening_map", game)).url == at("map", game, 1, 1, "board")


def test_the_latest_report_is_named_at_the_top_and_leads_to_it(running, players, mara):
    assert "Report of" not in words(read(None, running))
    due = running.due_at
    play(running, SPRING, players)
    text = read(None, running)
    assert f"Report of Spring 450 AUC, Movement (published {due:%a} {due.day} {due:%b %Y, %H:%M})" in words(text)
    assert text.index('href="#report"') < text.index("<figure")
    assert text.count('id="report"') == 1


def test_centres_are_tabled_once(running, players):
    for sent in (SPRING, FALL):
        play(running, sent, players)
    text = read(None, running)
    assert text.count(">Centres</th>") == 1
    assert text.count("<table>") == 1
    assert "Rome takes" in text
    assert read(None, running, "phase", 1, 2).count("<table>") == 1


def test_after_a_rollback_it_is_said_what_happened_and_why_until_the_next_phase_is_out(running, players, mara):
    for sent in (SPRING, FALL):
        play(running, sent, players)
    turns.roll_back(mara, fresh(running), to=2, now=WHEN, text="A letter\nwas lost.")
    top = words(read(None, running).partition("<figure")[0])
    said = "The Game Master has rolled the game back: Fall 450 AUC, Movement is played again."
    assert f"{said} Tue 5 Feb 2030, 21:00 A letter was lost." in top
    turns.adjudicate(mara, fresh(running), seen=(2, 2), now=WHEN + timedelta(hours=1))
    assert said not in words(read(None, running))


def test_after_a_correction_it_is_said_what_happened_and_why_until_the_next_phase_is_out(running, players, mara, clock):
    game = three_phases(running, players, clock)
    client = web(mara)
    preview(client, game, 1, **{"orders-Rome": "A Rome - Etruria"})
    publish(client, game, 1, text="A post was overlooked.")
    top = words(read(None, game).partition("<figure")[0])
    assert "The Game Master has corrected Spring 450 AUC, Movement." in top
    assert "A post was overlooked." in top
    assert "rolled the game back" not in top
    play(game, {}, players)
    assert "has corrected" not in words(read(None, game))


def test_why_a_game_is_paused_stands_at_the_top_until_it_goes_on(running, mara):
    games.pause(mara, running, now=START + timedelta(hours=1), text="The server moves.")
    top = words(read(None, running).partition("<figure")[0])
    assert "The Game Master has paused the game. Sun 6 Jan 2030, 22:00 The server moves." in top
    games.resume(mara, fresh(running), now=START + timedelta(hours=2))
    assert "has paused the game" not in words(read(None, running))


def test_a_game_that_was_won_says_who_when_and_with_how_many_centres(running, mara):
    game = won(running, mara, "Rome")
    end = "Solo of Rome Over since Tue 5 Feb 2030, 21:00. Centres: Carthage 3, Egypt 3, Greece 3, Persia 3, Rome 3."
    assert end in words(read(None, game).partition("<figure")[0])
    assert end in shelf()


def test_a_draw_names_who_shares_it_and_what_was_said(running, mara, clock):
    turns.draw(mara, running, ["Rome", "Egypt"], now=clock.now, text="All agreed.")
    for text in (words(read(None, running)), shelf(), home()):
        assert "Draw of Egypt and Rome Over since Sun 6 Jan 2030, 22:00." in text
        assert "All agreed." in text


def test_a_game_that_was_given_up_says_so_and_why(running, mara, clock):
    abandon(mara, running, "Too few players.", now=clock.now)
    for text in (words(read(None, running)), shelf(), home()):
        assert "Ended without a result Over since Sun 6 Jan 2030, 22:00. Centres: Carthage 3" in text
        assert "Too few players." in text


def test_games_that_ended_stay_on_the_front_page_until_they_are_put_away_or_weeks_have_passed(running, mara, clock):
    abandon(mara, running, "Too few players.", now=clock.now)
    assert "Lately over Forum game 000" in home()
    archive(mara, fresh(running), now=clock.now)
    assert "Lately over" not in home()
    archive(mara, fresh(running), on=False, now=clock.now)
    assert "Lately over" in home()
    clock.to(clock.now + timedelta(days=31))
    assert "Lately over" not in home()


def test_the_archive_tells_from_when_to_when_somebody_played(game, mara, alice, anton, bob, olga):
    absence.leave(bob, game, now=START - timedelta(days=1))
    game = games.start(mara, fresh(game), now=START)
    absence.replace_player(mara, game, "Rome", alice, olga, now=START + timedelta(days=3))
    abandon(mara, fresh(game), "Enough.", now=WHEN)
    played = "Rome: alice, until 9 January 2030; anton; olga, from 9 January 2030"
    assert f"Played by: {played}" in shelf()
    assert "Rome: anton, olga (before: alice, until 9 January 2030)" in words(read(None, game))


def test_players_of_a_record_are_named_as_it_has_them(running, mara, olga):
    abandon(mara, running, "Enough.", now=WHEN)
    turns_over = json.dumps(web(mara).get(at("record", running)).json())
    again = imports.bring_in(olga, "Brought in", turns_over, now=WHEN)
    Game.objects.filter(pk=again.pk).update(state=Game.State.ENDED)
    assert "Played by, as its record has it: Carthage: bob · Rome: alice; anton" in shelf()
    assert "Rome: nobody at the end (before: alice; anton)" in words(read(None, again))


def test_the_front_page_says_none_only_where_there_is_none(mara, alice, bob, olga, clock):
    none, others = "None at the moment.", "No others at the moment."
    assert home(alice).count(none) == 2
    made = games.create(
        mara, "Only one", "ancient_mediterranean", write(PRESETS["000"][1]), now=START - timedelta(days=7)
    )
    games.join(alice, made, "Rome", now=START)
    assert (home(alice).count(none), home(alice).count(others)) == (1, 1)
    games.start(mara, made, now=START)
    text = home(alice)
    assert f"Open for sign-up {none} Being played {others}" in text
    assert f"Open for sign-up {none} Being played Only one" in home(olga)


@pytest.mark.parametrize("what", ["game", "phase"])
def test_a_large_map_opens_within_the_page(running, what):
    text = read(None, running, what, *((1, 1) if what == "phase" else ()))
    assert "<summary>Large map</summary>" in text
    # What leads to a bare picture leaves no way back: it is saved instead.
    for link in re.findall(r"<a [^>]*\.(?:svg|png)[^>]*>", text):
        assert " download" in link
