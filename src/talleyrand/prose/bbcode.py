"""A report as BBCode for a forum post, with a table or with columns in a code block."""

from __future__ import annotations

import re
from collections.abc import Iterator

from talleyrand.game.report import Report
from talleyrand.prose.content import PLAIN, Digest, Entry, Extras, digest
from talleyrand.prose.text import count_table
from talleyrand.variants.variant import Variant

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


def render(
    report: Report, variant: Variant, *, explain: bool = False, tables: bool = False, extras: Extras = PLAIN
) -> str:
    """The report as BBCode.

    Without ``tables`` only tags that every forum knows are used; with it the counts stand in a ``[table]``, which stock
    phpBB lacks.
    """
    return layout(digest(report, variant, explain=explain, extras=extras), tables=tables)


def escape(text: str) -> str:
    """Text in which nothing is a tag, a mention or a link: a blank of no width breaks what would begin one."""
    return text.replace("[", "[\u200b").replace("@", "@\u200b").replace("://", ":\u200b//")


def layout(content: Digest, *, tables: bool = False) -> str:
    """Lay a digest out as BBCode."""
    return "\n".join(_lines(content, tables)) + "\n"


def _lines(content: Digest, tables: bool) -> Iterator[str]:
    yield f"[b][u]{escape(content.title)}[/u][/b]"
    yield f"[b]{escape(content.phase)}[/b]"
    if content.map_url:
        yield f"[img]{content.map_url.replace('[', '%5B').replace(']', '%5D')}[/img]"
    for section in content.sections:
        yield ""
        yield f"{_swatch(section.colour)}[b]{escape(section.power)}[/b]"
        yield "[list]"
        for entry in section.entries:
            yield from _entry(entry)
        yield "[/list]"
    if content.dislodged:
        yield from ("", "[b]Dislodged[/b]", "[list]")
        yield from (f"[*][b]{escape(driven.power)}[/b]: {escape(driven.line)}" for driven in content.dislodged)
        yield "[/list]"
    for told in content.happenings:
        yield from ("", f"[b]{told.title}[/b]", "[list]", *(f"[*]{escape(line)}" for line in told.lines), "[/list]")
    if content.standoffs:
        yield from ("", escape(content.standoff_line))
    if content.rows:
        yield from ("", f"[b]{content.table_title}[/b]")
        if content.captures:
            yield from ("[list]", *(f"[*]{escape(capture)}" for capture in content.captures), "[/list]")
        yield from _table(content) if tables else ("[code]", *map(escape, count_table(content)), "[/code]")
    for note in (*content.table_notes, content.result, content.skipped):
        if note:
            yield escape(note)
    if content.next:
        yield f"[b]Next: {escape(content.next_line)}[/b]"


def _entry(entry: Entry) -> Iterator[str]:
    text = escape(entry.text)
    line = f"[*][u]{text}[/u]" if entry.failed else f"[*]{text}"
    if entry.mark:
        line += f" [i]({escape(entry.mark)})[/i]"
    if entry.why and not entry.chain:
        line += f" {escape(entry.why)}"
    yield line
    for note in entry.notes:
        yield f"[i]{escape(note)}[/i]"
    for number, reason in enumerate(entry.chain, 1):
        yield f"{number}. {escape(reason)}"


def _swatch(colour: str) -> str:
    """A spot in the power's colour; its name keeps the forum's own, which can be read on any ground."""
    return f"[color={colour}]\u25a0[/color] " if _COLOUR.fullmatch(colour) else ""


def _table(content: Digest) -> Iterator[str]:
    head, *rows = content.table
    yield "[table]"
    yield f"[tr]{''.join(f'[td][b]{cell}[/b][/td]' for cell in head)}[/tr]"
    for row in rows:
        yield f"[tr]{''.join(f'[td]{escape(cell)}[/td]' for cell in row)}[/tr]"
    yield "[/table]"
