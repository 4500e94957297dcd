"""Whether the engines make the same of the same cases."""

from __future__ import annotations

from typing import Any

Difference = tuple[str, str]
"""A case's id, and what differs."""


class Agreement:
    """Counts and differences, engine by engine."""

    def __init__(self, cases: list[dict[str, Any]]) -> None:
        self.cases = cases
        self.lines: list[str] = []
        self.differences: list[Difference] = []

    def diplomacy(self, indices: list[int], ours: list[Any], theirs: list[Any]) -> None:
        """The next position: phase, units, retreats with where they may go, centres. And the legal orders."""
        same = 0
        option_cases = option_same = units = orders_ours = orders_theirs = 0
        for index, mine, other in zip(indices, ours, theirs, strict=True):
            found = _next_differs(mine, other)
            same += not found
            self.differences += [(self.cases[index]["id"], f"diplomacy: {what}") for what in found]
            if self.cases[index]["phase"].endswith("M") and "options" in mine and "options" in other:
                left, right = mine["options"], {unit: _meanings(given) for unit, given in other["options"].items()}
                left = {unit: _meanings(given) for unit, given in left.items()}
                option_cases += 1
                option_same += left == right
                units += len(left)
                orders_ours += sum(map(len, mine["options"].values()))
                orders_theirs += sum(len(set(given)) for given in other["options"].values())
                for unit in left:
                    for order in sorted(left[unit] ^ right.get(unit, set())):
                        whose = "only ours" if order in left[unit] else "only theirs"
                        self.differences.append((self.cases[index]["id"], f"options: {order} ({whose})"))
        self.lines.append(f"diplomacy: the next position is the same in {same} of {len(indices)} cases")
        self.lines.append(
            f"diplomacy: the same legal orders for every unit in {option_same} of {option_cases} positions "
            f"({units} units; {orders_ours} orders listed by us, {orders_theirs} by them)"
        )

    def pydip(self, indices: list[int], ours: list[Any], theirs: list[Any], of: int) -> None:
        """Who stands where, and who was dislodged."""
        same = 0
        for index, other in zip(indices, theirs, strict=True):
            mine = ours[index]
            what = ""
            if "fault" in other or "fault" in mine:
                what = str(other.get("fault") or mine.get("fault"))
            elif other["dislodged"] != mine["dislodged"]:
                what = f"dislodged {other['dislodged']}, ours {mine['dislodged']}"
            elif other["units"] != mine["right_after"]:
                what = "; ".join(_sheets(mine["right_after"], other["units"]))
            same += not what
            if what:
                self.differences.append((self.cases[index]["id"], f"pydip: {what}"))
        unstated = f"; it cannot state {of - len(indices)} more" if of > len(indices) else ""
        self.lines.append(f"pydip: the board after movement is the same in {same} of {len(indices)} cases{unstated}")


def _next_differs(mine: Any, other: Any) -> list[str]:
    if "fault" in mine or "fault" in other:
        return [f"fault: ours {mine.get('fault')}, theirs {other.get('fault')}"]
    found = []
    if mine["phase"] != other["phase"] and other["phase"] != "COMPLETED":
        found.append(f"phase {other['phase']}, ours {mine['phase']}")
    found += [f"units {line}" for line in _sheets(mine["units"], other["units"])]
    found += [f"centers {line}" for line in _sheets(mine["centers"], other["centers"])]
    for unit in sorted(mine["retreats"].keys() | other["retreats"].keys()):
        here, there = mine["retreats"].get(unit), other["retreats"].get(unit)
        if here != there:
            found.append(f"retreats of {unit}: {there}, ours {here}")
    return found


def _sheets(mine: dict[str, list[str]], other: dict[str, list[str]]) -> list[str]:
    found = []
    for power in sorted(mine.keys() | other.keys()):
        here, there = set(mine.get(power, ())), set(other.get(power, ()))
        if here != there:
            found.append(f"{power}: theirs alone {sorted(there - here)}, ours alone {sorted(here - there)}")
    return found


def _meanings(orders: list[str]) -> set[str]:
    """Orders in one form for each meaning: "via" said only where the unit could also walk, supports without coasts."""
    plain = {order for order in orders if not order.endswith(" VIA")}
    found = set()
    for order in orders:
        words = order.split()
        if words[-1] == "VIA" and order.removesuffix(" VIA") not in plain:
            words.pop()
        if words[2] == "S" and "-" in words:
            words[-1] = words[-1][:3]
        found.add(" ".join(words))
    return found
