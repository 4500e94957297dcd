"""Texts that never give one certain order: what they may mean, and why that is not certain."""

from __future__ import annotations

from dataclasses import replace

from talleyrand.board.unit import Unit, UnitKind
from talleyrand.orders import words as w
from talleyrand.orders.aside import ONLY_A_NAME
from talleyrand.orders.ground import Ground
from talleyrand.orders.lex import Item
from talleyrand.orders.model import Move
from talleyrand.orders.names import Match
from talleyrand.orders.piece import Piece
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.resolve import resolve
from talleyrand.orders.sentence import forms
from talleyrand.orders.shape import Shape, Spec, classes, tidy
from talleyrand.orders.write import write

_LOOK_AHEAD = 12


def alternatives(piece: Piece, ground: Ground) -> tuple[str, ...]:
    """What the words after "or" would mean for the same unit."""
    other = ("or", "else", "otherwise")
    cut = next((n for n, i in enumerate(piece.items) if i.kind == w.DOUBT and i.text in other), None)
    form = piece.form
    if cut is None or form is None or form.unit is None:
        return ()
    rest = [i for i in piece.items[cut + 1 : cut + 1 + _LOOK_AHEAD] if i.kind != w.UNKNOWN]
    unit = next((n for n, i in enumerate(piece.items) if i.kind == w.PLACE), 0)
    for end in range(len(rest), 0, -1):
        for trial in ([*piece.items[: unit + 1], *rest[:end]], rest[:end]):
            again = Piece([i for i in trial if i.kind != w.DOUBT])
            found = forms([again], ground.kind)
            one = found[0].form if len(found) == 1 else None
            if one is not None and one.form == "bare" and form.form in ("build", "disband"):
                one = replace(one, form=form.form)
            if one is not None and one.form not in ("verb", "places", "bare"):
                return doubted(resolve(one, ground), "").candidates
    return ()


def only_a_place(piece: Piece) -> bool:
    """Whether a piece is nothing but the name of a place, as the map spells it."""
    parts = tidy(piece.items)
    return classes(parts) == w.PLACE and parts[0].match is not None and not parts[0].match.misspelled


def second_places(pieces: list[Piece], ground: Ground) -> list[Piece]:
    """The pieces, with a place that the unit of the order before it could as well go to put to that, as a doubt.

    "A Mun - Bur, Ruh" is one order with two possible meanings.
    """
    if ground.kind != "M" or len(pieces) < 2:
        return pieces
    out = pieces[:1]
    for piece in pieces[1:]:
        other = _another_way(out[-1], piece, ground)
        if other is None:
            out.append(piece)
            continue
        last = out[-1]
        last.items = [*last.items, *piece.items]
        last.also = (*last.also, other)
        place = other.to.said if other.to is not None else ""
        last.doubts.append(f'It is not certain whether this unit is to go to "{place}".')
    return out


def _another_way(last: Piece, piece: Piece, ground: Ground) -> Shape | None:
    form = last.form
    if piece.joiner not in (",", "&", ";", "/") or form is None or form.form not in ("move", "bare"):
        return None
    if piece.form is None or piece.form.form != "bare" or (last.doubts and not last.also):
        return None
    if form.unit is None or form.unit.kind is None or not only_a_place(piece):
        return None
    other = replace(form, form="move", to=tidy(piece.items)[0], stops=(), via=False)
    return other if resolve(other, ground).status.counts else None


