from __future__ import annotations

from pathlib import Path

import pytest

from talleyrand.variants.scaffold import new_variant

for package in ("numba", "numpy", "scipy", "shapely"):
    pytest.importorskip(package)

PLAN = """
fleets_by_water = []

[frame]
width = 700
height = 500
token = 12
legend = [10, 440, 200, 50]

[cells]
pitch = 14
seed = 1

[solve]
contact = 14
least_land = 3200
least_sea = 9000
tries = 400000

[smooth]
coast = 4

[seeds]
bay = [[150, 60], [430, 30], [600, 90]]
cap = [[40, 250], [120, 250]]
har = [[250, 150], [330, 130]]
isl = [[600, 250]]
mar = [[250, 260]]
mil = [[370, 210]]
por = [[250, 360], [330, 370]]
qua = [[370, 300]]
sou = [[150, 440], [430, 470], [600, 410]]

[[areas]]
id = "cliffs"
name = "The Cliffs"
kind = "land"
seeds = [[450, 180], [460, 250], [450, 330]]
least = 3000
"""


@pytest.fixture
def isles(tmp_path: Path) -> Path:
    """A small variant with an invented coast: two seas, a cape with two coasts, an isle."""
    folder = tmp_path / "isles"
    new_variant(folder, "Isles")
    (folder / "atlas.toml").write_text(PLAN, encoding="utf-8")
    return folder
