"""A game in a file: its record, read and written whole."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from talleyrand.cli import source, store
from talleyrand.cli.fault import FaultError, fault_of
from talleyrand.cli.locate import line_of
from talleyrand.cli.output import json_text
from talleyrand.game.errors import GameError, InputError
from talleyrand.game.record import read_record, write_record
from talleyrand.game.state import Game
from talleyrand.game.wire import variant_named

T = TypeVar("T")


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Add the option that says where the variant of a record lies."""
    parser.add_argument("--variant", metavar="V", help="the game's variant, where it is a folder of your own")


def load(name: str, variant: str | None = None) -> Game:
    """The game of a record file. Raises ``FaultError`` naming line and key."""
    text = source.read_text(name)
    file = source.shown(name)
    value = source.parse_json(text, file)
    if isinstance(value, dict) and "phases" not in value and {"phase", "units", "orders"} & value.keys():
        kind = "case (a position with orders)" if "orders" in value else "position"
        answer = "`talleyrand adjudicate` takes it" if "orders" in value else "it has no orders"
        raise FaultError(f"this is a {kind}, not the record of a game; {answer}", file=file)
    try:
        return read_record(value, variant=variant_named(variant, "--variant") if variant else None)
    except InputError as error:
        if error.path == "variant.name" and not variant:
            error = InputError(error.path, f"{error.message}; for one in a folder of your own add --variant DIR")
        raise fault_of(error).at(file=file, line=line_of(text, error.path)) from None


def line(name: str, path: str) -> int:
    """The line of a record file on which the value of a path stands, 0 where that cannot be said."""
    return 0 if name == source.STDIN else line_of(source.read_text(name), path)


def create(name: str, game: Game) -> None:
    """Write a new game. Raises ``FaultError`` where the file exists already."""
    path = Path(name)
    with store.locked(path):
        if path.exists():
            raise FaultError("exists already; a new game never replaces a file", file=name)
        store.replace_text(path, json_text(write_record(game)) + "\n")


def change(name: str, variant: str | None, act: Callable[[Game], tuple[Game, T]]) -> T:
    """Load a game, act on it and write it back while no other command may, and return what the act also answers.

    Raises ``FaultError``; the file then stays as it was.
    """
    path = Path(name)
    if not path.exists():
        raise FaultError("there is no such file; `talleyrand game new` begins a game", file=name)
    with store.locked(path):
        game, answer = _acted(load(name, variant), act, name)
        store.replace_text(path, json_text(write_record(game)) + "\n")
    return answer


def _acted(game: Game, act: Callable[[Game], tuple[Game, T]], name: str) -> tuple[Game, T]:
    try:
        return act(game)
    except GameError as error:
        raise fault_of(error).at(file=name) from None
