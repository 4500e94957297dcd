"""Filling in what a drawn map lacks."""

from __future__ import annotations

import msgspec
from shapely.geometry import Polygon

from talleyrand.atlas.geometry import Geometry
from talleyrand.atlas.make.place import Placer, shape_of


def place_missing(geometry: Geometry) -> Geometry:
    """The same map with a place for a dislodged unit in every province that has none."""
    placer = Placer(geometry.token, [Polygon(islet.outline) for islet in geometry.islets])
    provinces = {}
    for name, drawing in geometry.provinces.items():
        if drawing.dislodged is None:
            stands = [drawing.unit, *drawing.coasts.values()]
            spot = placer.aside(shape_of(drawing.shapes), stands, drawing.label)
            drawing = msgspec.structs.replace(drawing, dislodged=spot)
        provinces[name] = drawing
    return msgspec.structs.replace(geometry, provinces=provinces)
