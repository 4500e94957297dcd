"""The position alone: the same as that of the whole resolution."""

from typing import Any

import pytest

from datc_notation import cases, order, position
from talleyrand.orders.model import Order
from talleyrand.rules.movement import after_movement, resolve_movement
from talleyrand.rules.rulebook import DATC, Paradox
from talleyrand.variants.load import load_variant

BOARD = load_variant("classic").board


@pytest.mark.parametrize("case", cases("movement"), ids=lambda case: case["id"])
@pytest.mark.parametrize("paradox", [Paradox.SZYKMAN, Paradox.ALL_HOLD], ids=str)
def test_the_position_is_that_of_the_resolution(case: dict[str, Any], paradox: Paradox) -> None:
    before = position(case, "S1901M")
    rulebook = DATC.with_choices({"paradox": paradox.value})
    orders = _orders(case)
    assert after_movement(before, orders, BOARD, rulebook) == resolve_movement(before, orders, BOARD, rulebook).position


def _orders(case: dict[str, Any]) -> dict[str, list[Order]]:
    found: dict[str, list[Order]] = {}
    for power, sheet in case["orders"].items():
        found[power] = [order(text) for text in sheet]
    return found
