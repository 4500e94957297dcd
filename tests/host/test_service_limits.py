"""How often one may do a thing, where requests come from, and what sign-in gives away."""

import pytest
from django.contrib.auth import authenticate
from django.core import mail
from django.test import RequestFactory
from django.urls import reverse

from site_acts import web
from talleyrand.host.accounts import address
from talleyrand.host.pages import limits
from talleyrand.host.turns.models import OrderSet
from talleyrand.host.work import letters
from talleyrand.host.work.models import Letter


def test_orders_beyond_the_limit_are_kept_on_the_page(running, alice, anton):
    client = web(alice)
    where = reverse("orders", args=[running.code, "Rome"])
    form = {"seen": f"{running.branch}-{running.number}", "orders": "A Rome - Apulia, at last"}
    seen = [client.post(where, {**form, "key": f"{n}"}).status_code for n in range(limits.LIMITS["orders"].times)]
    assert 429 not in seen
    before = OrderSet.objects.count()
    answer = client.post(where, {**form, "key": "one more"})
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert "A Rome - Apulia, at last</textarea>" in answer.content.decode()
    assert OrderSet.objects.count() == before
    assert web(anton).post(where, {**form, "key": "his"}).status_code != 429


def test_acts_of_a_desk_and_whatever_else_changes_something_have_a_limit(running, mara, monkeypatch):
    monkeypatch.setattr(limits, "ACTS", limits.Limit("acts", 3, 60))
    client = web(mara)
    where = reverse("act", args=[running.code, "rule"])
    codes = [client.post(where, {"text": "So be it.", "sure": "yes"}).status_code for _ in range(5)]
    assert codes == [302, 302, 302, 429, 429]
    assert running.events.filter(kind="ruling").count() == 3


@pytest.mark.parametrize("name", ["map", "map_png", "record"])
def test_pictures_and_records_have_a_limit_by_address(running, monkeypatch, name):
    assert name in limits.LIMITS
    monkeypatch.setitem(limits.LIMITS, name, limits.Limit(name, 2, 60, by_address=True))
    where = reverse(name, args=[running.code, 1, 1, "board"] if name != "record" else [running.code])
    assert [web().get(where).status_code for _ in range(3)] == [200, 200, 429]
    assert web(REMOTE_ADDR="192.0.2.7").get(where).status_code == 200


def test_links_that_let_somebody_in_cannot_be_tried_for_ever(db, monkeypatch):
    monkeypatch.setitem(limits.LIMITS, "enter", limits.Limit("enter", 2, 60, by_address=True))
    where = reverse("enter", args=["x"])
    assert [web().get(where).status_code for _ in range(3)] == [410, 410, 429]


@pytest.mark.parametrize("name", ["new", "import"])
def test_games_are_not_made_by_the_hundred_and_the_form_may_be_looked_at(mara, monkeypatch, name):
    assert name in limits.POSTED
    monkeypatch.setitem(limits.POSTED, name, limits.Limit("new", 1, 3600))
    client = web(mara)
    assert [client.get(reverse(name)).status_code for _ in range(3)] == [200] * 3
    assert client.post(reverse(name), {}).status_code != 429
    assert client.post(reverse(name), {}).status_code == 429


def test_twenty_two_players_behind_one_address_look_at_everything(running):
    where = reverse("map", args=[running.code, 1, 1, "board"])
    match = RequestFactory().get(where)
    match.user = type("Nobody", (), {"pk": None})()
    limit = limits.LIMITS["map"]
    assert not any(limits.spend(limit, match) for _ in range(22 * 40))


@pytest.mark.parametrize(
    ("proxies", "said", "found"),
    [
        (0, "192.0.2.1", "10.0.0.9"),
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "203.0.113.5, 192.0.2.1", "192.0.2.1"),
        (2, "203.0.113.5, 192.0.2.1, 10.1.1.1", "192.0.2.1"),
        (2, "192.0.2.1", "10.0.0.9"),
        (1, "nonsense", "10.0.0.9"),
        (1, "[2001:db8::1]:443", "2001:db8::1"),
        (1, "192.0.2.1:5555", "192.0.2.1"),
        (1, "", "10.0.0.9"),
    ],
)
def test_the_address_of_a_client_behind_proxies(settings, proxies, said, found):
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.9", HTTP_X_FORWARDED_FOR=said)
    assert address.client(request) == found


