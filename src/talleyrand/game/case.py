"""A case: a position, the orders given in it, and the rulebook to judge them by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from talleyrand.board.position import Position
from talleyrand.board.unit import Power
from talleyrand.game.adjudicate import adjudicate
from talleyrand.game.documents import CaseDocument
from talleyrand.game.errors import InputError
from talleyrand.game.report import Report
from talleyrand.game.rulebooks import rulebook_of
from talleyrand.game.shape import inside, shaped
from talleyrand.game.wire import position_of, power_of, variant_of, write_position
from talleyrand.rules.rulebook import Rulebook
from talleyrand.variants.variant import Variant


@dataclass(frozen=True)
class Case:
    """One thing to adjudicate. ``orders`` holds texts as they were written, or one text an order."""

    variant: Variant
    position: Position
    rulebook: Rulebook
    orders: Mapping[Power, str | tuple[str, ...]] = field(default_factory=dict)
    id: str | int | None = None

    def adjudicate(self, *, skip: bool = True) -> Report:
        """The case adjudicated."""
        return adjudicate(self.variant, self.position, self.orders, self.rulebook, skip=skip)


def read_case(value: Any, *, variant: Variant | None = None) -> Case:
    """A case from its JSON value; without ``variant`` the document names one. Raises ``InputError`` at the first fault."""
    document = shaped(value, CaseDocument)
    chosen = variant_of(value, variant)
    position = position_of(document, chosen)
    rulebook = rulebook_of(document.rulebook, chosen, "rulebook")
    orders: dict[Power, str | tuple[str, ...]] = {}
    for name, given in document.orders.items():
        power = power_of(name, chosen.board, inside("orders", name), chosen.name)
        if power in orders:
            raise InputError(inside("orders", name), f"{power} is listed twice")
        orders[power] = given if isinstance(given, str) else tuple(given)
    return Case(chosen, position, rulebook, orders, document.id if isinstance(document.id, str | int) else None)


def write_case(case: Case) -> dict[str, Any]:
    """The JSON value of a case."""
    written = write_position(case.position, case.variant)
    if case.id is not None:
        written["id"] = case.id
    written["orders"] = {
        power: given if isinstance(given, str) else list(given) for power, given in sorted(case.orders.items())
    }
    written["rulebook"] = case.rulebook.choices()
    return written
