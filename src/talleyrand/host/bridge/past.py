"""A game's past: its phases one after the other, when each was adjudicated, and who had how much in which year."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from talleyrand.board.calendar import Phase
from talleyrand.game.errors import GameError
from talleyrand.game.ledger import Entry, Event, Kind, OrderSet, in_force
from talleyrand.game.state import Game as Engine
from talleyrand.rules.victory import State


@dataclass(frozen=True, slots=True)
class Stop:
    """One phase of the ledger as a list names it; ``skipped`` are phases passed over after it, in words.

    ``aside`` says that it was put aside, ``done`` that it has been adjudicated.
    """

    branch: int
    number: int
    words: str
    done: bool
    aside: bool
    skipped: tuple[str, ...] = ()
    turn: Turn | None = None
    """What put it aside; of one that counts what took it up again, if anything did."""

    @property
    def key(self) -> str:
        """Branch and number, as a form sends them."""
        return f"{self.branch}-{self.number}"


@dataclass(frozen=True, slots=True)
class Steps:
    """Where one can go from a phase, None where there is nothing: along its own branch where it was put aside."""

    first: Stop | None
    before: Stop | None
    after: Stop | None
    last: Stop | None
    stops: tuple[Stop, ...]
    """Every phase that counts, in order."""
    aside: tuple[Stop, ...]
    """Every phase that was put aside, in order."""
    here: Stop
    instead: Stop | None
    """What counts in the place of a phase that was put aside."""


def steps(engine: Engine, entry: Entry) -> Steps:
    """The way through a game's phases past one of them."""
    line = engine.line
    counts = any(each is entry for each in line)
    own = line if counts else in_force(engine.entries[: _end(engine, entry.branch) + 1])
    place = next((index for index, each in enumerate(own) if each is entry), None)
    if place is None:
        own, place = (entry,), 0
    found = _Stops(engine)
    along = tuple(found.stop(each) for each in own)
    return Steps(
        first=along[0] if place > 0 else None,
        before=along[place - 1] if place > 0 else None,
        after=along[place + 1] if place + 1 < len(along) else None,
        last=along[-1] if place + 1 < len(along) else None,
        stops=tuple(found.stop(each) for each in line),
        aside=tuple(found.stop(each) for each in engine.abandoned),
        here=along[place],
        instead=next((found.stop(each) for each in line if not counts and each.number == entry.number), None),
    )


def stops(engine: Engine) -> tuple[Stop, ...]:
    """Every phase that counts, in order."""
    found = _Stops(engine)
    return tuple(found.stop(each) for each in engine.line)


