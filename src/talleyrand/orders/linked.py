"""Pieces that mean something only with the one before: "supported by A Mar", "or/Gas", "A Mar supports it"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from talleyrand.orders import words as w
from talleyrand.orders.lex import Item
from talleyrand.orders.piece import Piece
from talleyrand.orders.shape import Shape, classes, shape, tidy

_TAKES_BACK = frozenset({"or", "maybe", "perhaps", "unless", "otherwise", "else", "except", "alternatively"})
"""Words that say something of the order before them even after a full stop."""
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
        if order is not None and order.form == "bare" and _carries(word) and piece.form is not None:
            order = _goes_along(pieces, order, piece)
        elif order is not None and order.form == "move" and _carries(word):
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


def _goes_along(pieces: list[Piece], order: Shape, piece: Piece) -> Shape:
    """The move in "A Yor is convoyed by F Nth to Bel", which is said behind the fleet."""
    carrier = piece.form
    if carrier is None or carrier.form != "move":
        return order
    moved = replace(order, form="move", to=carrier.to, via=True)
    for other in pieces:
        if other.form is order:
            other.form = moved
            other.doubts.append("It is not certain that this unit is to go where the fleet carries it.")
    piece.form = replace(carrier, form="bare", to=None)
    return moved


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
        last = out[-1] if out and piece.joiner == "/" else None
        other = _other_choice(last, piece) if last is not None else None
        if last is None or other is None:
            out.append(piece)
            continue
        place = classes(tidy(piece.items)) == w.PLACE
        last.items = [*last.items, *piece.items]
        last.also = (*last.also, other)
        last.doubts.append(f"Several {'places' if place else 'orders'} are named for one unit.")
    return out


def _other_choice(last: Piece, piece: Piece) -> Shape | None:
    """What words after a slash would make of the order before it: another place to go to, or another verb."""
    form = last.form
    core = tidy(piece.items)
    if form is None or not core:
        return None
    if form.to is not None and classes(core) == w.PLACE:
        return replace(form, to=core[0])
    if core[0].kind not in (w.HOLD, w.SUPPORT, w.CONVOY, w.TO, w.RETREAT, w.REMOVE) or form.unit is None:
        return None
    own = tidy(last.items)
    end = next(n for n, i in enumerate(own) if i is form.unit.place) + 1 if form.unit.place in own else 0
    return shape([*own[:end], *core]) if end else None


def goes_on_by_sea(last: Piece, piece: Piece) -> bool:
    """Whether a piece lists more seas of a convoy's route: "A Lon - Bel via NTH, ENG"."""
    form = last.form
    if form is None or form.form != "move" or not (form.via and form.stops) or piece.joiner not in (",", "&"):
        return False
    return classes(tidy(piece.items)) in (w.PLACE, w.UNIT + w.PLACE)


def _doubt_list(before: list[Piece], piece: Piece) -> None:
    """Doubt the units listed in front of "or", as in "Build A Par, F Bre, or A Mar"."""
    listed = ("build", "disband", "bare")
    for other in reversed(before):
        if piece.joiner != "," or other.form is None or other.form.form not in listed:
            return
        if not other.doubts:
            other.doubts.append(piece.doubts[0])
        if other.joiner not in (",", ""):
            return


def spread_doubt(pieces: list[Piece]) -> None:
    """A condition in a piece of its own governs the orders beside it: "A Par - Bur, if possible", "If ..., A Par H"."""
    for index, piece in enumerate(pieces):
        if not piece.opens:
            continue
        alone = piece.form is None or piece.form.form in ("verb", "places", "power", "bare", "hold", "waive")
        takes_back = piece.joiner != "." or piece.items[0].text in _TAKES_BACK
        before = pieces[index - 1] if index and piece.joiner and takes_back and alone else None
        after = pieces[index + 1] if index + 1 < len(pieces) and pieces[index + 1].joiner == "," else None
        if piece.items[0].text == "or":
            _doubt_list(pieces[:index], piece)
        for other in (before, after):
            if other is not None and not other.doubts:
                other.doubts.append(piece.doubts[0])


def _strays(piece: Piece) -> bool:
    """Whether a piece is no order but says that something goes or helps somewhere."""
    if piece.form is not None or piece.joiner not in (",", "/", ";", "."):
        return False
    kinds = classes(tidy(piece.items))
    return any(kinds.startswith(odd + verb) for odd in ("?", "??", "?P") for verb in ("DP", "SU", "SP", "CU"))


def doubt_the_listed(pieces: Sequence[Piece]) -> None:
    """Bare units listed behind one that is not certain are not either: "Swap A Par and A Mar".

    Nor is an order behind which an odd word goes somewhere, as in "A Mar S A Pa,ris - Bur".
    """
    for last, piece in pairwise(pieces):
        if last.form is not None and last.form.form in ("bare", "support_hold") and _strays(piece) and not last.doubts:
            last.doubts.append(f'It is not certain whether "{piece.items[0].said}" and what follows belong to this.')
        bare = all(one.form is not None and one.form.form == "bare" for one in (last, piece))
        if bare and last.doubts and not piece.doubts and piece.joiner in ("&", ","):
            piece.doubts.append(last.doubts[0])


def only_describes(items: Sequence[Item]) -> bool:
    """Whether words in front of a unit only describe it, as in "our glorious Army of Paris"."""
    words = [item for item in items if item.kind in (w.FILLER, w.UNKNOWN)]
    if len(words) != len(items) or not 1 < len(items) < 5 or items[0].text not in ("my", "our"):
        return False
    return not any(item.text in ("enemy", "hostile", "old", "former", "other", "next", "plan") for item in items)
