"""Talleyrand: the rules on values, the rules from text, and the whole report.

- `board`: `after_movement` with the retreats of whoever was dislodged: what pydip's `resolve_turn` answers, no reasons.
- `adjudicate`: `resolve_movement` from a fresh `Position` and `Order` values: every order checked, adjudicated and
  explained with its reasons.
- `read`: the same from the players' text, which is what the peer's `set_orders` begins with too.
- `report`: `game.adjudicate`: the text read, the phase adjudicated, retreats, captures, next phase, victory.
- `options`: every legal order of every unit, as values.
- `draw`: the SVG of a report, orders and results on the board; `picture`: the PNG of that SVG, 1,400 pixels wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from protocol import Call, serve

from talleyrand.board.position import Position
from talleyrand.game.adjudicate import adjudicate
from talleyrand.game.report import Report
from talleyrand.game.wire import read_position, write_position
from talleyrand.orders.model import Order
from talleyrand.orders.options import Options
from talleyrand.orders.read import read
from talleyrand.orders.write import write
from talleyrand.rules.movement import after_movement
from talleyrand.rules.phase import resolve
from talleyrand.rules.retreat import retreat_options
from talleyrand.rules.rulebook import DATC
from talleyrand.variants.load import load_variant

VARIANT = load_variant("classic")
BOARD = VARIANT.board


class Talleyrand:
    """Cases as positions and orders."""

    def load(self, cases: list[dict[str, Any]]) -> dict[int, str]:
        """Take the cases in."""
        self.positions = [
            read_position({key: value for key, value in case.items() if key not in ("id", "orders")}) for case in cases
        ]
        self.texts: list[dict[str, str]] = [
            {power: "\n".join(sheet) for power, sheet in case["orders"].items()} for case in cases
        ]
        self.orders = [_read(texts, position) for texts, position in zip(self.texts, self.positions, strict=True)]
        return {}

    def calls(self, task: str, indices: Sequence[int]) -> list[Call]:
        """One call for each case, on something built for it alone."""
        return [self.call(task, replace(self.positions[index]), index) for index in indices]

    def call(self, task: str, position: Position, index: int) -> Call:
        """One call on a position built for it alone."""
        orders, texts = self.orders[index], self.texts[index]
        match task:
            case "board":
                return lambda: _board(position, orders)
            case "adjudicate":
                return lambda: resolve(position, orders, BOARD, DATC)
            case "read":
                return lambda: resolve(position, _read(texts, position), BOARD, DATC)
            case "report":
                return lambda: adjudicate(VARIANT, position, texts)
            case "options":
                return lambda: list(Options(position, BOARD))
            case "draw" | "picture":
                return _drawing(task, adjudicate(VARIANT, position, texts))
        raise ValueError(task)

    def answer(self, index: int) -> Any:
        """What this engine makes of a case."""
        position = self.positions[index]
        right_after = resolve(position, self.orders[index], BOARD, DATC).position
        report = adjudicate(VARIANT, position, self.texts[index])
        after = write_position(report.next, VARIANT)
        options = Options(position, BOARD)
        return {
            "phase": after["phase"],
            "units": after["units"],
            "centers": after["centers"],
            "retreats": {str(unit): sorted(map(str, places)) for unit, places in report.retreats.items()},
            "dislodged": sorted(str(entry.unit) for entry in right_after.dislodged),
            "right_after": {power: sorted(map(str, units)) for power, units in right_after.units.items()},
            "options": {str(unit): sorted(map(write, options.of(unit))) for unit in options.units()},
        }


def _read(texts: dict[str, str], position: Position) -> dict[str, list[Order]]:
    kind = position.phase.kind
    return {
        power: [
            reading.order
            for reading in read(text, BOARD, kind=kind, position=position, power=power)
            if reading.order is not None
        ]
        for power, text in texts.items()
    }


def _board(position: Position, orders: dict[str, list[Order]]) -> tuple[Position, Any]:
    after = after_movement(position, orders, BOARD, DATC)
    return after, retreat_options(after, BOARD, DATC) if after.dislodged else None


def _drawing(task: str, report: Report) -> Call:
    from talleyrand.atlas.draw import draw_report  # the pictures need an extra that the other tasks do without
    from talleyrand.atlas.png import to_png

    if task == "draw":
        return lambda: draw_report(report, VARIANT)
    drawn = draw_report(report, VARIANT)
    return lambda: to_png(drawn, 1400)


if __name__ == "__main__":
    serve(Talleyrand())
