"""What is wrong with a variant's folder, said with file and key."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from talleyrand.board.quoted import shortened

LONGEST_KEY = 200


class Fault(NamedTuple):
    """One fault: the file within the folder, the key in it ("provinces[3].kind"), and what to do about it."""

    file: str
    key: str
    message: str

    def __str__(self) -> str:
        key = shortened(self.key, LONGEST_KEY)
        return f"{self.file}: {key}: {self.message}" if key else f"{self.file}: {self.message}"


class VariantError(ValueError):
    """A variant that cannot be loaded; ``faults`` holds everything found, ``path``, ``key``, ``message`` the first."""

    def __init__(self, path: str | Path, key: str, message: str, faults: tuple[Fault, ...] = ()) -> None:
        self.path = Path(path)
        self.key = key
        self.message = message
        self.faults = faults or (Fault(self.path.name, key, message),)
        more = f" (and {len(self.faults) - 1} more)" if len(self.faults) > 1 else ""
        super().__init__(f"{path}: {key}: {message}{more}" if key else f"{path}: {message}{more}")

    @classmethod
    def of(cls, folder: Path, faults: tuple[Fault, ...]) -> VariantError:
        """The error for a folder with one fault or more."""
        first = faults[0]
        return cls(folder / first.file, first.key, first.message, faults)
