"""A phase that is over, adjudicated anew with other orders, and what that makes of the phases after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from talleyrand.atlas.draw import draw_report
from talleyrand.board.calendar import ADJUSTMENT
from talleyrand.board.position import Position
from talleyrand.game.errors import GameError, InputError
from talleyrand.game.ledger import Entry, OrderSet
from talleyrand.game.report import Report
from talleyrand.game.state import Game as Engine
from talleyrand.game.wire import write_position
from talleyrand.host.bridge.desk import enter
from talleyrand.host.bridge.rereading import rereads
from talleyrand.prose import notation
from talleyrand.prose.content import Digest, Extras, digest
from talleyrand.prose.content import Entry as Line
from talleyrand.prose.words import listing, number
from talleyrand.rules.adjustment import adjustments

Orders = Mapping[str, str | None]
"""By power what takes the place of its orders; None for none at all."""


@dataclass(frozen=True, slots=True)
class Change:
    """Lines of a power in the report as it was published, and as they would be, as far as they differ."""

    power: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """A later phase played again with the orders that were sent in it; ``rereads`` are those that changed."""

    phase: str
    done: bool
    rereads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction comes to; ``engine`` is the game after it, with nothing stored.

    ``changes`` and ``board`` are what differs in the phase's report and on the board after it, ``open`` on the board
    now. ``replayed`` are later phases that were played again, ``stopped`` says why no more of them could be, and
    ``aside`` are those that count no more. ``notes`` are other things to know.
    """

    engine: Engine
    report: Report
    changes: tuple[Change, ...]
    board: tuple[str, ...]
    open: tuple[str, ...]
    replayed: tuple[Replayed, ...]
    stopped: str
    aside: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def phase(self) -> str:
        """The phase that would be open, in words."""
        return self.engine.variant.calendar.describe(self.engine.phase)

    def digest(self, title: str) -> Digest:
        """The report as it would be published."""
        return digest(self.report, self.engine.variant, explain=True, extras=Extras(game=title))

    def map(self, theme: str, width: int | None) -> str:
        """The map of the report as SVG."""
        return draw_report(self.report, self.engine.variant, show="results", theme=theme, width=width)


def over(engine: Engine) -> tuple[Entry, ...]:
    """The phases of a game that count and have been adjudicated."""
    return tuple(entry for entry in engine.line if entry.report is not None)


def corrected(
    engine: Engine,
    entry: Entry,
    orders: Orders,
    *,
    replay: bool,
    tell: frozenset[str],
    author: str,
    text: str,
    now: datetime,
) -> Correction:
    """A phase that is over with other orders, and with ``replay`` the later ones played again with those sent in them.

    Of the open phase only the orders of the powers in ``tell`` are spoken of. Raises ``GameError`` for orders that
    the rulebook refuses, ``InputError`` where nothing would change.
    """
    time = now.isoformat(timespec="seconds")
    after = engine.undo(entry.number, actor=author, text=text, time=time)
    for power, written in orders.items():
        if written is None:
            after = after.withdraw(power, actor=author, time=time)
        else:
            after = enter(after, power, written, author=author, override=True, time=time)
    after, report = after.advance(skip=entry.skip, actor=author, time=time)
    old = engine.report(entry)
    changes = tuple(_changes(engine, old, report))
    board = differences(engine, old.next, report.next)
    if not changes and not board:
        raise InputError("orders", "nothing would change; write the orders that should have counted")
    later = tuple(each for each in engine.line if each.number > entry.number)
    run = _Replay(engine, after, later, author, time, tell)
    if replay:
        run.go()
    return Correction(
        run.engine,
        report,
        changes,
        board,
        differences(engine, engine.position, run.engine.position),
        tuple(run.replayed),
        run.stopped,
        tuple(engine.variant.calendar.describe(each.phase) for each in run.aside),
        tuple(_notes(engine, entry)),
    )


def _notes(engine: Engine, entry: Entry) -> Iterator[str]:
    if entry.amended < len(engine.former):
        yield "The rules or the map were changed since. The phase is adjudicated by what holds now."


