"""``talleyrand atlas``: make a variant's drawn map."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from talleyrand.atlas.check import check_geometry
from talleyrand.atlas.geometry import Geometry, write_geometry
from talleyrand.atlas.make import MissingExtraError, make_geometry, require_extra
from talleyrand.cli.fault import FaultError
from talleyrand.cli.output import complain, say
from talleyrand.cli.store import replace_bytes
from talleyrand.variants import registry
from talleyrand.variants.faults import VariantError
from talleyrand.variants.load import load_variant
from talleyrand.variants.schema import MapFile
from talleyrand.variants.sources import MAP, read_file

BAR = 24


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("atlas", help="make a variant's drawn map")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    make = actions.add_parser("make", help="draw provinces from seeds, a coast and the adjacency (atlas.toml)")
    make.add_argument("folder", metavar="VARIANT_DIR", help="a variant's folder, or the name of a built-in one")
    make.add_argument("--seed", type=int, default=None, metavar="N", help="another arrangement (default: the file's)")
    make.add_argument("--output", metavar="FILE", help="where to write (default: geometry.json in the folder)")
    make.add_argument("--anyway", action="store_true", help="write the map even where contacts are wrong")


def run(args: argparse.Namespace) -> int:
    """Run the command; raises ``FaultError`` on what cannot be read or written."""
    try:
        require_extra()
    except MissingExtraError as error:
        raise FaultError(str(error)) from None
    if args.seed is not None and not 0 <= args.seed < 2**20:
        raise FaultError(f"--seed {args.seed}: give a whole number from 0 to {2**20 - 1}")
    folder = _folder(args.folder)
    target = Path(args.output) if args.output else folder / "geometry.json"
    if target.is_dir() or not target.parent.is_dir():
        what = "is a folder" if target.is_dir() else "lies in a folder that is not there"
        raise FaultError(f"{what}; name a file to write", file=str(target))
    try:
        geometry, faults, warnings = _make(folder, args.seed)
    except VariantError as error:
        for found in error.faults:
            complain(str(folder / str(found)))
        return 1
    for text in (*faults, *(f"warning: {text}" for text in warnings)):
        complain(text)
    if not faults or args.anyway:
        data = write_geometry(geometry)
        replace_bytes(target, data)
        say(f"{target}: {len(geometry.provinces)} provinces, {len(data) // 1000} kB")
    return 1 if faults else 0


def _make(folder: Path, seed: int | None) -> tuple[Geometry, list[str], list[str]]:
    """The map, what is wrong with it, and where it is tight."""
    from talleyrand.atlas.make.verify import ContactsError, tight_places

    bar = _bar() if sys.stderr.isatty() else None
    try:
        geometry = make_geometry(folder, seed=seed, progress=bar)
        return geometry, _unsound(geometry, folder), tight_places(geometry, _names(folder))
    except ContactsError as error:
        return error.geometry, error.faults, []
    finally:
        if bar is not None:
            sys.stderr.write("\r\x1b[K")


def _unsound(geometry: Geometry, folder: Path) -> list[str]:
    """What ``variant check`` would say of the map; nothing where the rest of the folder is not ready for it."""
    try:
        return [str(fault) for fault in check_geometry(geometry, load_variant(folder))]
    except VariantError:
        return []


def _names(folder: Path) -> dict[str, str]:
    board = read_file(folder / MAP, MapFile)[0]
    return {p.id.lower(): f"{p.name} ({p.id})" for p in board.provinces} if board is not None else {}


def _bar() -> Callable[[float, str], None]:
    def show(share: float, text: str) -> None:
        done = round(share * BAR)
        sys.stderr.write(f"\r\x1b[K[{'#' * done}{'.' * (BAR - done)}] {share:4.0%} {text}")
        sys.stderr.flush()

    return show


def _folder(text: str) -> Path:
    """The folder a text names: a path, or a built-in variant."""
    path = Path(text)
    if path.is_dir() or len(path.parts) > 1 or text not in {*registry.names(), *registry.aliases()}:
        return path
    return registry.find(text)
