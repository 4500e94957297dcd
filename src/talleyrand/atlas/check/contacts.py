"""Which provinces touch, held against which are adjacent; and the crossings that stand in for a border."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from talleyrand.atlas.check.faces import Face, Segment, contains, distance, spot
from talleyrand.atlas.check.facts import Facts, Pair, pair
from talleyrand.atlas.check.plan import Plan
from talleyrand.atlas.check.rings import Finding, in_frame
from talleyrand.atlas.geometry import Crossing, Geometry, Point
from talleyrand.variants.spelling import did_you_mean

SHORT = 10.0
"""A border of less than this is easily overlooked, in the map's units on a frame 1,000 wide."""
_POINTS = ("point", "delta")


@dataclass(frozen=True)
class Contacts:
    """The pairs of provinces that share a border, with it, and those that meet in a point only, with the point."""

    borders: Mapping[Pair, tuple[Segment, ...]]
    points: Mapping[Pair, Point]
    crossings: Mapping[Pair, Crossing]

    def wanted(self, facts: Facts) -> frozenset[Pair]:
        """The adjacencies that the drawing shows by a border."""
        return facts.either - self.crossings.keys()


def contacts_of(plan: Plan, facts: Facts) -> Contacts:
    """Who touches whom on the drawing."""
    ids = [face.province for face in plan.faces]
    borders = {
        pair(ids[one], ids[other]): steps
        for (one, other), steps in plan.borders.items()
        if ids[one] and ids[other] and not facts.free(ids[one]) and not facts.free(ids[other])
    }
    points: dict[Pair, Point] = {}
    for point, who in sorted(plan.meeting.items()):
        present = sorted(ids[index] for index in who if ids[index] and not facts.free(ids[index]))
        for number, one in enumerate(present):
            for other in present[number + 1 :]:
                if (one, other) not in borders:
                    points.setdefault((one, other), point)
    crossings = {pair(*(end.upper() for end in crossing.between)): crossing for crossing in plan.geometry.crossings}
    return Contacts(borders, points, crossings)


def contact_findings(contacts: Contacts, facts: Facts) -> Iterator[Finding]:
    """Contacts that are missing and contacts that should not be."""
    for joined in sorted(contacts.wanted(facts) - contacts.borders.keys()):
        point = contacts.points.get(joined)
        hint = "let them share a border, or list a crossing"
        if point is not None:
            hint = f"they meet in a point at {spot(point)} only; list a crossing of kind point, or widen the border"
        yield Finding(_key(joined), f"{facts.names(joined)} are adjacent but do not touch: {hint}")
    for joined in sorted(contacts.borders.keys() - facts.either):
        steps = contacts.borders[joined]
        size = length(steps)
        text = f"{facts.names(joined)} touch along {size:.1f} at {spot(steps[0][0])} but are not adjacent"
        yield Finding(_key(joined), f"{text}: draw something between them")
    for joined in sorted(contacts.points.keys() - facts.either):
        text = f"{facts.names(joined)} meet in a point at {spot(contacts.points[joined])} but are not adjacent"
        yield Finding(_key(joined), f"{text}: part them, so that nobody takes them for neighbours")


def crossing_mark_findings(plan: Plan, contacts: Contacts, facts: Facts) -> Iterator[Finding]:
    """Crossings between what is not adjacent, or touches anyway, or is drawn elsewhere."""
    seen: set[Pair] = set()
    faces = {face.province: face for face in plan.faces if face.province}
    for index, crossing in enumerate(plan.geometry.crossings):
        key = f"crossings[{index}]"
        joined = pair(*(end.upper() for end in crossing.between))
        unknown = [end for end in crossing.between if end.upper() not in facts.board.provinces]
        if unknown:
            near = did_you_mean(unknown[0], [name.lower() for name in facts.board.provinces])
            yield Finding(key, f"{unknown[0]!r} is no province of map.json{near}")
            continue
        if joined in seen:
            yield Finding(key, f"the crossing between {facts.names(joined)} is listed twice; once will do")
            continue
        seen.add(joined)
        if joined not in facts.either:
            yield Finding(key, f"{facts.names(joined)} are not adjacent; take the crossing out, or add the edge")
        elif joined in contacts.borders:
            yield Finding(key, f"{facts.names(joined)} share a border, so there is nothing to cross; take it out")
        elif crossing.kind in _POINTS and joined not in contacts.points:
            text = f"{facts.names(joined)} have no point in common; draw the {crossing.kind} as one point of both"
            yield Finding(key, f"{text}, or call the crossing a strait")
        elif facts.marked is not None and joined not in facts.marked:
            text = f"map.json does not say that {facts.names(joined)} are joined without touching"
            yield Finding(key, f"{text}; add them to its crossings, or to straits or mutual_groups in its features")
        if any(not in_frame(plan.geometry, point) for point in crossing.line):
            yield Finding(f"{key}.line", "leaves the frame; draw it within")
        elif joined in facts.either:
            for end in joined:
                if end in faces and not _reached(faces[end], crossing.line, 2 * plan.geometry.token):
                    yield Finding(f"{key}.line", f"stays away from {facts.name(end)}; draw it from shore to shore")


def _reached(face: Face, line: list[Point], reach: float) -> bool:
    """Whether an end of a line lies on a face or near it."""
    return any(
        contains(face, end) or any(distance(end, step) <= reach for loop in face.loops for step in loop.segments())
        for end in (line[0], line[-1])
    )


def short_borders(contacts: Contacts, geometry: Geometry) -> Iterator[Finding]:
    """Warnings of borders that a reader may overlook."""
    least = SHORT * max(geometry.width, geometry.height) / 1400
    for joined, steps in sorted(contacts.borders.items()):
        if length(steps) < least:
            text = f"touch along {length(steps):.1f} only, at {spot(steps[0][0])}; widen it to {least:.0f} or more"
            yield Finding(_key(joined), text)


def length(steps: tuple[Segment, ...]) -> float:
    """How long a border is."""
    return math.fsum(math.dist(a, b) for a, b in steps)


def _key(joined: Pair) -> str:
    return f"provinces.{joined[0].lower()}, provinces.{joined[1].lower()}"
