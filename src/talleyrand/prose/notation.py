"""Orders in the short notation of reports, with full names: "A Paris - Burgundy"."""

from __future__ import annotations

from talleyrand.board.board import Board
from talleyrand.board.unit import Location, Unit
from talleyrand.orders.model import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    Special,
    SupportHold,
    SupportMove,
    Waive,
)
from talleyrand.orders.write import write
from talleyrand.prose.words import plain


def place(location: Location, board: Board) -> str:
    """A place by its full name, its coast by its letters: "St. Petersburg (sc)"."""
    name = board.name(location.province)
    return f"{name} ({location.coast.lower()})" if location.coast else name


def unit(value: Unit, board: Board) -> str:
    """A unit by its letter and place: "F St. Petersburg (sc)"."""
    return f"{value.kind.value} {place(value.location, board)}"


def order(value: Order, board: Board) -> str:
    """An order as a report lists it: "F North Sea convoys A London - Belgium"."""
    match value:
        case Hold(actor):
            return f"{unit(actor, board)} holds"
        case Move(actor, to, via):
            return f"{unit(actor, board)} - {place(to, board)}{' via convoy' if via else ''}"
        case SupportHold(actor, target):
            return f"{unit(actor, board)} supports {unit(target, board)}"
        case SupportMove(actor, target, to):
            return f"{unit(actor, board)} supports {unit(target, board)} - {place(to, board)}"
        case Convoy(actor, army, to):
            return f"{unit(actor, board)} convoys {unit(army, board)} - {place(to, board)}"
        case Retreat(actor, to):
            return f"{unit(actor, board)} retreats to {place(to, board)}"
        case Disband(actor):
            return f"{unit(actor, board)} disbands"
        case Build(actor):
            return f"build {unit(actor, board)}"
        case Waive():
            return "waive a build"
        case Special():
            return plain(write(value))
