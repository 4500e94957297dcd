"""What stands in brackets: part of the order, a coast, a route, or a remark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from talleyrand.orders import words as w
from talleyrand.orders.lex import Item
from talleyrand.orders.shape import classes, tidy
from talleyrand.orders.written import Source

_SEPARATORS = frozenset(";,&/.")
_VERBS = frozenset("DHSCKRXBWVZ")
_NEVER = frozenset(
    """
    withdrawn void voided deleted removed superseded obsolete outdated replaced bluff bluffing fake kidding jk joke
    joking wrong incorrect mistake mistaken mistyped typo draft proposal proposed suggestion suggested option
    alternative example tentative tentatively provisional provisionally hypothetical rejected discarded invalid
    invalidated nvm nevermind redacted retracted rescinded revoked scrapped scratched expired pretend pretending
    undone reverted psych psyche sike
    """.split()  # noqa: SIM905 - a list of words reads better so
)
_BRIEF = frozenset("old older previous previously earlier former error bad test lie lying false".split())  # noqa: SIM905
_FEW = 3
_POSTPONED = re.compile(
    r"\b(?:later|tomorrow|yesterday|soon|eventually|someday)\b"
    r"|\b(?:next|following|last|previous) (?:turn|season|year|phase|spring|fall|autumn)\b"
)
CORRECTING = frozenset("sorry oops ooops mean meant actually rather correction wait should".split())  # noqa: SIM905
"""Words that announce that another place is meant."""
_IMPOSSIBLE = ("not connected", "not adjacent", "no such unit", "invalid", "cant build", "illegal", "cannot")


def unbracket(items: Sequence[Item], text: str, source: Source) -> tuple[list[Item], list[str], str]:
    """The items without brackets, the remarks left aside, and the words of an annotation that calls it impossible."""
    out: list[Item] = []
    notes: list[str] = []
    refused = ""
    at = 0
    while at < len(items):
        item = items[at]
        if item.kind == ")":
            out.append(replace(item, kind=";"))
            at += 1
            continue
        if item.kind != "(":
            out.append(item)
            at += 1
            continue
        depth, end = 1, at + 1
        while end < len(items) and depth:
            depth += {"(": 1, ")": -1}.get(items[end].kind, 0)
            end += 1
        inner = [i for i in items[at + 1 : end] if i.kind not in "()"]
        close = items[end - 1].start if depth == 0 else len(text)
        words = text[item.end : close].strip(" \x02*")
        marked = any(i.kind == "\x02" for i in inner)
        if marked and any(mark in words for mark in _IMPOSSIBLE):
            refused = words
        kept = None if marked else _kept(inner, out)
        if kept is not None and not {i.kind for i in inner} - {w.UNKNOWN, w.FILLER} and takes_back(inner):
            kept = None
        if kept is None and words and not marked and takes_back(inner):
            out.append(replace(inner[0], kind=w.DOUBT, text=words, end=close))
        elif kept is None:
            if words:
                notes.append(f'Left aside: "{source.said(item.end, close).strip(" *")[:80]}".')
        else:
            out += kept
        at = end
    return out, notes, refused


def doubtful(comment: str) -> bool:
    """Whether the few words of a comment say that the order before it may not stand: "not sure", "cancelled"."""
    words = comment.lower().replace("'", "").split()[: _FEW + 2]
    return len(words) <= _FEW + 1 and any(
        word.strip(".,:;!?") in _NEVER or w.WORDS.get(word.strip(".,:;!?")) == w.DOUBT for word in words
    )


def takes_back(inner: Sequence[Item]) -> bool:
    """Whether words beside an order say that it does not stand: "withdrawn", "I mean Bur", "sorry, Bur"."""
    said = [word for item in inner for word in item.text.split()]
    if any(word in _NEVER for word in said) or (len(said) <= _FEW and any(word in _BRIEF for word in said)):
        return True
    if "UPD" in classes(tidy(inner)) or "UPS" in classes(tidy(inner)):
        return True
    if _POSTPONED.search(" ".join(said)) is not None and len(said) <= _FEW:
        return True
    place = any(item.kind == w.PLACE and item.power is None for item in inner)
    return place and any(word in CORRECTING for word in said)


def _kept(inner: list[Item], before: list[Item]) -> list[Item] | None:
    """What of a bracket belongs to the order; None where it is a remark."""
    core = tidy([i for i in inner if i.kind != "\x02"])
    text = classes(core)
    prior = next((i.kind for i in reversed(before) if i.kind not in (w.FILLER, ":", ".")), "")
    if not core:
        return None
    if w.DOUBT in text:
        return [item for item in core if item.kind not in _SEPARATORS]
    if text.startswith(w.WITH_HELP):
        return inner
    if set(text) <= {w.UNKNOWN, w.NUMBER}:
        return inner if prior in (w.UNIT, w.TO, w.WAIVE) else None
    if prior in ("", ";", ",", "&", w.UNIT, w.SUPPORT, w.CONVOY, w.TO, w.POWER, w.BUILD, w.REMOVE):
        return inner
    if text == w.CONVOY and prior == w.PLACE and len(core[0].text) > 1:
        return [replace(core[0], kind=w.VIA)]
    if text.startswith((w.VIA, w.RETREAT)) or text in ("L", "U", "H", "S", "C", "X", "B", "NU", "Z"):
        return inner
    sentence = _since_separator(before)
    if text[0] in (w.SUPPORT, w.CONVOY, w.TO, w.HOLD) and prior == w.PLACE and not _VERBS & set(sentence):
        return inner
    if text == w.UNIT + w.PLACE and {w.SUPPORT, w.CONVOY} & set(sentence) and w.TO not in sentence:
        return [replace(core[0], kind=w.DOUBT, end=core[1].end)]
    return None


def _since_separator(before: Sequence[Item]) -> str:
    """The kinds of the items of the order that a bracket stands in."""
    kinds = ""
    for item in reversed(before):
        if item.kind in _SEPARATORS:
            break
        kinds = item.kind + kinds
    return kinds
