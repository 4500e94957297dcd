"""What in a text is not an order of its writer: signatures, quotations, struck-out passages, bare names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from talleyrand.board.unit import Power
from talleyrand.orders import words as w
from talleyrand.orders.clean import Head, Line
from talleyrand.orders.elsewhere import points_elsewhere
from talleyrand.orders.everyday import TITLE
from talleyrand.orders.headwords import KINDS, PLURALS
from talleyrand.orders.model import acting_unit
from talleyrand.orders.names import plain
from talleyrand.orders.reading import Reading, Status

QUOTED = "This stands in a quotation."
ONLY_A_NAME = "This names a place but no order."
STRUCK = "This is struck through"

_CLOSING = re.compile(
    r"(?:(?:^|[.!?;:,)]|(?P<dash>\s-+))\s*(?P<lead>(?:with\s+)?(?:(?:my|all|many|very|the)\s+)*)"
    r"(?P<word>thanks(?:\s+(?:a lot|again|all|everyone|so much|very much|in advance|and regards|gm))*|"
    r"thank you(?: all)?"
    r"|thx|thnx|ty|tia|cheers|(?:(?:best|kind|kindest|warm|warmest)\s+)?regards|best(?:\s+wishes)?|greetings|greets"
    r"|yours(?:\s+(?:truly|sincerely|faithfully|ever))?|sincerely(?:\s+yours)?|respectfully|faithfully|cordially|love"
    r"|xoxo|ciao|salut|salutations|bye|adieu|good luck(?:\s+all)?|gl(?:\s+all)?|hugs)(?![^\W_])|^\s*--+(?=\s|$))"
    r"\s*(?P<end>[-,.!:;~)]*)\s*"
)
_HINT = re.compile(
    r"than|th[nx]|\bt[yi]|cheer|regard|best|greet|yours|sincer|resp|faith|cord|love|xo|ciao|salu|bye|adi|luck|\bgl|hug|--"
)
_VERB_BEFORE = re.compile(
    r"[->]|[^\W_]\s+(?:h|s|c|d|r|b|holds?|supports?|convoys?|disbands?|moves?|retreats?)(?![^\W_])"
)
_WEAK = ("best", "love", "yours", "ty", "tia", "gl", "bye", "greetings", "greets")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_ARROW = re.compile(r">|(?<!-)-(?!-)[^\n]*[^\W_]")
_LONGEST_SIGNATURE = 3
_RULE = re.compile(r"\s*--+\s*")
_HEADING = re.compile(r"[^:]{1,40}:")
_YEAR = re.compile(r"[sfwa]?\d{1,4}[mra]?")
_BELOW_A_MARK = Head("--", "It stands below a line that begins a signature, so it is not certain that it is an order.")
_LONGEST_TALK = 1_500
"""Characters in a line that is looked through for talk; a longer one is no message of a person."""
_ORDERING = frozenset("HSCRBXWD")


def unsigned(lines: Iterable[Line], powers: Mapping[str, Power], kind: str = "M") -> Iterator[Line]:
    """The lines without their signatures: what follows a closing word, up to a line that orders something.

    The name of a power (``powers``, in lower case) with more lines below it heads those. What looks like an order below
    the last line of dashes is not certain to be one. Second thoughts go too, but for those of an adjustment phase
    (``kind``), where a later order takes no earlier one's place.
    """
    every = list(lines)
    left = 0
    ruled = _signature_mark(every, powers)
    for index, line in enumerate(every):
        if index > ruled >= 0:
            if ordering(line.text) or line.sign:
                yield replace(line, head=_BELOW_A_MARK)
            continue
        text = line.text
        if len(text) > _LONGEST_TALK:
            left = 0
            yield line
            continue
        if kind != "A" and _MIND_HINT.search(text):
            text = _without_second_thoughts(text)
        heads = index + 1 < len(every) and (text.rstrip().endswith(":") or text.strip() in powers)
        if left and not line.sign and not heads and not ordering(text):
            left -= 1
            continue
        left = 0
        for found in _CLOSING.finditer(text) if _HINT.search(text) else ():
            rest = text[found.end() :]
            if (found["word"] in _WEAK and rest and not found["end"]) or ordering(rest):
                continue
            if found["dash"] and not _VERB_BEFORE.search(text, 0, found.start()):
                continue
            left = _LONGEST_SIGNATURE
            cut = found.start("lead") if found["word"] and not found["dash"] else found.start()
            text = text[:cut] + " " * (len(text) - cut)
            break
        if text.strip():
            yield line if text is line.text else replace(line, text=text)


_MIND = re.compile(
    r"(?:^|(?<=[\s.!?;,(:-]))(?:(?:oh|oops|ooops|sorry|wait|hmm|ah|well|ok|so|and|but|ive|i've|i|have|just|actually)[\s,.!:-]+)*"
    r"(?:(?:changed|change|changing)\s+(?:my|of|our)\s+(?:minds?|heart)|on\s+second\s+thoughts?|correction|actually"
    r"|make\s+that|sorry|oops+|i\s+mean|i\s+meant|no[\s,.!-]+wait|wait(?=\s*[-,.:;!])"
    r"|edit(?:ed)?|err+|erm|or\s+rather|(?:rather|better)(?=\s*[:,]))(?![^\W_])[\s,.:;!-]*"
)
_MIND_HINT = re.compile(r"chang|second|correct|actual|make|sorry|oops|mean|wait|edit|err|erm|rather|better")
_INSTEAD = re.compile(r"\s+instead(?=[\s.!]*$)")


def heading(text: str, powers: Mapping[str, Power]) -> frozenset[Power] | None:
    """The powers that a line names which is a heading and no order: "France, Spring 1901:"; None for any other line."""
    words = list(plain(text))
    found: set[Power] = set()
    while words:
        length = next((n for n in (3, 2, 1) if " ".join(words[:n]) in powers), 0)
        if length:
            found.add(powers[" ".join(words[:length])])
        elif not (words[0] in TITLE or words[0] in PLURALS or _YEAR.fullmatch(words[0])):
            return None
        del words[: length or 1]
    return frozenset(found) if any(char.isalnum() for char in text) else None


def _signature_mark(lines: Sequence[Line], powers: Mapping[str, Power]) -> int:
    """Which line begins a signature: the last one of nothing but dashes, with orders above it; -1 for none.

    Where more than a few lines follow, or the first one is a heading, it only divides the text; below a title it
    underlines that.
    """
    marks = [index for index, line in enumerate(lines) if _RULE.fullmatch(line.text)]
    last = marks[-1] if marks else len(lines)
    below = [line for line in lines[last + 1 :] if line.text.strip()]
    strict = bool(marks) and lines[last].text.strip() == "--"
    if not below or (len(below) > _LONGEST_SIGNATURE * 2 and not strict):
        return -1
    above = _WORD.findall(lines[last - 1].text) if last else []
    if above and all(word in powers or word in TITLE or word in KINDS or w.WORDS.get(word) == w.UNIT for word in above):
        return -1
    first = below[0].text
    if _HEADING.match(first) or first.strip() in powers or lines[last].quoted or below[0].quoted:
        return -1
    return last if any(ordering(line.text) for line in lines[:last] if not line.quoted) else -1


def _without_second_thoughts(text: str) -> str:
    """The text with "sorry, changed my mind" made a mere separator, as the later order stands anyway."""
    done = 0
    while (found := _MIND.search(text, done)) is not None:
        rest = text[found.end() :]
        done = found.end()
        if rest and not ordering(rest):
            continue
        mark = ";" if text[: found.start()].strip() else " "
        text = text[: found.start()] + mark + " " * (len(found[0]) - 1) + rest
        instead = _INSTEAD.search(text)
        if instead is not None:
            text = text[: instead.start()] + " " * len(instead[0]) + text[instead.end() :]
    return text


def ordering(text: str) -> bool:
    """Whether words may be an order: there is an arrow, a verb among others, or a unit's name in front."""
    words = _WORD.findall(text)
    if not words:
        return False
    if _ARROW.search(text):
        return True
    kinds = [w.WORDS.get(word, "") for word in words]
    if len(words) > 1 and (
        kinds[0] == w.UNIT or any(k == w.UNIT and len(n) > 1 for n, k in zip(words, kinds, strict=True))
    ):
        return True
    return points_elsewhere(text) or any(
        kind in _ORDERING and (len(word) > 1 or 0 < n < len(words) - 1)
        for n, (word, kind) in enumerate(zip(words, kinds, strict=True))
        if kind
    )


