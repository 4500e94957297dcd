"""A movement phase from one line a power, its units being those that are given orders."""

from __future__ import annotations

from dataclasses import dataclass

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Position, make_position
from talleyrand.board.unit import Power, Unit
from talleyrand.orders.model import Order
from talleyrand.orders.read import read
from talleyrand.rules.movement import resolve_movement
from talleyrand.rules.outcome import Code, Outcome, Reason, Resolution
from talleyrand.rules.rulebook import DATC, Rulebook
from talleyrand.variants.load import load_variant


@dataclass(frozen=True)
class Scene:
    before: Position
    resolution: Resolution

    def __getitem__(self, unit: str) -> Outcome:
        """The outcome of the unit's own order."""
        wanted = Unit.parse(unit)
        owner = self.before.owner(wanted)
        return next(o for o in self.resolution.outcomes if o.unit == wanted and o.power == owner)

    def result(self, unit: str) -> str:
        return "+".join(str(result) for result in self[unit].results)

    def reason(self, unit: str, code: Code) -> Reason:
        return next(reason for reason in self[unit].because if reason.code is code)

    @property
    def units(self) -> str:
        return ", ".join(sorted(str(unit) for _, unit in self.resolution.position.each_unit()))

    @property
    def dislodged(self) -> str:
        return ", ".join(sorted(str(entry.unit) for entry in self.resolution.position.dislodged))

    @property
    def standoffs(self) -> str:
        return ", ".join(sorted(self.resolution.position.standoffs))


def play(*sheets: str, variant: str = "classic", rulebook: Rulebook = DATC, extra: str = "") -> Scene:
    """Resolve sheets like "France: A PAR - BUR; A MAR S A PAR - BUR"; ``extra`` places units without orders."""
    board = load_variant(variant).board
    units: dict[Power, tuple[Unit, ...]] = {}
    texts: dict[Power, str] = {}
    for sheet in sheets:
        power, _, texts[power] = sheet.partition(": ")
        units[power] = tuple(Unit.parse(" ".join(text.split()[:2])) for text in texts[power].split(";"))
    for entry in filter(None, extra.split("; ")):
        power, _, unit = entry.partition(": ")
        units[power] = (*units.get(power, ()), Unit.parse(unit))
    before = make_position(variant, Phase.parse("S1901M"), units)
    before.check(board)
    orders: dict[Power, list[Order]] = {}
    for power, text in texts.items():
        readings = read(text.replace("; ", "\n"), board, position=before, power=power)
        assert all(reading.order is not None for reading in readings), readings
        orders[power] = [reading.order for reading in readings if reading.order is not None]
    return Scene(before, resolve_movement(before, orders, board, rulebook))
