"""A report as Discord messages, each short enough to be sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from talleyrand.game.report import Report
from talleyrand.prose.content import PLAIN, Digest, Entry, Extras, digest
from talleyrand.prose.text import count_table
from talleyrand.variants.variant import Variant

LIMIT = 1990
"""The longest message made, a little under Discord's 2,000 characters."""

_FENCE = "```"
_SPECIAL = re.compile(r"([\\`*_~|>#\[\]])")
_TRIGGER = re.compile(r"[@<]|(?<=:)(?=//)")


def render(report: Report, variant: Variant, *, explain: bool = False, extras: Extras = PLAIN) -> list[str]:
    """The report as messages in the order to send them; ``explain`` adds the chain of reasons under every order."""
    return layout(digest(report, variant, explain=explain, extras=extras))


def escape(text: str) -> str:
    """Text in which nothing is markup, a mention or a link."""
    return _TRIGGER.sub(lambda match: f"{match[0]}\u200b", _SPECIAL.sub(r"\\\1", text))


def layout(content: Digest, limit: int = LIMIT) -> list[str]:
    """Lay a digest out as messages of at most ``limit`` characters."""
    return split(_blocks(content), limit)


def split(blocks: Iterable[Iterable[str]], limit: int = LIMIT) -> list[str]:
    """Gather blocks of lines into messages of at most ``limit`` characters, a blank line between blocks.

    A block that fits into one message is kept whole; a longer one is broken at line ends, a code block within it closed
    and opened again. Only a line too long for one message is cut within.
    """
    messages: list[str] = []
    here: list[str] = []
    for lines in map(list, blocks):
        joined = [*here, "", *lines] if here else lines
        if _length(joined) <= limit:
            here = joined
        elif _length(lines) <= limit:
            _send(messages, here)
            here = lines
        else:
            here = _fill(messages, joined, limit)
    _send(messages, here)
    return messages


def _fill(messages: list[str], lines: Iterable[str], limit: int) -> list[str]:
    """Send as many messages as the lines need but the last, whose lines are returned."""
    here: list[str] = []
    fenced = False
    room = limit - 2 * (len(_FENCE) + 1)
    for line in (part for whole in lines for part in _pieces(whole, room)):
        closing = [_FENCE] if fenced and line != _FENCE else []
        if here and _length([*here, line, *closing]) > limit:
            _send(messages, [*here, *([_FENCE] if fenced else [])])
            if fenced and line == _FENCE:
                here, fenced = [], False
                continue
            here = [_FENCE] if fenced else []
        if line == _FENCE:
            fenced = not fenced
        here.append(line)
    return [*here, *([_FENCE] if fenced else [])]


def _send(messages: list[str], lines: list[str]) -> None:
    text = "\n".join(lines).strip("\n")
    if text.strip():
        messages.append(text)


def _length(lines: list[str]) -> int:
    """The length as Discord's clients count it: characters beyond the basic plane count twice."""
    return sum(len(line.encode("utf-16-le")) // 2 + 1 for line in lines) - 1


def _pieces(line: str, room: int) -> Iterator[str]:
    """A line in parts that fit, cut at blanks where there are any; never between a backslash and what it escapes."""
    while _length([line]) > room:
        end = room // 2 if _length([line[:room]]) > room else room
        cut = line.rfind(" ", 1, end)
        if cut < end // 2:
            cut = end
            while cut > 1 and line[cut - 1] == "\\":
                cut -= 1
        yield line[:cut]
        line = line[cut:].lstrip(" ")
    yield line


def _blocks(content: Digest) -> Iterator[Iterable[str]]:
    yield [f"## {escape(content.title)}", f"### {escape(content.phase)}"]
    for section in content.sections:
        yield [f"**{escape(section.power)}**", *(line for entry in section.entries for line in _entry(entry))]
    if content.dislodged:
        driven = (f"- {escape(driven.power)}: {escape(driven.line)}" for driven in content.dislodged)
        yield ["**Dislodged**", *driven]
    for told in content.happenings:
        yield [f"**{told.title}**", *(f"- {escape(line)}" for line in told.lines)]
    if content.standoffs:
        yield [escape(content.standoff_line)]
    if content.rows:
        yield [
            f"**{content.table_title}**",
            *(f"- {escape(capture)}" for capture in content.captures),
            *(_FENCE, *(line.replace("`", "'") for line in count_table(content)), _FENCE),
        ]
    notes = [escape(note) for note in (*content.table_notes, content.result, content.skipped) if note]
    if content.next:
        notes.append(f"**Next: {escape(content.next)}**" + (f", until {content.deadline}" if content.deadline else ""))
    yield [*notes, *([content.map_url] if content.map_url else [])]


def _entry(entry: Entry) -> Iterator[str]:
    text = escape(entry.text)
    line = f"- __{text}__" if entry.failed else f"- {text}"
    if entry.mark:
        line += f" *({escape(entry.mark)})*"
    if entry.why and not entry.chain:
        line += f" {escape(entry.why)}"
    yield line
    yield from (f"  - *{escape(note)}*" for note in entry.notes)
    yield from (f"  {number}. {escape(reason)}" for number, reason in enumerate(entry.chain, 1))
