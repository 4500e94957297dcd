"""A game to look at: Ancient Mediterranean, three phases in, with five players and a Game Master."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from talleyrand.host.accounts.models import User
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import DAYS, Slot, Timetable, write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.turns import services as turns

MASTER = "Livia"
PLAYERS = {"Hanno": "Carthage", "Arsinoe": "Egypt", "Myrto": "Greece", "Roxane": "Persia", "Marcus": "Rome"}
"""Names and powers; the addresses are in a domain that cannot receive mail."""

TURNS: tuple[dict[str, str], ...] = (
    {
        "Carthage": "A Cirta - Numidia\nA Carthage - Mauretania\nF Thapsus - Punic Sea",
        "Egypt": "A Memphis - Cyrene\nA Thebes - Sinai\nF Alexandria - Egyptian Sea",
        "Greece": "A Macedonia - Byzantium\nA Athens - Macedonia\nF Sparta - Messenian Sea",
        "Persia": "A Antioch - Cappadocia\nA Damascus - Arabia\nF Sidon - Syrian Sea",
        "Rome": "A Ravenna - Venetia\nA Rome - Apulia\nF Neapolis - Tyrrhenean Sea",
    },
    {
        "Carthage": "F Punic Sea - Sicily\nA Numidia - Leptis\nA Mauretania holds",
        "Egypt": "F Egyptian Sea - Cyprus\nA Sinai holds\nA Cyrene - Leptis",
        "Greece": "A Byzantium holds\nA Macedonia - Illyria\nF Messenian Sea - Crete",
        "Persia": "F Syrian Sea - Cyprus\nA Cappadocia - Galatia\nA Arabia - Jerusalem",
        "Rome": "F Tyrrhenean Sea - Sardinia\nA Venetia - Dalmatea\nA Apulia - Neapolis",
    },
    {
        "Carthage": "Build A Cirta\nBuild F Carthage",
        "Egypt": "Build F Alexandria",
        "Greece": "Build F Athens",
        "Persia": "Build A Damascus",
        "Rome": "Build F Roma\nBuild A Ravenna",
    },
)
"""What the players sent, turn by turn."""

UNDER_WAY = {
    "Carthage": "F Sicily - Tyrrhenean Sea\nF Carthage - Punic Sea\nA Cirta - Numidia\nA Numidia - Leptis\n"
    "A Mauretania supports A Cirta - Carthage",
    "Egypt": "F Egyptian Sea - Cyprus\nF Alexandria - Egyptian Sea\nA Cyrene - Leptis\nA Sinai holds",
}
"""What is in for the phase being played; Carthage's support matches no order, which its Game Master may point out."""


def seed(now: datetime) -> Game:
    """Make the demo's people and game, with its past on the ledger and a deadline ahead; what is there stays."""
    master, *players = (_person(name) for name in (MASTER, *PLAYERS))
    found = Game.objects.filter(master=master).first()
    if found is not None:
        return found
    begun = now - timedelta(days=3, hours=6)
    game = games.create(
        master,
        "The Middle Sea",
        "ancient_mediterranean",
        write(_timetable(now)),
        preset="forum_ancient_mediterranean",
        now=begun,
    )
    by_power = dict(zip(PLAYERS.values(), players, strict=True))
    for power, user in by_power.items():
        games.join(user, game, power, now=begun)
    game = games.start(master, game, now=begun)
    for sent in TURNS:
        game = _play(game, by_power, sent)
    for power, text in UNDER_WAY.items():
        turns.submit(by_power[power], game, power, text, now=now - timedelta(minutes=1))
    return game


def _timetable(now: datetime) -> Timetable:
    """A phase a day, at an hour that is far from now: whenever the demo is begun, its open phase is open for long."""
    hour = (now.astimezone(UTC) + timedelta(hours=18)).replace(minute=0)
    return Timetable(steps={"*": Slot(f"{hour:%H:%M}", DAYS)}, zone="Etc/GMT")


def _person(name: str) -> User:
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User.objects.create_user(name, f"{name.lower()}@demo.invalid")
    return user


def _play(game: Game, by_power: dict[str, User], sent: dict[str, str]) -> Game:
    due = game.due_at
    assert due is not None
    for power, text in sent.items():
        turns.submit(by_power[power], game, power, text, now=due - timedelta(hours=4))
    tick(due)
    return Game.objects.get(pk=game.pk)
