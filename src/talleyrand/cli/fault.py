"""What is wrong with an input, and where: file, line, key."""

from __future__ import annotations

from typing import Any

from talleyrand.board.position import PositionError
from talleyrand.board.quoted import shortened
from talleyrand.game.errors import GameError, InputError
from talleyrand.variants.load import VariantError

LONGEST_KEY = 200


class FaultError(Exception):
    """A fault of the input; the command ends with status 1, or a line of ``--jsonl`` is answered with it."""

    def __init__(self, message: str, *, file: str = "", line: int = 0, key: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.key = key

    def __str__(self) -> str:
        where = self.file
        if self.line:
            where += f":{self.line}" if where else f"line {self.line}"
        return ": ".join(part for part in (where, shortened(self.key, LONGEST_KEY), self.message) if part)

    def at(self, *, file: str = "", line: int = 0) -> FaultError:
        """The same fault with its place added where it does not know it yet."""
        return FaultError(self.message, file=self.file or file, line=self.line or line, key=self.key)

    def as_json(self) -> dict[str, Any]:
        """The fault as an answer of ``--jsonl``."""
        document: dict[str, Any] = {"message": self.message}
        if self.line:
            document["line"] = self.line
        if self.key:
            document["key"] = shortened(self.key, LONGEST_KEY)
        return document


def fault_of(error: Exception) -> FaultError:
    """The fault an exception stands for; one that no engine function documents is called an internal error."""
    match error:
        case FaultError():
            return error
        case InputError():
            return FaultError(error.message, key=error.path)
        case VariantError():
            return FaultError(error.message, file=str(error.path), key=error.key)
        case PositionError():
            return FaultError(str(error))
        case GameError():
            return FaultError(str(error))
        case OSError():
            return FaultError(error.strerror or str(error), file=str(error.filename or ""))
        case RecursionError():
            return FaultError("nested too deeply")
        case _:
            return FaultError(f"internal error, please report it: {type(error).__name__}: {error}")
