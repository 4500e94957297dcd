"""One power's orders in a phase, put together from everything its players sent.

Which set is in force (X-A6): while a senior has asked that his orders supersede the others', his latest set; if he
sent none, or nobody asked, the latest set of anyone (A-020, A-104, A-105). Asking stands for the phase: it is enough
that one of his sets says so. A game may instead merge sets unit by unit (X-A7, C-014): then a later set replaces only
the orders of the units it names, and an overriding senior's orders come last.

A text in which nothing could be read as an order is no set at all, be it empty, a comment or a chat: an earlier set
stands (so a player withdraws orders by ordering his units to hold, not by silence). An illegal order counts as given:
it replaces an earlier one to the same unit and is then ignored, as the player may have meant (A-023, A-124). An
ambiguous one replaces nothing, nor does one for a phase of another kind, such as a retreat among moves: it stands
beside the order that its unit has, for the GM to see, and only where there is none does the unit hold because of it.
Nor does a set in which nothing is certain replace another.

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
from talleyrand.orders.names import names_of
from talleyrand.orders.policy import ReadingPolicy, SetMerge
from talleyrand.orders.read import SpecialReader, read
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.sets import (
    Entry,
    OrderSet,
    Submission,
    by_weight,
    entry_of,
    latest,
    merged,
    overriding,
    settle_repeats,
    subject,
    unsettled,
)
from talleyrand.orders.write import write

__all__ = ["Entry", "Sheet", "Submission", "make_sheet"]

_MOST = 80
"""Characters of a text that a remark repeats."""


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
    sets: list[OrderSet] = []
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
        entries = [entry_of(reading, submission, position.phase.kind) for reading in judged]
        sets.append(OrderSet(submission, settle_repeats(entries, policy.repeated)))
    real = [each for each in sets if each.decided] or [each for each in sets if each.counts]
    if policy.sets is SetMerge.REPLACE_SET:
        in_force = latest(real)
        stand = [entry for each in in_force for entry in each.standing] + unsettled(sets, in_force)
    else:
        in_force = by_weight(real)
        own = [unit.province for unit in position.units_of(power)]
        stand = merged(by_weight([each for each in sets if each.counts]), names_of(board), own)
    chosen = {id(entry) for entry in stand}
    sheet_entries = tuple(replace(e, chosen=id(e) in chosen) for each in sets for e in each.entries)
    standing = [entry for entry in sheet_entries if entry.chosen]
    missing = _missing(power, standing, position)
    orders = tuple(e.reading.order for e in standing if e.in_force and e.reading.order is not None)
    warnings = (
        *_about_sets(sets),
        *(_about_dropped(sets, in_force) if policy.sets is SetMerge.REPLACE_SET else ()),
        *_about_unclear(standing),
        *_about_entries(standing, power, position, board),
        *mismatches(orders, power, position, board),
        *_about_counts(power, orders, position),
    )
    return Sheet(power, sent, sheet_entries, tuple(each.submission.seq for each in in_force), missing, warnings)


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


def _about_sets(sets: list[OrderSet]) -> Iterator[Caution]:
    seniors = overriding(each for each in sets if each.counts)
    certain = any(each.decided for each in sets)
    last = {each.submission.author: number for number, each in enumerate(sets) if each.decided}
    for number, each in enumerate(sets):
        author = each.submission.author
        by = f" from {author}" if author else ""
        if number < last.get(author, -1):
            pass  # a later set of the same author has said what is meant
        elif not each.submission.raw.strip():
            yield Caution(CautionCode.EMPTY_SET, f"An empty set{by} changes nothing.", rule="A-024")
        elif not each.counts:
            said = " ".join(each.submission.raw.split())
            said = said if len(said) <= _MOST else f"{said[:_MOST].rstrip()}..."
            text = f'Nothing in "{said}"{by} could be read as an order, so it changes nothing.'
            yield Caution(CautionCode.NOTHING_READ, text, rule="A-024")
        elif certain and not each.decided:
            lack = "for this phase" if any(entry.foreign for entry in each.entries) else "certain"
            text = f"Nothing in a set{by} is {lack}, so it takes no other order's place."
            yield Caution(CautionCode.UNCLEAR, text, rule="A-023")
        if each.submission.override and not each.submission.senior:
            text = f"The set{by} was not sent by the senior diplomat, so it does not supersede the others."
            yield Caution(CautionCode.OVERRIDE_REFUSED, text, rule="A-105")
        elif each.overrides and author not in seniors and each.counts:
            text = f"The set{by} does not supersede the others: another senior diplomat asked for that later."
            yield Caution(CautionCode.OVERRIDE_REFUSED, text, rule="A-105")


def _about_dropped(sets: list[OrderSet], in_force: list[OrderSet]) -> Iterator[Caution]:
    """Orders of any other set of this phase that the one in force leaves out."""
    if not in_force:
        return
    given = {subject(entry) for each in in_force for entry in each.standing if not entry.foreign}
    lost: dict[Hashable, str] = {}
    source: list[OrderSet] = []
    for each in reversed(sets):
        for entry in each.standing if each not in in_force else ():
            about, order = subject(entry), entry.reading.order
            if about is None or about in given or about in lost or not entry.in_force:
                continue
            lost[about] = str(entry.unit) if entry.unit is not None or order is None else write(order)
            source += [each] if each not in source else []
    if not lost:
        return
    authors = list(dict.fromkeys(each.submission.author for each in source))
    by = f" from {_listed(authors)}" if all(authors) and authors != [in_force[-1].submission.author] else ""
    if all(sets.index(each) < sets.index(in_force[-1]) for each in source):
        which = "Earlier sets" if len(source) > 1 else "The earlier set"
    else:
        which = "Other sets" if len(source) > 1 else "Another set"
    what = "it no longer counts" if len(lost) == 1 else "they no longer count"
    yield Caution(CautionCode.DROPPED, f"{which}{by} also ordered {_listed([*lost.values()])}; {what}.", rule="X-A7")


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _about_unclear(standing: list[Entry]) -> Iterator[Caution]:
    """Orders that are not certain, beside the one that their unit has."""
    settled = {subject(entry): entry for entry in standing if entry.decides}
    for entry in standing:
        other = settled.get(subject(entry)) if entry.unit is not None and not entry.decides else None
        if other is not None and other.reading.order is not None:
            said = " ".join(entry.reading.text.split())[:80]
            why = "is no order for this phase" if entry.foreign else "is not certain"
            text = f'"{said}" {why}, so it takes no other order\'s place: {write(other.reading.order)} stands.'
            yield Caution(CautionCode.UNCLEAR, text, entry.unit, other.reading.order, "A-023")


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
        text = f"{power} ordered {_number(builds, 'build')} and has {max(due, 0)} due."
        yield Caution(CautionCode.TOO_MANY, text, rule="A-094")
    if removals > max(-due, 0):
        text = f"{power} ordered {_number(removals, 'removal')} and owes {max(-due, 0)}."
        yield Caution(CautionCode.TOO_MANY, text, rule="A-094")
    elif removals < -due:
        left = -due - removals
        rest = (
            ("the other is" if removals else "it is") if left == 1 else ("the others are" if removals else "they are")
        )
        text = f"{power} owes {_number(-due, 'removal')} and ordered {removals or 'none'}: {rest} chosen by rule."
        yield Caution(CautionCode.TOO_FEW, text, rule="A-094")


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
