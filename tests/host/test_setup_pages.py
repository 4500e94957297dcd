"""Making a game and changing its terms, through HTTP and by the whole cast."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from site_acts import at, web
from site_setup import FORUM, fields, hour_in, page
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import Length, Pace, Slot, read, write
from talleyrand.host.games.models import Game
from talleyrand.host.notices.models import Notification

GOOD = {"title": "Mine", "setting": "classic/datc", "timetable": "000", "least_players": "0"}


@pytest.fixture
def played(mara, alice, anton, bob):
    return hour_in(mara, alice, anton, bob)


def test_variants_are_offered_with_the_usual_rules_of_each_first_and_whom_they_are_for(mara):
    text = page(web(mara).get(reverse("new")))
    assert "Classic 7 powers DATC 3 usual for this variant For most groups" in text
    assert "Forum game of Ancient Mediterranean usual for this variant For games as forums play this variant" in text
    assert "Morrowind usual for this variant" in text
    assert text.count("usual for this variant") == 3
    assert "Other rules for Classic Rulebook of 1971 For groups that play by the letter of the first edition." in text


def test_the_form_says_which_rules_and_which_timetable_are_usual(mara):
    answer = web(mara).get(reverse("new"), {"setting": FORUM})
    assert "Forum game of Ancient Mediterranean (usual for this variant)" in page(answer)
    assert "House rules of a forum game: 22 numbered rules of conflict" in page(answer)
    assert (fields(answer)["timetable"], fields(answer)["fill"]) == (["000"], ["000"])
    other = fields(web(mara).get(reverse("new"), {"setting": "morrowind/morrowind"}))
    assert (other["timetable"], other["fill"]) == (["004"], ["004"])  # D-003


def test_choices_about_what_a_map_does_not_have_are_not_offered(mara):
    client, archipelagos = web(mara), "Convoys in archipelagos"
    assert archipelagos in page(client.get(reverse("new"), {"setting": FORUM}))
    answer = client.get(reverse("new"), {"setting": "classic/datc"})
    assert archipelagos not in page(answer)
    client.post(reverse("new"), fields(answer) | {"title": "Plain", "do": "make"})
    assert archipelagos not in page(client.get(at("rules", Game.objects.get())))


def test_a_timetable_that_nobody_touched_follows_the_rules(mara):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": FORUM})) | {"setting": "classic/datc", "do": "again"}
    assert fields(client.post(reverse("new"), sent))["timetable"] == ["004"]


def test_the_pages_of_a_new_game_say_what_comes_next(mara, alice, bob):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": FORUM})) | {"title": "New", "do": "make"}
    made = client.post(reverse("new"), sent, follow=True)
    game = Game.objects.get()
    address = f"http://testserver{at('game', game)}"
    assert "The game is made." in page(made)
    assert f"Send this address to those who should play; on its page they join a power: {address}" in page(made)
    assert "When they have joined, start the game at your desk" in page(made)
    assert address in page(client.get(at("desk", game)))
    joined = page(web(alice).post(at("join", game), {"power": "Rome"}, follow=True))
    assert "You play Rome. The game starts when its Game Master says so. You are told when it does." in joined
    assert "Send this address" not in joined
    Game.objects.update(starts_once="players", least_players=2)
    assert "start the game at your desk" not in page(client.get(at("game", game)))
    began = page(web(bob).post(at("join", game), {"power": "Egypt"}, follow=True))
    assert "You play Egypt. The game has begun." in began
    assert "Send this address" not in page(client.get(at("game", game)))


def test_a_start_on_a_date_is_offered_in_a_week(mara):
    sent = fields(web(mara).get(reverse("new"), {"setting": FORUM}))
    sent |= {"title": "Dated", "starts": "date", "do": "make"}
    web(mara).post(reverse("new"), sent)
    assert timedelta(days=6) < Game.objects.get().starts_at - timezone.now() < timedelta(days=8)


def test_only_who_has_signed_in_makes_a_game(db):
    assert web().get(reverse("new")).url.startswith("/accounts/login/")
    assert web().post(reverse("new"), GOOD).url.startswith("/accounts/login/")
    assert not Game.objects.exists()


def test_the_form_marks_what_the_preset_says_and_names_the_years(mara):
    answer = web(mara).get(reverse("new"), {"setting": FORUM})
    sent = fields(answer)
    assert sent["rule-paradox"] == ["rule_2000"]
    assert sent["rule-adjacent_convoy"] == ["explicit"]
    assert sent["year_label"] == ["AUC"]
    assert 'only when its order says "via convoy". Forum game of Ancient Mediterranean' in page(answer)
    assert "from 450 AUC on" in page(answer)


def test_every_choice_of_the_rulebook_can_be_changed(mara):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": FORUM}))
    changed = {
        "rule-paradox": "szykman",
        "rule-retreats": "with_orders",
        "rule-civil_disorder_after": "3",
        "rule-last_year": "8",
        "rule-at_last_year": "draw",
        "year_label": "AD",
        "title": "Second game",
        "about": "A map is the prize.\n\nAsk <b>mara@example.org</b>.",
        "least_players": "3",
    }
    answer = client.post(reverse("new"), {**sent, **changed, "do": "make"})
    game = Game.objects.get()
    assert answer.url == at("game", game)
    choices = game.rulebooks.get().choices
    assert (choices["paradox"], choices["retreats"], choices["civil_disorder_after"]) == ("szykman", "with_orders", 3)
    assert (choices["last_year"], choices["at_last_year"], choices["builds"]) == (8, "draw", "home")
    assert (game.year_label, game.least_players, game.preset) == ("AD", 3, "forum_ancient_mediterranean")
    rules = client.get(at("rules", game)).content.decode()
    assert "The game ends with 08 AD." in rules
    assert 'class="written">A map is the prize.\n\nAsk &lt;b&gt;' in rules
    assert "&lt;b&gt;" in rules
    assert "<b>mara" not in rules


def test_looking_it_over_shows_what_differs_and_makes_nothing(mara, game):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": FORUM}))
    sent |= {"title": "Next", "rule-sets": "merge_by_unit", "starts": "date", "do": "look"}
    sent |= {"start_day": "2030-01-06", "start_hour": "21:00"}
    text = page(client.post(reverse("new"), sent))
    assert Game.objects.count() == 1
    assert "The game starts on Sunday 6 January 2030, 21:00 (GMT)." in text
    changed = "Several sets of orders {} A new set of orders replaces the earlier orders of the units that it names"
    assert f"Changed from Forum game of Ancient Mediterranean {changed.format('Yours')}" in text
    assert f"Changed from your game “Forum game 000” {changed.format('Now')}" in text
    week = ("Movement Tue 8 Jan 2030", "Retreats Wed 9", "Movement Fri 11", "Retreats Sat 12", "Adjustments Sun 13")
    assert [day for day in week if day not in text] == []


def test_other_rules_bring_their_choices_and_what_was_typed_stays(mara):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": FORUM}))
    sent |= {"title": "Kept", "about": "Kept too", "setting": "classic/rulebook_1971", "timetable": "004"}
    for button in ("again", "look", "make"):
        answer = client.post(reverse("new"), {**sent, "do": button})
        again = fields(answer)
        assert "The choices below are those of Rulebook of 1971." in page(answer)
        assert again["rule-paradox"] == ["rule_1971"]
        assert (again["title"], again["about"], again["timetable"]) == (["Kept"], ["Kept too"], ["004"])
        assert again["setting"] == ["classic/rulebook_1971"]
    assert not Game.objects.exists()


def test_choices_stay_where_the_rules_stay(mara):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": FORUM})) | {"rule-paradox": "all_hold", "fill": "004"}
    again = fields(client.post(reverse("new"), {**sent, "do": "fill"}))
    assert again["rule-paradox"] == ["all_hold"]
    assert again["timetable"] == ["own"]
    assert (again["time-SM_days"], again["time-SR_days"], again["time-WA_days"]) == (["3"], ["1"], ["2"])  # D-003


def test_a_timetable_of_ones_own(mara):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": "morrowind/morrowind"})) | {
        "title": "Mine",
        "timetable": "own",
    }
    sent |= {"time-zone": "Europe/Paris", "time-pace": "soft", "time-prods": "24, 30 min", "time-grace": "15"}
    sent |= {"time-closed": "2030-12-25, 2030-12-26", "time-most": "48", "do": "make"}
    sent |= {"time-FM_rule": "length", "time-FM_days": "2", "time-FM_hours": "12", "time-FM_at": "20:00"}
    sent |= {"time-SR_rule": "slot", "time-SR_on": ["Mon", "Thu"], "time-SR_at": "19:30", "time-SR_least": "24"}
    client.post(reverse("new"), sent)
    game = Game.objects.get()
    times = read(game.timetable)
    assert times.steps["FM"] == Length(days=2, hours=12, at="20:00")
    assert times.steps["SR"] == Slot("19:30", ("Mon", "Thu"), 24)
    assert (times.zone, times.pace, times.prods, times.grace, times.most) == (
        "Europe/Paris",
        Pace.SOFT,
        (24, 0.5),
        15,
        48,
    )
    text = page(client.get(at("rules", game)))
    assert "Summer retreats are due on Monday or Thursday at 19:30, 24 hours after they begin at the earliest." in text
    assert "Whoever has sent nothing is reminded 24 hours and 30 minutes before it ends." in text
    assert "No phase ends on 25 December 2030, 26 December 2030." in text


def test_the_form_gives_a_timetable_back_as_it_was(mara, played):
    client = web(mara)
    for _, times in PRESETS.values():
        Game.objects.filter(pk=played.pk).update(timetable=write(times))
        sent = fields(client.get(at("change_times", played))) | {"do": "look", "since": "next"}
        assert "nothing would change" in page(client.post(at("change_times", played), sent))


def test_a_form_sent_twice_makes_one_game(mara):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": FORUM})) | {"title": "Once", "do": "make"}
    first, second = client.post(reverse("new"), sent), client.post(reverse("new"), sent)
    assert first.url == second.url
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"title": ""}, "Name of the game: fill this in."),
        ({"title": "x" * 121}, "Name of the game: 121 characters are more than the 120 that it may have."),
        ({"about": "x" * 20_001}, "About the game: 20001 characters are more than the 20000 that it may have."),
        ({"rule-paradox": "none"}, "Convoy paradoxes: choose one of what is offered."),
        ({"rule-civil_disorder_after": "-1"}, "-1 is too little; the least is 0."),
        ({"rule-victory_centers": "many"}, "Victory: write a whole number."),
        ({"rule-last_year": "99999"}, "Length: 99999 is too much; the most is 5000."),
        ({"year_label": "BC"}, "Years are named: choose one of what is offered."),
        ({"timetable": "never"}, "When phases end: choose one of what is offered."),
        ({"least_players": "8"}, "Not with fewer players than: 8 is out of range 0 to 5."),
        ({"least_players": "-1"}, "Not with fewer players than: -1 is too little; the least is 0."),
        ({"starts": "date", "start_hour": ""}, "Hour: say when, or choose to start by hand."),
        (
            {"starts": "date", "start_day": "2030-02-30", "start_hour": "21:00"},
            "Date: write a date that there is, as 2030-01-31.",
        ),
        ({"starts": "date", "start_day": "2030-01-06", "start_hour": "25:00"}, "Hour: write an hour, as 21:00."),
        (
            {"starts": "date", "start_day": "2020-01-06", "start_hour": "21:00"},
            "Date: that hour has passed; give a later one.",
        ),
        ({"starts": "date", "start_day": "9999-12-31", "start_hour": "23:59"}, "more than ten years from now"),
        (
            {"timetable": "own", "time-zone": "Europe/Atlantis"},
            "Time zone: 'Europe/Atlantis' is no time zone; write it as 'Europe/Paris'.",
        ),
        ({"timetable": "own", "time-zone": "../../etc/passwd"}, "is no time zone"),
        ({"timetable": "own", "time-zone": ""}, "Time zone: fill this in."),
        ({"timetable": "own", "time-pace": "hasty"}, "The clock: choose one of what is offered."),
        ({"timetable": "own", "time-SM_at": "25:00"}, "Spring orders, hour: '25:00' is no hour; write it as '21:00'."),
        ({"timetable": "own", "time-SM_at": ""}, "'' is no hour; write it as '21:00'"),
        ({"timetable": "own", "time-SM_on": []}, "Spring orders, weekdays: none is chosen; the weekdays are"),
        ({"timetable": "own", "time-SM_on": ["Noday"]}, "Spring orders, weekdays: choose one of what is offered."),
        ({"timetable": "own", "time-SM_least": "nan"}, "Spring orders, hours it takes at least: write a number."),
        (
            {"timetable": "own", "time-SM_rule": "length", "time-SM_days": "0"},
            "Spring orders: a phase takes more than no time and at most 92 days.",
        ),
        (
            {"timetable": "own", "time-SM_rule": "length", "time-SM_days": "93"},
            "Spring orders, days: 93 is too much; the most is 92.",
        ),
        (
            {"timetable": "own", "time-SM_rule": "length", "time-SM_hours": "1e9"},
            "Spring orders, hours: write a whole number.",
        ),
        (
            {"timetable": "own", "time-prods": "soon"},
            "Reminders before a deadline: 'soon' is no time; write hours as “24”, or minutes as “30 min”.",
        ),
        ({"timetable": "own", "time-prods": "1,2,3,4,5,6"}, "give at most five leads"),
        ({"timetable": "own", "time-prods": "9999"}, "at most 336 hours"),
        (
            {"timetable": "own", "time-grace": "1441"},
            "Minutes of grace in which orders still count: 1441 is too much; the most is 1440.",
        ),
        ({"timetable": "own", "time-most": "inf"}, "Hours by which a phase may be extended in all: write a number."),
        (
            {"timetable": "own", "time-closed": "Christmas"},
            "Dates on which no phase ends: write each date as 2030-12-25.",
        ),
        (
            {"timetable": "own", "time-closed": "2030-13-01"},
            "Dates on which no phase ends: write each date as 2030-12-25.",
        ),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_all_the_rest_stays(mara, wrong, told):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": FORUM})) | {"title": "Typed", "about": "And this"}
    for button in ("look", "make"):
        answer = client.post(reverse("new"), {**sent, **wrong, "do": button})
        assert answer.status_code == 400
        assert told in page(answer)
        assert "errorlist" in answer.content.decode()
    assert not Game.objects.exists()
    again = fields(answer)
    for name, value in {"title": "Typed", "about": "And this", **wrong}.items():
        if name in ("title", "about", "time-zone", "time-prods", "time-closed", "start_day"):
            assert again[name] == [value]


@pytest.mark.parametrize("setting", ["", "classic", "classic/", "classic/nothing", "../../etc/x", "x" * 5000, "/datc"])
def test_a_setting_that_is_none_is_asked_for_again(mara, setting):
    client = web(mara)
    answer = client.post(reverse("new"), {**GOOD, "setting": setting})
    assert answer.status_code == 400
    assert "Choose a variant and the rules that your game begins from." in page(answer)
    assert client.get(reverse("new"), {"setting": setting}).status_code == (400 if setting else 200)


def test_an_hour_that_the_clocks_leave_out_is_no_start(mara):
    sent = GOOD | {"timetable": "own", "starts": "date", "start_day": "2030-03-31", "start_hour": "02:30", "do": "make"}
    client = web(mara)
    own = fields(client.get(reverse("new"), {"setting": "classic/datc"})) | sent | {"time-zone": "Europe/Paris"}
    assert "Hour: there is no 02:30 on that day in Europe/Paris: the clocks change." in page(
        client.post(reverse("new"), own)
    )
    client.post(reverse("new"), own | {"start_hour": "03:30"})
    assert Game.objects.get().starts_at == datetime(2030, 3, 31, 1, 30, tzinfo=UTC)


# terms


def test_name_text_and_start_change_before_the_start(mara, alice, game):
    client = web(mara)
    sent = fields(client.get(at("terms", game)))
    assert (sent["title"], sent["starts"]) == (["Forum game 000"], ["hand"])
    sent |= {"title": "Renamed", "about": "Thanks to all.", "starts": "date", "least_players": "3"}
    sent |= {"start_day": "2030-01-06", "start_hour": "21:00"}
    assert client.post(at("terms", game), sent).url == at("game", game)
    fresh = Game.objects.get(pk=game.pk)
    assert (fresh.title, fresh.starts_at, fresh.least_players) == ("Renamed", datetime(2030, 1, 6, 21, tzinfo=UTC), 3)
    told = "The game starts on Sunday 6 January 2030, 21:00 (GMT), unless fewer than 3 play in it by then."
    assert told in page(web(alice).get(at("game", game)))
    assert told in Notification.objects.get(user=alice, subject__contains="start changed").text
    client.post(at("terms", game), fields(client.get(at("terms", game))))
    assert game.events.filter(kind="terms_changed").count() == 1
    tick(datetime(2030, 1, 6, 21, tzinfo=UTC))
    assert Game.objects.get(pk=game.pk).due_at == datetime(2030, 1, 8, 21, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"title": " "}, "Name of the game: fill this in."),
        ({"about": "x" * 20_001}, "20001 characters are more than the 20000"),
        ({"least_players": "6"}, "Not with fewer players than: 6 is out of range 0 to 5."),
        ({"starts": "date", "start_day": "2020-01-01", "start_hour": "10:00"}, "that hour has passed"),
        ({"starts": "someday"}, "The game starts: choose one of what is offered."),
    ],
)
def test_terms_that_cannot_be_are_told_at_their_field(mara, game, wrong, told):
    client = web(mara)
    answer = client.post(at("terms", game), fields(client.get(at("terms", game))) | wrong)
    assert answer.status_code == 400
    assert told in page(answer)
    assert not game.events.filter(kind="terms_changed").exists()


def test_terms_stay_as_they_are_once_the_game_has_begun(mara, running):
    client = web(mara)
    assert "The game has started" in page(client.get(at("terms", running)))
    answer = client.post(at("terms", running), {"title": "Other", "starts": "hand"})
    assert answer.status_code == 400
    assert Game.objects.get(pk=running.pk).title == "Forum game 000"


# who may


def test_only_the_game_master_changes_anything(played, alice, bob, olga):
    before = Game.objects.values().get(pk=played.pk)
    for name in ("terms", "change_rules", "change_times"):
        for user in (alice, bob, olga):
            client = web(user)
            assert client.get(at(name, played)).status_code == 404
            answer = client.post(at(name, played), {"do": "publish", "reason": "Because", "seen": "1"})
            assert answer.status_code == 403
            assert "Only the Game Master of this game can do that." in page(answer)
        assert web().get(at(name, played)).url.startswith("/accounts/login/")
        assert web().post(at(name, played), {}).url.startswith("/accounts/login/")
    assert Game.objects.values().get(pk=played.pk) == before
    assert played.rulebooks.count() == 1


def test_every_change_needs_its_token(played, mara):
    client = Client(enforce_csrf_checks=True)
    client.force_login(mara)
    for name in ("terms", "change_rules", "change_times"):
        assert client.post(at(name, played), {"do": "publish"}).status_code == 403


def test_only_its_master_is_offered_changes(played, mara, alice):
    assert at("change_rules", played) in web(mara).get(at("rules", played)).content.decode()
    for user in (alice, None):
        assert "/desk/" not in web(user).get(at("rules", played)).content.decode()
