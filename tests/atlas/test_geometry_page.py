"""The page on drawn maps names every key there is, and the schema fits the maps there are."""

import json
import re
from pathlib import Path

import pytest

from talleyrand.atlas.document import geometry_schema
from talleyrand.atlas.geometry import Area, Crossing, Geometry, Islet, Line, ProvinceDrawing, Shape
from talleyrand.variants.registry import LIBRARY, names

PAGE = Path(__file__).parents[2] / "docs" / "geometry.md"
PARTS = (Geometry, ProvinceDrawing, Shape, Area, Islet, Line, Crossing)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_every_key_is_described(part: type) -> None:
    told = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8")))
    assert set(part.__struct_fields__) <= told


def test_every_kind_of_crossing_is_described() -> None:
    told = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8")))
    assert set(geometry_schema()["$defs"]["Crossing"]["properties"]["kind"]["enum"]) <= told


@pytest.mark.parametrize("name", names())
def test_library_maps_say_where_they_come_from(name: str) -> None:
    document = json.loads((LIBRARY / name / "geometry.json").read_text(encoding="utf-8"))
    assert document["attribution"].strip()
    assert set(document) <= set(geometry_schema()["$defs"]["Geometry"]["properties"])
