"""Whether the events of a record account for its phases: what was played, put aside, brought back and ruled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from talleyrand.game.difference import Difference
from talleyrand.game.ledger import Entry, Event, Kind, OrderSet, Origin, in_force
from talleyrand.game.state import Game
from talleyrand.game.wire import write_position
from talleyrand.rules.civil_disorder import NmrCounts
from talleyrand.rules.victory import State


def events_differ(game: Game) -> Iterator[Difference]:
    """The first difference between the events of a game and its phases, which each event in turn brings about.

    Events of unknown kinds say nothing about phases.
    """
    history = _History(game)
    yield from history.follow()


class _History:
    """The events followed one by one; ``known`` is how many phases they account for so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.entries = game.entries
        self.known = 1
        self.played = [False] * len(game.entries)
        self.withdrawn = [dict[str, int]() for _ in game.entries]
        self.counts = [NmrCounts() for _ in game.entries]
        self.amended = 0
        self.place = ""
        self.event = Event("")

    def follow(self) -> Iterator[Difference]:
        """The first difference there is."""
        acts: dict[str, Callable[[], Iterator[Difference]]] = {
            Kind.ADJUDICATED: self._adjudicated,
            Kind.UNDONE: self._undone,
            Kind.REDONE: self._redone,
            Kind.RULING: self._ruled,
            Kind.AMENDED: self._amended,
            Kind.WITHDRAWN: self._withdrawn,
            Kind.DISORDER: self._disorder,
            Kind.CLEARED: self._disorder,
        }
        started = self.game.events[0] if self.game.events else Event("")
        self.event, self.place = started, "events[0]"
        yield from self._same("kind", started.kind, str(Kind.STARTED))
        first = self.entries[0]
        yield from self._phase(first)
        yield from self._entry(0, "origin", str(first.origin), str(Origin.START))
        for index, event in enumerate(self.game.events[1:], 1):
            self.event, self.place = event, f"events[{index}]"
            if event.kind == Kind.STARTED:
                yield from self._same("kind", event.kind, None)
            if event.kind not in (Kind.UNDONE, Kind.REDONE) and event.kind in list(Kind):
                yield from self._phase(self._current)
            if event.kind in acts:
                yield from acts[event.kind]()
        yield from self._ends()

    @property
    def _current(self) -> Entry:
        return self.entries[self.known - 1]

    @property
    def _branch(self) -> int:
        return max(entry.branch for entry in self.entries[: self.known])

    def _adjudicated(self) -> Iterator[Difference]:
        entry = self._current
        if entry.report is None or self.played[self.known - 1]:
            yield from self._same("kind", self.event.kind, None)
            return
        self.played[self.known - 1] = True
        yield from self._same("data.skipped", self.event.data.get("skipped", []), entry.report.get("skipped", []))
        if entry.report.get("status", {}).get("state") == State.RUNNING:
            yield from self._next(Origin.ADJUDICATED, entry.number + 1, entry.branch)
            yield from self._entry(self.known - 1, "amended", self._current.amended, self.amended)
            self.counts[self.known - 1] = self.game.counts_after(entry)

    def _undone(self) -> Iterator[Difference]:
        line, to = in_force(self.entries[: self.known]), self.event.data.get("to")
        source = next((entry for entry in line if entry.number == to), None)
        if source is None:
            yield from self._same("data.to", to, self._current.number)
            return
        yield from self._same("data.from", self.event.data.get("from"), str(self._current.phase))
        yield from self._same("data.aside", self.event.data.get("aside"), self._current.branch)
        yield from self._phase(source)
        yield from self._again(Origin.UNDONE, source, source.received)

    def _ruled(self) -> Iterator[Difference]:
        if not self.event.data.get("board"):
            return
        source = self._current
        after = self.entries[self.known] if self.known < len(self.entries) else source
        yield from self._again(Origin.RULING, source, source.received if after.phase == source.phase else ())

    def _amended(self) -> Iterator[Difference]:
        self.amended += 1
        yield from self._same("data.amendment", self.event.data.get("amendment"), self.amended)
        source = self._current
        yield from self._again(Origin.AMENDED, source, source.received)

    def _redone(self) -> Iterator[Difference]:
        branch, sofar = self.event.data.get("branch"), self.entries[: self.known]
        last = max((index for index, entry in enumerate(sofar) if entry.branch == branch), default=-1)
        if last < 0:
            yield from self._same("data.branch", branch, None)
            return
        yield from self._same("data.aside", self.event.data.get("aside"), self._current.branch)
        line, new = in_force(sofar), self._branch + 1
        brought = [each for each in in_force(sofar[: last + 1]) if not any(each is kept for kept in line)]
        yield from self._same("data.to", self.event.data.get("to"), brought[-1].number if brought else None)
        for source in brought:
            origin = source.origin if source.origin is Origin.ADJUDICATED else Origin.REDONE
            yield from self._next(origin, source.number, new)
            entry, index = self._current, self.known - 1
            self.played[index] = source.report is not None
            self.withdrawn[index], self.counts[index] = _withdrawn(source), source.counts
            yield from self._position(index, source)
            if source.report is not None:
                yield from self._entry(index, "report", entry.report, source.report)
                yield from self._entry(index, "skip", entry.skip, source.skip)
                yield from self._entry(index, "amended", entry.amended, source.amended)
            received = entry.received if source.report is not None else entry.received[: len(source.received)]
            yield from self._entry(index, "orders", _plain(received), _plain(source.received))

    def _withdrawn(self) -> Iterator[Difference]:
        power, sets = str(self.event.data.get("power")), self.event.data.get("sets")
        if not isinstance(sets, int) or sets < 1:
            yield from self._same("data.sets", sets, 1)
            return
        taken = self.withdrawn[self.known - 1]
        taken[power] = taken.get(power, 0) + sets

    def _disorder(self) -> Iterator[Difference]:
        power, counts = str(self.event.data.get("power")), self.counts[self.known - 1]
        declared = self.event.kind == Kind.DISORDER
        self.counts[self.known - 1] = counts.declare(power) if declared else counts.clear(power)
        if power not in self.game.powers:
            yield from self._same("data.power", power, None)

    def _again(self, origin: Origin, source: Entry, received: tuple[OrderSet, ...]) -> Iterator[Difference]:
        """The next entry, which takes up a phase again on a new branch, with the orders received in it."""
        yield from self._next(origin, source.number, self._branch + 1)
        index, entry = self.known - 1, self._current
        self.withdrawn[index], self.counts[index] = _withdrawn(replace(source, received=received)), source.counts
        if origin is not Origin.RULING:
            yield from self._position(index, source)
        kept = entry.received[: len(received)]
        yield from self._entry(index, "orders", _plain(kept), _plain(received))

    def _next(self, origin: Origin, number: int, branch: int) -> Iterator[Difference]:
        """The entry that the event brings about."""
        if self.known == len(self.entries):
            yield Difference(-1, self.event.phase, self.place, self.event.kind, "a phase that is not there")
            return
        index, entry = self.known, self.entries[self.known]
        self.known += 1
        yield from self._entry(index, "number", entry.number, number)
        yield from self._entry(index, "branch", entry.branch, branch)
        yield from self._entry(index, "origin", str(entry.origin), str(origin))
        if entry.report is None or origin not in (Origin.REDONE, Origin.ADJUDICATED):
            yield from self._entry(index, "amended", entry.amended, self.amended)

    def _ends(self) -> Iterator[Difference]:
        """Nothing but what the events tell of is there."""
        if self.amended != len(self.game.former):
            yield Difference(-1, str(self._current.phase), "amendments", len(self.game.former), self.amended)
        if self.known < len(self.entries):
            extra = self.entries[self.known]
            yield Difference(self.known, str(extra.phase), "origin", str(extra.origin), None)
        for index, entry in enumerate(self.entries):
            if (entry.report is not None) is not self.played[index]:
                yield from self._entry(index, "report", "a report without its event", None)
            yield from self._entry(index, "orders.withdrawn", _withdrawn(entry), self.withdrawn[index])
            due = self.counts[index]
            yield from self._entry(index, "missed", dict(entry.counts.missed), dict(due.missed))
            yield from self._entry(index, "declared", sorted(entry.counts.declared), sorted(due.declared))

    def _position(self, index: int, source: Entry) -> Iterator[Difference]:
        recorded, due = (write_position(each.position, self.game.variant) for each in (self.entries[index], source))
        yield from self._entry(index, "position", recorded, due)

    def _phase(self, entry: Entry) -> Iterator[Difference]:
        yield from self._same("phase", self.event.phase, str(entry.phase))

    def _same(self, key: str, recorded: Any, due: Any) -> Iterator[Difference]:
        if recorded != due:
            yield Difference(-1, self.event.phase or str(self._current.phase), f"{self.place}.{key}", recorded, due)

    def _entry(self, index: int, path: str, recorded: Any, due: Any) -> Iterator[Difference]:
        if recorded != due:
            yield Difference(index, str(self.entries[index].phase), path, recorded, due)


def _withdrawn(entry: Entry) -> dict[str, int]:
    taken: dict[str, int] = {}
    for received in entry.received:
        if received.withdrawn:
            taken[received.power] = taken.get(received.power, 0) + 1
    return taken


def _plain(received: tuple[OrderSet, ...]) -> list[tuple[str, str, str]]:
    """Order sets without what may change later."""
    return [(each.power, each.author, each.text) for each in received]
