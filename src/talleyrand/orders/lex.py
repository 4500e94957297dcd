"""From a clean line to items: places, units, verbs, separators, each with what it may mean."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rapidfuzz import process
from rapidfuzz.distance import OSA

from talleyrand.board.unit import Power, UnitKind
from talleyrand.orders import words as w
from talleyrand.orders.names import Match, Names
from talleyrand.orders.spans import CLOSING, OPENING, Spans, Token
from talleyrand.orders.written import Source

_SEPARATORS = {";": ";", ",": ",", "•": ";", "|": ";", "&": "&", "+": "&"}
_SHORT_WORDS = frozenset("as us me he hi oh ah ps re am".split())  # noqa: SIM905 - a list of words reads better so
_VERBS = [word for word, kind in w.WORDS.items() if kind in "DHSCRBXW" and len(word) >= 4]


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of an order. ``kind`` is one of the letters of ``words``, or a separator."""

    kind: str
    text: str
    start: int
    end: int
    match: Match | None = None
    coast: str = ""
    unit: UnitKind | None = None
    power: Power | None = None
    spaced: bool = True
    notes: tuple[str, ...] = field(default=())
    source: Source | None = None
    name_end: int = 0

    @property
    def said(self) -> str:
        """The words as they were written, without a coast."""
        return self.text if self.source is None else self.source.said(self.start, self.name_end or self.end)


def _capitals(written: str) -> bool:
    """Whether a word shows by its capitals that it is two, as "AParis" does."""
    return len(written) > 2 and written[:2].isupper() and written[2:].islower()


