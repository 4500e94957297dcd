"""Rules that pages name by number lead to a page that explains them, and no number stands there that none explains."""

import re
from html import unescape
from pathlib import Path

from django.urls import reverse

from site_acts import read, send, web
from talleyrand.host.deadlines.tick import tick
from talleyrand.prose.references import DATC, NUMBERED

INNER = re.compile(r"\b(?:[A-D]-\d{3}|X-[A-D]\d+)\b")


def linked(page):
    return re.findall(r'href="/rule-numbers/#([a-z0-9-]+)">([^<]+)</a>', page)


def anchors(user=None):
    return set(re.findall(r'<dt id="([^"]+)"', web(user).get(reverse("references")).content.decode()))


def test_reasons_of_a_report_link_their_rules_and_name_none_of_our_own_list(strict, clock, alice):
    send(alice, strict, "A Rome - Apulia\nF Neapolis - Apulia\nA Ravenna - Punic Sea")
    clock.to(strict.due_at)
    tick(clock.now)
    page = web(alice).get(reverse("phase", args=[strict.code, 1, 1]), {"reasons": ""}).content.decode()
    assert ("r3", "R3") in linked(page)
    assert {name for name, _ in linked(page)} <= anchors()
    assert not INNER.search(page)


def test_choices_of_the_rules_link_where_they_are_discussed(strict, alice, mara):
    for user, view in ((alice, "rules"), (mara, "change_rules")):
        page = read(user, strict, view)
        assert ("datc-4-a-3", "DATC 4.A.3") in linked(page)
        assert {name for name, _ in linked(page)} <= anchors()
        assert not INNER.search(page)


def test_anybody_may_read_what_the_numbers_mean():
    page = unescape(web().get(reverse("references")).content.decode())
    assert "Support is cut by an attack from anywhere but the province it is aimed at." in page
    assert "`" not in page
    assert not INNER.search(page)


def test_the_handbook_explains_them_in_the_same_words():
    lines = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8").splitlines()
    rows = dict(
        re.fullmatch(r"\| (R\d+|DATC [^|]+?) \| (.+) \|", line).groups()
        for line in lines
        if re.match(r"\| (R\d|DATC)", line)
    )
    assert {number: re.sub(r": `[a-z_]+`", "", text) for number, text in rows.items()} == {**NUMBERED, **DATC}
