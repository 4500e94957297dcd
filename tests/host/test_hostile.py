"""Every form, address and record as somebody sends it who means harm: a clear answer, and nothing half done."""

import json
from random import Random
from urllib.parse import quote, urlencode, urljoin, urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve, reverse

from site_acts import at, fresh
from site_cast import START
from site_clock import Clock
from site_visitor import forms_of
from site_world import World, rows
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.pages import limits
from talleyrand.host.turns.models import OrderSet

SEED = 1815
SCRIPT = "<script>alert(1)</script>"
VALUES = (
    "",
    " ",
    "x" * 1_000_000,
    "A Rome - Apulia\n" * 20_000,
    "a\0b",
    b"\xed\xa0\x80",  # half of a pair, which is no character
    b"\xff\xfe",
    "\u202egnitirw",
    "\u200b",
    "🏛️é中",
    SCRIPT,
    "'; DROP TABLE games_game; --",
    "{{ 7*7 }}{% load %}",
    "a\r\nBcc: x@example.org",
    "../../etc/passwd",
    "Europe",
    "-1",
    "0",
    "9" * 30,
    "9" * 5000,
    "1.5",
    "NaN",
    "Infinity",
    "1e400",
    "٣",
    "²",
    "0001-01-01",
    "9999-12-31",
    "0001-01-01 00:00",
    "9999-12-31 23:59",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "25:61",
    "[]",
    '{"a": {}}',
    "9-9",
    "Persia",
    "frida",
    ["Rome", "Rome", "Nowhere"],
    None,  # the field is not there at all
)
FIELDS, EACH = 3, 2
"""Fields of a form that are tried, and values that each of them is tried with; which, says the seed."""


@pytest.fixture
def world(db, monkeypatch):
    monkeypatch.setattr(limits, "spend", lambda limit, request: 0)
    return World(Clock(monkeypatch, START).now)


@pytest.fixture
def tokyo(world):
    """A soft game by the clock of Tokyo, and one that has not begun."""
    master, times = world.people["master"], write(PRESETS["004"][1]) | {"zone": "Asia/Tokyo"}
    made = games.create(master, "Tokyo", "ancient_mediterranean", times, now=world.now)
    games.join(world.people["senior"], made, "Rome", now=world.now)
    games.join(world.people["partner"], made, "Rome", now=world.now)
    return games.start(master, made, now=world.now)


@pytest.fixture
def sign_up(world):
    return games.create(
        world.people["master"], "Not yet", "ancient_mediterranean", write(PRESETS["004"][1]), now=world.now
    )


def browser(world, role):
    return world.web(role, raise_request_exception=False)


def pages(*played):
    yield from ("/", "/archive/", "/import/", "/me/", "/new/")
    yield f"{reverse('new')}?setting=ancient_mediterranean/forum_ancient_mediterranean"
    for game in played:
        for name in ("game", "leave", "history", "desk", "desk_log", "terms", "change_rules", "change_times", "board"):
            yield at(name, game)
        yield at("mend", game) + "?unit=A&from=Rome&to=neapolis&open=0"
        yield at("correct_phase", game, 1, 1)
        yield at("receipt", game, "Rome")
        yield at("more_time", game, "Rome") + "?hours=5"


def forms(world, *played):
    """Every form that somebody finds on his pages, once."""
    known = set()
    for role in ("master", "senior", "observer"):
        client = browser(world, role)
        for page in pages(*played):
            answer = client.get(page)
            assert answer.status_code < 500, page
            for form in forms_of(answer.content.decode()) if answer.status_code == 200 else ():
                form.action = urljoin(page, form.action)
                match = resolve(urlsplit(form.action).path)
                mark = (form.method, match.url_name, match.kwargs.get("act"), *sorted(form.fields))
                if mark not in known:
                    known.add(mark)
                    yield role, form


def sent(client, form, fields):
    body = urlencode({name: value for name, value in fields.items() if value is not None}, doseq=True)
    if form.method == "get":
        return client.get(f"{form.action.partition('?')[0]}?{body[:100_000]}")
    return client.post(form.action, body, content_type="application/x-www-form-urlencoded")


