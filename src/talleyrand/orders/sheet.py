"""One power's orders in a phase, put together from everything its players sent.

Which set is in force (X-A6): while a senior has asked that his orders supersede the others', his latest set; if he
sent none, or nobody asked, the latest set of anyone (A-020, A-104, A-105). Asking stands for the phase: it is enough
that one of his sets says so. A game may instead merge sets unit by unit (X-A7, C-014): then a later set replaces only
the orders of the units it names, and an overriding senior's orders come last.

A text in which nothing could be read as an order is no set at all, be it empty, a comment or a chat: an earlier set
stands (so a player withdraws orders by ordering his units to hold, not by silence). Orders that are illegal or
ambiguous count as given: they replace earlier ones to the same unit and are then ignored, as the player may have meant
(A-023, A-124).

Nothing is thrown away: a sheet keeps every submission with its raw text and every reading, in force or not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from talleyrand.board.board import Board
from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from talleyrand.board.position import Position
from talleyrand.board.unit import Power, Unit
from talleyrand.orders.cautions import Caution, CautionCode, mismatches
from talleyrand.orders.legality import illegal, say
from talleyrand.orders.model import Build, Disband, Order, Special, Waive
from talleyrand.orders.policy import ReadingPolicy, Repeated, SetMerge
from talleyrand.orders.read import SpecialReader, read
from talleyrand.orders.reading import Reading, Status


@dataclass(frozen=True, slots=True)
class Submission:
    """One set of orders as it came in.

    ``seq`` tells which came later; ``text`` is raw, or one text an order. ``senior`` marks the power's most senior
    diplomat (A-019), ``override`` his request that his orders supersede the others'.
    """

    author: str
    text: str | tuple[str, ...]
    seq: int
    senior: bool = False
    override: bool = False

    @property
    def raw(self) -> str:
        """The whole text."""
        return self.text if isinstance(self.text, str) else "\n".join(self.text)


@dataclass(frozen=True, slots=True)
class Entry:
    """One order of a sheet: its reading, the set it came in, and whether it is the one that stands.

    ``chosen`` says that no other order took its place; ``in_force`` that it is also legal and certain. ``unit`` is the
    unit it concerns, where that is known.
    """

    reading: Reading
    author: str
    seq: int
    unit: Unit | None = None
    chosen: bool = False

    @property
    def in_force(self) -> bool:
        """The order will be carried out."""
        return self.chosen and self.reading.status.counts and self.reading.order is not None


@dataclass(frozen=True)
class Sheet:
    """What a power has ordered in a phase.

    ``entries`` holds every reading of every submission, in the order they came. ``sets_in_force`` are the ``seq`` of
    the sets that count, ``missing`` the units without any order.
    """

    power: Power
    submissions: tuple[Submission, ...]
    entries: tuple[Entry, ...]
    sets_in_force: tuple[int, ...]
    missing: tuple[Unit, ...]
    warnings: tuple[Caution, ...]

    @cached_property
    def orders_in_force(self) -> tuple[Order, ...]:
        """The orders that will be carried out."""
        return tuple(e.reading.order for e in self.entries if e.in_force and e.reading.order is not None)

    @property
    def chosen(self) -> tuple[Entry, ...]:
        """The entries that stand, those that will be ignored as illegal or unclear among them."""
        return tuple(entry for entry in self.entries if entry.chosen)

    @property
    def in_force_author(self) -> str | None:
        """Whose set is in force: the author of the set that came last among those that count (X-A6)."""
        by_seq = {submission.seq: submission.author for submission in self.submissions}
        return by_seq[self.sets_in_force[-1]] if self.sets_in_force else None

    @property
    def is_empty(self) -> bool:
        """Nothing that counts was sent: the power has given no orders (A-126)."""
        return not self.sets_in_force


def make_sheet(
    power: Power,
    submissions: Sequence[Submission],
    position: Position,
    board: Board,
    policy: ReadingPolicy = ReadingPolicy(),  # noqa: B008 - frozen
    *,
    archipelago_convoys: bool = True,
    land_fallback: bool = False,
    special: SpecialReader | None = None,
) -> Sheet:
    """Put one power's sheet together; never raises, whatever was sent.

    ``submissions`` may come in any order and count by ``seq``; equal numbers count in the order given.
    """
    sent = tuple(sorted(submissions, key=lambda submission: submission.seq))
    sets: list[_Set] = []
    for submission in sent:
        readings = read(
            submission.raw,
            board,
            kind=position.phase.kind,
            position=position,
            power=power,
            policy=policy,
            special=special,
        )
        judged = [_judge(r, power, position, board, archipelago_convoys, land_fallback) for r in readings]
        entries = [_entry(reading, submission) for reading in judged]
        sets.append(_Set(submission, _settle_repeats(entries, policy.repeated)))
    real = [each for each in sets if each.counts]
    if policy.sets is SetMerge.REPLACE_SET:
        in_force = _latest(real)
        chosen = {id(entry) for each in in_force for entry in each.standing}
    else:
        in_force = _merge_order(real)
        chosen = _merged(in_force)
    sheet_entries = tuple(replace(e, chosen=id(e) in chosen) for each in sets for e in each.entries)
    standing = [entry for entry in sheet_entries if entry.chosen]
    missing = _missing(power, standing, position)
    orders = tuple(e.reading.order for e in standing if e.in_force and e.reading.order is not None)
    warnings = (
        *_about_sets(sets),
        *_about_entries(standing, power, position, board),
        *mismatches(orders, power, position, board),
        *_about_counts(power, orders, position),
    )
    return Sheet(power, sent, sheet_entries, tuple(each.submission.seq for each in in_force), missing, warnings)


@dataclass(slots=True)
class _Set:
    submission: Submission
    entries: list[Entry]

    @property
    def counts(self) -> bool:
        return any(entry.reading.status is not Status.UNREADABLE for entry in self.entries)

    @property
    def overrides(self) -> bool:
        return self.submission.senior and self.submission.override

    @property
    def standing(self) -> list[Entry]:
        """The entries left when repeats within the set are settled."""
        return [entry for entry in self.entries if entry.chosen]


def _judge(
    reading: Reading, power: Power, position: Position, board: Board, archipelago_convoys: bool, land_fallback: bool
) -> Reading:
    """Whether a reading that was understood is legal under this rulebook, which the reader does not know."""
    order = reading.order
    if order is None or not (reading.status.counts or reading.status is Status.ILLEGAL):
        return reading
    problem = illegal(
        order, power, position, board, archipelago_convoys=archipelago_convoys, land_fallback=land_fallback
    )
    if problem is not None:
        return replace(reading, status=Status.ILLEGAL, problem=problem.text, rule=problem.rule)
    usual = illegal(order, power, position, board)
    if usual is None or reading.problem != usual.text:
        return reading
    return replace(reading, status=Status.REPAIRED if reading.repairs else Status.OK, problem="", rule="")


def _entry(reading: Reading, submission: Submission) -> Entry:
    return Entry(
        reading, submission.author, submission.seq, _concerned(reading), reading.status is not Status.DUPLICATE
    )


def _concerned(reading: Reading) -> Unit | None:
    """The unit an order is given to; that of an ambiguous one where all it may mean is for the same unit."""
    order = reading.order
    if order is not None:
        return None if isinstance(order, Waive | Build) else order.unit
    units: set[Unit] = set()
    for candidate in reading.candidates:
        try:
            units.add(Unit.parse(" ".join(candidate.split()[:2])))
        except ValueError:
            return None
    return units.pop() if len(units) == 1 else None


def _subject(entry: Entry) -> Hashable:
    """What an order is about: a unit by its province, a build by its site; None for what may come several times."""
    order = entry.reading.order
    if isinstance(order, Build):
        return "build", order.unit.province
    if entry.unit is None:
        return None
    return order.verb if isinstance(order, Special) else "unit", entry.unit.province


def _settle_repeats(entries: list[Entry], repeated: Repeated) -> list[Entry]:
    """Mark which of several orders to one unit within a set stand: the last, the first or none (A-018).

    The same order given again says nothing new: then the first stands (DATC 6.I.7, 6.J.2).
    """
    groups: dict[Hashable, list[int]] = {}
    for index, entry in enumerate(entries):
        subject = _subject(entry)
        if subject is not None and entry.chosen:
            groups.setdefault(subject, []).append(index)
    settled = list(entries)
    for indices in groups.values():
        same = len({entries[index].reading.order for index in indices}) == 1
        kept = indices[0 if same or repeated is Repeated.FIRST else -1]
        why, rule = (_SAME, "DATC 4.D.5") if same else (_REPEATED[repeated], "A-018")
        for index in indices if len(indices) > 1 else ():
            if index != kept or (repeated is Repeated.VOID and not same):
                reading = replace(entries[index].reading, status=Status.DUPLICATE, problem=why, rule=rule)
                settled[index] = replace(entries[index], reading=reading, chosen=index == kept)
    return settled


_SAME = "The same order has been given already."
_REPEATED = {
    Repeated.LAST: "The unit has a later order in the same set, which counts.",
    Repeated.FIRST: "The unit has an earlier order in the same set, which counts.",
    Repeated.VOID: "The unit has several orders in the same set, so none of them counts.",
}


def _latest(real: list[_Set]) -> list[_Set]:
    """The one set in force where sets replace each other, if there is any."""
    senior = [each for each in real if each.submission.author in _overriding(real)]
    return (senior or real)[-1:]


def _overriding(real: list[_Set]) -> set[str]:
    """The senior whose orders supersede the others'; the last to ask, should several claim it."""
    asked = [each.submission.author for each in real if each.overrides]
    return set(asked[-1:])


