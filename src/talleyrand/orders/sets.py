"""Several sets of orders to one power, and the repeats within a set: which orders stand.

An order that could be read, an illegal one too, takes the place of an earlier one to the same unit. One that is not
certain, or is for a phase of another kind, takes nobody's place: it stands beside (A-023), and gives way to whatever a
newer set says of its unit.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

from talleyrand.board.unit import ProvinceId, Unit
from talleyrand.orders.legality import belongs
from talleyrand.orders.model import Build, Special, Waive
from talleyrand.orders.names import MAX_WORDS, Names, plain
from talleyrand.orders.policy import Repeated
from talleyrand.orders.reading import Reading, Status

_FIRST_WORDS = 12
_SAME = "The same order has been given already."
_REPEATED = {
    Repeated.LAST: "The unit has a later order in the same set, which counts.",
    Repeated.FIRST: "The unit has an earlier order in the same set, which counts.",
    Repeated.VOID: "The unit has several orders in the same set, so none of them counts.",
}


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
    unit it concerns, where that is known. ``foreign`` marks an order for a phase of another kind.
    """

    reading: Reading
    author: str
    seq: int
    unit: Unit | None = None
    chosen: bool = False
    foreign: bool = False

    @property
    def in_force(self) -> bool:
        """The order will be carried out."""
        return self.chosen and self.reading.status.counts and self.reading.order is not None

    @property
    def decides(self) -> bool:
        """It is an order for this phase, if perhaps an illegal one, and not unclear: earlier ones give way to it."""
        return self.chosen and self.reading.order is not None and not self.foreign


@dataclass(slots=True, eq=False)
class OrderSet:
    """A submission with its entries, repeats settled."""

    submission: Submission
    entries: list[Entry]

    @property
    def counts(self) -> bool:
        """Something in it looks like an order."""
        return any(entry.reading.status is not Status.UNREADABLE for entry in self.entries)

    @property
    def decided(self) -> bool:
        """At least one order in it is certain, so that it can take the place of another set."""
        return any(entry.decides for entry in self.entries)

    @property
    def overrides(self) -> bool:
        """Its author is senior and asks that it supersede the others (A-020)."""
        return self.submission.senior and self.submission.override

    @property
    def standing(self) -> list[Entry]:
        """The entries left when repeats within the set are settled."""
        return [entry for entry in self.entries if entry.chosen]


def entry_of(reading: Reading, submission: Submission, kind: str) -> Entry:
    """The entry of a reading in a phase of some kind; what the reader found to be said twice does not stand."""
    return Entry(
        reading,
        submission.author,
        submission.seq,
        _concerned(reading),
        chosen=reading.status is not Status.DUPLICATE,
        foreign=reading.order is not None and not belongs(reading.order, kind),
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


def subject(entry: Entry) -> Hashable:
    """What an order is about: a unit by its province, a build by its site; None for what may come several times."""
    order = entry.reading.order
    if isinstance(order, Build):
        return "build", order.unit.province
    if entry.unit is None:
        return None
    return order.verb if isinstance(order, Special) else "unit", entry.unit.province


def settle_repeats(entries: list[Entry], repeated: Repeated) -> list[Entry]:
    """Mark which of several orders to one unit within a set stand: the last, the first or none (A-018).

    The same order given again says nothing new: then the first stands (DATC 6.I.7, 6.J.2).
    """
    groups: dict[Hashable, list[int]] = {}
    for index, entry in enumerate(entries):
        about = subject(entry)
        if about is not None and entry.decides:
            groups.setdefault(about, []).append(index)
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


def latest(real: Sequence[OrderSet]) -> list[OrderSet]:
    """The one set in force where sets replace each other, if there is any."""
    senior = [each for each in real if each.submission.author in overriding(real)]
    return [*(senior or real)][-1:]


def overriding(real: Iterable[OrderSet]) -> set[str]:
    """The senior whose orders supersede the others'; the last to ask, should several claim it."""
    asked = [each.submission.author for each in real if each.overrides]
    return set(asked[-1:])


def by_weight(sets: Sequence[OrderSet]) -> list[OrderSet]:
    """The sets, the later ones outweighing the earlier, and an overriding senior's all others."""
    seniors = overriding(sets)
    return sorted(sets, key=lambda each: each.submission.author in seniors)


def unsettled(sets: Sequence[OrderSet], in_force: Sequence[OrderSet]) -> list[Entry]:
    """The unclear entries of sets that came after the one in force, in which nothing is certain; or foreign ones."""
    if not in_force:
        return []
    seniors = overriding(in_force)
    last = next(n for n, each in enumerate(sets) if each is in_force[-1])
    return [
        entry
        for each in sets[last + 1 :]
        if each.counts and not each.decided and (not seniors or each.submission.author in seniors)
        for entry in each.standing
        if entry.reading.status is Status.AMBIGUOUS or entry.foreign
    ]


def merged(sets: Sequence[OrderSet], names: Names, own: Iterable[ProvinceId]) -> list[Entry]:
    """The entries that stand where sets are merged unit by unit; waives and the like are replaced all together.

    ``own`` are the provinces of the power's units: an unreadable line that starts with one of them is taken to be
    about that unit, and goes when a newer set orders it.
    """
    provinces = frozenset(own)
    orders: dict[Hashable, Entry] = {}
    beside: list[tuple[Hashable, Entry]] = []
    loose: list[Entry] = []
    for each in sets:
        about = [(subject(entry), entry) for entry in each.standing]
        named = {what for what, _ in about if what is not None}
        beside = [(what, entry) for what, entry in beside if what is None or what not in named]
        for what in named:
            if what in orders and orders[what].reading.status is Status.ILLEGAL:
                del orders[what]
        orders.update((what, entry) for what, entry in about if what is not None and entry.decides)
        for what, entry in about:
            if not entry.decides:
                told = what if what is not None else mentioned(entry.reading.text, names, provinces)
                beside.append((told, entry))
        loose = [entry for what, entry in about if what is None and entry.decides] or loose
    return [*orders.values(), *(entry for _, entry in beside), *loose]


def mentioned(text: str, names: Names, own: frozenset[ProvinceId]) -> Hashable:
    """The own unit that an unclear text names first, as the subject of its orders."""
    words = plain(text)[:_FIRST_WORDS]
    for start in range(len(words)):
        for end in range(min(len(words), start + MAX_WORDS), start, -1):
            match = names.exact(words[start:end])
            found = next((p for p in match.options if p in own), None) if match is not None else None
            if found is not None:
                return "unit", found
    return None
