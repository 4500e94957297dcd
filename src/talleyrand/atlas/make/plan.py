"""The generator's input: ``atlas.toml`` in a variant's folder.

A *place* is (longitude, latitude) in degrees where the plan has a ``projection``, and (x, y) on the map otherwise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from talleyrand.variants.faults import Fault, VariantError
from talleyrand.variants.schema import MapFile
from talleyrand.variants.sources import MAP, read_file

PLAN = "atlas.toml"

Place: TypeAlias = tuple[float, float]
Pair: TypeAlias = tuple[str, str]
Size: TypeAlias = Annotated[float, Meta(gt=0)]
Course: TypeAlias = Annotated[list[Place], Meta(min_length=2)]


class Frame(Struct, forbid_unknown_fields=True, frozen=True):
    """The picture: its size, the radius of a unit's token, and a box (x, y, width, height) kept free for a legend."""

    width: Annotated[float, Meta(gt=0, le=10_000)]
    height: Annotated[float, Meta(gt=0, le=10_000)]
    token: Size = 12.0
    attribution: str = ""
    legend: tuple[float, float, float, float] | None = None


class Projection(Struct, forbid_unknown_fields=True, frozen=True):
    """Azimuthal equal-area about ``center``, shrunk outwards: a distance of r km becomes compress·asinh(r/compress).

    ``scale`` is map units a kilometre, ``origin`` where the centre comes to lie, ``stretch`` what heights are
    multiplied by, ``window`` west, south, east and north of what is looked at.
    """

    center: Place
    origin: tuple[float, float]
    scale: Size
    window: tuple[float, float, float, float]
    compress: Size = 3000.0
    stretch: Size = 1.0


class Lens(Struct, forbid_unknown_fields=True, frozen=True):
    """A place drawn larger: by 1 + ``across`` and 1 + ``down`` in the middle, fading within about ``radius``."""

    at: Place
    radius: Size
    across: Annotated[float, Meta(ge=-0.5, le=1.5)] = 0.0
    down: Annotated[float, Meta(ge=-0.5, le=1.5)] = 0.0


class Stroke(Struct, forbid_unknown_fields=True, frozen=True):
    """A line with a width, turned to land or to water."""

    line: Course
    width: Size


class Island(Struct, forbid_unknown_fields=True, frozen=True):
    """An island made larger: stretched about its middle, then grown on every side."""

    at: Place
    across: Size = 1.0
    down: Size = 1.0
    grow: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)


class Coast(Struct, forbid_unknown_fields=True, frozen=True):
    """Where land is.

    ``outlines`` are polygons of land. Without them and with a projection it is the real coastline; with neither, land
    is what lies nearest to the seeds of lands. ``open`` is the width of the necks and inlets that are smoothed away.
    """

    outlines: list[list[Place]] = []
    fills: list[Stroke] = []
    cuts: list[Stroke] = []
    islands: list[Island] = []
    open: Annotated[float, Meta(ge=0)] = 1.2
    simplify: Annotated[float, Meta(ge=0)] = 0.5
    least_lake: float = 150.0
    least_islet: float = 16.0


class Cells(Struct, forbid_unknown_fields=True, frozen=True):
    """The mosaic of which provinces are made: the pitch of its cells, and the seed of everything random."""

    pitch: Annotated[float, Meta(ge=3)] = 15.0
    seed: int = 1


class Solve(Struct, forbid_unknown_fields=True, frozen=True):
    """How provinces are weighed: see ``kernel.anneal``."""

    contact: Size = 16.0
    least_land: Size = 2300.0
    least_sea: Size = 6000.0
    pull_land: float = 0.02
    pull_sea: float = 0.006
    rounds: Annotated[int, Meta(ge=1, le=100)] = 10
    tries: Annotated[int, Meta(ge=1000)] = 3_000_000


class Smooth(Struct, forbid_unknown_fields=True, frozen=True):
    """How far each kind of border is smoothed."""

    coast: float = 1.7
    land: float = 5.0
    sea: float = 12.0
    guide: float = 2.5


class Guides(Struct, forbid_unknown_fields=True, frozen=True):
    """Lines that borders like to follow: today's borders between two countries, and any others."""

    borders: list[Pair] = []
    lines: list[Course] = []


class Contact(Struct, forbid_unknown_fields=True, frozen=True):
    """Two provinces whose border is to be at least, or at most, so long."""

    between: Pair
    least: float | None = None
    most: float | None = None


class CrossingPlan(Struct, forbid_unknown_fields=True, frozen=True):
    """Two provinces that are adjacent without touching; the line is drawn over the narrowest gap unless given."""

    between: Pair
    kind: Literal["strait", "channel", "island"] = "strait"
    line: list[Place] = []


class PointPlan(Struct, forbid_unknown_fields=True, frozen=True):
    """Four provinces that meet in a point: the border between ``touching`` is drawn together into one."""

    touching: Pair
    facing: Pair
    kind: Literal["point", "delta"] = "point"


class RiverPlan(Struct, forbid_unknown_fields=True, frozen=True):
    """Water drawn along the borders of the pairs, in one line where they join: fleets pass without a sea."""

    pairs: Annotated[list[Pair], Meta(min_length=1)]
    kind: Literal["river", "canal"] = "river"
    width: Size = 3.0
    name: str = ""


