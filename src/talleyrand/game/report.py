"""What an adjudication answers: every order with its reading and outcome, the board after it, and the next phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from talleyrand.orders.model import acting_unit

if TYPE_CHECKING:
    from talleyrand.board.calendar import Phase
    from talleyrand.board.position import Dislodged, Position
    from talleyrand.board.unit import Location, Power, ProvinceId, Unit
    from talleyrand.orders.model import Order
    from talleyrand.orders.reading import Reading
    from talleyrand.rules.outcome import Outcome
    from talleyrand.rules.rulebook import Rulebook
    from talleyrand.rules.victory import Status


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a report: an order as read and what became of it, or a unit that was given none.

    ``reading`` has status ``MISSING`` and an empty text where the unit had no order. ``outcome`` is None for an order
    that asked nothing of the board: a duplicate, a text that no unit could be found for, a superseded order.
    """

    power: Power
    reading: Reading
    outcome: Outcome | None = None

    @property
    def order(self) -> Order | None:
        """The order as read, in force or not."""
        return self.reading.order

    @property
    def unit(self) -> Unit | None:
        """The unit the line is about."""
        if self.outcome is not None and self.outcome.unit is not None:
            return self.outcome.unit
        return None if self.reading.order is None else acting_unit(self.reading.order)

    @property
    def failed(self) -> bool:
        """The order did not do what it asked, or was not in force."""
        return self.outcome is None or not self.outcome.succeeded


@dataclass(frozen=True)
class Report:
    """One phase adjudicated.

    ``lines`` come by power in the variant's order, and within a power as the orders were written, then units without
    an order. ``after`` is the board right after the phase, with its dislodged units and standoffs, and centres
    already captured where this phase captures. ``next`` is the next phase in which anyone can act (or the next of the
    calendar where nothing is to be skipped), or the next of the calendar once the game is over. ``skipped`` are
    phases in between in which provably nobody could act. ``retreats`` and ``adjustments`` say what can be done in
    ``next`` where that is a retreat or an adjustment phase. ``removed`` are dislodged units with no retreat,
    disbanded at once (A-089). ``due`` are the builds and, below 0, the removals that this phase itself allowed or
    asked for. ``owners_known`` is false where a case does not say who owns the centres: then none are captured or
    counted, and nobody can win.
    """

    variant: str
    rulebook: Rulebook
    before: Position
    lines: tuple[Line, ...]
    after: Position
    next: Position
    skipped: tuple[Phase, ...] = ()
    retreats: Mapping[Unit, tuple[Location, ...]] = field(default_factory=dict)
    adjustments: Mapping[Power, int] = field(default_factory=dict)
    removed: tuple[Dislodged, ...] = ()
    captured: Mapping[ProvinceId, tuple[Power | None, Power]] = field(default_factory=dict)
    """Centres that changed hands: (old owner or None, new owner)."""
    status: Status | None = None
    """Whether the game goes on; None only in a report made by hand."""
    outcomes: tuple[Outcome, ...] = ()
    """Every outcome of the phase, also of units whose orders were set aside."""
    conditional: tuple[Outcome, ...] = ()
    """Outcomes of retreats that were sent with the movement orders (rulebook choice ``retreats``: ``with_orders``)."""
    repaired: Mapping[Unit, Reading] = field(default_factory=dict)
    """How those among them were read that were written differently."""
    defaults: tuple[Outcome, ...] = ()
    """What happened without any order in the phases that were skipped: units disbanded for want of a retreat."""
    due: Mapping[Power, int] = field(default_factory=dict)
    owners_known: bool = True

    @property
    def phase(self) -> Phase:
        """The phase adjudicated."""
        return self.before.phase

    @property
    def over(self) -> bool:
        """The game has ended with this phase."""
        return self.status is not None and str(self.status.state) != "running"

    def lines_of(self, power: Power) -> tuple[Line, ...]:
        """A power's lines."""
        return tuple(line for line in self.lines if line.power == power)
