"""Orders as canonical text: upper case, single blanks, one way to write each."""

from __future__ import annotations

from talleyrand.orders.model import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    Special,
    SupportHold,
    SupportMove,
    Waive,
)


def write(order: Order) -> str:
    """The canonical text of an order, as in "F STP/SC - BOT"; reading it back gives the same order."""
    match order:
        case Hold(unit):
            return f"{unit} H"
        case Move(unit, to, via):
            return f"{unit} - {to} VIA" if via else f"{unit} - {to}"
        case SupportHold(unit, target):
            return f"{unit} S {target}"
        case SupportMove(unit, target, to):
            return f"{unit} S {target} - {to}"
        case Convoy(unit, army, to):
            return f"{unit} C {army} - {to}"
        case Retreat(unit, to):
            return f"{unit} R {to}"
        case Disband(unit):
            return f"{unit} D"
        case Build(unit):
            return f"{unit} B"
        case Waive():
            return "WAIVE"
        case Special(verb, words, unit):
            return " ".join((*([str(unit)] if unit else []), verb, *words))