def test_of_ipv6_a_household_counts():
    near, far = (RequestFactory().get("/", REMOTE_ADDR=each) for each in ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"))
    assert address.household(near) == address.household(far) == "2001:db8:1:2::"


def sign_in(client, name, password="wrong wrong wrong"):
    return client.post(reverse("account_login"), {"login": name, "password": password})


@pytest.mark.parametrize("name", ["alice", "ghost", "alice@example.org"])
def test_wrong_passwords_lock_out_whether_there_is_such_an_account_or_not(alice, name, settings):
    client = web()
    pages = [sign_in(client, name) for _ in range(settings.AXES_FAILURE_LIMIT + 1)]
    assert [page.status_code for page in pages][:3] == [200, 200, 200]
    assert pages[-1].status_code == 429
    assert "Sign-in is closed for an hour" in pages[-1].content.decode()
    assert "The password was wrong 8 times. For an hour from then on nobody signs in" in pages[-1].content.decode()
    assert reverse("account_reset_password") in pages[-1].content.decode()
    assert name not in pages[-1].content.decode()
    elsewhere = web(REMOTE_ADDR="192.0.2.44")
    assert sign_in(elsewhere, "alice", "a pass phrase for tests").status_code == 302


def words(answer):
    page = answer.content.decode()
    return [line for line in page.splitlines() if "csrf" not in line and "value=" not in line]


def test_sign_in_and_password_reset_do_not_tell_who_has_an_account(alice):
    assert words(sign_in(web(), "alice")) == words(sign_in(web(), "ghost"))
    answers = [
        web().post(reverse("account_reset_password"), {"email": each})
        for each in ("alice@example.org", "ghost@example.org")
    ]
    assert [answer.url for answer in answers] == [reverse("account_reset_password_done")] * 2
    assert sorted(Letter.objects.values_list("to", flat=True)) == ["alice@example.org", "ghost@example.org"]


def test_sign_in_takes_as_long_for_a_name_that_nobody_has(alice, monkeypatch):
    from django.contrib.auth.hashers import MD5PasswordHasher

    made = []
    real = MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *args, **more: made.append(1) or real(*args, **more))
    counts = []
    for name in ("alice", "ghost"):
        made.clear()
        request = RequestFactory().post("/")
        assert authenticate(request, username=name, password="wrong wrong wrong") is None
        counts.append(len(made))
    assert counts[0] == counts[1] >= 1


def test_a_new_password_by_a_letter(alice, settings):
    settings.SITE_URL = "https://games.example.org"
    web().post(reverse("account_reset_password"), {"email": "alice@example.org"}, headers={"Host": "localhost"})
    letter = Letter.objects.get()
    assert letter.subject == "Choose a new password"
    assert letters.send(letter.created_at) == 1
    assert not Letter.objects.exists()
    text = mail.outbox[-1].body
    link = next(word for word in text.split() if word.startswith("https://games.example.org/accounts/password/reset/"))
    client = web()
    page = client.get(link.removeprefix("https://games.example.org"), follow=True)
    assert "A new password" in page.content.decode()
    where = page.redirect_chain[-1][0]
    new = "another long pass phrase"
    assert client.post(where, {"password1": new, "password2": new}).status_code == 302
    assert sign_in(web(), "alice", new).status_code == 302
    assert "used up" in web().get(link.removeprefix("https://games.example.org"), follow=True).content.decode()


def test_a_cache_that_is_away_stops_nobody(running, monkeypatch, caplog):
    def away(*args, **kwargs):
        raise ConnectionError("refused")

    monkeypatch.setattr(limits.cache, "add", away)
    assert web().get(reverse("map", args=[running.code, 1, 1, "board"])).status_code == 200
    assert "nothing is counted" in caplog.text
