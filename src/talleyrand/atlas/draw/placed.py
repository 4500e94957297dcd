"""Which units are drawn, and where: those that were dislodged stand aside."""

from __future__ import annotations

from collections.abc import Sequence

from talleyrand.atlas.draw.acts import Act, Fate
from talleyrand.atlas.draw.canvas import Canvas
from talleyrand.atlas.draw.tokens import Token, token_at
from talleyrand.atlas.geometry import Point
from talleyrand.board.position import Position
from talleyrand.board.unit import Location, Unit
from talleyrand.orders.model import Build, Convoy, Move


def place_units(canvas: Canvas, position: Position, given: Sequence[Act]) -> dict[Unit, Token]:
    """Every unit to be drawn: those that were dislodged in what is shown stand aside.

    Where a dislodged unit and the one that took its place look alike ("A RUM"), the key means the dislodged one, which
    alone can be given an order, and the other has a key of its own.
    """
    driven = {act.unit for act in given if act.dislodged}
    found: dict[Unit, Token] = {}
    for power, unit in position.each_unit():
        ways = _ways(canvas, unit, given) if unit in driven else ()
        token = token_at(canvas, power, unit, driven=unit in driven, ways=ways)
        if token is not None:
            found[unit] = token
    for entry in position.dislodged:
        token = token_at(canvas, entry.power, entry.unit, driven=True)
        if token is not None:
            if entry.unit in found:
                standing = found.pop(entry.unit)
                found[Unit(entry.unit.kind, Location(entry.unit.province, "standing"))] = standing
            found[entry.unit] = token
    for act in given:
        if isinstance(act.order, Build) and act.fate in (Fate.DONE, Fate.PLANNED) and act.order.unit not in found:
            token = token_at(canvas, act.power, act.order.unit, built=True)
            if token is not None:
                found[act.order.unit] = token
    return found


def _ways(canvas: Canvas, unit: Unit, given: Sequence[Act]) -> list[tuple[Point, Point]]:
    """The straight ways of the moves that end where a unit stands or pass it by convoy, and of its own."""
    found: list[tuple[Location, Location]] = []
    for act in given:
        order = act.order
        if isinstance(order, Convoy) and act.unit == unit:
            found += [(order.army.location, unit.location), (unit.location, order.to)]
        elif isinstance(order, Move) and act.unit and unit.province in (act.unit.province, order.to.province):
            found.append((act.unit.location, order.to))
    spots = [(canvas.layout.spot(start), canvas.layout.spot(end)) for start, end in found]
    return [(start, end) for start, end in spots if start is not None and end is not None]
