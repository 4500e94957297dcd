"""Making a game and changing its terms, its rules and its timetable, through HTTP and by the whole cast."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game_scenes import position
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import Length, Pace, Slot, read, write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.notices.models import Notification
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Ready

FORUM = "ancient_mediterranean/forum_ancient_mediterranean"
GOOD = {"title": "Mine", "setting": "classic/datc", "timetable": "000", "least_players": "0"}


def web(user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def at(name, game, *args):
    return reverse(name, args=[game.code, *args])


def scene(phase, units):
    return position(phase, units, variant="ancient_mediterranean")


def page(answer):
    """What a reader of a page reads, without tags."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode())))


def fields(answer, form="make|change|"):
    """What a browser would send of the form of a page, as it is filled in."""
    html = answer.content.decode()
    sent = {}
    for tag in re.findall(r"<input[^>]*>", html):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        kind, name = given.get("type", "text"), given.get("name", "")
        if name and not (kind in ("radio", "checkbox") and " checked" not in tag):
            sent.setdefault(name, []).append(unescape(given.get("value", "")))
    for name, inner in re.findall(r'<textarea[^>]*name="([\w-]+)"[^>]*>(.*?)</textarea>', html, re.DOTALL):
        sent[name] = [unescape(inner).lstrip("\n")]
    for name, inner in re.findall(r'<select[^>]*name="([\w-]+)"[^>]*>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', inner) or re.search(r'value="([^"]*)"', inner)
        sent[name] = [unescape(chosen[1])]
    sent.pop("csrfmiddlewaretoken", None)
    return sent


@pytest.fixture
def played(mara, alice, anton, bob):
    """A game that runs now, an hour into its first phase."""
    now = timezone.now()
    made = games.create(
        mara,
        "Now",
        "ancient_mediterranean",
        write(PRESETS["004"][1]),
        preset="forum_ancient_mediterranean",
        now=now - timedelta(days=1),
    )
    for user, power in ((alice, "Rome"), (anton, "Rome"), (bob, "Carthage")):
        games.join(user, made, power, now=now - timedelta(days=1))
    return games.start(mara, made, now=now - timedelta(hours=1))


# making a game


def test_variants_and_their_rules_are_offered_with_where_they_come_from(mara):
    text = page(web(mara).get(reverse("new")))
    assert "Morrowind" in text
    assert "Forum game of Ancient Mediterranean House rules of a forum game: 22 numbered rules of conflict" in text


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
    assert "<p>A map is the prize.</p>" in rules
    assert "&lt;b&gt;" in rules
    assert "<b>mara" not in rules


def test_looking_it_over_shows_what_differs_and_makes_nothing(mara, game):
    client = web(mara)
    sent = fields(client.get(reverse("new"), {"setting": FORUM}))
    sent |= {"title": "Next", "rule-sets": "merge_by_unit", "starts": "date", "do": "look"}
    sent |= {"start_day": "2030-01-06", "start_hour": "21:00"}
    text = page(client.post(reverse("new"), sent))
    assert Game.objects.count() == 1
    assert "The game starts on Sunday 6 January 2030, 21:00 (Etc/GMT)." in text
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
    sent |= {"time-SR_on": ["Mon", "Thu"], "time-SR_at": "19:30", "time-SR_least": "24"}
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
        ({"title": ""}, "This field is required."),
        ({"title": "x" * 121}, "at most 120 characters"),
        ({"about": "x" * 20_001}, "at most 20000 characters"),
        ({"rule-paradox": "none"}, "Select a valid choice. none is not one of the available choices."),
        ({"rule-civil_disorder_after": "-1"}, "greater than or equal to 0"),
        ({"rule-victory_centers": "many"}, "Enter a whole number."),
        ({"rule-last_year": "99999"}, "less than or equal to 5000"),
        ({"year_label": "BC"}, "Select a valid choice. BC is not one of the available choices."),
        ({"timetable": "never"}, "Select a valid choice. never is not one of the available choices."),
        ({"least_players": "8"}, "8 is out of range 0 to 5"),
        ({"least_players": "-1"}, "greater than or equal to 0"),
        ({"starts": "date"}, "Say when, or choose to start by hand."),
        ({"starts": "date", "start_day": "2030-02-30", "start_hour": "21:00"}, "Enter a valid date."),
        ({"starts": "date", "start_day": "2030-01-06", "start_hour": "25:00"}, "Enter a valid time."),
        ({"starts": "date", "start_day": "2020-01-06", "start_hour": "21:00"}, "that hour has passed"),
        ({"starts": "date", "start_day": "9999-12-31", "start_hour": "23:59"}, "more than ten years from now"),
        ({"timetable": "own", "time-zone": "Europe/Atlantis"}, "'Europe/Atlantis' is no time zone"),
        ({"timetable": "own", "time-zone": "../../etc/passwd"}, "is no time zone"),
        ({"timetable": "own", "time-zone": ""}, "This field is required."),
        ({"timetable": "own", "time-pace": "hasty"}, "Select a valid choice. hasty"),
        ({"timetable": "own", "time-SM_at": "25:00"}, "'25:00' is no hour; write it as '21:00'"),
        ({"timetable": "own", "time-SM_at": ""}, "'' is no hour; write it as '21:00'"),
        ({"timetable": "own", "time-SM_on": []}, "is empty; the weekdays are"),
        ({"timetable": "own", "time-SM_on": ["Noday"]}, "Select a valid choice. Noday"),
        ({"timetable": "own", "time-SM_least": "nan"}, "Enter a number."),
        ({"timetable": "own", "time-SM_rule": "length", "time-SM_days": "0"}, "a phase takes more than no time"),
        ({"timetable": "own", "time-SM_rule": "length", "time-SM_days": "93"}, "less than or equal to 92"),
        ({"timetable": "own", "time-SM_rule": "length", "time-SM_hours": "1e9"}, "Enter a whole number."),
        ({"timetable": "own", "time-prods": "soon"}, "'soon' is no time"),
        ({"timetable": "own", "time-prods": "1,2,3,4,5,6"}, "give at most five leads"),
        ({"timetable": "own", "time-prods": "9999"}, "at most 336 hours"),
        ({"timetable": "own", "time-grace": "1441"}, "less than or equal to 1440"),
        ({"timetable": "own", "time-most": "inf"}, "Enter a number."),
        ({"timetable": "own", "time-closed": "Christmas"}, "Write each date as 2030-12-25."),
        ({"timetable": "own", "time-closed": "2030-13-01"}, "Write each date as 2030-12-25."),
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
    assert "There is no 02:30 on that day in Europe/Paris: the clocks change." in page(client.post(reverse("new"), own))
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
    told = "The game starts on Sunday 6 January 2030, 21:00 (Etc/GMT), unless fewer than 3 play in it by then."
    assert told in page(web(alice).get(at("game", game)))
    assert told in Notification.objects.get(user=alice, subject__contains="start changed").text
    client.post(at("terms", game), fields(client.get(at("terms", game))))
    assert game.events.filter(kind="terms_changed").count() == 1
    tick(datetime(2030, 1, 6, 21, tzinfo=UTC))
    assert Game.objects.get(pk=game.pk).due_at == datetime(2030, 1, 8, 21, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"title": " "}, "This field is required."),
        ({"about": "x" * 20_001}, "at most 20000"),
        ({"least_players": "6"}, "6 is out of range 0 to 5"),
        ({"starts": "date", "start_day": "2020-01-01", "start_hour": "10:00"}, "that hour has passed"),
        ({"starts": "someday"}, "Select a valid choice. someday"),
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