class _Stops:
    """Phases of one game in words."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.turns, self.aside = turns_of(engine), _put_aside(engine)
        first: dict[int, int] = {}
        for entry in engine.entries:
            first.setdefault(entry.branch, id(entry))
        self.first = frozenset(first.values())

    def stop(self, entry: Entry) -> Stop:
        """A phase of it."""
        describe = self.engine.variant.calendar.describe
        skipped = (entry.report or {}).get("skipped", ())
        began = entry.branch if id(entry) in self.first else 0
        return Stop(
            entry.branch,
            entry.number,
            describe(entry.phase),
            entry.report is not None,
            id(entry) in self.aside,
            tuple(describe(Phase.parse(code)) for code in skipped),
            self.turns.get(self.aside.get(id(entry), began)),
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """What began a line of play, and put aside what was played before: what was done, on which day, and why."""

    what: str
    day: str
    reason: str

    @property
    def named(self) -> str:
        """What it was, to go on after "by": "the rollback of 3 May 2030"."""
        return f"the {self.what} of {self.day}" if self.day else f"a {self.what}"


_CORRECTION = "correction"
_TURNS = {
    "undone": "rollback",
    "redone": "return to what had been put aside",
    "ruling": "edit of the board",
    "amended": "change of the rules or the map",
}
"""What begins a line, by the kind of its event and by the origin of its first phase, which are called the same."""


def lines_of_play(engine: Engine) -> dict[int, str]:
    """What each line of play is called, by branch: "Line 2, after the rollback of 3 May 2030"."""
    turns = turns_of(engine)
    branches = dict.fromkeys(entry.branch for entry in engine.entries)
    return {
        branch: f"Line {branch}, after {turns[branch].named}" if branch in turns else f"Line {branch}, from the start"
        for branch in branches
    }


def turns_of(engine: Engine) -> dict[int, Turn]:
    """What began each line of play but the first, by branch."""
    first: dict[int, Entry] = {}
    for entry in engine.entries:
        first.setdefault(entry.branch, entry)
    later = list(first.values())[1:]
    began = [(place, event) for place, event in enumerate(engine.events) if _begins_a_line(event)]
    if len(began) != len(later):  # a record from elsewhere, whose events do not tell it
        return {entry.branch: Turn(_TURNS[entry.origin], "", "") for entry in later if entry.origin in _TURNS}
    named = [(_CORRECTION if _corrects(engine, place) else _TURNS[event.kind], event) for place, event in began]
    return {
        entry.branch: Turn(what, _day(event.time), event.text)
        for entry, (what, event) in zip(later, named, strict=True)
    }


def _begins_a_line(event: Event) -> bool:
    if event.kind == Kind.RULING:
        return bool(event.data.get("board"))
    return event.kind in (Kind.UNDONE, Kind.REDONE, Kind.AMENDED)


def _corrects(engine: Engine, place: int) -> bool:
    """Whether a phase was taken up again to be adjudicated in the same act, with other orders."""
    event, following = engine.events[place], engine.events[place + 1 :]
    done = next((each for each in following if each.kind == Kind.ADJUDICATED or _begins_a_line(each)), None)
    return (
        event.kind == Kind.UNDONE
        and bool(event.time)
        and done is not None
        and (done.kind, done.time, done.actor) == (Kind.ADJUDICATED, event.time, event.actor)
    )


def _put_aside(engine: Engine) -> dict[int, int]:
    """The branch that put a phase aside, by the phase's identity."""
    line: list[Entry] = []
    found = {}
    for entry in engine.entries:
        while line and line[-1].number >= entry.number:
            found[id(line.pop())] = entry.branch
        line.append(entry)
    return found


def _day(time: str) -> str:
    try:
        day = datetime.fromisoformat(time)
    except ValueError:
        return ""
    return f"{day.day} {day:%B %Y}"


@dataclass(frozen=True, slots=True)
class Return:
    """What would come back of what a rollback put aside: ``back`` counts again, and ``aside`` goes for it, in words."""

    back: tuple[str, ...]
    aside: tuple[str, ...]


def comes_back(engine: Engine, branch: int | None = None) -> Return:
    """What bringing back comes to, by default what was put aside last. Raises ``GameError`` for nothing."""
    before, after = engine.line, engine.redo(branch).line
    kept = sum(one is other for one, other in zip(before, after, strict=False))
    describe = engine.variant.calendar.describe
    return Return(
        tuple(describe(entry.phase) for entry in after[kept:]), tuple(describe(entry.phase) for entry in before[kept:])
    )


def can_come_back(engine: Engine) -> bool:
    """Whether a rollback put anything aside that can be brought back."""
    try:
        return bool(comes_back(engine).back)
    except GameError:
        return False


def _end(engine: Engine, branch: int) -> int:
    """The place of the last phase of a branch among all."""
    return max(index for index, each in enumerate(engine.entries) if each.branch == branch)


@dataclass(frozen=True, slots=True)
class Told:
    """When a phase was adjudicated, as the ledger writes it, and by whom; nobody where it was by the clock."""

    time: str
    actor: str


def adjudication(engine: Engine, entry: Entry) -> Told | None:
    """When a phase was adjudicated; None where it was not, or the ledger does not say."""
    found = next((event for each, event in _adjudications(engine) if each is entry), None)
    return Told(found.time, found.actor) if found is not None else None


