"""Rules and maps changed in the middle of a game, through the ledger and back."""

from datetime import timedelta

import pytest

from site_cast import START, in_force
from talleyrand.game.verify import verify
from talleyrand.host.bridge import ledger
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.games.access import NotAllowedError
from talleyrand.host.games.models import Game, Rulebook
from talleyrand.host.games.services import RefusedError
from talleyrand.host.turns import services as turns

CLOSED = {"unit": "A", "from": "Roma", "to": "Neapolis", "open": False}


def again(game):
    return Game.objects.get(pk=game.pk)


def test_a_changed_rule_is_a_version_of_its_own_and_the_deadline_stays(running, mara, alice):
    turns.submit(alice, running, "Rome", "A Rome - Apulia", now=START)
    due = again(running).due_at
    turns.amend(mara, running, "We play short.", rulebook={"victory_centers": 9}, now=START + timedelta(hours=1))
    game = again(running)
    assert (game.state, game.due_at, game.closes_at) == ("running", due, due)
    versions = [(row.version, row.text, row.choices["victory_centers"]) for row in game.rulebooks.all()]
    assert versions == [(1, "", game.founding["victory_centers"]), (2, "We play short.", 9)]
    assert in_force(game, "Rome") == {"A ROM": "A ROM - APU"}
    event = game.events.last()
    assert (event.kind, event.text, event.sight) == ("amended", "We play short.", "all")
    tick(due)
    engine = ledger.load(again(running))
    assert engine.rulebook.victory_centers == 9
    assert verify(engine) is None


def test_a_mended_map_holds_for_orders_that_were_in(running, mara, alice):
    turns.submit(alice, running, "Rome", "A Rome - Neapolis", now=START)
    turns.amend(mara, running, "The drawn map shows no border there.", mends=[CLOSED], now=START)
    game = again(running)
    assert game.amendments == [{"map": [{"unit": "A", "from": "NEA", "to": "ROM", "open": False}]}]
    assert [row.amended for row in game.phases.all()] == [0, 1]
    assert Rulebook.objects.filter(game=game).count() == 1
    sheet = ledger.load(game).sheet("Rome")
    assert [str(entry.reading.status) for entry in sheet.entries if entry.reading.text] == ["illegal"]


def test_a_change_that_cannot_be_or_that_is_not_hers_changes_nothing(running, mara, alice):
    before = list(Game.objects.values())
    for change, fault in (
        ({"rulebook": {"victory_centers": "many"}}, "rulebook.victory_centers"),
        ({"mends": [{**CLOSED, "to": "Atlantis"}]}, r"mends\[0\].to"),
        ({"mends": [{**CLOSED, "open": True}]}, "already"),
        ({}, "nothing would change"),
    ):
        with pytest.raises(RefusedError, match=fault):
            turns.amend(mara, running, "why", now=START, **change)
    with pytest.raises(RefusedError, match="say why"):
        turns.amend(mara, running, " ", rulebook={"victory_centers": 9}, now=START)
    with pytest.raises(NotAllowedError):
        turns.amend(alice, running, "why", rulebook={"victory_centers": 9}, now=START)
    assert list(Game.objects.values()) == before


def test_a_paused_game_stays_paused_and_an_overdue_phase_stays_due(running, mara):
    late = running.due_at + timedelta(minutes=1)
    turns.amend(mara, running, "why", rulebook={"victory_centers": 9}, now=late)
    assert again(running).closes_at == running.closes_at
    assert tick(late) == 1
    assert verify(ledger.load(again(running))) is None