def settled(readings: Iterable[Reading], raw: str, kind: str) -> tuple[Reading, ...]:
    """The readings of a whole text in the order they stand in it, weighed against each other.

    Quoted orders do not count beside others, nor struck-out ones beside another order to the unit; and beside orders
    a line with nothing but a name is none.
    """
    found = sorted(readings, key=lambda reading: reading.span[0])
    if len(found) < 2:
        return tuple(found)
    own = [reading for reading in found if _says_something(reading) and QUOTED not in reading.notes]
    if own and kind == "M":
        found = [r for r in found if r.problem != ONLY_A_NAME or not _alone(r, raw)]
    if own:
        found = [_set_aside(reading, _IN_A_QUOTATION) if QUOTED in reading.notes else reading for reading in found]
    if any(reading.problem.startswith(STRUCK) for reading in found):
        ordered = {_province(str(unit)) for unit in (_unit(reading) for reading in own) if unit}
        found = [_set_aside(reading, _STRUCK_OUT) if _replaced(reading, ordered) else reading for reading in found]
    return tuple(found)


_IN_A_QUOTATION = "It stands in a quotation; the orders outside it count."
_STRUCK_OUT = "It is struck through; another order to the unit stands."


def _says_something(reading: Reading) -> bool:
    if reading.problem == ONLY_A_NAME or reading.status is Status.DUPLICATE:
        return False
    return reading.order is not None or bool(reading.candidates)


def _alone(reading: Reading, raw: str) -> bool:
    """Whether a reading is all that its line holds."""
    start, end = reading.span
    before = raw[raw.rfind("\n", 0, start) + 1 : start]
    after = raw[end : raw.find("\n", end) if "\n" in raw[end:] else len(raw)]
    return not any(char.isalnum() for char in before + after)


def _set_aside(reading: Reading, problem: str) -> Reading:
    return replace(reading, status=Status.DUPLICATE, candidates=(), problem=problem, rule="A-018")


def _unit(reading: Reading) -> str:
    unit = acting_unit(reading.order) if reading.order is not None else None
    return str(unit) if unit is not None else ""


def _province(unit: str) -> str:
    return unit.split()[-1].partition("/")[0]


def concerns(reading: Reading) -> set[str]:
    """The provinces of the units that a reading orders or may order."""
    if reading.order is not None:
        unit = _unit(reading)
        return {_province(unit)} if unit else set()
    return {_province(" ".join(text.split()[:2])) for text in reading.candidates}


def _replaced(reading: Reading, ordered: set[str]) -> bool:
    """Whether every unit that a struck-out passage may order has another order."""
    units = {_province(" ".join(text.split()[:2])) for text in reading.candidates}
    return reading.problem.startswith(STRUCK) and bool(units) and units <= ordered
