"""Headings: what a line such as "Retreats:", "Supports:" or "Draft:" says of the orders beneath it.

A heading governs the orders behind it on its line and those beneath it, up to a blank line or the next heading. One
that names a kind of order of another phase, or calls the orders old, withdrawn or a mere proposal, puts none of them in
force (A-023). One that names a kind of this phase says which orders are expected.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from talleyrand.orders import words as w
from talleyrand.orders.aside import ordering
from talleyrand.orders.clean import Head, Line
from talleyrand.orders.headwords import (
    ABOVE,
    ALWAYS,
    BACK,
    CHOICE,
    CHOICES,
    GLUE,
    KINDS,
    NEW,
    PHRASES,
    PLURALS,
    SECOND_THOUGHTS,
    TAKEN_BACK,
    TAKEN_BACK_HINTS,
    UNLESS_NEW,
)

_OF_PHASE = {
    "M": frozenset({"move", "hold", "support", "convoy"}),
    "R": frozenset({"retreat", "disband"}),
    "A": frozenset({"build", "disband", "adjust"}),
}
_PHASE_NAMES = {"M": "movement", "R": "retreat", "A": "adjustment"}
_EXPECTED = {
    ("M", "hold"): frozenset({"Hold"}),
    ("M", "support"): frozenset({"SupportHold", "SupportMove"}),
    ("M", "convoy"): frozenset({"Convoy", "Move"}),
    ("R", "disband"): frozenset({"Disband"}),
    ("A", "disband"): frozenset({"Disband", "Waive"}),
}
_GENERAL = Head("")
_VOID = 'It stands under "\0", so it is not certain that it is an order.'
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_EDGES = " -*()[]{}=#~_+.,!;"
_BLANK = re.compile(r"(?:\r\n|[\n\r])[^\S\n\r]*(?:\r\n|[\n\r])")
_RETREATS = re.compile(r"^\W*(?:my |the )?retreats?(?: orders| phase)?\W*(?:$|:)", re.MULTILINE | re.IGNORECASE)
_ORDERED = re.compile(r"[->=]|^\W*(?:a|f|army|fleet)\s")
_CLAUSE = 5
_LEAD = 9
_KNOWN = frozenset({*KINDS, *ALWAYS, *UNLESS_NEW, *NEW, *GLUE, *BACK, *CHOICES})
_OPENERS = _KNOWN - {"f", "s", "w", "army", "armies", "fleet", "fleets"}


class _Headings:
    """What the headings of one text mean in a phase of one kind."""

    def __init__(self, raw: str, kind: str, powers: Container[str]) -> None:
        self.raw = raw
        self.kind = kind
        self.powers = powers

    def cuts(self, line: Line) -> list[tuple[int, int, Head]]:
        """The headings within a line: where each starts and ends, and what it says."""
        text = line.text
        found = [(*m.span(), self._named(line, *m.span(), Head("", _VOID))) for m in CHOICE.finditer(text)]
        if ":" not in text:
            lone = self._alone(text) if not found else None
            return [(0, len(text), self._named(line, 0, len(text), lone))] if lone is not None else found
        done = 0
        for colon in [n for n, char in enumerate(text) if char == ":"][:20]:
            if any(start <= colon < end for start, end, _ in found):
                done = colon + 1
                continue
            start = max([done, *(text.rfind(mark, done, colon) + 1 for mark in ".;!?")])
            lead = self._lead(text[start:colon])
            if lead is not None:
                skip, head = lead
                found.append((start + skip, colon + 1, self._named(line, start + skip, colon + 1, head)))
            done = colon + 1
        return sorted(found, key=lambda cut: cut[0])

    def _named(self, line: Line, start: int, end: int, head: Head) -> Head:
        if not (head.problem or head.expects):
            return head
        inner = line.text[start:end].strip(" -*()[]{}=#~_")
        start += line.text[start:end].find(inner)
        said = " ".join(self.raw[line.at[start] : line.at[start + len(inner)]].split())
        return replace(head, said=said, problem=head.problem and head.problem.replace("\0", said), end=line.at[-1])

    def _alone(self, text: str) -> Head | None:
        """The heading that a line without a colon is."""
        words = _WORD.findall(text)
        if not words or len(words) > _CLAUSE or any(word not in _KNOWN and not self._free(word) for word in words):
            return None
        kinds = {KINDS[word] for word in words if word in KINDS}
        if kinds:
            plural = any(word in PLURALS or word in ("orders", "phase", "order") for word in words)
            return self._of_kinds(kinds, alone=True) if plural else None
        if BACK.intersection(words):
            return None
        return self._put_off(words) if any(word in ALWAYS or word in UNLESS_NEW for word in words) else None

    def _free(self, word: str) -> bool:
        return word[-2:].isdigit() or word.isdigit() or word in self.powers

    def _lead(self, text: str) -> tuple[int, Head] | None:
        """The heading that words before a colon are, and where in them it starts."""
        last = text.rfind(",") + 1
        whole = _WORD.findall(text)
        if not whole:
            return None
        words = _WORD.findall(text[last:])
        before = text[:last] if _ORDERED.search(text[:last]) else ""
        if _ORDERED.search(text[last:]) and not self._plain(words):
            return self._tail(text)
        meant = words if before or not all(word in GLUE or self._free(word) for word in words) else whole
        off = self._put_off(meant, whole)
        if off is not None:
            return len(before), off
        if len(words) > _CLAUSE or not all(word in KINDS or word in GLUE or self._free(word) for word in words):
            new = [word for word in words if word in NEW]
            return (len(before), _GENERAL) if new and len(words) <= _CLAUSE else None
        kinds = {KINDS[word] for word in words if word in KINDS}
        if kinds:
            head = self._of_kinds(kinds)
            return (len(before), head) if head is not None else None
        only_power = any(word in self.powers for word in words) or all(len(word) == 1 for word in words)
        return None if only_power else (len(before), _GENERAL)

    def _plain(self, words: list[str]) -> bool:
        """Whether what begins like a unit's letter is an article: "A proposal for Germany"."""
        return len(words) > 1 and words[0] in ("a", "army", "fleet", "f") and words[1] in _KNOWN

    def _tail(self, text: str) -> tuple[int, Head] | None:
        """A heading that follows an order without a mark between: "Old: A Par - Bur New: A Par - Pic"."""
        words = list(_WORD.finditer(text))
        start = len(words)
        while start and (
            words[start - 1][0] in (ALWAYS | UNLESS_NEW | NEW) or words[start - 1][0] in GLUE - {"f", "s"}
        ):
            start -= 1
        chosen = [word[0] for word in words[start:]]
        if not start or len(chosen) > _CLAUSE:
            return None
        off = self._put_off(chosen)
        if off is None and not NEW.intersection(chosen):
            return None
        return words[start].start(), off or _GENERAL

    def _put_off(self, words: list[str], whole: list[str] | None = None) -> Head | None:
        """The heading that calls what follows no order of now, if the words do."""
        kinds = {KINDS[word] for word in words if word in KINDS}
        firm = [word for word in words if word in ALWAYS and not self._acts(word, kinds)]
        weak = [word for word in words if word in UNLESS_NEW]
        phrase = any(phrase in " ".join(words) for phrase in PHRASES)
        if weak and NEW.intersection(whole or words):
            weak = []
        if not (firm or weak or phrase) or len(words) > _LEAD:
            return None
        first = next((word for word in words if word not in GLUE), "")
        if len(words) > _CLAUSE and first not in ALWAYS and first not in UNLESS_NEW:
            return None
        return Head("", _VOID, replaced=bool(weak) or any(word in BACK for word in firm))

    def _acts(self, word: str, kinds: set[str]) -> bool:
        """Whether a word is an order's verb in this phase, as "delete" in Winter, or goes with retreats."""
        if word.startswith("conditional"):
            return "retreat" in kinds
        return self.kind != "M" and w.WORDS.get(word, "") in (w.REMOVE, w.RETREAT, w.WAIVE)

    def _of_kinds(self, kinds: set[str], *, alone: bool = False) -> Head | None:
        fits = _OF_PHASE[self.kind]
        if kinds & fits:
            expected = [_EXPECTED.get((self.kind, kind)) for kind in kinds & fits]
            if alone and self.kind == "M":
                return None
            if alone or any(one is None for one in expected):
                return _GENERAL
            return Head("", "", frozenset().union(*(one for one in expected if one)))
        if kinds == {"move"} and not (self.kind == "R" and _RETREATS.search(self.raw)):
            return None
        return Head(
            "", f'It stands under "\0", and these are no orders for the {_PHASE_NAMES[self.kind]} phase.', stays=True
        )


