"""Pieces that mean something only with the one before: "supported by A Mar", "or/Gas", "A Mar supports it"."""

from __future__ import annotations

from dataclasses import replace

from talleyrand.orders import words as w
from talleyrand.orders.piece import Piece
from talleyrand.orders.shape import Shape, classes, tidy

_HELPED = ("move", "hold", "bare", "support_hold", "support_move", "convoy", "convoy_army")


def helped(pieces: list[Piece]) -> list[Piece]:
    """Give the units named after "supported by" and "convoyed by" the support or convoy that they may be meant for."""
    order: Shape | None = None
    word = ""
    for piece in pieces:
        listed = bool(word) and piece.joiner in (",", "&") and piece.form is not None and piece.form.form == "bare"
        if not (piece.helps or listed):
            order, word = piece.form, ""
            continue
        word = next((i.text for i in piece.items if i.kind == w.WITH_HELP), word)
        piece.helps = True
        if order is not None and order.form == "move" and _carries(word):
            order = _by_sea(pieces, order)
        piece.form = _help(piece.form, order, word)
        piece.doubts.append("It is not certain that this is an order to the unit that helps.")
    return pieces


def _carries(word: str) -> bool:
    return any(verb in word for verb in ("convoy", "carried", "ferried", "transported"))


def _by_sea(pieces: list[Piece], order: Shape) -> Shape:
    by_sea = replace(order, via=True)
    for piece in pieces:
        if piece.form is order:
            piece.form = by_sea
    return by_sea


def _help(own: Shape | None, order: Shape | None, word: str) -> Shape | None:
    if own is None or own.form != "bare" or order is None or order.form not in _HELPED:
        return None
    form = support_of(order)
    if form is None or (order.form.startswith(("support", "convoy")) and order.form != "convoy_army"):
        return None
    if _carries(word):
        return None if form.to is None else replace(form, form="convoy", unit=own.unit)
    return replace(form, unit=own.unit)


def support_of(order: Shape) -> Shape | None:
    """The support, by a unit not yet named, of what the order does."""
    if order.unit is None:
        return None
    if order.to is not None and order.form in ("move", "convoy_army"):
        return Shape("support_move", None, order.unit, order.to)
    return Shape("support_hold", None, order.unit)


def points_back(piece: Piece) -> bool:
    """Whether a support names no unit, but points to the order before: "A Mar supports it"."""
    form = piece.form
    if form is None or form.form != "support_all":
        return False
    return any(i.kind == w.FILLER and i.text.split()[-1] in w.POINTING - {"the", "to", "in"} for i in piece.items)


def choices_by_slash(pieces: list[Piece]) -> list[Piece]:
    """Put "Gas" to the order before in "A Par - Bur/Gas", which is then one order with two possible meanings."""
    out: list[Piece] = []
    for piece in pieces:
        last = out[-1] if out else None
        form = last.form if last is not None else None
        core = tidy(piece.items)
        if last is None or form is None or form.to is None or piece.joiner != "/" or classes(core) != w.PLACE:
            out.append(piece)
            continue
        last.items = [*last.items, *piece.items]
        last.also = replace(form, to=core[0])
        last.doubts.append("Several places are named for one unit.")
    return out
