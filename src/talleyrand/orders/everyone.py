"""Orders to all units at once: "all hold", "the rest hold"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from talleyrand.board.unit import Unit
from talleyrand.orders.ground import Ground
from talleyrand.orders.model import Disband, Hold, Order

_ALL = re.compile(
    r"(?:and\s+)?(?:(?P<rest>(?:the\s+|all\s+)?(?:rest|others?|remaining|everyone else|everything else|all else))"
    r"|all|everything|everyone|everybody)"
    r"(?:\s+(?:of\s+)?(?:the\s+|my\s+|our\s+|other\s+)?(?:units?|armies and fleets|pieces|them))?"
    r"\s+(?:to\s+|will\s+|should\s+)?(?P<verb>h|holds?|stands?|stay|disbands?)\W*"
)
_FIRST = re.compile(r"(?P<verb>hold|disband)\s+(?:all|everything|everyone)(?:\s+(?:my\s+|our\s+)?units?)?\W*")


def orders_for_all(text: str, ground: Ground, named: Iterable[Unit]) -> Iterator[Order] | None:
    """The orders such a line gives to the sender's units, those ``named`` before left out; None for any other line.

    Nothing is given where it is not known which units the sender has.
    """
    match = _ALL.fullmatch(text) or _FIRST.fullmatch(text)
    if match is None:
        return None
    away = match["verb"].startswith("disband")
    if away and ground.kind != "R":
        return None
    if not away and ground.kind != "M":
        return None
    rest = match.groupdict().get("rest") is not None
    done = {unit.province for unit in named} if rest else set()
    mine = [u for p, u in sorted(ground.units.items()) if ground.owners.get(p) == ground.power and p not in done]
    return iter([Disband(unit) if away else Hold(unit) for unit in mine if ground.power is not None])
