"""A cast: Mara runs a forum game, Alice and Anton play Rome, Bob plays Carthage, Olga only looks."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import cache

from site_acts import fresh
from site_cast import START
from site_clock import Clock
from talleyrand.host.accounts.models import User
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.pictures import store


@pytest.fixture(autouse=True)
def unhurried():
    """Nobody has done anything too often yet."""
    cache.clear()


def person(name):
    return User.objects.create_user(name, f"{name}@example.org", "a pass phrase for tests")


@pytest.fixture(autouse=True)
def own_pictures(tmp_path, monkeypatch):
    """Pictures of a test lie in its own folder."""
    monkeypatch.setattr(store, "CONFIG", replace(store.CONFIG, data=tmp_path))


@pytest.fixture
def mara(db):
    return person("mara")


@pytest.fixture
def alice(db):
    return person("alice")


@pytest.fixture
def anton(db):
    return person("anton")


@pytest.fixture
def bob(db):
    return person("bob")


@pytest.fixture
def olga(db):
    return person("olga")


@pytest.fixture
def game(mara, alice, anton, bob):
    made = games.create(
        mara,
        "Forum game 000",
        "ancient_mediterranean",
        write(PRESETS["000"][1]),
        preset="forum_ancient_mediterranean",
        now=START - timedelta(days=7),
    )
    for user, power in ((alice, "Rome"), (anton, "Rome"), (bob, "Carthage")):
        games.join(user, made, power, now=START - timedelta(days=6))
    return made


@pytest.fixture
def running(game, mara):
    return games.start(mara, game, now=START)


@pytest.fixture
def players(alice, bob):
    """Who sends orders in games that are played phase by phase."""
    return {"Rome": alice, "Carthage": bob}


@pytest.fixture
def clock(monkeypatch):
    """An hour into the first phase."""
    return Clock(monkeypatch, START + timedelta(hours=1))


@pytest.fixture
def strict(running, clock):
    """A game by a strict timetable, an hour into its first phase."""
    return running


@pytest.fixture
def soft(game, mara, clock):
    """The same by a soft timetable."""
    Game.objects.filter(pk=game.pk).update(timetable=write(PRESETS["004"][1]))
    return games.start(mara, fresh(game), now=START)
