"""What a Game Master is asked before she acts: what would come of it comes first, and nothing she wrote is lost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from site_acts import fresh
from site_acts import read as page_of
from site_desk import act, desk, everything, game_now, kinds
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.notices.models import Notification
from talleyrand.host.pages.views.acts import ACTS
from talleyrand.host.pages.views.sure import SURE
from talleyrand.host.turns import services as turns

ROME = "A Rome - Apulia\nA Ravenna - Venetia\nF Neapolis H"


@pytest.fixture
def played(mara, alice, anton, bob):
    made = game_now(mara, ((alice, "Rome"), (anton, "Rome"), (bob, "Carthage")), timezone.now())
    turns.submit(alice, made, "Rome", ROME, now=timezone.now())
    return made


def unlooked():
    """All rows but for her looks, which asking about orders may note."""
    return {name: [row for row in rows if "looked" not in row] for name, rows in everything().items()}


def asked(user, game, name, **form):
    """The question that an act asks first; nothing is changed by asking."""
    before = unlooked()
    answer = act(user, game, name, **form, sure=None)
    assert answer.status_code == 200
    assert unlooked() == before
    return answer.content.decode()


def test_only_what_one_press_takes_back_unseen_by_others_is_done_at_once():
    assert ACTS.keys() - SURE.keys() == {"keep", "archive"}


@pytest.mark.parametrize(
    ("name", "form", "words"),
    [
        ("adjudicate", {}, "Nothing is in from Carthage: what they do not order, holds."),
        ("adjudicate", {}, "Fall 450 AUC, Movement would be open, and end on "),
        ("pause", {}, "no phase ends, and what is left of this one is kept"),
        ("rule", {"text": "The die is <cast>."}, "The die is &lt;cast&gt;."),
        ("nudge", {"power": "Rome", "text": "Is it meant so?"}, "The players of Rome would be asked this"),
        ("ping", {}, "A reminder would go to the players of Carthage, and to nobody else."),
        ("enter", {"power": "Rome", "orders": "A Rom H\nA Rav - Ven"}, "A Ravenna - Venetia"),
        ("senior", {"power": "Rome", "player": "anton"}, "anton would be the senior of Rome"),
        ("disorder", {"power": "Rome"}, "None of the orders of Rome would be in force"),
        ("abandon", {"text": "So."}, "The game would end without a result"),
    ],
)
def test_an_act_is_asked_with_what_would_come_of_it(played, mara, name, form, words):
    assert words in asked(mara, played, name, **form)


def test_acts_of_a_game_that_stands_still_are_asked_too(played, mara, monkeypatch):
    act(mara, played, "pause")
    assert "Spring 450 AUC, Movement would be open, and end on " in asked(mara, played, "resume")
    act(mara, played, "resume")
    act(mara, played, "abandon", text="Too few.")
    assert "The phase begins anew, with the orders that are in." in asked(mara, played, "take_up")


def test_a_master_who_plays_is_not_told_by_a_question_what_she_may_not_see(mara, alice, bob):
    made = game_now(mara, ((alice, "Rome"), (mara, "Carthage"), (bob, "Egypt")), timezone.now())
    turns.submit(alice, made, "Rome", ROME, now=timezone.now())
    for name in ("adjudicate", "ping"):
        text = asked(mara, made, name)
        assert "Egypt" not in text
        assert "would be open" not in text
    assert "Apulia" not in asked(mara, made, "enter", power="Rome", orders="F Neapolis H")


def test_what_is_refused_is_refused_before_it_is_asked(played, mara):
    for name, form in (("resume", {}), ("take_up", {}), ("roll_forward", {}), ("abandon", {"text": ""})):
        assert (name, act(mara, played, name, **form, sure=None).status_code) == (name, 409)


@pytest.mark.parametrize(
    ("name", "form", "kept"),
    [
        ("announce", {"text": "Hello\n<all>"}, "Hello\n&lt;all&gt;</textarea>"),
        ("rule", {"text": "So be it."}, "So be it.</textarea>"),
        ("nudge", {"power": "Rome", "text": "Meant?"}, "Meant?</textarea>"),
        ("enter", {"power": "Rome", "orders": "A Rome H\n" * 60}, "A Rome H\n" * 60 + "</textarea>"),
        ("pause", {"text": "Holidays."}, 'value="Holidays."'),
        ("draw", {"sharers": ["Rome", "Carthage"]}, 'value="Rome" checked'),
    ],
)
def test_going_back_changes_nothing_and_keeps_what_was_written(played, mara, name, form, kept):
    if name == "nudge":
        turns.submit(
            played.seats.get(power="Rome").present()[0].user, played, "Rome", "A Rome - Gaul", now=timezone.now()
        )
    question = asked(mara, played, name, **form)
    assert 'name="back"' in question
    before = unlooked()
    page = act(mara, played, name, **form, sure=None, back="yes").content.decode()
    assert kept in page
    assert unlooked() == before


def test_what_was_put_aside_is_brought_back_only_where_something_was_and_after_a_question(played, mara):
    words = "Bring back what the last rollback put aside"
    assert words not in desk(mara, played)
    for number in (1, 2):
        turns.adjudicate(mara, played, seen=(1, number), now=timezone.now())
    assert words not in desk(mara, played)
    act(mara, played, "roll_back", to="1")
    assert words in desk(mara, played)
    question = asked(mara, played, "roll_forward", branch=None)
    assert "Spring 450 AUC, Movement; Fall 450 AUC, Movement; Spring 451 AUC, Movement." in question
    assert "Put aside for it: Spring 450 AUC, Movement, with the orders that are in." in question
    assert "Spring 451 AUC, Movement would be open, and end on " in question
    act(mara, played, "roll_forward", branch=None)
    assert (fresh(played).branch, fresh(played).number) == (3, 3)


def test_every_line_of_play_says_why_it_began(played, mara):
    turns.adjudicate(mara, played, seen=(1, 1), now=timezone.now())
    page = desk(mara, played).partition("Every phase, put aside or not")[2]
    assert "Line 1" not in page
    act(mara, played, "roll_back", to="1")
    now = timezone.now()
    page = desk(mara, played).partition("Every phase, put aside or not")[2]
    assert "Line 1, from the start" in page
    assert f"Line 2, after the rollback of {now.day} {now:%B %Y}" in page
    assert page.count("put aside</span>") == 2
    assert "branch" not in page.partition("</main>")[0].replace("/phase/", "")


def test_a_start_says_which_powers_nobody_plays_and_what_becomes_of_them(game, mara):
    question = asked(mara, game, "start")
    assert "3 powers have no player: Egypt, Greece and Persia." in question
    assert "Their units hold, disband when they are dislodged" in question
    assert "Spring 450 AUC, Movement would be open, and end on " in question
    Game.objects.filter(pk=game.pk).update(least_players=4)
    refused = act(mara, game, "start", sure=None)
    assert refused.status_code == 409
    assert "The game needs 4 players to start and has 3." in refused.content.decode()


def test_somebody_is_put_into_a_free_power_before_the_start_and_after_it(game, mara, olga, bob):
    assert "Somebody to play Egypt, by user name" in desk(mara, game)
    question = asked(mara, game, "put_in", power="Egypt", new="olga")
    assert "olga would play Egypt" in question
    act(mara, game, "put_in", power="Egypt", new="olga")
    assert [each.user for each in game.seats.get(power="Egypt").present()] == [olga]
    assert "The Game Master made you a player of Egypt." in olga.notifications.get().text
    assert "put somebody into Egypt, which nobody played" in bob.notifications.first().text
    act(mara, game, "start")
    act(mara, game, "kick", power="Carthage", player="bob")
    act(mara, game, "put_in", power="Carthage", new="bob")
    assert [each.user for each in game.seats.get(power="Carthage").present()] == [bob]
    assert "Somebody was put into a free place, Carthage (mara)" in page_of(olga, game)
    for form, fault in (
        ({"power": "Rome", "new": "olga"}, "Somebody plays Rome already"),
        ({"power": "Greece", "new": "olga"}, "olga plays in this game already."),
        ({"power": "Greece", "new": "nobody"}, "The user name: nobody here is called"),
        ({"power": "Nowhere", "new": "olga"}, "is no power of this game"),
    ):
        answer = act(mara, game, "put_in", **form)
        assert answer.status_code == 409
        assert fault in answer.content.decode()


def test_a_game_that_waits_for_players_starts_with_the_one_who_is_put_in(game, mara, olga):
    Game.objects.filter(pk=game.pk).update(least_players=4, starts_once="players")
    act(mara, game, "put_in", power="Egypt", new="olga")
    assert fresh(game).state == "running"


def test_the_master_takes_the_place_of_a_player_in_the_open(played, mara, alice, olga):
    question = asked(mara, played, "replace", power="Carthage", player="bob", new="mara")
    assert "That is you: everybody is told. The orders of others are sealed for you then" in question
    act(mara, played, "replace", power="Carthage", player="bob", new="mara")
    assert "A Roma - Apulia" not in desk(mara, played)
    assert "It is the Game Master herself." in alice.notifications.first().text
    assert "A substitute took a place, Carthage, which is the Game Master herself (mara)" in page_of(olga, played)


def test_faults_are_sentences_that_name_the_field_as_the_form_does(played, mara):
    for name, form, fault in (
        ("roll_back", {"to": "x", "text": "A slip."}, "The phase to take up again: write a whole number. <span"),
        (
            "extend",
            {"hours": "soon"},
            "More time: write hours, as in “24” or “1.5”, or minutes, as in “90 minutes”. <span",
        ),
        ("nudge", {"power": "Greece", "text": "So?"}, "The power: nobody plays"),
        ("roll_forward", {"branch": None}, "No undo has put anything aside, so there is nothing to bring back. </p>"),
        ("keep", {"text": ""}, "The note: it is empty; write what you want to say. </p>"),
    ):
        assert fault in act(mara, played, name, **form, seen=played.due_at.isoformat()).content.decode()


def test_more_time_is_offered_within_the_cap_and_taken_in_hours_or_minutes(mara, alice):
    made = game_now(mara, ((alice, "Rome"),), timezone.now(), "live")
    now = timezone.now()
    due = now + timedelta(minutes=15)
    Game.objects.filter(pk=made.pk).update(opened_at=now, due_at=due, first_due_at=due, closes_at=due)
    page = desk(mara, made)
    assert 'name="hours" maxlength="20" value="15 minutes"' in page
    assert "At most 2 hours more" in page
    for text, minutes in (("15 minutes", 15), ("0.5", 30), ("0,25", 15), ("30 min", 30), ("0.5 h", 30)):
        was = fresh(made).due_at
        act(mara, made, "extend", hours=text, seen=was.isoformat())
        assert fresh(made).due_at - was == timedelta(minutes=minutes)
    was = fresh(made).due_at
    assert (
        "More time: a phase is extended by at most 2 hours in all"
        in act(mara, made, "extend", hours="24", seen=was.isoformat()).content.decode()
    )
    Game.objects.filter(pk=made.pk).update(due_at=due + timedelta(hours=2))
    page = desk(mara, made)
    assert "extended by as much as the timetable allows" in page
    assert "/desk/extend/" not in page


def test_one_way_to_end_is_not_called_either(game, played, mara):
    assert "You are asked before it is done" in desk(mara, game)
    assert "You are asked before either is done" in desk(mara, played)


def test_a_question_is_gone_from_the_page_of_the_power_once_it_is_answered(played, mara, alice):
    act(mara, played, "nudge", power="Rome", text="Is the support meant?")
    page = page_of(alice, played)
    assert page.count("Is the support meant?</p>") == 1
    assert page.count("stand as they are until you send others") == 1
    turns.submit(alice, played, "Rome", "A Rome H", now=timezone.now())
    assert "The Game Master asks about your orders" not in page_of(alice, played)


def test_flags_name_provinces_in_full_and_say_each_thing_once(played, mara, alice):
    turns.submit(alice, played, "Rome", "A Rom - Apu or Etr\nA Rom - Etr", now=timezone.now())
    page = desk(mara, played).partition("Is this meant?")[2].partition("Ask the players")[0]
    assert "It may mean A Roma - Apulia or A Roma - Etruria." in page
    assert "A Roma - Etruria stands." in page
    assert page.count("A Rom - Apu or Etr") == 1
    assert "APU" not in page


def test_nobody_is_reminded_where_nobody_is_missing(played, mara, bob):
    turns.submit(bob, played, "Carthage", "A Carthage H", now=timezone.now())
    before = unlooked()
    answer = act(mara, played, "ping")
    assert "Nobody is missing, so there is nobody to remind." in answer.content.decode()
    assert unlooked() == before
    assert "Remind the missing" not in desk(mara, played)


def test_after_a_reminder_the_desk_says_when_the_next_can_follow(played, mara):
    act(mara, played, "ping")
    page = desk(mara, played)
    assert "A reminder went out less than a minute ago; the next one can follow in 60 minutes." in page
    assert "<button>Remind the missing</button>" not in page


def test_the_log_and_the_notices_say_who_has_won_or_shares(mara, alice, bob, olga):
    now = timezone.now()
    made = games.create(
        mara, "Short", "classic", write(PRESETS["000-daily"][1]), choices={"victory_centers": 4}, now=now
    )
    games.join(alice, made, "Russia", now=now)
    games.start(mara, made, now=now)
    while fresh(made).state == "running":
        turns.adjudicate(mara, made, seen=(1, fresh(made).number), now=now)
    assert "The game is over: Solo of Russia" in page_of(olga, made)
    assert "Solo of Russia." in alice.notifications.first().text
    act(mara, made, "roll_back")
    Notification.objects.all().delete()
    act(mara, made, "draw", sharers=["Russia", "Turkey"])
    assert "a draw shared by Russia and Turkey" in page_of(olga, made)
    assert "a draw shared by Russia and Turkey." in alice.notifications.get().text
    assert kinds(made).count("over") == 1
