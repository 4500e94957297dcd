"""Places to points, and the coastline shipped."""

from __future__ import annotations

import numpy as np
import pytest

from talleyrand.atlas.make import coastline
from talleyrand.atlas.make.plan import Frame, Lens, Plan, Projection
from talleyrand.atlas.make.projection import Projector

VIEW = Projection(center=(10.0, 50.0), origin=(500.0, 400.0), scale=0.4, window=(-20, 30, 40, 70), compress=1e7)


def _plan(**more: object) -> Plan:
    return Plan(frame=Frame(width=1000, height=800), **more)  # type: ignore[arg-type]


def test_the_centre_lies_at_the_origin_and_north_is_up() -> None:
    projector = Projector(_plan(projection=VIEW))
    assert projector.point((10.0, 50.0)) == pytest.approx([500.0, 400.0])
    x, y = projector.point((10.0, 51.0))
    assert x == pytest.approx(500.0)
    assert y == pytest.approx(400 - 0.4 * 6371 * np.radians(1), abs=0.05)


def test_a_lens_enlarges_its_middle_and_leaves_what_is_far() -> None:
    lens = Lens(at=(100.0, 100.0), radius=20.0, across=0.5, down=0.0)
    near, far = Projector(_plan(lenses=[lens])).points([(101.0, 101.0), (400.0, 100.0)])
    assert near == pytest.approx([101.5, 101.0], abs=0.01)
    assert far == pytest.approx([400.0, 100.0])


def test_without_a_projection_places_are_points() -> None:
    assert Projector(_plan()).point((12.5, 7.0)) == pytest.approx([12.5, 7.0])


@pytest.mark.parametrize(("place", "dry"), [((2.3, 48.8), True), ((9.0, 42.2), True), ((5.0, 40.0), False)])
def test_land_is_where_it_is(place: tuple[float, float], dry: bool) -> None:
    from shapely.geometry import Point

    assert coastline.land_in((-20, 30, 40, 70)).contains(Point(place)) is dry


def test_a_border_lies_between_its_countries() -> None:
    lines = coastline.borders([("Portugal", "Spain")])
    west, south, east, north = np.array([line.bounds for line in lines]).T
    assert west.min() > -9 and east.max() < -6 and south.min() > 36.9 and north.max() < 42.3
    assert coastline.borders([("Atlantis", "Spain")]) == []
