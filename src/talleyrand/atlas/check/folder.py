"""The drawn map in a variant's folder, for ``variant check``: its faults and a line on how it stands."""

from __future__ import annotations

from typing import NamedTuple

from talleyrand.atlas.check.survey import survey
from talleyrand.atlas.geometry import Geometry, GeometryError, geometry_of
from talleyrand.variants.faults import Fault
from talleyrand.variants.sources import GEOMETRY, read_file
from talleyrand.variants.variant import Variant


class MapCheck(NamedTuple):
    """What is wrong with a variant's drawn map, what is tight, and a line that sums it up."""

    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    summary: str


def check_map(variant: Variant) -> MapCheck:
    """The check of ``geometry.json`` in a variant's folder; where there is none, nothing is wrong."""
    try:
        geometry = geometry_of(variant)
        faults = _twice(variant) if geometry is not None else []
    except GeometryError as error:
        geometry, faults = None, list(error.faults)
    except OSError as error:
        geometry, faults = None, [Fault(GEOMETRY, "", f"cannot be read: {error.strerror}")]
    if faults:
        return MapCheck(tuple(_named(fault, variant) for fault in faults), (), "geometry: cannot be read")
    if geometry is None:
        return MapCheck((), (), f"geometry: no {GEOMETRY}, so a schematic board is drawn")
    found = survey(geometry, variant)
    return MapCheck(found.faults, found.warnings, f"geometry: {found}")


def _twice(variant: Variant) -> list[Fault]:
    """A key that stands twice in one object, which a reader of JSON passes over."""
    return read_file(variant.folder / GEOMETRY, Geometry)[1] if variant.folder is not None else []


def _named(fault: Fault, variant: Variant) -> Fault:
    """The fault with the name of the province that its key is about."""
    parts = fault.key.split(".")
    province = variant.board.provinces.get(parts[1].upper()) if parts[0] == "provinces" and len(parts) > 1 else None
    return fault if province is None else fault._replace(message=f"{fault.message} (in {province.name})")
