"""What whoever left, was removed or replaced may know and do: no more than anybody who looks on."""

from itertools import product

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from site_acts import at, fresh
from site_cast import START
from site_clock import Clock
from site_world import World, rows, whole
from talleyrand.host.absence import services as absence
from talleyrand.host.accounts import links
from talleyrand.host.accounts.models import User
from talleyrand.host.amending import services as amending
from talleyrand.host.bridge import ledger
from talleyrand.host.bridge.standing import standing
from talleyrand.host.desk import contact
from talleyrand.host.games import imports
from talleyrand.host.games import services as games
from talleyrand.host.games.access import role_of
from talleyrand.host.games.models import Game
from talleyrand.host.pages import limits
from talleyrand.host.pages.views.acts import ACTS
from talleyrand.host.turns import drafts, seniority
from talleyrand.host.turns import services as turns


@pytest.fixture
def world(db, monkeypatch):
    monkeypatch.setattr(limits, "spend", lambda limit, request: 0)
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


def removed(world):
    absence.kick(world.people["master"], world.game, "Carthage", world.people["other"], now=world.now)
    return "other"


def left(world):
    absence.leave(world.people["partner"], world.game, now=world.now)
    return "partner"


def replaced(world):
    people = world.people
    absence.replace_player(people["master"], world.game, "Carthage", people["other"], people["foreign"], now=world.now)
    return "other"


def eliminated(world):
    position = ledger.load(world.game).position
    edits = [{"do": "remove", "unit": str(unit)} for unit in position.units_of("Carthage")]
    edits += [{"do": "own", "place": place, "power": ""} for place in position.centers_of("Carthage")]
    seen = (world.game.branch, world.game.number)
    amending.publish_board(world.people["master"], world.game, edits, "It sank.", seen=seen, now=world.now)
    assert "Carthage" not in standing(ledger.load(fresh(world.game))).living
    return "other"


def playing_too(world):
    games.join(world.people["master"], world.game, "Persia", now=world.now)
    return "master"


WROTE = "newword"
"""What Rome sends, keeps and is asked, and whatever else is written, once they are gone."""


@pytest.fixture(params=[removed, left, replaced, eliminated, playing_too])
def outsider(request, world):
    """Somebody to whom what the others do is sealed, after they have done all that there is to be done."""
    master, senior, now = world.people["master"], world.people["senior"], world.now
    role, game = request.param(world), fresh(world.game)
    seen = (game.branch, game.number)
    if role != "master":
        contact.nudge(master, game, "Rome", f"{WROTE} asked", seen=seen, now=now)
        contact.keep(master, game, f"{WROTE} noted", now=now)
        day = now.date()
        absence.plan(senior, day, day, text=f"{WROTE} away", now=now)
    turns.submit(senior, game, "Rome", f"A Rome - Apulia\n{WROTE} sent", seen=seen, now=now)
    turns.submit(senior, game, "Rome", f"A Rome - Etruria\n{WROTE} sent again", seen=seen, now=now)
    drafts.keep(senior, game, "Rome", f"A Rome - Umbria {WROTE}", seen=seen, now=now)
    return role


LIVE = {"headers": {"HX-Request": "true"}}


def own_patterns():
    return [each for each in get_resolver().url_patterns if isinstance(each, URLPattern)]


def addresses(world):
    """Every address of the site's own for every power, branch, picture and act that there could be."""
    told = {
        "code": [world.game.code],
        "power": ["Rome", "Carthage", "Persia"],
        "branch": [1, 2],
        "number": [1, 2, 3],
        "what": ["board", "results", "after"],
        "token": ["made-up"],
        "act": list(ACTS),
    }
    for pattern in own_patterns():
        names = list(pattern.pattern.converters)
        for values in product(*(told[name] for name in names)):
            yield reverse(pattern.name, kwargs={**pattern.default_args, **dict(zip(names, values, strict=True))})


def form(world, where):
    """One form for whatever it is sent to."""
    game = fresh(world.game)
    clock = where.endswith(("/ask/", "/extend/", "/deadline/", "/restore/"))
    return {
        "seen": game.due_at.isoformat() if clock else f"{game.branch}-{game.number}",
        "due": game.due_at.isoformat(),
        "branch": game.branch,
        "number": game.number,
        "orders": "A Rome - Apulia",
        "orders-Rome": "A Rome - Apulia",
        "power": "Rome",
        "player": "alice",
        "new": "frida",
        "name": "frida",
        "text": "A word about it.",
        "hours": "1",
        "to": "1",
        "vote": world.vote.pk,
        "do": "preview",
        "unit": "A Rome",
        "place": "Apulia",
        "from": "Rome",
        "open": "0",
        "on": "1",
        "sure": "yes",
    }


def test_what_is_sealed_stays_so_for_whoever_is_out(world, outsider):
    """Whoever opened his desk to it sees it, and everybody can read that he did (A-138)."""
    client, looker, number = world.web(outsider), world.web("observer"), fresh(world.game).number
    for where in addresses(world):
        for more in ({}, LIVE):
            answer = client.get(where, **more)
            assert WROTE not in whole(answer), where
            if outsider == "partner" or ("/desk/" in where and outsider != "master"):
                assert answer.status_code == looker.get(where, **more).status_code, where
        if where.endswith("/desk/open/"):
            continue
        with transaction.atomic():
            sent = client.post(where, form(world, where))
            assert WROTE not in whole(sent), where
            # Whoever ends the phase has it published.
            if sent.status_code == 302 and fresh(world.game).number <= number:
                assert WROTE not in whole(client.get(sent.url)), where
            transaction.set_rollback(True)


def included(patterns):
    """The patterns that come with others' apps."""
    for each in patterns:
        if isinstance(each, URLPattern):
            yield each
        else:
            yield from included(each.url_patterns)


def kept():
    """All rows but those that allauth writes for an account of old when its page of addresses is opened."""
    return {name: found for name, found in rows().items() if name != "account.EmailAddress"}


def test_pages_of_accounts_do_nothing_when_they_are_looked_at_or_sent_a_form_without_its_token(world):
    for role in ("senior", "stranger"):
        client = world.web(role, enforce_csrf_checks=True)
        before = kept()
        apps = [each for each in get_resolver().url_patterns if not isinstance(each, URLPattern)]
        for pattern in filter(lambda each: each.name, included(apps)):
            wanted = {"key": "1-x", "uidb36": "1", "pk": "1"}
            names = {*pattern.pattern.regex.groupindex, *pattern.pattern.converters}
            where = reverse(pattern.name, kwargs={name: wanted[name] for name in names})
            answer = client.get(where)
            assert answer.status_code < 500, where
            sent = client.post(where, {"next": "/", "email": "x@example.org", "password": "x"})
            assert sent.status_code in (403, 405), where
        assert kept() == before
        assert ("_auth_user_id" in client.session) == (role == "senior")
