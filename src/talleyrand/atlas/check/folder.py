"""The drawn map in a variant's folder, for ``variant check``: its faults and a line on how it stands."""

from __future__ import annotations

import re
from typing import NamedTuple

from talleyrand.atlas.check.survey import survey
from talleyrand.atlas.geometry import GeometryError, geometry_of
from talleyrand.variants.faults import Fault
from talleyrand.variants.sources import GEOMETRY
from talleyrand.variants.variant import Variant

_PLACE = re.compile(r"(?P<text>.*) - at `\$\.?(?P<key>.*)`")


class MapCheck(NamedTuple):
    """What is wrong with a variant's drawn map, what is tight, and a line that sums it up."""

    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    summary: str


def check_map(variant: Variant) -> MapCheck:
    """The check of ``geometry.json`` in a variant's folder; where there is none, nothing is wrong."""
    try:
        geometry = geometry_of(variant)
    except GeometryError as error:
        return MapCheck((_shape_fault(str(error)),), (), "geometry: cannot be read")
    except OSError as error:
        return MapCheck((Fault(GEOMETRY, "", f"cannot be read: {error.strerror}"),), (), "geometry: cannot be read")
    if geometry is None:
        return MapCheck((), (), f"geometry: no {GEOMETRY}, so a schematic board is drawn")
    found = survey(geometry, variant)
    return MapCheck(found.faults, found.warnings, f"geometry: {found}")


def _shape_fault(text: str) -> Fault:
    message = text.partition(f"{GEOMETRY}: ")[2] or text
    place = _PLACE.fullmatch(message)
    return Fault(GEOMETRY, place["key"], _lower(place["text"])) if place else Fault(GEOMETRY, "", _lower(message))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
