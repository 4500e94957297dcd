"""The generator's input: ``atlas.toml`` in a variant's folder.

A *place* is (longitude, latitude) in degrees where the plan has a ``projection``, and (x, y) on the map otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from talleyrand.variants.check_map import map_faults
from talleyrand.variants.faults import Fault, VariantError
from talleyrand.variants.schema import MapFile
from talleyrand.variants.sources import MAP, read_file
from talleyrand.variants.spelling import did_you_mean

PLAN = "atlas.toml"
LEAST_CELLS, MOST_CELLS = 20, 100_000
"""How many cells a mosaic may have: the library's maps have some 8,000."""

Place: TypeAlias = tuple[float, float]
Pair: TypeAlias = tuple[str, str]
Size: TypeAlias = Annotated[float, Meta(gt=0, le=100_000)]
Reach: TypeAlias = Annotated[float, Meta(ge=0, le=200)]
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
    radius: Annotated[float, Meta(ge=1, le=10_000)]
    across: Annotated[float, Meta(ge=-0.5, le=1.5)] = 0.0
    down: Annotated[float, Meta(ge=-0.5, le=1.5)] = 0.0


class Stroke(Struct, forbid_unknown_fields=True, frozen=True):
    """A line with a width, turned to land or to water."""

    line: Course
    width: Size


class Island(Struct, forbid_unknown_fields=True, frozen=True):
    """An island made larger: stretched about its middle, then grown on every side."""

    at: Place
    across: Annotated[float, Meta(gt=0, le=20)] = 1.0
    down: Annotated[float, Meta(gt=0, le=20)] = 1.0
    grow: Annotated[float, Meta(ge=-200, le=200)] = 0.0
    shift: tuple[float, float] = (0.0, 0.0)


class Coast(Struct, forbid_unknown_fields=True, frozen=True):
    """Where land is.

    ``outlines`` are polygons of land. Without them and with a projection it is the real coastline; with neither, land
    is what lies nearest to the seeds of lands. ``open`` is the width of the necks and inlets that are smoothed away.
    """

    outlines: list[Annotated[list[Place], Meta(min_length=3)]] = []
    fills: list[Stroke] = []
    cuts: list[Stroke] = []
    islands: list[Island] = []
    open: Reach = 1.2
    simplify: Reach = 0.5
    least_lake: float = 150.0
    least_islet: float = 16.0


class Cells(Struct, forbid_unknown_fields=True, frozen=True):
    """The mosaic of which provinces are made: the pitch of its cells, and the seed of everything random."""

    pitch: Annotated[float, Meta(ge=3)] = 15.0
    seed: Annotated[int, Meta(ge=0, lt=2**20)] = 1


class Solve(Struct, forbid_unknown_fields=True, frozen=True):
    """How provinces are weighed: see ``kernel.anneal``."""

    contact: Size = 16.0
    least_land: Size = 2300.0
    least_sea: Size = 6000.0
    pull_land: Annotated[float, Meta(ge=0, le=100)] = 0.02
    pull_sea: Annotated[float, Meta(ge=0, le=100)] = 0.006
    rounds: Annotated[int, Meta(ge=1, le=100)] = 10
    tries: Annotated[int, Meta(ge=1000, le=100_000_000)] = 3_000_000


class Smooth(Struct, forbid_unknown_fields=True, frozen=True):
    """How far each kind of border is smoothed."""

    coast: Reach = 1.7
    land: Reach = 5.0
    sea: Reach = 12.0
    guide: Reach = 2.5


class Guides(Struct, forbid_unknown_fields=True, frozen=True):
    """Lines that borders like to follow: today's borders between two countries, and any others."""

    borders: list[Pair] = []
    lines: list[Course] = []


