"""Where fleets may pass: borders that reach the water, and the coasts of provinces that have several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from talleyrand.atlas.check.contacts import Contacts
from talleyrand.atlas.check.faces import Face, Segment, spot
from talleyrand.atlas.check.facts import Facts, Pair, pair
from talleyrand.atlas.check.plan import Plan
from talleyrand.atlas.check.rings import Finding
from talleyrand.atlas.geometry import Point
from talleyrand.board.unit import Location, UnitKind


def passage_findings(plan: Plan, contacts: Contacts, facts: Facts) -> Iterator[Finding]:
    """What kind of unit each drawn border lets pass, held against the tables."""
    by_id = {face.province: face for face in plan.faces if face.province}
    for joined in sorted(contacts.borders.keys() & facts.either):
        one, other = (by_id[end] for end in joined)
        key = f"provinces.{joined[0].lower()}, provinces.{joined[1].lower()}"
        wet = [face.kind in ("sea", "archipelago") for face in (one, other)]
        if any(wet):
            if joined not in facts.fleet:
                text = f"{facts.names(joined)} share a shore, but fleet_adjacency does not join them"
                yield Finding(key, f"{text}; part them, or add the edge")
            continue
        if joined not in facts.army and "archipelago" not in (by_id[end].kind for end in joined):
            text = f"{facts.names(joined)} share a border on land, but army_adjacency does not join them"
            yield Finding(key, f"{text}; part them, or add the edge")
        if joined in facts.inner:
            continue
        end = _water_end(plan, contacts.borders[joined])
        if end is not None and joined not in facts.fleet:
            text = f"the border of {facts.names(joined)} reaches the water at {spot(end)}, but no fleet may pass"
            yield Finding(key, f"{text}; let another land come between, or add the edge to fleet_adjacency")
        elif end is None and joined in facts.fleet:
            text = f"the border of {facts.names(joined)} reaches no water, but a fleet may pass along it"
            yield Finding(key, f"{text}; bring the border to the shore, or take the edge out of fleet_adjacency")


def _water_end(plan: Plan, steps: tuple[Segment, ...]) -> Point | None:
    """A point of a border that lies on the water too."""
    for step in steps:
        for point in step:
            if any(plan.faces[index].wet for index in plan.meeting[point]):
                return point
    return None


@dataclass
class Run:
    """A stretch of shore: the waters along it, the two points where it ends, and the lands beside it there."""

    waters: set[str] = field(default_factory=set)
    lands: dict[str, Point] = field(default_factory=dict)
    steps: list[Segment] = field(default_factory=list)

    @property
    def near(self) -> set[str]:
        """The provinces that a fleet on it could step to."""
        return self.waters | self.lands.keys()


def runs(plan: Plan, face: Face) -> list[Run]:
    """The stretches of shore of a face, going round its rings."""
    found = []
    for loop in face.loops:
        steps = list(loop.segments())
        beyond = [plan.beyond(step) for step in steps]
        wet = [index is not None and plan.faces[index].wet for index in beyond]
        if not any(wet):
            continue
        dry = wet.index(False) if not all(wet) else 0
        turn = [(place + dry) % len(steps) for place in range(len(steps))]
        run: Run | None = None
        for place in turn:
            index = beyond[place]
            if not wet[place] or index is None:
                if run is not None:
                    _beside(plan, run, index, steps[place][0])
                    run = None
                continue
            if run is None:
                run = Run()
                found.append(run)
                before = beyond[place - 1]
                if not wet[place - 1]:
                    _beside(plan, run, before, steps[place][0])
            run.steps.append(steps[place])
            if plan.faces[index].province:
                run.waters.add(plan.faces[index].province)
        if run is not None and not all(wet):
            _beside(plan, run, beyond[turn[0]], steps[turn[0]][0])
    return found


def _beside(plan: Plan, run: Run, index: int | None, point: Point) -> None:
    if index is not None and plan.faces[index].kind == "land":
        run.lands[plan.faces[index].province] = point


def coasts_of(plan: Plan, facts: Facts) -> Mapping[str, list[tuple[str, Run]]]:
    """For each province with several coasts, its stretches of shore, each with the coast whose fleets it fits best."""
    found: dict[str, list[tuple[str, Run]]] = {}
    for face in plan.faces:
        province = facts.board.provinces.get(face.province)
        if province is not None and province.coasts:
            lists = {coast: _listed(facts, Location(province.id, coast)) for coast in province.coasts}
            found[province.id] = [
                (max(lists, key=lambda coast: (len(run.near & lists[coast]), -len(lists[coast] - run.near))), run)
                for run in runs(plan, face)
            ]
    return found


def _listed(facts: Facts, place: Location) -> set[str]:
    return {near.province for near in facts.board.graph.steps(UnitKind.FLEET, place)}


def coast_findings(plan: Plan, contacts: Contacts, facts: Facts) -> Iterator[Finding]:
    """Whether walking round a province with several coasts gives what a fleet on each of them may do."""
    coasts = coasts_of(plan, facts)
    exempt = facts.inner | contacts.crossings.keys()
    for province, stretches in coasts.items():
        for coast in facts.board.provinces[province].coasts:
            place = Location(province, coast)
            drawn = {
                near
                for found, run in stretches
                if found == coast
                for near in _places(run, facts, coasts, pair_exempt=frozenset(exempt), province=province)
            }
            listed = {
                near
                for near in facts.board.graph.steps(UnitKind.FLEET, place)
                if pair(province, near.province) not in exempt
            }
            yield from _differences(place, drawn, listed, facts)


def _places(
    run: Run,
    facts: Facts,
    coasts: Mapping[str, list[tuple[str, Run]]],
    *,
    pair_exempt: frozenset[Pair],
    province: str,
) -> Iterator[Location]:
    for water in run.waters:
        yield Location(water)
    for land, point in run.lands.items():
        if pair(province, land) in pair_exempt:
            continue
        split = [coast for coast, other in coasts.get(land, ()) if point in other.lands.values()]
        yield Location(land, split[0] if split else "")


def _differences(place: Location, drawn: set[Location], listed: set[Location], facts: Facts) -> Iterator[Finding]:
    key = f"provinces.{place.province.lower()}"
    here = f"the {place.coast.lower()} coast of {facts.name(place.province)}"
    if not drawn:
        yield Finding(key, f"{here} is not drawn: no stretch of shore lies on {_list(listed)}; draw one")
        return
    for near in sorted(listed - drawn):
        text = f"on {here} a fleet may go to {_place(near)}, but that stretch of shore does not reach it"
        yield Finding(key, f"{text}; move the border, or take the edge out of fleet_adjacency")
    for near in sorted(drawn - listed):
        text = f"{here} is drawn along {_place(near)}, where a fleet on it may not go"
        yield Finding(key, f"{text}; move the border, or add the edge to fleet_adjacency")


def _place(near: Location) -> str:
    return str(near).lower()


def _list(places: set[Location]) -> str:
    return ", ".join(sorted(map(_place, places))) or "any water"
