"""A forum game played on by its clock: orders of the first phases, and what stands on its board."""

from talleyrand.host.bridge import ledger
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.games.models import Game
from talleyrand.host.turns import services as turns

SPRING = {
    "Rome": "A Rome - Apulia\nA Ravenna - Venetia\nF Neapolis - Tyrrhenian Sea",
    "Carthage": "F Thapsus - Punic Sea",
}
FALL = {"Rome": "A Apulia - Neapolis\nA Venetia - Illyria\nF Tyrrhenian Sea - Sicilia", "Carthage": "F Punic Sea holds"}
WINTER = {"Rome": "Build A Rome"}


def again(game):
    """The game as its rows have it now."""
    return Game.objects.get(pk=game.pk)


def engine_of(game):
    """The engine's game as its rows have it now."""
    return ledger.load(again(game))


def position_of(game):
    """The board as it stands."""
    return engine_of(game).position


def units_of(game, power):
    """A power's units: {"A ROM", …}."""
    return {str(unit) for unit in position_of(game).units_of(power)}


def play(game, sent, players):
    """Orders by power, sent by their players, and the deadline at which the clock adjudicates them."""
    due = again(game).due_at
    for power, text in sent.items():
        turns.submit(players[power], game, power, text, now=due - (due - again(game).opened_at) / 2)
    assert tick(due) == 1
    return again(game)
