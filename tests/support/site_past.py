"""A game with a past in which everything happened, and what may be known of it."""

import gzip
from datetime import timedelta

from django.urls import reverse

from site_acts import at, fresh
from site_cast import START
from talleyrand.host.absence import services as absence
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Phase

WHISPER = "Whisper: the fleet is a ruse"
"""What Rome wrote beside a set that it superseded; its own and the Game Master's to know."""
SUPERSEDED = "A Rome - Etruria"
OPEN = "A Apulia - Venetia"
"""What Rome has sent in the phase being played."""


def eventful(running, mara, alice, anton, bob):
    """Three phases with a set superseded and one taken back, a rollback, a ruling, civil disorder, and orders in."""
    now = START + timedelta(hours=1)
    turns.submit(alice, running, "Rome", f"{SUPERSEDED}\n{WHISPER}", now=now)
    turns.submit(anton, running, "Rome", "A Rome - Apulia\nA Ravenna - Venetia", now=now)
    turns.submit(bob, running, "Carthage", "A Carthage - Numidia", now=now)
    turns.withdraw(bob, running, "Carthage", now=now)
    turns.submit(bob, running, "Carthage", "F Thapsus - Punic Sea", now=now)
    adjudicate(mara, running, START + timedelta(hours=2))
    turns.submit(alice, running, "Rome", "A Venetia - Dalmatia", now=START + timedelta(hours=3))
    adjudicate(mara, running, START + timedelta(hours=4))
    turns.rule(mara, fresh(running), "Persia keeps Antioch.", now=START + timedelta(hours=5))
    turns.roll_back(mara, fresh(running), to=2, now=START + timedelta(hours=6), text="A letter was lost.")
    absence.set_disorder(mara, fresh(running), "Persia", now=START + timedelta(hours=7))
    adjudicate(mara, running, START + timedelta(hours=8))
    turns.submit(alice, fresh(running), "Rome", OPEN, now=START + timedelta(hours=9))
    return fresh(running)


def adjudicate(mara, game, now):
    here = fresh(game)
    turns.adjudicate(mara, here, seen=(here.branch, here.number), now=now)


def addresses(game):
    """All that there is to read of a game."""
    pages = [reverse("home"), reverse("archive"), *(at(n, game) for n in ("game", "history", "rules", "record"))]
    pages.append(at("about_record", game))
    for phase in Phase.objects.filter(game=game):
        here = phase.branch, phase.number
        pages += [at("phase", game, *here), at("phase", game, *here) + "?reasons&show=after"]
        for what in ("board", "results", "after"):
            pages += [at("map", game, *here, what), at("map_png", game, *here, what) + "?width=320"]
    return pages


def everything(client, game):
    """All that somebody can read of a game, headers too, as one text."""
    found = []
    for address in addresses(game):
        answer = client.get(address, headers={"accept-encoding": "gzip"})
        body = b"".join(answer) if answer.streaming else answer.content
        body = gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body
        found += [str(dict(answer.headers)), body.decode("utf-8", "replace")]
    return "\n".join(found)
