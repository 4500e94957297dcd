"""Forms of making and changing a game, read and filled in as a browser does."""

import re
from datetime import timedelta
from html import unescape

from django.utils import timezone

from site_acts import at
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games

FORUM = "ancient_mediterranean/forum_ancient_mediterranean"


def page(answer):
    """What a reader of a page reads, without tags."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode())))


def fields(answer, form="make|change|"):
    """What a browser would send of the form of a page, as it is filled in."""
    html = answer.content.decode()
    sent = {}
    for tag in re.findall(r"<input[^>]*>", html):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        kind, name = given.get("type", "text"), given.get("name", "")
        if name and not (kind in ("radio", "checkbox") and " checked" not in tag):
            sent.setdefault(name, []).append(unescape(given.get("value", "")))
    for name, inner in re.findall(r'<textarea[^>]*name="([\w-]+)"[^>]*>(.*?)</textarea>', html, re.DOTALL):
        sent[name] = [unescape(inner).lstrip("\n")]
    for name, inner in re.findall(r'<select[^>]*name="([\w-]+)"[^>]*>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', inner) or re.search(r'value="([^"]*)"', inner)
        sent[name] = [unescape(chosen[1])]
    sent.pop("csrfmiddlewaretoken", None)
    return sent


def change_rules(client, game, reason="Asked for.", **choices):
    """Look at a change and publish it, as a browser does it."""
    sent = fields(client.get(at("change_rules", game)))
    sent |= {f"rule-{name}": value for name, value in choices.items()}
    looked = fields(client.post(at("change_rules", game), {**sent, "do": "look"})) | {"reason": reason}
    return looked, client.post(at("change_rules", game), {**looked, "do": "publish"})


def hour_in(mara, alice, anton, bob):
    """A game that runs now, an hour into its first phase."""
    now = timezone.now()
    made = games.create(
        mara,
        "Now",
        "ancient_mediterranean",
        write(PRESETS["004"][1]),
        preset="forum_ancient_mediterranean",
        now=now - timedelta(days=1),
    )
    for user, power in ((alice, "Rome"), (anton, "Rome"), (bob, "Carthage")):
        games.join(user, made, power, now=now - timedelta(days=1))
    return games.start(mara, made, now=now - timedelta(hours=1))
