"""Talleyrand: read, adjudicate and explain Diplomacy and its variants.

Everything in ``__all__`` is the public API; the rest may move. Names are loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from talleyrand._version import __version__

if TYPE_CHECKING:
    from talleyrand.board.calendar import Phase
    from talleyrand.board.position import Position
    from talleyrand.board.unit import Location, Unit, UnitKind
    from talleyrand.game.adjudicate import adjudicate
    from talleyrand.game.case import Case, read_case
    from talleyrand.game.errors import GameError, GameOverError, InputError
    from talleyrand.game.record import read_record, write_record
    from talleyrand.game.report import Report
    from talleyrand.game.schema import schema
    from talleyrand.game.state import Game
    from talleyrand.game.verify import verify
    from talleyrand.game.wire import read_position, write_position
    from talleyrand.orders.read import read as read_orders
    from talleyrand.orders.reading import Reading
    from talleyrand.orders.write import write as write_order
    from talleyrand.prose.text import render as text_report
    from talleyrand.rules.rulebook import Rulebook
    from talleyrand.variants.load import VariantError, load_variant
    from talleyrand.variants.variant import Variant

__all__ = [
    "Case",
    "Game",
    "GameError",
    "GameOverError",
    "InputError",
    "Location",
    "Phase",
    "Position",
    "Reading",
    "Report",
    "Rulebook",
    "Unit",
    "UnitKind",
    "Variant",
    "VariantError",
    "__version__",
    "adjudicate",
    "load_variant",
    "read_case",
    "read_orders",
    "read_position",
    "read_record",
    "schema",
    "text_report",
    "verify",
    "write_order",
    "write_position",
    "write_record",
]

_HOMES = {
    "Case": "game.case",
    "Game": "game.state",
    "GameError": "game.errors",
    "GameOverError": "game.errors",
    "InputError": "game.errors",
    "Location": "board.unit",
    "Phase": "board.calendar",
    "Position": "board.position",
    "Reading": "orders.reading",
    "Report": "game.report",
    "Rulebook": "rules.rulebook",
    "Unit": "board.unit",
    "UnitKind": "board.unit",
    "Variant": "variants.variant",
    "VariantError": "variants.load",
    "adjudicate": "game.adjudicate",
    "load_variant": "variants.load",
    "read_case": "game.case",
    "read_orders": "orders.read:read",
    "read_position": "game.wire",
    "read_record": "game.record",
    "schema": "game.schema",
    "text_report": "prose.text:render",
    "verify": "game.verify",
    "write_order": "orders.write:write",
    "write_position": "game.wire",
    "write_record": "game.record",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, inner = home.partition(":")
    found = getattr(import_module(f"{__name__}.{module}"), inner or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