def _adjudications(engine: Engine) -> Iterator[tuple[Entry, Event]]:
    """Events of adjudication with their phases: each event goes one phase on, as the ledger was written."""
    entries, place = engine.entries, 0
    known: list[tuple[Entry, Event]] = []
    for event in engine.events:
        branch = entries[place].branch
        if event.kind == Kind.ADJUDICATED:
            known.append((entries[place], event))
        moves = event.kind in (Kind.ADJUDICATED, Kind.UNDONE, Kind.AMENDED) or (
            event.kind == Kind.RULING and bool(event.data.get("board"))
        )
        if (
            moves
            and place + 1 < len(entries)
            and (event.kind != Kind.ADJUDICATED or entries[place + 1].branch == branch)
        ):
            place += 1
        if event.kind == Kind.REDONE:
            place = _redone(entries, place, event, known)
    yield from known


def _redone(entries: tuple[Entry, ...], place: int, event: Event, known: list[tuple[Entry, Event]]) -> int:
    """The place after a redo: phases brought back were adjudicated when those were that they are copies of."""
    found = event.data.get("to")
    to = found if isinstance(found, int) else 0
    while place + 1 < len(entries):
        following = entries[place + 1]
        if following.branch == entries[place].branch and following.number > to:
            break
        place += 1
        twin = next((told for each, told in reversed(known) if _same(each, following)), None)
        if following.report is not None and twin is not None:
            known.append((following, twin))
        if following.number >= to:
            break
    return place


def _same(one: Entry, other: Entry) -> bool:
    return one.number == other.number and one.report == other.report and one.position == other.position


def sent(entry: Entry) -> tuple[tuple[str, tuple[OrderSet, ...]], ...]:
    """The order sets of a phase that its reader may see, by power."""
    powers = dict.fromkeys(received.power for received in entry.received)
    return tuple((power, entry.sets_of(power)) for power in powers)


@dataclass(frozen=True, slots=True)
class Year:
    """Supply centres by power, in the order of the powers, at the end of a year or, where it is not done, now."""

    name: str
    centers: tuple[int, ...]
    done: bool = True


def by_year(engine: Engine) -> tuple[Year, ...]:
    """Supply centres of every power at the start and at the end of each year."""
    line, label, powers = engine.line, engine.variant.calendar.label, engine.powers
    first = line[0].position
    held = {"Start": tuple(len(first.centers_of(power)) for power in powers)}
    for index, entry in enumerate(line):
        name = label.show(entry.phase.year)
        if index + 1 < len(line):
            after = line[index + 1].position
            held[name] = tuple(len(after.centers_of(power)) for power in powers)
        elif entry.report is not None:
            owned = entry.report.get("next", {}).get("centers", {})
            held[name] = tuple(len(owned.get(power, ())) for power in powers)
        else:
            held[name] = tuple(len(entry.position.centers_of(power)) for power in powers)
    unfinished = label.show(line[-1].phase.year) if line[-1].report is None else ""
    return tuple(Year(name, counts, name != unfinished) for name, counts in held.items())


def most_first(owned: Mapping[str, Sequence[str]]) -> tuple[tuple[str, int], ...]:
    """How many centres each power has of those that it owns, the most first; powers without any are left out."""
    held = {power: len(centers) for power, centers in owned.items() if centers}
    return tuple(sorted(held.items(), key=lambda each: (-each[1], each[0])))


def result(engine: Engine) -> str:
    """How a game ended, in words; "" while it goes on."""
    status = engine.status
    return how_it_ended(str(status.state), status.winners)


def result_in_words(state: str, winners: str) -> str:
    """The same from what the database keeps: a state, "open" for none, and a JSON list of powers."""
    try:
        names = json.loads(winners) if winners else []
    except ValueError:
        names = []
    return how_it_ended(state, tuple(names)) if state in list(State) else ""


def how_it_ended(state: str, winners: tuple[str, ...]) -> str:
    """A result in words: "Solo of Rome", "Draw of Rome and Egypt"; "" where there is none."""
    names = " and ".join(filter(None, (", ".join(winners[:-1]), winners[-1] if winners else "")))
    lead = {State.SOLO: "Solo of", State.DRAW: "Draw of", State.RANKED: "Won by"}.get(State(state), "")
    return f"{lead} {names}" if lead and names else ""
