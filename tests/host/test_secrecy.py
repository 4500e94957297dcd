"""What whoever left, was removed or replaced may know and do: no more than anybody who looks on."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from site_acts import at, fresh
from site_cast import START
from site_clock import Clock
from site_world import World
from talleyrand.host.absence import services as absence
from talleyrand.host.accounts import links
from talleyrand.host.accounts.models import User
from talleyrand.host.games.access import role_of
from talleyrand.host.turns import seniority


@pytest.fixture
def world(db, monkeypatch):
    return World(Clock(monkeypatch, START).now)


def join(world, role, power):
    answer = world.web(role).post(at("join", world.game), {"power": power}, follow=True)
    return answer.content.decode()


def test_whoever_was_removed_does_not_come_back_by_himself(world):
    master, other, game = world.people["master"], world.people["other"], world.game
    absence.kick(master, game, "Carthage", other, now=world.now)
    for power in ("Carthage", "Persia"):
        page = join(world, "other", power)
        assert "The Game Master took your place in this game away" in page
        assert "sealedword two" not in page
    assert not role_of(other, fresh(game)).powers
    absence.put_in(master, game, "Carthage", other, now=world.now)
    absence.leave(other, game, now=world.now)
    assert "You play Carthage." in join(world, "other", "Carthage")


def test_whoever_was_removed_comes_back_where_he_is_asked(world):
    absence.kick(world.people["master"], world.game, "Carthage", world.people["other"], now=world.now)
    seniority.invite(world.people["senior"], world.game, "Rome", "bob", now=world.now)
    assert "You play Rome." in join(world, "other", "Rome")


def test_an_invitation_ends_with_the_time_of_whom_it_was_for(world):
    master, game = world.people["master"], world.game
    seniority.invite(world.people["senior"], game, "Rome", "frida", now=world.now)
    absence.replace_player(master, game, "Rome", world.people["partner"], world.people["foreign"], now=world.now)
    absence.kick(master, game, "Rome", world.people["foreign"], now=world.now)
    assert "sealedword one" not in join(world, "foreign", "Rome")
    assert not role_of(world.people["foreign"], fresh(game)).powers


def test_whoever_was_replaced_may_play_another_power(world):
    master, game = world.people["master"], world.game
    absence.replace_player(master, game, "Carthage", world.people["other"], world.people["foreign"], now=world.now)
    assert "You play Persia." in join(world, "other", "Persia")


def test_of_two_who_come_by_one_link_one_comes_in(world, monkeypatch):
    token = links.make(world.people["senior"])
    as_it_was = links.owner(token)
    assert links.use(token) is not None
    monkeypatch.setattr(links, "owner", lambda token: as_it_was)  # the second had looked before the first was in
    assert links.use(token) is None


def test_a_link_gives_nobody_a_session_that_another_knows(world):
    client = Client()
    planted = client.session
    planted["somebody"] = "else"
    planted.save()
    client.cookies["sessionid"] = planted.session_key
    assert client.post(reverse("enter", args=[links.make(world.people["senior"])])).status_code == 302
    assert client.session["_auth_user_id"] == str(world.people["senior"].pk)
    assert client.session.session_key != planted.session_key
    known = Client()
    known.cookies["sessionid"] = planted.session_key
    assert "_auth_user_id" not in known.session
    again = links.make(User.objects.get(username="bob"))
    client.post(reverse("enter", args=[again]))
    assert client.session["_auth_user_id"] == str(world.people["other"].pk)
    assert Client().post(reverse("enter", args=[again])).status_code == 410


@pytest.mark.parametrize(
    "there",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "///evil.example",
        "http:///evil.example",
        "https:evil.example",
        "https://testserver@evil.example",
        "javascript:alert(1)",
        "\tjavascript:alert(1)",
    ],
)
def test_nobody_is_sent_to_another_site(world, there):
    sign_in = {"login": "alice", "password": "a pass phrase for tests", "next": there}
    came = Client().post(f"{reverse('account_login')}?next={there}", sign_in)
    client = world.web("senior")
    here = client.get(reverse("account_login"), {"next": there})
    gone = client.post(reverse("account_logout"), {"next": there})
    assert [answer.get("Location") for answer in (came, here, gone)] == ["/", "/", "/"]


def test_cookies_are_the_sites_alone_and_pages_are_kept_by_nobody(world, settings):
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    client = Client()
    answer = client.post(reverse("account_login"), {"login": "alice", "password": "a pass phrase for tests"})
    for name in ("sessionid", "csrftoken", "messages"):
        cookie = answer.cookies[name]
        assert cookie["secure"] and cookie["samesite"] == "Lax"
        assert cookie["httponly"] or name == "csrftoken"
    for name, parts in (("game", ()), ("receipt", ("Rome",)), ("phase", (1, 1)), ("leave", ())):
        answer = client.get(at(name, world.game, *parts))
        assert answer.status_code == 200
        assert answer["Cache-Control"].startswith("private, no-")
        assert answer["Referrer-Policy"] == "same-origin"
        assert not {"ETag", "Last-Modified"} & set(answer.headers)


def test_who_asks_twice_gets_one_game(world, monkeypatch):
    """The second form comes while the first record is being read."""
    from talleyrand.host.games import imports
    from talleyrand.host.games.models import Game

    text = world.web("master").get(at("record", world.game)).content.decode()
    form = {"title": "Brought", "text": text, "key": "one form"}
    read, client = imports.imports.read, world.web("observer")

    def meanwhile(given):
        monkeypatch.setattr(imports.imports, "read", read)
        with transaction.atomic():
            assert client.post(reverse("import"), form).status_code == 302
        return read(given)

    monkeypatch.setattr(imports.imports, "read", meanwhile)
    answer = world.web("observer").post(reverse("import"), form)
    made = Game.objects.get(title="Brought")
    assert answer.url == at("game", made)
