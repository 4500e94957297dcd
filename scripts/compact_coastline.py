"""Make the shipped coastline from ``countries-50m.json`` of the npm package ``world-atlas`` 2.0.2.

Usage: python scripts/compact_coastline.py countries-50m.json src/talleyrand/atlas/make/data/coastline.json

Keeps what lies in the window of the built-in maps: pieces outside it go, and so does the detail of lines outside it.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

WEST, SOUTH, EAST, NORTH = -58.0, 15.0, 92.0, 83.0
STEP = 0.01
"""Degrees a unit: about a kilometre."""
SPARE = 25
"""Of the points outside the window, one in so many stays."""


def inside(point: tuple[float, float]) -> bool:
    return WEST <= point[0] <= EAST and SOUTH <= point[1] <= NORTH


def arcs_of(topology: dict[str, Any]) -> list[list[tuple[float, float]]]:
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for deltas in topology["arcs"]:
        x = y = 0
        arc = []
        for dx, dy in deltas:
            x, y = x + dx, y + dy
            arc.append((x * sx + tx, y * sy + ty))
        arcs.append(arc)
    return arcs


def thin(arc: list[tuple[float, float]]) -> list[tuple[int, int]]:
    last = len(arc) - 1
    kept = [p for i, p in enumerate(arc) if i in (0, last) or inside(p) or i % SPARE == 0]
    points = [(round(x / STEP), round(y / STEP)) for x, y in kept]
    slim = points[:1] + [p for q, p in pairwise(points) if p != q]
    return slim if len(slim) > 1 else slim * 2


def main(source: str, target: str) -> None:
    topology = json.loads(Path(source).read_text())
    arcs = arcs_of(topology)
    seen = [any(map(inside, arc)) for arc in arcs]
    number: dict[int, int] = {}
    countries: dict[str, list[list[list[int]]]] = {}

    def ring(indices: list[int]) -> list[int]:
        out = []
        for i in indices:
            real = ~i if i < 0 else i
            new = number.setdefault(real, len(number))
            out.append(~new if i < 0 else new)
        return out

    for thing in topology["objects"]["countries"]["geometries"]:
        pieces = {"Polygon": lambda a: [a], "MultiPolygon": lambda a: a}.get(thing.get("type"), lambda _: [])(
            thing.get("arcs", [])
        )
        kept = [[ring(r) for r in piece] for piece in pieces if any(seen[~i if i < 0 else i] for r in piece for i in r)]
        if kept:
            countries[thing["properties"]["name"]] = kept
    deltas = []
    for real in number:
        points = thin(arcs[real])
        flat = [*points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            flat += [bx - ax, by - ay]
        deltas.append(flat)
    lines = [
        '{"source": "Natural Earth 1:50m, public domain; through npm world-atlas 2.0.2 (countries-50m.json)",',
        f'"step": {STEP},',
        '"countries": {',
        ",\n".join(f"{json.dumps(n)}:{json.dumps(p, separators=(',', ':'))}" for n, p in sorted(countries.items())),
        "},",
        '"arcs": [',
        ",\n".join(json.dumps(d, separators=(",", ":")) for d in deltas),
        "]}",
    ]
    Path(target).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
