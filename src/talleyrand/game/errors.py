"""What is wrong with a document, a case or a game, said where it is wrong."""

from __future__ import annotations


class GameError(Exception):
    """Something asked of a game that it cannot do; the message says what to do instead."""


class InputError(GameError, ValueError):
    """A fault in a document: ``path`` is the place in it ("units.France[0]"), ``message`` says what is wrong there."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message


class GameOverError(GameError):
    """The game has ended, so nothing can be ordered or adjudicated in it."""
