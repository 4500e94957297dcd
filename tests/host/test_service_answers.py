"""What every kind of answer says to a browser; bodies that are too large; sign-up, second step and sign-out."""

import asyncio
import re

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.test import Client
from django.urls import reverse

from talleyrand.host.accounts import links
from talleyrand.host.accounts.models import User
from talleyrand.host.asgi import limited
from talleyrand.host.work.models import Letter

PASSWORD = "a long pass phrase of hers"


def answers(running, mara):
    client = Client(raise_request_exception=False)
    client.force_login(mara)
    strict = Client(enforce_csrf_checks=True)
    code = running.code
    yield "page", client.get(reverse("game", args=[code]))
    yield "desk", client.get(reverse("desk", args=[code]))
    yield "redirect", Client().get(reverse("desk", args=[code]))
    yield "act", client.post(reverse("act", args=[code, "rule"]), {"text": "So be it.", "sure": "yes"})
    yield "map", client.get(reverse("map", args=[code, 1, 1, "board"]))
    yield "record", client.get(reverse("record", args=[code]))
    yield "missing", client.get("/nothing/")
    yield "forbidden", client.post(reverse("orders", args=[code, "Rome"]), {"orders": "x", "seen": "1-1"})
    yield "token", strict.post(reverse("new"), {})
    yield "method", client.get(reverse("join", args=[code]))
    yield "health", client.get("/healthz")
    yield "static", client.head("/static/pages/site.css")
    yield "sign-in", Client().get(reverse("account_login"))
    yield "host", client.get("/", headers={"Host": "evil.example"})


def test_every_kind_of_answer_is_guarded(running, mara):
    for kind, answer in answers(running, mara):
        said = answer.headers
        policy = said["Content-Security-Policy"]
        assert "default-src 'none'" in policy, kind
        assert "script" not in policy or "script-src 'self'" in policy, kind
        assert "unsafe" not in policy or kind == "map", kind
        assert said["X-Frame-Options"] == "DENY", kind
        assert said["X-Content-Type-Options"] == "nosniff", kind
        assert said["Referrer-Policy"] == "same-origin", kind
        assert said["Cross-Origin-Opener-Policy"] == "same-origin", kind
        assert "camera=()" in said["Permissions-Policy"], kind
        assert said["Cache-Control"], kind
        assert "Server" not in said, kind
        if kind in ("page", "desk", "sign-in", "token", "missing"):
            assert "no-cache" in said["Cache-Control"] or "no-store" in said["Cache-Control"], kind
        if said.get("Content-Type", "").startswith("text/html"):
            page = answer.content.decode()
            assert not re.search(r"<script(?![^>]* src=)|\son\w+=|\sstyle=", page), kind


def test_with_https_cookies_and_headers_are_strict(settings, mara):
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 3600
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    client = Client(headers={"X-Forwarded-Proto": "https"})
    answer = client.post(reverse("enter", args=[links.make(mara)]))
    cookie = answer.cookies["sessionid"]
    assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "Lax")
    assert answer["Strict-Transport-Security"] == "max-age=3600"
    assert Client().get("/").url == "https://testserver/"
    assert Client().get("/healthz").status_code in (200, 503)


def ask(body, headers, most=10):
    """What an application is given of a request, and how it is answered."""
    got = {}
    chunks = [{"type": "http.request", "body": part, "more_body": True} for part in body]
    chunks.append({"type": "http.request", "body": b"", "more_body": False})

    async def app(scope, receive, send):
        message = await receive()
        got.update(headers=dict(scope["headers"]), body=message["body"], more=message.get("more_body"))

    async def receive():
        return chunks.pop(0) if chunks else {"type": "http.disconnect"}

    asyncio.run(limited(app, most)({"type": "http", "headers": headers}, receive, None))
    return got


def test_a_body_within_bounds_comes_as_it_is():
    assert ask([b"abc"], [(b"content-length", b"3")])["body"] == b"abc"


def test_a_body_without_a_length_is_counted():
    assert ask([b"abc", b"def"], [])["body"] == b"abcdef"
    found = ask([b"abcdef", b"ghijkl"], [(b"transfer-encoding", b"chunked")])
    assert found["body"] == b""
    assert found["headers"] == {b"content-length": b"12"}


def test_a_body_that_says_it_is_too_large_is_not_kept():
    found = ask([b"x" * 30], [(b"content-length", b"30")])
    assert (found["body"], found["headers"]) == (b"", {b"content-length": b"30"})


def test_a_body_without_end_is_cut_off():
    found = ask([b"x" * 8] * 1000, [])
    assert found["body"] == b""
    assert int(found["headers"][b"content-length"]) <= 60


def sign_up(client, name="Newcomer"):
    form = {"email": f"{name}@example.org", "username": name, "password1": PASSWORD, "password2": PASSWORD}
    return client.post(reverse("account_signup"), form)


def link_in(letter):
    return re.search(r"https?://[^/\s]+(/accounts/\S+)", letter.text)[1]


