"""The PyPI package `pydip`: `resolve_turn` on its map and commands.

The commands are built, and so checked by pydip, before the clock starts. It lists no orders and reads no text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from protocol import Call, serve
from pydip.map.predefined.vanilla_dip import generate_map
from pydip.player.command.command import (
    Command,
    ConvoyMoveCommand,
    ConvoyTransportCommand,
    HoldCommand,
    MoveCommand,
    SupportCommand,
)
from pydip.player.player import Player
from pydip.player.unit import Unit, UnitTypes
from pydip.turn.resolve import resolve_turn

MAP = Path(__file__).parents[2] / "src/talleyrand/variants/library/classic/map.json"
PROVINCES = {p["id"].upper(): p for p in json.loads(MAP.read_text(encoding="utf-8"))["provinces"]}
LONGER = {"EAS": "Eastern Mediterranean Sea", "WES": "Western Mediterranean Sea"}
COASTS = {"NC": "North Coast", "EC": "North Coast", "SC": "South Coast", "": "Coast"}


class Pydip:
    """Cases as commands of that package."""

    def load(self, cases: list[dict[str, Any]]) -> dict[int, str]:
        """Take the cases in."""
        self.map = generate_map()
        self.commands: dict[int, list[Command]] = {}
        refused: dict[int, str] = {}
        for index, case in enumerate(cases):
            if not case["phase"].endswith("M"):
                refused[index] = "no movement phase"
                continue
            try:
                self.commands[index] = list(_commands(self.map, case))
                resolve_turn(self.map, self.commands[index])
            except (AssertionError, KeyError, RecursionError) as fault:
                refused[index] = f"{type(fault).__name__} {fault}".strip()
        return refused

    def calls(self, task: str, indices: Sequence[int]) -> list[Call]:
        """One call for each case, on something built for it alone."""
        return [_resolution(self.map, self.commands[index]) for index in indices]

    def answer(self, index: int) -> Any:
        """What this engine makes of a case."""
        units: dict[str, list[str]] = {}
        retreats: dict[str, None] = {}
        for power, result in resolve_turn(self.map, self.commands[index]).items():
            for unit, driven in result.items():
                text = f"{'A' if unit.unit_type is UnitTypes.TROOP else 'F'} {_SHORT[unit.position]}"
                if driven is None:
                    units.setdefault(power, []).append(text)
                else:
                    retreats[text] = None
        return {"units": {power: sorted(found) for power, found in units.items()}, "dislodged": sorted(retreats)}


def _resolution(board: Any, commands: list[Command]) -> Call:
    return lambda: resolve_turn(board, commands)


def place(kind: str, where: str) -> str:
    """A place as pydip names it."""
    province, _, coast = where.partition("/")
    found = PROVINCES[province]
    name = LONGER.get(province, found["name"])
    return name if kind == "A" or found["kind"] == "sea" else f"{name} {COASTS[coast]}"


_SHORT = {place("A", province): province for province in PROVINCES} | {
    place("F", where): where
    for province, found in PROVINCES.items()
    if found["kind"] == "coastal"
    for where in ([f"{province}/{coast.upper()}" for coast in found["coasts"]] or [province])
}


def _unit(kind: str, where: str) -> Unit:
    return Unit(UnitTypes.TROOP if kind == "A" else UnitTypes.FLEET, place(kind, where))


def _goal(board: Any, helped: Unit, to: str, told: str) -> str:
    """Where a supported move goes: pydip wants a coast for a fleet, the move's own or one that it could reach."""
    coasts = PROVINCES[to[:3]]["coasts"]
    if helped.unit_type is UnitTypes.TROOP or not coasts or "/" in to:
        return place("A" if helped.unit_type is UnitTypes.TROOP else "F", to)
    if told[:3] == to:
        return place("F", told)
    reached = [place("F", f"{to}/{coast.upper()}") for coast in coasts]
    return next(name for name in reached if name in board.adjacency[helped.position])


def _commands(board: Any, case: dict[str, Any]) -> Any:
    going = {
        " ".join(words[:2]): words[3]
        for sheet in case["orders"].values()
        for words in map(str.split, sheet)
        if words[2] == "-"
    }
    for power, units in case["units"].items():
        start = [{"territory_name": place(u[0], u[2:]), "unit_type": _unit(u[0], u[2:]).unit_type} for u in units]
        player = Player(power, board, start)
        for text in case["orders"][power]:
            kind, where, verb, *rest = text.split()
            unit = _unit(kind, where)
            match verb, *rest:
                case ["H"]:
                    yield HoldCommand(player, unit)
                case ["-", to]:
                    yield MoveCommand(player, unit, place(kind, to))
                case ["-", to, "VIA"]:
                    yield ConvoyMoveCommand(player, unit, place(kind, to))
                case ["S", other, at]:
                    yield SupportCommand(player, unit, _unit(other, at), place(other, at))
                case ["S", other, at, "-", to]:
                    helped = _unit(other, at)
                    yield SupportCommand(player, unit, helped, _goal(board, helped, to, going.get(f"{other} {at}", "")))
                case ["C", other, at, "-", to]:
                    yield ConvoyTransportCommand(player, unit, _unit(other, at), place("A", to))


if __name__ == "__main__":
    serve(Pydip())
