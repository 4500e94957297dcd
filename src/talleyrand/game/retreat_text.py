"""The words in which players send retreats with their movement orders: where such a clause is, and what it lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_GONE = (
    r"(?:dislodged|displaced|beaten|(?:driven|pushed|kicked|thrown)\s+(?:out|off|away)"
    r"|forced\s+(?:out|to\s+(?:leave|go|retreat|withdraw))|(?:ha(?:s|ve|d)|needs?|must|obliged)\s+(?:to\s+)?(?:retreat|withdraw)"
    r"|lost|(?:a\s+)?dislodge?ment)"
)
_NEED = r"(?:(?:it\s+is\s+)?(?:need(?:ed|\s+be)|necessary|required|forced)|any|it\s+must)"
_KINDS = r"(?:orders?|priorit(?:y|ies)|preferences?|options?|lists?|plans?|choices?|paths?)"
_NOUN = r"(?:retreats?|fall-?backs?|r[uü]ckz[uü]ge?|retraites?)"
IF_DISLODGED = re.compile(
    rf"(?:\b(?:if|when|whenever|should|once|upon|in\s+case(?:\s+of)?|in\s+the\s+event(?:\s+of)?)\b"
    rf"(?P<who>(?:(?!\b(?:if|when|retreats?|r)\b)[^,;:()\n]){{0,60}}?)\s*)?\b(?:(?:is|are|be|being|gets?|was|were)\s+)?{_GONE}\b",
    re.IGNORECASE,
)
RETREATS = re.compile(
    r"(?<![\w/'.\-])(?:(?:will|would|shall|should|must|please|it|they|then|can|may|to)\s+)*"
    rf"(?:(?P<full>(?:{_NOUN}(?:\s+{_KINDS})?(?:\s+(?:for|of|by)\b)?|retreating|withdraws?|falls?\s+back)(?:\s*\(?if\s+{_NEED}\)?(?=\W*:))?)"
    r"|ret|r)\b(?![/'])\.?",
    re.IGNORECASE,
)
HEADING = re.compile(
    rf"^\W*(?:(?:my|the|and|any|here|are|these|conditional|possible|planned|all)\s+)*(?:{_NOUN}(?:\s+{_KINDS})?"
    rf"(?:\W*\b(?:if|when|where|in\s+case\s+of|as)\s+(?:{_GONE}|{_NEED}))?"
    rf"|(?:if|when|in\s+case\s+of)\s+{_GONE}(?:,?\s+(?:then|retreats?(?:\s+to)?))?)\W*$",
    re.IGNORECASE,
)
INLINE_HEADING = re.compile(
    rf"^\W*(?:(?:my|the|and|any|conditional|possible|planned|all)\s+)*{_NOUN}(?:\s+{_KINDS})?"
    rf"(?:\W*\b(?:if|when|where|in\s+case\s+of|as)\s+(?:{_GONE}|{_NEED}))?\W*:\s*(?=\w)",
    re.IGNORECASE,
)
SHORT_HEADING = re.compile(r"\W*r(?:et)?\s*[:=]\s*(?=\w)", re.IGNORECASE)
NO_RETREAT = re.compile(
    r"[\s,;(\[]*\b(?:and\s+|but\s+|it\s+)?(?:no|not|never|without|do(?:es)?\s*(?:not|n['’]?t)|will\s+not|won['’]?t)\s+(?:any\s+|to\s+)?"
    r"retreat(?:s|ing)?\b(?:[\s,;]*(?:but\s+|just\s+|and\s+|simply\s+)?(?:disband(?:s|ed)?|otb|off\s+the\s+board)\b)?"
    rf"(?:\s+if\s+{_GONE})?[\s.)\]]*$",
    re.IGNORECASE,
)
GOES_ON = re.compile(r"(?:[-–=]+>?|→|>)\s*[^\s\-–>→=]+(?:\s+[^\s\-–>→=]+)?\s*(?P<arrow>[-–=]+>?|→|>)\s*$")
QUOTE = re.compile(r"\[(?P<off>/?)quote\b|<(?P<end>/?)blockquote\b", re.IGNORECASE)
BREAKS_OFF = re.compile(
    r"(?:[-–→>=]|\b(?:to|s|c|a|f|army|fleet|from|via|supports?|convoys?|moves?|and|or|not|don'?t|no))\W*$",
    re.IGNORECASE,
)
JOINED = re.compile(r"[\s,;]+(?:and|but|or|else|then)\W*$", re.IGNORECASE)
UNIT_LETTER = re.compile(r"(?P<kind>a|f|army|fleet)\.?\s+(?=\S)", re.IGNORECASE)
UNIT_TO = re.compile(
    r"(?P<unit>(?:(?:a|f|army|fleet)\s+)?[^,;:>→\-–]{2,40}?)\s*(?:\s(?:to|r|retreats?(?:\s+to)?)\s|[-–>→:=]+)\s*(?=\S)",
    re.IGNORECASE,
)
MARKUP = re.compile(
    r"\[(?![nsew]c\])/?[a-z]+(?:=[^\]\n]*)?\]|</?[a-z][^<>\n]{0,40}>|[*`]|(?<!\w)_|_(?!\w)", re.IGNORECASE
)
STRUCK = re.compile(r"~~|\[(?:s|strike|del)\]|<(?:s|strike|del)>", re.IGNORECASE)
DISBANDS = re.compile(
    r"(?:(?:to|be|it|will|is)\s+)*(?:disband(?:s|ed)?|removed?|destroyed|d|otb|off\s+the\s+board|none|nowhere)",
    re.IGNORECASE,
)
ENDS_IN_DISBAND = re.compile(r"[\s,;:(]+(?:disband(?:s|ed)?|removed?|otb|off\s+the\s+board)\W*$", re.IGNORECASE)

_COAST = r"(?:[nsew]\.?c\.?|(?:north|south|east|west)(?:ern)?\s+coast)"
_OPEN = r"(?:open|possible|available|free|vacant|empty|legal|allowed|unoccupied|permitted)"
_SHUT = r"(?:not\s+" + _OPEN + r"|blocked|closed|occupied|taken|unavailable|impossible|unable|barred)"
_NEXT = re.compile(
    rf"\s*(?:[,;>|]|\.(?=\s+(?:a|f|army|fleet|if|when|should|in\s+case)\s)|/(?!\s*{_COAST}(?:\W|$))|\b(?:or|then|and|else|otherwise|alternatively|instead|failing\s+(?:that|this)"
    rf"|if\s+(?:(?:that|this|it|\w{{3,12}})(?:\s+is|'s)?\s+)?(?:{_SHUT}|fails)|if\s+not(?=\s*(?:[,:;]|then\b)))\b)\s*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:^|(?<=[\s,;(]))\(?#?([1-9])(?:[.):]\s*|\s*(?:st|nd|rd|th)\b(?:\s+choice)?[\s:]*)")
_BRACKET = re.compile(r"[(\[{]([^()\[\]{}]*)[)\]}]")
_LEAD = re.compile(
    r"^(?:[\s:\-–>→=,]+|to\b\s*|into\b\s*|towards?\b\s*|(?:goes|go|moves?)\b\s*(?:to\b)?\s*)+", re.IGNORECASE
)
_FILLER = re.compile(
    rf"(?:^|\s+)if\s+(?:(?:it|that|this|still|at\s+all)(?:\s+is|'s)?\s+)?(?:is\s+)?{_OPEN}$|(?:^|\s+)if\s+(?:I|we|it)\s+can$"
    rf"|(?:^|\s+)(?:if|when)\s+{_NEED}$"
    r"|(?:^|\s+)(?:please|thanks?|thank\s+you|cheers)$|^(?:please|try|back|that|it)\b\s*",
    re.IGNORECASE,
)
_RANKED = re.compile(
    r"(?P<first>\b(?:preferabl[ye]|ideally|first(?:ly)?(?:\s+choice)?|(?:by|for|in)\s+preference)\b)"
    r"|(?P<second>\bsecond(?:ly)?(?:\s+choice)?\b)|(?P<third>\bthird(?:ly)?(?:\s+choice)?\b)"
    r"|(?P<last>\b(?:finally|lastly|next)\b)",
    re.IGNORECASE,
)
_RANKS = {"first": 0, "second": 1, "third": 2}
_EXCLUDES = re.compile(r"^(?:but\s+)?(?:not|never)\s+(?:to\s+)?(?P<place>\S.*)$", re.IGNORECASE)
_ONLY_COAST = re.compile(rf"\W*{_COAST}\W*$", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:(?:the\s+|its\s+)?(?:moves?\s+)?(?:bounce[sd]?|fail(?:s|ed)?)\s+(?:and|or)(?:\s+then)?|it|they|he|she|(?:this|that)(?:\s+unit)?|the\s+(?:unit|army|fleet))\b",
    re.IGNORECASE,
)
_MOST = 20
EDGES = " \t.!-–→=\"'“”:"
MARKS = " \t.,;:!-–→>=*_()[]{}\"'"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a list of places. ``left`` counts the characters from its start to the end of the list.

    ``excluded`` says that it is a place not to go to, ``doubt`` in a sentence why the list is not certain.
    """

    word: str
    left: int
    excluded: bool = False
    doubt: str = ""


