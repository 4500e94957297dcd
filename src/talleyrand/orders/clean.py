"""From raw text to clean lines: markup, quoting, bullets and odd characters off, places in the raw text kept."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge

_DASHES = "‐‑‒–—―⸺⸻−﹘﹣－➖"
_ARROWS = "→⇒⟶⟹➔➙➛➜➝➞➡➤➨➩➪⇨⇢⇾↦↠►▶▷▸»›≫⏩"
_BACKWARD = "←⇐⟵⟸⬅↤⇤↔⇔⟷⟺↚↛↮⇍⇎⇏≠≮≯"
_CROSSES = "❌❎🚫✗✘☒⛔🗑🙅"
_BARS = "│┃┆┇┊┋║¦｜∣❘"
_OVERLAYS = "\u0335\u0336\u0337\u0338"
_BULLETS = "•◦‣▪▫●○■□◆◇◾✓✔☑✅★☆·∙"
_QUOTES = '"“”„‟«`´‹′″ʺ'
_LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_MAP = {
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_ARROWS, ">"),
    **dict.fromkeys(_BACKWARD, "<-"),
    **dict.fromkeys(_CROSSES, "<-"),
    **dict.fromkeys(_BULLETS, "•"),
    **dict.fromkeys(_BARS, "|"),
    **dict.fromkeys(_QUOTES, " "),
    **dict.fromkeys("'’‘‛ʼ＇", "'"),
    **dict.fromkeys(_LINE_ENDS, "\n"),
    "\t": " ",
    "ß": "ss",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "æ": "ae",
    "œ": "oe",
    "ı": "i",
}
_PLAIN = re.compile(r"[\x20-\x7e\n]*\Z")
_HTML_BREAK = re.compile(r"<(?:br|/p|/div|/li|/tr)\s?/?>")
_HTML = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|body|br|center|code|dd|del|div|dl|dt|em|font|h[1-6]|head|hr|html|i|img|ins|kbd|li|mark|ol|p"
    r"|pre|q|s|small|span|strike|strong|style|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul|meta|o:p)"
    r"(?:\s+[a-z:_-]+=[^<>\n]{0,200})?\s?/?>|<!--.{0,2000}?-->|<![a-z][^<>\n]{0,80}>",
    re.DOTALL,
)
_ANGLED = re.compile(r"<[^-=<>\s](?:[^<>\n]{0,80}[^-=<>\s])?>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)
_BBCODE = re.compile(
    r"\[/?(?:b|i|u|s|quote|code|list|\*|color|colour|size|url|img|table|tr|td|th|center|left|right|spoiler|hide|font"
    r"|indent|strike|del|icode|heading|plain|noparse|sub|sup|pre|ul|ol|li|h[1-6]|mention|user|email)"
    r"(?:=[^\[\]\n]{0,200})?\]"
)
_BBCODE_BREAK = re.compile(r"\[(?:\*|/?tr|/?li|br|hr)\]")
_CELL = re.compile(r"\[t[dh](?:=[^\[\]\n]{0,200})?\]|<t[dh](?:\s[^<>\n]{0,200})?>")
_URL = re.compile(r"https?://\S{1,500}")
_EMOJI = re.compile(r"<a?:\w{2,40}:\d{1,25}>|(?<![^\s:]):(?=[a-z0-9_+-]*[a-z])[a-z0-9_+-]{2,40}:(?![^\s:])")
_REMARK = re.compile(r"(?<!\S)/\*([^*]{0,2000})\*/(?!\S)")
_STRIKE = re.compile(
    r"(~~|(?<![\w~])~(?=[^\s~][^~\n]*[^\s~]~(?![\w~]))|(?<=[^\s~])~(?![\w~]))|\[(/?)(?:s|strike|del)\]|<(/?)(?:s|strike|del)>"
)
_QUOTE_TAG = re.compile(r"\[(/?)quote(?:[= ][^\[\]\n]{0,200})?\]|<(/?)blockquote[^<>\n]{0,80}>")
_MAIL = re.compile(
    r"^[ \t]*(?:-{2,} ?(?:original|forwarded) message|begin forwarded message|on [^\n]{4,120} wrote:|_{10,}\n ?from:)",
    re.MULTILINE,
)
_MARKED = re.compile(r"^ *>", re.MULTILINE)
_BULLET = re.compile(
    r"\s*(?:•|\((?:\d{1,3}|[a-z])\)(?=\s)|#?\d{1,3}[.):]|#\d{1,3}\s|[a-eg-z][.)](?=\s+(?:a|f|army|fleet)\b))\s*"
)
_LEAD = re.compile(r"\s*([-+]+)\s*(?=[^\s-])")
_RULED = re.compile(r"[ >]*_{2,}[ ]*")
_COMMENT = re.compile(r"#|//")


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """A heading: its words, why nothing beneath it is certain, and else the kinds of order that it expects.

    ``inline`` says that an order follows on its line, which ends at ``end``; ``stays`` that the words may be a verb of
    that order; ``replaced`` that a later order to the same unit is the one that counts.
    """

    said: str
    problem: str = ""
    expects: frozenset[str] = frozenset()
    inline: bool = False
    stays: bool = False
    replaced: bool = False
    end: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One line in lower case, without markup.

    ``at[i]`` is the place of character i in the raw text, with one entry more for the end. ``sign`` is a "+" or "-"
    that stood in front. ``comment`` is what was cut off as a comment; ``commented`` says that all of it is one.
    ``head`` is the heading it stands under.
    """

    text: str
    at: Sequence[int]
    sign: str = ""
    quoted: bool = False
    struck: bool = False
    comment: str = ""
    commented: bool = False
    head: Head | None = None


