"""Builds waived, in figures and in words: "waive two builds", "both builds waived", "no builds this year"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from talleyrand.orders import words as w
from talleyrand.orders.lex import Item
from talleyrand.orders.shape import Shape
from talleyrand.orders.written import Source

ALL = 0
"""The count of a waiver that says "all", "the rest" or "my builds"."""
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "single": 1, "another": 1, "other": 1, "two": 2, "both": 2, "couple": 2, "pair": 2,
    "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_EVERY = frozenset(["all", "rest", "remaining", "every", "everything", "others", "available", "builds"])
_IDLE = frozenset(
    """
    im ill am be going want wish choose decide gonna just x of this these that to any more slot slots first second third
    last final next
    """.split()  # noqa: SIM905 - a list of words reads better so
)
_FIGURE = re.compile(r"x?(\d{1,3})x?")
_NEGATIVE = frozenset(["not", "dont", "doesnt", "wont", "cannot", "no", "never"])
_PLAIN = frozenset({w.FILLER, w.POWER, w.NUMBER, w.BUILD, w.WAIVE, w.UNIT, ":", ".", "!", w.TO, w.ON})


def waived(items: Sequence[Item]) -> tuple[Shape, str] | None:
    """The waiver that the words of one order give, with the doubt there is about it; None where they are no waiver."""
    kinds = [item.kind for item in items]
    if w.DOUBT in kinds:
        known = set(kinds) <= {*_PLAIN, w.DOUBT, w.UNKNOWN}
        refuses = any(item.kind == w.DOUBT and item.text in _NEGATIVE for item in items)
        if w.BUILD in kinds and refuses and known and w.WAIVE not in kinds:
            return Shape("waive"), "This may mean that the build is waived."
        return None
    if w.WAIVE not in kinds:
        nothing = items[-1].text in ("none", "nothing", "nil") and not {*kinds[:-1]} - {w.BUILD, ":", w.FILLER}
        return (Shape("waive"), "This may mean that the build is waived.") if nothing else None
    at = kinds.index(w.WAIVE)
    if w.PLACE in kinds[:at]:
        return None
    doubt = ""
    aside: list[Item] = []
    for index, item in enumerate(items):
        text = item.text.split()[-1]
        if text in _NUMBERS or text in _EVERY or text in _IDLE or _FIGURE.fullmatch(text):
            continue
        if item.kind == w.UNKNOWN:
            aside.append(item)
            if index < at or (items[at].text[:5] != "waive" and " " not in items[at].text):
                doubt = "Other words stand beside this, so it is not certain that a build is waived."
        elif item.kind not in _PLAIN:
            doubt = "It is not certain whether a build is waived here or ordered."
    repairs: tuple[str, ...] = ()
    if aside and not doubt:
        repairs = (f'Left aside: "{said(aside)}".',)
    power = next((item.power for item in items if item.kind == w.POWER), None)
    return Shape("waive", count=_count(items), power=power, repairs=repairs), doubt


def _count(items: Sequence[Item]) -> int:
    words = [word for n, item in enumerate(items) if not _counts_orders(items, n) for word in item.text.split()]
    for word in words:
        figure = _FIGURE.fullmatch(word)
        if figure is not None:
            return int(figure[1])
    if any(word in _EVERY for word in words) and not any(word in _NUMBERS for word in words):
        return ALL if not any(item.kind == w.WAIVE and " " in item.text for item in items) else 1
    return max((_NUMBERS[word] for word in words if word in _NUMBERS), default=1)


def _counts_orders(items: Sequence[Item], at: int) -> bool:
    """Whether a figure only says which build is meant: "Build 2: waive"."""
    if items[at].kind != w.NUMBER:
        return False
    before = items[at - 1].text if at else ""
    after = items[at + 1].kind if at + 1 < len(items) else ""
    return before in ("build", "number", "no") or after in (":", ".")


def counts_units(items: Sequence[Item], at: int) -> bool:
    """Whether a word says how many of a unit are built, which its place says already: "build one army in Paris"."""
    item = items[at]
    number = item.kind == w.NUMBER or item.text in _NUMBERS
    return number and item.kind in (w.NUMBER, w.UNKNOWN) and at + 1 < len(items) and items[at + 1].kind == w.UNIT


def said(items: Sequence[Item]) -> str:
    """The words of neighbouring items as they were written."""
    source: Source | None = items[0].source
    if source is None:
        return " ".join(item.text for item in items)
    return source.said(items[0].start, items[-1].end)
