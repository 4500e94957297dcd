"""Every address of the site for everybody there can be: what each gets, what each may do, and what none may see.

A new address without a line in these tables fails the tests: say there who may have it.
"""

import pytest
from django.db import transaction
from django.urls import URLPattern, get_resolver, reverse

from site_cast import START
from site_clock import Clock
from site_world import ROLES, World, lasting, rows, whole
from talleyrand.host.pages.views.acts import ACTS
from talleyrand.host.turns import drafts
from talleyrand.host.turns import ready as flags
from talleyrand.host.turns import services as turns

ALL, SIGNED_IN, MASTER = "200 " * 8, "200 200 200 200 200 302 200 302", "200 404 404 404 404 302 404 302"
ONLY_POST = "405 405 405 405 405 302 405 302"
READS = {
    "home": ALL,
    "new": SIGNED_IN,
    "archive": ALL,
    "references": ALL,
    "import": SIGNED_IN,
    "enter": "410 " * 8,
    "me": SIGNED_IN,
    "zone": ONLY_POST,
    "plan_absence": ONLY_POST,
    "cancel_absence": ONLY_POST,
    "prefer": ONLY_POST,
    "game": ALL,
    "game_now": "302 " * 8,
    "phase": ALL,
    "history": ALL,
    "map": ALL,
    "map_png": ALL,
    "opening_map": "302 " * 8,
    "about_record": ALL,
    "rules": ALL,
    "record": ALL,
    "join": ONLY_POST,
    "leave": "404 200 200 200 404 302 404 302",
    "orders": "405 " * 8,
    "withdraw": ONLY_POST,
    "receipt": "404 200 200 404 404 302 404 302",
    "supersede": ONLY_POST,
    "invite": ONLY_POST,
    "ready": ONLY_POST,
    "more_time": "404 200 200 404 404 302 404 302",
    "propose": ONLY_POST,
    "agree": ONLY_POST,
    "desk": MASTER,
    "desk_now": "302 " * 8,
    "desk_log": MASTER,
    "preview": MASTER,
    "preview_map": MASTER,
    "terms": MASTER,
    "change_rules": MASTER,
    "change_times": MASTER,
    "board": MASTER,
    "board_map": MASTER,
    "correct": MASTER,
    "correct_phase": MASTER,
    "correct_map": "404 404 404 404 404 302 404 302",
    "mend": MASTER,
    "act": ONLY_POST,
}
"""What each gets who looks, in the order of ``site_world.ROLES``."""

ONLY_GET, NOT_MASTER = "405 " * 8, "403 403 403 403 302 403 302"
ONLY_GET_SIGNED_IN = "405 405 405 405 405 302 405 302"
DONE_BY_ALL = "302+ 302+ 302+ 302+ 302+ 302 302+ 302"
ACTS_OF = {
    "home": ONLY_GET,
    "new": "400 400 400 400 400 302 400 302",
    "archive": ONLY_GET,
    "references": ONLY_GET,
    "import": "400 400 400 400 400 302 400 302",
    "enter": "410 " * 8,
    "me": ONLY_GET_SIGNED_IN,
    "zone": DONE_BY_ALL,
    "plan_absence": DONE_BY_ALL,
    "cancel_absence": "403 302+ 403 403 403 302 403 302",
    "prefer": DONE_BY_ALL,
    "game": ONLY_GET,
    "game_now": ONLY_GET,
    "phase": ONLY_GET,
    "history": ONLY_GET,
    "map": ONLY_GET,
    "map_png": ONLY_GET,
    "opening_map": ONLY_GET,
    "about_record": ONLY_GET,
    "rules": ONLY_GET,
    "record": ONLY_GET,
    "join": "302 302 302 302 302 302 302 302",
    "leave": "302 302+ 302+ 302+ 302 302 302 302",
    "orders": "403 302+ 302+ 403 403 401 403 401",
    "withdraw": "403 302+ 302+ 403 403 302 403 302",
    "receipt": ONLY_GET_SIGNED_IN,
    "supersede": "403 302+ 302 403 403 302 403 302",
    "invite": "403 302+ 302 403 403 302 403 302",
    "ready": "403 302 302 403 403 302 403 302",
    "more_time": ONLY_GET_SIGNED_IN,
    "propose": "403 302 302 403 403 302 403 302",
    "agree": "403 302 302 403 403 302 403 302",
    "desk": ONLY_GET_SIGNED_IN,
    "desk_now": ONLY_GET,
    "desk_log": ONLY_GET_SIGNED_IN,
    "preview": ONLY_GET_SIGNED_IN,
    "preview_map": ONLY_GET_SIGNED_IN,
    "terms": f"400 {NOT_MASTER}",
    "change_rules": f"200 {NOT_MASTER}",
    "change_times": f"400 {NOT_MASTER}",
    "board": f"409 {NOT_MASTER}",
    "board_map": ONLY_GET_SIGNED_IN,
    "correct": ONLY_GET_SIGNED_IN,
    "correct_phase": f"302 {NOT_MASTER}",
    "correct_map": ONLY_GET_SIGNED_IN,
    "mend": f"409 {NOT_MASTER}",
    "act": f"302+ {NOT_MASTER}",
}
"""What each gets who sends a form about Rome, filled in as well as one form fits all; "+" where it changed anything."""


