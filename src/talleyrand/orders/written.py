"""What was written, as it was written: the stretch of raw text that a part of a clean line stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LONGEST = 400
_MARKS = re.compile(r"[\"“”„«»‘’*_~`()\[\]{}<>]")
_AFTER = re.compile(r"[^\S\n]?(?P<mark>[\])}\"”»’`]|\[/[a-z*0-9]{1,10}\]|</[a-z]{1,6}>|\*\*|\*|__|_|~~)", re.IGNORECASE)
_TAG = re.compile(r"\[(?P<name>[a-z*0-9]{1,10})(?:=[^\[\]\n]{0,24})?\]\Z", re.IGNORECASE)
_BEFORE = {"”": "“„", "»": "«", "’": "‘", ")": "(", "]": "[", "}": "{", '"': '"', "*": "*", "_": "_", "`": "`"}
_OPENERS = {")": "(", "]": "[", "}": "{", "”": "“„", "»": "«", "’": "‘"}


class Source:
    """The raw text behind one line: ``at[i]`` is the place in it of the line's character i."""

    __slots__ = ("at", "raw")

    def __init__(self, raw: str, at: Sequence[int]) -> None:
        self.raw = raw
        self.at = at

    def said(self, start: int, end: int) -> str:
        """The words of the line from ``start`` to ``end`` as they stand in the raw text, on one line."""
        last = min(end, len(self.at) - 1)
        return " ".join(self.raw[self.at[start] : self.at[last]].split())


def enclosed(raw: str, start: int, end: int) -> tuple[int, int]:
    """The stretch with the quotation marks, brackets and tags that close what was opened in it, or open it."""
    if end - start > _LONGEST or _MARKS.search(raw, start, end) is None:
        return start, end
    first = _MARKS.search(raw, start, end)
    if first is not None and start and first.start() > start:
        mark = first[0]
        closes = raw[first.start() - 1].isalnum()
        if closes and raw[start - 1] in _BEFORE.get(mark, "") and not raw[start - 2 : start - 1].isalnum():
            start -= 1
    tag = _TAG.search(raw, max(0, start - 40), start)
    if tag is not None:
        name, text = tag["name"].lower(), raw[start:end].lower()
        if text.count(f"[/{name}]") > text.count(f"[{name}]") + text.count(f"[{name}="):
            start = tag.start()
    while True:
        after = _AFTER.match(raw, end)
        if after is None or not _open(raw[start:end].lower(), after["mark"].lower()):
            return start, end
        end = after.end()


def _open(text: str, mark: str) -> bool:
    """Whether the text opens what the mark closes and does not close it."""
    if mark in _OPENERS:
        return sum(text.count(one) for one in _OPENERS[mark]) > text.count(mark)
    if mark[0] in "[<":
        tag = mark[0] + mark[2:-1]
        return text.count(tag + mark[-1]) + text.count(tag + "=") > text.count(mark)
    return text.count(mark) % 2 == 1
