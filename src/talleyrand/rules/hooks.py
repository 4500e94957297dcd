"""The few points at which a variant may change the rules, with the standard game's answers.

They come in the order in which variants need them: where one may build, when a centre is captured, who has won, what a
player may order, and last who counts as whom in a fight.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, TypeAlias

from talleyrand.board.board import Board
from talleyrand.board.position import Position
from talleyrand.board.unit import Power, ProvinceId
from talleyrand.orders.model import Order

Side: TypeAlias = Hashable
"""Whoever fights as one: units of one side never dislodge, nor cut the support of, each other."""


class Hooks:
    """The standard rules; a variant with rules of its own overrides what differs.

    A hook is a pure function of its arguments. It may not raise on any position that passes ``Position.check``.
    """

    def build_sites(
        self, position: Position, board: Board, power: Power, usual: frozenset[ProvinceId]
    ) -> Iterable[ProvinceId]:
        """The vacant owned centres in which ``power`` may build, given those the rulebook would allow."""
        return usual

    def may_capture(self, position: Position, board: Board, power: Power, center: ProvinceId) -> bool:
        """Whether a unit of ``power`` in ``center`` takes it from its owner."""
        return True

    def winners(self, position: Position, board: Board, needed: int) -> tuple[Power, ...] | None:
        """Who has won alone or together, by reaching ``needed`` centres; None leaves it to the standard rule."""
        return None

    def forbids(self, position: Position, board: Board, power: Power, order: Order) -> str | None:
        """Why ``power`` may not give an otherwise legal order, in a sentence with its rule; None where it may."""
        return None

    def side_of(self, position: Position, power: Power) -> Side:
        """The side a power fights on: itself, unless the variant has empires or teams."""
        return power

    def read_extra(self, value: Any, board: Board) -> Any:
        """The variant's own state from its JSON form. Raises ``ValueError`` naming what is wrong."""
        if value:
            raise ValueError("extra: this variant has no state of its own, so it must be empty")
        return {}

    def write_extra(self, extra: Any) -> Any:
        """The JSON form of the variant's own state."""
        return dict(extra)


STANDARD = Hooks()
"""The standard game's hooks."""
