"""Who has won, who shares a draw, and how a game ranks at its last year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from talleyrand.board.board import Board
from talleyrand.board.calendar import Calendar
from talleyrand.board.position import Position
from talleyrand.board.unit import Power
from talleyrand.rules.hooks import STANDARD, Hooks
from talleyrand.rules.powers import in_order
from talleyrand.rules.rulebook import DATC, DrawShare, Rulebook, YearLimit


class State(StrEnum):
    """Whether a game goes on, and how it ended."""

    RUNNING = "running"
    SOLO = "solo"
    DRAW = "draw"
    RANKED = "ranked"


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a game and who has won it: the winner of a solo, the sharers of a draw, all who rank first."""

    state: State = State.RUNNING
    winners: tuple[Power, ...] = ()

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.state is not State.RUNNING


@dataclass(frozen=True, slots=True)
class Standing:
    """A power's place in the ranking; powers with as many centres share a place."""

    place: int
    power: Power
    centers: int
    units: int


def status(
    position: Position,
    board: Board,
    rulebook: Rulebook,
    needed: int,
    hooks: Hooks = STANDARD,
    calendar: Calendar | None = None,
) -> Status:
    """Whether the game is over, asked once centres have changed hands (A-002, A-008, X-A3).

    While units await retreat nobody wins. A solo needs ``needed`` centres and more than anyone else: where two powers
    have as many, the game goes on. Hooks may name the winners instead, one or several who win together. After the
    rulebook's last year the game ends ranked or drawn.

    Without ``calendar`` the position is taken to be the next one to be played; with it, the phase of the position has
    been played, and its year ends where the calendar's year does.
    """
    if position.dislodged:
        return Status()
    named = hooks.winners(position, board, needed)
    winners = _soloist(position, needed) if named is None else tuple(named)
    if winners:
        return Status(State.SOLO, winners)
    if rulebook.last_year and _year_over(position, rulebook.last_year, calendar):
        if rulebook.at_last_year is YearLimit.DRAW:
            return draw(position, board, rulebook)
        return Status(State.RANKED, tuple(entry.power for entry in ranking(position, board) if entry.place == 1))
    return Status()


def draw(position: Position, board: Board, rulebook: Rulebook = DATC) -> Status:
    """The draw that would be agreed now."""
    return Status(State.DRAW, draw_sharers(position, board, rulebook))


def draw_sharers(position: Position, board: Board, rulebook: Rulebook = DATC) -> tuple[Power, ...]:
    """The powers that share a draw, in the board's order (A-004, X-A4); units awaiting retreat are still on the map."""
    with_units, with_centers = _with_units(position), set(position.centers.values())
    match rulebook.draw_share:
        case DrawShare.SURVIVORS:
            sharers = with_units | with_centers
        case DrawShare.UNITS:
            sharers = with_units
        case DrawShare.CENTERS:
            sharers = with_centers
    return in_order(board, sharers)


def ranking(position: Position, board: Board) -> tuple[Standing, ...]:
    """Every power by centres owned; ties share a place and are not broken, and come in the board's order."""
    counts = {
        power: len(position.centers_of(power)) for power in in_order(board, (*board.power_names, *_alive(position)))
    }
    return tuple(
        Standing(1 + sum(other > count for other in counts.values()), power, count, len(position.units_of(power)))
        for power, count in sorted(counts.items(), key=lambda item: -item[1])
    )


def eliminated(position: Position, board: Board) -> tuple[Power, ...]:
    """The powers with no centre and no unit left (X-D25)."""
    alive = _alive(position)
    return tuple(power for power in board.power_names if power not in alive)


def prize_weights(position: Position, sharers: Iterable[Power]) -> Mapping[Power, Fraction]:
    """Each sharer's chance in a prize lot weighted by centres, adding up to 1 (A-134).

    A sharer without a centre has no chance (X-A4), unless nobody has one: then all have the same.
    """
    counts = {power: len(position.centers_of(power)) for power in sharers}
    total = sum(counts.values())
    if not total:
        return {power: Fraction(1, len(counts)) for power in counts}
    return {power: Fraction(count, total) for power, count in counts.items()}


def _soloist(position: Position, needed: int) -> tuple[Power, ...]:
    counts: dict[Power, int] = {}
    for owner in position.centers.values():
        counts[owner] = counts.get(owner, 0) + 1
    most = max(counts.values(), default=0)
    ahead = tuple(power for power, count in counts.items() if count == most)
    return ahead if len(ahead) == 1 and 0 < needed <= most else ()


def _year_over(position: Position, last_year: int, calendar: Calendar | None) -> bool:
    phase = position.phase
    if calendar is not None and (phase.season, phase.kind) in calendar.steps:
        phase = calendar.after(phase)
    return phase.year > last_year


def _with_units(position: Position) -> set[Power]:
    return {power for power, units in position.units.items() if units} | {entry.power for entry in position.dislodged}


def _alive(position: Position) -> set[Power]:
    return _with_units(position) | set(position.centers.values())