class _Replay:
    """Later phases played again, one after the other, as far as it goes."""

    def __init__(
        self, before: Engine, after: Engine, later: tuple[Entry, ...], author: str, time: str, tell: frozenset[str]
    ) -> None:
        self.before, self.engine, self.author, self.time, self.tell = before, after, author, time, tell
        self.aside = list(later)
        self.replayed: list[Replayed] = []
        self.stopped = ""

    def go(self) -> None:
        """Play on until there is no phase left, or one in which something else is wanted."""
        while self.aside and not self.engine.status.over:
            old = next((each for each in self.aside if each.phase == self.engine.phase), None)
            name = self.before.variant.calendar.describe(self.engine.phase)
            if old is None:
                self.stopped = f"{name} was not played before, so its orders are still to come."
                return
            ruled = _ruled(self.before, old)
            changed = self._send(old)
            done = old.report is not None and not ruled
            if done:
                try:
                    self.engine, _ = self.engine.advance(skip=old.skip, actor=self.author, time=self.time)
                except GameError as fault:
                    done, self.stopped = False, f"{name} cannot be adjudicated: {fault}."
            self.aside = [each for each in self.aside if each is not old]
            self.replayed.append(Replayed(name, done, changed))
            if ruled:
                self.stopped = f"The board was edited by hand in {name}: look whether that is still wanted."
            if not done:
                return
        if self.aside:
            self.stopped = "The game is over with that."

    def _send(self, old: Entry) -> tuple[str, ...]:
        """The orders of a phase sent again, and the disorder that was declared in it; which orders changed."""
        refused = []
        waiting = [_plain(each) for each in self.engine.current.received]
        for each in old.received:
            if each.withdrawn:
                continue
            if _plain(each) in waiting:
                waiting.remove(_plain(each))
                continue
            try:
                self.engine = _again(self.engine, each)
            except InputError as fault:
                refused.append((each.power, f"{each.power}: a set of orders is refused now: {fault.message}."))
        declared = self.engine.current.counts.declared
        for power in sorted(old.counts.declared ^ declared):
            self.engine = self.engine.set_disorder(
                power, power in old.counts.declared, actor=self.author, time=self.time
            )
        tell = [power for power in self.engine.powers if old.report is not None or power in self.tell]
        changed = [
            words
            for power in tell
            for words in rereads(
                self.before.at(old), self.before.sheet_in(old, power), self.engine, self.engine.sheet(power)
            )
        ]
        return (*self._due(old), *changed, *(words for power, words in refused if power in tell))

    def _due(self, old: Entry) -> Iterator[str]:
        """Builds and removals that are others than they were."""
        if old.phase.kind != ADJUSTMENT:
            return
        was, now = _allowed(self.before.at(old), old.position), _allowed(self.engine, self.engine.position)
        for power in self.engine.powers:
            if was.get(power, 0) != now.get(power, 0):
                yield f"{power} has {_builds(now.get(power, 0))} instead of {_builds(was.get(power, 0))}."


def _allowed(engine: Engine, position: Position) -> Mapping[str, int]:
    return adjustments(position, engine.variant.board, engine.rulebook, engine.variant.hooks)


def _builds(due: int) -> str:
    """What a power may build, or below 0 must remove: "2 builds", "no build", "1 removal"."""
    return number(abs(due), "build" if due > 0 else "removal") if due else "no build"


def _again(engine: Engine, received: OrderSet) -> Engine:
    """A set as it came in once, in the phase being played; whose it was is not asked again."""
    after = replace(engine, seats=()).submit(
        received.power,
        received.text,
        author=received.author,
        senior=received.senior,
        override=received.override,
        channel=received.channel,
        time=received.time,
    )
    return replace(after, seats=engine.seats)


def _plain(received: OrderSet) -> tuple[str, str, str, str]:
    return received.power, received.author, received.time, received.text


def _ruled(engine: Engine, entry: Entry) -> bool:
    """Whether a phase began with another board than that to which the phase before it led."""
    before = next((each for each in engine.line if each.number == entry.number - 1), None)
    if before is None or before.report is None:
        return False
    variant = engine.variant
    return write_position(engine.report(before).next, variant) != write_position(entry.position, variant)


def _changes(engine: Engine, old: Report, new: Report) -> Iterator[Change]:
    """What differs between two reports of a phase, by power."""
    was, told = (
        {
            section.power: [_line(entry) for entry in section.entries]
            for section in digest(each, engine.variant).sections
        }
        for each in (old, new)
    )
    for power in engine.powers:
        before, after = was.get(power, []), told.get(power, [])
        gone = tuple(each for each in before if each not in after)
        come = tuple(each for each in after if each not in before)
        if gone or come:
            yield Change(power, gone, come)


def _line(entry: Line) -> str:
    return f"{entry.text} ({entry.mark})" if entry.mark else entry.text


def differences(engine: Engine, old: Position, new: Position) -> tuple[str, ...]:
    """What differs between two boards, in words."""
    return tuple(_differences(engine, old, new))


def _differences(engine: Engine, old: Position, new: Position) -> Iterator[str]:
    board, describe = engine.variant.board, engine.variant.calendar.describe
    if old.phase != new.phase:
        yield f"The next phase is {describe(new.phase)} instead of {describe(old.phase)}."
    for power in engine.powers:
        before, after = set(old.units_of(power)), set(new.units_of(power))
        come, gone = (
            [notation.unit(unit, board) for unit in sorted(each)] for each in (after - before, before - after)
        )
        if come and gone:
            yield f"{power} has {listing(come)} instead of {listing(gone)}."
        elif come or gone:
            yield f"{power} has {listing(come)} as well." if come else f"{power} has {listing(gone)} no more."
    for word, one, other in (("awaits a retreat", new, old), ("awaits no retreat", old, new)):
        for each in one.dislodged:
            if (each.power, each.unit) not in {(known.power, known.unit) for known in other.dislodged}:
                yield f"{each.power}: {notation.unit(each.unit, board)} {word}."
    for center in sorted({*old.centers, *new.centers}, key=board.name):
        was, now = old.centers.get(center), new.centers.get(center)
        if was != now:
            yield f"{board.name(center)} belongs to {now or 'nobody'} instead of {was or 'nobody'}."
