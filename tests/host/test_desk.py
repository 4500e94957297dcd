"""The Game Master's desk: announcements, players, the clock by her word, how a game ends, the log."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from site_acts import at, fresh, web
from site_desk import act, desk, everything, game_now, kinds
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Diplomat, Game
from talleyrand.host.notices.models import Delivery, Kind, Notification
from talleyrand.host.notices.post import deliver
from talleyrand.host.pages.views.acts import ACTS
from talleyrand.host.turns import services as turns

SECRET = "A Rome - Apulia"


@pytest.fixture
def players(alice, anton, bob):
    return ((alice, "Rome"), (anton, "Rome"), (bob, "Carthage"))


@pytest.fixture
def played(mara, alice, players):
    made = game_now(mara, players, timezone.now())
    turns.submit(alice, made, "Rome", SECRET, now=timezone.now())
    Notification.objects.all().delete()
    return made


@pytest.fixture
def soft(mara, players):
    made = game_now(mara, players, timezone.now(), "004")
    Notification.objects.all().delete()
    return made


def told(kind):
    return sorted(Notification.objects.filter(kind=kind).values_list("user__username", flat=True))


def test_no_act_of_the_desk_is_done_for_anybody_else_and_nothing_changes(played, alice, bob, olga):
    form = {
        "power": "Rome",
        "player": "anton",
        "new": "olga",
        "orders": SECRET,
        "text": "So.",
        "to": "1",
        "hours": "24",
        "seen": played.due_at.isoformat(),
        "due": "2099-01-01T21:00",
        "sharers": ["Rome", "Carthage"],
        "on": "yes",
        "key": "k",
    }
    before = everything()
    for user in (alice, bob, olga):
        for name in ACTS:
            for sure in ("yes", None):
                answer = act(user, played, name, **form, sure=sure)
                assert (name, answer.status_code) == (name, 403)
                assert "Only the Game Master" in answer.content.decode()
    for name in ACTS:
        assert "/accounts/login/" in act(None, played, name, **form).url
    assert everything() == before


def test_the_log_and_the_desk_are_no_pages_for_anybody_else(played, alice, bob, olga):
    for user in (alice, bob, olga):
        assert web(user).get(at("desk_log", played)).status_code == 404
    assert web().get(at("desk_log", played)).status_code == 302


def test_an_announcement_is_previewed_and_stands_on_the_page_of_the_game(played, mara, olga):
    text = "The draw is on Sunday.\n<b>All</b> are welcome."
    before = everything()
    question = act(mara, played, "announce", text=text, key="k", sure=None).content.decode()
    assert "Preview of your announcement" in question
    assert "&lt;b&gt;All&lt;/b&gt; are welcome." in question
    assert everything() == before
    for _ in range(2):
        act(mara, played, "announce", text=text, key="k")
    for user in (olga, None, mara):
        assert "The draw is on Sunday.\n&lt;b&gt;All" in web(user).get(at("game", played)).content.decode()
    assert told(Kind.WORD) == ["alice", "anton", "bob"]
    act(mara, played, "announce", text="And a second one.", key="k")
    page = web(olga).get(at("game", played)).content.decode()
    assert page.index("And a second one.") < page.index("The draw is on Sunday.")


@pytest.mark.parametrize("name", ["announce", "keep", "rule"])
@pytest.mark.parametrize(("text", "fault"), [(" ", "The {}: "), ("x" * 10_001, "10,001 characters")])
def test_a_text_that_cannot_be_said_is_refused_and_still_in_its_box(played, mara, name, text, fault):
    before = everything()
    for sure in (None, "yes"):
        answer = act(mara, played, name, text=text, sure=sure)
        assert answer.status_code == 409
        assert (
            fault.format({"announce": "announcement", "keep": "note", "rule": "ruling"}[name])
            in answer.content.decode()
        )
        assert f"{text}</textarea>" in answer.content.decode()
    assert everything() == before


def test_a_note_is_hers_alone_until_she_announces_it(played, mara, alice, olga):
    act(mara, played, "keep", text="Watch Carthage.", key="k")
    assert "Watch Carthage." in desk(mara, played)
    for user in (alice, olga, None):
        assert "Watch Carthage." not in web(user).get(at("game", played)).content.decode()
    assert not Notification.objects.exists()


def test_mail_says_where_to_choose_what_comes(played, mara, settings):
    settings.SITE_URL = "https://games.example.org"
    act(mara, played, "announce", text="Hello.")
    deliver(timezone.now())
    assert len(mail.outbox) == 3
    assert all(each.body.endswith("https://games.example.org/me/\n") for each in mail.outbox)


def test_players_are_replaced_made_senior_and_removed(played, mara, alice, anton, bob, olga):
    question = act(mara, played, "replace", power="Carthage", player="bob", new="OLGA", sure=None).content.decode()
    assert "Replace bob by olga" in question
    act(mara, played, "replace", power="Carthage", player="bob", new="OLGA", text="On a journey.")
    assert [each.user for each in played.seats.get(power="Carthage").present()] == [olga]
    Diplomat.objects.filter(user=alice).update(overrides=True)
    act(mara, played, "senior", power="Rome", player="anton")
    rome = played.seats.get(power="Rome")
    assert [each.user for each in rome.present()] == [anton, alice]
    assert not Diplomat.objects.filter(overrides=True).exists()
    assert "made anton the senior of Rome" in alice.notifications.first().text
    assert "Another senior" in web(alice).get(at("game", played)).content.decode()
    assert "Another senior" not in web(bob).get(at("game", played)).content.decode()
    question = act(mara, played, "kick", power="Rome", player="anton", sure=None).content.decode()
    assert "Orders that are in stay in force" in question
    act(mara, played, "kick", power="Rome", player="anton")
    log = web(mara).get(at("desk_log", played)).content.decode()
    assert "Players changed, Carthage: olga in, bob out (mara)" in log
    assert "Another senior, Rome: anton first (mara)" in log
    assert [each.user for each in rome.diplomats.filter(until=None)] == [alice]


@pytest.mark.parametrize(
    ("name", "form", "fault"),
    [
        ("replace", {"power": "Rome", "player": "alice", "new": "nobody at all"}, "nobody here is called"),
        ("replace", {"power": "Rome", "player": "alice", "new": "bob"}, "bob plays in this game already"),
        ("replace", {"power": "Rome", "player": "bob", "new": "olga"}, "bob does not play Rome"),
        ("kick", {"power": "Rome", "player": "olga"}, "olga does not play Rome"),
        ("kick", {"power": "Rome"}, "nobody here is called"),
        ("kick", {"power": "x" * 99, "player": "alice"}, "is no power of this game"),
        ("senior", {"power": "Rome", "player": "alice"}, "alice is the senior of Rome already"),
        ("senior", {"power": "Carthage", "player": "alice"}, "alice does not play Carthage"),
        ("disorder", {"power": "Nowhere"}, "is no power of this game"),
        ("disorder", {"power": "Rome", "on": "no"}, "is not in civil disorder"),
    ],
)
def test_acts_about_players_that_cannot_be_are_refused_whole(played, mara, olga, name, form, fault):
    before = everything()
    answer = act(mara, played, name, **form)
    assert answer.status_code == 409
    assert fault in answer.content.decode()
    assert everything() == before


def test_undeliverable_mail_is_named_to_her(played, mara, bob):
    act(mara, played, "announce", text="Hello.")
    Delivery.objects.filter(notification__user=bob).update(error="SMTPRecipientsRefused", state="failed")
    assert re.search(r"Mail does not reach:</b> bob\.", desk(mara, played))


def test_a_strict_timetable_has_no_extension_and_says_why(played, soft, mara):
    page = desk(mara, played)
    assert "The timetable is strict, so no phase is extended by it." in page
    assert "/desk/extend/" not in page
    assert "/desk/extend/" in desk(mara, soft)


def test_she_moves_a_strict_deadline_in_the_open_and_back(played, mara, olga):
    was = played.due_at
    due = (was + timedelta(days=2)).replace(second=0, microsecond=0)
    form = {"due": f"{due:%Y-%m-%dT%H:%M}", "seen": was.isoformat(), "text": "The site was away."}
    question = act(mara, played, "deadline", **form, sure=None).content.decode()
    assert f"It would be {due:%A} {due.day} {due:%B %Y, %H:%M} (GMT)." in question
    assert fresh(played).due_at == was
    act(mara, played, "deadline", **form)
    assert (fresh(played).due_at, fresh(played).closes_at) == (due, due)
    before = everything()
    assert "The deadline has changed since you looked" in act(mara, played, "deadline", **form).content.decode()
    assert everything() == before
    assert told(Kind.CLOCK) == ["alice", "anton", "bob"]
    assert "against the timetable.\n\nThe site was away." in Notification.objects.first().text
    assert "Deadline moved against the timetable" in web(olga).get(at("game", played)).content.decode()
    assert "Undo the last change: back to" in desk(mara, played)
    act(mara, played, "restore", seen=due.isoformat())
    assert abs(fresh(played).due_at - was) < timedelta(seconds=1)
    before = everything()
    answer = act(mara, played, "restore", seen=fresh(played).due_at.isoformat())
    assert "has not been moved" in answer.content.decode()
    assert everything() == before


def test_hours_of_a_deadline_are_those_of_the_timetable(soft, mara):
    Game.objects.filter(pk=soft.pk).update(timetable={**soft.timetable, "zone": "Asia/Tokyo"})
    due = (soft.due_at + timedelta(days=1)).astimezone(ZoneInfo("Asia/Tokyo"))
    act(mara, soft, "deadline", due=f"{due:%Y-%m-%d} 21:00", seen=soft.due_at.isoformat(), text="So.")
    assert fresh(soft).due_at == datetime(due.year, due.month, due.day, 12, tzinfo=UTC)


def test_an_extension_is_previewed_done_once_and_undone_step_by_step(soft, mara):
    first = soft.due_at
    question = act(mara, soft, "extend", hours=24, seen=first.isoformat(), sure=None).content.decode()
    due = first + timedelta(hours=24)
    assert f"It would be {due:%A} {due.day} {due:%B %Y, %H:%M} (UTC)." in question
    for _ in range(3):
        act(mara, soft, "extend", hours=24, seen=first.isoformat())
    assert fresh(soft).due_at == due
    act(mara, soft, "extend", hours=24, seen=due.isoformat())
    for left in (due, first):
        act(mara, soft, "restore", seen=fresh(soft).due_at.isoformat())
        assert abs(fresh(soft).due_at - left) < timedelta(seconds=1)
    assert kinds(soft).count("deadline_restored") == 2
    assert "Undo the last change" not in desk(mara, soft)


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        ({"due": "yesterday", "text": "So."}, "The new deadline: write a day and an hour"),
        ({"due": "2030-13-45T00:00", "text": "So."}, "The new deadline: write a day and an hour"),
        ({"due": "", "text": "So."}, "The new deadline: write a day and an hour"),
        ({"due": "2000-01-01T00:00", "text": "So."}, "The new deadline: give a time to come"),
        ({"due": "2999-01-01T00:00", "text": "So."}, "The new deadline: give a time to come"),
        ({"due": "2999-01-01T00:00", "text": " "}, "Why: say why"),
        ({"due": "2999-01-01T00:00", "text": "So.", "seen": "2030-13-45T00:00Z"}, "The form is broken"),
        ({"due": "2999-01-01T00:00", "text": "So.", "seen": "2030-01-01T00:00Z"}, "The deadline has changed"),
    ],
)
def test_deadlines_that_cannot_be_are_refused_whole(played, mara, form, fault):
    before = everything()
    for sure in (None, "yes"):
        answer = act(mara, played, "deadline", **{"seen": played.due_at.isoformat(), **form}, sure=sure)
        assert answer.status_code == 409
        assert fault in answer.content.decode()
    assert everything() == before


def test_a_draw_is_asked_first_and_the_game_can_be_taken_up_again(played, mara, olga):
    question = act(mara, played, "draw", sharers=["Rome", "Carthage"], sure=None).content.decode()
    assert "a draw between Rome and Carthage" in question
    assert fresh(played).state == "running"
    act(mara, played, "draw", sharers=["Rome", "Carthage"], text="By agreement.")
    assert (fresh(played).state, fresh(played).closes_at) == ("ended", None)
    drawn = "Spring 450 AUC, Movement: the game ended in a draw shared by Carthage and Rome (mara)"
    assert drawn in web(olga).get(at("game", played)).content.decode()
    assert tick(timezone.now() + timedelta(days=9)) == 0
    act(mara, played, "rule", text="A fine game.")
    assert fresh(played).state == "ended"
    act(mara, played, "take_up")
    assert (fresh(played).state, fresh(played).number) == ("running", 1)
    assert "A Roma - Apulia" in desk(mara, played)


@pytest.mark.parametrize("sharers", [[], ["Nowhere"], [""]])
def test_a_draw_between_nobody_is_refused_whole(played, mara, sharers):
    before = everything()
    assert act(mara, played, "draw", sharers=sharers).status_code == 409
    assert everything() == before


def test_a_game_ends_without_a_result_stays_readable_and_is_taken_up(played, mara, alice, olga):
    before = everything()
    assert "Why: say why" in act(mara, played, "abandon", text=" ").content.decode()
    assert everything() == before
    act(mara, played, "abandon", text="Too few are left.")
    assert (fresh(played).state, fresh(played).closes_at, fresh(played).due_at) == ("ended", None, None)
    assert "Too few are left." in alice.notifications.get().text
    log = web(olga).get(at("game", played)).content.decode()
    assert 'Ended without a result (mara): <span class="written">Too few are left.</span>' in log
    assert web(olga).get(at("record", played)).status_code == 200
    with pytest.raises(games.RefusedError, match="over"):
        turns.submit(alice, played, "Rome", SECRET, now=timezone.now())
    act(mara, played, "rule", text="A pity.")
    assert fresh(played).state == "ended"
    act(mara, played, "take_up", text="They are back.")
    again = fresh(played)
    assert again.state == "running"
    assert again.closes_at == again.due_at > timezone.now()
    assert "A Roma - Apulia" in desk(mara, played)


def test_a_sign_up_is_called_off_and_taken_up(game, mara):
    act(mara, game, "abandon", text="Too few came.")
    assert fresh(game).state == "ended"
    assert desk(mara, game)
    act(mara, game, "take_up")
    assert fresh(game).state == "sign_up"


def test_the_archive_is_for_games_that_are_over(played, mara, olga):
    before = everything()
    assert "Only a game that is over" in act(mara, played, "archive").content.decode()
    assert "The game is not over." in act(mara, played, "take_up").content.decode()
    assert everything() == before
    act(mara, played, "abandon", text="So.")
    act(mara, played, "archive")
    assert fresh(played).archived_at is not None
    assert web(olga).get(at("game", played)).status_code == 200
    assert "in the archive already" in act(mara, played, "archive").content.decode()
    act(mara, played, "archive", on="no")
    assert fresh(played).archived_at is None
    act(mara, played, "archive")
    act(mara, played, "take_up")
    assert (fresh(played).archived_at, fresh(played).state) == (None, "running")


def test_the_preview_says_what_follows_and_is_published_from(played, mara):
    page = web(mara).get(at("preview", played)).content.decode()
    assert "Fall 450 AUC, Movement, until" in page
    assert "A Roma - Apulia" in page
    assert "missing:" in page
    assert re.search(r'name="number" value="1"', page)
    act(mara, played, "adjudicate", number=1, text="All are in.")
    assert fresh(played).number == 2
    before = everything()
    assert "That phase is over" in act(mara, played, "adjudicate", number=1).content.decode()
    assert [row for row in everything()["Event"] if "looked" not in row] == [
        row for row in before["Event"] if "looked" not in row
    ]
    act(mara, played, "pause")
    assert "the clock stands still" in web(mara).get(at("preview", played)).content.decode()


def test_a_rollback_says_first_what_would_be_put_aside(played, mara):
    for number in (1, 2):
        turns.adjudicate(mara, played, seen=(1, number), now=timezone.now())
    before = [row for row in everything()["Event"] if "looked" not in row]
    page = act(mara, played, "roll_back", to="1", sure=None).content.decode()
    assert "Spring 450 AUC, Movement would be open again" in page
    assert "Put aside with it: Fall 450 AUC, Movement; Spring 451 AUC, Movement." in page
    assert [row for row in everything()["Event"] if "looked" not in row] == before
    act(mara, played, "roll_back", to="1", text="A wrong order.")
    assert (fresh(played).branch, fresh(played).number) == (2, 1)


def test_a_frozen_game_shows_its_cause_and_the_three_ways_on(played, mara, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("no such province")

    with monkeypatch.context() as patch:
        patch.setattr("talleyrand.game.state.judge", broken)
        Game.objects.filter(pk=played.pk).update(closes_at=timezone.now())
        tick(timezone.now())
        page = desk(mara, played)
        assert "RuntimeError: no such province" in page
        for way in ("/desk/retry/", "/desk/rule/", "/desk/roll_back/"):
            assert (way in page) == (way != "/desk/roll_back/")
        assert "It still cannot go on" in act(mara, played, "retry").content.decode()
    act(mara, played, "retry")
    assert (fresh(played).state, fresh(played).number) == ("running", 2)


def test_the_log_is_filtered_by_kind_and_paged(played, mara):
    for number in range(60):
        turns.rule(mara, played, f"Ruling number {number}.", now=timezone.now())
    client = web(mara)
    page = client.get(at("desk_log", played)).content.decode()
    assert "Ruling number 59." in page
    assert "Ruling number 3." not in page
    assert "Page 1 of 2" in page
    page = client.get(at("desk_log", played) + "?kind=joined&page=7").content.decode()
    assert "Joined, Carthage (bob)" in page
    assert "Ruling number" not in page
    for query in ("?kind=<script>&page=x", "?page=-1", "?page=99999999999999999999"):
        answer = client.get(at("desk_log", played) + query)
        assert answer.status_code == 200
        assert "<script>" not in answer.content.decode()


def test_every_kind_of_event_of_the_desk_has_words(played, mara):
    page = web(mara).get(at("desk_log", played)).content.decode()
    assert "Game made" in page
    act(mara, played, "keep", text="So.")
    assert "Note, for the Game Master alone" in web(mara).get(at("desk_log", played)).content.decode()


def test_a_look_at_sealed_orders_is_noted_once_in_a_quarter_of_an_hour(played, mara, olga):
    for _ in range(3):
        desk(mara, played)
        web(mara).get(at("preview", played))
    assert kinds(played).count("looked") == 1
    event = played.events.get(kind="looked")
    assert event.sight == "master"
    assert "looked at the sealed orders" not in web(olga).get(at("game", played)).content.decode()
    ago = (timezone.now() - timedelta(minutes=16)).isoformat(timespec="seconds")
    played.events.filter(kind="looked").update(stamp=ago)
    desk(mara, played)
    assert kinds(played).count("looked") == 2
    turns.adjudicate(mara, played, seen=(1, 1), now=timezone.now())
    desk(mara, played)
    assert kinds(played).count("looked") == 3


def test_powers_that_need_her_come_first(played, mara, bob):
    turns.submit(bob, played, "Carthage", "A Carthage H\nA Cirta H\nF Thapsus H", now=timezone.now())
    page = desk(mara, played).split('id="orders"')[1].split('id="adjudicate"')[0]
    places = [page.index(f'id="{name}"') for name in ("rome", "egypt", "carthage")]
    assert places == sorted(places)


def test_the_demo_of_a_desk_runs_nothing_and_has_no_style(played, mara):
    page = desk(mara, played)
    assert "style=" not in page
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert reverse("home") in page


def test_the_record_of_a_game_that_is_played_is_a_look(played, mara, alice):
    web(alice).get(at("record", played))
    assert "looked" not in kinds(played)
    assert SECRET in web(mara).get(at("record", played)).content.decode()
    assert kinds(played).count("looked") == 1
