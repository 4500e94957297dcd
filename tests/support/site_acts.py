"""What tests of pages do again and again: somebody opens a page, sends a form, and reads what came back."""

from django.test import Client
from django.urls import reverse

from talleyrand.host.games.models import Game

SECRET = "A Rome - Apulia"


def fresh(game):
    return Game.objects.get(pk=game.pk)


def web(user=None, **more):
    """A browser, signed in where there is a user."""
    client = Client(**more)
    if user is not None:
        client.force_login(user)
    return client


def at(name, game, *args):
    return reverse(name, args=[game.code, *args])


def read(user, game, name="game", *args):
    """A page that somebody may see."""
    answer = web(user).get(at(name, game, *args))
    assert answer.status_code == 200
    return answer.content.decode()


def send(user, game, text=SECRET, power="Rome", **fields):
    """The form of the order box."""
    form = {"orders": text, "seen": f"{game.branch}-{game.number}", "key": "k", **fields}
    return web(user).post(at("orders", game, power), form)


def act(user, game, view, power="Rome", /, **form):
    """A form for a power; the page that it leads to."""
    return web(user).post(at(view, game, power), form, follow=True)


def said(answer):
    return answer.content.decode()
