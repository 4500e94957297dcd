"""Retreats sent with the movement orders, to be made if the unit is dislodged (X-A8).

A line for itself, or the end of an order: the unit, a word for retreat, and places in order of preference::

    A Mun R Boh, Tyr
    Army Munich retreats to Bohemia or else Tyrolia, else disband
    A Bel H, if dislodged retreat to Hol

The unit goes to the first of the places that is open to it; where none is, or none was named, it disbands. A list of
which any part is unclear is in no part in force; whatever it says, it has a reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from talleyrand.board.board import Board
from talleyrand.board.calendar import RETREAT, Phase
from talleyrand.board.position import Dislodged, Position
from talleyrand.board.unit import Location, Power, Unit
from talleyrand.game import retreat_text as words
from talleyrand.orders.legality import say
from talleyrand.orders.model import Disband, Retreat, acting_unit
from talleyrand.orders.policy import ReadingPolicy, Repeated, SetMerge
from talleyrand.orders.read import LONGEST_LINE, LONGEST_TEXT, read
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.sheet import Sheet, Submission
from talleyrand.orders.write import write

_MOST = 12
_STRUCK = "This is struck out, so it is not certain that it stands."
_NO_PLACE = "It is not said where this unit retreats to."
_NOT_READ = "This speaks of a unit that is dislodged, but is not understood as a retreat."
_REPEATED = {
    Repeated.LAST: "A later retreat is given for the unit in the same set, which counts.",
    Repeated.FIRST: "An earlier retreat is given for the unit in the same set, which counts.",
    Repeated.VOID: "Several retreats are given for the unit in the same set, so none of them counts.",
}


@dataclass(frozen=True)
class Wishes:
    """A power's conditional retreats: the places each unit would go to, in order, and how each was read."""

    places: dict[Unit, tuple[Location, ...]] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """One conditional retreat as written, and how it was read; ``places`` is None where it is not in force."""

    text: str
    readings: tuple[Reading, ...]
    unit: Unit | None = None
    places: tuple[Location, ...] | None = None


def split(
    text: str, power: Power, position: Position, board: Board, policy: ReadingPolicy
) -> tuple[str, tuple[Clause, ...]]:
    """The movement orders of a text, and its conditional retreats."""
    return _Splitter(power, position, board, policy).split(text)


def wishes_of(
    power: Power,
    submissions: Sequence[Submission],
    sheet: Sheet,
    position: Position,
    board: Board,
    policy: ReadingPolicy,
) -> Wishes:
    """A power's conditional retreats in force: those of the sets in force, and of later ones that hold nothing else."""
    counted = set(sheet.sets_in_force)
    since = max(counted, default=-1) if policy.sets is SetMerge.REPLACE_SET else -1
    ordering = {entry.seq for entry in sheet.entries}
    places: dict[Unit, tuple[Location, ...]] = {}
    readings: list[Reading] = []
    for submission in sorted(submissions, key=lambda submission: submission.seq):
        if submission.seq in counted or (submission.seq not in ordering and submission.seq > since):
            _, clauses = split(submission.raw, power, position, board, policy)
            for clause in _settled(clauses, policy.repeated):
                readings += clause.readings
                if clause.unit is not None and clause.places is not None:
                    places[clause.unit] = clause.places
    return Wishes(places, tuple(readings))


def _settled(clauses: Sequence[Clause], repeated: Repeated) -> list[Clause]:
    """The clauses, those marked that are not the one in force for their unit (A-018)."""
    given: dict[Unit, list[int]] = {}
    for index, clause in enumerate(clauses):
        if clause.unit is not None and clause.places is not None:
            given.setdefault(clause.unit, []).append(index)
    settled = list(clauses)
    for indices in given.values():
        if len({clauses[index].places for index in indices}) == 1:
            continue
        kept = {Repeated.LAST: indices[-1], Repeated.FIRST: indices[0]}.get(repeated)
        for index in indices:
            if index != kept:
                readings = tuple(
                    replace(reading, status=Status.DUPLICATE, problem=_REPEATED[repeated], rule="A-018")
                    for reading in clauses[index].readings
                )
                settled[index] = replace(clauses[index], readings=readings, places=None)
    return settled


