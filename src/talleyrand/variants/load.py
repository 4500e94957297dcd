"""Loading a variant by name or from a folder."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path

from talleyrand.rules.hooks import STANDARD, Hooks
from talleyrand.variants import registry
from talleyrand.variants.assemble import assemble
from talleyrand.variants.check import check_folder
from talleyrand.variants.faults import Fault, VariantError
from talleyrand.variants.sources import RULES, read_folder
from talleyrand.variants.variant import Variant

__all__ = ["Fault", "VariantError", "load_variant"]


def load_variant(name_or_path: str | Path, *, allow_code: bool = False) -> Variant:
    """A variant by name or alias ("classic", "ancmed"), or from a folder; kept in memory until its files change.

    A folder may hold ``rules.py``, which is code: it runs for the library and for installed packages, and for any
    other folder only with ``allow_code``. Raises ``VariantError`` naming file and key; its ``faults`` are all that
    ``check`` found.
    """
    if isinstance(name_or_path, Path) or is_path(name_or_path):
        folder = Path(name_or_path).resolve()
        trusted = registry.is_library(folder)
    else:
        folder, trusted = registry.find(name_or_path).resolve(), True
    return _load(folder, _stamp(folder), trusted, trusted or allow_code)


def is_path(text: str) -> bool:
    """Whether a text is a folder's path and no name of a variant."""
    return "/" in text or "\\" in text or text in (".", "..")


def _stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """What tells one state of a folder's files from another."""
    try:
        return tuple(sorted((p.name, (s := p.stat()).st_mtime_ns, s.st_size) for p in folder.iterdir() if p.is_file()))
    except OSError:
        return ()


@lru_cache(maxsize=64)
def _load(folder: Path, _files: tuple[tuple[str, int, int], ...], trusted: bool, run_code: bool) -> Variant:
    sources, faults = read_folder(folder)
    if faults or sources is None:
        raise VariantError.of(folder, tuple(faults))
    if not trusted:
        faults = check_folder(folder)
        if faults:
            raise VariantError.of(folder, tuple(faults))
    try:
        return assemble(sources, _hooks(folder, run_code), folder)
    except (KeyError, ValueError) as error:
        if isinstance(error, VariantError):
            raise
        raise VariantError(folder, "", f"{error.args[0] if error.args else error}") from error


def _hooks(folder: Path, run_code: bool) -> Hooks:
    path = folder / RULES
    if not path.is_file():
        return STANDARD
    if not run_code:
        raise VariantError(path, "", "is code and would run on this machine; read it, then load with allow_code=True")
    spec = importlib.util.spec_from_file_location(f"talleyrand_variant_{folder.name}", path)
    if spec is None or spec.loader is None:
        raise VariantError(path, "", "cannot be imported")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # somebody else's code may fail in any way
        raise VariantError(path, "", f"failed when imported ({type(error).__name__}: {error})") from error
    hooks = getattr(module, "HOOKS", None)
    if not isinstance(hooks, Hooks):
        raise VariantError(path, "HOOKS", "must be set to an instance of talleyrand.rules.hooks.Hooks")
    return hooks
