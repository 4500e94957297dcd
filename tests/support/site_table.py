"""A game as its people meet it: pages and forms alone, a clock that is set, and the worker's sweep when it strikes."""

import json
from datetime import timedelta

from django.core.cache import cache
from django.urls import reverse

from site_visitor import Visitor
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.games.models import Game
from talleyrand.host.notices.post import deliver
from talleyrand.host.notices.prods import prod

TITLE = "Around the middle sea"


class Table:
    """A running game with its Game Master, and for each power who plays it and the bot that he asks."""

    def __init__(self, code, clock, master, players, bots):
        self.code, self.clock, self.master, self.players, self.bots = code, clock, master, players, bots
        self.struck = []
        """Every phase that the clock ended: branch, number and when."""

    @property
    def game(self):
        return Game.objects.get(code=self.code)

    @property
    def kind(self):
        """The open phase's kind: "M", "R" or "A"."""
        return self.game.phases.last().code[-1]

    def at(self, name, *args):
        return reverse(name, args=[self.code, *args])

    def page(self, visitor=None):
        """The game's page."""
        return (visitor or self.master).read(self.at("game"))

    def record(self, visitor):
        """The record as somebody gets it."""
        return json.loads(visitor.read(self.at("record")))

    def orders_of(self, power):
        """What a power's player makes up when he has looked at his own record."""
        return self.bots[power].answer(self.record(self.players[power]))

    def send(self, power, text):
        """Orders in the box of the game's page; the page that comes back."""
        return self.players[power].send(self.at("game"), f"/orders/{power}/", orders=text)

    def everybody_sends(self, absent=()):
        """Orders of all powers that have any to give, but for the absent; what each sent."""
        sent = {}
        for power in self.players:
            text = "" if power in absent else self.orders_of(power)
            if text:
                self.send(power, text)
                sent[power] = text
        return sent

    def desk(self, act, *, of=None, **fields):
        """An act of the Game Master's at her desk, who is sure where she is asked; the page that comes back."""
        page, where = self.at("desk"), f"/desk/{act}/"
        text = self.master.send(page, where, of=of, **fields)
        if 'name="sure"' not in text:
            return text
        answer = self.master.press(text, page, where, button="sure=yes")
        assert answer.status_code == 200
        return answer.content.decode()

    def ready(self, power):
        """A power says that it needs no more time; the page that comes back."""
        return self.players[power].send(self.at("game"), f"/ready/{power}/", of={"ready": "1"})

    def more_time(self, power, hours):
        """A power asks all others for more time; the page that comes back."""
        page = f"{self.at('more_time', power)}?hours={hours}"
        return self.players[power].send(page, f"/more-time/{power}/ask/")

    def agree(self, power):
        """A power agrees to more time; the page that comes back."""
        return self.players[power].send(self.at("game"), f"/more-time/{power}/agree/")

    def strike(self):
        """Let the clock come to the deadline: nothing but reminders before it, and at it the phase ends once."""
        game = self.game
        due = game.closes_at
        before = [due - timedelta(hours=hours, seconds=1) for hours in (23, 2, 0)]
        for instant in (each for each in before if each >= self.clock.now):
            self.clock.to(instant)
            assert tick(instant) == 0
            prod(instant)
            deliver(instant)
        self.clock.to(due)
        assert [tick(due), tick(due)] == [1, 0]
        deliver(due)
        self.struck.append((game.branch, game.number, due))


def signed_up(name):
    """Somebody who made himself an account with the site's own form, and is signed in."""
    visitor = Visitor()
    phrase = "many words keep a game safe"
    page = visitor.send(
        reverse("account_signup"),
        reverse("account_signup"),
        email=f"{name}@example.org",
        username=name,
        password1=phrase,
        password2=phrase,
    )
    assert name in page
    return visitor


def seated(clock, places, bots, *, timetable):
    """A forum game of Ancient Mediterranean that Mara made, that these people joined, and that she has started."""
    cache.clear()  # which counts how often an address signs up within a minute
    mara = signed_up("mara")
    setting = "ancient_mediterranean/forum_ancient_mediterranean"
    mara.send(f"{reverse('new')}?setting={setting}", "", button="do=make", title=TITLE, timetable=timetable)
    code = Game.objects.get(title=TITLE).code
    players = {}
    for power, name in places.items():
        players[power] = signed_up(name)
        players[power].send(reverse("game", args=[code]), "/join/", power=power)
    table = Table(code, clock, mara, players, bots)
    table.desk("start")
    assert table.game.state == "running"
    return table
