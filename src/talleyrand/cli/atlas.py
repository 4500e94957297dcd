"""``talleyrand atlas``: make a variant's drawn map."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from talleyrand.atlas.geometry import Geometry, write_geometry
from talleyrand.atlas.make import MissingExtraError, make_geometry, require_extra
from talleyrand.cli.fault import FaultError
from talleyrand.cli.output import complain, say
from talleyrand.variants import registry

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
    """Run the command; raises ``VariantError`` on a folder that is not there or wrong, ``FaultError`` on the rest."""
    try:
        require_extra()
    except MissingExtraError as error:
        raise FaultError(str(error)) from None
    if args.seed is not None and not 0 <= args.seed < 2**20:
        raise FaultError(f"--seed {args.seed}: give a whole number from 0 to {2**20 - 1}")
    folder = _folder(args.folder)
    target = Path(args.output) if args.output else folder / "geometry.json"
    geometry, faults = _make(folder, args.seed)
    for fault in faults:
        complain(fault)
    if not faults or args.anyway:
        data = write_geometry(geometry)
        target.write_bytes(data)
        say(f"{target}: {len(geometry.provinces)} provinces, {len(data) // 1000} kB")
    return 1 if faults else 0


def _make(folder: Path, seed: int | None) -> tuple[Geometry, list[str]]:
    from talleyrand.atlas.make.verify import ContactsError

    bar = _bar() if sys.stderr.isatty() else None
    try:
        return make_geometry(folder, seed=seed, progress=bar), []
    except ContactsError as error:
        return error.geometry, error.faults
    finally:
        if bar is not None:
            sys.stderr.write("\r\x1b[K")


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