class WaterPlan(Struct, forbid_unknown_fields=True, frozen=True):
    """A narrow water, drawn and no more."""

    line: Course
    width: Size
    kind: Literal["river", "canal", "water"] = "water"
    name: str = ""


class AreaPlan(Struct, forbid_unknown_fields=True, frozen=True):
    """A part of the frame that is no province."""

    id: str
    kind: Literal["land", "sea", "water"]
    seeds: Annotated[list[Place], Meta(min_length=1)]
    name: str = ""
    least: Size = 500.0


class IsletPlan(Struct, forbid_unknown_fields=True, frozen=True):
    """Islets that go with a province."""

    owner: str
    at: list[Place]


class Plan(Struct, forbid_unknown_fields=True, frozen=True):
    """Everything the generator is told about a map.

    ``seeds`` are places in each province, the main one first (default: ``lonlat`` of ``map.json``); ``extra`` adds to
    them. ``units``, ``labels`` and ``coasts`` say about where things stand; ``least`` the least area of a province;
    ``fleets_by_water`` pairs of lands between which fleets pass though their border need not reach a sea.
    """

    frame: Frame
    projection: Projection | None = None
    lenses: list[Lens] = []
    coast: Coast = Coast()
    cells: Cells = Cells()
    solve: Solve = Solve()
    smooth: Smooth = Smooth()
    guides: Guides = Guides()
    seeds: dict[str, list[Place]] = {}
    extra: dict[str, list[Place]] = {}
    areas: list[AreaPlan] = []
    least: dict[str, float] = {}
    contacts: list[Contact] = []
    crossings: list[CrossingPlan] = []
    points: list[PointPlan] = []
    rivers: list[RiverPlan] = []
    waters: list[WaterPlan] = []
    fleets_by_water: list[Pair] = []
    units: dict[str, Place] = {}
    labels: dict[str, Place] = {}
    coasts: dict[str, dict[str, Place]] = {}
    islets: list[IsletPlan] = []


def read_plan(folder: Path) -> tuple[Plan, MapFile]:
    """A folder's plan, and the map it is for, with the seeds that the map knows filled in.

    Raises ``VariantError`` naming file and key: a file missing or misshapen, a province without a place, a name in
    the plan that the map does not have.
    """
    faults: list[Fault] = []
    board, wrong = read_file(folder / MAP, MapFile)
    faults += wrong
    plan, wrong = read_file(folder / PLAN, Plan)
    faults += wrong
    if board is None or plan is None:
        raise VariantError.of(folder, tuple(faults))
    places = {p.id: [p.lonlat] for p in board.provinces if p.lonlat is not None and plan.projection is not None}
    seeds = {
        p.id: [*(plan.seeds.get(p.id) or places.get(p.id, [])), *plan.extra.get(p.id, [])] for p in board.provinces
    }
    faults = [*_names(plan, board), *(_homeless(seeds, plan))]
    if faults:
        raise VariantError.of(folder, tuple(faults))
    coasts = {p.id: p.coast_lonlat for p in board.provinces if p.coast_lonlat and plan.projection is not None}
    return _filled(plan, seeds, coasts), board


def _filled(plan: Plan, seeds: dict[str, list[Place]], coasts: dict[str, dict[str, Place]]) -> Plan:
    kept = {field: getattr(plan, field) for field in plan.__struct_fields__}
    return Plan(**{**kept, "seeds": seeds, "extra": {}, "coasts": {**coasts, **plan.coasts}})


def _homeless(seeds: dict[str, list[Place]], plan: Plan) -> list[Fault]:
    where = "lonlat in map.json, or a place here" if plan.projection else "a place here"
    return [
        Fault(PLAN, f"seeds.{name}", f"no place is known for the province {name!r}: give it {where}")
        for name, places in seeds.items()
        if not places
    ]


def _names(plan: Plan, board: MapFile) -> list[Fault]:
    known = {p.id for p in board.provinces}
    faults = []
    for key in ("seeds", "extra", "least", "units", "labels", "coasts"):
        faults += [(f"{key}.{name}", name) for name in getattr(plan, key)]
    pairs: list[tuple[str, Pair]] = [(f"contacts[{i}].between", c.between) for i, c in enumerate(plan.contacts)]
    pairs += [(f"crossings[{i}].between", c.between) for i, c in enumerate(plan.crossings)]
    pairs += [(f"points[{i}].touching", c.touching) for i, c in enumerate(plan.points)]
    pairs += [(f"points[{i}].facing", c.facing) for i, c in enumerate(plan.points)]
    pairs += [(f"fleets_by_water[{i}]", pair) for i, pair in enumerate(plan.fleets_by_water)]
    pairs += [(f"rivers[{i}].pairs", pair) for i, river in enumerate(plan.rivers) for pair in river.pairs]
    faults += [(key, name) for key, pair in pairs for name in pair]
    faults += [(f"islets[{i}].owner", islet.owner) for i, islet in enumerate(plan.islets)]
    return [
        Fault(PLAN, key, f"{name!r} is no province of map.json; write its id as it is there")
        for key, name in faults
        if name not in known and not any(area.id == name for area in plan.areas)
    ]