def _merge_order(real: list[_Set]) -> list[_Set]:
    """Every set that counts, the later ones outweighing the earlier."""
    seniors = _overriding(real)
    return sorted(real, key=lambda each: each.submission.author in seniors)


def _merged(sets: list[_Set]) -> set[int]:
    """The entries that stand where sets are merged unit by unit; waives and the like are replaced all together."""
    last: dict[Hashable, Entry] = {}
    unread: list[Entry] = []
    loose: list[Entry] = []
    for each in sets:
        about = [(_subject(entry), entry) for entry in each.standing]
        last.update((subject, entry) for subject, entry in about if subject is not None)
        unread += [entry for subject, entry in about if subject is None and entry.reading.order is None]
        loose = [entry for subject, entry in about if subject is None and entry.reading.order is not None] or loose
    return {id(entry) for entry in (*last.values(), *unread, *loose)}


def _missing(power: Power, standing: list[Entry], position: Position) -> tuple[Unit, ...]:
    """The units without an order; in Winter nothing is missing, as the rules choose what is not said."""
    ordered = {entry.unit.province for entry in standing if entry.unit is not None}
    kind = position.phase.kind
    if kind == MOVEMENT:
        units: Sequence[Unit] = position.units_of(power)
    elif kind == RETREAT:
        units = [entry.unit for entry in position.dislodged if entry.power == power]
    else:
        units = ()
    return tuple(unit for unit in units if unit.province not in ordered)


