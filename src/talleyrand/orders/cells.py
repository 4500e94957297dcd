"""Orders in the rows of a table: cells parted by bars that only together are one order, as in "| A Con | - Bul |"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from talleyrand.orders import words as w
from talleyrand.orders.lex import Item
from talleyrand.orders.shape import classes, shape, tidy

BAR = "|"
_MOST_CELLS = 6
_MOST_ITEMS = 400
_NO_ORDERS = ("verb", "places", "power", "bare", "move_list")


def joined_cells(items: list[Item]) -> list[Item]:
    """The items of a row without the bars between cells that make one order, the longest such first.

    A cell that holds nothing but a place, right behind an order, may be where the supported unit goes: that is a doubt.
    """
    if len(items) > _MOST_ITEMS or not any(_is_bar(item) for item in items):
        return items
    cells: list[list[Item]] = [[]]
    bars: list[Item] = []
    for item in items:
        if _is_bar(item):
            bars.append(item)
            cells.append([])
        else:
            cells[-1].append(item)
    out: list[Item] = []
    at = 0
    while at < len(cells):
        end = _together(cells, at)
        if at:
            out.append(bars[at - 1])
        out += [item for cell in cells[at:end] for item in cell]
        if end - at > 1 and end < len(cells) and _supports(cells[at:end]) and _place(cells[end]):
            place = cells[end][0]
            to = replace(place, kind=w.TO, text="-", match=None, end=place.start)
            out += [to, *cells[end], replace(place, kind=w.DOUBT, match=None)]
            end += 1
        at = end
    return out


def _is_bar(item: Item) -> bool:
    return item.kind == ";" and item.text == BAR


def _together(cells: Sequence[list[Item]], at: int) -> int:
    """Where the cells end that are one order from here on."""
    if not cells[at]:
        return at + 1
    for end in range(min(len(cells), at + _MOST_CELLS), at + 1, -1):
        if not cells[end - 1]:
            continue
        form = shape([item for cell in cells[at:end] for item in cell])
        if form is not None and form.form not in _NO_ORDERS:
            return end
        if form is not None and form.form == "bare" and len(tidy(cells[at])) == 1:
            return end
    return at + 1


def _supports(cells: Sequence[list[Item]]) -> bool:
    kinds = classes(tidy([item for cell in cells for item in cell]))
    return w.SUPPORT in kinds and w.TO not in kinds


def _place(cell: Sequence[Item]) -> bool:
    return classes(tidy(cell)) == w.PLACE
