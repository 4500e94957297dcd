"""What there is to draw in a file: a position, a case with its orders, or a phase of a recorded game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from talleyrand.board.calendar import ADJUSTMENT, RETREAT
from talleyrand.board.position import Position
from talleyrand.board.quoted import quoted
from talleyrand.board.unit import Location, Power, Unit
from talleyrand.cli import source
from talleyrand.cli.fault import FaultError, fault_of
from talleyrand.cli.locate import line_of
from talleyrand.game.case import read_case
from talleyrand.game.errors import InputError
from talleyrand.game.record import read_record
from talleyrand.game.report import Report
from talleyrand.game.rulebooks import rulebook_of, with_years
from talleyrand.game.state import Game
from talleyrand.game.wire import check_position, read_position, variant_named, variant_of
from talleyrand.rules.adjustment import adjustments
from talleyrand.rules.retreat import retreat_options
from talleyrand.rules.rulebook import Rulebook
from talleyrand.variants.variant import Variant

Show: TypeAlias = Literal["position", "orders", "results", "retreats"]
"""What a picture can show."""
SHOWS: tuple[Show, ...] = ("position", "orders", "results", "retreats")


@dataclass(frozen=True)
class Style:
    """How a picture looks: theme, patterns, palette, names, a width in pixels, and whose orders are shown."""

    theme: str = "light"
    patterns: bool = False
    width: int | None = None
    power: Power | None = None
    palette: Literal["variant", "safe"] = "variant"
    labels: str | None = None


@dataclass(frozen=True)
class Scene:
    """A position to draw, and the report of its phase where there are orders."""

    variant: Variant
    rulebook: Rulebook
    position: Position
    report: Report | None = None
    published: bool = True
    """Whether the report is of a phase that has been adjudicated, not only of orders as they stand."""

    def retreats(self) -> Mapping[Unit, tuple[Location, ...]]:
        """Where the dislodged units of the position may go."""
        if self.position.phase.kind != RETREAT:
            return {}
        return retreat_options(self.position, self.variant.board, self.rulebook, self.variant.hooks)

    def changes(self) -> Mapping[Power, int]:
        """The builds and removals of the position."""
        if self.position.phase.kind != ADJUSTMENT:
            return {}
        return adjustments(self.position, self.variant.board, self.rulebook, self.variant.hooks)

    def following(self) -> Scene:
        """The position after the phase of the report."""
        return self if self.report is None else Scene(self.variant, self.rulebook, self.report.next)


def read(name: str, variant: str | None = None) -> Game | Scene:
    """What a file holds: a whole game, or one scene. Raises ``FaultError`` naming file, line and key."""
    text = source.read_text(name)
    file = source.shown(name)
    value = source.parse_json(text, file)
    try:
        chosen = variant_named(variant, "--variant") if variant else None
        return _read(value, chosen, name != source.STDIN)
    except InputError as error:
        raise fault_of(error).at(file=file, line=line_of(text, error.path)) from None


def _read(value: Any, variant: Variant | None, allow_folders: bool) -> Game | Scene:
    if isinstance(value, dict) and "phases" in value:
        game = read_record(value, variant=variant)
        if variant is not None and variant.name != game.variant.name:
            raise InputError(
                "variant.name",
                f"{quoted(game.variant.name)} is another variant than {quoted(variant.name)}; leave --variant out",
            )
        return game
    if isinstance(value, dict) and "next" in value and "phase" not in value:
        raise InputError("", "is a report, which says too little to be drawn; give the case or the record it came from")
    if isinstance(value, dict) and "orders" in value:
        case = read_case(value, variant=variant, allow_folders=allow_folders)
        shown = with_years(case.variant, value.get("rulebook"))
        return Scene(shown, case.rulebook, case.position, case.adjudicate())
    position = read_position(value, variant=variant, allow_folders=allow_folders)
    chosen = variant or variant_of(value, None, "", allow_folders)
    check_position(position, chosen)
    rulebook = rulebook_of(value.get("rulebook"), chosen) if isinstance(value, dict) else chosen.rulebook
    return Scene(chosen, rulebook, position)


def of_game(game: Game, phase: str | None, *, last: bool = False) -> Scene:
    """One phase of a game by its code, or the one that is being played; with ``last`` the last one adjudicated.

    Raises ``FaultError`` where the game has no such phase.
    """
    entry = game.current
    if phase is not None:
        wanted = phase.strip().upper()
        found = [each for each in game.line if str(each.phase) == wanted]
        if not found:
            there = ", ".join(str(each.phase) for each in game.line)
            raise FaultError(f"the game has no phase {wanted}; it has {there}", key="--phase")
        entry = found[-1]
    elif last:
        done = [each for each in game.line if each.report is not None]
        if not done:
            raise FaultError("no phase has been adjudicated yet, so there are no results to draw", key="--show")
        entry = done[-1]
    given = entry.report is not None or any(received.counts for received in entry.received)
    report = game.judge(entry) if given else None
    here = game.at(entry)
    return Scene(here.variant, here.rulebook, entry.position, report, entry.report is not None)
