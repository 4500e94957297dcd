"""The sets of orders of one power beside each other: the last as it was read, and what it changed (lesson 19)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from talleyrand.game.sheets import readings_of
from talleyrand.game.state import Game as Engine
from talleyrand.host.bridge.orders import Line, line
from talleyrand.orders.reading import Status
from talleyrand.orders.sets import subject
from talleyrand.orders.sheet import Submission
from talleyrand.prose import notation

_LONGEST = 100
"""Characters of a line that is said to hold no order."""
_SUPERSEDED = "Another order stands instead."


@dataclass(frozen=True, slots=True)
class Change:
    """What stands now where something else stood; one of them may be empty."""

    now: str
    before: str


@dataclass(frozen=True, slots=True)
class Last:
    """The last set that was not taken back: who sent it and when, each line as read, and what it changed.

    ``aside`` are its lines in which no order was read. ``first`` says that it is the only one; ``stands`` whether it is
    in force, at least in part.
    """

    author: str
    time: str
    text: str
    lines: tuple[Line, ...]
    aside: tuple[str, ...]
    changes: tuple[Change, ...]
    first: bool
    stands: bool


def last_set(engine: Engine, power: str) -> Last | None:
    """The last set of a power in the phase being played; None where none counts. Raises ``InputError``."""
    sets = engine.current.sets_of(power)
    standing = [number for number, each in enumerate(sets) if not each.withdrawn]
    if not standing:
        return None
    number = standing[-1]
    received = sets[number]
    sheet = engine.sheet(power)
    own = [entry for entry in sheet.entries if entry.seq == number]
    alone = Submission(received.author, received.text, 0, received.senior, received.override)
    readings = readings_of(engine.variant, engine.position, power, alone, engine.rulebook)
    lines = [line(entry.reading, engine) for entry in own]
    for index, entry in enumerate(own):
        if not entry.chosen and entry.reading.status in (Status.OK, Status.REPAIRED):
            lines[index] = replace(lines[index], mark="not in force", remarks=(*lines[index].remarks, _SUPERSEDED))
    return Last(
        received.author,
        received.time,
        received.text,
        (*lines, *(line(reading, engine) for reading in readings[len(own) :])),
        _aside(received.text, [" ".join(reading.text.split()) for reading in readings]),
        _changes(_standing(_without(engine, power, number), power), _standing(engine, power)),
        len(standing) == 1,
        number in sheet.sets_in_force or any(entry.chosen for entry in own),
    )


def _aside(text: str, read: Sequence[str]) -> tuple[str, ...]:
    """The lines of a text in which nothing was read."""
    lines = [" ".join(each.split()) for each in text.splitlines()]
    return tuple(
        each if len(each) <= _LONGEST else f"{each[:_LONGEST]}…"
        for each in lines
        if each and not any(known and (known in each or each in known) for known in read)
    )


def authors_in_force(engine: Engine, power: str) -> tuple[str, ...]:
    """Who sent the orders that stand, in the order of the lines (X-A6). Raises ``InputError`` for an unknown power."""
    return tuple(dict.fromkeys(entry.author for entry in engine.sheet(power).entries if entry.chosen))


def _without(engine: Engine, power: str, number: int) -> Engine:
    """The game as if one set of a power had not come."""
    gone = engine.current.sets_of(power)[number]
    received = tuple(each for each in engine.current.received if each is not gone)
    return replace(engine, entries=(*engine.entries[:-1], replace(engine.current, received=received)))


def _standing(engine: Engine, power: str) -> dict[Hashable, str]:
    """What a power has in force, by what it is about."""
    board = engine.variant.board
    found: dict[Hashable, str] = {}
    for entry in engine.sheet(power).entries:
        if entry.in_force and entry.reading.order is not None:
            text = notation.order(entry.reading.order, board)
            about = subject(entry)
            found[text if about is None else about] = text
    for word, readings in (
        ("if dislodged", engine.conditional_retreats(power).readings),
        ("ahead", engine.sent_ahead(power)),
    ):
        found |= {(word, text): f"{text} ({word})" for text in (line(each, engine).text for each in readings)}
    return found


def _changes(before: Mapping[Hashable, str], now: Mapping[Hashable, str]) -> tuple[Change, ...]:
    come = [Change(text, before.get(about, "")) for about, text in now.items() if before.get(about) != text]
    gone = [Change("", text) for about, text in before.items() if about not in now]
    return (*come, *gone)
