"""Orders to all units at once: "all hold", "the rest hold", "both fleets hold"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from talleyrand.board.unit import Unit, UnitKind
from talleyrand.orders.ground import Ground
from talleyrand.orders.model import Disband, Hold, Order

_ALL = re.compile(
    r"(?:and\s+|but\s+|so\s+)?(?:(?P<rest>(?:the\s+|all\s+)?"
    r"(?:rest|others?|remaining|remainder|everyone else|everybody else"
    r"|everything else|all else))"
    r"|all|everything|everyone|everybody|both|(?=(?:my\s+|our\s+)(?:units|armies|fleets)))"
    r"(?:\s+(?:of\s+)?(?:the\s+|my\s+|our\s+|your\s+|other\s+)*"
    r"(?P<which>units?|armies and fleets|fleets and armies|armies|fleets|pieces|them|troops))?"
    r"(?:(?:\s|[-=>:,])+(?:to\s+|will\s+|should\s+|shall\s+|must\s+|please\s+|just\s+|are\s+|is\s+|also\s+)*)"
    r"(?P<verb>h|hold(?:s|ing)?|stands?|stay(?:s|ing)?|remains?|disband(?:s|ed)?|otb)"
    r"(?:\s+(?:position|positions|put|fast|still|here|in place|where they are|please|again|today"
    r"|for now|too|as well|everywhere|this (?:turn|season|phase|time|year|round)|thanks|thank you))*\W*"
)
_FIRST = re.compile(
    r"(?:please\s+)?(?P<verb>hold|disband)\s+(?:with\s+)?(?:(?P<rest>the rest|the others|everything else|all else)"
    r"|all|everything|everyone|both)"
    r"(?:\s+(?:of\s+)?(?:the\s+|my\s+|our\s+|other\s+)*(?P<which>units?|armies|fleets|pieces))?\W*"
)


_SHORT = re.compile(
    r"\W*(?:(?:i|we|all|everything|everyone|everybody|nothing|no|not|none|both|just|please|same|the rest)"
    r"\W+(?:\w+\W+){0,2}"
    r"(?P<verb>hold|holds|stay|moves?|support|supports|retreats?|disbands?|removes?|removals|builds?|changes?)"
    r"|(?P<alone>hold|holds|stay|support|disband|remove))"
    r"(?:\W+\w+){0,3}\W*"
)
_PHASES = {"retreat": "R", "disband": "RA", "remove": "A", "removal": "A", "build": "A"}
TOO_LITTLE = "It is not said which unit is meant."


def says_too_little(text: str, kind: str) -> bool:
    """Whether a whole text is a few words that name no unit but read like an order: "hold", "all support Paris"."""
    match = _SHORT.fullmatch(text.lower()) if len(text) <= 60 else None
    return match is not None and kind in _PHASES.get((match["verb"] or match["alone"]).rstrip("s"), "MRA")


def orders_for_all(text: str, ground: Ground, named: Iterable[Unit]) -> Iterator[Order] | None:
    """The orders such a line gives to the sender's units, those ``named`` before left out; None for any other line.

    Nothing is given where it is not known which units the sender has.
    """
    match = _ALL.fullmatch(text) or _FIRST.fullmatch(text)
    if match is None:
        return None
    away = match["verb"].startswith(("disband", "otb"))
    if away and ground.kind != "R":
        return None
    if not away and ground.kind != "M":
        return None
    rest = match.groupdict().get("rest") is not None
    done = {unit.province for unit in named} if rest else set()
    kinds = {"armies": UnitKind.ARMY, "troops": UnitKind.ARMY, "fleets": UnitKind.FLEET}
    kind = kinds.get(match["which"] or "")
    mine = [
        unit
        for province, unit in sorted(ground.units.items())
        if ground.owners.get(province) == ground.power and province not in done and kind in (None, unit.kind)
    ]
    return iter([Disband(unit) if away else Hold(unit) for unit in mine if ground.power is not None])
