"""Where things stand: every point in its own province, tokens with room, none on top of another."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from talleyrand.atlas.check.coasts import Run
from talleyrand.atlas.check.faces import Face, contains, distance, spot
from talleyrand.atlas.check.facts import Facts
from talleyrand.atlas.check.rings import Finding
from talleyrand.atlas.geometry import Geometry, Point, ProvinceDrawing
from talleyrand.board.quoted import shortened

_BESIDE = 3.0
"""How many radii of a token the name of a small land may stand off its shore."""
_APART = 1.9
"""How many radii two tokens are apart that do not look like one."""


def point_findings(
    geometry: Geometry, faces: Sequence[Face], facts: Facts, coasts: Mapping[str, list[tuple[str, Run]]]
) -> Iterator[Finding]:
    """Points outside their province, marks where there is no centre, coasts without a place or with a wrong one."""
    by_key = {face.key: face for face in faces}
    for key, drawing in geometry.provinces.items():
        place = f"provinces.{key}"
        face = by_key[place]
        for name, point in _points(drawing):
            if contains(face, point):
                continue
            if name != "label" or not _at_sea(face, point, faces):
                yield Finding(f"{place}.{name}", f"{spot(point)} lies outside {face.name}; move it inside")
            elif (away := clearance(face, point)) > _BESIDE * geometry.token:
                text = (
                    f"{spot(point)} lies {away:.0f} away from {face.name}; a name stands in its province or beside it"
                )
                yield Finding(f"{place}.{name}", text)
        province = facts.board.provinces.get(face.province)
        if province is None:
            continue
        if province.center and drawing.center is None:
            yield Finding(f"{place}.center", f"is missing, but {face.name} is a supply centre; say where its mark goes")
        if not province.center and drawing.center is not None:
            yield Finding(f"{place}.center", f"is given, but {face.name} is no supply centre; take it out")
        declared, given = {coast.lower() for coast in province.coasts}, {coast.lower() for coast in drawing.coasts}
        for coast in drawing.coasts:
            if coast != coast.lower() in declared:
                yield Finding(f"{place}.coasts.{coast}", f"is written {coast.lower()!r} here: in small letters")
        for coast in sorted(declared - given):
            yield Finding(f"{place}.coasts.{coast}", f"is missing: say where a fleet on that coast of {face.name} lies")
        for coast in sorted(given - declared):
            yield Finding(f"{place}.coasts.{coast}", f"is given, but {face.name} has no such coast; take it out")
        if declared == given and declared:
            yield from _wrong_coast(place, face, drawing, coasts.get(face.province, []))
    for index, area in enumerate(geometry.areas):
        face = by_key[f"areas[{index}]"]
        if area.label is not None and not contains(face, area.label):
            yield Finding(f"areas[{index}].label", f"{spot(area.label)} lies outside {face.name}; move it inside")


def _at_sea(face: Face, point: Point, faces: Sequence[Face]) -> bool:
    """Whether a label of land stands on the water beside it, as that of a small island may."""
    return face.kind == "land" and any(other.wet and contains(other, point) for other in faces)


def _points(drawing: ProvinceDrawing) -> Iterator[tuple[str, Point]]:
    yield "unit", drawing.unit
    yield "label", drawing.label
    if drawing.dislodged is not None:
        yield "dislodged", drawing.dislodged
    if drawing.center is not None:
        yield "center", drawing.center
    for coast, point in drawing.coasts.items():
        yield f"coasts.{coast}", point


def _wrong_coast(
    place: str, face: Face, drawing: ProvinceDrawing, stretches: list[tuple[str, Run]]
) -> Iterator[Finding]:
    """A fleet's place that lies nearer to the shore of another coast than to its own."""
    for coast, point in drawing.coasts.items():
        away: dict[str, float] = {}
        for found, run in stretches:
            away[found.lower()] = min(away.get(found.lower(), math.inf), *(distance(point, s) for s in run.steps))
        nearest = min(away, key=lambda name: away[name], default=coast)
        if coast.lower() in away and nearest != coast.lower():
            text = f"{spot(point)} lies nearer to the {nearest} shore of {face.name}; move it, or swap the two"
            yield Finding(f"{place}.coasts.{coast}", text)


def covered_tokens(geometry: Geometry) -> Iterator[Finding]:
    """Tokens of which one would hide another: nearer than a radius."""
    for (key, one), (other_key, other) in _near_tokens(geometry, geometry.token):
        text = (
            f"the tokens at {spot(one)} and {spot(other)} ({shortened(other_key)}) lie on each other; move them apart"
        )
        yield Finding(key, text)


def token_warnings(geometry: Geometry, faces: Sequence[Face]) -> Iterator[Finding]:
    """Warnings of tokens that hang over a border or touch another."""
    by_key = {face.key: face for face in faces}
    for key, drawing in geometry.provinces.items():
        face = by_key[f"provinces.{key}"]
        room = clearance(face, drawing.unit)
        if contains(face, drawing.unit) and room < geometry.token:
            text = f"has room for a token of {room:.1f}, and tokens are {geometry.token:g}; {face.name} is tight"
            yield Finding(f"provinces.{key}.unit", text)
    for (key, one), (other_key, other) in _near_tokens(geometry, _APART * geometry.token):
        apart = math.dist(one, other)
        if apart >= geometry.token:
            yield Finding(
                key,
                f"its token touches that of {other_key}: {apart:.1f} apart, and two of {geometry.token:g} want more",
            )


def clearance(face: Face, point: Point) -> float:
    """How far a point is from the border of its face."""
    return min(distance(point, step) for loop in face.loops for step in loop.segments())


def _near_tokens(geometry: Geometry, reach: float) -> Iterator[tuple[tuple[str, Point], tuple[str, Point]]]:
    """Every two places of tokens that may be used at once and are nearer than ``reach``."""
    places = [
        (f"provinces.{key}.{name}", key, name, point)
        for key, drawing in geometry.provinces.items()
        for name, point in _points(drawing)
        if name in ("unit", "dislodged") or name.startswith("coasts.")
    ]
    places.sort(key=lambda place: place[3])
    for number, (key, province, name, point) in enumerate(places):
        for other_key, other_province, other_name, other in places[number + 1 :]:
            if other[0] - point[0] >= reach:
                break
            if province == other_province and "dislodged" not in (name, other_name):
                continue  # an army and a fleet on a coast are never there together
            if math.dist(point, other) < reach:
                yield (key, point), (other_key, other)
