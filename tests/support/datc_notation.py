"""Positions and orders from the notation of cases/datc.json."""

import json
from pathlib import Path
from typing import Any

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Location, Power, Unit
from talleyrand.orders.model import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
)

DATC = json.loads((Path(__file__).parent.parent / "cases" / "datc.json").read_text(encoding="utf-8"))


def cases(phase: str) -> list[dict[str, Any]]:
    return [case for case in DATC["cases"] if case["phase"] == phase]


def owned(text: str) -> tuple[Power, Unit]:
    """Read "Russia F stp/nc"."""
    power, unit = text.split(" ", 1)
    return power, Unit.parse(unit)


def order(text: str) -> Order:
    """Read one order as the file writes it."""
    words = text.split()
    if words[0] in ("B", "D"):
        unit = Unit.parse(" ".join(words[1:]))
        return Build(unit) if words[0] == "B" else Disband(unit)
    unit, rest = Unit.parse(" ".join(words[:2])), words[2:]
    match rest:
        case ["H"]:
            return Hold(unit)
        case ["-", to, *via]:
            return Move(unit, Location.parse(to), bool(via))
        case ["S", kind, place]:
            return SupportHold(unit, Unit.parse(f"{kind} {place}"))
        case ["S", kind, place, "-", to]:
            return SupportMove(unit, Unit.parse(f"{kind} {place}"), Location.parse(to))
        case ["C", kind, place, "-", to]:
            return Convoy(unit, Unit.parse(f"{kind} {place}"), Location.parse(to))
    raise ValueError(text)


def retreat_order(text: str) -> Order:
    """Read an order of a retreat phase: there a move is a retreat."""
    given = order(text)
    return Retreat(given.unit, given.to) if isinstance(given, Move) else given


def units(texts: list[str]) -> dict[Power, tuple[Unit, ...]]:
    found: dict[Power, tuple[Unit, ...]] = {}
    for text in texts:
        power, unit = owned(text)
        found[power] = (*found.get(power, ()), unit)
    return found


def position(case: dict[str, Any], phase: str) -> Position:
    """The position a case starts from."""
    return make_position(
        "classic",
        Phase.parse(phase),
        units(case["units"]),
        dislodged=tuple(
            Dislodged(
                *owned(entry["unit"]),
                origin=entry["attacker_from"] and entry["attacker_from"].upper(),
                by_convoy=entry["attacker_from"] is None,
            )
            for entry in case.get("dislodged", ())
        ),
        standoffs=frozenset(place.upper() for place in case.get("contested", ())),
        centers={center.upper(): power for power, held in case.get("supply_centers", {}).items() for center in held},
    )


def shown(held: Position) -> list[str]:
    """The units of a position as the file lists them."""
    return sorted(f"{power} {str(unit)[0]} {str(unit)[2:].lower()}" for power, unit in held.each_unit())
