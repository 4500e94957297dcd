"""How a game stands, for people and as JSON: who is missing, and what there is to order in the phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from talleyrand.board.calendar import ADJUSTMENT, RETREAT
from talleyrand.board.unit import Power, Unit
from talleyrand.game.state import Game
from talleyrand.rules.adjustment import adjustments, build_sites, removal_ranking
from talleyrand.rules.retreat import retreat_options
from talleyrand.rules.rulebook import Removal


def standing(game: Game) -> str:
    """How a game stands."""
    status = game.status
    lines = [f"{game.variant.title}, {game.variant.calendar.describe(status.phase)} ({status.phase})"]
    if status.over:
        lines.append(f"The game is over: {status.state}, {', '.join(status.winners)}.")
    else:
        lines.append(f"Orders in: {', '.join(status.ordered) or 'nobody'}")
        lines.append(f"Missing: {', '.join(status.waiting) or 'nobody'}")
    if status.disorder:
        lines.append(f"In civil disorder: {', '.join(status.disorder)}")
    if status.ruling:
        lines.append(f"Waits for a ruling: {status.ruling}")
    if not status.over:
        to_do = [line for power in game.powers for line in to_order(game, power)]
        lines += ["", *to_do] if to_do else []
    lines.append("")
    width = max(map(len, game.powers))
    lines.append(f"{'':{width}}  centres  armies  fleets")
    for power in game.powers:
        units = [str(unit.kind) for unit in game.position.units_of(power)]
        centers = len(game.position.centers_of(power))
        lines.append(f"{power:{width}}  {centers:7}  {units.count('A'):6}  {units.count('F'):6}")
    return "\n".join(lines)


def to_order(game: Game, power: Power) -> Iterator[str]:
    """What a power has to order in a phase of retreats or adjustments, a line each; nothing in another phase."""
    position, board = game.position, game.variant.board
    if position.phase.kind == RETREAT:
        options = retreat_options(position, board, game.rulebook, game.variant.hooks)
        for entry in position.dislodged:
            if entry.power == power:
                places = " or ".join(map(str, sorted(options.get(entry.unit, ()))))
                origin = f" (attacked from {entry.origin})" if entry.origin else ""
                may = f"may retreat to {places}, or disband" if places else "can only disband"
                yield f"{power}: {entry.unit}{origin} {may}"
    elif position.phase.kind == ADJUSTMENT:
        due = adjustments(position, board, game.rulebook, game.variant.hooks).get(power, 0)
        if due > 0:
            yield f"{power}: {_number(due, 'build')}, in {', '.join(_sites(game, power))}"
        elif due < 0:
            ranking = ", ".join(map(str, _ranking(game, power)))
            who = (
                "for the Game Master to decide, first in line"
                if _gm_decides(game)
                else "if none is ordered, first to go"
            )
            yield f"{power}: {_number(-due, 'removal')}; {who}: {ranking}"


def standing_json(game: Game) -> dict[str, Any]:
    """How a game stands, as JSON."""
    status = game.status
    return {
        "variant": game.variant.name,
        "phase": str(status.phase),
        "number": status.number,
        "state": str(status.state),
        "winners": list(status.winners),
        "ordered": list(status.ordered),
        "missing": list(status.waiting),
        "civil_disorder": list(status.disorder),
        "ruling": status.ruling,
        **({} if status.over else _to_order_json(game)),
    }


def _to_order_json(game: Game) -> dict[str, Any]:
    position, board, rulebook, hooks = game.position, game.variant.board, game.rulebook, game.variant.hooks
    if position.phase.kind == RETREAT:
        options = retreat_options(position, board, rulebook, hooks)
        found: dict[str, list[dict[str, Any]]] = {}
        for power, unit, origin, by_convoy in position.dislodged:
            places = sorted(map(str, options.get(unit, ())))
            one = {"unit": str(unit), "from": origin, "by_convoy": by_convoy, "retreats": places}
            found.setdefault(power, []).append(one)
        return {"dislodged": found}
    if position.phase.kind == ADJUSTMENT:
        due = adjustments(position, board, rulebook, hooks)
        return {
            "adjustments": dict(due),
            "build_sites": {power: _sites(game, power) for power, number in due.items() if number > 0},
            "removal_ranking": {
                power: list(map(str, _ranking(game, power))) for power, number in due.items() if number < 0
            },
        }
    return {}


def _sites(game: Game, power: Power) -> list[str]:
    return sorted(build_sites(game.position, game.variant.board, power, game.rulebook, game.variant.hooks))


def _ranking(game: Game, power: Power) -> tuple[Unit, ...]:
    return removal_ranking(game.position, game.variant.board, power, game.rulebook)


def _gm_decides(game: Game) -> bool:
    return game.rulebook.removal is Removal.GM_DECIDES


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
