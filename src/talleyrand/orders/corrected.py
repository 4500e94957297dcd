"""Second thoughts behind an order: "A Par - Pic, I mean Bur", "A Par - Pic. Just kidding!"."""

from __future__ import annotations

import re
from dataclasses import replace

from talleyrand.orders import words as w
from talleyrand.orders.brackets import CORRECTING, takes_back
from talleyrand.orders.clean import Line
from talleyrand.orders.lex import Item
from talleyrand.orders.names import Names
from talleyrand.orders.piece import Piece
from talleyrand.orders.shape import tidy
from talleyrand.orders.spans import tokens
from talleyrand.orders.waives import said

_LONGEST = 6
_AROUND = frozenset("oh no sorry oops wait well hmm ah i make it that just so but really lol ha haha all of".split())  # noqa: SIM905
_NOT_ORDERS = ("verb", "places", "power", "bare", "hold", "move_unclear")


def corrected(pieces: list[Piece]) -> list[Piece]:
    """The pieces, those that second thoughts follow not certain, and the second thoughts no pieces of their own."""
    if len(pieces) < 2 or not any(
        item.text.split()[-1] in _STARTS for piece in pieces for item in (*piece.items[:3], piece.items[-1])
    ):
        return pieces
    out: list[Piece] = []
    thought: list[Item] = []
    for piece in pieces:
        words = [word for item in piece.items for word in item.text.split()]
        order = piece.form is not None and piece.form.form not in _NOT_ORDERS
        short = len(words) <= _LONGEST and not order and not any(item.kind == w.UNIT for item in tidy(piece.items))
        last = out[-1] if out else None
        if not short or last is None or last.form is None or (not thought and last.form.form in ("power", "verb")):
            out.append(piece)
            thought = []
            continue
        place = next((item for item in piece.items if item.kind == w.PLACE and item.power is None), None)
        if (
            place is None
            and not any(i.kind in (w.PLACE, w.POWER) for i in piece.items)
            and (takes_back(piece.items) or words == ["not"])
        ):
            _take_back(out if piece.joiner in (".", ";") else out[-1:], piece.items)
            continue
        if place is None and set(words) & (CORRECTING | {"no"}) and set(words) <= CORRECTING | _AROUND:
            thought = piece.items
            continue
        if place is not None and piece.joiner == "," and last.items[-1].text in CORRECTING:
            thought = last.items[-1:]
        if place is not None and (thought or set(words) & CORRECTING):
            _take_back(out[-1:], [*thought, *piece.items])
            if last.form.to is not None:
                last.also = (*last.also, replace(last.form, to=place))
            thought = []
            continue
        out.append(piece)
    return out


def _take_back(pieces: list[Piece], items: list[Item]) -> None:
    for piece in pieces:
        if not piece.doubts:
            piece.doubts.append(f'The words "{said(items)}" make this uncertain.')


_STARTS = (
    CORRECTING
    | _AROUND
    | {"not", "void", "withdrawn", "kidding", "jk", "joking", "joke", "bluff", "wrong", "superseded"}
)
_HINT = re.compile(r"\W*(?:oh|no|sorry|oops|wait|well|i|actually|rather|correction|make)\b")


def corrects(line: Line, names: Names) -> bool:
    """Whether a line names nothing but another place for the order above it: "I mean Bur", "sorry, Bur"."""
    if len(line.text) > 60 or _HINT.match(line.text) is None:
        return False
    words = [tok.text for tok in tokens(line.text) if tok.word]
    thoughts = 0
    while thoughts < len(words) and words[thoughts] in CORRECTING | _AROUND:
        thoughts += 1
    place = words[thoughts:]
    if not place or not set(words[:thoughts]) & CORRECTING or " ".join(place) in names.powers:
        return False
    return names.exact(place) is not None