def harmless(answer, before, what):
    """An answer in words, with nothing of a fault in it; what is refused has changed nothing."""
    assert answer.status_code < 500, what
    assert SCRIPT not in answer.content.decode(), what
    if answer.status_code >= 400:
        assert rows() == before, what


def test_every_form_takes_every_field(world, tokyo, sign_up):
    chance = Random(SEED)
    tried = 0
    for role, form in forms(world, tokyo, world.game, sign_up):
        client = browser(world, role)
        client.get(at("desk", world.game))  # that its master looked is noted
        client.get(at("desk", tokyo))
        before = rows()
        sound = {"sure": "yes", **{name: value for name, value in form.fields.items() if value is not None}}
        names = [name for name in form.fields if name != "csrfmiddlewaretoken"]
        for name in chance.sample(names, min(FIELDS, len(names))):
            for value in chance.sample(VALUES, EACH):
                what = f"{role} {form.method} {form.action} {name}={value!r:.60}"
                with transaction.atomic():
                    answer = sent(client, form, {**sound, name: value})
                    harmless(answer, before, what)
                    if answer.status_code == 302:
                        assert answer.url.startswith("/"), what
                        harmless(client.get(answer.url), before, what)
                    transaction.set_rollback(True)
                tried += 1
    assert tried > 150


EXCUSES = (
    "application/x-www-form-urlencoded; charset={}",
    "multipart/form-data; boundary=B; charset={}",
    "text/plain; charset={}",
)
CODINGS = ("unicode_escape", "raw_unicode_escape", "utf-16", "utf-7", "zlib", "rot13", "undefined", "idna", "nonsense")
PART = 'Content-Disposition: form-data; name="orders"\r\n\r\nA Rome \\ud800 - Apulia\r\n'
FILE = PART.replace('"orders"', '"orders"; filename="x"')


def test_whatever_coding_a_request_names_it_is_read_as_utf_8(world):
    for coding in CODINGS:
        client = browser(world, "senior")
        seen = f"{world.game.branch}-{world.game.number}"
        bodies = (
            urlencode({"orders": "A Rome \\ud800 - Apulia", "seen": seen}),
            f'--B\r\n{PART}--B\r\nContent-Disposition: form-data; name="seen"\r\n\r\n{seen}\r\n--B--\r\n',
            "orders=x",
        )
        for kind, body in zip(EXCUSES, bodies, strict=True):
            with transaction.atomic():
                where = at("orders", world.game, "Rome")
                answer = client.generic("POST", where, body, content_type=kind.format(coding))
                assert answer.status_code in (302, 409), kind
                if answer.status_code == 302:
                    assert "A Rome \\ud800 - Apulia" in client.get(answer.url).content.decode()
                transaction.set_rollback(True)
        found = client.generic("GET", "/archive/?q=%5Cud800", content_type=EXCUSES[2].format(coding))
        assert found.status_code == 200
        assert 'value="\\ud800"' in found.content.decode()


BODIES = {
    "no boundary": ("multipart/form-data", "x", 400),
    "a long boundary": (f"multipart/form-data; boundary={'b' * 300}", "x", 400),
    "no parts": ("multipart/form-data; boundary=B", "--B\r\nnonsense", 409),
    "no base64": (
        "multipart/form-data; boundary=B",
        f"--B\r\nContent-Transfer-Encoding: base64\r\n{PART}--B--",
        409,
    ),
    "a file for a text": (
        "multipart/form-data; boundary=B",
        f"--B\r\n{FILE}--B--",
        409,
    ),
    "JSON": ("application/json", '{"orders": "A Rome - Apulia", "seen": "1-2"}', 409),
    "no type": ("", "orders=A+Rome+-+Apulia&seen=1-2", 409),
    "too many fields": ("application/x-www-form-urlencoded", "&".join(f"a{n}=1" for n in range(2000)), 400),
}


