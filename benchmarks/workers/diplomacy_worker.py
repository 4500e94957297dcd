"""The PyPI package `diplomacy`: `Game.set_orders` with `Game.process`, `get_all_possible_orders`, `render`.

The `Game` is built, and put into the position with `set_state`, before the clock starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from diplomacy import Game
from protocol import Call, serve

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


class Diplomacy:
    """Cases as states and sheets of that package."""

    def load(self, cases: list[dict[str, Any]]) -> dict[int, str]:
        """Take the cases in."""
        self.states = [_state(case) for case in cases]
        self.sheets = [{power.upper(): sheet for power, sheet in case["orders"].items()} for case in cases]
        for case, state in zip(cases, self.states, strict=True):
            if case.get("dislodged"):
                _add_retreats(case, state)
        return {}

    def game(self, index: int) -> Game:
        """A game put into the position of a case."""
        game = Game()
        game.set_state(self.states[index])
        return game

    def calls(self, task: str, indices: Sequence[int]) -> list[Call]:
        """One call for each case, on something built for it alone."""
        games = [self.game(index) for index in indices]
        if task == "options":
            return [game.get_all_possible_orders for game in games]
        if task == "draw":
            return [_drawing(game, self.sheets[index]) for game, index in zip(games, indices, strict=True)]
        return [_adjudication(game, self.sheets[index]) for game, index in zip(games, indices, strict=True)]

    def answer(self, index: int) -> Any:
        """What this engine makes of a case."""
        game = self.game(index)
        options = game.get_all_possible_orders()
        allowed = {unit: set(options[unit[2:]]) for power in game.powers.values() for unit in power.units}
        _adjudication(game, self.sheets[index])()
        return {
            "phase": game.get_current_phase(),
            "units": {power: sorted(game.powers[power.upper()].units) for power in POWERS},
            "centers": {power: sorted(game.powers[power.upper()].centers) for power in POWERS},
            "retreats": {
                unit: sorted(places) for power in game.powers.values() for unit, places in power.retreats.items()
            },
            "options": {
                unit: sorted(order for order in orders if order.startswith(unit + " "))
                for unit, orders in allowed.items()
            },
        }


def _drawing(game: Game, sheets: dict[str, list[str]]) -> Call:
    for power, sheet in sheets.items():
        game.set_orders(power, sheet)
    return lambda: game.render(incl_orders=True)


def _adjudication(game: Game, sheets: dict[str, list[str]]) -> Call:
    def adjudicate() -> None:
        for power, sheet in sheets.items():
            game.set_orders(power, sheet)
        game.process()

    return adjudicate


def _state(case: dict[str, Any]) -> dict[str, Any]:
    dislodged = case.get("dislodged", {})
    return {
        "name": case["phase"],
        "units": {
            power.upper(): case["units"].get(power, []) + ["*" + entry["unit"] for entry in dislodged.get(power, ())]
            for power in POWERS
        },
        "centers": {power.upper(): case["centers"].get(power, []) for power in POWERS},
    }


def _add_retreats(case: dict[str, Any], state: dict[str, Any]) -> None:
    """Where dislodged units may go, which the package keeps in its state: worked out as it does itself."""
    game = Game()
    game.set_state(state)
    closed = {unit[2:5] for units in case["units"].values() for unit in units} | set(case.get("standoffs", ()))
    retreats: dict[str, dict[str, list[str]]] = {power: {} for power in game.powers}
    for power, entries in case["dislodged"].items():
        for entry in entries:
            kind, place = entry["unit"][0], entry["unit"][2:]
            near = {other.upper() for other in game.map.loc_abut.get(place) or game.map.loc_abut[place.lower()]}
            spots = {
                spot if kind == "F" else spot[:3]
                for spot in near
                if spot[:3] not in closed and (entry["by_convoy"] or spot[:3] != entry["from"])
            }
            retreats[power.upper()][entry["unit"]] = [s for s in sorted(spots) if game._abuts(kind, place, "-", s)]
    state["retreats"] = retreats


if __name__ == "__main__":
    serve(Diplomacy())
