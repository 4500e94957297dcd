"""What a Game Master amends on her pages, as tests fill in the forms and read what comes of them."""

import json
from datetime import timedelta

from site_acts import at, web
from site_phases import FALL, SPRING, WINTER, again, play
from site_visitor import forms_of
from talleyrand.game.record import read_record
from talleyrand.host.games.models import Game
from talleyrand.host.notices.models import Notification
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Event, OrderSet, Phase

CLOSED = {"unit": "A", "from": "Rome", "to": "neapolis", "open": "0"}


def three_phases(game, players, clock):
    """Three phases in; Rome's orders for the fourth are in."""
    for sent in (SPRING, FALL, WINTER):
        play(game, sent, players)
    clock.now = again(game).opened_at + timedelta(hours=1)
    turns.submit(players["Rome"], game, "Rome", "A Neapolis - Apulia\nA Rome - Etruria", now=clock.now)
    return again(game)


def everything():
    """All that an act can change; that she looked at sealed orders is noted besides."""
    rows = [
        Event.objects.exclude(kind="looked"),
        *(each.objects.all() for each in (Game, Phase, OrderSet, Notification)),
    ]
    return [list(each.order_by("pk").values()) for each in rows]


def preview(client, game, number, branch=1, **fields):
    """Fill in the form of a phase, and the page that comes of it."""
    answer = client.post(
        at("correct_phase", game, branch, number), {"do": "preview", "replay": "yes", **fields}, follow=True
    )
    return answer.content.decode()


def publish(client, game, number, branch=1, text="A post was overlooked.", **fields):
    page = client.get(at("correct_phase", game, branch, number) + "?preview").content.decode()
    form = next(form for form in forms_of(page) if "draft" in form.fields).fields
    return client.post(at("correct_phase", game, branch, number), {**form, "text": text, "do": "publish", **fields})


def set_up(client, game, *edits):
    """Publish a board with these edits."""
    for fields in edits:
        client.post(at("board", game), {"seen": "1-1", **fields})
    page = client.get(at("board", game)).content.decode()
    form = next(form for form in forms_of(page) if "draft" in form.fields).fields
    assert client.post(at("board", game), {**form, "text": "set up", "do": "publish"}).status_code == 302


def exported(game):
    return read_record(json.loads(web().get(at("record", game)).content))


def mend(client, game, **fields):
    """Ask for a mend as the form does, and publish it from the page that shows what would come of it."""
    page = client.get(at("mend", game), fields).content.decode()
    form = next(form for form in forms_of(page) if form.method == "post" and form.fields.get("text") == "").fields
    return client.post(at("mend", game), {**form, "text": "The drawn map shows a sea there."})
