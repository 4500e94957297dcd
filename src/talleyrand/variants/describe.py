"""A variant as plain values: what ``talleyrand variant show`` answers, and an interface for other programs."""

from __future__ import annotations

from typing import Any

from talleyrand.board.board import Board
from talleyrand.board.province import Province
from talleyrand.board.unit import UnitKind
from talleyrand.variants.variant import Variant


def describe(variant: Variant) -> dict[str, Any]:
    """Everything about a variant that a player or a program may want to know, in plain JSON values."""
    board = variant.board
    return {
        "format": 1,
        "name": variant.name,
        "title": variant.title,
        "version": variant.version,
        "description": variant.description,
        "credits": list(variant.credits),
        "powers": [_power(variant, info.name) for info in board.powers],
        "provinces": [_province(board, province) for province in board.provinces.values()],
        "ambiguous": {word: list(keys) for word, keys in board.ambiguous.items()},
        "start": {
            "phase": str(variant.start.phase),
            "label": variant.calendar.describe(variant.start.phase),
            "units": {power: [str(unit) for unit in variant.start.units_of(power)] for power in variant.powers},
            "centers": {power: sorted(variant.start.centers_of(power)) for power in variant.powers},
            "neutral_centers": sorted(board.centers - set(variant.start.centers)),
        },
        "victory_centers": variant.centers_to_win(variant.rulebook),
        "supply_centers": len(board.centers),
        "phases": _phases(variant),
        "year_labels": {name: label.show(variant.start.phase.year) for name, label in variant.year_labels.items()},
        "rulebooks": {name: rulebook.choices() for name, rulebook in variant.presets.items()},
        "rulebook": variant.rulebook.choices(),
        "symbols": dict(variant.symbols),
        "legend": dict(variant.legend),
    }


def _power(variant: Variant, name: str) -> dict[str, Any]:
    info = next(info for info in variant.board.powers if info.name == name)
    return {
        "name": name,
        "adjective": info.adjective,
        "aliases": list(info.aliases),
        "colour": variant.colours.get(name, ""),
        "homes": sorted(variant.board.homes[name]),
    }


def _province(board: Board, province: Province) -> dict[str, Any]:
    return {
        "id": province.id,
        "name": province.name,
        "abbreviation": province.abbreviation,
        "aliases": list(province.aliases),
        "terrain": str(province.terrain),
        "coasts": list(province.coasts),
        "supply_center": province.center,
        "home_of": province.home_of,
        "armies_to": sorted(_steps(board, UnitKind.ARMY, province)),
        "fleets_to": {
            str(place): sorted(str(near) for near in board.graph.steps(UnitKind.FLEET, place))
            for place in board.locations(UnitKind.FLEET, province.id)
        },
    }


def _steps(board: Board, kind: UnitKind, province: Province) -> set[str]:
    return {near.province for place in board.locations(kind, province.id) for near in board.graph.steps(kind, place)}


def _phases(variant: Variant) -> list[dict[str, Any]]:
    phases = []
    phase = variant.calendar.first
    for _ in variant.calendar.steps:
        code = f"{phase.season.value}{phase.kind}"
        phases.append(
            {
                "code": code,
                "label": variant.calendar.describe(phase),
                "season": variant.calendar.season_name(phase),
                "hours": variant.phase_hours.get(code),
                "silent": code in variant.silent_phases,
            }
        )
        phase = variant.calendar.after(phase)
    return phases
