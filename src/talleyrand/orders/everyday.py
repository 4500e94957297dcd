"""Words of plain English that are also names or abbreviations of provinces, told apart by where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from talleyrand.orders import words as w
from talleyrand.orders.lex import Item

_COMMON = frozenset(
    """
    alba ale allies anti ant arm bar bare bat bel bit black bother bothers breath bud bulk bull burg car cart che con
    const constant dam dama den east eastern fin gala gas gob got hell ion iris last lie live liver living mac marc
    mark marks mars mass master mat maul mem mes mid middle mil min mon nap nor norm normal north northern num par part
    parts past pet pie port portal ports post pro pun punish rave red sad saint sam sea see sin sip south southern span
    tar team tea tear teas trust tusk type vie view war wale west western work works york
    """.split()  # noqa: SIM905 - a list of words reads better so
)
_MEANING = frozenset({"mean", "meant"})
_ARTICLES = frozenset({"the", "and", "a"})
_BEFORE_A_PLACE = frozenset(
    {w.UNIT, w.SUPPORT, w.CONVOY, w.FERRY, w.FROM, w.VIA, w.BUILD, w.REMOVE, w.RETREAT, w.POWER, "("}
)
_AFTER_A_PLACE = frozenset({w.TO, w.HOLD, w.SUPPORT, w.CONVOY, w.RETREAT, w.REMOVE, w.BUILD, w.NOT_MOVED, w.UNIT})
_ENDS = frozenset({"", ";", ",", "&", "/", ".", ":", "!"})
TITLE = frozenset(
    """
    order orders ordered moves movement movements builds adjustment adjustments removals retreats phase
    turn season year spring summer fall autumn winter auc bc ad ce my our the for of from by here are these is final
    revised new updated corrected draft set all attn re
    """.split()  # noqa: SIM905 - a list of words reads better so
)


def demote(items: list[Item]) -> list[Item]:
    """The items with names that are everyday words made plain words again, where they do not stand as names."""
    talk = any(item.kind == w.UNKNOWN for item in items)
    if not any(item.kind == w.PLACE and _common(item, talk) for item in items):
        return items
    return [
        replace(item, kind=w.FILLER if item.text in _ARTICLES else w.UNKNOWN, match=None)
        if item.kind == w.PLACE and _common(item, talk) and not _placed(items, index)
        else item
        for index, item in enumerate(items)
    ]


def is_common(word: str) -> bool:
    """Whether a word of plain English is also the name of a province somewhere."""
    return word in _COMMON


def _common(item: Item, talk: bool) -> bool:
    return item.text in _ARTICLES or (talk and item.text in _COMMON)


def _placed(items: Sequence[Item], at: int) -> bool:
    """Whether an item stands where an order has a place."""
    before = items[at - 1] if at else None
    nxt = items[at + 1].kind if at + 1 < len(items) else ""
    article = items[at].text in _ARTICLES
    if article and nxt == w.UNKNOWN:
        return False
    name = not article or nxt in _AFTER_A_PLACE
    back = at - 1
    while back >= 0 and items[back].kind == w.FILLER and name:
        back -= 1
        before = items[back] if back >= 0 else None
    prior = before.kind if before is not None else ""
    if prior in _BEFORE_A_PLACE or (before is not None and before.text in _MEANING and not article):
        return True
    if prior == w.TO and before is not None:
        dash = before.text.strip("->=") == ""
        return dash or any(item.kind == w.PLACE for item in items[max(0, back - 6) : back])
    if nxt == w.TO and not article and items[at + 1].text.strip("->=") == "" and _kind(items, at + 2) == w.PLACE:
        return True
    if prior not in _ENDS:
        return False
    if nxt in _AFTER_A_PLACE or (nxt == w.PLACE and items[at].text not in _ARTICLES):
        return True
    return prior in (",", "&", "/") and nxt in _ENDS and at > 1 and items[at - 2].kind == w.PLACE


def _kind(items: Sequence[Item], at: int) -> str:
    return items[at].kind if at < len(items) else ""


def titled(item: Item) -> bool:
    """Whether an item is a word of a heading: "orders for", a season, a year."""
    if item.kind in (w.NUMBER, ":", ".", ",", "!", ";"):
        return True
    text = item.text
    return all(word in TITLE or (word[:1] in "sfwa" and word[1:].isdigit()) for word in text.split())
