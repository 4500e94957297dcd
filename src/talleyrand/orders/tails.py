"""Words behind an order: left aside where they only go with it, a doubt where they say something of it."""

from __future__ import annotations

from dataclasses import replace

from talleyrand.orders import words as w
from talleyrand.orders.brackets import takes_back
from talleyrand.orders.everyday import is_common
from talleyrand.orders.piece import Piece
from talleyrand.orders.shape import MAX_ITEMS, shape
from talleyrand.orders.waives import said

_AIMS = frozenset(
    """
    bounce bounces cut block stop prevent help protect defend cover hit force keep win deny threaten tap dislodge
    destroy free open make get try guard secure
    """.split()  # noqa: SIM905 - a list of words reads better so
)
"""What a move is made for: "A Mun - Bur to bounce France"."""
_STATING = frozenset("is was are were will would should am".split())  # noqa: SIM905 - a list of words reads better so


def without_tail(piece: Piece, phase: str) -> bool:
    """Words after the order, as in "A Par - Bur good luck"."""
    items = piece.items
    for end in range(2, min(len(items), 2 * MAX_ITEMS)):
        if items[end].kind not in (w.UNKNOWN, w.NUMBER) and items[end].text not in _AIMS:
            continue
        if any(i.kind in (w.PLACE, w.DOUBT) for i in items[end:]):
            continue
        if len(items) == end + 2 and is_common(items[-1].text):
            continue
        if items[end - 1].kind == w.TO and items[end].text not in _AIMS and not takes_back(items[end:]):
            continue
        start = end - (items[end - 1].text == "to" and items[end].text in _AIMS)
        form = shape(items[:start])
        if form is not None and form.form not in ("verb", "places", "power", "bare"):
            tail = items[end - (items[end - 1].text in _STATING) :]
            while items[start - 1].kind == w.FILLER and items[start - 1].text in ("next", "in"):
                start -= 1
            tail = items[start:] if start < end else tail
            if tail[0].text in _STATING or takes_back(tail):
                piece.form = form
                piece.doubts.append(f'The words "{said(tail)}" make this uncertain.')
                return True
            piece.form = replace(form, repairs=(*form.repairs, f'Left aside: "{said(items[end:])}".'))
            return True
    return False
