"""The whole check of a drawn map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from talleyrand.atlas.check.coasts import coast_findings, coasts_of, passage_findings
from talleyrand.atlas.check.contacts import contact_findings, contacts_of, crossing_mark_findings, short_borders
from talleyrand.atlas.check.crossings import crossing_findings
from talleyrand.atlas.check.extras import extra_findings
from talleyrand.atlas.check.faces import Face, faces_of
from talleyrand.atlas.check.facts import Facts, facts_of
from talleyrand.atlas.check.places import covered_tokens, point_findings, token_warnings
from talleyrand.atlas.check.plan import Plan, tiling_findings
from talleyrand.atlas.check.rings import Finding, ring_findings
from talleyrand.atlas.geometry import Geometry
from talleyrand.board.province import Terrain
from talleyrand.variants.faults import Fault
from talleyrand.variants.sources import GEOMETRY
from talleyrand.variants.spelling import did_you_mean
from talleyrand.variants.variant import Variant


class Survey(NamedTuple):
    """What a check found: faults, warnings that fault nothing, and how many of the wanted contacts are drawn."""

    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    contacts: int
    wanted: int
    crossings: int

    def __str__(self) -> str:
        number = f"{self.crossings} crossing{'' if self.crossings == 1 else 's'}"
        return f"{self.contacts} of {self.wanted} contacts, {number}"


def check_geometry(geometry: Geometry, variant: Variant, file: str = GEOMETRY) -> list[Fault]:
    """Every fault of a drawn map, each with the file, the key in it and what to do; none where it is sound."""
    return list(survey(geometry, variant, file).faults)


def survey(geometry: Geometry, variant: Variant, file: str = GEOMETRY) -> Survey:
    """A drawn map held against the variant's adjacency.

    Rings that are no rings are all that is told of: nothing else can be said of such a map.
    """
    facts, faces = facts_of(variant), faces_of(geometry, variant)
    faults = [*_presence(geometry, faces, facts), *ring_findings(geometry, faces)]
    broken = any(".shapes[" in fault.key for fault in faults)
    if broken:
        return Survey(_told(file, faults), (), 0, len(facts.either), len(geometry.crossings))
    plan = Plan(geometry, faces)
    contacts = contacts_of(plan, facts)
    wanted = contacts.wanted(facts)
    faults += [
        *crossing_findings(geometry, faces),
        *tiling_findings(plan),
        *contact_findings(contacts, facts),
        *crossing_mark_findings(plan, contacts, facts),
        *passage_findings(plan, contacts, facts),
        *coast_findings(plan, contacts, facts),
        *point_findings(geometry, faces, facts, coasts_of(plan, facts)),
        *covered_tokens(geometry),
        *extra_findings(geometry, facts),
    ]
    warnings = [*short_borders(contacts, geometry), *token_warnings(geometry, faces)]
    drawn = len(wanted & contacts.borders.keys())
    return Survey(_told(file, faults), _told(file, warnings), drawn, len(wanted), len(geometry.crossings))


def _told(file: str, findings: Iterable[Finding]) -> tuple[Fault, ...]:
    return tuple(Fault(file, finding.key, finding.message) for finding in findings)


def _presence(geometry: Geometry, faces: Iterable[Face], facts: Facts) -> Iterator[Finding]:
    drawn = {face.province for face in faces if face.province}
    undrawn = [name.lower() for name in facts.board.provinces if name not in drawn]
    for key in geometry.provinces:
        if key.upper() not in facts.board.provinces:
            near = did_you_mean(key, undrawn)
            yield Finding(
                f"provinces.{key}", f"is no province of map.json{near or '; take it out, or make it an area'}"
            )
        elif key != key.lower():
            yield Finding(f"provinces.{key}", f"is written {key.lower()!r} here: ids stand in small letters")
    for province in facts.board.provinces.values():
        if province.id not in drawn and province.terrain is not Terrain.IMPASSABLE:
            yield Finding(f"provinces.{province.id.lower()}", f"is missing: draw {province.name}")
