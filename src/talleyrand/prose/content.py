"""What a report says, worked out once: every format only lays it out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from talleyrand.board.board import Board
from talleyrand.board.calendar import ADJUSTMENT, RETREAT, YearLabel
from talleyrand.board.position import Position
from talleyrand.board.unit import Power, Unit, UnitKind
from talleyrand.game.report import Line, Report
from talleyrand.orders.reading import Status
from talleyrand.prose import notation
from talleyrand.prose.happenings import Happening, happenings
from talleyrand.prose.remarks import fell, quoted, repairs, unread_why
from talleyrand.prose.sentence import reasons, why
from talleyrand.prose.words import full_stop, listing, number, place_name, plain, unit_name
from talleyrand.rules.outcome import Code, Outcome, Result
from talleyrand.variants.variant import Variant


@dataclass(frozen=True, slots=True)
class Extras:
    """What the one who posts a report knows and the engine does not.

    ``game`` is the game's own title, ``deadline`` when the next phase ends, in words, ``map_url`` where the map lies.
    ``label`` names years another way than the variant does by itself. ``part`` says that the report holds only some of
    the orders, so that what concerns everybody is left out. ``desk`` says that only the Game Master reads it: orders
    that were taken back, lines that are none and the remarks of players are shown as well.
    """

    game: str = ""
    deadline: str = ""
    map_url: str = ""
    label: YearLabel | None = None
    part: bool = False
    desk: bool = False


PLAIN = Extras()
"""Nothing to add."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One order: how it reads, whether it failed (``mark`` says how in a word or two, ``why`` in a sentence), notes."""

    text: str
    failed: bool
    mark: str
    why: str
    notes: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """The orders of one power."""

    power: Power
    colour: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Driven:
    """A dislodged unit: where it may go, or that it is gone."""

    power: Power
    value: Unit
    unit: str
    by: str
    options: tuple[str, ...]
    gone: bool

    @property
    def line(self) -> str:
        """The whole of it in a sentence."""
        by = f", dislodged by {self.by}," if self.by else ""
        return f"{self.unit}{by} {self.fate}."

    @property
    def fate(self) -> str:
        """What is open to it: "may retreat to Bohemia or Tyrolia", "has no retreat and is disbanded"."""
        if self.gone:
            return "has no retreat and is disbanded"
        return f"may retreat to {listing(self.options, 'or')}" if self.options else "can only disband"


@dataclass(frozen=True, slots=True)
class Row:
    """One power in the count table; ``change`` is builds or, below 0, removals, None where neither comes next.

    ``centers`` is None where nobody has said who owns them.
    """

    power: Power
    colour: str
    centers: int | None
    armies: int
    fleets: int
    change: int | None

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        centers = () if self.centers is None else (str(self.centers),)
        counts = (self.power, *centers, str(self.armies), str(self.fleets))
        return counts if self.change is None else (*counts, f"{self.change:+d}" if self.change else "0")


@dataclass(frozen=True, slots=True)
class Digest:
    """Everything a report shows, in words and numbers and in the order it is shown."""

    title: str
    phase: str
    sections: tuple[Section, ...]
    dislodged: tuple[Driven, ...]
    happenings: tuple[Happening, ...]
    """Retreats sent with the orders, what happened by default, and what powers had to order and did not."""
    standoffs: tuple[str, ...]
    captures: tuple[str, ...]
    rows: tuple[Row, ...]
    pending: bool
    """Units that must retreat are left out of the counts."""
    changes: bool
    """The table has a column for builds and removals."""
    skipped: str
    next: str
    result: str
    deadline: str
    map_url: str
    explained: bool
    owners_known: bool = True
    """Who owns the centres has been said; else the table does not count them."""

    @property
    def table(self) -> tuple[tuple[str, ...], ...]:
        """The count table as cells, its head first: centres, armies, fleets and what changes next."""
        head = (
            "Power",
            *(["Centres"] if self.owners_known else []),
            "Armies",
            "Fleets",
            *(["+/-"] if self.changes else []),
        )
        return (head, *(row.cells for row in self.rows))

    @property
    def standoff_line(self) -> str:
        """Where standoffs left a province empty, in a sentence; "" where nowhere."""
        if not self.standoffs:
            return ""
        return f"{'Standoffs' if len(self.standoffs) > 1 else 'A standoff'} left {listing(self.standoffs)} empty."

    @property
    def pending_line(self) -> str:
        """A note to the table."""
        return "Units that must retreat are not counted." if self.pending else ""

    @property
    def table_title(self) -> str:
        """What the table counts."""
        return "Supply centres" if self.owners_known else "Units"

    @property
    def table_notes(self) -> tuple[str, ...]:
        """What there is to say about the table, a sentence each."""
        unknown = "" if self.owners_known else "Who owns the supply centres was not said, so they are not counted."
        return tuple(note for note in (self.pending_line, self.changes_line, unknown) if note)

    @property
    def changes_line(self) -> str:
        """The column of builds and removals in words."""
        changes = [(row.power, row.change) for row in self.rows if row.change]
        return full_stop(
            listing(
                f"{power} may build {number(change, 'unit')}"
                if change > 0
                else f"{power} must remove {number(-change, 'unit')}"
                for power, change in changes
            )
        )

    @property
    def next_line(self) -> str:
        """The next phase, and when it ends."""
        if not self.next:
            return ""
        return f"{self.next}, until {self.deadline}" if self.deadline else self.next


