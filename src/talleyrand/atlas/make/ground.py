"""Whether the places of a plan lie in the frame, and on land or water as their provinces do."""

from __future__ import annotations

from collections.abc import Iterator

import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Dot
from shapely.geometry.base import BaseGeometry

from talleyrand.atlas.make.plan import PLAN, Place, Plan
from talleyrand.atlas.make.projection import Projector
from talleyrand.atlas.make.rules import Demands
from talleyrand.variants.faults import Fault

BEYOND = 100.0
"""How far over the frame a place on the globe may lie: part of its province is seen."""
OFF = 5.0
"""How far from the land, or the water, a place may lie that begins there."""


def outline_faults(plan: Plan, projector: Projector) -> list[Fault]:
    """The faults of the plan's outlines of land: crossing themselves, enclosing nothing, out of sight."""
    frame = shapely.box(0, 0, plan.frame.width, plan.frame.height)
    faults = []
    for number, ring in enumerate(plan.coast.outlines):
        shape = Polygon(projector.points(ring))
        text = ""
        if shape.area == 0:
            text = "encloses nothing; give the corners of an area, going round it"
        elif not shape.is_valid:
            x, y = crossing(shape)
            text = f"crosses itself at ({x:g}, {y:g}); go round the land, corner by corner"
        elif not shape.intersects(frame):
            text = f"lies outside the frame, {_frame(plan)}; move it inside, or take it out"
        if text:
            faults.append(Fault(PLAN, f"coast.outlines[{number}]", text))
    return faults


def crossing(shape: Polygon) -> Place:
    """About where the outline of a polygon crosses or touches itself."""
    ring = LineString(shape.exterior.coords)
    noded = shapely.get_coordinates(shapely.node(ring))
    given = {tuple(point) for point in shapely.get_coordinates(ring).tolist()}
    found = [point for point in noded.tolist() if tuple(point) not in given]
    if found:
        return round(found[0][0], 1), round(found[0][1], 1)
    points = [tuple(point) for point in shapely.get_coordinates(ring).tolist()[:-1]]
    twice = [point for k, point in enumerate(points) if point in points[:k]] or points
    return round(twice[0][0], 1), round(twice[0][1], 1)


def frame_faults(plan: Plan, demands: Demands, projector: Projector) -> list[Fault]:
    """The places outside the frame."""
    slack = 0.0 if plan.projection is None else BEYOND
    seen = shapely.box(-slack, -slack, plan.frame.width + slack, plan.frame.height + slack)
    faults = []
    for key, name, place in (*_places(demands), *_stands(plan, demands)):
        x, y = projector.point(place)
        if not seen.intersects(Dot(x, y)):
            there = "" if plan.projection is None else f", drawn at ({x:.0f}, {y:.0f})"
            text = f"({place[0]:g}, {place[1]:g}), a place of {name}{there}, lies outside the frame, {_frame(plan)}"
            faults.append(Fault(PLAN, key, f"{text}; move it inside"))
    return faults


def ground_faults(plan: Plan, demands: Demands, projector: Projector, land: BaseGeometry) -> list[Fault]:
    """The places of lands at sea, and of waters on land."""
    frame = shapely.box(0, 0, plan.frame.width, plan.frame.height)
    water = frame.difference(land)
    source = "the outlines" if plan.coast.outlines else "the coastline"
    faults = []
    for key, name, place in _places(demands):
        wet = bool(demands.wet[demands.number[key.partition(".")[2]]]) if key.startswith("seeds.") else _wet(plan, key)
        dot = Dot(projector.point(place))
        if not frame.intersects(dot) or (water if wet else land).distance(dot) <= OFF:
            continue
        kind, there = ("water", "on land") if wet else ("land", "at sea")
        text = f"{name} is {kind}, but its place ({place[0]:g}, {place[1]:g}) lies {there} by {source}"
        remedy = "coast.cuts make water" if wet else "coast.fills make land"
        faults.append(Fault(PLAN, key, f"{text}; move it, or change the coast ({remedy})"))
    return faults


def _wet(plan: Plan, key: str) -> bool:
    return plan.areas[int(key[len("areas[") : key.index("]")])].kind != "land"


def _places(demands: Demands) -> Iterator[tuple[str, str, Place]]:
    """The key of each place that something begins at, whose it is, and the place."""
    for province in demands.board.provinces:
        for place in demands.plan.seeds[province.id]:
            yield f"seeds.{province.id}", f"{province.name} ({province.id})", place
    for number, area in enumerate(demands.plan.areas):
        for place in area.seeds:
            yield f"areas[{number}].seeds", area.name or area.id, place


def _stands(plan: Plan, demands: Demands) -> Iterator[tuple[str, str, Place]]:
    names = {p.id: f"{p.name} ({p.id})" for p in demands.board.provinces}
    for key, table in (("units", plan.units), ("labels", plan.labels)):
        for name, place in table.items():
            yield f"{key}.{name}", names[name], place
    for name, coasts in plan.coasts.items():
        for coast, place in coasts.items():
            yield f"coasts.{name}.{coast}", names[name], place


def _frame(plan: Plan) -> str:
    return f"0 to {plan.frame.width:g} by 0 to {plan.frame.height:g}"
