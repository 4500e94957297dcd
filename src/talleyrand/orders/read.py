"""The lenient reader: orders in any wording become order values, or a reading that says why not.

A text is cleaned of markup, cut into lines and orders, and each order is read in three steps: the words (``lex``), the
form (``shape``), and the meaning on the board (``resolve``). Where two meanings are possible, the reading is ambiguous;
whatever was read differently from what was written is reported. Talk that is no attempt at an order gives no reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from talleyrand.board.board import Board
from talleyrand.board.position import Position
from talleyrand.board.unit import Power, Unit
from talleyrand.orders import words as w
from talleyrand.orders.aside import QUOTED, STRUCK, concerns, settled, unsigned
from talleyrand.orders.brackets import doubtful, unbracket
from talleyrand.orders.canonical import Canonical, canonical_of
from talleyrand.orders.cells import joined_cells
from talleyrand.orders.clean import Head, Line, clean
from talleyrand.orders.corrected import corrects
from talleyrand.orders.doubt import alternatives, doubted, only_a_place, second_places, unclear
from talleyrand.orders.elsewhere import POINTS_ELSEWHERE, Pointer, without_pointers
from talleyrand.orders.everyday import demote, titled
from talleyrand.orders.everyone import TOO_LITTLE, orders_for_all, says_too_little
from talleyrand.orders.ground import Ground
from talleyrand.orders.headings import headed
from talleyrand.orders.lex import Item, Lexer
from talleyrand.orders.linked import points_back, support_of
from talleyrand.orders.listed import spread_kind
from talleyrand.orders.model import Build, Order, Waive, acting_unit
from talleyrand.orders.names import names_of
from talleyrand.orders.piece import Piece
from talleyrand.orders.policy import ReadingPolicy
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.resolve import resolve
from talleyrand.orders.sentence import Context, attempted, forms, split, spread_verbs
from talleyrand.orders.shape import Shape, classes, tidy
from talleyrand.orders.spans import Token, tokens
from talleyrand.orders.waives import ALL
from talleyrand.orders.wrapped import rest_of
from talleyrand.orders.written import Source, enclosed

LONGEST_TEXT = 100_000
"""Characters in one text; a longer one is answered with one unreadable reading."""
LONGEST_LINE = 5_000
"""Characters in one line, likewise."""
_WAIVES = 64
_DEFAULT = ReadingPolicy()


class SpecialReader(Protocol):
    """How a variant reads the orders of phase kinds of its own."""

    def __call__(self, text: str, board: Board, kind: str, power: Power | None) -> tuple[Reading, ...]:
        """Readings of a whole text in a phase of that kind."""
        ...


def read(
    text: str,
    board: Board,
    *,
    kind: str = "M",
    position: Position | None = None,
    assume: Iterable[Unit] = (),
    power: Power | None = None,
    policy: ReadingPolicy = _DEFAULT,
    special: SpecialReader | None = None,
) -> tuple[Reading, ...]:
    """Read every order in a text.

    Nothing raises, whatever the text.
    ``kind`` is the letter of the phase kind. With ``position`` its units decide what a text can mean and what is
    illegal; without, the map alone, helped by the units that ``assume`` adds. ``power`` is the sender, if known.
    ``special`` reads the orders of a phase kind that is the variant's own.
    """
    if len(text) > LONGEST_TEXT:
        problem = f"This text has {len(text)} characters; up to {LONGEST_TEXT} are read."
        return (Reading(text[:80], Status.UNREADABLE, problem=problem, span=(0, len(text))),)
    if kind not in ("M", "R", "A"):
        if special is not None:
            return special(text, board, kind, power)
        if not text.strip():
            return ()
        problem = "No orders are read in this kind of phase."
        return (Reading(text[:80], Status.UNREADABLE, problem=problem, span=(0, len(text))),)
    ground = Ground(board, names_of(board), kind, position, assume, power, policy)
    found = settled(_Reader(text, ground, canonical_of(board)).readings(), text, kind)
    if not found and says_too_little(text, kind):
        return (Reading(text.strip(), Status.UNREADABLE, problem=TOO_LITTLE, span=_trimmed(text, 0, len(text))),)
    return found


class _Reader:
    """One reading of one text."""

    def __init__(self, raw: str, ground: Ground, table: Canonical) -> None:
        self.raw = raw
        self.ground = ground
        self.table = table
        self.context = Context(ground.kind)
        self.standing = ground.units if ground.position is not None else None
        self.given = ground.power
        self.here: Power | None = None
        self.named: list[Unit] = []
        self.quoted = False
        self.outer = self.context
        self.unquoted = 0
        self.built = 0
        self.previous: Shape | None = None
        self.head: Head | None = None
        self.under: set[str] = set()
        self.released = False

    def readings(self) -> Iterator[Reading]:
        plain = self._canonical(self.raw, 0)
        if plain is not None:
            yield plain
            return
        waiting: list[Line] = []
        powers = self.ground.names.powers
        pointers: list[Pointer] = []
        lines = unsigned(without_pointers(clean(self.raw), pointers), powers, self.ground.kind)
        for line in headed(lines, self.raw, self.ground.kind, powers):
            joined = self._next_half(waiting[-1], line) if waiting else None
            if waiting and joined is None:
                yield from self._lines(waiting)
                waiting = []
            line = joined or line
            if line.quoted != self.quoted:
                inside = (Context(self.ground.kind), self.context) if line.quoted else (self.outer, self.outer)
                self.quoted, (self.context, self.outer) = line.quoted, inside
                self.unquoted = len(self.named) if line.quoted else self.unquoted
                del self.named[len(self.named) if line.quoted else self.unquoted :]
            waiting.append(line)
            if len(waiting) >= 4:
                yield from self._lines(waiting)
                waiting = []
        if waiting:
            yield from self._lines(waiting)
        for start, end, quoted in pointers:
            notes = (QUOTED,) if quoted else ()
            span = _trimmed(self.raw, start, end)
            yield Reading(
                self.raw[span[0] : span[1]], Status.UNREADABLE, problem=POINTS_ELSEWHERE, notes=notes, span=span
            )

    def _canonical(self, text: str, start: int) -> Reading | None:
        """The reading of an order in canonical text that is legal as it stands."""
        if self.context.verb or (self.context.power is not None and self.given is None):
            return None
        order = self.table.order(text, self.ground.kind, self.standing)
        if order is None or self.ground.problem(order) is not None:
            return None
        unit = acting_unit(order)
        if unit is not None:
            self.named.append(unit)
        return Reading(text.strip(), Status.OK, order, span=_trimmed(self.raw, start, start + len(text)))

    def _next_half(self, last: Line, line: Line) -> Line | None:
        """The line, if it goes on with an order that the last one left unfinished."""
        if line.struck != last.struck or line.quoted != last.quoted or line.head is not last.head:
            return None
        if corrects(line, self.ground.names):
            return line
        if self._continues(last):
            return None if line.sign else line
        return rest_of(last, line, self.ground.names, self.ground.kind)

    def _continues(self, line: Line) -> bool:
        """Whether a line breaks off after a verb or a unit letter, so that the next one goes on with it."""
        end = line.text.rstrip()
        if not end or len(end) > LONGEST_LINE or line.commented:
            return False
        words = end.split()
        last = words[-1]
        kind = w.WORDS.get(last, "")
        if w.PHRASES.get(tuple(words[-2:])) in (w.VIA, w.LAND):
            return False
        if last.strip("->=") == "":
            return len(words) > 1
        return last in ("s", "c") or (kind in (w.TO, w.SUPPORT, w.CONVOY, w.FROM) and len(last) > 1)

    def _lines(self, lines: list[Line]) -> Iterator[Reading]:
        line = lines[0] if len(lines) == 1 else _joined(lines)
        start, end = line.at[0], line.at[-1]
        if len(line.text) > LONGEST_LINE:
            problem = f"This line has {len(line.text)} characters; up to {LONGEST_LINE} are read."
            yield Reading(self.raw[start : start + 80], Status.UNREADABLE, problem=problem, span=(start, end))
            return
        if not (line.sign or line.quoted or line.struck or line.comment or line.commented or line.head):
            plain = self._canonical(self.raw[start:end], start)
            if plain is not None:
                yield plain
                return
        yield from self._line(line)

    def _line(self, line: Line) -> Iterator[Reading]:
        everyone = orders_for_all(line.text.strip(), self.ground, self.named)
        if everyone is not None:
            yield from self._to_all(everyone, line, 0, len(line.text))
            return
        source = Source(self.raw, line.at)
        items, notes, refused = unbracket(self._items(tokens(line.text), source), line.text, source)
        items = joined_cells(demote(items))
        if self.ground.kind == "A":
            items = spread_kind(items)
        heading = self._heading(items)
        if heading is not None:
            self._head(heading, items)
            return
        pieces = list(spread_verbs(forms(split(items), self.ground.kind), self.context))
        self._sign(pieces, line)
        pieces = second_places(pieces, self.ground)
        if line.quoted:
            notes.append(QUOTED)
        if line.comment and not line.commented:
            notes.append(f'Left aside as a comment: "{line.comment[:80]}".')
            if doubtful(line.comment) and pieces and not pieces[-1].doubts:
                pieces[-1].doubts.append(f'The comment "{line.comment[:80]}" makes this uncertain.')
        self.here = None
        for index, piece in enumerate(pieces):
            piece.notes += notes
            if self._talk(pieces, index):
                continue
            heads = piece.form is not None and piece.form.form == "power"
            if heads and len(pieces) > 1 and (index or pieces[1].joiner not in (";", ".")):
                continue
            text = line.text[piece.items[0].start : piece.items[-1].end]
            everyone = None
            if all(i.text == "else" for i in piece.items if i.kind == w.DOUBT):
                everyone = orders_for_all(text, self.ground, self.named)
            if everyone is not None:
                yield from self._to_all(everyone, line, piece.items[0].start, piece.items[-1].end)
            else:
                yield from self._piece(piece, line, refused, heads=index == 0)

    def _to_all(self, orders: Iterator[Order], line: Line, start: int, end: int) -> Iterator[Reading]:
        text = self.raw[line.at[start] : line.at[end]]
        span = _trimmed(self.raw, line.at[start], line.at[end])
        known = self.ground.position is not None and self.ground.power is not None
        notes = (QUOTED,) if line.quoted else ()
        for order in orders:
            yield self._marked(Reading(text.strip(), Status.OK, order, notes=notes, span=span), line)
        if not known:
            problem = "It is not known which units are meant."
            yield Reading(text.strip(), Status.UNREADABLE, problem=problem, notes=notes, span=span)

    def _marked(self, reading: Reading, line: Line) -> Reading:
        """The reading, as one that is not certain where the line, or what stands over it, says so."""
        if line.head is not None:
            reading = self._beneath(reading, line.head, line)
        if not (line.struck or line.commented):
            return reading
        why = STRUCK if line.struck else "This is marked as a comment"
        return doubted(reading, f"{why}, so it is not certain that it stands.")

    def _beneath(self, reading: Reading, head: Head, line: Line) -> Reading:
        """The reading, as the heading over it says: not in force, or not certain where it is no order of its kind."""
        order = reading.order
        if not head.problem:
            if order is None or type(order).__name__ in head.expects:
                return reading
            return doubted(reading, f'It stands under "{head.said}", but is another kind of order.')
        if head is not self.head:
            self.head, self.under, self.released = head, set(), False
        about = concerns(reading)
        if head.inline and head.replaced and line.at[0] > head.end and about & self.under:
            self.released = True
        self.under |= about
        return reading if self.released else doubted(reading, head.problem)

    def _items(self, toks: list[Token], source: Source) -> list[Item]:
        names = self.ground.names
        lexer = Lexer(names, self.ground.kind, toks, source)
        if len(toks) > 2 and toks[1].text == ":" and len(toks[0].text) == 1 and toks[0].text in names.initials:
            unit_next = w.WORDS.get(toks[2].text) == w.UNIT
            if unit_next or toks[0].text not in "af":
                first = toks[0]
                power = names.initials[first.text]
                rest = Lexer(names, self.ground.kind, toks[2:], source).run()
                return [Item(w.POWER, first.text, first.start, first.end, power=power, source=source), *rest]
        return lexer.run()

    def _sign(self, pieces: list[Piece], line: Line) -> None:
        """In an adjustment phase "+" and "-" before a bare unit mean build and remove."""
        if self.ground.kind != "A" or not line.sign:
            return
        for piece in pieces:
            if piece.form is not None and piece.form.form == "bare":
                piece.form = replace(piece.form, form="build" if line.sign == "+" else "disband")

    def _piece(self, piece: Piece, line: Line, refused: str, *, heads: bool) -> Iterator[Reading]:
        first = next((i for i in piece.items if i.kind not in ":.!"), piece.items[0])
        last = piece.items[-1]
        span = (line.at[first.start], line.at[min(last.end, len(line.at) - 1)])
        span = enclosed(self.raw, *_trimmed(self.raw, *span))
        text = self.raw[span[0] : span[1]]
        form = piece.form
        if form is not None and form.form == "power":
            self.context.power, self.context.verb, self.here = form.power, "", None
            return
        if form is not None and form.power is not None:
            named: Power | None = form.power
            if any(i.kind == ":" for i in piece.items[:3]):
                self.here = form.power
        else:
            named = self.here or self.context.power
        tried = attempted(piece)
        if form is None or form.form in ("verb", "places"):
            if tried and (form is None or form.form == "verb"):
                yield self._unread(piece, text, span, named)
            elif self.ground.kind == "A" and says_too_little(text, "A") and self.context.verb in ("", "keep"):
                yield replace(self._unread(piece, text, span, named), problem=TOO_LITTLE)
            return
        if form.form == "bare" and not tried:
            heading = self._heading(piece.items) if heads or len(piece.items) > 1 else None
            if heading is not None:
                self._head(heading, piece.items)
            if heading is not None or line.struck or not only_a_place(piece):
                return
        reading = self._resolved(piece, named)
        if reading is None:
            yield self._unread(piece, text, span, named)
            return
        reading = self._marked(reading, line)
        if refused and reading.status.counts:
            problem = f'The text itself calls this order impossible: "{refused[:80]}".'
            reading = replace(reading, status=Status.ILLEGAL, problem=problem, rule="A-023")
        notes = tuple(dict.fromkeys((*reading.notes, *piece.notes)))
        reading = replace(reading, text=text, span=span, power=named, notes=notes)
        unit = acting_unit(reading.order) if reading.order is not None else None
        if unit is not None:
            self.named.append(unit)
        self.previous = form if form.form in ("move", "hold", "bare", "convoy_army") else None
        for _ in range(self._times(form, reading)):
            self.built += isinstance(reading.order, Build | Waive)
            yield reading

    def _times(self, form: Shape, reading: Reading) -> int:
        """How many orders one reading stands for: several builds may be waived in one."""
        if form.form != "waive" or not reading.status.counts:
            return 1
        position, power = self.ground.position, self.given or reading.power
        if form.count != ALL:
            return min(form.count, _WAIVES)
        left = position.surplus(power) - self.built if position is not None and power is not None else 1
        return max(1, min(left, _WAIVES))

    def _resolved(self, piece: Piece, named: Power | None) -> Reading | None:
        form = piece.form
        if form is None:
            return None
        self.ground.power = self.given or named
        reading = unclear(piece, self.ground) or resolve(form, self.ground)
        if points_back(piece) and self.previous is not None:
            meant = support_of(self.previous)
            if meant is not None:
                meant = replace(meant, unit=form.unit)
                reading = doubted(reading, reading.problem, doubted(resolve(meant, self.ground), "").candidates)
        self.ground.power = self.given
        if piece.doubts:
            more = alternatives(piece, self.ground)
            for other in piece.also:
                more += doubted(resolve(other, self.ground), "").candidates
            reading = doubted(reading, piece.doubts[0], more)
        return reading

    def _heading(self, items: list[Item]) -> Power | None:
        """The power whose orders a line heads, though a province may have the same name ("Orders for Rome")."""
        named = {i.power for i in items if i.power is not None and i.kind in (w.POWER, w.PLACE)}
        if len(named) != 1 or any(i.power is None and not titled(i) for i in items):
            return None
        if self.context.verb and len(items) == 1 and items[0].kind == w.PLACE:
            return None
        return named.pop()

    def _head(self, power: Power, items: list[Item]) -> None:
        self.context.power, self.context.verb, self.here = power, "", None
        if self.ground.kind == "A" and any(i.kind == w.BUILD for i in items):
            self.context.verb = "build"

    def _talk(self, pieces: list[Piece], index: int) -> bool:
        """Whether a piece is the name of a place beside words that are no order: "Cheers, Paris"."""
        piece = pieces[index]
        if piece.form is None or piece.form.form != "bare" or classes(tidy(piece.items)) != w.PLACE:
            return False
        beside = pieces[max(0, index - 1) : index] + pieces[index + 1 : index + 2]
        return any(p.form is None and not attempted(p) for p in beside)

    def _unread(self, piece: Piece, text: str, span: tuple[int, int], named: Power | None) -> Reading:
        odd = next((i for i in piece.items if i.kind == w.UNKNOWN), None)
        problem = f'"{odd.text}" is not understood.' if odd is not None else "This is not understood as an order."
        status = Status.UNREADABLE
        if piece.doubts:
            problem, status = piece.doubts[0], Status.AMBIGUOUS
        return Reading(text, status, problem=problem, power=named, notes=tuple(piece.notes), span=span)


def _joined(lines: list[Line]) -> Line:
    text = " ".join(line.text for line in lines)
    at: list[int] = []
    for line in lines:
        at += line.at
    first = lines[0]
    comment = next((line.comment for line in lines if line.comment), "")
    return replace(first, text=text, at=at, comment=comment, quoted=any(line.quoted for line in lines))


def _trimmed(raw: str, start: int, end: int) -> tuple[int, int]:
    text = raw[start:end]
    left = len(text) - len(text.lstrip())
    return start + left, start + left + len(text.strip())