def items(text: str) -> Iterator[Item]:
    """The places that a list names, in the order in which they are wanted, and what stands between them."""
    text = _without_brackets(text)
    text = text[_end(_LEAD, text) :]
    numbers = [int(match[1]) for match in _NUMBER.finditer(text)]
    if numbers and numbers != list(range(1, len(numbers) + 1)):
        yield Item(text.strip(), len(text), doubt="The places are not numbered in order.")
        return
    index = 0
    while text.strip(MARKS):
        if index == _MOST:
            yield Item(text.strip(), len(text), doubt=f"More than {_MOST} places are named.")
            return
        start = _end(_NUMBER, text)
        ends = [match.start() for match in (_NEXT.search(text, start), _NUMBER.search(text, start)) if match]
        end = min(ends, default=len(text))
        item = _item(text[start:end], len(text) - start, index)
        text = text[max(_end(_NEXT, text, end), end) :]
        if item is not None:
            yield item
            index += not item.excluded


def _end(pattern: re.Pattern[str], text: str, start: int = 0) -> int:
    match = pattern.match(text, start)
    return match.end() if match is not None else start


def _item(words: str, left: int, index: int) -> Item | None:
    left -= len(words) - len(words.lstrip())
    word = IF_DISLODGED.sub(lambda match: " " if not who(match) else match[0], words).strip(EDGES)
    before = None
    while before != word:
        before, word = word, _FILLER.sub("", word).strip(EDGES)
    ranked = _RANKED.search(word)
    if ranked is not None:
        rank = _RANKS.get(ranked.lastgroup or "")
        if (index == 0) if ranked.lastgroup == "last" else rank != index:
            return Item(word, left, doubt=f'It is not certain which place "{ranked[0]}" puts first.')
        word = _RANKED.sub("", word).strip(EDGES)
    word = word[_end(_LEAD, word) :]
    excluded = _EXCLUDES.match(word)
    if excluded is not None and index:
        return Item(excluded["place"], left, excluded=True)
    return Item(word, left) if word else None


