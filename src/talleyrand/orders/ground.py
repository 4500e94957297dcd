"""What the reader holds a written unit or place against: the board, the units known to be on it, the policy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from talleyrand.board.board import COAST_WORDS, Board
from talleyrand.board.position import Position
from talleyrand.board.unit import Location, Power, ProvinceId, Unit, UnitKind
from talleyrand.orders import legality
from talleyrand.orders.lex import Item
from talleyrand.orders.model import Order
from talleyrand.orders.names import Match, Names
from talleyrand.orders.policy import ReadingPolicy
from talleyrand.orders.shape import Spec

FOREIGN_UNIT, LETTER, NO_TERRAIN, ABSENT, IMPOSSIBLE = 3, 2, 5, 10, 20


@dataclass(frozen=True, slots=True)
class Guess:
    """One thing a written unit may be: how far it is from what was written, and what had to be read differently.

    ``wrong_letter`` is the kind that was written where another is meant; ``no_coast`` that a coast was named which the
    province does not have; ``open_coast`` that a coast is needed and none was named.
    """

    unit: Unit
    cost: int = 0
    repairs: tuple[str, ...] = ()
    wrong_letter: bool = False
    no_coast: bool = False
    open_coast: bool = False


class Ground:
    """Everything known when a text is read."""

    def __init__(
        self,
        board: Board,
        names: Names,
        kind: str,
        position: Position | None,
        assume: Iterable[Unit],
        power: Power | None,
        policy: ReadingPolicy,
    ) -> None:
        self.board = board
        self.names = names
        self.kind = kind
        self.position = position
        self.power = power
        self.policy = policy
        self.owners: Mapping[ProvinceId, Power] = {}
        self.units: Mapping[ProvinceId, Unit] = {unit.province: unit for unit in assume}
        self.others: Mapping[ProvinceId, Unit] = self.units
        if position is not None:
            self.others = self.units = position.units_at
            self.owners = position.powers_at
            if kind == "R":
                self.units = {entry.unit.province: entry.unit for entry in position.dislodged}
                self.owners = {entry.unit.province: entry.power for entry in position.dislodged}

    def problem(self, order: Order) -> legality.Problem | None:
        """Why the order cannot be, on the map or in the position."""
        if self.position is not None:
            return legality.illegal(order, self.power, self.position, self.board)
        return legality.impossible_on_map(order, self.board)

    def possible(self, order: Order) -> bool:
        """Whether the map alone allows the order."""
        return legality.impossible_on_map(order, self.board) is None

    def provinces(self, match: Match | None, kind: UnitKind | None) -> tuple[ProvinceId, ...]:
        """The provinces a name may mean for a unit of that kind, the less likely ones where the likely are barred."""
        if match is None:
            return ()
        if match.others and kind is not None and not any(self.board.locations(kind, p) for p in match.options):
            return match.options + match.others
        return match.options

    def reading_of(self, item: Item, province: ProvinceId) -> tuple[str, ...]:
        """What to report where a name was not written in full and plainly."""
        match = item.match
        if match is None:
            return ()
        name = self.board.name(province)
        if match.misspelled:
            return (f'Read "{item.said}" as {name}.',)
        if len(match.options) > 1 or province not in match.options:
            return (f'Read "{item.said}", which could be other provinces, as {name}, which alone fits.',)
        return ()

    def coast(self, province: ProvinceId, written: str) -> tuple[str, tuple[str, ...]]:
        """The province's own letters for a written coast ("" if it has no such coast), and what to report."""
        info = self.board.provinces[province]
        if written in info.coasts or not written:
            return written, ()
        for alias, ours in info.coast_aliases:
            if alias == written:
                return ours, (f"Read {written} of {info.name} as its {COAST_WORDS.get(ours, ours)}.",)
        return "", ()

    def guesses(self, spec: Spec, *, target: bool = False, build: bool = False) -> Iterator[Guess]:
        """Every unit a written one may be, likeliest or not."""
        match = spec.place.match
        known = self.others if target else self.units
        likely = () if match is None else match.options
        chosen = self.provinces(match, spec.kind)
        if not build and match is not None and any(p in known for p in likely):
            chosen = likely
        elif not build and match is not None and any(p in known for p in match.others):
            chosen = likely + match.others
        for province in chosen:
            base = 0 if province in likely else 4
            report = self.reading_of(spec.place, province)
            actual = None if build else known.get(province)
            if actual is not None:
                yield self._actual(spec, actual, base, report, target)
            else:
                absent = self.position is not None and not build
                yield from self._unknown(spec, province, base + (ABSENT if absent else 0), report, build)

    def _actual(self, spec: Spec, unit: Unit, cost: int, report: tuple[str, ...], target: bool) -> Guess:
        name = self.board.name(unit.province)
        wrong = spec.kind is not None and spec.kind is not unit.kind
        if wrong and spec.kind is not None:
            report = (*report, f"The unit in {name} is {_a(unit.kind)}, not {_a(spec.kind)}.")
        written = spec.place.coast
        if written:
            coast, note = self.coast(unit.province, written)
            if unit.kind is UnitKind.ARMY:
                note = (f"The army in {name} has no coast, so the coast is left aside.",)
            elif coast != unit.location.coast:
                note = (f"The fleet is in {self.board.name(unit.location)}: the coast written is left aside.",)
            report += note
        owner = self.owners.get(unit.province)
        strange = not target and self.power is not None and owner is not None and owner != self.power
        return Guess(unit, cost + (LETTER if wrong else 0) + (FOREIGN_UNIT if strange else 0), report, wrong)

    def _unknown(
        self, spec: Spec, province: ProvinceId, cost: int, report: tuple[str, ...], build: bool
    ) -> Iterator[Guess]:
        board = self.board
        kinds = [kind for kind in UnitKind if board.locations(kind, province)]
        if spec.kind is not None and spec.kind not in kinds:
            yield Guess(Unit(spec.kind, Location(province)), cost + IMPOSSIBLE, report)
            if build or not kinds or self.position is not None:
                return
            other = kinds[0]
            slip = f"No {spec.kind.word.lower()} can be in {board.name(province)}: read {_a(other)}."
            for guess in self._in_place(other, province, spec.place.coast, cost + NO_TERRAIN, (*report, slip), build):
                yield Guess(guess.unit, guess.cost, guess.repairs, True, guess.no_coast, guess.open_coast)
            return
        for kind in [spec.kind] if spec.kind is not None else kinds:
            yield from self._in_place(kind, province, spec.place.coast, cost, report, build)

    def _in_place(
        self, kind: UnitKind, province: ProvinceId, written: str, cost: int, report: tuple[str, ...], build: bool
    ) -> Iterator[Guess]:
        places = self.board.locations(kind, province)
        info = self.board.provinces[province]
        if kind is UnitKind.ARMY or not info.coasts:
            if written:
                report += (_coastless(kind, info.name),)
            yield Guess(Unit(kind, places[0]), cost, report)
            return
        coast, note = self.coast(province, written)
        if coast:
            yield Guess(Unit(kind, Location(province, coast)), cost, report + note)
        elif written and build:
            yield Guess(Unit(kind, Location(province, written)), cost, report, no_coast=True)
        else:
            for place in places:
                yield Guess(Unit(kind, place), cost, report, no_coast=bool(written), open_coast=not written)


def _a(kind: UnitKind) -> str:
    return "an army" if kind is UnitKind.ARMY else "a fleet"


def _coastless(kind: UnitKind, name: str) -> str:
    if kind is UnitKind.ARMY:
        return f"An army has no coast, so the coast of {name} is left aside."
    return f"{name} has one coast only, so the coast written is left aside."


def say_coastless(kind: UnitKind, name: str) -> str:
    """What is reported when a coast means nothing (DATC 4.B.6)."""
    return _coastless(kind, name)
