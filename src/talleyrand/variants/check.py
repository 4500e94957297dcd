"""Everything that is wrong with a variant's folder, each fault with file and key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from talleyrand.variants.cases import check_cases
from talleyrand.variants.check_map import map_faults
from talleyrand.variants.check_names import name_faults
from talleyrand.variants.check_play import play_faults
from talleyrand.variants.check_start import start_faults
from talleyrand.variants.faults import Fault
from talleyrand.variants.sources import CASES, README, Sources, read_folder

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def check_folder(path: str | Path) -> list[Fault]:
    """Every fault of a variant's folder, none where it is sound.

    Where a file has the wrong shape, its faults of shape are all there are.
    """
    folder = Path(path).resolve()
    sources, faults = read_folder(folder)
    if sources is None:
        return faults
    return [*faults, *_folder_faults(folder), *source_faults(sources), *check_cases(folder / CASES, sources)]


def source_faults(sources: Sources) -> Iterator[Fault]:
    """The faults of files that have the right shape."""
    yield from name_faults(sources)
    yield from map_faults(sources.map, {power.name for power in sources.variant.powers})
    yield from play_faults(sources)
    yield from start_faults(sources)


def _folder_faults(folder: Path) -> Iterator[Fault]:
    if not _NAME.fullmatch(folder.name):
        yield Fault(folder.name, "", "is the variant's name: use small letters, digits and _ only, a letter first")
    if not (folder / README).is_file():
        yield Fault(README, "", "is missing: write the rules as players read them")
