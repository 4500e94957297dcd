"""Where a record and what its orders and events lead to part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a record and what its orders lead to part.

    ``index`` is the place in ``phases``, ``path`` the place in that phase; of a difference in ``events`` the index is
    -1, and the path leads from the top of the record. ``recorded`` and ``found`` are JSON values.
    """

    index: int
    phase: str
    path: str
    recorded: Any
    found: Any

    @property
    def place(self) -> str:
        """The place in the whole record."""
        return self.path if self.index < 0 else f"phases[{self.index}].{self.path}"

    def __str__(self) -> str:
        where = f"{self.path} ({self.phase})" if self.index < 0 else f"phases[{self.index}] ({self.phase}): {self.path}"
        lead = "what happened leads" if self.index < 0 else "its orders lead"
        return f"{where}: the record has {_show(self.recorded)}, {lead} to {_show(self.found)}"


def first_difference(recorded: Any, found: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Where two JSON values part, one after the other: path, the one value, the other."""
    if isinstance(recorded, Mapping) and isinstance(found, Mapping):
        for key in sorted({*recorded, *found}, key=lambda key: (key not in found, str(key))):
            yield from first_difference(recorded.get(key), found.get(key), f"{path}.{key}")
    elif isinstance(recorded, list | tuple) and isinstance(found, list | tuple):
        for number, (one, other) in enumerate(zip(recorded, found, strict=False)):
            yield from first_difference(one, other, f"{path}[{number}]")
        if len(recorded) != len(found):
            number = min(len(recorded), len(found))
            yield f"{path}[{number}]", _at(recorded, number), _at(found, number)
    elif recorded != found:
        yield path, recorded, found


def _at(values: list[Any] | tuple[Any, ...], number: int) -> Any:
    return values[number] if number < len(values) else None


def _show(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 200 else f"{text[:197]}..."