def test_an_address_is_confirmed_by_a_letter(db, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client = Client()
    assert sign_up(client).url == reverse("account_email_verification_sent")
    assert client.get(reverse("new")).status_code == 302
    where = link_in(Letter.objects.get())
    assert "newcomer@example.org" in client.get(where).content.decode().casefold()
    assert client.post(where).status_code == 302
    answer = Client().post(reverse("account_login"), {"login": "newcomer", "password": PASSWORD})
    assert answer.url == reverse("home")


def test_with_confirmation_signing_up_does_not_tell_that_an_address_is_taken(alice, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    form = {"email": "alice@example.org", "username": "Second", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post(reverse("account_signup"), form).url == reverse("account_email_verification_sent")
    assert not User.objects.filter(username="Second").exists()
    assert "already" in Letter.objects.get().text


@pytest.mark.parametrize("name", ["ALICE", "alice"])
def test_a_name_that_is_taken_is_said(alice, name):
    form = {"email": "new@example.org", "username": name, "password1": PASSWORD, "password2": PASSWORD}
    answer = Client().post(reverse("account_signup"), form)
    assert answer.status_code == 200
    assert "Somebody has this user name. Choose another one." in answer.content.decode()


def code_for(secret):
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_a_second_step_of_sign_in(db):
    client = Client()
    sign_up(client, "Karl")
    client.post(link_in(Letter.objects.get()))
    assert client.get(reverse("mfa_index")).status_code == 200
    assert "reauthenticate" in client.get(reverse("mfa_activate_totp")).url
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    secret = re.search(r'id="authenticator_secret" value="(\w+)"', page)[1]
    done = client.post(reverse("mfa_activate_totp"), {"code": code_for(secret)}, follow=True)
    codes = re.findall(r"^(\d{8})$", done.content.decode(), re.MULTILINE)
    assert len(codes) >= 8
    again = Client()
    answer = again.post(reverse("account_login"), {"login": "karl", "password": PASSWORD})
    assert answer.url == reverse("mfa_authenticate")
    assert again.get(reverse("new")).status_code == 302
    assert again.post(reverse("mfa_authenticate"), {"code": "000000x"}).status_code == 200
    assert again.post(reverse("mfa_authenticate"), {"code": codes[0]}).url == reverse("home")
    assert again.get(reverse("new")).status_code == 200
    again.post(reverse("account_logout"))
    assert again.get(reverse("new")).status_code == 302


def test_two_step_sign_in_has_one_name_on_every_page(db):
    client = Client()
    sign_up(client, "Karl")
    client.post(link_in(Letter.objects.get()))
    pages = [client.get(reverse("mfa_activate_totp"), follow=True)]
    pages.append(client.post(reverse("account_reauthenticate"), {"password": PASSWORD}, follow=True))
    pages.append(client.get(reverse("mfa_activate_totp")))
    secret = re.search(r'id="authenticator_secret" value="(\w+)"', pages[-1].content.decode())[1]
    pages.append(client.post(reverse("mfa_activate_totp"), {"code": code_for(secret)}, follow=True))
    there = Client()
    pages.append(there.post(reverse("account_login"), {"login": "karl", "password": PASSWORD}, follow=True))
    assert "<h1>Two-step sign-in</h1>" in pages[-1].content.decode()
    names = ("mfa_index", "mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_deactivate_totp", "me")
    pages += [client.get(reverse(name)) for name in names]
    pages.append(client.post(reverse("mfa_generate_recovery_codes"), follow=True))
    pages.append(client.post(reverse("mfa_deactivate_totp"), follow=True))
    assert [page.status_code for page in pages] == [200] * len(pages)
    assert "Two-step sign-in is off." in pages[-1].content.decode()
    for page in pages:
        text = re.sub(r"<[^>]*>", " ", page.content.decode()).replace("Google Authenticator", "")
        assert not re.search(r"factor|second step|authenticator|activat", text, re.IGNORECASE)


def test_what_is_wrong_with_an_account_s_form_is_said_in_the_site_s_own_words(alice):
    client = Client()
    page = client.get(reverse("account_signup")).content.decode()
    assert [
        label for label in ("E-mail address", "User name", "The password again") if f">{label}</label>" not in page
    ] == []
    wrong = client.post(reverse("account_login"), {"login": "alice", "password": "wrong wrong"}).content.decode()
    assert "The user name or the password is wrong." in wrong
    sign_up(client, "Karl")
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    answer = client.get(reverse("mfa_activate_totp"), follow=True).content.decode()
    assert "Confirm your e-mail address first; then two-step sign-in can be turned on." in answer


def test_signing_out_needs_a_click(mara):
    client = Client()
    client.force_login(mara)
    assert "<button>Sign out</button>" in client.get(reverse("account_logout")).content.decode()
    assert client.get(reverse("new")).status_code == 200


def test_another_password_ends_other_sessions(alice):
    here, there = Client(), Client()
    for client in (here, there):
        client.post(reverse("account_login"), {"login": "alice", "password": "a pass phrase for tests"})
    form = {"oldpassword": "a pass phrase for tests", "password1": PASSWORD, "password2": PASSWORD}
    assert here.post(reverse("account_change_password"), form).status_code == 302
    assert here.get(reverse("new")).status_code == 200
    assert there.get(reverse("new")).status_code == 302


def test_who_is_let_in_no_more_is_out_at_once(alice):
    client = Client()
    client.force_login(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.get(reverse("new")).status_code == 302
    answer = Client().post(reverse("account_login"), {"login": "alice", "password": "a pass phrase for tests"})
    assert answer.url == reverse("account_inactive")


def test_no_way_in_by_others_is_shown_unless_it_is_configured(db):
    assert "Discord" not in Client().get(reverse("account_login")).content.decode()
    assert Client().get("/accounts/discord/login/").status_code == 404


def test_letters_are_plain_and_greet_from_no_machine(db):
    sign_up(Client())
    letter = Letter.objects.get()
    assert "Hello from" not in letter.text
