"""What the Game Master sees at her desk, those powers first that need her."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime

from talleyrand.board.calendar import Phase
from talleyrand.host.absence.selectors import Away, away_at_deadline
from talleyrand.host.bridge import desk, ledger, orders, reading
from talleyrand.host.bridge.ledger import Engine
from talleyrand.host.bridge.orders import Receipt
from talleyrand.host.bridge.standing import Standing, standing
from talleyrand.host.desk import log, words
from talleyrand.host.games.access import NotAllowedError, Role
from talleyrand.host.games.models import Game, Seat, seats_of
from talleyrand.host.games.services import set_clock
from talleyrand.host.turns.here import ready_powers
from talleyrand.host.turns.models import Event
from talleyrand.host.turns.ready import played_powers


@dataclass(frozen=True, slots=True)
class Nudge:
    """A question that was asked about a power's orders; ``answered`` where a set has come in since."""

    event: Event
    answered: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A power on the desk: how it stands, in words, and what is remarked of its orders.

    ``awaited`` are those with something to order and no orders in; ``why`` says so at length. ``offer`` is the question
    that could be asked. ``overruled`` says that the Game Master's orders supersede the power's.
    """

    power: str
    receipt: Receipt
    state: str
    awaited: bool
    why: tuple[str, ...]
    flags: tuple[str, ...]
    offer: str
    nudges: tuple[Nudge, ...]
    overruled: bool
    ready: bool
    played: bool

    @property
    def look(self) -> bool:
        """Whether something may not be meant, and nobody has been asked about it since the last set came in."""
        return bool(self.flags) and not any(not each.answered for each in self.nudges)

    @property
    def urgency(self) -> int:
        """0 for what wants a look, 1 for what is awaited, and so on."""
        if self.look:
            return 0
        if self.awaited:
            return 1 if self.played else 2
        return 3 if self.receipt.sent else 4


@dataclass(frozen=True, slots=True)
class Desk:
    """All powers in the open phase, the most urgent first; ``ruling`` is what the game waits for, "" for nothing."""

    rows: tuple[Row, ...]
    ruling: str

    @property
    def look(self) -> tuple[Row, ...]:
        """Those whose orders want a look."""
        return tuple(row for row in self.rows if row.look)

    @property
    def missing(self) -> tuple[Row, ...]:
        """Those that are awaited."""
        return tuple(row for row in self.rows if row.awaited and row.played)

    @property
    def free(self) -> tuple[Row, ...]:
        """Those that have no orders in and that nobody plays."""
        return tuple(row for row in self.rows if row.awaited and not row.played)


def desk_of(role: Role, game: Game, engine: Engine, phase: str, away: Sequence[Away] | None = None) -> Desk:
    """The desk of a game as it is played; ``engine`` is the whole game, and ``away`` who is, where that is known.

    Raises ``NotAllowedError`` for anybody to whom sealed orders are not open (A-138).
    """
    if not role.sees_all:
        raise NotAllowedError("Sealed orders are not yours to see.")
    stands = standing(engine)
    seats = {seat.power: seat for seat in seats_of(game)}
    absent = _by_power(away_at_deadline(role, game) if away is None else away)
    asked = _asked(game)
    flags = ready_powers(game)
    rows = [
        _row(
            engine, power, stands, seats.get(power), absent.get(power, ()), asked.get(power, ()), power in flags, phase
        )
        for power in engine.powers
    ]
    return Desk(tuple(sorted(rows, key=lambda row: row.urgency)), engine.status.ruling)


def _row(
    engine: Engine,
    power: str,
    stands: Standing,
    seat: Seat | None,
    away: Sequence[str],
    asked: Sequence[Event],
    ready: bool,
    phase: str,
) -> Row:
    receipt = orders.receipt(engine, power)
    remarks = words.flags(receipt)
    awaited = power in stands.waiting and power not in stands.declared and not ready
    played = seat is not None and bool(seat.present())
    state, reason = _state(power, receipt, stands)
    missed = stands.missed.get(power, 0)
    why = [reason]
    if not played:
        why.append("Nobody plays it.")
    why += away
    if missed:
        limit = f"; after {stands.limit} it is in civil disorder" if stands.limit else ""
        why.append(f"It missed {missed} movement phase{'' if missed == 1 else 's'} running{limit}.")
    return Row(
        power=power,
        receipt=receipt,
        state=state,
        awaited=awaited,
        why=tuple(why) if awaited else (),
        flags=remarks,
        offer=words.question(power, phase, remarks) if remarks and played else "",
        nudges=tuple(Nudge(each, log.answered(each, len(receipt.sent))) for each in asked),
        overruled=desk.overruled(engine, power),
        ready=ready,
        played=played,
    )


def _state(power: str, receipt: Receipt, stands: Standing) -> tuple[str, str]:
    """How a power stands, in a few words and in a sentence."""
    if power in stands.declared:
        return "in civil disorder", "The Game Master put it in civil disorder."
    if power not in stands.able:
        return "nothing to order", "It has nothing to order."
    if power not in stands.waiting:
        return "sent", "It has sent orders."
    if not receipt.sent:
        return "nothing sent", "Nothing has come in."
    if all(each.withdrawn for each in receipt.sent):
        return "taken back", "It took back what it had sent."
    return "nothing readable", "What came in cannot be read as orders."


def _by_power(away: Sequence[Away]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in away:
        note = f" ({each.text})" if each.text else ""
        found.setdefault(each.power, []).append(
            f"{each.user.username} is away from {_day(each.first)} to {_day(each.last)}{note}."
        )
    return found


def _day(day: object) -> str:
    return f"{day:%d %B}".lstrip("0")


def _asked(game: Game) -> Mapping[str, list[Event]]:
    found: dict[str, list[Event]] = {}
    for event in log.here(game, "nudged"):
        found.setdefault(event.power, []).append(event)
    return found


def missing_powers(game: Game, engine: Engine | None = None) -> tuple[str, ...]:
    """The powers that are played, are awaited and have no orders in: those who are reminded, and nobody else."""
    stands = standing(engine or ledger.load(game))
    played, idle = played_powers(game), stands.declared | ready_powers(game)
    return tuple(power for power in stands.waiting if power in played and power not in idle)


def announcements(game: Game, most: int = 3) -> list[Event]:
    """What the Game Master announced last, the newest first, for everybody to read."""
    return list(game.events.filter(kind="announcement", sight=Event.Sight.ALL).order_by("-sequence")[:most])


def kept(role: Role, game: Game) -> list[Event]:
    """The notes that a Game Master keeps for herself, the newest first, for her alone."""
    return list(game.events.filter(kind="kept").order_by("-sequence")) if role.master else []


def deadline_after(game: Game, phase: Phase, now: datetime) -> datetime | None:
    """When the phase after the open one would end, if that were adjudicated now; None where no clock would run."""
    if game.state == Game.State.PAUSED:
        return None
    ghost = copy(game)
    set_clock(ghost, phase, min(game.due_at or now, now), now)
    return ghost.due_at


def phases_from(game: Game, number: int | None) -> tuple[str, ...]:
    """The phases that count from one on, in words; without a number from the last one that was adjudicated."""
    if not game.number:
        return ()
    engine = ledger.load(game)
    done = [entry.number for entry in engine.line if entry.report is not None]
    first = number if number is not None else (done[-1] if done else 0)
    if first not in {entry.number for entry in engine.line}:
        return ()
    return tuple(reading.describe(engine, entry) for entry in engine.line if entry.number >= first)
