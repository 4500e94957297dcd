"""Count the legal orders of the positions in tests/cases/perft.json and pin them: ``python tests/tools/perft.py``.

The counts are a checksum over map, legality and options together. A change in them is a change of the rules: look at
what changed before pinning it. ``--check`` says what differs and changes nothing; ``--more N`` adds N random positions
of each map first.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Unit
from talleyrand.orders.options import Options
from talleyrand.variants.load import load_variant

CASES = Path(__file__).parent.parent / "cases" / "perft.json"
MAPS = ("classic", "ancient_mediterranean", "morrowind")


def position_of(case: dict[str, Any]) -> Position:
    return make_position(
        case["variant"],
        Phase.parse(case["phase"]),
        {power: tuple(map(Unit.parse, units)) for power, units in case["units"].items()},
        dislodged=tuple(
            Dislodged(power, Unit.parse(unit), origin) for power, unit, origin in case.get("dislodged", ())
        ),
    )


def counts_of(case: dict[str, Any]) -> dict[str, int]:
    options = Options(position_of(case), load_variant(case["variant"]).board)
    return {str(unit): options.count(unit) for unit in sorted(options.units())}


def start(name: str) -> dict[str, Any]:
    variant = load_variant(name)
    units = {power: [str(unit) for unit in units] for power, units in variant.start.units.items()}
    return {"name": f"{name} start", "variant": name, "phase": str(variant.start.phase), "units": units}


def scattered(name: str, number: int) -> dict[str, Any]:
    """Units anywhere, more at sea than a game would have, so that convoys count."""
    variant = load_variant(name)
    chance = random.Random(f"{name} {number}")
    places = sorted(str(Unit(kind, place)) for kind, place in variant.board.standing_places())
    units: dict[str, list[str]] = {}
    seen: set[str] = set()
    for unit in chance.sample(places, min(len(places), 6 + 7 * number)):
        if (province := Unit.parse(unit).province) not in seen:
            seen.add(province)
            units.setdefault(chance.choice(variant.powers), []).append(unit)
    units = {power: sorted(units[power]) for power in sorted(units)}
    phase = str(variant.start.phase)
    return {"name": f"{name} scattered {number}", "variant": name, "phase": phase, "units": units}


def main(arguments: list[str]) -> int:
    cases = json.loads(CASES.read_text(encoding="utf-8")) if CASES.exists() else [start(name) for name in MAPS]
    if "--more" in arguments:
        wanted = int(arguments[arguments.index("--more") + 1])
        known = {case["name"] for case in cases}
        fresh = (scattered(name, number) for name in MAPS for number in range(1, wanted + 1))
        cases += [case for case in fresh if case["name"] not in known]
    differing = 0
    for case in cases:
        counts = counts_of(case)
        if case.get("orders") != counts:
            differing += 1
            print(f"{case['name']}: {case.get('total')} -> {sum(counts.values())}")
        case["total"], case["orders"] = sum(counts.values()), counts
    if "--check" in arguments:
        return 1 if differing else 0
    lines = ",\n".join(json.dumps(case) for case in cases)
    CASES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(cases)} positions, {differing} counts pinned anew")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
