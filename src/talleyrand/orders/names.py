"""Which province a player means: names, abbreviations, aliases, shortened and misspelled forms."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio

from talleyrand.board.board import Board
from talleyrand.board.province import Province
from talleyrand.board.unit import Power, ProvinceId

MAX_WORDS = 5
_LETTERS = frozenset("abcdfhkmnrstvwx")
"""Letters that may be a verb, a unit or a side rather than the beginning of a name."""
_REMEMBERED = 16_384
_EVERYDAY = frozenset(
    """
    spring summer fall autumn winter season year turn phase final revised adjustments movement
    some home come best rest near year dear pair here there where page base more most good well very have been
    then than them they this that with what when from your yours mine ours just only also over under sent send
    made make take gave give luck hope game turn nice love dont wont cant like less plan great thanks cheers
    bounce bounces bounced bouncing
    regards maybe sorry other every change changes changed again never after before still always please
    """.split()  # noqa: SIM905 - a list of words reads better so
)


@dataclass(frozen=True, slots=True)
class Match:
    """The provinces a written name may mean.

    ``options`` are the likeliest, ``others`` the next to try where none of those can be meant. ``misspelled`` says the
    written form is no name at all but close to one; ``near`` are distant look-alikes of a form that is close to none.
    """

    options: tuple[ProvinceId, ...]
    others: tuple[ProvinceId, ...] = ()
    misspelled: bool = False
    near: tuple[ProvinceId, ...] = ()


def plain(text: str) -> tuple[str, ...]:
    """The words of a name in lower case, without accents, apostrophes and punctuation."""
    folded = unicodedata.normalize("NFKD", text).casefold().replace("'", "").replace("’", "")
    kept = "".join(c if c.isalnum() else " " for c in folded if not unicodedata.combining(c))
    return tuple(kept.split())


class Names:
    """The names of one board's provinces and powers; get it from ``names_of``."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.powers: dict[str, Power] = _power_words(board)
        self.initials: dict[str, Power] = _initials(board)
        self._exact: dict[str, Match] = {}
        self._words: list[tuple[tuple[str, ...], ProvinceId]] = []
        self._starts: list[tuple[str, ProvinceId]] = []
        self._spellings: dict[str, ProvinceId] = {}
        self.several: set[ProvinceId] = set()
        self._longest_name = 0
        self._memory: dict[tuple[str, ...], Match | None] = {}
        self._collect()
        self.longest = _longest(self._exact)
        self.longest_powers = _longest(self.powers)
        starts = [words[0] for words, _ in self._words if words] + [start for start, _ in self._starts]
        self._tails: dict[tuple[str, ...], list[ProvinceId]] = {}
        for words, province in self._words:
            for start in range(1, len(words) - 1):
                self._tails.setdefault(words[start:], []).append(province)
        starts += [tail[0] for tail in self._tails]
        self.beginnings = {start[:end] for start in starts for end in range(1, len(start) + 1)}
        self._by_length: dict[int, list[str]] = {}
        self._by_bones: dict[tuple[str, str], list[ProvinceId]] = {}
        for name, province in self._spellings.items():
            self._longest_name = max(self._longest_name, len(name))
            self._by_length.setdefault(len(name), []).append(name)
            self._by_bones.setdefault((name[0], _bones(name)), []).append(province)

    def exact(self, words: Sequence[str]) -> Match | None:
        """The provinces that are called exactly this, or that this abbreviation is shared by."""
        return self._exact.get(" ".join(words))

    def shortened(self, words: tuple[str, ...]) -> Match | None:
        """The provinces of whose names this is the beginning, as in "Const" or "Eng Chan"."""
        if words not in self._memory:
            self._remember(words, self._shortened(words))
        return self._memory[words]

    def dotted(self, words: tuple[str, ...]) -> Match | None:
        """The provinces that words with dots between them are short for, as "G.o.P." and "N.Atl."."""
        key = (".", *words)
        if key not in self._memory:
            self._remember(key, self._dotted(words))
        return self._memory[key]

    def _dotted(self, words: tuple[str, ...]) -> Match | None:
        exact = self._exact.get(" ".join(words)) or self._exact.get("".join(words))
        if exact is not None:
            return exact
        if all(len(word) == 1 for word in words):
            return self.initial_letters("".join(words))
        found = _unique(
            province
            for name, province in self._words
            if len(name) >= len(words) and all(n.startswith(w) for n, w in zip(name, words, strict=False))
        )
        return Match(found) if found else None

    def misspelled(self, word: str) -> Match | None:
        """The province a misspelled name is close to, if to exactly one; else those it may be; None for no likeness."""
        key = ("?", word)
        if key not in self._memory:
            self._remember(key, self._misspelled(word))
        return self._memory[key]

    def run_together(self, words: tuple[str, ...]) -> Match | None:
        """As ``misspelled``, for a name that was written in several words."""
        joined = "".join(words)
        if len(words) > 1 and len(joined) > self._longest_name + 3:
            return None
        match = self.misspelled(joined)
        if match is None or len(words) == 1 or joined in self._spellings:
            return match
        options = tuple(p for p in match.options if p in self.several)
        return Match(options, misspelled=True) if options else None

    def initial_letters(self, letters: str) -> Match | None:
        """The provinces whose names have these initials, as "EC" for the English Channel."""
        found = _unique(
            province
            for words, province in self._words
            if len(words) == len(letters) > 1 and all(w[0] == c for w, c in zip(words, letters, strict=True))
        )
        return Match(found) if found else None

    def _remember(self, key: tuple[str, ...], found: Match | None) -> None:
        if len(self._memory) >= _REMEMBERED:
            self._memory.clear()
        self._memory[key] = found

    def _collect(self) -> None:
        board = self.board
        called: dict[str, dict[ProvinceId, None]] = {}
        formal: set[str] = set()
        for province in board.provinces.values():
            for index, written in enumerate(_spellings(province)):
                words = plain(written)
                for key in dict.fromkeys((" ".join(words), "".join(words))):
                    called.setdefault(key, {})[province.id] = None
                    if index < 3:
                        formal.add(key)
                joined = "".join(words)
                if index == 2 or (index > 2 and len(words) > 1):
                    self._starts.append((joined, province.id))
                    core = tuple(word for word in words if word not in ("of", "the"))
                    self._words.append((core, province.id))
                    if len(words) > 1:
                        self.several.add(province.id)
                if index >= 2 and len(joined) >= 4:
                    self._spellings.setdefault(joined, province.id)
        for key, found in called.items():
            options = tuple(found)
            begins = self._beginning(key) if " " not in key and len(key) >= 3 else ()
            if key in formal:
                extra = begins if len(key) == 3 else ()
                self._exact[key] = Match(options, tuple(p for p in extra if p not in options))
            else:
                shared = begins if len(key) <= 4 else ()
                self._exact[key] = Match(_unique((*options, *shared)))
        for written, candidates in board.ambiguous.items():
            key = " ".join(plain(written))
            known = [p for p in candidates if p in board.provinces]
            if known and key not in formal:
                self._exact[key] = Match(_unique((*known, *self._beginning(key))))

    def _beginning(self, word: str) -> tuple[ProvinceId, ...]:
        return _unique(province for start, province in self._starts if start.startswith(word))

    def _shortened(self, words: tuple[str, ...]) -> Match | None:
        if len(words) == 1:
            word = words[0]
            if len(word) < 3 or word in _EVERYDAY or _is_power(word, self.board):
                return None
            found = self._beginning(word)
            return Match(found) if found else None
        if len(words) == 2 and len(words[1]) == 1 and words[1] not in _LETTERS:
            found = _unique(
                p for name, p in self._words if len(name) == 2 and name[0] == words[0] and name[1][0] == words[1]
            )
            return Match(found) if len(found) == 1 else None
        if any(len(word) < 3 for word in words[1:]) or (len(words[0]) < 2 and words[0] not in "nsew"):
            return None
        found = _unique(
            province
            for name, province in self._words
            if len(name) >= len(words) and all(n.startswith(w) for n, w in zip(name, words, strict=False))
        ) or _unique(self._tails.get(words, ()))
        return Match(found) if found else None

    def _misspelled(self, word: str) -> Match | None:
        if not 4 <= len(word) <= 40 or word in _EVERYDAY or not word.isalpha():
            return None
        limit = 1 if len(word) < 6 else 2 if len(word) < 10 else 3
        near_enough = [
            n for size in range(len(word) - limit, len(word) + limit + 1) for n in self._by_length.get(size, ())
        ]
        hits = process.extract(word, near_enough, scorer=OSA.distance, score_cutoff=limit, limit=None)
        if hits:
            least = min(distance for _, distance, _ in hits)
            found = _unique(self._spellings[name] for name, distance, _ in hits if distance == least)
            return Match(found, misspelled=True)
        bones = _bones(word)
        if len(bones) >= 4:
            found = _unique(self._by_bones.get((word[0], bones), ()))
            if found:
                return Match(found, misspelled=True)
        far = process.extract(word, self._spellings.keys(), scorer=ratio, score_cutoff=50, limit=6)
        near = _unique(self._spellings[name] for name, _, _ in far if name[0] == word[0])
        return Match((), misspelled=True, near=near) if near else None


