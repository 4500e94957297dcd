"""A game in a file: its record, read and written whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from talleyrand.cli import source, store
from talleyrand.cli.fault import Fault, fault_of
from talleyrand.cli.locate import line_of
from talleyrand.cli.output import json_text
from talleyrand.game.errors import GameError, InputError
from talleyrand.game.record import read_record, write_record
from talleyrand.game.state import Game

T = TypeVar("T")


def load(name: str) -> Game:
    """The game of a record file. Raises ``Fault`` naming line and key."""
    text = source.read_text(name)
    value = source.parse_json(text, source.shown(name))
    try:
        return read_record(value)
    except InputError as error:
        raise fault_of(error).at(file=source.shown(name), line=line_of(text, error.path)) from None


def create(name: str, game: Game) -> None:
    """Write a new game. Raises ``Fault`` where the file exists already."""
    path = Path(name)
    with store.locked(path):
        if path.exists():
            raise Fault("exists already; a new game never replaces a file", file=name)
        store.replace_text(path, json_text(write_record(game)) + "\n")


def change(name: str, act: Callable[[Game], tuple[Game, T]]) -> T:
    """Load a game, act on it and write it back while no other command may, and return what the act also answers.

    Raises ``Fault``; the file then stays as it was.
    """
    path = Path(name)
    if not path.exists():
        raise Fault("there is no such file; `talleyrand game new` begins a game", file=name)
    with store.locked(path):
        game, answer = _acted(load(name), act, name)
        store.replace_text(path, json_text(write_record(game)) + "\n")
    return answer


def _acted(game: Game, act: Callable[[Game], tuple[Game, T]], name: str) -> tuple[Game, T]:
    try:
        return act(game)
    except InputError:
        raise  # about what was asked, not about the file
    except GameError as error:
        raise Fault(str(error), file=name) from None