def clean(raw: str) -> Iterator[Line]:
    """The lines of a raw text that hold anything, struck-out passages as lines of their own.

    A quotation that ends within a line ends the line, so that what follows is not taken to be quoted.
    """
    text, at = _fold(raw)
    if "/*" in text:
        text = _REMARK.sub(lambda m: "~~" + m[1] + "~~", text)
    quoted = _quoted_parts(text)
    if quoted:
        text = _QUOTE_TAG.sub(_break, text)
    if "[t" in text or "<t" in text:
        text = _CELL.sub(lambda m: "|" + " " * (len(m[0]) - 1), text)
    text = _blank_tags(text)
    if "[" in text:
        text = _BBCODE_BREAK.sub(_break, text)
    text, struck = _take_struck(text)
    lines = _lines(raw, _BBCODE.sub(_blank, text), at, quoted, struck=False)
    if struck:
        aside = _lines(raw, _BBCODE.sub(_blank, struck), at, quoted, struck=True)
        lines = merge(lines, aside, key=_beginning)
    yield from lines


def _beginning(line: Line) -> int:
    return line.at[len(line.text) - len(line.text.lstrip())]


def _fold(raw: str) -> tuple[str, Sequence[int]]:
    if _PLAIN.match(raw) and not ("&" in raw and _ENTITY.search(raw)):
        return raw.lower().replace('"', " ").replace("`", " "), range(len(raw) + 1)
    out: list[str] = []
    at: list[int] = []
    struck: list[int] = []
    known: dict[str, str] = dict(_MAP)
    for index, char in _characters(raw):
        if char in _OVERLAYS and out:
            _overlay(char, out, at, struck)
            continue
        folded = known.get(char)
        if folded is None:
            folded = known[char] = _fold_char(char)
        for one in folded:
            out.append(one)
            at.append(index)
    at.append(len(raw))
    if struck:
        _mark_struck(struck, out, at)
    return "".join(out), at


def _characters(raw: str) -> Iterator[tuple[int, str]]:
    """The characters of a text with its HTML entities decoded, each with its place in the raw text."""
    done = 0
    for entity in _ENTITY.finditer(raw) if "&" in raw else ():
        yield from enumerate(raw[done : entity.start()], done)
        yield from ((entity.start(), char) for char in html.unescape(entity[0]))
        done = entity.end()
    yield from enumerate(raw[done:], done)


def _overlay(char: str, out: list[str], at: list[int], struck: list[int]) -> None:
    """Take a stroke through the character before it for what it is: a struck-out letter, or an arrow that is none."""
    if out[-1] in "->=" and char in "\u0337\u0338":
        out[-1:] = ["<", "-"]
        at.append(at[-1])
    elif not (struck and struck[-1] == len(out) - 1):
        struck.append(len(out) - 1)


def _mark_struck(struck: Sequence[int], out: list[str], at: list[int]) -> None:
    """Put the marks of a struck-out passage around the characters that are struck out one by one."""
    runs: list[list[int]] = []
    for place in struck:
        if runs and not "".join(out[runs[-1][1] + 1 : place]).strip(" "):
            runs[-1][1] = place
        else:
            runs.append([place, place])
    for first, last in reversed(runs):
        out[last + 1 : last + 1] = ["~", "~"]
        at[last + 1 : last + 1] = [at[last + 1]] * 2
        out[first:first] = ["~", "~"]
        at[first:first] = [at[first]] * 2


def _fold_char(char: str) -> str:
    if char.isascii():
        return char.lower() if char.isprintable() else " "
    category = unicodedata.category(char)
    if category in ("Cf", "Mn", "Me", "Cs", "Co"):
        return ""
    folded = ""
    for one in unicodedata.normalize("NFKD", char).casefold():
        if not unicodedata.combining(one):
            folded += _MAP.get(one, one if one.isalnum() or one.isascii() else " ")
    return folded


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _break(match: re.Match[str]) -> str:
    return "\n" + " " * (len(match[0]) - 1)


