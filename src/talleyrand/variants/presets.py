"""Rulebooks by name: the editions, and the games whose house rules are known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from talleyrand.board.quoted import quoted
from talleyrand.rules.rulebook import DATC, Rulebook
from talleyrand.variants.faults import VariantError
from talleyrand.variants.schema import PresetEntry, VariantFile
from talleyrand.variants.sources import read_file

if TYPE_CHECKING:
    from talleyrand.variants.variant import Variant

PRESETS_FILE = Path(__file__).parent / "library" / "presets.toml"


class Preset(NamedTuple):
    """A named rulebook; ``year_label`` is the way of naming years that goes with it (X-A2)."""

    name: str
    title: str
    rulebook: Rulebook
    aliases: tuple[str, ...] = ()
    source: str = ""
    year_label: str = ""


class _PresetsFile(msgspec.Struct, forbid_unknown_fields=True):
    presets: dict[str, PresetEntry]


@cache
def all_presets() -> Mapping[str, Preset]:
    """Every built-in preset by name, in the order of the file."""
    file, faults = read_file(PRESETS_FILE, _PresetsFile)
    if file is None:
        raise VariantError.of(PRESETS_FILE.parent, tuple(faults))
    return resolve(file.presets, {})


def resolve(entries: Mapping[str, PresetEntry], known: Mapping[str, Preset]) -> dict[str, Preset]:
    """The presets that entries describe, each built on an earlier or a known one.

    Raises ``ValueError`` naming the preset whose base or choice is unknown.
    """
    found: dict[str, Preset] = {}
    for name, entry in entries.items():
        base = find_preset(entry.based_on, {**known, **found})
        if base is None and name != "datc":
            raise ValueError(f"{name}: based_on names {entry.based_on!r}, which is no preset given before it")
        try:
            rulebook = (base.rulebook if base else DATC).with_choices(entry.choices)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        found[name] = Preset(name, entry.title, rulebook, tuple(entry.aliases), entry.source, entry.year_label)
    return found


def preset_info(name: str) -> Preset:
    """A built-in preset by name or alias in either case. Raises ``KeyError`` listing the names."""
    found = find_preset(name, all_presets())
    if found is None:
        raise KeyError(f"there is no rulebook {quoted(name)}; there are {', '.join(all_presets())}")
    return found


def preset(name: str, variant: Variant | None = None) -> Rulebook:
    """A rulebook by preset name or alias ("000"); a variant's own presets come first. Raises ``KeyError``."""
    if variant is not None and name in variant.presets:
        return variant.presets[name]
    return preset_info(name).rulebook


def presets_of(file: VariantFile) -> tuple[Preset, ...]:
    """The presets a variant offers, its usual one first. Raises ``ValueError`` or ``KeyError`` where one is unknown."""
    own = resolve(file.presets, all_presets())
    every = {**all_presets(), **own}
    chosen: dict[str, Preset] = {}
    for name in (file.rulebook, *file.offers, *own):
        found = find_preset(name, every)
        if found is None:
            raise KeyError(f"there is no rulebook {quoted(name)}; there are {', '.join(every)}")
        chosen[found.name] = found
    return tuple(chosen.values())


def find_preset(name: str, known: Mapping[str, Preset]) -> Preset | None:
    """The preset of this name or alias among those known."""
    wanted = name.strip().casefold()
    for found in known.values():
        if wanted == found.name.casefold() or wanted in (alias.casefold() for alias in found.aliases):
            return found
    return None
