"""Which variants there are: the built-in library, and what installed packages add."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from talleyrand.variants.faults import VariantError
from talleyrand.variants.sources import VARIANT
from talleyrand.variants.spelling import did_you_mean

LIBRARY = Path(__file__).parent / "library"
ENTRY_POINTS = "talleyrand.variants"
"""Entry point group. Each entry names a package, or a ``str`` or ``Path``, whose folder is the variant's."""


def names() -> tuple[str, ...]:
    """Every known variant's name, the library's first."""
    return tuple(_library()) + tuple(name for name in sorted(_plugins()) if name not in _library())


def aliases() -> dict[str, str]:
    """Other names of the library's variants ("standard"), each with the name it stands for."""
    found: dict[str, str] = {}
    for name, folder in _library().items():
        for alias in _aliases_in(folder):
            found[alias] = name
    return found


def find(name: str) -> Path:
    """The folder of a variant by name or alias, whatever the case, blanks and dashes.

    Raises ``VariantError`` naming the nearest and all that there are.
    """
    wanted = _plain(name)
    own = {_plain(known): folder for known, folder in _library().items()}
    if wanted in own:
        return own[wanted]  # without asking what is installed, which takes longer than all the rest
    known = {_plain(known): known for known in names()}
    for alias, target in aliases().items():
        known.setdefault(_plain(alias), target)
    if wanted in known:
        real = known[wanted]
        return _library().get(real) or _plugin_folder(_plugins()[real])
    hint = did_you_mean(name, sorted({*names(), *aliases()}))
    end = "" if hint.startswith("; it is one of") else f" There are {', '.join(names())}."
    here = len(name) <= 100 and "\0" not in name and Path(name).is_dir()
    folder = f"; the folder here is named by its path, ./{name}" if here else ""
    raise VariantError(name, "", f"there is no variant of this name{folder or hint + end}")


def is_library(folder: Path) -> bool:
    """Whether a folder is one of the library's own."""
    return folder.resolve().parent == LIBRARY.resolve()


@cache
def _library() -> dict[str, Path]:
    folders = {path.name: path for path in sorted(LIBRARY.iterdir()) if (path / VARIANT).is_file()}
    return dict(sorted(folders.items(), key=lambda item: (item[0] != "classic", item[0])))


@cache
def _aliases_in(folder: Path) -> tuple[str, ...]:
    with (folder / VARIANT).open("rb") as file:
        return tuple(tomllib.load(file).get("aliases", ()))


def _plugins() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def _plugin_folder(entry: EntryPoint) -> Path:
    try:
        found: Any = entry.load()
    except Exception as error:  # an installed package may fail in any way; its name belongs in the message
        raise VariantError(entry.value, entry.name, f"this installed variant cannot be imported ({error})") from error
    if isinstance(found, ModuleType) and found.__file__:
        return Path(found.__file__).parent
    if isinstance(found, str | Path):
        return Path(found)
    raise VariantError(entry.value, entry.name, "this installed variant must name a package or a folder")


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()
