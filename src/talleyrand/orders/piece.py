"""A piece of a line between two separators."""

from __future__ import annotations

from dataclasses import dataclass, field

from talleyrand.orders.lex import Item
from talleyrand.orders.shape import Shape


@dataclass(slots=True)
class Piece:
    """Items between two separators, and the form they have.

    ``doubts`` say why the form is not certain, ``also`` are others that may be meant. ``opens`` marks a condition in
    front of an order, ``helps`` words such as "supported by A Mar" after one, ``spread`` a verb taken over from the
    next piece.
    """

    items: list[Item]
    joiner: str = ""
    form: Shape | None = None
    doubts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    spread: bool = False
    also: tuple[Shape, ...] = ()
    opens: bool = False
    helps: bool = False
