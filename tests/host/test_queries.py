"""How often pages ask the database: not more for more powers, phases, sets or games; a record is read once a page."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from site_acts import at, fresh, web
from site_desk import game_now
from talleyrand.host.absence import services as absence
from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.desk import contact
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.turns import drafts, extension, ready
from talleyrand.host.turns import services as turns

SENT = {
    "Rome": "A Rome - Apulia",
    "Egypt": "A Memphis H",
    "Austria": "A Vienna H",
    "England": "F London H",
    "France": "F Brest H\nA Paris - Gascony\nA Paris dances",
    "Germany": "A Berlin H",
    "Italy": "F Naples H",
    "Russia": "A Moscow H",
    "Turkey": "A Smyrna H",
}
"""Orders that some units of a power can follow for years."""


def busy(game, user, power, now):
    """Somebody does what leaves rows: orders, a draft, days away, and words of the Game Master to him."""
    here = fresh(game)
    seen = (here.branch, here.number)
    turns.submit(user, here, power, SENT[power], now=now)
    drafts.keep(user, here, power, "Later", seen=seen, now=now)
    absence.plan(user, now.date(), now.date() + timedelta(days=9), text="Away", now=now)
    contact.keep(game.master, here, f"A note of {now}", now=now)
    contact.nudge(game.master, here, power, "Is that meant?", seen=seen, now=now)


def wants_time(game, user, power, now):
    """Somebody is ready, and would have more time for all that."""
    here = fresh(game)
    ready.mark(user, here, power, now=now)
    extension.propose(user, here, power, hours=1, seen=here.due_at, now=now)


@pytest.fixture
def small(mara, alice, anton, bob):
    """Ancient Mediterranean in its first phase: five powers, three of their players there."""
    now = timezone.now()
    game = game_now(mara, ((alice, "Rome"), (anton, "Rome"), (bob, "Carthage")), now, timetable="004")
    busy(game, alice, "Rome", now)
    wants_time(game, alice, "Rome", now)
    return fresh(game)


@pytest.fixture
def large(mara, alice, anton, bob):
    """Classic in its fifth phase: seven powers with two players each, and more of everything."""
    now = timezone.now()
    game = games.create(mara, "Large", "classic", write(PRESETS["004"][1]), now=now - timedelta(days=2))
    powers = [seat.power for seat in game.seats.all()]
    people = {"France": [alice, anton], "Germany": [bob]}
    for power in powers:
        more = (User(username=f"{power}{number}".lower(), email=f"{power}{number}@example.org") for number in (1, 2))
        people[power] = people.get(power, []) + User.objects.bulk_create(more)
        for user in people[power]:
            games.join(user, game, power, now=now - timedelta(days=1))
    games.start(mara, game, now=now - timedelta(hours=3))
    for number in range(1, 5):
        here = fresh(game)
        assert here.number == number
        for power in powers:
            for user in people[power]:
                turns.submit(user, here, power, SENT[power], now=now)
        turns.adjudicate(mara, here, seen=(here.branch, here.number), now=now)
    due = now + timedelta(hours=30)
    Game.objects.filter(pk=game.pk).update(due_at=due, first_due_at=due, closes_at=due)
    for _ in range(3):
        busy(game, alice, "France", now)
    here = fresh(game)
    for power in ("Germany", "Italy"):
        contact.nudge(mara, here, power, "Is that meant?", seen=(here.branch, here.number), now=now)
    wants_time(game, alice, "France", now)
    return fresh(game)


PAGES = [
    ("game", "mara", 21),
    ("game", "alice", 26),
    ("game", "", 16),
    ("desk", "mara", 23),
    ("preview", "mara", 17),
    ("desk_now", "mara", 16),
    ("game_now", "alice", 4),
    ("game_now", "", 1),
    ("phase", "mara", 13),
    ("phase", "alice", 13),
    ("phase", "", 10),
    ("history", "alice", 11),
    ("history", "", 8),
]
"""A page of a game, who reads it, and how often it may ask the database."""


@pytest.fixture
def asks(monkeypatch):
    """What a page asks the database when somebody reads it who has been there before, and the records it reads."""
    loads, load = [], ledger.load
    monkeypatch.setattr(ledger, "load", lambda game: (loads.append(game), load(game))[1])

    def asks(reader, address, htmx=False):
        headers = {"HX-Request": "true"} if htmx else {}
        reader.get(address, headers=headers)
        loads.clear()
        with CaptureQueriesContext(connection) as found:
            assert reader.get(address, headers=headers).status_code == 200
        return [query["sql"] for query in found.captured_queries], list(loads)

    return asks


def page_of(game, name):
    if name.endswith("_now"):
        due = game.due_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        return f"{at(name, game)}?phase={game.branch}-{game.number}&state={game.state}&due={due}"
    return at(name, game, *((game.branch, 1) if name == "phase" else ()))


@pytest.mark.parametrize(("name", "who", "most"), PAGES)
def test_a_page_of_a_game_asks_no_more_for_a_larger_one(small, large, asks, name, who, most):
    reader = web(User.objects.get(username=who) if who else None)
    htmx = name.endswith("_now")
    (fewer, _), (more, loads) = (asks(reader, page_of(game, name), htmx) for game in (small, large))
    assert len(more) == len(fewer), "\n".join(set(more) ^ set(fewer))
    assert len(more) <= most, "\n".join(more)
    assert loads == ([] if name == "game_now" else [large])


@pytest.mark.parametrize(("address", "who", "most"), [("home", "alice", 12), ("home", "", 5), ("me", "alice", 5)])
def test_a_page_of_games_asks_no_more_for_more_of_them(small, alice, bob, asks, address, who, most):
    reader = web(User.objects.get(username=who) if who else None)
    others = [
        User.objects.create_user(f"other{number}", f"{number}@example.org", "a long pass phrase") for number in "12"
    ]

    def more():
        """A game of hers that is played and in which she owes orders, one of somebody else's, and two to join."""
        now = timezone.now()
        title = f"Game {Game.objects.count()}"
        own = game_now(others[0], ((alice, "Persia"), (bob, "Egypt")), now, title=f"{title}, own")
        busy(own, bob, "Egypt", now)
        turns.adjudicate(others[0], fresh(own), seen=(1, 1), now=now)
        game_now(others[1], ((bob, "Rome"),), now, title=title)
        for master in (alice, others[0]):
            games.create(master, f"{title}, to join", "classic", write(PRESETS["004"][1]), now=now)

    more()
    fewer, _ = asks(reader, reverse(address))
    for _ in range(3):
        more()
    found, loads = asks(reader, reverse(address))
    assert len(found) == len(fewer), "\n".join(set(found) ^ set(fewer))
    assert len(found) <= most, "\n".join(found)
    assert loads == []