class _Splitter:
    """Tells the conditional retreats of one text from its orders."""

    def __init__(self, power: Power, position: Position, board: Board, policy: ReadingPolicy) -> None:
        self.power, self.position, self.board, self.policy = power, position, board, policy
        self.gone = _dislodged(position, power)
        self.kept: list[str] = []
        self.found: list[Clause] = []

    def split(self, text: str) -> tuple[str, tuple[Clause, ...]]:
        """The orders, and the conditional retreats."""
        under = ""
        heading, found = -1, 0
        lines = [line.rstrip() for line in text.split("\n")]
        for line, quoted in zip(lines, words.quoted(lines), strict=True):
            if len(line) > LONGEST_LINE or len(text) > LONGEST_TEXT or quoted:
                self.kept.append(line)
                continue
            if words.HEADING.match(words.MARKUP.sub(" ", line)):
                under = line.strip()
                heading, found = len(self.kept), len(self.found)
                self.kept.append(line)
                continue
            if not line.strip() or line.rstrip().endswith(":"):
                under = ""
            if not under and self._headed(line):
                continue
            if under or words.IF_DISLODGED.search(line) or words.RETREATS.search(line):
                self._line(line, under, _MOST)
                if under and heading >= 0 and len(self.found) > found:
                    del self.kept[heading]
                    heading = -1
            else:
                self.kept.append(line)
        return "\n".join(self.kept), tuple(self.found)

    def _headed(self, line: str) -> bool:
        """Take a line such as "Possible retreats: A Vie - Boh", or "R: Boh" below an order."""
        inline = words.INLINE_HEADING.match(line)
        if inline is not None:
            return self._listed(line, line[inline.end() :], line[: inline.end()].strip(), _MOST)
        short = words.SHORT_HEADING.match(line) if not self.power.startswith("R") else None
        if short is not None and words.UNIT_LETTER.match(line, short.end()):
            return self._listed(line, line[short.end() :], line[: short.end()].strip(), _MOST)
        above = self._above() if short is not None else None
        if short is None or above is None:
            return False
        self._take(line.strip(), above, line[short.end() :], "", "", _MOST)
        return True

    def _line(self, line: str, under: str, left: int) -> None:
        if left and line.strip(words.MARKS) and self._clause(line, under, left):
            return
        orders = self._orders(line) if under else ()
        if any(reading.order is not None or reading.candidates for reading in orders):
            problem = f'It stands under "{under}" and is no retreat.'
            self.found.append(Clause(line.strip(), (Reading(line.strip(), Status.AMBIGUOUS, problem=problem),)))
        else:
            self.kept.append(line)
            if words.IF_DISLODGED.search(line) and all(reading.status.counts for reading in self._orders(line)):
                unread = Reading(line.strip(), Status.UNREADABLE, problem=_NOT_READ)
                self.found.append(Clause(line.strip(), (unread,)))

    def _clause(self, line: str, under: str, left: int) -> bool:
        """Take the first conditional retreat of a line, and put the rest of the line where it belongs."""
        none = words.NO_RETREAT.search(line)
        if none is not None and (subject := self._subject(line[: none.start()], full=True)) is not None:
            self._keep(subject[1])
            self._take(f"{subject[2]} {none[0].strip(' ,;')}".strip(), subject[0], "disband", "", under, left)
            return True
        condition = words.IF_DISLODGED.search(line)
        verb = words.verb(line)
        if condition is not None and verb is not None and verb.end() <= condition.start():
            condition = None
        opening = condition or verb
        if opening is None:
            return bool(under) and self._listed(line, line, under, left)
        said, before = line[opening.start() :], line[: opening.start()]
        closed = words.bracketed(before, said)
        after = ""
        if closed is not None:
            said, behind = closed
            end = min((at for at in map(behind.find, ",;") if at >= 0), default=len(behind))
            before, after = f"{before.rstrip(' ([{')} {behind[:end].strip(' .')}", behind[end:].strip(" ,;")
        places = said[(verb or opening).end() - opening.start() :]
        middle = said[opening.end() - opening.start() : verb.start() - opening.start()] if condition and verb else ""
        named = (words.who(condition) if condition is not None else "") or middle.strip(words.MARKS)
        if named:
            unit = self._unit(named)
            if unit is None:
                return False
            self._keep(before)
            self._take(said, unit, places, after, under, left)
            return True
        if not before.strip(words.MARKS):
            if self._listed(line, places, under or line[: opening.end()].strip(), left):
                return True
            above = self._above() if condition is not None or (verb is not None and verb["full"]) else None
            if above is None or not places.strip(words.MARKS):
                return False
            self._take(line, above, places, after, under, left)
            return True
        first = len(self.kept)
        headed = verb is not None and verb["full"] is not None and places.lstrip().startswith(":")
        if headed and self._listed(said, places.lstrip(" :"), said[: len(said) - len(places)].strip(), left):
            self.kept.insert(first, before.rstrip(" ,;"))
            return True
        gone = words.ENDS_IN_DISBAND.search(before) if verb is None else None
        if gone is not None:
            before, places = before[: gone.start()], "disband"
        firm = verb is not None and (verb["full"] is not None or words.GOES_ON.search(before) is not None)
        subject = self._subject(before, full=firm)
        if subject is None or not (places.strip(words.MARKS) or (verb is not None and not subject[1])):
            return False
        unit, orders, who = subject
        self._keep(orders)
        self._take(f"{who} {said}".strip(), unit, places, after, under, left)
        return True

    def _listed(self, said: str, text: str, under: str, left: int) -> bool:
        """Take "A Bur - Gas, Bel" or "A Bur Gas", where what stands before says that it is a retreat."""
        match = words.UNIT_TO.match(text)
        unit = self._unit(match["unit"]) if match is not None else None
        end = match.end() if match is not None else 0
        if unit is None:
            spaces = [at for at, char in enumerate(text[:60].rstrip()) if char == " "]
            found = [(unit, end) for end in spaces if (unit := self._unit(text[:end])) is not None]
            if not found:
                return False
            unit, end = found[-1]
        self._take(said, unit, text[end:], "", under, left)
        return True

    def _take(self, said: str, unit: Reading, text: str, after: str, under: str, left: int) -> None:
        """Read a list of places, and go on with the orders that follow it on the line."""
        who = acting_unit(unit.order) if unit.order is not None else None
        names: list[Reading] = []
        unsure: list[Reading] = []
        ended = False
        rest = ""
        for index, item in enumerate(words.items(text)):
            reading = self._place(who, item.word) if who is not None else Reading("", Status.UNREADABLE)
            if words.DISBANDS.fullmatch(item.word) or isinstance(reading.order, Disband):
                ended = True
                continue
            fits = isinstance(reading.order, Retreat) and reading.status is not Status.AMBIGUOUS
            if not fits and not item.excluded and self._is_order(item.word, first=not index):
                rest = text[len(text) - item.left :]
                if not index:
                    unsure.append(Reading("", Status.UNREADABLE, problem=_NO_PLACE))
                break
            if item.doubt:
                unsure.append(replace(reading, status=Status.AMBIGUOUS, problem=item.doubt))
            elif not fits:
                unsure.append(reading)
            elif item.excluded:
                if any(name.order == reading.order for name in names):
                    unsure.append(replace(reading, problem="The same place is wanted and not wanted."))
            elif ended:
                unsure.append(replace(reading, problem="A place is named after the unit would disband."))
            else:
                names.append(reading)
        said = said[: len(said) - len(rest)] if rest else said
        self.found.append(self._read(said.strip(" ,;"), unit, names, unsure))
        for more in filter(None, (rest, after)):
            self._line(more, under, left - 1)

    def _read(self, said: str, unit: Reading, names: Sequence[Reading], unsure: Sequence[Reading]) -> Clause:
        """The conditional retreat, as its unit and the places of its list were read."""
        who = acting_unit(unit.order) if unit.order is not None else None
        struck = words.STRUCK.search(said) is not None
        if who is None or not unit.status.counts or unsure or struck:
            meant = [write(reading.order) for reading in (*names, *unsure) if isinstance(reading.order, Retreat)]
            meant += [text for reading in unsure for text in reading.candidates]
            problem, rule = unit.problem, unit.rule
            status = unit.status
            if unit.status.counts or who is None:
                problem = (unsure[0].problem or _NO_PLACE) if unsure else _STRUCK
                unclear = bool(meant) or any(reading.status is Status.AMBIGUOUS for reading in unsure)
                status, rule = Status.AMBIGUOUS if unclear or struck else Status.UNREADABLE, ""
            candidates = tuple(dict.fromkeys(meant)) if status is Status.AMBIGUOUS else ()
            return Clause(said, (Reading(said, status, candidates=candidates, problem=problem, rule=rule),), who)
        readings = [
            replace(reading, text=said, repairs=(*unit.repairs, *reading.repairs), span=(0, len(said)))
            for reading in names
        ] or [replace(unit, text=said, span=(0, len(said)))]
        for index, reading in enumerate(readings):
            if unit.repairs and reading.status is Status.OK:
                readings[index] = replace(reading, status=Status.REPAIRED)
        counted = [reading.order for reading in names if reading.status.counts]
        places = tuple(order.to for order in counted if isinstance(order, Retreat))
        return Clause(said, tuple(readings), who, places)

    def _place(self, unit: Unit, word: str) -> Reading:
        """What a unit would do that retreats to a place; the letter of its kind before the place says nothing."""
        letter = words.UNIT_LETTER.match(word)
        if letter is not None and letter["kind"][0].upper() == unit.kind.value:
            place = self._place(unit, word[letter.end() :])
            there = isinstance(place.order, Retreat) and place.order.to.province
            if not any(mine.province == there for mine in self.position.units_of(self.power)):
                return place
        found = self._retreats(f"{unit} R {word}")
        if len(found) == 1 and (found[0].order is None or acting_unit(found[0].order) == unit):
            return found[0]
        return Reading(word, Status.UNREADABLE, problem=f'"{word}" is not understood as a place to retreat to.')

    def _unit(self, text: str) -> Reading | None:
        """The unit that a text names and nothing else, as an order to disband it."""
        text = words.MARKUP.sub("", text).strip(" ,;:")
        if words.BREAKS_OFF.search(text):
            return None
        found = self._retreats(f"{text} D")
        if len(found) != 1 or not isinstance(found[0].order, Disband):
            return None
        reading, unit = found[0], found[0].order.unit
        if not reading.status.counts:
            problem = f"{self.power} has no {say(unit, self.board)}."
            reading = replace(reading, problem=problem, rule="DATC 6.A.6")
        return reading

    def _subject(self, text: str, *, full: bool) -> tuple[Reading, str, str] | None:
        """The unit that a text before a retreat ends with or gives an order to, the orders in it, and the rest."""
        head = words.JOINED.sub("", text).rstrip(" ,;:.([{")
        if full:
            head = head.rstrip(" -–>→=")
        if words.BREAKS_OFF.search(head):
            return None
        unit = self._unit(head)
        if unit is not None:
            return unit, "", head
        last = max(head.rfind(mark) for mark in ",;.")
        unit = self._unit(head[last + 1 :]) if last >= 0 else None
        if unit is not None:
            return unit, head[: last + 1], head[last + 1 :].strip()
        ordered = self._ordered(head)
        return None if ordered is None else (ordered, head, "")

    def _above(self) -> Reading | None:
        """The unit that the line above gives an order to."""
        line = next((line for line in reversed(self.kept) if line.strip()), "")
        return self._ordered(line)

    def _ordered(self, text: str) -> Reading | None:
        found = self._orders(text)
        meant = [(reading.order and acting_unit(reading.order)) or _only(reading) for reading in found]
        return Reading("", Status.OK, Disband(meant[-1])) if found and meant[-1] is not None else None

    def _retreats(self, text: str) -> tuple[Reading, ...]:
        return read(text, self.board, kind=RETREAT, position=self.gone, power=self.power, policy=self.policy)

    def _orders(self, text: str) -> tuple[Reading, ...]:
        return read(text, self.board, position=self.position, power=self.power, policy=self.policy)

    def _is_order(self, text: str, *, first: bool) -> bool:
        """Whether a text is an order, and no place in a list."""
        letter = words.UNIT_LETTER.match(text) is not None
        verb = words.verb(text) if not first else None
        if verb is not None and (letter or self._unit(text[: verb.start()]) is not None):
            return True
        if not first and words.IF_DISLODGED.match(text):
            return True
        return any(
            (reading.order is not None and reading.status.counts and not reading.repairs)
            or (letter and not first and (reading.order is not None or bool(reading.candidates)))
            for reading in self._orders(text)
        )

    def _keep(self, text: str) -> None:
        if text.strip(words.MARKS):
            self.kept.append(text.rstrip(" ,;"))


def _only(reading: Reading) -> Unit | None:
    """The unit that everything an unclear order may mean is for."""
    units: set[Unit] = set()
    for candidate in reading.candidates:
        try:
            units.add(Unit.parse(" ".join(candidate.split()[:2])))
        except ValueError:
            return None
    return units.pop() if len(units) == 1 else None


def _dislodged(position: Position, power: Power) -> Position:
    """The position as it would be if every unit of a power were dislodged, for reading what each would then do."""
    phase = Phase(position.phase.season, position.phase.year, RETREAT)
    dislodged = tuple(Dislodged(power, unit, None) for unit in position.units_of(power))
    return replace(position, phase=phase, units={}, dislodged=dislodged)
