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
    return split(_lines(content), limit)


def split(lines: Iterable[str], limit: int = LIMIT) -> list[str]:
    """Gather lines into messages of at most ``limit`` characters, breaking at line ends.

    A code block cut in two is closed and opened again; only a line too long for one message is cut within.
    """
    messages: list[str] = []
    here: list[str] = []
    fenced = False
    room = limit - 2 * (len(_FENCE) + 1)
    for line in (part for whole in lines for part in _pieces(whole, room)):
        closing = [_FENCE] if fenced and line != _FENCE else []
        if here and _length([*here, line, *closing]) > limit:
            _send(messages, [*here, *([_FENCE] if fenced else [])])
            here = [_FENCE] if fenced and line != _FENCE else []
            if fenced and line == _FENCE:
                fenced = False
                continue
        if line == _FENCE:
            fenced = not fenced
        here.append(line)
    _send(messages, [*here, *([_FENCE] if fenced else [])])
    return messages


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


def _lines(content: Digest) -> Iterator[str]:
    yield f"## {escape(content.title)}"
    yield f"### {escape(content.phase)}"
    for section in content.sections:
        yield ""
        yield f"**{escape(section.power)}**"
        for entry in section.entries:
            yield from _entry(entry)
    if content.dislodged:
        yield from ("", "**Dislodged**")
        yield from (f"- {escape(driven.power)}: {escape(driven.line)}" for driven in content.dislodged)
    if content.events:
        yield from ("", "**By default**", *(f"- {escape(event)}" for event in content.events))
    if content.standoffs:
        yield from ("", escape(content.standoff_line))
    yield from ("", "**Supply centres**", *(f"- {escape(capture)}" for capture in content.captures))
    yield from (_FENCE, *(line.replace("`", "'") for line in count_table(content)), _FENCE)
    yield from (escape(note) for note in (content.pending_line, content.result, content.skipped) if note)
    if content.next:
        yield f"**Next: {escape(content.next)}**" + (f" until {content.deadline}" if content.deadline else "")
    if content.map_url:
        yield content.map_url


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
