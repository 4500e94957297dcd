"""The form of an order: which item is the unit, the verb, the target; no board needed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

from talleyrand.board.unit import Power, UnitKind
from talleyrand.orders import words as w
from talleyrand.orders.lex import Item

MAX_ITEMS = 40


@dataclass(frozen=True, slots=True)
class Spec:
    """A unit as written: a place, with whatever else was said of it."""

    place: Item
    kind: UnitKind | None = None
    power: Power | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """An order as written. ``form`` is a word for its kind; ``doubt`` says why it cannot be certain."""

    form: str
    unit: Spec | None = None
    target: Spec | None = None
    to: Item | None = None
    stops: tuple[Item, ...] = ()
    via: bool = False
    land: bool = False
    count: int = 1
    doubt: str = ""
    power: Power | None = None
    repairs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    choices: tuple[Item, ...] = field(default=())


_UNIT = r"N?U?N?P"
_FIRST = r"(?P<u>N?U?N?P|N?PU)"
_LATER = r"(?P<t>N*U?N?F?N?U?P|N?PU)"
_GO = r"D(?P<to>P)(?P<more>(?:DP)*)"
_ROUTE = r"(?P<via>V(?:D?U?P)*|C)?(?P<land>L)?"
_PATTERNS: tuple[tuple[str, str], ...] = (
    ("bare", rf"{_FIRST}"),
    ("hold", rf"{_FIRST}D?(?:D?H|Z)"),
    ("hold", rf"H(?P<u>{_UNIT})"),
    ("support_move", rf"{_FIRST}D?SD(?P<to>P)F(?P<t>N?U?P)"),
    ("support_unclear", rf"{_FIRST}(?P<dash>D)?SN?U?D(?P<to>P)"),
    ("dash_support", rf"{_FIRST}(?P<dash>D)S(?P<t>P)(?:{_GO})?"),
    ("support_hold", rf"{_FIRST}D?SH?D?{_LATER}(?:D?H)?"),
    ("support_move", rf"{_FIRST}D?SD?{_LATER}{_GO}{_ROUTE}"),
    ("support_move", rf"{_FIRST}D?SD?{_LATER}O(?P<to>P)"),
    ("support_all", rf"{_FIRST}D?S(?:H)?"),
    ("convoy", rf"{_FIRST}D?[CK]D(?P<to>P)F(?P<t>N?U?P)"),
    ("convoy_army", r"(?P<u>N?U?N?P)CD(?P<to>P)"),
    ("convoy", rf"{_FIRST}D?[CK]D?{_LATER}{_GO}{_ROUTE}"),
    ("convoy_unclear", rf"{_FIRST}D?[CK](?:{_LATER})?"),
    ("move", rf"{_FIRST}{_GO}{_ROUTE}"),
    ("move", rf"{_FIRST}DU?(?P<to>P)(?P<more>(?:DU?P)+){_ROUTE}"),
    ("move", rf"{_FIRST}V{_GO}"),
    ("move", rf"D(?P<u>N?U?N?F?P|N?PU){_GO}{_ROUTE}"),
    ("move_unclear", r"(?P<u>N?U?N?P)(?P<to>P)"),
    ("retreat", rf"R?{_FIRST}RD?(?P<to>P)(?P<more>(?:[DR]?P)*)"),
    ("retreat", rf"{_FIRST}D(?P<to>P)R"),
    ("move_list", rf"{_FIRST}D(?P<to>P)(?P<more>(?:D?P)+)"),
    ("move", r"(?P<k>N?U)D(?P<to>P)F(?P<p>P)"),
    ("retreat", r"R(?P<u>N?U?N?F?P)D(?P<to>P)(?P<more>(?:D?P)*)"),
    ("retreat_unclear", rf"(?:R(?P<u>{_UNIT})|(?P<u2>{_UNIT})R)"),
    ("disband", rf"R?{_FIRST}R?D?X"),
    ("disband", r"[XR]*X(?P<u>N?U?N?P|N?PU)"),
    ("disband", r"D(?P<u>N?U?P)X"),
    ("build", r"B(?P<u>N?U?N?P|N?PU|PN?U)B?"),
    ("build", rf"{_FIRST}D?B(?P<late>U?)"),
    ("build", r"(?P<k>U)B(?P<p>P)"),
    ("waive", r"(?:W|#W|W#|BW|WB|#BW|BW#|W#B|NW)"),
    ("verb", r"(?P<v>[DHSCKRXBV].*)"),
    ("places", r"P(?:P)*"),
    ("no_origin", r"(?P<k>N?U)D(?P<to>P)"),
    ("power", r"N+"),
)
_COMPILED = [(form, re.compile(pattern)) for form, pattern in _PATTERNS]


def classes(items: Sequence[Item]) -> str:
    """One letter per item."""
    return "".join(item.kind for item in items)


def tidy(items: Sequence[Item]) -> list[Item]:
    """Without fillers, with runs of "moves to" as one."""
    out: list[Item] = []
    for index, item in enumerate(items):
        leads = item.kind == w.TO and item.text == "to" and not out and index + 1 < len(items)
        if leads and items[index + 1].kind in (w.HOLD, w.SUPPORT, w.CONVOY, w.BUILD, w.REMOVE, w.RETREAT, w.WAIVE):
            continue
        if item.kind in (w.FILLER, ".", ":", "!"):
            continue
        if item.kind == w.ON:
            if out and out[-1].kind == w.TO:
                continue
            if not out or out[-1].kind != w.PLACE:
                continue
        if (
            item.kind == w.TO
            and item.text == "-"
            and out
            and out[-1].kind == w.UNIT
            and not _named_before(out)
            and not _lacks_origin(items, index)
        ):
            continue
        if item.kind == w.TO and item.text == "-" and len(out) == 1 and out[0].kind in (w.BUILD, w.REMOVE, w.RETREAT):
            continue
        if item.kind == w.TO and out and out[-1].kind == w.TO:
            continue
        if item.kind == w.TO and out and out[-1].kind == w.SUPPORT and item.text.strip("->=") == "" and not item.spaced:
            continue
        out.append(item)
    while out and out[-1].kind == w.TO and out[-1].text.strip("-=") == "":
        out.pop()
    return out


def _named_before(out: Sequence[Item]) -> bool:
    """Whether the letter of a unit stands behind its place, as in "Con (A) - Bul"."""
    return len(out) > 1 and out[-2].kind == w.PLACE and (len(out) == 2 or out[-3].kind in (w.SUPPORT, w.CONVOY))


def _lacks_origin(items: Sequence[Item], at: int) -> bool:
    """Whether a dash behind a supported or convoyed unit leads on to where it goes, as in "A Par S A - Bur"."""
    prior = [i.kind for i in items[:at] if i.kind not in (w.FILLER, w.ON)]
    before = prior[-2] if len(prior) > 1 else ""
    after = [i.kind for i in items[at + 1 : at + 5] if i.kind != w.FILLER]
    return before in (w.SUPPORT, w.CONVOY) and w.TO not in after[1:2]


@lru_cache(maxsize=4096)
def _pattern_of(text: str) -> tuple[str, re.Match[str]] | None:
    for form, pattern in _COMPILED:
        m = pattern.fullmatch(text)
        if m is not None:
            return form, m
    return None


def shape(items: Sequence[Item]) -> Shape | None:
    """The form of one order, or None where the items are not one."""
    parts = tidy(items)
    if not parts or len(parts) > MAX_ITEMS:
        return None
    text = classes(parts)
    found = _pattern_of(text)
    if found is not None:
        return _build(*found, parts)
    if text[0] == w.POWER and text[1:2] not in ("", w.UNIT, w.PLACE, w.POWER):
        rest = shape(parts[1:])
        return None if rest is None else replace(rest, power=parts[0].power)
    return None


def _build(form: str, m: re.Match[str], parts: list[Item]) -> Shape:
    groups = m.groupdict()

    def items(name: str) -> list[Item]:
        return parts[m.start(name) : m.end(name)] if groups.get(name) is not None else []

    unit = _spec(items("u") or items("u2"))
    if groups.get("k") is not None and "p" in groups:
        unit = _spec([*items("k"), *items("p")])
    if groups.get("late"):
        unit = _spec([*items("u"), *items("late")])
    target = _spec(items("t"))
    to = next(iter(items("to")), None)
    more = [item for item in items("more") if item.kind == w.PLACE]
    via_items = items("via")
    notes = tuple(note for item in parts for note in item.notes)
    power = parts[0].power if parts[0].kind == w.POWER else None
    stops: tuple[Item, ...] = tuple(i for i in via_items if i.kind == w.PLACE)
    choices: tuple[Item, ...] = ()
    if more and to is not None and form in ("move", "convoy", "support_move"):
        stops = (to, *more[:-1])
        to = more[-1]
    elif more and to is not None:
        choices = (to, *more)
    via = w.VIA in m.string or bool(via_items) or form == "convoy_army"
    doubt = "This verb means a fast ferry in some variants, and a convoy in none." if w.FERRY in m.string else ""
    if (
        form == "move"
        and "DU" in m.string[1:]
        and any(one.kind == w.TO and one.text.strip("->=") and nxt.kind == w.UNIT for one, nxt in pairwise(parts))
    ):
        doubt = "It is not certain that this is a route by sea."
    if form == "dash_support":
        verb = next(i for i in parts if i.kind == w.SUPPORT)
        if len(verb.text) > 2:
            form = "support_move" if to is not None else "support_hold"
    count = next((int(i.text) for i in parts if i.kind == w.NUMBER and len(i.text) < 4), 1)
    return Shape(form, unit, target, to, stops, via, bool(groups.get("land")), count, doubt, power, notes, (), choices)


def _spec(items: list[Item]) -> Spec | None:
    place = next((i for i in items if i.kind == w.PLACE), None)
    if place is None:
        return None
    kind = next((i.unit for i in items if i.kind == w.UNIT), None)
    power = next((i.power for i in items if i.kind == w.POWER), None)
    return Spec(place, kind, power)