def test_bodies_that_no_browser_sends(world):
    for kind, body, status in BODIES.values():
        before = rows()
        answer = browser(world, "senior").generic("POST", at("orders", world.game, "Rome"), body, content_type=kind)
        assert answer.status_code == status, (kind, body)
        assert rows() == before


def test_a_length_that_is_no_number(world):
    for length in ("-5", "²", "abc"):
        kind = "application/x-www-form-urlencoded"
        where = at("orders", world.game, "Rome")
        answer = browser(world, "senior").generic("POST", where, "orders=x", content_type=kind, CONTENT_LENGTH=length)
        assert answer.status_code == 400
        assert "cannot be read" in answer.content.decode()


def test_a_field_sent_twice_counts_as_sent_last(world):
    body = urlencode(
        {"orders": ["A Rome - Apulia", "A Rome - Etruria"], "seen": ["9-9", "1-2"], "key": "k"}, doseq=True
    )
    kind = "application/x-www-form-urlencoded"
    browser(world, "senior").generic("POST", at("orders", world.game, "Rome"), body, content_type=kind)
    assert OrderSet.objects.order_by("pk").last().text == "A Rome - Etruria"


@pytest.mark.parametrize("role", ["senior", "observer"])
def test_orders_for_a_phase_that_is_not_open_stay_in_their_box(world, role):
    before = rows()
    for seen in ("1-1", "9-9", "0-0", "", "x", "-1", "²-1", "9" * 5000):
        form = {"orders": f"A Rome - Apulia {SCRIPT}", "seen": seen, "key": "k"}
        answer = browser(world, role).post(at("orders", world.game, "Rome"), form)
        page = answer.content.decode()
        assert answer.status_code == (409 if role == "senior" else 403)
        assert "A Rome - Apulia &lt;script&gt;alert(1)&lt;/script&gt;</textarea>" in page
        assert role != "senior" or "the open phase is Fall" in page
    assert rows() == before


ODD_PARTS = ("%00", "%ED%A0%80", "x" * 3000, "%E2%80%AE", "..%2F..%2Fetc", "9" * 25, "9" * 5000, "%0D%0AX:y", "%D9%A3")
QUERIES = (
    "/?mine={0}&open={0}&running={0}",
    "/archive/?q={0}&page={0}&result={0}",
    "/new/?setting={0}",
    "/new/?setting=ancient_mediterranean/{0}",
    "/accounts/login/?next={0}",
    "/accounts/confirm-email/{0}/",
    "/accounts/password/reset/key/1-{0}/",
)
QUERIES_OF_A_GAME = {
    "rules": "version={0}",
    "history": "to={0}-{0}",
    "phase": "show={0}&reasons={0}",
    "map": "width={0}&theme={0}",
    "more_time": "hours={0}",
    "desk_log": "kind={0}&page={0}",
    "change_rules": "back={0}",
    "change_times": "back={0}",
    "mend": "province={0}&unit={0}&from={0}&to={0}&open={0}",
}
PARTS = {"phase": (1, 1), "map": (1, 1, "board"), "more_time": ("Rome",)}


@pytest.mark.parametrize("role", ["master", "stranger"])
def test_addresses_that_no_page_has(world, sign_up, role):
    client = browser(world, role)
    client.get(at("desk", world.game))
    before = rows()
    usual = {"code": world.game.code, "power": "Rome", "branch": "1", "number": "1", "what": "board", "token": "t"}
    usual["act"] = "pause"
    for pattern in get_resolver().url_patterns:
        names = pattern.pattern.converters if isinstance(pattern, URLPattern) else {}
        for name in names:
            for odd in ODD_PARTS:
                path = f"/{pattern.pattern}"
                for each, kind in names.items():
                    converter = "int" if type(kind).__name__ == "IntConverter" else "str"
                    path = path.replace(f"<{converter}:{each}>", odd if each == name else usual[each])
                answer = client.get(path)
                assert answer.status_code < 500, path[:100]
                assert "\n" not in answer.get("Location", "")
        there = f"/{pattern.pattern}".replace("<str:code>", sign_up.code)
        for each in names:
            there = there.replace(f"<int:{each}>", "1").replace(f"<str:{each}>", usual[each])
        assert client.get(there).status_code < 500, there
    assert rows() == before


