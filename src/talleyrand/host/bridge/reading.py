"""What a reader sees of a game: its engine as he may know it, reports in words, maps, rules in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from talleyrand.atlas.draw import Show, draw_report
from talleyrand.atlas.draw import draw_board as _draw_board
from talleyrand.board.calendar import ADJUSTMENT, RETREAT
from talleyrand.game.errors import GameError
from talleyrand.game.ledger import Entry
from talleyrand.game.record import write_record
from talleyrand.game.state import Game as Engine
from talleyrand.game.view import GM, OBSERVER, view
from talleyrand.host.bridge import ledger
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game
from talleyrand.prose.content import Digest, Extras, digest
from talleyrand.rules.adjustment import adjustments
from talleyrand.rules.retreat import retreat_options


@dataclass(frozen=True, slots=True)
class Count:
    """What a power has on the board as it stands."""

    power: str
    colour: str
    centers: int
    armies: int
    fleets: int


def seen_by(game: Game, role: Role) -> Engine:
    """The game as one may know it who has this role: all of it only for its Game Master."""
    engine = ledger.load(game)
    if role.master:
        return engine
    return view(engine, next(iter(sorted(role.powers)), OBSERVER))


def export(game: Game, role: Role) -> dict[str, Any]:
    """The record of a game, without what the reader may not see."""
    return write_record(seen_by(game, role))


def counts(engine: Engine) -> tuple[Count, ...]:
    """Centres, armies and fleets of each power on the board as it stands (A-093)."""
    position = engine.position
    return tuple(
        Count(
            power,
            engine.variant.colours.get(power, "#888888"),
            len(position.centers_of(power)),
            sum(unit.kind.value == "A" for unit in position.units_of(power)),
            sum(unit.kind.value == "F" for unit in position.units_of(power)),
        )
        for power in engine.powers
    )


def describe(engine: Engine, entry: Entry | None = None) -> str:
    """A phase in words: "Spring 01 AD, Movement"."""
    return engine.variant.calendar.describe((entry or engine.current).phase)


def entry_of(engine: Engine, branch: int, number: int) -> Entry | None:
    """A phase of the ledger; None where there is none."""
    return next((entry for entry in engine.entries if (entry.branch, entry.number) == (branch, number)), None)


def report_of(engine: Engine, entry: Entry, *, explain: bool, title: str) -> Digest | None:
    """What the report of a phase says; None before it has been adjudicated."""
    if entry.report is None:
        return None
    return digest(engine.report(entry), engine.variant, explain=explain, extras=Extras(game=title))


def preview(engine: Engine, title: str) -> Digest:
    """What the report of the open phase would say if it were adjudicated now. Raises ``GameError``."""
    _, report = engine.advance()
    return digest(report, engine.variant, explain=True, extras=Extras(game=title, desk=True))


def preview_map(engine: Engine, theme: str, width: int | None) -> str:
    """What the map of the open phase would look like if it were adjudicated now. Raises ``GameError``."""
    _, report = engine.advance()
    return draw_report(report, engine.variant, show="results", theme=theme, width=width)


def map_of(engine: Engine, entry: Entry, *, results: bool, theme: str, width: int | None) -> str:
    """The board at the beginning of a phase, or with ``results`` what became of its orders."""
    show: Show = "results" if results else "position"
    if results and entry.report is not None:
        return draw_report(engine.report(entry), engine.variant, show=show, theme=theme, width=width)
    position, rulebook = entry.position, engine.rulebook
    board, hooks = engine.variant.board, engine.variant.hooks
    kind = position.phase.kind
    return _draw_board(
        engine.variant,
        position,
        show="retreats" if kind == RETREAT else "position",
        retreats=retreat_options(position, board, rulebook, hooks) if kind == RETREAT else None,
        adjustments=adjustments(position, board, rulebook, hooks) if kind == ADJUSTMENT else None,
        theme=theme,
        width=width,
    )


__all__ = [
    "GM",
    "Count",
    "Digest",
    "GameError",
    "counts",
    "describe",
    "entry_of",
    "export",
    "map_of",
    "preview",
    "preview_map",
    "report_of",
    "seen_by",
]
