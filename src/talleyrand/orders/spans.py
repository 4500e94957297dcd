"""The words of a line, and what stands at a given word: a name, a coast, a power, a phrase."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from talleyrand.board.unit import Power
from talleyrand.orders import words as w
from talleyrand.orders.names import MAX_WORDS, Match, Names

_TOKEN = re.compile(
    r"(?P<with>(?<![\w/])w/(?P<out>o\b)?(?!c\b))|(?P<word>(?:[^\W_]|')+)"
    r"|(?P<odd>[-=>]*<[-=<>]*|[-=]+[/\\!|x]+[-=]*>+|[-=]+[/\\]+[-=]+|[-=]+x[-=]+|!=+>?)|(?P<dash>[-=>]+)|(?P<mark>[^\w\s])"
)
OPENING, CLOSING = "([{", ")]}"


class Token(NamedTuple):
    """A word, a dash or arrow, or a mark, with its place in the line; ``odd`` is an arrow that leads nowhere."""

    text: str
    start: int
    end: int
    dash: bool = False
    word: bool = False
    odd: bool = False


def tokens(text: str) -> list[Token]:
    """The words, dashes and marks of a line."""
    found: list[Token] = []
    for m in _TOKEN.finditer(text):
        kind, start, end = m.lastgroup, *m.span()
        if kind == "word":
            word = m[0].replace("'", "")
            if word:
                found.append(Token(word, start, end, False, True))
        elif kind == "with":
            found.append(Token("without" if m["out"] else "with", start, end, False, True))
        else:
            found.append(Token(m[0], start, end, kind == "dash", False, kind == "odd"))
    return found


class Spans:
    """Looks ahead over the words of a line; every answer is where the found thing ends, and what it is."""

    def __init__(self, names: Names, toks: list[Token]) -> None:
        self.names = names
        self.toks = toks
        self._chains: dict[int, tuple[list[str], list[int]]] = {}

    def _chain(self, at: int) -> tuple[list[str], list[int]]:
        """The words from here on, over single hyphens and dots between them, and where each ends."""
        known = self._chains.get(at)
        if known is not None:
            return known
        toks, start = self.toks, at
        found: list[str] = []
        ends: list[int] = []
        while at < len(toks) and toks[at].word:
            found.append(toks[at].text)
            at += 1
            ends.append(at)
            if len(found) == MAX_WORDS:
                break
            if at + 1 < len(toks) and not toks[at].word and toks[at].text in "-.":
                gap = toks[at]
                tight = gap.start == toks[at - 1].end and (gap.text == "." or gap.end == toks[at + 1].start)
                if tight and toks[at + 1].word:
                    at += 1
        self._chains[start] = found, ends
        return found, ends

    def _dotted(self, at: int) -> tuple[int, Match] | None:
        """A name of words cut short by dots, as "St.P.", "G.o.P." and "Mid.Atl."."""
        toks = self.toks
        words: list[str] = []
        ends: list[int] = []
        while at < len(toks) and toks[at].word and len(words) < MAX_WORDS:
            words.append(toks[at].text)
            dot = at + 1 < len(toks) and toks[at + 1].text == "." and toks[at + 1].start == toks[at].end
            at += 2 if dot else 1
            ends.append(at)
            if not dot or at >= len(toks) or (toks[at].start != toks[at - 1].end and toks[at].text in w.WORDS):
                break
        for count in range(len(words), 1, -1):
            match = self.names.dotted(tuple(words[:count]))
            if match is not None:
                return ends[count - 1], match
        return None

    def _exact(self, at: int) -> tuple[int, Match] | None:
        words, ends = self._chain(at)
        if not words:
            return None
        for count in range(min(len(words), self.names.longest.get(words[0], 0)), 0, -1):
            match = self.names.exact(words[:count])
            if match is not None:
                return ends[count - 1], match
        return None

    def _shortened(self, at: int, least: int = 1) -> tuple[int, Match] | None:
        words, ends = self._chain(at)
        if not words or words[0] not in self.names.beginnings:
            return None
        for count in range(len(words), least - 1, -1):
            chosen = tuple(word for n, word in enumerate(words[:count]) if n == 0 or word not in ("of", "the"))
            match = self.names.shortened(chosen)
            if match is not None:
                return ends[count - 1], match
        return None

    def _misspelled(self, at: int, least: int) -> tuple[int, Match] | None:
        words, ends = self._chain(at)
        for count in range(min(4, len(words)), least - 1, -1):
            if count > 1 and self._stops(words[:count]):
                continue
            match = self.names.run_together(tuple(words[:count]))
            if match is not None and (match.options or count == 1):
                return ends[count - 1], match
        return None

    def _misspelled_name(self, at: int) -> tuple[int, Match] | None:
        found = self._misspelled(at, least=2)
        return found if found is not None and found[1].options else None

    def _stops(self, words: Sequence[str]) -> bool:
        return any(w.WORDS.get(word, w.FILLER) not in (w.FILLER,) or word in ("and", "unit") for word in words)

    def _phrase(self, at: int) -> tuple[int, str] | None:
        for count in range(w.LONGEST_PHRASES.get(self.toks[at].text, 0), 1, -1):
            chosen = self.toks[at : at + count]
            if len(chosen) == count and all(t.word for t in chosen):
                kind = w.PHRASES.get(tuple(t.text for t in chosen))
                if kind is not None:
                    return at + count, kind
        return None

    def _power(self, at: int) -> tuple[int, Power] | None:
        words, ends = self._chain(at)
        if not words:
            return None
        for count in range(min(len(words), self.names.longest_powers.get(words[0], 0)), 0, -1):
            power = self.names.powers.get(" ".join(words[:count]))
            if power is not None:
                return ends[count - 1], power
        return None

    def _unit_follows(self, at: int) -> bool:
        toks = self.toks
        while at < len(toks) and toks[at].text in ("(", "the", "own", "'"):
            at += 1
        if at >= len(toks) or w.WORDS.get(toks[at].text) != w.UNIT:
            return False
        return len(toks[at].text) > 1 or self._place_at(at + 1)

    def _place_at(self, at: int) -> bool:
        toks = self.toks
        while at < len(toks) and toks[at].text in ("(", ".", "in", "at", "the", "from", "-"):
            at += 1
        if at >= len(toks) or not toks[at].word:
            return False
        text = toks[at].text
        if w.WORDS.get(text) == w.UNIT and len(text) > 1:
            return True
        return self._exact(at) is not None or (text not in w.WORDS and len(text) > 2)

    def _place_or_unit_follows(self, at: int) -> bool:
        """Whether "the" stands before a noun, so that it is an article."""
        toks = self.toks
        if at >= len(toks) or not toks[at].word:
            return False
        text = toks[at].text
        if w.WORDS.get(text) == w.UNIT:
            return len(text) > 1
        if text in w.SIDES or text in w.COASTS or text in ("unit", "own"):
            return len(text) > 1
        if text in w.WORDS or text == "and":
            return False
        return self._exact(at) is not None or self._power(at) is not None or self._shortened(at) is not None

    def _coast(self, at: int, *, bare: bool) -> tuple[str, int] | None:
        """A coast written here and where it ends; single letters and bare sides count in brackets and after a slash."""
        toks = self.toks
        if at >= len(toks) or not toks[at].word:
            return None
        text = toks[at].text
        if text in w.COASTS:
            end = at + 1
            return w.COASTS[text], end
        side = w.SIDES.get(text)
        if side is None:
            return None
        end = at + 1
        dotted = end < len(toks) and toks[end].text == "."
        if len(text) == 1 and dotted:
            end += 1
        if (end < len(toks) and toks[end].text in ("coast", "coastline", "cst")) or (
            end < len(toks) and toks[end].text == "c" and len(text) == 1 and (dotted or not bare)
        ):
            letter = toks[end].text == "c"
            end += 1
            if letter and end < len(toks) and toks[end].text == ".":
                end += 1
            return side, end
        return None if bare else (side, end)

    def _place_after_coast(self, at: int) -> tuple[int, Match] | None:
        """The place that a coast written before it belongs to, as in "NC Spain" and "the north coast of Spain"."""
        start = at
        while at < len(self.toks) and self.toks[at].text in ("of", "the", ".") and at - start < 3:
            at += 1
        exact = self._exact(at)
        if exact is None:
            return None
        provinces = self.names.board.provinces
        if at == start and not any(provinces[p].coasts for p in exact[1].options):
            return None
        return exact

    def _closing(self, at: int) -> int:
        """Where the bracket that opens here closes, if within a few tokens."""
        for index in range(at + 1, min(at + 8, len(self.toks))):
            if self.toks[index].text in CLOSING:
                return index
        return min(at + 8, len(self.toks))
