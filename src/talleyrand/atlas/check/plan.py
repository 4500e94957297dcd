"""Which face borders on which: found by matching each step of a ring with the same step backwards in another."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from talleyrand.atlas.check.faces import Face, Loop, Segment, signed_area, spot, within
from talleyrand.atlas.check.rings import Finding
from talleyrand.atlas.geometry import Geometry, Point


@dataclass
class Plan:
    """The borders of a map. Faces are named by their place in ``faces``."""

    geometry: Geometry
    faces: Sequence[Face]
    steps: dict[Segment, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The faces that have a step, as it runs in them."""

    def __post_init__(self) -> None:
        for index, face in enumerate(self.faces):
            for loop in face.loops:
                for step in loop.segments():
                    self.steps[step].append(index)

    def beyond(self, step: Segment) -> int | None:
        """The face on the other side of a step, None for the frame or where there is none."""
        found = self.steps.get((step[1], step[0]))
        return found[0] if found else None

    def on_frame(self, step: Segment) -> bool:
        """Whether a step runs along the frame."""
        (x1, y1), (x2, y2) = step
        return (x1 == x2 and x1 in (0, self.geometry.width)) or (y1 == y2 and y1 in (0, self.geometry.height))

    @cached_property
    def borders(self) -> Mapping[tuple[int, int], tuple[Segment, ...]]:
        """The common border of two faces, the lower number first, as the first has it."""
        found: dict[tuple[int, int], list[Segment]] = defaultdict(list)
        for step, owners in self.steps.items():
            other = self.beyond(step)
            if other is not None and owners[0] < other:
                found[owners[0], other].append(step)
        return {pair: tuple(steps) for pair, steps in found.items()}

    @cached_property
    def meeting(self) -> Mapping[Point, frozenset[int]]:
        """The faces that have a point on their border."""
        found: dict[Point, set[int]] = defaultdict(set)
        for (point, _), owners in self.steps.items():
            found[point].update(owners)
        return {point: frozenset(who) for point, who in found.items()}


def tiling_findings(plan: Plan) -> Iterator[Finding]:
    """Where the faces do not fill the frame: steps that no neighbour shares, or that two faces both have."""
    whole = True
    loose: dict[int, list[Segment]] = defaultdict(list)
    doubled: dict[tuple[int, ...], list[Segment]] = defaultdict(list)
    for step, owners in plan.steps.items():
        if len(owners) > 1:
            doubled[tuple(sorted(set(owners)))].append(step)
        elif not plan.on_frame(step) and (step[1], step[0]) not in plan.steps:
            loose[owners[0]].append(step)
    for who, steps in sorted(doubled.items()):
        whole = False
        names = " and ".join(plan.faces[index].name for index in who)
        text = f"lies over its neighbour at {spot(steps[0][0])}" if len(who) > 1 else "has a border twice"
        yield Finding(plan.faces[who[0]].key, f"{text} ({names}); each place belongs to one face")
    for index, steps in sorted(loose.items()):
        whole = False
        first, last = steps[0]
        face = plan.faces[index]
        several = len(steps) > 1
        number = f"{len(steps)} border segments, the first" if several else "the border segment"
        yield Finding(
            face.key,
            f"{number} from {spot(first)} to {spot(last)}{', lie' if several else ' lies'} on no neighbour's border"
            f"{_near(plan, index, steps[0])}; give {face.name} and its neighbour the same points",
        )
    yield from (nested := list(_nesting(plan.faces)))
    if whole and not nested:
        yield from _sum(plan)


def _near(plan: Plan, index: int, step: Segment) -> str:
    """Which faces share an end of a step that matches nothing."""
    around = {who for end in step for who in plan.meeting[end] if who != index}
    names = sorted(plan.faces[who].name for who in around)
    return f" (near {', '.join(names)})" if names else ""


def _nesting(faces: Sequence[Face]) -> Iterator[Finding]:
    for face in faces:
        outline: Loop | None = None
        holes: list[Loop] = []
        for loop in face.loops:
            if not loop.hole:
                outline, holes = loop, []
                continue
            inner = _inner(loop)
            if outline is not None and not within(outline, inner):
                yield Finding(loop.key, f"is a hole outside the outline of {face.name}; draw it within")
            elif any(within(hole, inner) or within(loop, _inner(hole)) for hole in holes):
                yield Finding(loop.key, f"lies within another hole of {face.name}; draw them apart")
            holes.append(loop)


def _inner(loop: Loop) -> Point:
    """A point on the border that is no corner, so that rings which touch in a corner are told apart."""
    (x1, y1), (x2, y2) = loop.points[0], loop.points[1]
    return (x1 + x2) / 2, (y1 + y2) / 2


def _sum(plan: Plan) -> Iterator[Finding]:
    frame = plan.geometry.width * plan.geometry.height
    total = math.fsum(signed_area(loop.points) for face in plan.faces for loop in face.loops)
    if abs(total - frame) > frame * 1e-6:
        kind = "overlap" if total > frame else "leave gaps"
        text = f"the faces {kind}: their areas add up to {total:.0f}, and the frame has {frame:.0f}"
        yield Finding("", f"{text}; provinces and areas together fill the frame")