def _about_sets(sets: list[_Set]) -> Iterator[Caution]:
    seniors = _overriding([each for each in sets if each.counts])
    for each in sets:
        author = each.submission.author
        by = f" from {author}" if author else ""
        if not each.submission.raw.strip():
            yield Caution(CautionCode.EMPTY_SET, f"An empty set{by} changes nothing.", rule="A-024")
        elif not each.counts:
            text = f"Nothing in a text{by} could be read as an order, so it changes nothing."
            yield Caution(CautionCode.NOTHING_READ, text, rule="A-024")
        if each.submission.override and not each.submission.senior:
            text = f"The set{by} was not sent by the senior diplomat, so it does not supersede the others."
            yield Caution(CautionCode.OVERRIDE_REFUSED, text, rule="A-105")
        elif each.overrides and author not in seniors and each.counts:
            text = f"The set{by} does not supersede the others: another senior diplomat asked for that later."
            yield Caution(CautionCode.OVERRIDE_REFUSED, text, rule="A-105")


def _about_entries(standing: list[Entry], power: Power, position: Position, board: Board) -> Iterator[Caution]:
    for entry in standing:
        unit = entry.unit
        if unit is None or isinstance(entry.reading.order, Special):
            continue
        if position.phase.kind == RETREAT:
            # A dislodged unit and its dislodger may be written alike, so the position cannot be asked by unit.
            gone = position.dislodged_at.get(unit.province)
            owner = gone.power if gone is not None and gone.unit == unit else position.owner(unit)
        else:
            owner = position.owner(unit)
        if owner is not None and owner != power:
            text = f"{say(unit, board)} belongs to {owner}, so {power} cannot order it."
            yield Caution(CautionCode.NOT_YOURS, text, unit, entry.reading.order, "DATC 6.A.6")


def _about_counts(power: Power, orders: tuple[Order, ...], position: Position) -> Iterator[Caution]:
    if position.phase.kind != ADJUSTMENT:
        return
    due = position.surplus(power)
    builds = sum(isinstance(order, Build | Waive) for order in orders)
    removals = sum(isinstance(order, Disband) for order in orders)
    if builds > max(due, 0):
        text = f"{power} ordered {builds} builds and has {max(due, 0)} due."
        yield Caution(CautionCode.TOO_MANY, text, rule="A-094")
    if removals > max(-due, 0):
        text = f"{power} ordered {removals} removals and owes {max(-due, 0)}."
        yield Caution(CautionCode.TOO_MANY, text, rule="A-094")
    elif removals < -due:
        text = f"{power} owes {-due} removals and ordered {removals}: the rest are chosen by rule."
        yield Caution(CautionCode.TOO_FEW, text, rule="A-094")