class Contact(Struct, forbid_unknown_fields=True, frozen=True):
    """Two provinces whose border is to be at least, or at most, so long."""

    between: Pair
    least: Size | None = None
    most: Size | None = None


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
    least: dict[str, Size] = {}
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

    Raises ``VariantError`` naming file and key: a file missing or misshapen, a map at fault, a province without a
    place, a name in the plan that the map does not have, links that the map does not know.
    """
    faults: list[Fault] = []
    board, wrong = read_file(folder / MAP, MapFile)
    faults += wrong
    plan, wrong = read_file(folder / PLAN, Plan)
    faults += wrong
    if board is not None:
        faults += map_faults(board, {p.home_of for p in board.provinces if p.home_of is not None})
    if board is None or plan is None or faults:
        raise VariantError.of(folder, tuple(faults))
    board = _lower(board)
    places = {p.id: [p.lonlat] for p in board.provinces if p.lonlat is not None and plan.projection is not None}
    seeds = {
        p.id: [*(plan.seeds.get(p.id) or places.get(p.id, [])), *plan.extra.get(p.id, [])] for p in board.provinces
    }
    faults = plan_faults(plan, board, seeds)
    if faults:
        raise VariantError.of(folder, tuple(faults))
    coasts = {p.id: p.coast_lonlat for p in board.provinces if p.coast_lonlat and plan.projection is not None}
    return _filled(plan, seeds, coasts), board


def _lower(board: MapFile) -> MapFile:
    """The map with its ids and coasts in small letters, as a drawn map has them."""

    def edges(pairs: list[Pair]) -> list[Pair]:
        return [(one.lower(), other.lower()) for one, other in pairs]

    provinces = [
        replace(
            p,
            id=p.id.lower(),
            coasts=[coast.lower() for coast in p.coasts],
            coast_lonlat={coast.lower(): place for coast, place in p.coast_lonlat.items()},
        )
        for p in board.provinces
    ]
    army, fleet = edges(board.army_adjacency), edges(board.fleet_adjacency)
    return replace(board, provinces=provinces, army_adjacency=army, fleet_adjacency=fleet)


def _filled(plan: Plan, seeds: dict[str, list[Place]], coasts: dict[str, dict[str, Place]]) -> Plan:
    return replace(plan, seeds=seeds, extra={}, coasts={**coasts, **plan.coasts})


def plan_faults(plan: Plan, board: MapFile, seeds: dict[str, list[Place]]) -> list[Fault]:
    """What is wrong with a plan of the right shape; ``seeds`` are the places of each province."""
    named = _names(plan, board)
    return [Fault(PLAN, key, text) for key, text in (*_sizes(plan), *named, *_homeless(plan, seeds))] or [
        Fault(PLAN, key, text) for key, text in (*_shared(plan, board, seeds), *_links(plan, board))
    ]


def _sizes(plan: Plan) -> Iterator[tuple[str, str]]:
    cells = plan.frame.width * plan.frame.height / plan.cells.pitch**2
    if cells > MOST_CELLS:
        least = (plan.frame.width * plan.frame.height / MOST_CELLS) ** 0.5
        text = f"{plan.cells.pitch:g} makes {cells:,.0f} cells, and {MOST_CELLS:,} are the most"
        yield "cells.pitch", f"{text}; make it {least:.1f} or more, or the frame smaller"
    if cells < LEAST_CELLS:
        yield "cells.pitch", f"{plan.cells.pitch:g} makes less than {LEAST_CELLS} cells; make it smaller"
    if plan.frame.token > min(plan.frame.width, plan.frame.height) / 8:
        yield "frame.token", f"{plan.frame.token:g} is too large for the frame; 12 is usual"
    if plan.frame.legend is not None:
        x, y, width, height = plan.frame.legend
        if not (
            min(x, y) >= 0 < min(width, height) and x + width <= plan.frame.width and y + height <= plan.frame.height
        ):
            yield "frame.legend", "must be x, y, width and height of a box within the frame"
    if plan.projection is not None:
        west, south, east, north = plan.projection.window
        if not (west < east and south < north):
            yield "projection.window", "must be west, south, east and north, each pair rising"
        for key, place in (("projection.center", plan.projection.center), *_all_places(plan)):
            if not (-360 <= place[0] <= 360 and -90 <= place[1] <= 90):
                yield (
                    key,
                    f"({place[0]:g}, {place[1]:g}) is no place on the globe; write longitude, latitude in degrees",
                )


def _all_places(plan: Plan) -> Iterator[tuple[str, Place]]:
    for key in ("seeds", "extra"):
        for name, places in getattr(plan, key).items():
            yield from ((f"{key}.{name}", place) for place in places)
    for number, area in enumerate(plan.areas):
        yield from ((f"areas[{number}].seeds", place) for place in area.seeds)
    for key in ("units", "labels"):
        yield from ((f"{key}.{name}", place) for name, place in getattr(plan, key).items())
    for name, coasts in plan.coasts.items():
        yield from ((f"coasts.{name}.{coast}", place) for coast, place in coasts.items())
    yield from ((f"lenses[{number}].at", lens.at) for number, lens in enumerate(plan.lenses))


def _homeless(plan: Plan, seeds: dict[str, list[Place]]) -> Iterator[tuple[str, str]]:
    where = "lonlat in map.json, or a place here" if plan.projection else "a place here"
    for name, places in seeds.items():
        if not places:
            yield f"seeds.{name}", f"no place is known for the province {name!r}: give it {where}"


def _names(plan: Plan, board: MapFile) -> Iterator[tuple[str, str]]:
    known = {p.id: p for p in board.provinces}
    areas: dict[str, int] = {}
    for number, area in enumerate(plan.areas):
        if area.id in known or area.id in areas or area.id in ("", "~"):
            what = f"the province {known[area.id].name}" if area.id in known else "another area, or reserved"
            yield f"areas[{number}].id", f"{area.id!r} is {what}; choose an id of its own"
        areas.setdefault(area.id, number)
    names: list[tuple[str, str]] = []
    for key in ("seeds", "extra", "least", "units", "labels", "coasts"):
        names += [(f"{key}.{name}", name) for name in getattr(plan, key)]
    names += [(key, name) for key, pair in _pairs(plan) for name in pair]
    for key, name in names:
        if name not in known and not (name in areas and key.startswith(("least.", "contacts["))):
            yield key, f"{name!r} is no province of map.json{did_you_mean(name, known) or '; write its id as there'}"
    for number, islet in enumerate(plan.islets):
        if islet.owner not in known:
            yield (
                f"islets[{number}].owner",
                f"{islet.owner!r} is no province of map.json{did_you_mean(islet.owner, known)}",
            )
    for name, coasts in plan.coasts.items():
        for coast in coasts:
            if name in known and coast not in known[name].coasts:
                text = f"{known[name].name} has no coast {coast!r}{did_you_mean(coast, known[name].coasts)}"
                yield f"coasts.{name}.{coast}", text


def _pairs(plan: Plan) -> Iterator[tuple[str, Pair]]:
    """Every pair of provinces in a plan, with its key."""
    yield from ((f"contacts[{i}].between", c.between) for i, c in enumerate(plan.contacts))
    yield from ((f"crossings[{i}].between", c.between) for i, c in enumerate(plan.crossings))
    yield from ((f"points[{i}].touching", c.touching) for i, c in enumerate(plan.points))
    yield from ((f"points[{i}].facing", c.facing) for i, c in enumerate(plan.points))
    yield from ((f"fleets_by_water[{i}]", pair) for i, pair in enumerate(plan.fleets_by_water))
    yield from ((f"rivers[{i}].pairs", pair) for i, river in enumerate(plan.rivers) for pair in river.pairs)


def _shared(plan: Plan, board: MapFile, seeds: dict[str, list[Place]]) -> Iterator[tuple[str, str]]:
    """Places that two provinces, or a province and an area, are both given."""
    owner: dict[Place, str] = {}
    names = {p.id: f"{p.name} ({p.id})" for p in board.provinces}
    places = [(f"seeds.{name}", names[name], found) for name, found in seeds.items()]
    places += [(f"areas[{i}].seeds", area.name or area.id, area.seeds) for i, area in enumerate(plan.areas)]
    for key, name, found in places:
        for place in dict.fromkeys(found):
            if place in owner:
                yield key, f"{owner[place]} and {name} both begin at ({place[0]:g}, {place[1]:g}); move one of them"
            owner.setdefault(place, name)


def _links(plan: Plan, board: MapFile) -> Iterator[tuple[str, str]]:
    """Pairs that the map does not join, though what the plan says of them needs it."""
    edges = [*board.army_adjacency, *board.fleet_adjacency]
    joined = {frozenset(end.partition("/")[0].lower() for end in edge) for edge in edges}
    names = {p.id: f"{p.name} ({p.id})" for p in board.provinces}
    for key, (one, other) in _pairs(plan):
        if one == other:
            yield key, f"joins {names.get(one, one)} to itself; name two provinces"
        elif one in names and other in names and frozenset((one.lower(), other.lower())) not in joined:
            yield key, f"{names[one]} and {names[other]} are not adjacent in map.json; take this out, or add the edge"
