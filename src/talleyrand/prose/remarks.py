"""What there is to say about how an order was read, and about a line that never reached the board."""

from __future__ import annotations

from talleyrand.board.board import Board
from talleyrand.game.report import Line
from talleyrand.orders.reading import Reading, Status
from talleyrand.prose.sentence import dislodgement, sentence
from talleyrand.prose.words import clause, full_stop, inside, listing, plain

_MOST = 100


def line_sentence(line: Line, board: Board) -> str:
    """The sentence of a report line: of its outcome, or of its reading where that kept it from the board."""
    return (
        sentence(line.outcome, board) if line.outcome is not None and not fell(line) else unread_sentence(line, board)
    )


def fell(line: Line) -> bool:
    """The text never became an order that could be judged."""
    if line.outcome is None or line.reading.status in (Status.AMBIGUOUS, Status.UNREADABLE, Status.DUPLICATE):
        return True
    return line.reading.status is Status.ILLEGAL and line.outcome.order is None


def unread_sentence(line: Line, board: Board) -> str:
    """Why a text did not become an order in force, and whether its unit was dislodged meanwhile."""
    return full_stop(f"{_verdict(line.reading)}{_after_colon(_problem(line.reading))}{_fate(line, board)}")


def unread_why(line: Line, board: Board) -> str:
    """The same without repeating the text, for a report that shows it beside."""
    return full_stop(f"{_problem(line.reading)}{_fate(line, board)}".removeprefix("; "))


def _verdict(reading: Reading) -> str:
    written = quoted(reading.text)
    match reading.status:
        case Status.AMBIGUOUS:
            return f"{written} is ambiguous"
        case Status.DUPLICATE:
            return f"{written} does not count"
        case Status.UNREADABLE:
            return f"{written} could not be understood"
        case Status.MISSING:
            return "an order is missing"
    return f"{written} was not carried out"


def _problem(reading: Reading) -> str:
    if reading.status is Status.AMBIGUOUS and reading.candidates:
        return f"it may mean {listing(map(clause, reading.candidates), 'or')}"
    if not clause(reading.problem) and reading.status is Status.DUPLICATE:
        return "the unit has another order"
    return inside(reading.problem)


def _after_colon(text: str) -> str:
    return f": {text}" if text else ""


def _fate(line: Line, board: Board) -> str:
    fate = dislodgement(line.outcome, board) if line.outcome is not None else ""
    return f"; {fate}" if fate else ""


def quoted(text: str) -> str:
    """A player's own words in quotation marks, on one line and not too long."""
    words = plain(text)
    return f'"{words if len(words) <= _MOST else words[: _MOST - 3].rstrip() + "..."}"'


def repairs(reading: Reading) -> tuple[str, ...]:
    """What was read differently from what was written, a sentence each."""
    return tuple(text for text in map(full_stop, reading.repairs) if text)
