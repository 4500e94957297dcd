"""One line of items into the forms of its orders: brackets, separators, verbs shared by several units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from talleyrand.board.unit import Power
from talleyrand.orders import words as w
from talleyrand.orders.corrected import corrected
from talleyrand.orders.everyday import titled
from talleyrand.orders.lex import Item
from talleyrand.orders.linked import (
    choices_by_slash,
    doubt_the_listed,
    goes_on_by_sea,
    helped,
    only_describes,
    spread_doubt,
)
from talleyrand.orders.names import Match
from talleyrand.orders.piece import Piece
from talleyrand.orders.shape import MAX_ITEMS, Shape, classes, shape, tidy
from talleyrand.orders.tails import without_tail
from talleyrand.orders.waives import counts_units, said, waived

_SPLITTERS = frozenset({";", ",", "&", "/", "."})
_MOST_PARTS = 5
_VERBS = frozenset("DHSCKRXBW")
_CONTINUE = frozenset("DSCHKRXBVZ/)") | {w.ON}
_KEEPING = frozenset({"keep", "keeps", "keeping", "retain", "retains", "save", "saves", "leave", "spare"})
_KEEP = "keep"
_STARTERS = frozenset({w.UNIT, w.POWER, w.BUILD, w.REMOVE, w.RETREAT})
_NO_PART = frozenset({"move_list", "verb", "places", "power", "move_unclear", "convoy_unclear", "retreat_unclear"})


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
    items = _either_kind(items)
    for index, item in enumerate(items):
        kind = item.kind
        if kind == w.NUMBER and now and _numbers_the_next(items, index):
            pieces.append(Piece(now, joiner))
            now, joiner = [], ";"
            continue
        if kind in (",", "/") and len(now) == 1 and now[0].kind == w.UNIT:
            continue
        if kind == "/" and now and now[-1].kind in (w.SUPPORT, w.CONVOY) and len(now[-1].text) == 1:
            continue
        if kind in (".", "!"):
            nxt = next((i.kind for i in items[index + 1 : index + 4] if i.kind != w.FILLER), "")
            prior = now[-1].kind if now else ""
            if kind == "." and now and _shortens(items, index, nxt):
                continue
            trails = joiner == "." and not now and items[index - 1].kind == "."
            if (prior in ("", w.UNIT, w.NUMBER) and not trails) or (
                nxt in _CONTINUE and kind == "." and not _complete(now, nxt)
            ):
                continue
            kind = "."
        if kind in _SPLITTERS:
            if now:
                pieces.append(Piece(now, joiner))
                now, joiner = [], kind
            elif kind == "&" or (kind == "." and joiner == "." and items[index - 1].kind == "."):
                joiner = kind if kind == "&" else ","
        elif kind != "\x02":
            now.append(item)
    if now:
        pieces.append(Piece(now, joiner))
    return pieces


def _complete(items: Sequence[Item], nxt: str) -> bool:
    """Whether an order is whole, so that a verb after its full stop begins something else."""
    form = shape(items) if nxt in (w.HOLD, w.SUPPORT, w.CONVOY) else None
    return form is not None and form.form in ("move", "support_move", "convoy", "hold")


def _either_kind(items: Sequence[Item]) -> Sequence[Item]:
    """The items with "A/F" as one word of doubt, as it does not say which unit is meant."""
    for at in range(len(items) - 2, 0, -1):
        first, second = items[at - 1], items[at + 1]
        if items[at].kind in ("/", ",") and first.kind == second.kind == w.UNIT and first.unit is not second.unit:
            text = f"{first.text}{items[at].text}{second.text}"
            items = [*items[: at - 1], replace(first, kind=w.DOUBT, text=text, end=second.end), *items[at + 2 :]]
    return items


def _numbers_the_next(items: Sequence[Item], at: int) -> bool:
    """Whether a number counts the order that follows it, as in "A Par - Bur 2. A Mar - Spa"."""
    mark, after = items[at + 1 : at + 2], items[at + 2 : at + 3]
    if not mark or not after or mark[0].kind not in (".", ";", ":") or mark[0].start != items[at].end:
        return False
    return after[0].kind in (*_STARTERS, w.PLACE, w.FILLER, w.WAIVE)


def _shortens(items: Sequence[Item], at: int, nxt: str) -> bool:
    """Whether a full stop only ends a shortened word: "sup. A Mar", "Eng.Ch.", or trails off between places."""
    last, after = items[at - 1], items[at + 1] if at + 1 < len(items) else None
    if after is None:
        return False
    if last.kind in (w.SUPPORT, w.CONVOY, w.TO) and len(last.text) <= 5 and nxt in (w.UNIT, w.PLACE, w.POWER):
        return True
    if (
        last.kind == w.PLACE
        and after.kind == w.UNKNOWN
        and last.end == items[at].start
        and items[at].end == after.start
    ):
        return True
    trails = last.kind == "." or after.kind == "."
    return trails and nxt in (w.PLACE, ".") and any(i.kind == w.PLACE for i in items[max(0, at - 3) : at])


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
    joined = corrected(choices_by_slash(helped(joined)))
    _share(joined, phase)
    spread_doubt(joined)
    doubt_the_listed(joined)
    return joined


def _goes_on(last: Piece, piece: Piece, phase: str) -> bool:
    if last.form is None or piece.form is None or piece.joiner in (";", "."):
        return False
    if piece.form.form == "verb" and last.form.form == "bare":
        return True
    if goes_on_by_sea(last, piece):
        return True
    return phase == "R" and last.form.form == "verb" and piece.form.form in ("bare", "move")


def _is_choice(last: Piece, piece: Piece) -> bool:
    form = last.form
    lists = ("move", "retreat", "move_unclear", "move_list")
    if piece.form is not None and piece.form.form == "disband" and piece.form.unit is not None:
        return False
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
            piece.also = (own,)
            piece.doubts.append("It is not certain whether the verb that follows is meant for this unit too.")
            piece.form = shared
        else:
            piece.form, piece.spread = shared, True


def _parse(piece: Piece, phase: str) -> list[Piece]:
    items = piece.items
    waiver = waived(items) if phase == "A" else None
    if waiver is not None:
        piece.form = waiver[0]
        piece.doubts += [waiver[1]] if waiver[1] else []
        return [piece]
    if any(i.kind == w.WITH_HELP for i in items):
        return _helped(piece, phase)
    if any(i.kind == w.DOUBT for i in items):
        first = next(n for n, i in enumerate(items) if i.kind == w.DOUBT)
        piece.doubts.append(f'"{items[first].said}" makes this conditional or uncertain.')
        known = [i for i in items if i.kind not in (w.UNKNOWN, w.DOUBT)]
        piece.form = shape([i for i in items[:first] if i.kind not in (w.UNKNOWN, w.NUMBER)])
        if piece.form is None or piece.form.form in ("bare", "verb"):
            piece.form = shape(known) or piece.form
        piece.opens = first == 0
        return [piece]
    if phase == "A":
        items = piece.items = [i for n, i in enumerate(items) if not counts_units(items, n)] or items
    piece.form = shape(items)
    if piece.form is not None and _breaks_off(items) and (piece.form.form == "bare" or items[-1].kind != w.TO):
        piece.doubts.append("This breaks off after a dash.")
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
    for trial in (_without_lead, without_tail, _with_lost_places):
        if trial(piece, phase):
            return [piece]
    return [piece]


def _breaks_off(items: Sequence[Item]) -> bool:
    """Whether nothing but idle words follows a dash: "A Par -", "A Par - then"."""
    last = next((n for n in range(len(items) - 1, 0, -1) if items[n].kind not in (w.FILLER, w.ON, ".", "!")), 0)
    return last > 0 and items[last].kind == w.TO


def _helped(piece: Piece, phase: str) -> list[Piece]:
    """An order, and after it the unit that is to support or convoy it: "A Par - Bur supported by A Mar"."""
    at = next(n for n, i in enumerate(piece.items) if i.kind == w.WITH_HELP)
    head = Piece(piece.items[:at], piece.joiner)
    tail = Piece(piece.items[at:], ",", shape(piece.items[at + 1 :]), helps=True)
    return [*(_parse(head, phase) if head.items else []), tail]


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
            if form is None or form.form in _NO_PART or (form.form == "bare" and (phase != "A" or _a_guess(form))):
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


def _a_guess(form: Shape) -> bool:
    """Whether a bare unit is nothing but a word that resembles a name."""
    spec = form.unit
    return spec is not None and spec.kind is None and spec.place.match is not None and spec.place.match.misspelled


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
            if phase == "A" and form.form == "bare":
                headed = {i.kind for i in lead} & {w.BUILD, w.REMOVE}
                named = {"B": "build", "X": "disband"}.get("".join(headed), "bare")
                piece.form = replace(form, form=named)
                if named == "bare" and not all(titled(i) for i in lead):
                    piece.doubts.append("It is not certain what the words before the unit want done with it.")
                    return True
            if (
                any(i.kind == ":" for i in items[:start])
                or all(titled(i) for i in lead)
                or only_describes(items[:start])
            ):
                piece.notes.append(f'Left aside: "{said(items[:start])}".')
            else:
                piece.doubts.append("Other words stand before the order, so it is not certain that it is one.")
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
    lost = next(i.said for i in piece.items if i.kind == w.UNKNOWN)
    piece.form = replace(form, doubt=f'No province is called "{lost}".' if near else "")
    return True


def attempted(piece: Piece) -> bool:
    """Whether a piece that is no order looks meant as one: a place or unit with a verb, or a unit with a place."""
    if piece.helps:
        return True
    core = [i for n, i in enumerate(piece.items) if not _article(piece.items, n)]
    core = tidy(core)
    kinds = classes(core)
    plain = any(i.kind == w.PLACE and i.match is not None and not i.match.misspelled for i in piece.items)
    if w.UNKNOWN in kinds and w.UNIT not in kinds:
        plain = any(i.kind == w.PLACE and i.match is not None and not i.match.misspelled and not i.power for i in core)
        dash = any(i.kind == w.TO and i.text.strip("->=") == "" for i in core)
        if kinds.count(w.PLACE) == 1 and not kinds.startswith(w.PLACE) and not dash:
            plain = False
    verb = any(k in _VERBS or k == w.DOUBT for k in kinds) or (w.FROM in kinds and kinds.count(w.PLACE) > 1)
    return (
        (plain and (verb or w.UNIT in kinds))
        or "UP" in kinds
        or kinds in ("NH", "NX")
        or _foreign(core, kinds)
        or (
            kinds[:2] in ("U?", "UN")
            and (verb or (kinds == "U?" and (len(piece.items[0].text) > 1 or _in_capitals(piece.items, 0))))
        )
    )


_FOREIGN_UNITS = frozenset("armee armata ejercito exercito leger flotte flota flotta frota vloot".split())  # noqa: SIM905
_FOREIGN_TO = frozenset("nach vers naar hacia verso zu".split())  # noqa: SIM905


def _foreign(core: Sequence[Item], kinds: str) -> bool:
    """Whether places stand on both sides of a word of no meaning here: "Bur x Mun", "Armee Paris nach Burgund"."""
    if core and core[0].text.replace("é", "e") in _FOREIGN_UNITS and len(core) > 1:
        return True
    if kinds not in ("P?P", "P??", "P?"):
        return False
    middle = core[1].text
    known = [i for i in core if i.kind == w.PLACE and i.match is not None and not i.match.misspelled]
    short = all(len(i.text) <= 3 for i in known) and len(known) == 2
    return kinds == "P?P" and bool(known) and (len(middle) == 1 or middle in _FOREIGN_TO or short)


def _article(items: Sequence[Item], at: int) -> bool:
    """Whether an "a" is the article of plain English: before a word that is no place, with no place after it."""
    nxt = items[at + 1].kind if at + 1 < len(items) else ""
    plain = items[at].text == "a" and nxt in (w.UNKNOWN, w.FILLER) and not _in_capitals(items, at)
    return plain and not any(i.kind == w.PLACE for i in items[at + 1 :])


def _in_capitals(items: Sequence[Item], at: int) -> bool:
    """Whether a unit's letter and the short word behind it are both capitals, as in "A NUMH"."""
    said = items[at + 1].said if at + 1 < len(items) else ""
    return items[at].said in ("A", "F") and 1 < len(said) < 6 and said.isalpha() and said.isupper()


def spread_verbs(pieces: Sequence[Piece], context: Context) -> Iterator[Piece]:
    """In an adjustment phase, let "Build" and "Remove" govern the bare units listed after them."""
    for piece in pieces:
        form = piece.form
        if context.phase != "A" or form is None:
            yield piece
            continue
        if form.form == "bare" and any(item.text in _KEEPING for item in piece.items[:2]):
            context.verb = _KEEP
        if form.form == "bare" and context.verb == _KEEP:
            piece.doubts[:0] = ["It is said that this unit is to stay."]
        elif form.form == "verb":
            core = classes(tidy(piece.items))
            context.verb = {w.BUILD: "build", w.REMOVE: "disband"}.get(core, context.verb)
        elif form.form in ("build", "disband"):
            context.verb = form.form if tidy(piece.items)[0].kind in (w.BUILD, w.REMOVE) else context.verb
        elif form.form == "bare" and context.verb:
            piece.form = replace(form, form=context.verb)
        yield piece
