"""The sets of orders of one power beside each other: the last as it was read, and what it changed (lesson 19)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from talleyrand.game.sheets import readings_of
from talleyrand.game.state import Game as Engine
from talleyrand.host.bridge.desk import overrules
from talleyrand.host.bridge.orders import Line, line, shown
from talleyrand.orders.aside import heading
from talleyrand.orders.names import names_of
from talleyrand.orders.policy import SetMerge
from talleyrand.orders.reading import Status
from talleyrand.orders.sets import subject
from talleyrand.orders.sheet import Submission
from talleyrand.prose import notation

_LONGEST = 100
"""Characters of a line that is said to hold no order."""
_SUPERSEDED = "Another order stands instead."
_IN_FORCE = "These are the orders as {} sent them."
_UNREAD = "This is what {} sent last; nothing of it is in force."
_REPLACES = "What you send replaces all orders that are in."
_ADDS = "What you send replaces the orders of the units that it names; all other orders stay."


@dataclass(frozen=True, slots=True)
class Change:
    """What stands now where something else stood; one of them may be empty."""

    now: str
    before: str


@dataclass(frozen=True, slots=True)
class Last:
    """The last set that was not taken back: who sent it and when, each line as read, and what it changed.

    ``aside`` are its lines in which no order was read, headings left out; ``others`` are headings that name another
    power. ``first`` says that it is the only one; ``stands`` whether it is in force, at least in part, and ``whole``
    whether it is just what is in force.
    """

    author: str
    time: str
    text: str
    lines: tuple[Line, ...]
    aside: tuple[str, ...]
    others: tuple[str, ...]
    changes: tuple[Change, ...]
    first: bool
    stands: bool
    whole: bool


@dataclass(frozen=True, slots=True)
class Box:
    """What the box of orders begins with: ``about`` says what that is, and ``sends`` what sending another text does."""

    text: str = ""
    about: str = ""
    sends: str = ""


def box_of(engine: Engine, power: str) -> Box:
    """The set in force, to be changed, where a new one replaces all of it; an empty box where it only adds (X-A7)."""
    sets = engine.current.sets_of(power)
    own = [each for each in sets if not each.withdrawn and not overrules(each, power)]
    if not own:
        return Box()
    if engine.rulebook.reading.sets is SetMerge.MERGE_BY_UNIT:
        return Box(sends=_ADDS)
    counted = [sets[number] for number in engine.sheet(power).sets_in_force]
    chosen = next((each for each in reversed(counted) if any(each is mine for mine in own)), None)
    if chosen is None:
        return Box(own[-1].text, _UNREAD.format(own[-1].author), _REPLACES)
    return Box(chosen.text, _IN_FORCE.format(chosen.author), _REPLACES)


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
        *_besides(received.text, [" ".join(reading.text.split()) for reading in readings], engine, power),
        _changes(_standing(_without(engine, power, number), power), _standing(engine, power)),
        len(standing) == 1,
        number in sheet.sets_in_force or any(entry.chosen for entry in own),
        bool(own) and [entry for entry in sheet.entries if shown(entry, sheet)] == own,
    )


def _besides(text: str, read: Sequence[str], engine: Engine, power: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of a text in which nothing was read, and its headings that name another power."""
    powers = names_of(engine.variant.board).powers
    aside, others = [], []
    for each in (" ".join(row.split()) for row in text.splitlines()):
        lead, colon, _ = each.partition(":")
        named = heading(lead if colon else each, powers)
        if named and power not in named:
            others.append(lead)
        elif named is None and each and not any(known and (known in each or each in known) for known in read):
            aside.append(each if len(each) <= _LONGEST else f"{each[:_LONGEST]}…")
    return tuple(aside), tuple(dict.fromkeys(others))


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
