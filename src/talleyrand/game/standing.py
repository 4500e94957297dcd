"""How a game stands, at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from talleyrand.board.calendar import Phase
from talleyrand.board.unit import Power
from talleyrand.game.ledger import Entry, Origin
from talleyrand.rules.outcome import Code
from talleyrand.rules.victory import State


@dataclass(frozen=True)
class Standing:
    """How a game stands: the phase, whether it is over, who has sent orders and who has yet to.

    ``waiting`` are the powers that have something to order and have sent nothing. ``disorder`` are in civil disorder.
    ``ruling`` says what the GM must decide before the game can go on, empty where nothing.
    """

    phase: Phase
    number: int
    state: State
    winners: tuple[Power, ...]
    ordered: tuple[Power, ...]
    waiting: tuple[Power, ...]
    disorder: tuple[Power, ...]
    missed: Mapping[Power, int]
    ruling: str = ""

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.state is not State.RUNNING


def awaited(line: Sequence[Entry]) -> str:
    """What the GM must rule on before a line goes on: removals left to the GM (DATC 4.D.8); "" for nothing."""
    if line[-1].origin is not Origin.ADJUDICATED or len(line) < 2 or line[-2].report is None:
        return ""
    units = [
        f"{order['power']}'s {order['unit']}"
        for order in line[-2].report.get("orders", ())
        if any(reason.get("code") == Code.AWAITS_RULING for reason in order.get("because", ()))
    ]
    if not units:
        return ""
    first = ", ".join(units)
    return f"the GM decides which units are removed (first in line: {first}); rule with the board after it"
