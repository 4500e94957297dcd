"""The archive: which games are in it, how they ended, and how one of them is found."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from site_acts import fresh, web
from site_cast import START
from talleyrand.host.bridge import ledger
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.turns import services as turns


def over(master, title, *players, drawn=(), won="", **fields):
    """A game that has ended: drawn between some, won by one, or without a result."""
    game = games.create(master, title, "ancient_mediterranean", write(PRESETS["000"][1]), now=START)
    for user, power in players:
        games.join(user, game, power, now=START)
    game = games.start(master, game, now=START)
    before = ledger.load(game)
    if drawn:
        ledger.store(game, before, before.draw(drawn), now=START, author=master)
    if won:
        turns.adjudicate(master, game, seen=(1, 1), now=START)
        row = game.phases.first()
        row.report["status"] = {"state": "solo", "winners": [won]}
        row.save()
        game.phases.exclude(pk=row.pk).delete()
        fields |= {"branch": 1, "number": 1}
    Game.objects.filter(pk=game.pk).update(state=Game.State.ENDED, closes_at=None, due_at=None, **fields)
    return fresh(game)


@pytest.fixture
def shelf(mara, alice, bob, olga):
    over(mara, "The first winter", (alice, "Rome"), (bob, "Egypt"), drawn=("Rome", "Egypt"))
    over(mara, "The long march", (alice, "Persia"), (bob, "Greece"), won="Greece")
    over(olga, "Given up", (bob, "Carthage"), archived_at=START)


def found(**query):
    text = web().get(reverse("archive"), query).content.decode()
    pairs = re.findall(r'href="/g/\w+/">([^<]+)</a>\s*<b>([^<]+)</b>', text)
    return dict(pairs)


def test_games_that_are_over_stand_with_how_they_ended(shelf, running):
    assert found() == {
        "The first winter": "Draw of Egypt and Rome",
        "The long march": "Solo of Greece",
        "Given up": "Ended without a result",
    }
    text = web().get(reverse("archive")).content.decode()
    assert "Ancient Mediterranean, 5 powers, run by mara" in text
    assert "Played by: Egypt: bob · Rome: alice" in text


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ({"q": "winter"}, {"The first winter"}),
        ({"q": "WINTER first"}, {"The first winter"}),
        ({"q": "mediterranean"}, {"The first winter", "The long march", "Given up"}),
        ({"q": "Ancient Mediterranean mara"}, {"The first winter", "The long march"}),
        ({"q": "olga"}, {"Given up"}),
        ({"q": "alice"}, {"The first winter", "The long march"}),
        ({"q": "Greece"}, {"The long march"}),
        ({"q": "Rome"}, {"The first winter"}),
        ({"q": "alice", "result": "draw"}, {"The first winter"}),
        ({"result": "solo"}, {"The long march"}),
        ({"result": "open"}, {"Given up"}),
        ({"result": "ranked"}, set()),
        ({"q": "classic"}, set()),
        ({"result": "x"}, {"The first winter", "The long march", "Given up"}),
    ],
)
def test_games_are_found_by_title_variant_master_player_and_result(shelf, query, titles):
    assert set(found(**query)) == titles


@pytest.mark.parametrize("text", ["%", "_", "'; drop table games_game; --", "\0", "x" * 5000, "<script>", '"', "\\"])
def test_odd_searches_find_nothing_and_break_nothing(shelf, text):
    answer = web().get(reverse("archive"), {"q": text})
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode()
    assert found(q=f"qq{text}") == {}


def test_a_draw_that_was_taken_back_is_no_result(running, mara):
    before = ledger.load(running)
    ledger.store(running, before, before.draw(["Rome"]), now=START, author=mara)
    turns.roll_back(mara, fresh(running), now=START + timedelta(hours=1))
    Game.objects.filter(pk=running.pk).update(state=Game.State.ENDED, closes_at=None)
    assert found() == {"Forum game 000": "Ended without a result"}
    Game.objects.filter(pk=running.pk).update(state=Game.State.PAUSED)
    turns.roll_forward(mara, fresh(running), now=START + timedelta(hours=2))
    assert found() == {"Forum game 000": "Draw of Rome"}


def test_many_come_a_page_at_a_time_and_the_search_stays(mara):
    Game.objects.bulk_create(
        Game(
            title=f"Table {index:03}",
            code=f"table{index}",
            master=mara,
            variant="ancient_mediterranean",
            variant_version=1,
            timetable={},
            state=Game.State.ENDED,
            created_at=START + timedelta(minutes=index),
        )
        for index in range(200)
    )
    first = web().get(reverse("archive"), {"q": "table", "result": "open"}).content.decode()
    assert "200 games found." in first
    assert first.count(">Table ") == 20
    assert 'href="?q=table&amp;result=open&amp;page=2"' in first
    assert 'value="table"' in first
    assert '<option value="open" selected>' in first
    assert ">Table 000<" in web().get(reverse("archive"), {"page": "10"}).content.decode()
    for page in ("0", "x", "-3", "9" * 40):
        assert web().get(reverse("archive"), {"page": page}).status_code == 200


def test_what_is_over_is_not_on_the_front_page(shelf, mara, alice):
    for user in (None, alice, mara):
        text = web(user).get(reverse("home")).content.decode()
        assert "The first winter" not in text
        assert f'href="{reverse("archive")}"' in text


def test_an_empty_archive_says_so(db):
    assert "No game is over yet." in web().get(reverse("archive")).content.decode()