def _blank_tags(text: str) -> str:
    if text.count(":") > 1:
        text = _EMOJI.sub(_blank, text)
    if "http" in text:
        text = _URL.sub(_blank, text)
    if "<" in text:
        text = _HTML_BREAK.sub(_break, text)
        text = _HTML.sub(lambda m: m[0] if _STRIKE.fullmatch(m[0]) else _blank(m), text)
        text = _ANGLED.sub(lambda m: m[0] if _STRIKE.fullmatch(m[0]) else f" {m[0][1:-1]} ", text)
    return text


def _take_struck(text: str) -> tuple[str, str]:
    """The text with struck-out passages blanked, and those passages alone, both of the same length as the text."""
    if "~" not in text and "[s" not in text and "[del]" not in text and "<" not in text:
        return text, ""
    kept: list[str] = []
    struck: list[str] = []
    done = 0
    start: int | None = None
    for tag in _STRIKE.finditer(text):
        opening = start is None and not (tag[2] or tag[3])
        piece = text[done : tag.start()]
        hidden = "".join("\n" if c == "\n" else " " for c in piece)
        kept.append((hidden if start is not None and not opening else piece) + _blank(tag))
        struck.append((piece if start is not None and not opening else hidden) + _blank(tag))
        start = tag.start() if opening else None
        done = tag.end()
    kept.append(text[done:])
    struck.append("".join("\n" if c == "\n" else " " for c in text[done:]))
    gone = "".join(struck)
    return "".join(kept), gone if gone.strip() else ""


def _quoted_parts(text: str) -> list[tuple[int, int]]:
    """Where quotations stand: in tags, or all that follows the head of a mail that is answered."""
    parts: list[tuple[int, int]] = []
    if "wrote:" in text or "message" in text or "____" in text:
        mail = _MAIL.search(text)
        if mail is not None and not _MARKED.search(text, mail.end()):
            parts.append((mail.end(), len(text)))
    if "[quote" not in text and "<blockquote" not in text:
        return parts
    parts = []
    depth = start = 0
    for tag in _QUOTE_TAG.finditer(text):
        if tag[1] or tag[2]:
            depth = max(0, depth - 1)
            if depth == 0:
                parts.append((start, tag.start()))
        else:
            start = tag.end() if depth == 0 else start
            depth += 1
    return parts


def _lines(raw: str, text: str, at: Sequence[int], quoted: list[tuple[int, int]], *, struck: bool) -> Iterator[Line]:
    start = part = 0
    for line in text.split("\n"):
        end = start + len(line)
        if line.strip():
            while part < len(quoted) and quoted[part][1] <= start:
                part += 1
            inside = part < len(quoted) and quoted[part][0] < end
            yield _line(raw, line, at[start : end + 1], inside, struck)
        start = end + 1


def _line(raw: str, line: str, at: Sequence[int], quoted: bool, struck: bool) -> Line:
    line = line.replace("(*", "(\x02").replace("||", "  ")
    if _RULED.fullmatch(line):
        line = line.replace("_", "-")
    skip = len(line) - len(line.lstrip(" >*_"))
    quoted = quoted or any(line[i] == ">" and _quotes(raw, at[i]) for i in range(skip))
    line = " " * skip + line[skip:]
    line = line.translate(_MARKS)
    bullet = _BULLET.match(line)
    if bullet:
        line = " " * bullet.end() + line[bullet.end() :]
    sign = ""
    lead = _LEAD.match(line)
    if lead:
        sign = lead[1][0]
        line = " " * lead.end() + line[lead.end() :]
    comment, commented = "", False
    cut = _COMMENT.search(line)
    if cut:
        comment = raw[at[cut.end()] : at[len(line)]].strip(" #/")
        commented = not line[: cut.start()].strip()
        line = _without_comment(line, cut, commented)
    return Line(line, at, sign, quoted, struck, comment, commented)


def _quotes(raw: str, at: int) -> bool:
    """Whether a ">" in front of a line was written so, and is no arrow or bullet."""
    return raw.startswith((">", "&gt;", "&GT;", "&#62;", "&#x3e;", "&#x3E;"), at)


def _without_comment(line: str, cut: re.Match[str], whole: bool) -> str:
    """The line without its comment; a line that is nothing else keeps it, marked as one."""
    if not whole:
        return line[: cut.start()] + " " * (len(line) - cut.start())
    body = line.lstrip(" #/")
    return " " * (len(line) - len(body)) + body


_MARKS = str.maketrans({"*": " ", "_": " ", "~": " ", "`": " ", '"': " "})
