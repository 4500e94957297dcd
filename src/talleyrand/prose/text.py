"""A report as plain text for a terminal or an e-mail, 80 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from talleyrand.game.report import Report
from talleyrand.prose.content import PLAIN, Digest, Entry, Extras, digest
from talleyrand.variants.variant import Variant

WIDTH = 80
_WIDEST_ORDER = 56


def render(report: Report, variant: Variant, *, explain: bool = False, extras: Extras = PLAIN) -> str:
    """The report as plain text, ending in a newline; ``explain`` adds the chain of reasons under every order."""
    return layout(digest(report, variant, explain=explain, extras=extras))


def layout(content: Digest) -> str:
    """Lay a digest out as plain text."""
    blocks = [list(block) for block in _blocks(content)]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block) + "\n"


def count_table(content: Digest) -> list[str]:
    """The count table in columns, names to the left and numbers to the right."""
    table = content.table
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    return [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in table
    ]


def _blocks(content: Digest) -> Iterator[Iterable[str]]:
    yield _head(content)
    every = [entry for section in content.sections for entry in section.entries]
    column = min(max((len(entry.text) for entry in every), default=0), _WIDEST_ORDER) + 2
    for section in content.sections:
        yield [section.power, *(line for entry in section.entries for line in _entry(entry, column))]
    if content.dislodged:
        yield _section("Dislodged", (f"{driven.power}: {driven.line}" for driven in content.dislodged))
    for told in content.happenings:
        yield _section(told.title, told.lines)
    if content.standoffs:
        yield _wrap(content.standoff_line, "")
    if content.captures:
        yield _section("Supply centres", content.captures)
    if content.rows:
        yield [*count_table(content), *(line for note in content.table_notes for line in _wrap(note, ""))]
    yield [
        *_wrap(content.result, ""),
        *_wrap(content.skipped, ""),
        *_wrap(f"Next: {content.next_line}." if content.next else "", ""),
        *([f"Map: {content.map_url}"] if content.map_url else []),
    ]


def _head(content: Digest) -> list[str]:
    rule = "=" * min(max(len(content.title), len(content.phase)), WIDTH)
    return [content.title, content.phase, rule]


def _section(title: str, lines: Iterable[str]) -> list[str]:
    return [title, *(part for line in lines for part in _wrap(line, "  "))]


def _entry(entry: Entry, column: int) -> Iterator[str]:
    head = f"  {entry.text}"
    if entry.mark:
        head = f"{head.ljust(column + 2)}{entry.mark}"
    yield from _wrap(head, "  ") if len(head) > WIDTH else [head]
    if not entry.chain:
        yield from _wrap(entry.why, " " * 6)
    for note in entry.notes:
        yield from _wrap(note, " " * 6)
    for number, reason in enumerate(entry.chain, 1):
        yield from _wrap(f"{number}. {reason}", " " * 6, hang="   ")


def _wrap(text: str, indent: str, hang: str = "") -> list[str]:
    hanging = indent + (hang or "  " if indent else "")
    return textwrap.wrap(text.strip(), WIDTH, initial_indent=indent, subsequent_indent=hanging, break_on_hyphens=False)