def headed(lines: Iterable[Line], raw: str, kind: str, powers: Container[str]) -> Iterator[Line]:
    """The lines, each with the heading it stands under.

    A heading that puts orders out of force is cut from its line. One that names a kind of order stays, as it may also
    be a verb, unless nothing else stands on the line and the kind is none of this phase.
    """
    out: list[Line] = []
    reader = _Headings(raw, kind, powers)
    head: Head | None = None
    below = nested = False
    lower = raw.lower()
    if kind == "A" or any(hint in lower for hint in TAKEN_BACK_HINTS):
        lines = _without_taken_back(lines, SECOND_THOUGHTS if kind == "A" else TAKEN_BACK)
    for line in lines:
        text = line.text
        plain = ":" not in text and _opening(text) not in _OPENERS and text.strip(_EDGES) not in powers
        if line.struck or line.head is not None or (plain and head is None):
            out.append(line)
            continue
        last = out[-1] if out else None
        if head is not None and last is not None and line.quoted != last.quoted:
            head, nested = None, False
        apart = last is not None and _BLANK.search(raw, last.at[-1], line.at[0]) is not None
        if below and apart:
            head = None
        if plain:
            below = True
            out.append(line if head is None else replace(line, head=head))
            continue
        if _opening(text) in BACK and _refers_back(text, out, apart):
            continue
        cuts = reader.cuts(line)
        if not cuts:
            if _names_a_power(text, powers):
                head = None if nested and below else head
                nested = nested or head is None
            elif text.rstrip().endswith(":"):
                head = None
            else:
                below = True
            out.append(line if head is None else replace(line, head=head))
            continue
        if text[: cuts[0][0]].strip(_EDGES):
            out.append(_part(line, 0, cuts[0][0], head))
        for index, (start, after, found) in enumerate(cuts):
            until = cuts[index + 1][0] if index + 1 < len(cuts) else len(text)
            below = bool(text[after:until].strip(_EDGES))
            head = replace(found, inline=below) if found.problem or found.expects else None
            kept = head is None or not head.problem or (head.stays and below)
            if below or kept:
                out.append(_part(line, start if kept else after, until, head))
    return iter(out)


