"""Orders broken over two lines: "A Vie" above "S A Tri - Tyr"."""

from __future__ import annotations

from dataclasses import replace

from talleyrand.orders import words as w
from talleyrand.orders.clean import Line
from talleyrand.orders.lex import Lexer
from talleyrand.orders.names import MAX_WORDS, Names
from talleyrand.orders.piece import Piece
from talleyrand.orders.sentence import forms, split
from talleyrand.orders.shape import classes, tidy
from talleyrand.orders.spans import Token, tokens

_LONGEST = 120
_A_NAME, _NO_NAME = "a name", "no name"
_OPENERS = frozenset({w.TO, w.SUPPORT, w.CONVOY, w.HOLD, w.RETREAT, w.VIA})
_BY_SEA = frozenset({"via", "by", "with", "through"})
_WHOLE = frozenset({"move", "hold", "support_hold", "support_move", "convoy", "convoy_army", "retreat", "disband"})


def rest_of(last: Line, line: Line, names: Names, kind: str) -> Line | None:
    """The line as the second half of the order that the last one began; None where it is not.

    It is where it starts with a verb or an arrow and both lines together are one whole order.
    """
    if kind not in ("M", "R") or last.commented or line.commented or last.comment:
        return None
    if len(last.text) > _LONGEST or len(line.text) > _LONGEST:
        return None
    opening = line.text.split(None, 1)[0]
    if not line.sign and w.WORDS.get(opening) == w.UNIT:
        return None
    toks = tokens(line.text)
    wraps = _wraps_a_name(last, toks, names) if not line.sign else ""
    if wraps == _NO_NAME:
        return line
    if wraps:
        whole = _pieces(f"{last.text} {line.text}", names, kind)
        if all(one.form is not None and one.form.form in _WHOLE and not one.doubts for one in whole):
            return line
    if line.sign == last.sign and _stands_alone(last, line, toks, names, kind):
        return line
    if line.sign and (line.sign != "-" or last.sign):
        return None
    if not toks or not (line.sign or toks[0].dash or toks[0].text in _BY_SEA or w.WORDS.get(toks[0].text) in _OPENERS):
        return None
    arrow = bool(line.sign) or toks[0].dash or toks[0].text in _BY_SEA
    first = _one(last.text, names, kind)
    if first is None or first.form is None or not (first.form.form == "bare" or arrow):
        return None
    if not classes(tidy(first.items)).endswith(w.PLACE):
        return None
    text = line.text
    if line.sign:
        indent = len(text) - len(text.lstrip())
        text = text[: indent - 1] + line.sign + text[indent:]
    both = _one(f"{last.text} {text}", names, kind)
    if both is None or both.form is None or both.form.form not in _WHOLE or both.form.stops or both.doubts:
        return None
    return replace(line, text=text, sign="")


def _stands_alone(last: Line, line: Line, toks: list[Token], names: Names, kind: str) -> bool:
    """Whether a line is only a place or only a verb right below a unit, so that neither is an order by itself."""
    if kind != "M" or not toks or len(toks) > MAX_WORDS or not all(tok.word for tok in toks):
        return False
    words = [tok.text for tok in toks]
    verb = len(words) == 1 and w.WORDS.get(words[0]) in (w.SUPPORT, w.CONVOY, w.TO)
    place = " ".join(words) not in names.powers and names.exact(words) is not None
    if not (verb or place) or line.at[0] - last.at[-1] > 1:
        return False
    first = _one(last.text, names, kind)
    return first is not None and classes(tidy(first.items)) == w.UNIT + w.PLACE


def _wraps_a_name(last: Line, toks: list[Token], names: Names) -> str:
    """Whether the last line breaks off within a name that this one ends: "Fleet Aegean" above "Sea - Macedonia".

    It says whether what stands on this line would be a name by itself.
    """
    before = [tok.text for tok in tokens(last.text)[-MAX_WORDS:] if tok.word]
    after = [tok.text for tok in toks[:MAX_WORDS] if tok.word]
    found = ""
    for many in range(1, min(len(before), MAX_WORDS - 1) + 1):
        for few in range(1, min(len(after), MAX_WORDS - many) + 1):
            if names.exact([*before[-many:], *after[:few]]) is not None:
                found = _A_NAME if names.exact(after[:few]) is not None or found == _A_NAME else _NO_NAME
    return found


def _one(text: str, names: Names, kind: str) -> Piece | None:
    """The only piece of a text."""
    pieces = _pieces(text, names, kind)
    return pieces[0] if len(pieces) == 1 else None


def _pieces(text: str, names: Names, kind: str) -> list[Piece]:
    return forms(split(Lexer(names, kind, tokens(text)).run()), kind)
