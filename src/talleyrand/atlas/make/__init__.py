"""The map generator: from seeds, adjacency and a coastline to a drawn map whose borders are the adjacency.

It needs the extra ``atlas``; everything else of the package does without.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from talleyrand.atlas.geometry import Geometry

NEEDED = ("numpy", "scipy", "shapely", "numba")


class MissingExtraError(ImportError):
    """A package of the extra ``atlas`` is not installed."""


def require_extra() -> None:
    """Raise ``MissingExtraError``, saying what to install, unless everything is there."""
    lacking = [name for name in NEEDED if find_spec(name) is None]
    if lacking:
        raise MissingExtraError(
            f"making maps needs {', '.join(lacking)}: pip install 'talleyrand[atlas]', or make dev in a checkout"
        )


def make_geometry(
    folder: Path, *, seed: int | None = None, progress: Callable[[float, str], None] | None = None
) -> Geometry:
    """The drawn map of a variant's folder with an ``atlas.toml``: same files, same seed, same map.

    ``progress`` is told the share done and what is being done. Raises ``MissingExtraError``; ``VariantError`` on files
    that are missing or wrong; ``verify.ContactsError`` where borders could not all be drawn as the map says.
    """
    require_extra()
    from talleyrand.atlas.make.generate import generate

    return generate(Path(folder), seed=seed, progress=progress)