def unclear(piece: Piece, ground: Ground) -> Reading | None:
    """Forms that never give one certain order."""
    form = piece.form
    if form is None:
        return None
    if form.form == "bare" and ground.kind != "R":
        if w.UNIT not in classes(tidy(piece.items)):
            return doubted(resolve(form, ground), ONLY_A_NAME)
        if ground.kind == "M" and _goes_there(piece):
            return _no_origin(form, form.unit.place if form.unit is not None else None, ground)
        if ground.kind == "M":
            return resolve(replace(form, repairs=(*form.repairs, "No verb was written: read as hold.")), ground)
        return None
    if form.form == "bare" and ground.kind == "R":
        return doubted(resolve(replace(form, form="disband"), ground), "It is not said where this unit goes.")
    if form.form == "no_origin":
        return _no_origin(form, form.to, ground)
    messages = {
        "support_unclear": "It is not said which unit is supported.",
        "support_all": "It is not said which unit is supported.",
        "convoy_unclear": "It is not said which army is convoyed, or where to.",
        "retreat_unclear": "It is not said where this unit retreats to.",
        "move_unclear": "Two places stand side by side without a verb.",
    }
    if form.form in ("convoy_unclear", "support_unclear"):
        return Reading("", Status.AMBIGUOUS, problem=messages[form.form], rule="A-023")
    if form.form in messages and not (form.form == "move_unclear" and ground.kind == "R"):
        return doubted(resolve(form, ground), messages[form.form])
    if form.form == "dash_support":
        aim = form.target.place if form.target else None
        move = resolve(replace(form, form="move", to=aim, target=None), ground)
        support = resolve(replace(form, form="support_move" if form.to else "support_hold"), ground)
        both = doubted(support, "").candidates + doubted(move, "").candidates
        return doubted(support, "The dash and the S may mean a move or a support.", both)
    if form.stops and form.form == "move":
        return _by_stages(piece, ground)
    if form.stops and not _over_water(form, ground):
        return doubted(resolve(form, ground), "A unit moves to one place in a turn, and this names several.")
    if len(form.choices) > 1:
        return _choices(resolve(form, ground), form, ground)
    return None


def _goes_there(piece: Piece) -> bool:
    """Whether a dash stands between the letter and the place, as in "A - Con", so that no unit is named."""
    kinds = [i.kind for i in piece.items if i.kind not in (w.FILLER, w.ON, ".", ":")]
    return w.UNIT in kinds and kinds[kinds.index(w.UNIT) + 1 : kinds.index(w.UNIT) + 2] == [w.TO]


def _no_origin(form: Shape, to: Item | None, ground: Ground) -> Reading:
    """A move of a unit that is not named: any of the sender's that can go there."""
    found: list[str] = []
    for province, unit in ground.units.items() if to is not None else ():
        if ground.power is not None and ground.owners.get(province) == ground.power:
            place = Item(w.PLACE, str(province), 0, 0, match=Match((province,)))
            one = resolve(Shape("move", Spec(place, unit.kind), to=to), ground)
            if one.status.counts and str(unit.kind.value) == _letter(form, unit):
                found += doubted(one, "").candidates
    return Reading("", Status.AMBIGUOUS, None, (), tuple(found), "It is not said which unit goes there.", "A-023")


def _letter(form: Shape, unit: Unit) -> str:
    return form.unit.kind.value if form.unit is not None and form.unit.kind is not None else unit.kind.value


def _by_stages(piece: Piece, ground: Ground) -> Reading | None:
    """A move with places on the way: a route over sea for an army, else no single move."""
    form = piece.form
    if form is None:
        return None
    waters = _over_water(form, ground)
    by_sea = resolve(replace(form, via=True), ground)
    order = by_sea.order
    if waters and not (isinstance(order, Move) and order.unit.kind is UnitKind.FLEET):
        return by_sea
    first = resolve(replace(form, to=form.stops[0], stops=(), via=False), ground)
    last = resolve(replace(form, stops=(), via=False), ground)
    both = doubted(first, "").candidates + doubted(last, "").candidates
    return doubted(first, "A unit moves to one place in a turn, and this names several.", both)


def _over_water(form: Shape, ground: Ground) -> bool:
    provinces = ground.board.provinces
    return all(
        item.match is not None and any(provinces[p].carries_convoys for p in item.match.options) for item in form.stops
    )


def _choices(reading: Reading, form: Shape, ground: Ground) -> Reading:
    candidates: list[str] = []
    for item in form.choices:
        away = item.kind == w.REMOVE
        one = resolve(replace(form, form="disband" if away else form.form, to=item, choices=()), ground)
        candidates += doubted(one, "").candidates
    return doubted(reading, "Several places are named for one unit.", tuple(candidates))


def doubted(reading: Reading, problem: str, candidates: tuple[str, ...] = ()) -> Reading:
    """The reading as one that is not certain."""
    own = reading.candidates if reading.order is None else (write(reading.order),)
    every = tuple(dict.fromkeys((*own, *candidates)))
    return replace(
        reading, status=Status.AMBIGUOUS, order=None, repairs=(), candidates=every, problem=problem, rule="A-023"
    )