# rules


def change_rules(client, game, reason="Asked for.", **choices):
    """Look at a change and publish it, as a browser does it."""
    sent = fields(client.get(at("change_rules", game)))
    sent |= {f"rule-{name}": value for name, value in choices.items()}
    looked = fields(client.post(at("change_rules", game), {**sent, "do": "look"})) | {"reason": reason}
    return looked, client.post(at("change_rules", game), {**looked, "do": "publish"})


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
    back = fields(client.get(at("change_rules", game), {"back": "1"}))
    assert (back["rule-paradox"], back["reason"]) == (["rule_2000"], ["Back to the rules of version 1."])
    looked = fields(client.post(at("change_rules", game), {**back, "do": "look"}))
    client.post(at("change_rules", game), {**looked, "do": "publish"})
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
    assert "reason: say why; everybody reads it" in page(answer)
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
    assert "the Game Master's game before, First , is marked" in text
    assert "last game Any matching convoy order makes it a convoy; where the convoy fails the army walks." in text
    assert "preset A new set of orders replaces the whole earlier one." in text
    assert "game before, First , is marked" in page(web().get(at("rules", other)))
    assert "game before" not in page(web().get(at("rules", first)))


def test_rules_name_their_authorities(played):
    text = page(web().get(at("rules", played)))
    assert "Convoy paradoxes [DATC 4.A.2]" in text
    assert "House rules of a forum game: 22 numbered rules of conflict" in text
    assert "The variant: Don Hessong" in text


# timetable


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
    back = fields(client.get(at("change_times", played), {"back": event.sequence}))
    assert (back["time-SM_days"], back["reason"]) == (["3"], ["Back to the timetable before."])
    looked = fields(client.post(at("change_times", played), {**back, "do": "look"}))
    client.post(at("change_times", played), {**looked, "do": "publish"})
    fresh = Game.objects.get(pk=played.pk)
    assert fresh.due_at == was
    assert clock.rule_for(read(fresh.timetable), clock.Phase.parse("S1M")) == Length(days=3)
    assert played.events.filter(kind="timetable_changed").count() == 2


def test_a_change_for_the_next_phase_is_taken_back_before_it_holds(mara, played):
    client = web(mara)
    change_times(client, played, since="next", **SLOW)
    event = played.events.get(kind="timetable_changed")
    back = fields(client.get(at("change_times", played), {"back": event.sequence})) | {"since": "next", "do": "look"}
    looked = fields(client.post(at("change_times", played), back))
    client.post(at("change_times", played), {**looked, "do": "publish"})
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
    assert "reason: say why; everybody reads it" in page(answer)
    sent = fields(client.get(at("change_times", played))) | {"do": "look"}
    looked = client.post(at("change_times", played), sent)
    assert "nothing would change" in page(looked)
    assert not played.events.filter(kind="timetable_changed").exists()


def test_a_preset_fills_the_editor(mara, played):
    sent = fields(web(mara).get(at("change_times", played))) | {"fill": "000", "do": "fill", "reason": "Typed"}
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
        ({"zone": "x" * 65}, "at most 64 characters"),
        ({"zone": "Mars/Olympus"}, "is no time zone"),
        ({"pace": ""}, "This field is required."),
        ({"SM_rule": "never"}, "Select a valid choice. never"),
        ({"SM_days": "\0"}, "Enter a whole number."),
        ({"prods": "24;3"}, "is no time"),
        ({"closed": "x" * 8001}, "at most 8000 characters"),
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
    client.post(at("act", game, "start"))
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
