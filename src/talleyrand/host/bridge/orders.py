"""Order texts for the site: what a set was read as, and what is in force."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from talleyrand.board.board import Board
from talleyrand.board.unit import Location
from talleyrand.game.ledger import OrderSet
from talleyrand.game.state import Game as Engine
from talleyrand.host.bridge.needs import idle, needs
from talleyrand.orders.read import LONGEST_TEXT
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.sheet import Entry, Sheet
from talleyrand.prose import notation

LONGEST = LONGEST_TEXT
"""Characters of an order text; of a longer one nothing is read."""

_UNREAD = (Status.UNREADABLE, Status.AMBIGUOUS)
_MARKS = {
    Status.OK: "",
    Status.REPAIRED: "repaired",
    Status.ILLEGAL: "illegal",
    Status.AMBIGUOUS: "ambiguous",
    Status.UNREADABLE: "not understood",
    Status.DUPLICATE: "not in force",
    Status.MISSING: "no order",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One order as it was read: in words, with a mark where something is to be said, and what that is.

    ``author`` is who sent it, where several people sent orders for the power.
    """

    text: str
    mark: str = ""
    remarks: tuple[str, ...] = ()
    author: str = ""

    @property
    def calm(self) -> bool:
        """Whether the mark tells how the order was read, and no more."""
        return self.mark == _MARKS[Status.REPAIRED]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a player is told at once (A-125): the last set as it was read, and the power's orders as they stand.

    ``missing`` are units without an order, ``idle`` what becomes of those that have none in force, in a sentence.
    ``warnings`` are what may not be meant, ``needs`` what the power may or must order. ``retreats`` are conditional
    ones, ``ahead`` orders for the phase after this one, where the rulebook has them. ``sent`` is all that came in this
    phase.
    """

    power: str
    lines: tuple[Line, ...]
    missing: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    retreats: tuple[Line, ...] = ()
    ahead: tuple[Line, ...] = ()
    sent: tuple[OrderSet, ...] = ()
    idle: str = ""
    needs: tuple[str, ...] = ()


def receipt(game: Engine, power: str) -> Receipt:
    """The receipt of what came in for a power. Raises ``InputError`` for an unknown power."""
    sheet = game.sheet(power)
    board = game.variant.board
    sent = game.current.sets_of(power)
    several = len({each.author for each in sent}) > 1

    def lines(readings: Iterable[Reading]) -> tuple[Line, ...]:
        return tuple(line(reading, game) for reading in readings)

    return Receipt(
        power,
        tuple(
            line(entry.reading, game, entry.author if several else "") for entry in sheet.entries if shown(entry, sheet)
        ),
        tuple(notation.unit(unit, board) for unit in sheet.missing),
        tuple(spelled(caution.text, board) for caution in sheet.warnings),
        lines(game.conditional_retreats(power).readings),
        lines(game.sent_ahead(power)),
        sent,
        idle(game, sheet),
        needs(game, power),
    )


def shown(entry: Entry, sheet: Sheet) -> bool:
    """Whether a line is among a power's orders: it stands, or it is unclear and nothing counts that came."""
    return entry.chosen or (entry.reading.status in _UNREAD and not sheet.sets_in_force)


def line(reading: Reading, game: Engine, author: str = "") -> Line:
    """An order as it was read, in words."""
    text = notation.order(reading.order, game.variant.board) if reading.order is not None else reading.text.strip()
    said = f"Written “{reading.text.strip()}”. {' '.join(reading.repairs)}" if reading.repairs else ""
    meanings = " or ".join(reading.candidates)
    about = [reading.problem] if reading.problem else []
    about += [f"It may mean {meanings}."] if meanings and meanings not in reading.problem else []
    remarks = (*filter(None, (said,)), *(spelled(each, game.variant.board) for each in about))
    return Line(text, _MARKS.get(reading.status, str(reading.status)), remarks, author)


_CODES = re.compile(
    r'"[^"]*"|'
    r"\b(?P<id>[A-Z][A-Z0-9]+)(?:/(?P<coast>[A-Z]{2}))?\b|"
    r"(?<=[A-Z0-9]) (?P<verb>[SCRHD]|VIA)\b"
)
_VERBS = {"S": "supports", "C": "convoys", "R": "retreats to", "H": "holds", "D": "disbands", "VIA": "via convoy"}


def spelled(text: str, board: Board) -> str:
    """A sentence in which canonical orders stand, with the full names of provinces; what is quoted stays."""

    def full(match: re.Match[str]) -> str:
        if match["verb"]:
            return f" {_VERBS[match['verb']]}"
        if not match["id"] or match["id"] not in board.provinces:
            return match[0]
        return notation.place(Location(match["id"], match["coast"] or ""), board)

    return _CODES.sub(full, text)
