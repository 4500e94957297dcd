"""What there is to say about how an order was read, and about a line that never reached the board."""

from __future__ import annotations

from talleyrand.board.board import Board
from talleyrand.game.report import Line
from talleyrand.orders.reading import Reading, Status
from talleyrand.prose.sentence import sentence
from talleyrand.prose.words import clause, full_stop, inside, listing, plain

_MOST = 100


def line_sentence(line: Line, board: Board) -> str:
    """The sentence of a report line: of its outcome, or of its reading where it asked nothing of the board."""
    return sentence(line.outcome, board) if line.outcome is not None else full_stop(unread(line.reading))


def unread(reading: Reading) -> str:
    """Why a text did not become an order in force, without a full stop."""
    written = quoted(reading.text)
    match reading.status:
        case Status.AMBIGUOUS:
            means = listing(map(clause, reading.candidates), "or")
            return f"{written} is ambiguous" + (f": it may mean {means}" if means else _because(reading))
        case Status.DUPLICATE:
            return f"{written} does not count" + (_because(reading) or ": the unit has another order")
        case Status.UNREADABLE:
            return f"{written} could not be understood{_because(reading)}"
        case Status.MISSING:
            return f"an order is missing{_because(reading)}"
    return f"{written} was not carried out{_because(reading)}"


def quoted(text: str) -> str:
    """A player's own words in quotation marks, on one line and not too long."""
    words = plain(text)
    return f"“{words if len(words) <= _MOST else words[: _MOST - 1].rstrip() + '…'}”"


def repairs(reading: Reading) -> tuple[str, ...]:
    """What was read differently from what was written, a sentence each."""
    return tuple(text for text in map(full_stop, reading.repairs) if text)


def _because(reading: Reading) -> str:
    return f": {inside(reading.problem)}" if clause(reading.problem) else ""