def digest(report: Report, variant: Variant, *, explain: bool = False, extras: Extras = PLAIN) -> Digest:
    """Gather what a report says; with ``explain`` every order has its chain of reasons."""
    calendar = variant.calendar if extras.label is None else replace(variant.calendar, label=extras.label)
    board = variant.board
    next_phase = report.next.phase
    found = Digest(
        title=plain(extras.game) or plain(variant.title),
        phase=calendar.describe(report.phase),
        sections=tuple(_sections(report, variant, explain, extras.desk)),
        dislodged=tuple(_driven(report, board)),
        happenings=tuple(happenings(report, board)),
        standoffs=tuple(place_name(place, board) for place in sorted(report.after.standoffs, key=board.name)),
        captures=tuple(_captures(report, board)),
        rows=tuple(_rows(report, variant)),
        pending=bool(report.next.dislodged),
        changes=_adjusts(report),
        skipped="" if report.over else _skipped(tuple(calendar.describe(phase) for phase in report.skipped)),
        next="" if report.over else calendar.describe(next_phase),
        result=_result(report),
        deadline=plain(extras.deadline),
        map_url="".join(extras.map_url.split()),
        explained=explain,
        owners_known=report.owners_known,
    )
    return _part(found, report) if extras.part else found


def _part(content: Digest, report: Report) -> Digest:
    """What a report of some orders only has to say."""
    shown = {(line.power, line.unit) for line in report.lines}
    kept = tuple(driven for driven in content.dislodged if (driven.power, driven.value) in shown)
    return replace(
        content,
        dislodged=kept,
        happenings=(),
        standoffs=(),
        captures=(),
        rows=(),
        pending=False,
        changes=False,
        skipped="",
        next="",
        result="",
        owners_known=True,
    )


def _sections(report: Report, variant: Variant, explain: bool, desk: bool) -> Iterable[Section]:
    by_power: dict[Power, list[Line]] = {}
    for line in report.lines:
        if desk or not _private(line):
            by_power.setdefault(line.power, []).append(line)
    known = [power for power in variant.powers if power in by_power]
    for power in (*known, *(power for power in by_power if power not in known)):
        entries = tuple(_entry(line, variant.board, explain, desk) for line in by_power[power])
        yield Section(power, variant.colours.get(power, ""), entries)


_ASIDE = "Left aside"
"""How the reader begins to tell of words beside an order; what they were is for the Game Master."""


def _private(line: Line) -> bool:
    """What a player wrote that no unit was ordered by: an order taken back, or words that were no order."""
    status = line.reading.status
    return status is Status.DUPLICATE or (status is Status.UNREADABLE and line.outcome is None)


def _entry(line: Line, board: Board, explain: bool, desk: bool) -> Entry:
    """One line of the report."""
    reading, outcome = line.reading, line.outcome
    if line.order is not None:
        text = notation.order(line.order, board)
    elif reading.status is Status.MISSING and line.unit is not None:
        text = f"{notation.unit(line.unit, board)} holds" if _stands(outcome) else notation.unit(line.unit, board)
    else:
        text = quoted(reading.text)
    notes = []
    told = repairs(reading)
    public = tuple(text for text in told if not text.startswith(_ASIDE))
    if told and (desk or public == told):
        notes.append(f"Written {quoted(reading.text)}. {' '.join(told)}")
    elif public:
        notes.append(" ".join(public))
    if desk:
        notes += [text for text in map(full_stop, reading.notes) if text]
    failed = line.failed or reading.status not in (Status.OK, Status.REPAIRED)
    return Entry(
        text=text,
        failed=failed,
        mark=", ".join(_marks(line)),
        why=_why(line, board) if failed else "",
        notes=tuple(notes),
        chain=reasons(outcome, board) if explain and outcome is not None else (),
    )


def _stands(outcome: Outcome | None) -> bool:
    return outcome is not None and Result.HELD in outcome.results


def _why(line: Line, board: Board) -> str:
    if line.outcome is None or fell(line):
        return unread_why(line, board)
    if line.reading.status is Status.MISSING and not line.failed:
        return ""
    return why(line.outcome, board)