def _opening(text: str) -> str:
    """The first word of a line that is no article."""
    words = text.split(None, 2)
    if words and not words[0].isalnum():
        words = text.lstrip(_EDGES).split(None, 2)
    if words and words[0] in ("a", "the", "an"):
        del words[0]
    return words[0].rstrip(_EDGES) if words else ""


def _without_taken_back(lines: Iterable[Line], words: re.Pattern[str]) -> list[Line]:
    """The lines cut at words such as "scratch that" before an order; what stands in front of them is not certain."""
    out: list[Line] = []
    for line in lines:
        found = words.search(line.text)
        while found is not None and not ordering(line.text[found.end() :]):
            found = words.search(line.text, found.end())
        if found is None or line.struck:
            out.append(line)
            continue
        start = len(line.text[: found.start()].rstrip())
        if line.text[:start].strip(_EDGES):
            out.append(_part(line, 0, start, None))
        if out and out[-1].quoted == line.quoted:
            said = " ".join((found["words"] or found["no"]).split())
            out[-1] = replace(out[-1], head=Head(said, f'The words "{said}" behind it make it uncertain.'))
        out.append(_part(line, found.end(), len(line.text), None))
    return out


def _part(line: Line, start: int, end: int, head: Head | None) -> Line:
    return replace(line, text=line.text[start:end], at=line.at[start : end + 1], head=head)


def _names_a_power(text: str, powers: Container[str]) -> bool:
    words = _WORD.findall(text.partition(":")[0])
    return any(word in powers for word in words) and all(word in powers or word in GLUE for word in words)


def _refers_back(text: str, out: list[Line], apart: bool) -> bool:
    """Whether a line takes back the orders above it, which are then marked: "ignore the above", "just kidding"."""
    back = ABOVE.fullmatch(text.strip(_EDGES + ":"))
    if back is None or not out or (apart and not back["all"]):
        return False
    said = " ".join(text.split()).strip(_EDGES)
    head = Head(said, f'The words "{said}" below it make it uncertain.')
    for index in range(len(out) - 1, -1, -1):
        if out[index].quoted != out[-1].quoted:
            break
        out[index] = replace(out[index], head=head)
    return True
