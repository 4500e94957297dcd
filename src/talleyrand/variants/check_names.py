"""Names: every word a player may write must mean one province, one power."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from talleyrand.variants.faults import Fault
from talleyrand.variants.schema import MapFile, ProvinceEntry, VariantFile
from talleyrand.variants.sources import MAP, VARIANT, Sources

_ID = re.compile(r"[A-Za-z][A-Za-z0-9]{1,5}")
_TAKEN = frozenset({"via", "hold", "waive", "nc", "sc", "ec", "wc"})
"""Words of the order language; a province of this name could not be told from them."""


def plain(word: str) -> str:
    """A word without case, accents, blanks and marks: what two spellings of one name have in common."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def name_faults(sources: Sources) -> Iterator[Fault]:
    """Faults of ids, names, aliases and ambiguous words, of provinces and of powers."""
    file, board = sources.variant, sources.map
    yield from _id_faults(board.provinces)
    yield from _extra_alias_faults(file, board)
    yield from _shared_names(file, board)
    yield from _ambiguous_faults(file, board)
    yield from _power_faults(file)


def _id_faults(provinces: Iterable[ProvinceEntry]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, entry in enumerate(provinces):
        key = f"provinces[{index}]"
        if not _ID.fullmatch(entry.id):
            yield Fault(MAP, f"{key}.id", f"{entry.id!r} must be two to six letters or digits, a letter first")
        elif entry.id.casefold() in _TAKEN:
            yield Fault(MAP, f"{key}.id", f"{entry.id!r} is a word of the order language; choose another")
        if entry.id.upper() in seen:
            yield Fault(MAP, f"{key}.id", f"{entry.id!r} is the id of an earlier province too; give each its own")
        seen.add(entry.id.upper())
        if entry.abbreviation and entry.abbreviation.upper() != entry.id.upper():
            text = f"{entry.abbreviation!r} is not the id {entry.id!r} in other letters; make them the same"
            yield Fault(MAP, f"{key}.abbreviation", text)
        if not plain(entry.name):
            yield Fault(MAP, f"{key}.name", f"{entry.name!r} has no letter; give the province a name")


def _extra_alias_faults(file: VariantFile, board: MapFile) -> Iterator[Fault]:
    known = {entry.id.upper() for entry in board.provinces}
    for key in file.text.aliases:
        if key.upper() not in known:
            yield Fault(VARIANT, f"text.aliases.{key}", f"{key!r} is no province of {MAP}")


def _words(entry: ProvinceEntry, file: VariantFile) -> Iterator[tuple[str, str, str]]:
    """Every word for a province with the file and the key that give it."""
    key = f"provinces[{entry.id}]"
    yield entry.id, MAP, f"{key}.id"
    yield entry.name, MAP, f"{key}.name"
    for index, alias in enumerate(entry.aliases):
        yield alias, MAP, f"{key}.aliases[{index}]"
    for given, aliases in file.text.aliases.items():
        if given.upper() == entry.id.upper():
            for index, alias in enumerate(aliases):
                yield alias, VARIANT, f"text.aliases.{given}[{index}]"


def _shared_names(file: VariantFile, board: MapFile) -> Iterator[Fault]:
    owner: dict[str, ProvinceEntry] = {}
    said: set[tuple[str, str]] = set()
    words = [(entry, *given) for entry in board.provinces for given in _words(entry, file)]
    # ids and names come first, so that it is the alias that is faulted
    for entry, word, source, key in sorted(words, key=lambda given: "aliases" in given[3]):
        meaning = plain(word)
        other = owner.setdefault(meaning, entry)
        if not meaning:
            yield Fault(source, key, f"{word!r} has no letter or digit; remove it")
        elif other is not entry:
            text = f"{word!r} means {other.name} ({other.id}) too; remove one, or list it as ambiguous"
            yield Fault(source, key, text)
        elif "aliases" in key and (entry.id, word.casefold()) in said:
            yield Fault(source, key, f"{word!r} is said twice of {entry.name}; remove one")
        said.add((entry.id, word.casefold()))


def _ambiguous_faults(file: VariantFile, board: MapFile) -> Iterator[Fault]:
    by_id = {entry.id.upper(): entry for entry in board.provinces}
    owner = {plain(word): entry for entry in board.provinces for word, _, _ in _words(entry, file)}
    for source, prefix, table in (
        (MAP, "ambiguous_abbreviations", board.ambiguous_abbreviations),
        (VARIANT, "text.ambiguous", file.text.ambiguous),
    ):
        for word, candidates in table.items():
            key = f"{prefix}.{word}"
            for candidate in candidates:
                if candidate.upper() not in by_id:
                    yield Fault(source, key, f"{candidate!r} is no province")
            if len({candidate.upper() for candidate in candidates}) < 2:
                yield Fault(source, key, f"{word!r} needs two provinces or more it could mean; else make it an alias")
            if plain(word) in owner:
                text = f"{word!r} is a name of {owner[plain(word)].name} already, so it is not ambiguous; remove one"
                yield Fault(source, key, text)


def _power_faults(file: VariantFile) -> Iterator[Fault]:
    owner: dict[str, int] = {}
    for index, power in enumerate(file.powers):
        key = f"powers[{index}]"
        words = [(power.name, f"{key}.name"), (power.adjective or power.name, f"{key}.adjective")]
        words += [(alias, f"{key}.aliases[{spot}]") for spot, alias in enumerate(power.aliases)]
        for word, where in words:
            if not plain(word):
                yield Fault(VARIANT, where, f"{word!r} has no letter or digit")
            elif owner.setdefault(plain(word), index) != index:
                other = file.powers[owner[plain(word)]].name
                yield Fault(VARIANT, where, f"{word!r} means {other} too; give each power its own names")
