"""A report as Markdown with tables, as GitHub and most forums read it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from talleyrand.game.report import Report
from talleyrand.prose.content import PLAIN, Digest, Entry, Extras, digest
from talleyrand.variants.variant import Variant

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#!^$])")
_BLOCK_START = re.compile(r"^(\s*)([-+=]|\d+[.)])")


def render(report: Report, variant: Variant, *, explain: bool = False, extras: Extras = PLAIN) -> str:
    """The report as Markdown; ``explain`` adds the chain of reasons under every order."""
    return layout(digest(report, variant, explain=explain, extras=extras))


def escape(text: str) -> str:
    """Text in which nothing is markup, a mention, an entity or a link of its own accord."""
    safe = _SPECIAL.sub(r"\\\1", text).replace("&", "&amp;").replace("@", "@\u200b").replace("://", ":\u200b//")
    return _BLOCK_START.sub(lambda match: f"{match[1]}{match[2][:-1]}\\{match[2][-1]}", safe)


def layout(content: Digest) -> str:
    """Lay a digest out as Markdown."""
    return "\n\n".join(_blocks(content)) + "\n"


def _blocks(content: Digest) -> Iterator[str]:
    yield f"# {escape(content.title)}\n\n## {escape(content.phase)}"
    if content.map_url:
        yield f"![{escape(content.phase)}]({_link(content.map_url)})"
    for section in content.sections:
        yield f"### {escape(section.power)}"
        yield "\n".join(line for entry in section.entries for line in _entry(entry))
    if content.dislodged:
        yield "### Dislodged"
        yield "\n".join(f"- **{escape(driven.power)}**: {escape(driven.line)}" for driven in content.dislodged)
    for told in content.happenings:
        yield f"### {told.title}"
        yield "\n".join(f"- {escape(line)}" for line in told.lines)
    if content.standoffs:
        yield escape(content.standoff_line)
    if content.rows:
        yield f"### {content.table_title}"
        if content.captures:
            yield "\n".join(f"- {escape(capture)}" for capture in content.captures)
        head, *rows = content.table
        lines = [head, ("---", *("---:",) * (len(head) - 1)), *(tuple(map(escape, row)) for row in rows)]
        yield "\n".join(f"| {' | '.join(row)} |" for row in lines)
    for note in (*content.table_notes, content.result, content.skipped):
        if note:
            yield escape(note)
    if content.next:
        yield f"**Next: {escape(content.next_line)}**"


def _entry(entry: Entry) -> Iterator[str]:
    text = escape(entry.text)
    head = f"- **{text}**" if entry.failed else f"- {text}"
    if entry.mark:
        head += f" *({escape(entry.mark)})*"
    if entry.why and not entry.chain:
        head += f": {escape(entry.why)}"
    yield head
    for note in entry.notes:
        yield f"    - *{escape(note)}*"
    for number, reason in enumerate(entry.chain, 1):
        yield f"    {number}. {escape(reason)}"


def _link(url: str) -> str:
    return re.sub(r"[()<>\\\"]", lambda match: f"%{ord(match[0]):02X}", url)
