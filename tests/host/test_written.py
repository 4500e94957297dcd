"""What people wrote, as it comes onto pages: its lines, and of its addresses those of the web as links."""

import re
from datetime import timedelta

import pytest

from site_acts import fresh, read, web
from site_cast import START
from talleyrand.host.desk.contact import announce
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.pages.templatetags.written import written
from talleyrand.host.turns import services as turns

LINK = '<a href="{0}" rel="nofollow noopener">{0}</a>'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("See https://example.org/a?b=1&c=2.", "See " + LINK.format("https://example.org/a?b=1&amp;c=2") + "."),
        ("(http://example.org/x_(y)), so", "(" + LINK.format("http://example.org/x_(y)") + "), so"),
        ("HTTPS://EXAMPLE.ORG", LINK.format("HTTPS://EXAMPLE.ORG")),
        ("www.example.org mara@example.org", "www.example.org mara@example.org"),
        ("javascript:alert(1) ftp://example.org", "javascript:alert(1) ftp://example.org"),
        ("http://", "http://"),
        ('<b>"http://example.org"</b>', "&lt;b&gt;&quot;" + LINK.format("http://example.org") + "&quot;&lt;/b&gt;"),
        ("http://example.org/'onclick='x", LINK.format("http://example.org/&#x27;onclick=&#x27;x")),
        ("one\ntwo", "one\ntwo"),
    ],
)
def test_web_addresses_can_be_followed_and_nothing_else_is_markup(text, shown):
    assert written(text) == shown


def test_announcements_rulings_and_the_log_keep_their_lines_and_their_links(running, mara):
    said = "The map: https://example.org/map\nLook at it,\n\nplease <b>now</b>."
    announce(mara, running, said, now=START + timedelta(hours=1))
    turns.rule(mara, fresh(running), said, now=START + timedelta(hours=2))
    games.pause(mara, fresh(running), now=START + timedelta(hours=3), text="A\nholiday")
    Game.objects.filter(pk=running.pk).update(about=said)
    link, bold = LINK.format("https://example.org/map"), "&lt;b&gt;now&lt;/b&gt;"
    shown = f'class="written">The map: {link}\nLook at it,\n\nplease {bold}.'
    page = read(None, running)
    assert page.count(shown) == 3 + 1  # the announcement, the text about the game, and two lines of the log
    assert re.search(r'class="written">A\nholiday<', page)
    assert shown in read(None, running, "rules")
    assert shown in read(mara, running, "desk")
    sheet = b"".join(web().get("/static/pages/site.css")).decode()
    assert re.search(r"\.written\{[^}]*white-space:pre-line", sheet)