@pytest.fixture
def world(db, monkeypatch):
    return World(Clock(monkeypatch, START).now)


def own_patterns():
    return [each for each in get_resolver().url_patterns if isinstance(each, URLPattern)]


def address(world, pattern, **given):
    """An address of the world's game; a new kind of part must be given a value here."""
    parts = {
        "code": world.game.code,
        "power": "Rome",
        "branch": 1,
        "number": 1,
        "what": "board",
        "token": "made-up",
        "act": "pause",
    }
    wanted = {**pattern.default_args, **{name: given.get(name, parts[name]) for name in pattern.pattern.converters}}
    return reverse(pattern.name, kwargs=wanted)


def form(world, name):
    """One form for all acts: what each of them looks for, filled in rightly for the phase that is open."""
    game = world.game
    clock = name in ("act", "propose")
    return {
        "seen": game.due_at.isoformat() if clock else f"{game.branch}-{game.number}",
        "due": game.due_at.isoformat(),
        "branch": game.branch,
        "number": game.number,
        "orders": "A Rome - Apulia",
        "power": "Rome",
        "player": "alice",
        "new": "olga",
        "name": "olga",
        "text": "A word about it.",
        "hours": "1",
        "to": "1",
        "on": "1",
        "ready": "1",
        "vote": world.vote.pk,
        "absence": world.people["senior"].absences.get().pk,
        "zone": "Europe/Paris",
        "first": "2999-01-01",
        "last": "2999-01-02",
        "phase": "daily",
        "sharers": ["Rome", "Carthage"],
        "sure": "yes",
    }


def unseen(answer, role, world):
    """Nothing in an answer that its reader may not see."""
    text = whole(answer)
    leaked = [secret for secret, readers in world.secrets.items() if role not in readers and secret in text]
    assert not leaked, f"{answer.request['REQUEST_METHOD']} {answer.request['PATH_INFO']} shows {role} {leaked}"


def test_every_address_has_its_line():
    names = {each.name for each in own_patterns()}
    assert names == READS.keys() == ACTS_OF.keys()


@pytest.mark.parametrize("role", ROLES)
def test_what_each_reads(world, role):
    client, got = world.web(role), {}
    client.get(reverse("desk", args=[world.game.code]))  # that its master looked is noted
    before = rows()
    for pattern in own_patterns():
        answer = client.get(address(world, pattern))
        unseen(answer, role, world)
        got[pattern.name] = str(answer.status_code)
    assert got == {name: line.split()[ROLES.index(role)] for name, line in READS.items()}
    assert rows() == before


@pytest.mark.parametrize("role", ROLES)
def test_what_each_does(world, role):
    before, got = rows(), {}
    for pattern in own_patterns():
        with transaction.atomic():
            client = world.web(role)
            answer = client.post(address(world, pattern), form(world, pattern.name))
            unseen(answer, role, world)
            changed = rows() != before
            if answer.status_code == 302:
                unseen(client.get(answer.url), role, world)
            transaction.set_rollback(True)
        got[pattern.name] = f"{answer.status_code}{'+' if changed else ''}"
    assert got == {name: line.split()[ROLES.index(role)] for name, line in ACTS_OF.items()}


@pytest.mark.parametrize("role", [role for role in ROLES if role != "master"])
def test_no_act_of_the_desk_is_anybody_elses(world, role):
    client, before = world.web(role), rows()
    for act in ACTS:
        answer = client.post(reverse("act", args=[world.game.code, act]), form(world, "act"))
        unseen(answer, role, world)
        assert answer.status_code == (302 if role in ("stranger", "inactive") else 403), act
        assert "/accounts/login/" in answer.get("Location", "/accounts/login/")
    assert rows() == before


@pytest.mark.parametrize("role", ["master", "senior", "stranger"])
def test_no_form_counts_without_its_token(world, role):
    client = world.web(role, enforce_csrf_checks=True)
    before = rows()
    addresses = [address(world, pattern) for pattern in own_patterns()]
    addresses += [reverse("act", args=[world.game.code, act]) for act in ACTS]
    addresses += [reverse(name) for name in ("account_login", "account_signup", "account_logout", "account_email")]
    for where in addresses:
        # A page for those who are signed in sends others to the door first, which changes nothing either.
        answer = client.post(where, {**form(world, ""), "csrfmiddlewaretoken": "x" * 64})
        assert answer.status_code == 403, where
        unseen(answer, role, world)
    assert rows() == before