@pytest.mark.parametrize("role", ["master", "stranger"])
def test_queries_that_no_page_asks(world, role):
    client = browser(world, role)
    client.get(at("desk", world.game))
    before = rows()
    asked = [
        *QUERIES,
        *(at(name, world.game, *PARTS.get(name, ())) + f"?{query}" for name, query in QUERIES_OF_A_GAME.items()),
    ]
    for query in asked:
        for odd in (*ODD_PARTS, "-1", "NaN", "1.5", quote(SCRIPT)):
            answer = client.get(query.format(odd))
            assert answer.status_code < 500, query
            assert SCRIPT not in answer.content.decode(), query
    assert rows() == before


def test_no_other_method_does_anything(world):
    for method in ("PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "HEAD"):
        client = browser(world, "master")
        client.get(at("desk", world.game))
        before = rows()
        overrides = {"HTTP_X_HTTP_METHOD_OVERRIDE": "POST", "HTTP_X_METHOD_OVERRIDE": "POST"}
        for where in (
            at("act", world.game, "pause"),
            at("orders", world.game, "Rome"),
            at("game", world.game),
            "/me/zone/",
        ):
            for extra in ({}, overrides):
                answer = client.generic(method, f"{where}?_method=POST&sure=yes", "sure=yes&zone=Europe/Paris", **extra)
                assert answer.status_code in (200, 405)
        assert client.get(at("act", world.game, "pause"), {"sure": "yes"}, **overrides).status_code == 405
        assert rows() == before


def test_a_deadline_before_and_after_all_time(world, tokyo):
    for due in ("0001-01-01 00:00", "9999-12-31 23:59", "0001-01-01T00:00:00+14:00"):
        client = browser(world, "master")
        stands = tokyo.due_at.isoformat()
        for act, form in (
            ("deadline", {"due": due, "seen": stands}),
            ("deadline", {"due": "2030-01-10 10:00", "seen": due}),
            ("extend", {"hours": "3", "seen": due}),
            ("restore", {"seen": due}),
        ):
            for sure in ({}, {"sure": "yes"}):
                assert client.post(at("act", tokyo, act), {"text": "Why not.", **form, **sure}).status_code == 409
        player = browser(world, "senior")
        assert player.post(at("propose", tokyo, "Rome"), {"hours": "3", "due": due}).status_code == 302
        assert fresh(tokyo).due_at == tokyo.due_at


TITLES = {
    "a\r\nBcc: x@example.org": "a Bcc: x@example.org",
    "  Forum \u2028 game ": "Forum game",
    "👨‍👩‍👧 משחק": "👨‍👩‍👧 משחק",
    "\u200b": None,
    "\ufeff\u2060": None,
    "\u202egnitirw": None,
    "a\x07": None,
    "\x1b[31mred": None,
}


def test_a_name_is_one_line_that_can_be_seen(world, sign_up):
    for title, kept in TITLES.items():
        form = {"title": title, "about": "", "starts": "hand", "least_players": "0"}
        answer = browser(world, "master").post(at("terms", sign_up), form)
        assert answer.status_code == (400 if kept is None else 302)
        assert kept is None or fresh(sign_up).title == kept
        assert fresh(sign_up).title in TITLES.values() or fresh(sign_up).title == "Not yet"


def record(world):
    return browser(world, "master").get(at("record", world.game)).content.decode()


def nested(depth):
    return "[" * depth + "]" * depth


RECORDS = {
    "nothing": lambda whole: "",
    "no JSON": lambda whole: whole[:-3],
    "a number": lambda whole: "1",
    "a list": lambda whole: "[]",
    "deep": lambda whole: nested(100_000),
    "deep within": lambda whole: whole.replace('"phases"', f'"x": {nested(5_000)}, "phases"', 1),
    "a huge number": lambda whole: whole.replace('"number": 1', f'"number": {"9" * 5000}', 1),
    "a number without end": lambda whole: whole.replace('"number": 1', '"number": 1e999', 1),
    "NaN": lambda whole: whole.replace('"number": 1', '"number": NaN', 1),
    "a negative number": lambda whole: whole.replace('"number": 1', '"number": -1', 1),
    "half a pair": lambda whole: whole.replace('"alice"', '"\\ud800"', 1),
    "NUL": lambda whole: whole.replace('"alice"', '"\\u0000"', 1),
    "another format": lambda whole: json.dumps({**json.loads(whole), "format": "talleyrand/99"}),
    "another version": lambda whole: json.dumps({**json.loads(whole), "version": 10**30}),
    "another variant": lambda whole: whole.replace('"ancient_mediterranean"', '"../../etc/passwd"'),
    "another unit": lambda whole: whole.replace('"A ROM"', '"A NOWHERE"'),
    "five megabytes": lambda whole: f'{whole.rstrip()[:-1]}, "x": "{"y" * 5 * 2**20}"}}',
}


def test_records_that_are_none(world):
    whole, client, before = record(world), browser(world, "observer"), rows()
    for name, spoilt in RECORDS.items():
        text = spoilt(whole)
        assert text != whole, name
        for form in ({"text": text}, {"file": upload(text.encode("utf-8", "replace"))}):
            answer = client.post(reverse("import"), {"title": "Brought", "key": "k", **form})
            assert answer.status_code in (400, 413), name
            assert rows() == before, name


def test_records_that_are_odd_and_can_be_kept(world):
    whole, client = record(world), browser(world, "observer")
    for spoilt in (
        whole.replace('"phases"', '"phases": [], "phases"', 1),  # of a name twice the later counts
        whole.replace("2030-01-06", "9999-99-99"),
        whole.replace('"alice"', json.dumps(SCRIPT)),
    ):
        assert spoilt != whole
        answer = client.post(reverse("import"), {"title": "Brought", "text": spoilt})
        assert answer.status_code == 302
        made = Game.objects.latest("pk")
        for name in ("game", "desk", "desk_log", "history", "rules", "record", "board", "correct", "change_times"):
            page = client.get(at(name, made))
            assert page.status_code == 200, name
            assert name == "record" or SCRIPT not in page.content.decode(), name


def upload(data):
    from io import BytesIO

    file = BytesIO(data)
    file.name = "record.json"
    return file


def test_a_record_beyond_all_bounds(world):
    before = rows()
    answer = browser(world, "observer").post(reverse("import"), {"title": "B", "file": upload(b" " * (50 * 2**20))})
    assert answer.status_code == 413
    assert rows() == before


def test_names_in_a_record_are_nobody_here(world):
    text = record(world).replace('"alice"', '"frida"')
    browser(world, "observer").post(reverse("import"), {"title": "Brought", "text": text, "key": "k"})
    made = Game.objects.get(title="Brought")
    assert made.master == world.people["observer"]
    assert browser(world, "senior").post(at("orders", made, "Rome"), {"orders": "A Rome H"}).status_code == 403
    assert browser(world, "foreign").get(at("desk", made)).status_code == 404
    assert not made.events.filter(actor=world.people["foreign"]).exists()


COOKIES = (
    'sessionid="\\000abcdefghij"',
    'csrftoken="\\000"; sessionid="\\377\\376abcdefgh"',
    f"sessionid={'x' * 4000}",
    'messages="\\000x:y:z"',
    "sessionid=a; sessionid=b",
    ";;=;=x",
)


@pytest.mark.parametrize("cookie", COOKIES)
def test_cookies_that_the_site_never_gave(db, cookie):
    client = Client(raise_request_exception=False, headers={"cookie": cookie})
    for page in ("home", "account_login"):
        assert client.get(reverse(page)).status_code == 200
    assert client.get(reverse("me")).status_code == 302
    assert client.post(reverse("account_login"), {"login": "alice", "password": "wrong"}).status_code == 200
