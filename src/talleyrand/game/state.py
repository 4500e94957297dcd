"""A game: a frozen value that answers every act with a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Position
from talleyrand.board.unit import Power
from talleyrand.game.adjudicate import judge
from talleyrand.game.ahead import carried, parts, together
from talleyrand.game.amendment import Mend, Setting, mended, mends_between
from talleyrand.game.conditional import Wishes
from talleyrand.game.errors import GameError, GameOverError, InputError
from talleyrand.game.ledger import Entry, Event, Kind, Message, OrderSet, Origin, Seat, in_force, published
from talleyrand.game.report import Report
from talleyrand.game.report_json import write_reading, write_report
from talleyrand.game.rulebooks import rulebook_of, with_years
from talleyrand.game.seats import is_senior
from talleyrand.game.sheets import readings_of, refuse_illegal, retreat_wishes, sheet_of
from talleyrand.game.standing import Standing, awaited
from talleyrand.game.turn import able
from talleyrand.game.wire import check_position, power_of, variant_named
from talleyrand.orders.policy import IllegalOrder
from talleyrand.orders.reading import Reading
from talleyrand.orders.sheet import Sheet, Submission
from talleyrand.rules import civil_disorder, victory
from talleyrand.rules.rulebook import Rulebook
from talleyrand.rules.victory import State, Status
from talleyrand.variants.variant import Variant


@dataclass(frozen=True)
class Game:
    """A game on a variant, from its first phase on. Make one with ``Game.new``.

    ``entries`` hold every phase ever played, abandoned branches too; ``line`` those that count. The engine has no
    clock: times are texts that the caller passes in. ``variant`` and ``rulebook`` are what holds now, ``former`` what
    held before each amendment, oldest first.
    """

    variant: Variant
    rulebook: Rulebook
    entries: tuple[Entry, ...]
    seats: tuple[Seat, ...] = ()
    events: tuple[Event, ...] = ()
    messages: tuple[Message, ...] = ()
    timetable: Mapping[str, Any] = field(default_factory=dict)
    former: tuple[Setting, ...] = ()

    @classmethod
    def new(
        cls,
        variant: str | Variant,
        rulebook: str | Mapping[str, Any] | Rulebook | None = None,
        *,
        seats: Mapping[Power, Iterable[str]] | None = None,
        position: Position | None = None,
        timetable: Mapping[str, Any] | None = None,
        year_label: str | None = None,
        time: str = "",
    ) -> Game:
        """A game at its start, or at a ``position`` of the GM's choice. Raises ``InputError``.

        Years are named by ``year_label`` ("AUC"), or else as goes with a preset given by name (X-A2).
        """
        named = variant_named(variant) if isinstance(variant, str) else variant
        rules = rulebook_of(rulebook, named)
        chosen = with_years(named, rulebook, year_label)
        start = chosen.start if position is None else position
        check_position(start, chosen)
        taken = [
            Seat(power_of(name, chosen.board, f"seats.{name}", chosen.name), tuple(players))
            for name, players in (seats or {}).items()
        ]
        started = Event(Kind.STARTED, str(start.phase), time=time)
        first = Entry(1, 1, Origin.START, start)
        return cls(chosen, rules, (first,), tuple(taken), (started,), timetable=dict(timetable or {}))

    # what there is

    @property
    def current(self) -> Entry:
        """The phase being played, or the last one played where the game is over."""
        return self.entries[-1]

    @property
    def line(self) -> tuple[Entry, ...]:
        """The phases that count, in order."""
        return in_force(self.entries)

    @property
    def abandoned(self) -> tuple[Entry, ...]:
        """Phases that a rollback put aside."""
        line = self.line
        return tuple(entry for entry in self.entries if not any(entry is kept for kept in line))

    @property
    def position(self) -> Position:
        """The board as it stands."""
        return self.current.position

    @property
    def phase(self) -> Phase:
        """The phase being played."""
        return self.current.phase

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers in the variant's order."""
        return self.variant.powers

    @property
    def able(self) -> tuple[Power, ...]:
        """The powers that have anything to order in the phase being played, in the variant's order."""
        return able(self.variant, self.rulebook, self.position)

    @property
    def status(self) -> Standing:
        """How the game stands."""
        entry, over = self.current, self._ended()
        sent = {received.power for received in entry.received if received.counts}
        may = () if over.over else self.able
        return Standing(
            phase=entry.phase,
            number=entry.number,
            state=over.state,
            winners=over.winners,
            ordered=tuple(power for power in self.powers if power in sent),
            waiting=tuple(power for power in may if power not in sent),
            disorder=tuple(power for power in self.powers if power in entry.counts.in_disorder(self.rulebook)),
            missed=dict(entry.counts.missed),
            ruling=awaited(self.line),
        )

    def sheet(self, power: Power) -> Sheet:
        """A power's orders as they stand: each with its reading, and which are in force. Raises ``InputError``."""
        return self.sheet_in(self.current, self._power(power))

    def sheet_in(self, entry: Entry, power: Power) -> Sheet:
        """A power's orders in any phase of the ledger."""
        here = self.at(entry)
        return sheet_of(here.variant, entry.position, power, _submissions(entry, power), here.rulebook)

    def conditional_retreats(self, power: Power) -> Wishes:
        """Where a power's units go if they are dislodged, if retreats are sent with orders. Raises ``InputError``."""
        entry, name = self.current, self._power(power)
        return retreat_wishes(self.variant, entry.position, name, _submissions(entry, name), self.rulebook)

    def sent_ahead(self, power: Power) -> tuple[Reading, ...]:
        """The orders that a power has sent with its retreats for the phase after them (X-A8).

        Raises ``InputError`` for an unknown power.
        """
        entry, name = self.current, self._power(power)
        if not together(entry.position, self.rulebook):
            return ()
        texts = [submission.raw for submission in _submissions(entry, name)]
        board, policy = self.variant.board, self.rulebook.reading
        return tuple(each for text in texts for each in parts(text, name, entry.position, board, policy).readings)

    def at(self, entry: Entry) -> Game:
        """The game with the map and the rules that hold in a phase of its ledger."""
        if entry.amended >= len(self.former):
            return self
        setting = self.former[entry.amended]
        return replace(self, variant=setting.variant, rulebook=setting.rulebook, former=self.former[: entry.amended])

    def report(self, entry: Entry | None = None) -> Report:
        """The report of a phase, the last one adjudicated unless given. Raises ``GameError`` where there is none."""
        if entry is None:
            done = [known for known in self.line if known.report is not None]
            if not done:
                raise GameError("no phase has been adjudicated yet, so there is no report; adjudicate this one first")
            entry = done[-1]
        return self.judge(entry)

    # what players and the GM do

    def submit(
        self,
        power: Power,
        text: str,
        *,
        author: str = "",
        senior: bool = False,
        override: bool = False,
        channel: str = "",
        time: str = "",
    ) -> Game:
        """Orders for a power, kept exactly as written beside what came before.

        Raises ``InputError`` for an unknown power, for an ``override`` that is not the senior diplomat's (A-105), and
        for an order that cannot be carried out where the rulebook wants it refused on entry; ``GameOverError`` where
        the game has ended.
        """
        self._refuse_if_over("no orders can be given")
        name = self._power(power)
        senior = is_senior(self.seats, name, author, senior, override)
        alone = Submission(author, text, 0, senior, override)
        found = readings_of(self.variant, self.position, name, alone, self.rulebook)
        if self.rulebook.illegal_orders is IllegalOrder.REFUSED:
            refuse_illegal(found)
        readings = tuple(write_reading(reading) for reading in found)
        received = OrderSet(name, text, author, channel, time, senior, override, readings)
        return self._with(replace(self.current, received=(*self.current.received, received)))

    def withdraw(self, power: Power, *, actor: str = "", time: str = "") -> Game:
        """Take back every set of a power in this phase: they stay in the record, and count no more.

        Raises ``InputError`` for an unknown power, ``GameError`` where nothing was sent, ``GameOverError`` where the
        game has ended.
        """
        self._refuse_if_over("no orders can be taken back")
        name = self._power(power)
        standing = [received for received in self.current.sets_of(name) if not received.withdrawn]
        if not standing:
            raise GameError(f"{name} has sent nothing in {self.phase} that could be withdrawn")
        received = tuple(replace(one, withdrawn=True) if one.power == name else one for one in self.current.received)
        data = {"power": name, "sets": len(standing)}
        event = Event(Kind.WITHDRAWN, str(self.phase), actor, time, data=data)
        return self._with(replace(self.current, received=received), event)

    def advance(self, *, skip: bool = True, time: str = "", actor: str = "") -> tuple[Game, Report]:
        """Adjudicate the phase and go on to the next in which anyone can act.

        Raises ``GameOverError`` where the game has ended, ``GameError`` where it waits for a ruling.
        """
        self._refuse_if_over("there is nothing to adjudicate")
        if wanted := awaited(self.line):
            raise GameError(f"the game waits for a ruling: {wanted}")
        entry = self.current
        report = self.judge(replace(entry, skip=skip))
        done = replace(entry, report=write_report(report, self.variant), skip=skip)
        data = {"skipped": [str(phase) for phase in report.skipped]} if report.skipped else {}
        event = Event(Kind.ADJUDICATED, str(entry.phase), actor, time, data=data)
        game = self._with(done, event)
        if not report.over:
            following = Entry(
                entry.number + 1,
                entry.branch,
                Origin.ADJUDICATED,
                report.next,
                self.counts_after(entry),
                self.carried_into(game.line, report.next),
                amended=entry.amended,
            )
            game = replace(game, entries=(*game.entries, following))
        return game, report

    def undo(self, to: int | None = None, *, actor: str = "", text: str = "", time: str = "") -> Game:
        """Go back to before the last adjudication, or to phase number ``to``, with the orders received then.

        What is put aside stays readable in ``abandoned``, and ``redo`` brings it back. Raises ``GameError`` where there
        is nothing to go back to.
        """
        line, current = self.line, self.current
        if to is None:
            ended = self._drawn() is not None
            to = current.number if current.report is not None or ended else current.number - 1
        chosen = next((entry for entry in line if entry.number == to), None)
        if chosen is None:
            raise GameError(
                "there is no adjudication to undo"
                if to < 1
                else f"there is no phase number {to}; the game has phases 1 to {current.number}"
            )
        again = self._now(replace(chosen, branch=self._new_branch(), origin=Origin.UNDONE, report=None, skip=True))
        data = {"from": str(current.phase), "to": to, **self._put_aside()}
        event = Event(Kind.UNDONE, str(chosen.phase), actor, time, text, data)
        return replace(self, entries=(*self.entries, again), events=(*self.events, event))

    def redo(self, branch: int | None = None, *, actor: str = "", text: str = "", time: str = "") -> Game:
        """Bring back the phases that the last ``undo`` put aside, or those that end on a given ``branch``.

        They are added again, on a branch of their own; what they take the place of is put aside in turn, so that
        another ``redo`` takes this one back. Raises ``GameError`` where nothing was put aside.
        """
        marks = [event for event in self.events if "aside" in event.data]
        if branch is None:
            if not marks:
                raise GameError("no undo has put anything aside, so there is nothing to bring back")
            branch = int(marks[-1].data["aside"])
        last = max((index for index, entry in enumerate(self.entries) if entry.branch == branch), default=-1)
        if last < 0:
            raise GameError(f"there is no branch {branch}; the game has branches 1 to {self._new_branch() - 1}")
        wanted, line = in_force(self.entries[: last + 1]), self.line
        common = 0
        while common < min(len(wanted), len(line)) and wanted[common] is line[common]:
            common += 1
        if common == len(wanted):
            raise GameError(f"the phases of branch {branch} are those that count already")
        new = self._new_branch()
        again = tuple(
            self._now(
                replace(entry, branch=new, origin=entry.origin if entry.origin is Origin.ADJUDICATED else Origin.REDONE)
            )
            for entry in wanted[common:]
        )
        data: dict[str, Any] = {"branch": branch, "to": again[-1].number, **self._put_aside()}
        drawn = next((event.data.get("aside_drawn") for event in marks[::-1] if event.data["aside"] == branch), None)
        if drawn:
            data["drawn"] = drawn
        event = Event(Kind.REDONE, str(again[-1].phase), actor, time, text, data)
        return replace(self, entries=(*self.entries, *again), events=(*self.events, event))

    def draw(self, sharers: Iterable[Power] | None = None, *, actor: str = "", text: str = "", time: str = "") -> Game:
        """End the game in a draw of ``sharers``, or of all whom the rulebook lets share (A-004).

        Raises ``GameOverError`` where the game has ended already, ``InputError`` for an unknown power.
        """
        self._refuse_if_over("it cannot be drawn")
        if sharers is None:
            winners = victory.draw(self.position, self.variant.board, self.rulebook).winners
        else:
            named = {self._power(power) for power in sharers}
            winners = tuple(power for power in self.powers if power in named)
        if not winners:
            raise InputError("sharers", "name at least one power that shares the draw")
        event = Event(Kind.DRAW, str(self.phase), actor, time, text, {"winners": list(winners)})
        return replace(self, events=(*self.events, event))

    def rule(self, text: str, *, position: Position | None = None, actor: str = "", time: str = "") -> Game:
        """A ruling of the GM, recorded; with ``position`` the board is replaced by it (A-085).

        The orders received in the phase stay where its phase stays, read by the board as it is then. Raises
        ``InputError`` for a position that cannot be.
        """
        event = Event(Kind.RULING, str(self.phase), actor, time, text, {"board": position is not None})
        game = replace(self, events=(*self.events, event))
        if position is None:
            return game
        self._refuse_if_over("its board cannot be changed; undo the last adjudication first")
        check_position(position, self.variant)
        entry = self.current
        kept = entry.received if position.phase == entry.phase else ()
        received = tuple(replace(each, readings=self._read(each, position)) for each in kept)
        changed = replace(entry, branch=self._new_branch(), origin=Origin.RULING, position=position, received=received)
        return replace(game, entries=(*game.entries, changed))

    def amend(
        self,
        *,
        rulebook: Mapping[str, Any] | Rulebook | None = None,
        mends: Iterable[Mend] = (),
        text: str = "",
        actor: str = "",
        time: str = "",
    ) -> Game:
        """Change choices of the rulebook, or mend the map, from the open phase on (A-127, D-051, lesson 18).

        ``rulebook`` are the choices that change; with a "preset" among them all others are the preset's.

        The orders received in the phase stay, and are read by what holds now. Phases that are over stay as they were.
        Raises ``InputError`` for choices and mends that cannot be or change nothing, ``GameOverError``.
        """
        self._refuse_if_over("its rules and its map stay as they are; undo the last adjudication first")
        wanted = rulebook.choices() if isinstance(rulebook, Rulebook) else dict(rulebook or {})
        base = {} if "preset" in wanted else self.rulebook.choices()
        rules, variant = rulebook_of({**base, **wanted}, self.variant), mended(self.variant, tuple(mends))
        if rules == self.rulebook and not mends_between(self.variant.board, variant.board):
            raise InputError("rulebook", "nothing would change; change a choice, or mend a step of the map")
        former = (*self.former, Setting(self.variant, self.rulebook))
        event = Event(Kind.AMENDED, str(self.phase), actor, time, text, {"amendment": len(former)})
        game = replace(self, variant=variant, rulebook=rules, former=former, events=(*self.events, event))
        again = game._now(replace(self.current, branch=self._new_branch(), origin=Origin.AMENDED))
        return replace(game, entries=(*game.entries, again))

    def set_disorder(self, power: Power, on: bool = True, *, actor: str = "", text: str = "", time: str = "") -> Game:
        """Put a power in civil disorder, or end its disorder and forget what it missed (X-A9, lesson of saved orders).

        While the GM has put a power in disorder none of its orders is in force, whatever it sends. Raises
        ``InputError``.
        """
        self._refuse_if_over("nobody can be put in civil disorder")
        name = self._power(power)
        counts = self.current.counts.declare(name) if on else self.current.counts.clear(name)
        event = Event(Kind.DISORDER if on else Kind.CLEARED, str(self.phase), actor, time, text, {"power": name})
        return self._with(replace(self.current, counts=counts), event)

    def post(self, sender: str, text: str, *, to: Iterable[str] = (), time: str = "", true_sender: str = "") -> Game:
        """Add a piece of press to the game's archive."""
        message = Message(sender, text, tuple(to), str(self.phase), time, true_sender)
        return replace(self, messages=(*self.messages, message))

    # how it is done

    def carried_into(self, line: Sequence[Entry], position: Position) -> tuple[OrderSet, ...]:
        """The sets that were sent with retreats for the phase of a position, which follows a line (X-A8)."""
        return tuple(
            replace(received, readings=self._read(received, position))
            for received in carried(line, position.phase, self.variant.board, self.rulebook)
        )

    def _now(self, entry: Entry) -> Entry:
        """An entry as it is taken up again: while it is open, by the map and the rules that hold now."""
        if entry.report is not None or entry.amended == len(self.former):
            return entry
        received = tuple(replace(each, readings=self._read(each, entry.position)) for each in entry.received)
        return replace(entry, amended=len(self.former), received=received)

    def _read(self, received: OrderSet, position: Position) -> tuple[dict[str, Any], ...]:
        alone = Submission(received.author, received.text, 0, received.senior, received.override)
        found = readings_of(self.variant, position, received.power, alone, self.rulebook)
        return tuple(write_reading(reading) for reading in found)

    def counts_after(self, entry: Entry) -> civil_disorder.NmrCounts:
        """The counts of missed orders once a phase is over."""
        sent = {received.power for received in entry.received if received.counts} | set(entry.sealed)
        return civil_disorder.update(entry.counts, entry.position, sent)

    def judge(self, entry: Entry) -> Report:
        """Adjudicate any phase of the ledger from the orders received in it; nothing is recorded.

        Orders that a view has sealed are stood in for by those that the report published.
        """
        known, here = published(entry), self.at(entry)
        sent = {power: _submissions(known, power) for power in self.powers}
        return judge(here.variant, entry.position, sent, here.rulebook, counts=entry.counts, skip=entry.skip)

    def _with(self, entry: Entry, *events: Event) -> Game:
        return replace(self, entries=(*self.entries[:-1], entry), events=(*self.events, *events))

    def _new_branch(self) -> int:
        return max(entry.branch for entry in self.entries) + 1

    def _put_aside(self) -> dict[str, Any]:
        """What an event keeps of the branch that it puts aside."""
        drawn = self._drawn()
        kept = {"aside_drawn": list(drawn.winners)} if drawn is not None else {}
        return {"aside": self.current.branch, **kept}

    def _power(self, text: str) -> Power:
        return power_of(text, self.variant.board, "power", self.variant.name)

    def _drawn(self) -> Status | None:
        for event in reversed(self.events):
            if event.kind == Kind.UNDONE:
                return None
            if event.kind == Kind.REDONE:
                drawn = event.data.get("drawn")
                return Status(State.DRAW, tuple(drawn)) if drawn else None
            if event.kind == Kind.DRAW:
                return Status(State.DRAW, tuple(event.data.get("winners", ())))
        return None

    def _ended(self) -> Status:
        drawn = self._drawn()
        if drawn is not None:
            return drawn
        report = self.current.report
        if report is None:
            return Status()
        found = report.get("status", {})
        return Status(State(found.get("state", "running")), tuple(found.get("winners", ())))

    def _refuse_if_over(self, so: str) -> None:
        ended = self._ended()
        if ended.over:
            how = {State.SOLO: "won by", State.DRAW: "drawn between", State.RANKED: "ranked first:"}[ended.state]
            raise GameOverError(f"the game is over ({how} {', '.join(ended.winners)}), so {so}")


def _submissions(entry: Entry, power: Power) -> list[Submission]:
    return [
        Submission(received.author, received.text, number, received.senior, received.override)
        for number, received in enumerate(entry.sets_of(power))
        if not received.withdrawn
    ]