_READING_MARKS = {
    Status.ILLEGAL: "illegal",
    Status.AMBIGUOUS: "ambiguous",
    Status.UNREADABLE: "not understood",
    Status.DUPLICATE: "not in force",
    Status.MISSING: "no order",
}
_REASON_MARKS = {
    Code.REMOVED_BY_DEFAULT: "removed by default",
    Code.AWAITS_RULING: "awaits ruling",
    Code.TOO_MANY: "too many",
    Code.SITE_TAKEN: "occupied",
}
_RESULT_MARKS = {
    Result.DISRUPTED: "convoy broken",
    Result.NO_CONVOY: "no convoy",
    Result.IGNORED: "illegal",
    Result.HELD: "no order",
}


def _marks(line: Line) -> list[str]:
    for reason in line.outcome.because if line.outcome is not None else ():
        if reason.code in _REASON_MARKS:
            return [_REASON_MARKS[reason.code]]
    marks = [_READING_MARKS.get(line.reading.status, "")]
    if line.outcome is not None:
        results = [result for result in line.outcome.results if result is not Result.SUCCEEDS]
        if marks[0]:
            results = [result for result in results if result not in (Result.IGNORED, Result.HELD)]
        marks += [_RESULT_MARKS.get(result, str(result)) for result in results]
    return list(dict.fromkeys(mark for mark in marks if mark))


def _driven(report: Report, board: Board) -> Iterable[Driven]:
    """Every unit dislodged in this phase that is not yet settled, and those that had nowhere to go."""
    drivers = {
        outcome.unit: reason.unit
        for outcome in report.outcomes or tuple(line.outcome for line in report.lines if line.outcome is not None)
        for reason in outcome.because
        if outcome.dislodged
        and outcome.unit is not None
        and reason.code in (Code.DISLODGED_BY, Code.CUT_BY_DISLODGEMENT)
    }
    gone = {(entry.power, entry.unit) for entry in report.removed}
    settled = {(outcome.power, outcome.unit) for outcome in report.conditional}
    waiting = list(report.next.dislodged) if report.next.phase.kind == RETREAT else []
    listed = {(entry.power, entry.unit) for entry in waiting}
    for entry in (*waiting, *(entry for entry in report.removed if (entry.power, entry.unit) not in listed)):
        if (entry.power, entry.unit) in settled:
            continue
        by = drivers.get(entry.unit)
        yield Driven(
            power=entry.power,
            value=entry.unit,
            unit=unit_name(entry.unit, board),
            by=unit_name(by, board) if by is not None else "",
            options=tuple(place_name(place, board) for place in report.retreats.get(entry.unit, ())),
            gone=(entry.power, entry.unit) in gone,
        )


def _adjusts(report: Report) -> bool:
    """Builds and removals come next, and it is known how many."""
    return report.next.phase.kind == ADJUSTMENT and not report.over and report.owners_known


def _captures(report: Report, board: Board) -> Iterable[str]:
    """The centres that changed hands, a line for each power and whom it took them from."""
    taken: dict[tuple[Power, Power | None], list[str]] = {}
    for center, (old, new) in sorted(report.captured.items(), key=lambda item: board.name(item[0])):
        taken.setdefault((new, old), []).append(board.name(center))
    order = {power: index for index, power in enumerate(board.power_names)}
    for (new, old), names in sorted(taken.items(), key=lambda item: (order.get(item[0][0], 99), item[0][1] or "")):
        yield full_stop(f"{new} takes {listing(names)}{f' from {old}' if old else ''}")


def _rows(report: Report, variant: Variant) -> Iterable[Row]:
    position = report.next
    counted: set[Power] = {*position.units, *position.centers.values()}
    powers = (*variant.powers, *sorted(counted - set(variant.powers)))
    adjusts = _adjusts(report)
    for power in powers:
        yield Row(
            power=power,
            colour=variant.colours.get(power, ""),
            centers=len(position.centers_of(power)) if report.owners_known else None,
            armies=_count(position, power, UnitKind.ARMY),
            fleets=_count(position, power, UnitKind.FLEET),
            change=report.adjustments.get(power, 0) if adjusts else None,
        )


def _count(position: Position, power: Power, kind: UnitKind) -> int:
    return sum(unit.kind is kind for unit in position.units_of(power))


def _skipped(names: tuple[str, ...]) -> str:
    return full_stop(f"passed over, since nobody could act: {listing(names)}") if names else ""


def _result(report: Report) -> str:
    """How the game ended, where it did."""
    if report.status is None or not report.over:
        return ""
    winners = listing(report.status.winners)
    match str(report.status.state):
        case "solo":
            verb = "has won" if len(report.status.winners) == 1 else "have won together"
            return f"{winners or 'Somebody'} {verb}. The game is over."
        case "draw":
            return f"The game is over: a draw{f' between {winners}' if winners else ''}."
        case "ranked":
            first = f": {winners} {'ranks' if len(report.status.winners) == 1 else 'rank'} first" if winners else ""
            return f"The game has reached its last year{first}."
    return "The game is over."