def names_of(board: Board) -> Names:
    """The board's names, gathered once per board."""
    kept = vars(board)
    names = kept.get("_order_names")
    if not isinstance(names, Names):
        names = kept["_order_names"] = Names(board)
    return names


def _longest(names: Iterable[str]) -> dict[str, int]:
    """How many words the longest of the names has that begins with a word."""
    found: dict[str, int] = {}
    for name in names:
        words = name.split()
        if words:
            found[words[0]] = max(len(words), found.get(words[0], 0))
    return found


def _spellings(province: Province) -> Iterator[str]:
    yield province.id
    yield province.abbreviation
    yield province.name
    yield from province.aliases


def _unique(items: Iterable[ProvinceId]) -> tuple[ProvinceId, ...]:
    return tuple(dict.fromkeys(items))


def _bones(word: str) -> str:
    """The consonants of a word, doubled ones once: what is left of a name written by ear."""
    bones: list[str] = []
    for letter in word.replace("ph", "f").replace("c", "k").replace("z", "s"):
        if letter not in "aeiouyhw" and bones[-1:] != [letter]:
            bones.append(letter)
    return "".join(bones)


def _is_power(word: str, board: Board) -> bool:
    return any(plain(info.name) == (word,) for info in board.powers)


def _power_words(board: Board) -> dict[str, Power]:
    found: dict[str, Power] = {}
    codes: dict[str, list[Power]] = {}
    for info in board.powers:
        codes.setdefault("".join(plain(info.name))[:3], []).append(info.name)
        codes.setdefault("".join(plain(info.adjective))[:3], []).append(info.name)
    for code, owners in codes.items():
        if len(set(owners)) == 1 and len(code) == 3:
            found[code] = owners[0]
    for info in board.powers:
        for written in (info.name, info.adjective, *info.aliases):
            words = " ".join(plain(written))
            if words:
                found[words] = info.name
                if len(words) > 3:
                    found.setdefault(words + "s", info.name)
    return found


def _initials(board: Board) -> dict[str, Power]:
    found: dict[str, list[Power]] = {}
    for info in board.powers:
        words = plain(info.name)
        if words:
            found.setdefault(words[0][0], []).append(info.name)
    return {letter: owners[0] for letter, owners in found.items() if len(owners) == 1}
