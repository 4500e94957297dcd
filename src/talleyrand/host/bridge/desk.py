"""What a Game Master does with orders: the engine knows a power's diplomats alone, so her own sets are put in here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from talleyrand.atlas.draw import draw_report
from talleyrand.board.calendar import Phase
from talleyrand.game.errors import GameError
from talleyrand.game.ledger import Event, Kind, OrderSet
from talleyrand.game.state import Game as Engine
from talleyrand.host.bridge.orders import Line, receipt
from talleyrand.prose.content import Digest, Extras, digest

CHANNEL = "desk"
"""By what way her sets come in."""


def enter(game: Engine, power: str, text: str, *, author: str, override: bool, time: str) -> Engine:
    """Orders for a power by the Game Master; with ``override`` they supersede all that its diplomats send (D-051).

    Raises ``InputError`` as for any set, and ``GameOverError``.
    """
    # The engine lets a power's senior override and nobody else; she does so by her own right.
    alone = replace(game, seats=tuple(seat for seat in game.seats if seat.power != power))
    after = alone.submit(power, text, author=author, senior=override, override=override, channel=CHANNEL, time=time)
    return replace(after, seats=game.seats)


def read_as(game: Engine, power: str, text: str) -> tuple[Line, ...]:
    """A text as it would be read in the open phase if a power had sent nothing else. Raises ``GameError``."""
    alone = replace(game, entries=(*game.entries[:-1], replace(game.current, received=())))
    return receipt(enter(alone, power, text, author="", override=False, time=""), power).lines


def overruled(game: Engine, power: str) -> bool:
    """Whether a set of the Game Master's supersedes what the power sends in the open phase."""
    return any(overrules(each, power) for each in game.current.received)


def stand_back(game: Engine, power: str, *, actor: str, time: str) -> Engine:
    """Take back her sets that supersede the power's, which are in force again. Raises ``GameError`` for none."""
    count = sum(overrules(each, power) for each in game.current.received)
    if not count:
        phase = game.variant.calendar.describe(game.phase)
        raise GameError(f"no orders of yours supersede those of {power} in {phase}")
    received = tuple(
        replace(each, withdrawn=True) if overrules(each, power) else each for each in game.current.received
    )
    event = Event(Kind.WITHDRAWN, str(game.phase), actor, time, data={"power": power, "sets": count})
    entry = replace(game.current, received=received)
    return replace(game, entries=(*game.entries[:-1], entry), events=(*game.events, event))


def overrules(each: OrderSet, power: str) -> bool:
    """Whether a set is one of the Game Master's that supersedes what a power sends."""
    return each.power == power and each.channel == CHANNEL and each.override and not each.withdrawn


@dataclass(frozen=True, slots=True)
class Foresight:
    """What would come of the open phase: its report, and the phase after it, None where the game would be over."""

    report: Digest
    phase: Phase | None
    following: str


def preview(game: Engine, title: str) -> Foresight:
    """What would come of the orders as they are; nothing is changed. Raises ``GameError``."""
    after, report = game.advance()
    told = digest(report, game.variant, explain=True, extras=Extras(game=title, desk=True))
    if report.over:
        return Foresight(told, None, "")
    return Foresight(told, after.phase, after.variant.calendar.describe(after.phase))


def preview_map(game: Engine, theme: str, width: int | None) -> str:
    """What the map of the open phase would look like if it were adjudicated now. Raises ``GameError``."""
    _, report = game.advance()
    return draw_report(report, game.variant, show="results", theme=theme, width=width)