def accounts(patterns):
    """The pages about accounts."""
    for each in patterns:
        if isinstance(each, URLPattern):
            yield each
        else:
            yield from accounts(each.url_patterns)


@pytest.mark.parametrize("role", ["senior", "stranger", "inactive"])
def test_pages_about_accounts_show_nobody_else(world, role):
    client = world.web(role)
    included = [each for each in get_resolver().url_patterns if not isinstance(each, URLPattern)]
    for pattern in accounts(included):
        if pattern.pattern.regex.groups or pattern.name is None:
            continue
        answer = client.get(reverse(pattern.name))
        assert answer.status_code < 500
        unseen(answer, role, world)


WATCHERS = ("other", "observer", "stranger", "foreign")


def seen_by(world, role):
    """All that somebody can open, without what is new on every page."""
    client = world.web(role)
    readable = [pattern for pattern in own_patterns() if READS[pattern.name].split()[ROLES.index(role)] == "200"]
    return {pattern.name: lasting(client.get(address(world, pattern, number=2))) for pattern in readable}


@pytest.mark.parametrize("role", WATCHERS)
def test_nobody_else_can_tell_whether_orders_are_in(world, role):
    turns.withdraw(world.people["senior"], world.game, "Rome", now=world.now)
    before = seen_by(world, role)
    seen = (world.game.branch, world.game.number)
    drafts.keep(world.people["partner"], world.game, "Rome", "A Rome - Etruria", seen=seen, now=world.now)
    assert seen_by(world, role) == before
    turns.submit(world.people["partner"], world.game, "Rome", "A Rome - Apulia", now=world.now)
    assert seen_by(world, role) == before
    turns.withdraw(world.people["senior"], world.game, "Rome", now=world.now)
    assert seen_by(world, role) == before


@pytest.mark.parametrize("role", ["observer", "stranger", "foreign"])
def test_nobody_else_can_tell_who_is_ready(world, role):
    before = seen_by(world, role)
    flags.mark(world.people["senior"], world.game, "Rome", ready=False, now=world.now)
    flags.mark(world.people["other"], world.game, "Carthage", now=world.now)
    assert seen_by(world, role) == before


def refused(world, role, name, parts=(), **fields):
    """A form that names what is not its sender's: nothing changes, and nothing of it is said."""
    before = rows()
    answer = world.web(role).post(
        reverse(name, args=[world.game.code, *parts]), {**form(world, name), **fields}, follow=True
    )
    assert answer.status_code in (200, 403, 404, 409)
    unseen(answer, role, world)
    assert rows() == before
    return answer.content.decode()


def test_a_vote_of_another_game_is_none_of_this_one(world):
    assert "There is no such vote in this game." in refused(
        world, "senior", "agree", ["Rome"], vote=world.foreign_vote.pk
    )


def test_nobody_can_be_taken_from_where_he_does_not_play(world):
    client = world.web("master")
    for act in ("kick", "replace", "senior"):
        client.get(reverse("desk", args=[world.game.code]))
        assert "bob" in refused(world, "master", "act", [act], player="bob", power="Rome")


def test_phases_and_branches_of_other_games_are_not_to_be_had(world):
    assert "There is no such page" in refused(world, "master", "correct_phase", [9, 1])
    refused(world, "master", "act", ["roll_forward"], branch="9")
    refused(world, "master", "act", ["roll_back"], to="99")
    refused(world, "master", "act", ["adjudicate"], branch="1", number="1")


def test_a_power_of_another_game_is_not_played_by_its_name(world):
    before = rows()
    client = world.web("senior")
    for name in ("orders", "withdraw", "ready", "propose", "agree", "supersede", "invite"):
        answer = client.post(reverse(name, args=[world.other.code, "Rome"]), form(world, name))
        assert answer.status_code == 403, name
    assert rows() == before


def test_a_form_of_somebody_elses_is_ones_own_when_one_sends_it(world):
    fields = {**form(world, "orders"), "key": "the-same-key"}
    world.web("senior").post(address(world, pattern_of("orders")), fields)
    where = reverse("orders", args=[world.game.code, "Carthage"])
    answer = world.web("other").post(where, {**fields, "orders": "A Carthage - Cirta"}, follow=True)
    assert "A Carthage - Cirta" in answer.content.decode()
    unseen(answer, "other", world)


def pattern_of(name):
    return next(each for each in own_patterns() if each.name == name)
