"""Make positions.jsonl: phases of random but coherent games, each with orders for every unit.

Run once, with the interpreter of the `diplomacy` package's environment (`bench.py --positions` does it). The games are
played by that package, so that no position is chosen by the engine under test. Each line is a case as
`talleyrand adjudicate --jsonl` takes it.

Play is random with a purpose: units drift to centres that are not theirs, supports and convoys are given to moves that
were ordered, and now and then to one that was not, as happens at real tables.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from diplomacy import Game

WANTED = {"M": 600, "R": 60, "A": 60}
FIRST_YEAR, LAST_YEAR = 1902, 1910
FEWEST_UNITS = 22


def name(power: str) -> str:
    """A power's name as Talleyrand writes it."""
    return power.capitalize()


def play(game: Game, dice: random.Random) -> dict[str, list[str]]:
    """One set of orders for every power that can act."""
    options = {place: sorted(set(orders)) for place, orders in game.get_all_possible_orders().items()}
    if game.phase_type == "M":
        return Turn(game, dice, options).orders()
    where = game.get_orderable_locations()
    chosen: dict[str, list[str]] = {}
    for power in sorted(where):
        sheet: list[str] = []
        allowed = len(game.powers[power].centers) - len(game.powers[power].units)
        places = sorted(where[power])
        dice.shuffle(places)
        for place in places if game.phase_type == "R" else places[: abs(allowed)]:
            possible = [order for order in options[place] if order != "WAIVE"]
            going = [order for order in possible if not order.endswith(" D")]
            if possible:
                sheet.append(dice.choice(going if going and dice.random() < 0.9 else possible))
        if sheet:
            chosen[power] = sorted(sheet)
    return chosen


class Turn:
    """Orders for one movement phase."""

    def __init__(self, game: Game, dice: random.Random, options: dict[str, list[str]]) -> None:
        self.game = game
        self.dice = dice
        self.owner = {unit: power for power in sorted(game.powers) for unit in game.powers[power].units}
        self.options = {unit: [o for o in options[unit[2:]] if o.startswith(unit)] for unit in self.owner}
        self.centers = {center: power for power in game.powers for center in game.powers[power].centers}
        self.given: dict[str, str] = {}

    def orders(self) -> dict[str, list[str]]:
        """Convoys first, then moves by about half of the rest, then supports for them."""
        units = sorted(self.owner)
        self.dice.shuffle(units)
        self.convoys(units)
        for unit in units:
            if unit not in self.given and self.dice.random() < 0.5:
                self.move(unit)
        for unit in units:
            if unit not in self.given:
                self.support(unit)
        sheets: dict[str, list[str]] = {}
        for unit in sorted(self.given):
            sheets.setdefault(self.owner[unit], []).append(self.given[unit])
        return sheets

    def worth(self, power: str, place: str) -> float:
        """How much a power would like to be somewhere."""
        province = place[:3]
        own = any(unit[2:5] == province for unit in self.game.powers[power].units)
        if province in self.game.map.scs and self.centers.get(province) != power:
            return 2.0 if own else 8.0
        return 0.3 if own else 2.0

    def convoys(self, units: list[str]) -> None:
        """Send armies overseas, by fleets of their own power for the most part."""
        for unit in units:
            journeys = [order for order in self.options[unit] if order.endswith(" VIA")]
            if unit in self.given or not journeys or self.dice.random() < 0.5:
                continue
            power = self.owner[unit]
            weights = [self.worth(power, order.split()[3]) for order in journeys]
            journey = self.dice.choices(journeys, weights)[0]
            wanted = f" C {unit} - {journey.split()[3]}"
            helpers = [
                fleet
                for fleet in units
                if fleet not in self.given
                and f"{fleet}{wanted}" in self.options[fleet]
                and (self.owner[fleet] == power or self.dice.random() < 0.15)
            ]
            if any(self.owner[fleet] == power for fleet in helpers):
                self.given[unit] = journey
                for fleet in helpers:
                    self.given[fleet] = fleet + wanted

    def move(self, unit: str) -> None:
        """Send a unit one step, to where it is worth most."""
        steps = [o for o in self.options[unit] if o.split()[2] == "-" and not o.endswith(" VIA")]
        taken = {
            order.split()[3][:3]
            for mover, order in self.given.items()
            if order.split()[2] == "-" and self.owner[mover] == self.owner[unit]
        }
        free = [step for step in steps if step.split()[3][:3] not in taken or self.dice.random() < 0.05]
        if free:
            weights = [self.worth(self.owner[unit], step.split()[3]) for step in free]
            self.given[unit] = self.dice.choices(free, weights)[0]

    def support(self, unit: str) -> None:
        """Support a move or a unit; else move or hold."""
        power = self.owner[unit]
        matched, idle = [], []
        for order in self.options[unit]:
            words = order.split()
            if words[2] != "S":
                continue
            other = " ".join(words[3:5])
            told = self.given.get(other, "").removesuffix(" VIA")
            goes = " ".join(words[3:])
            own = self.owner[other] == power
            if goes == told and "-" in goes:
                matched.append((order, 8.0 if own else 1.0))
            elif len(words) == 5 and (not told or told.split()[2] != "-"):
                matched.append((order, 1.0 if own else 0.2))
            else:
                idle.append(order)
        roll = self.dice.random()
        if matched and roll < 0.7:
            self.given[unit] = self.dice.choices([o for o, _ in matched], [w for _, w in matched])[0]
        elif idle and roll < 0.76:
            self.given[unit] = self.dice.choice(idle)
        elif roll < 0.93:
            self.move(unit)
        self.given.setdefault(unit, f"{unit} H")


