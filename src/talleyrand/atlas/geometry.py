"""What a drawn map is made of: the schema of ``geometry.json``.

Lengths are in the map's own units, y running down. A ring is a list of points, not closed: the last joins the first. A
shape is one outer ring and the holes in it. Provinces, impassable areas and other waters tile the frame and share their
borders vertex for vertex.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec

from talleyrand.variants.faults import Fault
from talleyrand.variants.sources import read_file
from talleyrand.variants.variant import Variant

Point: TypeAlias = tuple[float, float]
Size: TypeAlias = Annotated[float, msgspec.Meta(gt=0, le=100_000)]
Ring: TypeAlias = Annotated[list[Point], msgspec.Meta(min_length=3)]


class Shape(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """An area: its outline, and the outlines of what lies within it and belongs to others."""

    outline: Ring
    holes: list[Ring] = []


class ProvinceDrawing(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Where a province lies and where things stand in it.

    ``unit`` is the place of an army, and of a fleet where the coast is whole; ``coasts`` the place of a fleet on each
    split coast; ``dislodged`` that of a unit driven out; ``label`` the middle of the name; ``center`` the supply
    centre's mark.
    """

    shapes: Annotated[list[Shape], msgspec.Meta(min_length=1)]
    unit: Point
    label: Point
    dislodged: Point | None = None
    center: Point | None = None
    coasts: dict[str, Point] = {}


class Area(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A part of the frame that is no province: impassable land, sea nobody enters, or a water that is only crossed."""

    name: str
    kind: Literal["land", "sea", "water"]
    shapes: Annotated[list[Shape], msgspec.Meta(min_length=1)]
    label: Point | None = None


class Islet(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Land drawn on top of a sea that plays no part; coloured like ``owner`` where it goes with a province."""

    outline: Ring
    owner: str | None = None


class Line(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A drawn line: a river, a canal, a narrow water, or on a schematic board the link between two discs."""

    points: Annotated[list[Point], msgspec.Meta(min_length=2)]
    width: Size
    kind: Literal["river", "canal", "water", "link"] = "river"
    name: str = ""


class Crossing(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Two provinces that are adjacent without touching, or that meet in a point, and the line drawn for it."""

    between: tuple[str, str]
    kind: Literal["strait", "channel", "island", "point", "delta"]
    line: Annotated[list[Point], msgspec.Meta(min_length=2)]


class Geometry(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A whole drawn map. Province ids are those of ``map.json``, in lower case."""

    format: Literal[1]
    width: Size
    height: Size
    attribution: str
    provinces: dict[str, ProvinceDrawing]
    areas: list[Area] = []
    islets: list[Islet] = []
    lines: list[Line] = []
    crossings: list[Crossing] = []
    token: Size = 12.0
    """The radius of a unit's token that fits the map."""


class GeometryError(ValueError):
    """A geometry that cannot be read: names the file and the place in it; ``faults`` are all that was found."""

    def __init__(self, path: Path, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{path.parent / str(faults[0])}{more}")


def read_geometry(path: Path) -> Geometry:
    """The geometry in a file.

    Raises ``GeometryError`` naming the file and the key at fault; ``FileNotFoundError`` where there is none.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Geometry)
    except msgspec.DecodeError as fault:
        faults = read_file(path, Geometry)[1] or [Fault(path.name, "", str(fault))]
        raise GeometryError(path, tuple(faults)) from None


def geometry_of(variant: Variant) -> Geometry | None:
    """The drawn map in a variant's folder, None where it has none."""
    if variant.folder is None:
        return None
    path = variant.folder / "geometry.json"
    return read_geometry(path) if path.is_file() else None


def write_geometry(geometry: Geometry) -> bytes:
    """The geometry as the bytes of its file: one line a province, so that a change shows in a diff."""
    plain = msgspec.to_builtins(geometry)
    lines = []
    for key, value in plain.items():
        if key in ("provinces",):
            inner = ",\n  ".join(
                f"{msgspec.json.encode(k).decode()}: {msgspec.json.encode(v).decode()}" for k, v in value.items()
            )
            lines.append(f'"{key}": {{\n  {inner}\n}}')
        elif isinstance(value, list):
            inner = ",\n  ".join(msgspec.json.encode(item).decode() for item in value)
            lines.append(f'"{key}": [\n  {inner}\n]')
        else:
            lines.append(f'"{key}": {msgspec.json.encode(value).decode()}')
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()
