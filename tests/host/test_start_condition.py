"""Games that start by themselves: as soon as enough people play, or every power is played."""

from datetime import timedelta

import pytest
from django.urls import reverse

from site_acts import at, fresh, read, said, web
from site_cast import START
from site_clock import Clock
from talleyrand.host.accounts.models import User
from talleyrand.host.games import changes, services
from talleyrand.host.games.models import Game
from talleyrand.host.notices.models import Notification

FORM = {"title": "Mine", "setting": "classic/datc", "timetable": "000", "do": "make"}


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    return Clock(monkeypatch, START - timedelta(days=5))


def make(mara, **fields):
    """A game made with the form."""
    answer = web(mara).post(reverse("new"), {**FORM, "key": "one", **fields})
    return answer, Game.objects.filter(title="Mine").first()


def join(user, game, power):
    return web(user).post(at("join", game), {"power": power}, follow=True)


def test_a_game_starts_with_the_player_who_makes_them_enough(mara, alice, anton, bob, olga, clock):
    _, game = make(mara, starts="players", least_players="3")
    assert (game.starts_once, game.least_players, game.starts_at) == ("players", 3, None)
    assert "The game starts by itself as soon as 3 people play in it." in read(olga, game)
    assert "The game has begun" not in said(join(alice, game, "France"))
    assert "The game has begun" not in said(join(anton, game, "France"))
    assert fresh(game).state == "sign_up"
    clock.on(timedelta(days=1))
    assert "You play Russia. The game has begun." in said(join(bob, game, "Russia"))
    begun = fresh(game)
    assert (begun.state, begun.number, begun.starts_once) == ("running", 1, "")
    assert begun.opened_at == clock.now < begun.due_at
    kinds = list(game.events.order_by("sequence").values_list("kind", "actor__username"))
    assert kinds == [
        ("created", "mara"),
        *[("joined", name) for name in ("alice", "anton", "bob")],
        ("started", None),
    ]
    assert "This phase ends on" in read(olga, game)


def test_all_are_told_that_the_game_began(mara, alice, bob, clock):
    _, game = make(mara, starts="players", least_players="2")
    join(alice, game, "France")
    join(bob, game, "Russia")
    told = Notification.objects.filter(subject="Mine: the game begins")
    assert sorted(told.values_list("user__username", flat=True)) == ["alice", "bob", "mara"]
    assert all("The game begins." in each.text and "This phase ends on" in each.text for each in told)


def test_a_game_starts_when_every_power_is_played(mara, alice, clock):
    _, game = make(mara, starts="powers")
    assert "The game starts by itself as soon as every power is played." in read(alice, game)
    powers = list(game.seats.values_list("power", flat=True))
    people = [User.objects.create_user(f"p{index}", f"p{index}@example.org") for index in range(len(powers) + 1)]
    join(people[-1], game, powers[0])
    for user, power in zip(people, powers[:-1], strict=False):
        join(user, game, power)
    assert fresh(game).state == "sign_up"
    web(people[0]).post(at("leave", game))
    join(people[-2], game, powers[-1])
    assert fresh(game).state == "running"  # the one who joined first plays the first power still
    assert game.events.filter(kind="started").count() == 1


def test_one_who_left_is_not_counted(mara, alice, bob, clock):
    _, game = make(mara, starts="players", least_players="2")
    join(alice, game, "France")
    web(alice).post(at("leave", game))
    join(bob, game, "Russia")
    assert fresh(game).state == "sign_up"
    join(alice, game, "France")
    assert fresh(game).state == "running"


def test_the_condition_can_be_set_and_dropped_later(game, mara, olga, clock):
    form = {"title": game.title, "about": "", "least_players": "4"}
    answer = web(mara).post(at("terms", game), {**form, "starts": "players"}, follow=True)
    assert "The game starts by itself as soon as 4 people play in it." in said(answer)
    assert 'value="players" id="id_starts_1" checked' in read(mara, game, "terms")
    assert fresh(game).starts_once == "players"
    web(mara).post(at("terms", game), {**form, "starts": "hand"})
    assert (fresh(game).starts_once, fresh(game).least_players) == ("", 4)
    join(olga, game, "Egypt")
    assert fresh(game).state == "sign_up"


def test_a_condition_that_holds_already_starts_the_game_at_once(game, mara, clock):
    form = {"title": game.title, "about": "", "least_players": "3", "starts": "players"}
    answer = web(mara).post(at("terms", game), form, follow=True)
    assert "Changed, and everybody can read it." in said(answer)
    assert fresh(game).state == "running"
    assert list(game.events.order_by("sequence").values_list("kind", flat=True))[-2:] == ["terms_changed", "started"]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"starts": "players", "least_players": "0"}, "say how many it takes to start, 1 at least"),
        ({"starts": "players", "least_players": "8"}, "8 is out of range 0 to 7"),
        ({"starts": "soon"}, "The game starts: choose one of what is offered."),
    ],
)
def test_a_condition_that_cannot_be_is_named_at_its_field(mara, fields, fault, clock):
    answer, game = make(mara, **fields)
    assert (answer.status_code, game) == (400, None)
    assert fault in said(answer)


def test_a_start_is_by_the_hour_or_on_a_condition_not_both(game, mara):
    terms = {"title": "Two", "about": "", "least_players": 2, "now": START - timedelta(days=1)}
    with pytest.raises(services.RefusedError, match="choose one of them"):
        changes.edit_terms(mara, game, starts_at=START, starts_once="powers", **terms)
    with pytest.raises(services.RefusedError, match="is no condition"):
        changes.edit_terms(mara, game, starts_at=None, starts_once="later", **terms)


def test_a_look_before_it_is_made_says_when_it_starts(mara, clock):
    answer, game = make(mara, starts="powers", do="look")
    assert "The game starts by itself as soon as every power is played." in said(answer)
    assert game is None


def test_only_the_one_who_makes_them_enough_starts_it_and_strangers_cannot(game, mara, alice, olga, clock):
    form = {"title": game.title, "about": "", "least_players": "1", "starts": "players"}
    assert web(olga).post(at("terms", game), form).status_code == 403
    assert web(alice).post(at("terms", game), form).status_code == 403
    assert fresh(game).state == "sign_up"