def driven_out(game: Game) -> dict[str, list[dict[str, object]]]:
    """Dislodged units after a movement phase, as Talleyrand's positions list them."""
    found: dict[str, list[dict[str, object]]] = {}
    for power in sorted(game.powers):
        for unit in sorted(game.powers[power].retreats):
            origin = game.dislodged[unit][:3]
            attacker = next(order for order in game.command if order[2:5] == origin)
            found.setdefault(name(power), []).append(
                {"unit": unit, "from": origin, "by_convoy": bool(game._is_moving_via_convoy(attacker))}
            )
    return found


def case(game: Game, label: str, orders: dict[str, list[str]]) -> dict[str, object]:
    """The position and the orders."""
    powers = sorted(game.powers)
    position: dict[str, object] = {
        "format": 1,
        "variant": "classic",
        "phase": game.get_current_phase(),
        "units": {name(p): sorted(game.powers[p].units) for p in powers if game.powers[p].units},
        "centers": {name(p): sorted(game.powers[p].centers) for p in powers if game.powers[p].centers},
    }
    if game.phase_type == "R":
        position["dislodged"] = driven_out(game)
        standing = {unit[2:5] for p in powers for unit in game.powers[p].units}
        position["standoffs"] = sorted(place for place, fight in game.combat.items() if fight and place not in standing)
    sheets = {name(power): sheet for power, sheet in sorted(orders.items())}
    return {"id": label, **position, "orders": sheets}


def main() -> None:
    """Play games until there is enough of every kind of phase."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=1901)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    lines: list[str] = []
    count = dict.fromkeys(WANTED, 0)
    number = 0
    while any(count[kind] < wanted for kind, wanted in WANTED.items()):
        number += 1
        game = Game()
        while not game.is_game_done and int(game.get_current_phase()[1:5]) <= LAST_YEAR:
            phase, kind = game.get_current_phase(), game.phase_type
            orders = play(game, dice)
            units = sum(len(power.units) + len(power.retreats) for power in game.powers.values())
            # A few phases of each kind a game, so that the games are many and the openings few.
            late = int(phase[1:5]) >= FIRST_YEAR and units >= FEWEST_UNITS
            if late and orders and count[kind] < WANTED[kind] and dice.random() < (0.6 if kind == "M" else 0.15):
                lines.append(json.dumps(case(game, f"g{number:03}-{phase}", orders), separators=(",", ":")))
                count[kind] += 1
            for power, sheet in orders.items():
                game.set_orders(power, sheet)
            game.process()
    options.file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{options.file}: {', '.join(f'{n} {kind}' for kind, n in count.items())} phases of {number} games")


if __name__ == "__main__":
    main()
