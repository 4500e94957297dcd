"""Units of one kind listed together in an adjustment phase: "Two armies: Paris and Marseilles"."""

from __future__ import annotations

from collections.abc import Sequence

from talleyrand.orders import words as w
from talleyrand.orders.lex import Item

_PLURALS = frozenset({"armies", "fleets", "boats", "ships"})
_COUNTS = frozenset("one two three four five six both".split())  # noqa: SIM905 - a list of words reads better so
_BETWEEN = frozenset({",", "&", ":", w.FILLER, "."})


def spread_kind(items: Sequence[Item]) -> list[Item]:
    """The items with the kind of unit repeated before each place of the list that it heads."""
    if not any(_heads(items, at) for at in range(len(items))):
        return list(items)
    out: list[Item] = []
    head: Item | None = None
    first = False
    for at, item in enumerate(items):
        if _heads(items, at):
            head, first = item, True
            while out and (out[-1].kind == w.NUMBER or out[-1].text in _COUNTS):
                out.pop()
        elif head is not None and item.kind == w.PLACE:
            if not first:
                out.append(Item(w.UNIT, head.text, item.start, item.start, unit=head.unit, source=item.source))
            first = False
        elif head is not None and item.kind in _BETWEEN:
            if first:
                continue
        else:
            head = None
        out.append(item)
    return out


def _heads(items: Sequence[Item], at: int) -> bool:
    if items[at].kind != w.UNIT:
        return False
    after = items[at + 1].kind if at + 1 < len(items) else ""
    return items[at].text in _PLURALS or (len(items[at].text) > 1 and after == ":")