def _without_brackets(text: str) -> str:
    """A list with commas for brackets, those of a coast aside; "(first choice)" goes with its place."""
    text = MARKUP.sub(lambda match: " " * len(match[0]), text)
    return _BRACKET.sub(_apart, text)


def _apart(match: re.Match[str]) -> str:
    inner = match[1].strip()
    if _ONLY_COAST.match(match[0]):
        return match[0]
    beside = _RANKED.fullmatch(inner) or _FILLER.fullmatch(inner)
    return f" {match[1]} " if beside else f",{match[1]},"


def who(condition: re.Match[str]) -> str:
    """Whom a condition names, "" where nobody or only "it"."""
    return _PRONOUN.sub("", condition["who"] or "").strip()


def verb(line: str) -> re.Match[str] | None:
    """The first word for a retreat in a line that may be one: "R" stands behind a unit or an order."""
    for match in RETREATS.finditer(line):
        before = line[: match.start()]
        if match["full"] or (before.strip(MARKS) and (not BREAKS_OFF.search(before) or GOES_ON.search(before))):
            return match
    return None


def quoted(lines: Sequence[str]) -> list[bool]:
    """Which lines are somebody else's: those that begin with ">", and those between the tags of a quotation."""
    found: list[bool] = []
    depth = 0
    for line in lines:
        tags = [bool(tag["off"] or tag["end"]) for tag in QUOTE.finditer(line)]
        found.append(depth > 0 or bool(tags) or line.lstrip().startswith(">"))
        depth = max(0, depth + sum(-1 if closes else 1 for closes in tags))
    return found


def bracketed(before: str, after: str) -> tuple[str, str] | None:
    """Where a bracket that was opened ``before`` closes ``after``: the text inside, and that behind it."""
    if sum(before.count(mark) for mark in "([{") <= sum(before.count(mark) for mark in ")]}"):
        return None
    depth = 0
    for index, char in enumerate(after):
        depth += (char in "([{") - (char in ")]}")
        if depth < 0:
            return after[:index], after[index + 1 :]
    return after, ""