class Lexer(Spans):
    """Turns the tokens of one line, or of one bracket, into items."""

    def __init__(self, names: Names, phase: str, toks: list[Token], source: Source | None = None) -> None:
        super().__init__(names, toks)
        self.phase = phase
        self.source = source
        self.items: list[Item] = []

    def run(self) -> list[Item]:
        """The items of the line."""
        at = 0
        while at < len(self.toks):
            at = self._step(at)
        return self.items

    def _step(self, at: int) -> int:
        tok = self.toks[at]
        if tok.word:
            return self._word(at)
        if tok.dash and self._signed(at):
            self.items.append(Item(";", tok.text, tok.start, tok.end))
            return self._put(w.REMOVE, at, at + 1)
        if tok.dash:
            coast = self._coast(at + 1, bare=True) if self._dash_coast(at) else None
            if coast is not None and self._give_coast(coast[0], self.toks[coast[1] - 1].end):
                return coast[1]
            before = at > 0 and self.toks[at - 1].end == tok.start
            after = at + 1 < len(self.toks) and self.toks[at + 1].start == tok.end
            return self._put(w.TO, at, at + 1, spaced=not (before and after))
        if tok.text in "/\\([{":
            close = at + 1 if tok.text in "/\\" else self._closing(at)
            coast = self._coast(at + 1, bare=False)
            bracket = tok.text in OPENING
            if coast is not None and (not bracket or coast[1] == close):
                end = coast[1] + 1 if bracket and coast[1] < len(self.toks) else coast[1]
                if self._give_coast(coast[0], self.toks[min(end, len(self.toks)) - 1].end):
                    return end
            if tok.text in "/\\":
                return self._put("/", at, at + 1)
            return self._put("(", at, at + 1)
        if tok.text in CLOSING:
            return self._put(")", at, at + 1)
        if tok.text == "+" and self._signed(at):
            self.items.append(Item(";", tok.text, tok.start, tok.end))
            return self._put(w.BUILD, at, at + 1)
        if tok.text in _SEPARATORS:
            return self._put(_SEPARATORS[tok.text], at, at + 1)
        if tok.odd or tok.text in "?%":
            return self._put(w.DOUBT, at, at + 1)
        if tok.text == "." and self._tight(at) and self._split_place():
            coast = self._coast(at + 1, bare=True)
            if coast is not None and self._give_coast(coast[0], self.toks[coast[1] - 1].end):
                return coast[1]
        if tok.text in ".:!\x02":
            return self._put(tok.text, at, at + 1)
        return at + 1

    def _word(self, at: int) -> int:
        tok = self.toks[at]
        prior = self.items[-1].kind if self.items else ""
        coast = self._coast(at, bare=True)
        if coast is not None:
            place_next = self._place_after_coast(coast[1])
            if place_next is not None:
                return self._put_place(place_next[1], at, place_next[0], coast=coast[0])
            worded = coast[1] > at + 1
            if prior == "," and worded and len(self.items) > 1 and self.items[-2].kind == w.PLACE:
                self.items.pop()
                prior = w.PLACE
            if prior == w.PLACE and self._give_coast(coast[0], self.toks[coast[1] - 1].end):
                return coast[1]
        if at + 1 < len(self.toks) and self.toks[at + 1].text == "." and self.toks[at + 1].start == tok.end:
            dotted = self._dotted(at) if tok.text not in "af" or prior in (w.UNIT, w.TO) else None
            if dotted is not None:
                return self._put_place(dotted[1], at, dotted[0])
        if prior == w.SUPPORT and self._pointing(at):
            return self._put(w.FILLER, at, self._pointing(at))
        if tok.text == "both" and prior not in (w.UNIT, w.TO):
            return self._put(w.FILLER, at, at + 1)
        side = w.SIDES.get(tok.text)
        ends = at + 1 == len(self.toks) or not self.toks[at + 1].word
        if (
            side is not None
            and ends
            and self._split_place()
            and not self.items[-1].coast
            and self._give_coast(side, tok.end)
        ):
            return at + 1
        phrase = self._phrase(at)
        exact = self._exact(at)
        if exact is not None:
            end, match = exact
            if phrase is None or end - at >= phrase[0] - at:
                chosen = self._name_or_word(at, end, match, prior)
                if chosen is not None:
                    return chosen
        if phrase is not None:
            return self._put(phrase[1], at, phrase[0])
        power = self._power(at)
        if power is not None and (exact is None or power[0] > exact[0] or self._unit_follows(power[0])):
            longer = self._shortened(at, least=2) or self._misspelled_name(at)
            if longer is not None and longer[0] > power[0] and not self._unit_follows(power[0]):
                return self._put_place(longer[1], at, longer[0])
            return self._put(w.POWER, at, power[0], power=power[1])
        kind = w.WORDS.get(tok.text)
        if kind is not None:
            return self._vocabulary(at, kind, prior)
        if tok.text.isdigit():
            return self._put(w.NUMBER, at, at + 1)
        return self._odd_word(at, prior)

    def _name_or_word(self, at: int, end: int, match: Match, prior: str) -> int | None:
        """Whether an exact name is meant as one: "the", "and" and powers called like provinces may not be."""
        tok = self.toks[at]
        if end == at + 1:
            if tok.text == "and" and prior not in (
                "",
                w.UNIT,
                w.TO,
                w.SUPPORT,
                w.CONVOY,
                w.FROM,
                w.BUILD,
                w.REMOVE,
                "&",
                ";",
            ):
                return self._put("&", at, end)
            if tok.text == "and" and prior in ("", ";", "&") and self._unit_follows(end):
                return self._put("&", at, end)
            if tok.text in ("the", "a") and self._place_or_unit_follows(end):
                return self._put(w.FILLER, at, end)
        power = self._power(at)
        if power is not None and power[0] >= end and prior != w.UNIT:
            colon = power[0] < len(self.toks) and self.toks[power[0]].text == ":" and prior in ("", ";")
            if colon or self._unit_follows(power[0]) or (prior in ("", ";") and self._ordered_by_name(power[0])):
                return self._put(w.POWER, at, power[0], power=power[1])
        stretched = self._stretch(at, end)
        if stretched is not None:
            return self._put_place(stretched[1], at, stretched[0])
        return self._put_place(match, at, end)

    def _ordered_by_name(self, at: int) -> bool:
        """Whether a power is said to build, remove or waive here, as in "Rome builds"."""
        text = self.toks[at].text if self.phase == "A" and at < len(self.toks) else ""
        return text[-1:] == "s" and w.WORDS.get(text) in (w.BUILD, w.REMOVE, w.WAIVE)

    def _pointing(self, at: int) -> int:
        """Where words end that point to the order before, as in "supports it" and "supports the same attack"; or 0."""
        start = at
        while at < len(self.toks) and self.toks[at].text in w.POINTING:
            at += 1
        ends = at == len(self.toks) or not (self.toks[at].word or self.toks[at].dash)
        alone = at - start == 1 and self.toks[start].text in ("the", "move", "to", "in")
        return at if at > start and ends and not alone else 0

    def _vocabulary(self, at: int, kind: str, prior: str) -> int:
        text = self.toks[at].text
        nxt = self.toks[at + 1] if at + 1 < len(self.toks) else None
        if kind == w.UNIT and text == "a":
            if nxt is not None and nxt.word and w.WORDS.get(nxt.text) == w.UNIT and nxt.text not in ("a",):
                return self._put(w.FILLER, at, at + 1)
            if self.phase == "R" and prior == w.PLACE and (nxt is None or not nxt.word):
                return self._put(w.REMOVE, at, at + 1)
        if text == "r" and self.phase == "A" and not (prior == w.PLACE and self._exact(at + 1) is not None):
            kind = w.REMOVE
        if text in ("sh",):
            kind = w.SUPPORT
        shortened = kind in (w.FILLER, w.TO) and text != "via" and len(text) > 1 and prior != w.PLACE
        if shortened or (text == "w" and self.phase != "A"):
            longer = self._shortened(at, least=2)
            if longer is not None and longer[0] - at > 1:
                return self._put_place(longer[1], at, longer[0])
        return self._put(kind, at, at + 1)

    def _odd_word(self, at: int, prior: str) -> int:
        """A word that is neither a name nor in the vocabulary: shortened, glued or misspelled."""
        tok = self.toks[at]
        if tok.text == "and":
            return self._put("&", at, at + 1)
        if tok.text == "sh":
            return self._put(w.SUPPORT, at, at + 1)
        shortened = self._shortened(at)
        glued = self._glued(at, prior) if shortened is None else None
        if glued is not None:
            return glued
        stretched = self._misspelled(at, least=2)
        if stretched is not None and (shortened is None or stretched[0] > shortened[0]):
            return self._put_place(stretched[1], at, stretched[0])
        if shortened is not None:
            return self._put_place(shortened[1], at, shortened[0])
        if prior == w.PLACE:
            verb = (
                process.extractOne(tok.text, _VERBS, scorer=OSA.distance, score_cutoff=1) if len(tok.text) > 3 else None
            )
            if verb is not None:
                note = f'Read "{self._said(tok)}" as "{verb[0]}".'
                return self._put(w.WORDS[verb[0]], at, at + 1, notes=(note,))
        misspelled = self._misspelled(at, least=1)
        if misspelled is not None and misspelled[1].options:
            return self._put_place(misspelled[1], at, misspelled[0])
        talk = tok.text in _SHORT_WORDS and prior in ("", ";", ",", "&") and not self._acts(at + 1)
        if len(tok.text) == 2 and not talk and prior in ("", ";", ",", "&", w.UNIT, w.TO, w.SUPPORT, w.CONVOY, w.FROM):
            initials = self.names.initial_letters(tok.text)
            if initials is not None:
                return self._put_place(initials, at, at + 1)
        match = misspelled[1] if misspelled is not None else None
        return self._put(w.UNKNOWN, at, at + 1, match=match)

    def _glued(self, at: int, prior: str) -> int | None:
        """Forms without the blank: "spasc", "RussiaA Mos", "LvnF Sev", "AParis"."""
        tok = self.toks[at]
        text = tok.text
        if text[-2:] in ("nc", "sc", "ec", "wc") and len(text) > 4:
            match = self.names.exact((text[:-2],))
            if match is not None:
                return self._put_place(match, at, at + 1, coast=text[-2:].upper())
        note = (f'Read "{self._said(tok)}" as two words.',)
        opening = next((word for word in ("army", "fleet") if text.startswith(word) and len(text) > len(word) + 1), "")
        if opening:
            cut = tok.start + len(opening)
            parts = [Token(opening, tok.start, cut, word=True), Token(text[len(opening) :], cut, tok.end, word=True)]
            inner = Lexer(self.names, self.phase, [*parts, *self.toks[at + 1 :]], self.source)
            if inner.names_place(1):
                self._put(w.UNIT, at, at + 1, notes=note)
                self.items[-1] = replace(self.items[-1], text=opening, end=cut)
                self.toks[at : at + 1] = parts
                self._chains.clear()
                return at + 1
        if text[-1] in "af" and len(text) > 3 and self._place_at(at + 1):
            unit = Item(w.UNIT, text[-1], tok.end - 1, tok.end, unit=UnitKind(text[-1].upper()), notes=note)
            power = self.names.powers.get(text[:-1])
            match = self.names.exact((text[:-1],))
            if power is not None and prior in ("", ";", ",", "."):
                self.items.append(Item(w.POWER, text[:-1], tok.start, tok.end - 1, power=power))
                self.items.append(replace(unit, notes=()))
                return at + 1
            if match is not None and prior in (w.TO, w.UNIT, w.SUPPORT, w.CONVOY):
                self._put_place(match, at, at + 1)
                self.items.append(unit)
                return at + 1
        if (
            text[0] in "af"
            and len(text) > 3
            and prior in ("", ";", ",", "&", ".", w.SUPPORT, w.CONVOY, w.BUILD, w.REMOVE, w.POWER)
        ):
            apart = prior not in ("", ";", ",", "&", ".") or self._acts(at + 1) or _capitals(self._said(tok))
            match = self.names.exact((text[1:],)) if apart else None
            if match is not None:
                self.items.append(
                    Item(w.UNIT, text[0], tok.start, tok.start + 1, unit=UnitKind(text[0].upper()), notes=note)
                )
                return self._put_place(match, at, at + 1)
        return None

    def names_place(self, at: int) -> bool:
        """Whether a name, perhaps shortened, stands at a word."""
        return self._exact(at) is not None or self._shortened(at) is not None or self._misspelled(at, 1) is not None

    def _acts(self, at: int) -> bool:
        """Whether an arrow or a verb stands here, so that a unit stands before it."""
        if at >= len(self.toks):
            return False
        tok = self.toks[at]
        verbs = (w.TO, w.HOLD, w.SUPPORT, w.CONVOY, w.RETREAT, w.REMOVE, w.BUILD, w.VIA)
        return tok.dash or w.WORDS.get(tok.text) in verbs

    def _put(
        self,
        kind: str,
        at: int,
        end: int,
        *,
        match: Match | None = None,
        coast: str = "",
        power: Power | None = None,
        spaced: bool = True,
        notes: tuple[str, ...] = (),
    ) -> int:
        first, last = self.toks[at], self.toks[end - 1]
        text = " ".join(t.text for t in self.toks[at:end])
        unit = None
        if kind == w.UNIT:
            unit = UnitKind.FLEET if text[0] in "fbsn" else UnitKind.ARMY
        self.items.append(
            Item(kind, text, first.start, last.end, match, coast, unit, power, spaced, notes, self.source)
        )
        return end

    def _said(self, tok: Token) -> str:
        return tok.text if self.source is None else self.source.said(tok.start, tok.end)

    def _put_place(self, match: Match, at: int, end: int, *, coast: str = "") -> int:
        power = self.names.powers.get(self.toks[at].text) if end == at + 1 else None
        return self._put(w.PLACE, at, end, match=match, coast=coast, power=power)

    def _give_coast(self, coast: str, end: int) -> bool:
        """Put a coast to the place just read; False where none was. A second coast makes it doubtful."""
        if not self.items or self.items[-1].kind != w.PLACE:
            return False
        last = self.items[-1]
        if last.coast and last.coast != coast:
            self.items.append(Item(w.DOUBT, coast.lower(), last.end, end, source=self.source))
            return True
        self.items[-1] = replace(last, coast=coast, end=end, name_end=last.name_end or last.end)
        return True

    def _split_place(self) -> bool:
        """Whether the last item is a place with more than one coast."""
        last = self.items[-1] if self.items else None
        provinces = self.names.board.provinces
        return last is not None and last.match is not None and any(provinces[p].coasts for p in last.match.options)

    def _signed(self, at: int) -> bool:
        """Whether a sign between two units of an adjustment phase opens the second: "+A Par -F Bre"."""
        nxt = self.toks[at + 1].text if at + 1 < len(self.toks) else ""
        after_place = bool(self.items) and self.items[-1].kind == w.PLACE
        return self.phase == "A" and after_place and w.WORDS.get(nxt) == w.UNIT and self._place_at(at + 2)

    def _tight(self, at: int) -> bool:
        """Whether no blank stands on either side of a mark."""
        tok, nxt = self.toks[at], self.toks[at + 1 : at + 2]
        return at > 0 and self.toks[at - 1].end == tok.start and bool(nxt) and nxt[0].start == tok.end

    def _dash_coast(self, at: int) -> bool:
        """Whether a dash joins a coast to the place before it, as in "Spa-nc", rather than leading on to a place."""
        coast = self._coast(at + 1, bare=True)
        if coast is None or not self.items or self.items[-1].kind != w.PLACE:
            return False
        tight = at + 1 < len(self.toks) and self.toks[at + 1].start == self.toks[at].end
        return tight and self._place_after_coast(coast[1]) is None and self.toks[at].text == "-"

    def _stretch(self, at: int, end: int) -> tuple[int, Match] | None:
        """A longer name of which only the first part was read exactly: "North See", "Black Se"."""
        nxt = self.toks[end] if end < len(self.toks) else None
        if nxt is None or not nxt.word or len(nxt.text) < 3 or nxt.text in w.WORDS or nxt.text in self.names.powers:
            return None
        if self.names.exact((nxt.text,)) is not None or nxt.text == "and":
            return None
        longer = self._shortened(at, least=2)
        if longer is not None and longer[0] > end:
            return longer
        guess = self._misspelled(at, least=2)
        return guess if guess is not None and guess[0] > end else None
