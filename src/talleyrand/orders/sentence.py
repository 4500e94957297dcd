"""One line of items into the forms of its orders: brackets, separators, verbs shared by several units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from talleyrand.board.unit import Power
from talleyrand.orders import words as w
from talleyrand.orders.lex import Item
from talleyrand.orders.names import Match
from talleyrand.orders.shape import MAX_ITEMS, Shape, classes, shape, tidy

_SPLITTERS = frozenset({";", ",", "&", "/", "."})
_MOST_PARTS = 5
_VERBS = frozenset("DHSCKRXBW")
_CONTINUE = frozenset("DSCHKRXBVZ/)") | {w.ON}
_STARTERS = frozenset({w.UNIT, w.POWER, w.BUILD, w.REMOVE, w.RETREAT})
_NO_PART = frozenset({"move_list", "verb", "places", "power", "move_unclear", "convoy_unclear", "retreat_unclear"})


@dataclass(slots=True)
class Piece:
    """Items between two separators, and the form they have."""

    items: list[Item]
    joiner: str = ""
    form: Shape | None = None
    doubts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refused: str = ""
    spread: bool = False
    also: Shape | None = None
    opens: bool = False


@dataclass(slots=True)
class Context:
    """What one line leaves to the next: the power and the verb that a heading named."""

    phase: str
    power: Power | None = None
    verb: str = ""


def split(items: Sequence[Item]) -> list[Piece]:
    """The pieces between separators; a full stop counts as one only where an order may end."""
    pieces: list[Piece] = []
    now: list[Item] = []
    joiner = ""
    for index, item in enumerate(items):
        kind = item.kind
        if kind in (".", "!"):
            nxt = next((i.kind for i in items[index + 1 : index + 4] if i.kind != w.FILLER), "")
            prior = now[-1].kind if now else ""
            if prior in ("", w.UNIT, w.NUMBER) or (nxt in _CONTINUE and kind == "."):
                continue
            kind = "."
        if kind in _SPLITTERS:
            if now:
                pieces.append(Piece(now, joiner))
                now, joiner = [], kind
            elif kind == "&":
                joiner = kind
        elif kind != "\x02":
            now.append(item)
    if now:
        pieces.append(Piece(now, joiner))
    return pieces


def forms(pieces: list[Piece], phase: str) -> list[Piece]:
    """The pieces with their forms found, joined where one goes on with the other, divided where orders run together."""
    found: list[Piece] = []
    for piece in pieces:
        found += _parse(piece, phase)
    joined: list[Piece] = []
    for piece in found:
        last = joined[-1] if joined else None
        if last is not None and _goes_on(last, piece, phase):
            whole = shape([*last.items, *piece.items])
            if whole is not None and whole.form not in ("verb", "places"):
                last.items = [*last.items, *piece.items]
                last.form = whole
                last.doubts += piece.doubts
                last.notes += piece.notes
                continue
        if last is not None and phase == "R" and _is_choice(last, piece):
            extra = tuple(i for i in piece.items if i.kind in (w.PLACE, w.REMOVE))
            old = last.form
            if old is not None and old.to is not None:
                last.form = replace(old, choices=(*(old.choices or (old.to,)), *extra))
                last.items = [*last.items, *piece.items]
                continue
        joined.append(piece)
    _share(joined, phase)
    _spread_doubt(joined)
    return joined


def _spread_doubt(pieces: list[Piece]) -> None:
    """A condition in a piece of its own governs the orders beside it: "A Par - Bur, if possible", "If ..., A Par H"."""
    for index, piece in enumerate(pieces):
        if not piece.opens:
            continue
        alone = piece.form is None or piece.form.form in ("verb", "places", "power", "bare", "hold")
        before = pieces[index - 1] if index and piece.joiner not in (".", "") and alone else None
        after = pieces[index + 1] if index + 1 < len(pieces) and pieces[index + 1].joiner == "," else None
        for other in (before, after):
            if other is not None and not other.doubts:
                other.doubts.append(piece.doubts[0])


def _goes_on(last: Piece, piece: Piece, phase: str) -> bool:
    if last.form is None or piece.form is None or piece.joiner in (";", "."):
        return False
    if piece.form.form == "verb" and last.form.form == "bare":
        return True
    return phase == "R" and last.form.form == "verb" and piece.form.form in ("bare", "move")


def _is_choice(last: Piece, piece: Piece) -> bool:
    form = last.form
    lists = ("move", "retreat", "move_unclear", "move_list")
    if form is None or form.to is None or form.form not in lists or piece.joiner not in (",", "/", "&"):
        return False
    return set(classes(tidy(piece.items))) <= {w.PLACE, w.REMOVE}


def _share(pieces: list[Piece], phase: str) -> None:
    """Give units listed together the verb that follows: "F SSD and F MSD C Tea-Nec"."""
    for index in range(len(pieces) - 2, -1, -1):
        piece, nxt = pieces[index], pieces[index + 1]
        own, other = piece.form, nxt.form
        if own is None or other is None or own.form != "bare" or own.unit is None or nxt.joiner not in ("&", ","):
            continue
        if other.form in ("bare", "verb", "places", "power", "waive") or other.unit is None:
            continue
        shared = replace(other, unit=own.unit, repairs=own.repairs)
        first_verb = next((i.kind for i in tidy(nxt.items)), "") in _VERBS
        if first_verb:
            continue
        certain = nxt.joiner == "&" or nxt.spread
        if certain and other.form not in ("move", "move_unclear"):
            piece.form, piece.spread = shared, True
        elif other.form == "hold":
            piece.form = shared
        elif phase == "M":
            piece.also = own
            piece.doubts.append("It is not certain whether the verb that follows is meant for this unit too.")
            piece.form = shared
        else:
            piece.form, piece.spread = shared, True


def _parse(piece: Piece, phase: str) -> list[Piece]:
    items = piece.items
    if any(i.kind == w.DOUBT for i in items):
        first = next(n for n, i in enumerate(items) if i.kind == w.DOUBT)
        piece.doubts.append(f'"{items[first].text}" makes this conditional or uncertain.')
        known = [i for i in items if i.kind not in (w.UNKNOWN, w.DOUBT)]
        piece.form = shape([i for i in items[:first] if i.kind != w.UNKNOWN]) or shape(known)
        piece.opens = first == 0
        return [piece]
    piece.form = shape(items)
    if piece.form is not None and piece.form.form == "move_list" and phase != "R":
        piece.form = None
    if piece.form is not None and piece.form.form != "verb":
        return [piece]
    divided = _divide(items, phase)
    if divided is not None:
        first_piece = True
        out = []
        for part, form in divided:
            out.append(Piece(part, piece.joiner if first_piece else ",", form))
            first_piece = False
        return out
    if piece.form is not None and not (any(i.kind == ":" for i in items) and _without_lead(piece, phase)):
        return [piece]
    if piece.form is not None and piece.form.form != "verb":
        return [piece]
    for trial in (_without_lead, _without_tail, _with_lost_places):
        if trial(piece, phase):
            return [piece]
    return [piece]


def _divide(items: Sequence[Item], phase: str) -> list[tuple[list[Item], Shape]] | None:
    """Orders that run on without a separator, if there is a way to divide them into whole orders."""
    parts = tidy(items)
    openers = _STARTERS if w.UNIT in classes(parts) else frozenset({w.PLACE})
    starts = [n for n, i in enumerate(parts) if n == 0 or i.kind in openers]
    if len(starts) < 2 or len(parts) > 4000:
        return None
    ends = [*starts[1:], len(parts)]
    whole = {len(parts)}
    chain: dict[int, tuple[int, Shape]] = {}
    for index in range(len(starts) - 1, -1, -1):
        start = starts[index]
        for end in ends[index : index + _MOST_PARTS]:
            if end - start > MAX_ITEMS // 2:
                break
            if end not in whole:
                continue
            form = shape(parts[start:end])
            if form is None or form.form in _NO_PART or (form.form == "bare" and phase != "A"):
                continue
            chain[start] = (end, form)
            whole.add(start)
    if 0 not in chain:
        return None
    out: list[tuple[list[Item], Shape]] = []
    at = 0
    while at < len(parts):
        end, form = chain[at]
        out.append((parts[at:end], form))
        at = end
    return out if len(out) > 1 else None


def _without_lead(piece: Piece, phase: str) -> bool:
    """Words before the order, as in "My orders for Spring: A Par - Bur"."""
    items = piece.items
    first = next((n for n, i in enumerate(items) if i.kind in _STARTERS or i.kind == w.PLACE), 0)
    colon = max((n for n, i in enumerate(items) if i.kind == ":"), default=-1)
    for start in dict.fromkeys((colon + 1, first)):
        if not 0 < start < len(items):
            continue
        lead = [i for i in items[:start] if i.kind not in (w.FILLER, ":", "!")]
        if any(i.kind not in (w.UNKNOWN, w.NUMBER, w.POWER, *_VERBS, w.FROM, w.ON) for i in lead):
            continue
        if all(i.kind in _VERBS for i in lead) and not any(i.kind == ":" for i in items[:start]):
            continue
        form = shape(items[start:])
        if form is not None and form.form not in ("verb", "places", "power"):
            piece.form = form
            if any(i.kind == ":" for i in items[:start]) or all(i.kind == w.NUMBER for i in lead):
                piece.notes.append(f'Left aside: "{" ".join(i.text for i in items[:start])}".')
            else:
                piece.doubts.append("Other words stand before the order, so it is not certain that it is one.")
            return True
    return False


def _without_tail(piece: Piece, phase: str) -> bool:
    """Words after the order, as in "A Par - Bur good luck"."""
    items = piece.items
    for end in range(2, min(len(items), 2 * MAX_ITEMS)):
        if items[end].kind not in (w.UNKNOWN, w.NUMBER):
            continue
        if any(i.kind in (w.PLACE, w.DOUBT) for i in items[end:]):
            continue
        form = shape(items[:end])
        if form is not None and form.form not in ("verb", "places", "power", "bare"):
            tail = " ".join(i.text for i in items[end:])
            piece.form = replace(form, repairs=(*form.repairs, f'Left aside: "{tail}".'))
            return True
    return False


def _with_lost_places(piece: Piece, phase: str) -> bool:
    """An order with a word that must be a place but is none the map knows."""
    changed = [
        replace(i, kind=w.PLACE, match=Match(i.match.near if i.match else (), misspelled=True))
        if i.kind == w.UNKNOWN
        else i
        for i in piece.items
    ]
    if all(a is b for a, b in zip(changed, piece.items, strict=True)) or w.UNIT not in classes(piece.items):
        return False
    form = shape(changed)
    if form is None or form.form in ("verb", "places", "power", "move_unclear"):
        return False
    near = any(i.kind == w.UNKNOWN and i.match is not None and i.match.near for i in piece.items)
    lost = next(i.text for i in piece.items if i.kind == w.UNKNOWN)
    piece.form = replace(form, doubt=f'No province is called "{lost}".' if near else "")
    return True


def attempted(piece: Piece) -> bool:
    """Whether a piece that is no order looks meant as one: a place or unit with a verb, or a unit with a place."""
    kinds = classes(tidy(piece.items))
    plain = any(i.kind == w.PLACE and i.match is not None and not i.match.misspelled for i in piece.items)
    verb = any(k in _VERBS or k == w.DOUBT for k in kinds)
    return (
        (plain and (verb or w.UNIT in kinds))
        or "UP" in kinds
        or (kinds[:2] in ("U?", "UN") and (verb or (kinds == "U?" and len(piece.items[0].text) > 1)))
    )


def spread_verbs(pieces: Sequence[Piece], context: Context) -> Iterator[Piece]:
    """In an adjustment phase, let "Build" and "Remove" govern the bare units listed after them."""
    for piece in pieces:
        form = piece.form
        if context.phase != "A" or form is None:
            yield piece
            continue
        if form.form == "verb":
            core = classes(tidy(piece.items))
            context.verb = {w.BUILD: "build", w.REMOVE: "disband"}.get(core, context.verb)
        elif form.form in ("build", "disband"):
            context.verb = form.form if tidy(piece.items)[0].kind in (w.BUILD, w.REMOVE) else context.verb
        elif form.form == "bare" and context.verb:
            piece.form = replace(form, form=context.verb)
        yield piece
