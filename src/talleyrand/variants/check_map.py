"""The map: terrain, coasts, edges, and whether every province can be reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from talleyrand.variants.faults import Fault
from talleyrand.variants.schema import MapFile, ProvinceEntry
from talleyrand.variants.sources import MAP

_COASTS = ("nc", "sc", "ec", "wc")
_NO_ARMY = {"sea": "is sea", "impassable": "is impassable", "archipelago": "takes armies by convoy only"}
_NO_FLEET = {"inland": "is inland", "impassable": "is impassable"}


def map_faults(board: MapFile, powers: set[str]) -> Iterator[Fault]:
    """Faults of provinces, coasts and edges."""
    by_id = {entry.id.lower(): entry for entry in board.provinces}
    if not board.provinces:
        yield Fault(MAP, "provinces", "is empty; a map has provinces")
        return
    for entry in board.provinces:
        yield from _province_faults(entry, powers)
        yield from _coast_faults(entry)
    yield from _edge_faults("army_adjacency", board.army_adjacency, by_id, _army_end)
    yield from _edge_faults("fleet_adjacency", board.fleet_adjacency, by_id, _fleet_end)
    yield from _bare_coasts(board)
    yield from _unreachable(board, by_id)
    yield from _mark_faults(board, by_id)


def _province_faults(entry: ProvinceEntry, powers: set[str]) -> Iterator[Fault]:
    key = f"provinces[{entry.id}]"
    if entry.home_of is not None and entry.home_of not in powers:
        yield Fault(MAP, f"{key}.home_of", f"{entry.home_of!r} is no power; the powers are {', '.join(sorted(powers))}")
    if entry.home_of is not None and not entry.supply_center:
        yield Fault(MAP, f"{key}.home_of", f"{entry.name} is no supply centre, so it cannot be a home centre")
    if entry.kind == "impassable" and entry.supply_center:
        yield Fault(MAP, f"{key}.supply_center", f"{entry.name} is impassable, so nobody could take it")


def _coast_faults(entry: ProvinceEntry) -> Iterator[Fault]:
    key = f"provinces[{entry.id}]"
    coasts = [coast.lower() for coast in entry.coasts]
    for coast in coasts:
        if coast not in _COASTS:
            yield Fault(MAP, f"{key}.coasts", f"{coast!r} is no coast; write one of {', '.join(_COASTS)}")
    if coasts and entry.kind != "coastal":
        yield Fault(MAP, f"{key}.coasts", f"{entry.name} is {entry.kind}; only coastal land has a split coast")
    if len(coasts) == 1:
        yield Fault(MAP, f"{key}.coasts", "has one entry; an unsplit coast is written as an empty list")
    if len(set(coasts)) < len(coasts):
        yield Fault(MAP, f"{key}.coasts", "names a coast twice")
    taken = Counter(alias.lower() for aliases in entry.coast_aliases.values() for alias in aliases)
    for coast, aliases in entry.coast_aliases.items():
        if coast.lower() not in coasts:
            yield Fault(MAP, f"{key}.coast_aliases.{coast}", f"{coast!r} is no declared coast of {entry.name}")
        for alias in aliases:
            if alias.lower() in coasts or taken[alias.lower()] > 1:
                yield Fault(MAP, f"{key}.coast_aliases.{coast}", f"{alias!r} would mean two coasts of {entry.name}")
    for coast in entry.coast_lonlat:
        if coast.lower() not in coasts:
            yield Fault(MAP, f"{key}.coast_lonlat.{coast}", f"{coast!r} is no declared coast of {entry.name}")


def _army_end(entry: ProvinceEntry, coast: str) -> str:
    if coast:
        return f"names a coast of {entry.name}, but armies have none"
    return f"leads an army into {entry.name}, which {_NO_ARMY[entry.kind]}" if entry.kind in _NO_ARMY else ""


def _fleet_end(entry: ProvinceEntry, coast: str) -> str:
    if entry.kind in _NO_FLEET:
        return f"leads a fleet into {entry.name}, which {_NO_FLEET[entry.kind]}"
    coasts = [declared.lower() for declared in entry.coasts]
    if coast and coast not in coasts:
        return f"names the coast {entry.id}/{coast}, which {entry.name} does not declare"
    if coasts and not coast:
        wanted = " or ".join(f"{entry.id}/{declared}" for declared in coasts)
        return f"must name a coast of {entry.name}: {wanted}"
    return ""


def _edge_faults(
    name: str, edges: Iterable[tuple[str, str]], by_id: dict[str, ProvinceEntry], fault_of_end: Any
) -> Iterator[Fault]:
    seen: dict[frozenset[str], int] = {}
    for index, (one, other) in enumerate(edges):
        key = f"{name}[{index}]"
        for end in (one, other):
            province, slash, coast = end.lower().partition("/")
            if province not in by_id:
                yield Fault(MAP, key, f"{end!r} is no province; write the id of one that is listed")
            elif text := fault_of_end(by_id[province], coast if slash else ""):
                yield Fault(MAP, key, f"[{one}, {other}] {text}")
        if one.lower().partition("/")[0] == other.lower().partition("/")[0]:
            yield Fault(MAP, key, f"[{one}, {other}] joins a province to itself")
            continue
        pair = frozenset((one.lower(), other.lower()))
        if pair in seen:
            yield Fault(
                MAP, key, f"[{one}, {other}] was given at {name}[{seen[pair]}]; an edge goes both ways, once will do"
            )
        seen.setdefault(pair, index)


def _bare_coasts(board: MapFile) -> Iterator[Fault]:
    used = {end.lower() for edge in board.fleet_adjacency for end in edge}
    for entry in board.provinces:
        key = f"provinces[{entry.id}]"
        for coast in entry.coasts:
            if f"{entry.id}/{coast}".lower() not in used:
                yield Fault(
                    MAP, f"{key}.coasts", f"no fleet edge leads to {entry.id}/{coast}; add one, or drop the coast"
                )
        if entry.kind == "coastal" and not entry.coasts and entry.id.lower() not in used:
            yield Fault(
                MAP,
                f"{key}.kind",
                f"{entry.name} is coastal, but no fleet edge leads there; add one, or make it inland",
            )


def _unreachable(board: MapFile, by_id: dict[str, ProvinceEntry]) -> Iterator[Fault]:
    near: dict[str, set[str]] = {entry.id.lower(): set() for entry in board.provinces if entry.kind != "impassable"}
    for edge in (*board.army_adjacency, *board.fleet_adjacency):
        one, other = (end.lower().partition("/")[0] for end in edge)
        if one in near and other in near and one != other:
            near[one].add(other)
            near[other].add(one)
    parts: list[set[str]] = []
    left = set(near)
    while left:
        part, queue = set(), [min(left)]
        while queue:
            here = queue.pop()
            if here not in part:
                part.add(here)
                queue.extend(near[here])
        parts.append(part)
        left -= part
    for part in sorted(parts, key=lambda found: (-len(found), min(found)))[1:]:
        for province in sorted(part):
            name = by_id[province].name
            yield Fault(
                MAP,
                f"provinces[{by_id[province].id}]",
                f"{name} cannot be reached from the rest of the map; add an edge",
            )


def _mark_faults(board: MapFile, by_id: dict[str, ProvinceEntry]) -> Iterator[Fault]:
    edges = {
        "army": {frozenset(end.lower() for end in edge) for edge in board.army_adjacency},
        "fleet": {frozenset(end.lower().partition("/")[0] for end in edge) for edge in board.fleet_adjacency},
    }
    for index, crossing in enumerate(board.crossings):
        pair = frozenset(end.lower() for end in crossing.between)
        for unit in crossing.units:
            if pair not in edges[unit]:
                text = f"{' and '.join(crossing.between)} are not joined for a {unit} in {unit}_adjacency"
                yield Fault(MAP, f"crossings[{index}]", text)
    for name, value in board.features.items():
        for word in _strings(value):
            if word.lower() not in by_id:
                yield Fault(MAP, f"features.{name}", f"{word!r} is no province")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
