"""What a reader sees of a game: its engine as he may know it, reports in words, maps, rules in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from talleyrand.atlas.draw import Show, draw_report
from talleyrand.atlas.draw import draw_board as _draw_board
from talleyrand.board.calendar import ADJUSTMENT, RETREAT
from talleyrand.game.ahead import together
from talleyrand.game.errors import GameError
from talleyrand.game.ledger import Entry
from talleyrand.game.record import write_record
from talleyrand.game.rulebooks import rulebook_of
from talleyrand.game.state import Game as Engine
from talleyrand.game.turn import able as may_order
from talleyrand.game.view import GM, OBSERVER, view
from talleyrand.game.wire import read_position, variant_named
from talleyrand.host.bridge import ledger
from talleyrand.host.bridge.imports import completed
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game
from talleyrand.host.turns.models import Phase
from talleyrand.prose.content import Digest, Extras, digest
from talleyrand.prose.words import number
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


def seen_by(game: Game, role: Role, whole: Engine | None = None) -> Engine:
    """The game as one may know it who has this role: all of it only for its Game Master.

    One who plays too sees all of the phases that are over, and of those that are not what her power may see. ``whole``
    is all of the game where it has been read already.
    """
    engine = completed(game, whole or ledger.load(game))
    if role.sees_all:
        return engine
    seen = view(engine, next(iter(sorted(role.powers)), OBSERVER))
    if not role.master:
        return seen
    pairs = zip(engine.entries, seen.entries, strict=True)
    return replace(seen, entries=tuple(full if _is_over(full, engine) else part for full, part in pairs))


def _is_over(entry: Entry, engine: Engine) -> bool:
    """Whether nothing that was sent in a phase is still to come, as orders sent with retreats are (X-A8)."""
    return entry.report is not None and not together(entry.position, engine.at(entry).rulebook)


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


def able(game: Game, row: Phase) -> tuple[str, ...]:
    """The powers that have anything to order in a phase, from its row alone: no history is read for it."""
    variant = variant_named(game.variant, allow_folders=False)
    versions = list(game.rulebooks.all())
    rulebook = rulebook_of(versions[-1].choices if versions else None, variant)
    return may_order(variant, rulebook, read_position(row.position, variant=variant))


def setting_in_words(name: str) -> str:
    """What people call a variant, and for how many powers it is: "Ancient Mediterranean, 5 powers"."""
    variant = variant_named(name, allow_folders=False)
    return f"{variant.title}, {number(len(variant.powers), 'power')}"


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


def map_of(engine: Engine, entry: Entry, what: str, theme: str, width: int | None, *, plain: bool = False) -> str:
    """A phase as SVG: "board" as it began, "results", or the board "after" it; ``plain`` leaves out all words.

    Raises ``GameError`` for results of a phase that has not been adjudicated.
    """
    here = engine.at(entry)
    words: dict[str, Any] = {"title": False, "legend": False, "labels": "none"} if plain else {}
    if what != "board":
        report = engine.report(entry) if entry.report is not None else None
        if report is None:
            raise GameError(f"{entry.phase} has not been adjudicated yet")
        following: Show = "retreats" if report.next.phase.kind == RETREAT else "position"
        show: Show = "results" if what == "results" else following
        return draw_report(report, here.variant, show=show, theme=theme, width=width, **words)
    position, rulebook = entry.position, here.rulebook
    board, hooks = here.variant.board, here.variant.hooks
    kind = position.phase.kind
    return _draw_board(
        here.variant,
        position,
        show="retreats" if kind == RETREAT else "position",
        retreats=retreat_options(position, board, rulebook, hooks) if kind == RETREAT else None,
        adjustments=adjustments(position, board, rulebook, hooks) if kind == ADJUSTMENT else None,
        theme=theme,
        width=width,
        **words,
    )


__all__ = [
    "GM",
    "Count",
    "Digest",
    "Engine",
    "Entry",
    "GameError",
    "able",
    "counts",
    "describe",
    "entry_of",
    "export",
    "map_of",
    "report_of",
    "seen_by",
    "setting_in_words",
]
