"""Words that stand for orders written elsewhere: "same as last turn", "the others as before", "see above"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from talleyrand.orders.clean import Line

POINTS_ELSEWHERE = "This points to orders that are not in this text."
_LONGEST = 80
_LONGEST_LINE = 1_500
_LONGEST_CLAUSE = 200
_MARKS = " .,;:()[]!-#/|"
_BACK = r"(?:last|before|previous(?:ly)?|prior|earlier|above|always|usual(?:ly)?|vorher|zuvor|bisher|gehabt|avant)"
_LIKE = (
    rf"(?:(?:the|my|our)\s+)?(?:same|orders|moves|like|as|per|wie|comme)(?:\s+(?:again|orders?|moves?|thing|set|units))*"
    rf"(?:\s+(?:as|from|of|like|in|per|were|was|is|are|they|it))*(?:\s+(?:in|on|my|the|our|your|their))*\s+{_BACK}"
    rf"(?:\s+\w+){{0,4}}"
    r"|(?:like|as)\s+(?:in|per)\s+(?:my|the|our)\s+(?:\w+\s+){0,2}(?:post|e-?mail|mail|message|set|orders|draft|pm|dm|text)"
    r"(?:\s+\w+){0,4}"
)
_SAME = (
    r"(?:(?:do|does|doing|be|is|are|was|were|remains?|stays?|keeps?|stands?|with|at)\s+)?(?:the\s+|my\s+|their\s+)*"
    r"(?:exact(?:ly)?\s+)?(?:same(?:\s+(?:again|orders?|moves?|thing))?|unchanged|unaltered|ditto|idem|as\s+(?:is|was)"
    r"|as\s+(?:it|they)\s+(?:is|are|was|were|stands?)|no\s+changes?|valid|still\s+(?:valid|good|stands?|in\s+force|ok)"
    r"|inchange\w*|unverandert|gleich|bleib(?:t|en)(?:\s+gleich)?)(?:\s+(?:as|for|from|to|in|of|so)(?:\s+\w+){1,4}|\s+please)?"
)
_ELSEWHERE = re.compile(
    r"\W*(?:please\s+|just\s+|all\s+|everything\s+|the\s+rest\s+)*(?:"
    rf"{_LIKE}"
    r"|same(?:\s+(?:again|orders?|moves?|thing))?"
    r"|(?:repeat|re-?use|keep|use|resend|take|copy)\s+(?:(?:my|the|our|all)\s+)*(?:last|previous|same|old|earlier|prior"
    r"|existing|current|spring|fall|autumn)(?:\s+\w+){0,4}"
    r"|ditto|idem|no changes?(?:\s+\w+){0,6}|unchanged|see\s+(?:above|below|previous|last)(?:\s+\w+){0,3}"
    r"|standing\s+orders)\W*"
)
_OTHERS = (
    r"(?:the\s+|all\s+|any\s+|my\s+|our\s+|of\s+|every\s+)*"
    r"(?:rest|others?|remaining|remainder|everything(?:\s+else)?|everyone\s+else|anything\s+else|all(?:\s+else)?|nothing\s+else"
    r"|otherwise|anderen?|ubrigen?|autres)"
    r"(?:\s+(?:of\s+)?(?:the\s+|my\s+|our\s+|other\s+)*(?:units?|orders?|moves?|set|armies|fleets|pieces|troops|them))?"
)
_REST = re.compile(
    rf"(?<![^\W_])(?:and\s+|but\s+|so\s+|with\s+)*(?:"
    rf"(?:keep|leave|repeat|let)\s+{_OTHERS}(?=\W*$|\s+(?:as|like|the\s+same|unchanged|be|is|alone)\b)[^.;]{{0,40}}"
    rf"|{_OTHERS}(?:\s*[-:=>,]+)?\s+(?:(?:please|just|should|shall|will|can|to|is|are|do|does|of|that|still|also|left)\s+)*"
    rf"(?:(?:as|like|per|wie|comme)(?:\s+\w+){{0,3}}\s+{_BACK}(?:\s+\w+){{0,4}}"
    rf"|(?:(?:stays?|remains?|stands?|keeps?|do|does|is|are|have)\s+)?{_LIKE}|{_SAME}"
    rf"|(?:stays?|remains?|stands?|keeps?)\s+(?:as|the\s+same|their|its|like|so)(?:\s+\w+){{0,5}}"
    rf"|keeps?\s+(?:going|their\s+orders|its\s+orders)|changes?)"
    rf"|(?:the\s+|all\s+|my\s+|our\s+)*(?:others?|remaining)\s+(?:orders?|moves?)\s+"
    rf"(?:stands?|remains?|stay|hold|still\s+\w+|are\s+\w+|count)(?:\s+\w+){{0,3}}"
    rf"|same(?:\s+(?:as\s+(?:before|last\s+(?:time|turn|season))|orders?|again))?\s+(?:for|with)\s+{_OTHERS}"
    rf")\W*$"
)
_ONLY_CHANGED = re.compile(
    r"\W*(?:please\s+|i\s+|have\s+|there\s+|here\s+|with\s+|to\s+|make\s+|want\s+|would\s+like\s+|this\s+|is\s+|are\s+|my\s+)*"
    r"(?:just|only|one|a|two|three|few|some|small|minor|quick|last\s+minute)\s+"
    r"(?:(?:one|a|two|three|few|some|small|minor|quick|last|minute|single|more|little|the|following|to)\s+)*changes?"
    r"(?:\s+(?:to|of|in)\s+(?:(?:my|the|our)\s+)?(?:orders|moves|set))?\W*"
)
_BUT = re.compile(
    r"\s*[,;.:]?\s*(?:but|except(?:ing)?(?:\s+(?:for|that))?|apart\s+from|save(?:\s+for)?|only|with\s+the\s+exception\s+of)"
    r"\s*[,:]?(?=\s)"
)
_ENDS = re.compile(
    r"[.;,()!#\[\]:|]|//|\s(?=(?:but|except(?:ing)?|apart\s+from|only|save)\s)|\s-+\s(?=(?:the\s+)?(?:rest|others?|same|all)\b)"
)
_NAMES_ONLY = re.compile(r"\W*[^\W_]+(?:[\s./()]+[^\W_]+){0,3}\)?\s*:\s*")
_HINT = re.compile(
    r"same|before|last|previous|prior|earlier|rest|other|remain|unchang|change|ditto|idem|usual|always|above|repeat"
    r"|keep|leave|use|else|everything|wie |comme|anderen|ubrig|autres|standing|see |take|copy|resend"
)


class Pointer(NamedTuple):
    """Words that point to other orders: where they stand in the raw text, and whether they are quoted."""

    start: int
    end: int
    quoted: bool


def points_elsewhere(text: str) -> bool:
    """Whether words stand for orders written elsewhere: "same as last turn", "see above"."""
    return len(text) <= _LONGEST and _ELSEWHERE.fullmatch(text) is not None


def without_pointers(lines: Iterable[Line], found: list[Pointer]) -> Iterator[Line]:
    """The lines without the clauses that point to orders elsewhere, which are put into ``found``."""
    for line in lines:
        text = line.text
        if line.struck or len(text) > _LONGEST_LINE or not _HINT.search(f"{text} {line.comment.lower()}"):
            yield line
            continue
        for start, end, after in _clauses(text):
            found.append(_pointer(line, start, end))
            text = text[:start] + ";" + " " * (after - start - 1) + text[after:]
        if line.comment and not line.commented and any(True for _ in _clauses(line.comment.lower())):
            found.append(Pointer(line.at[len(line.text.rstrip())], line.at[-1], line.quoted))
        if text is line.text or text.strip(_MARKS):
            yield line if text is line.text else replace(line, text=text)


def _pointer(line: Line, start: int, end: int) -> Pointer:
    text = line.text[start:end]
    left = len(text) - len(text.lstrip(_MARKS))
    return Pointer(line.at[start + left], line.at[start + len(text.rstrip(_MARKS))], line.quoted)


def _clauses(text: str) -> Iterator[tuple[int, int, int]]:
    """Where the clauses of a line start and end that point elsewhere, and where what stands behind them begins."""
    start = before = 0
    for end in [*(mark.start() for mark in _ENDS.finditer(text)), len(text)]:
        clause = text[start:end]
        if clause.strip(_MARKS) and len(clause) <= _LONGEST_CLAUSE:
            at = _pointing(clause, heads=text[end : end + 1] == ":")
            if at is not None:
                but = _BUT.match(text, end)
                alone = at == 0 and text[start - 1 : start] == ":" and _NAMES_ONLY.fullmatch(text, before, start)
                yield before if alone else start + at, end, but.end() if but is not None else end
        before, start = start, max(start, end)
        if text[end : end + 1] and not text[end].isspace():
            start = end + 1


def _pointing(clause: str, *, heads: bool) -> int | None:
    """Where in a clause the words begin that point elsewhere and go on to its end."""
    if points_elsewhere(clause) or (heads and _ONLY_CHANGED.fullmatch(clause)):
        return 0
    rest = _REST.search(clause)
    return rest.start() if rest is not None else None
