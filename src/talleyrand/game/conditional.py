"""Retreats sent with the movement orders, to be made if the unit is dislodged (X-A8).

One line a unit: the unit, a word for retreat, and places in order of preference::

    A Mun R Boh, Tyr
    Army Munich retreats to Bohemia or else Tyrolia, else disband
    If dislodged, F Bel R Nth > Eng

The places are parted by commas, "or", "then", "else" or ">". The unit goes to the first of them that is open to it;
where none is, or none was named, it disbands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from talleyrand.board.board import Board
from talleyrand.board.calendar import RETREAT, Phase
from talleyrand.board.position import Dislodged, Position
from talleyrand.board.unit import Location, Power, Unit
from talleyrand.orders.model import Disband, Retreat
from talleyrand.orders.policy import ReadingPolicy, SetMerge
from talleyrand.orders.read import read
from talleyrand.orders.reading import Reading
from talleyrand.orders.sheet import Sheet, Submission

_LINE = re.compile(
    r"""^(?P<lead>[\s>*•\-–]*)
    (?:(?:if|when)\s+dislodged\s*[,:]?\s*)?
    (?:if\s+)?(?P<unit>(?:a|f|army|fleet)\b[^,;>\n]*?)
    (?:\s+is)?(?:\s*,?\s*(?:(?:if|when)\s+)?dislodged\s*[,:]?)?
    \s+(?:will\s+)?(?:retreats?|retreating|ret\.?|r|withdraws?)\b\.?
    (?:\s+to\b)?[\s:\-–>→]*
    (?P<places>.*)$""",
    re.IGNORECASE | re.VERBOSE,
)
_PARTED = re.compile(r"\s*(?:[,;>]|\b(?:or|then|and|else|otherwise)\b)\s*", re.IGNORECASE)
_UNIT = re.compile(r"(?:a|f|army|fleet)\s+\S", re.IGNORECASE)
_DISBAND = re.compile(r"(?:disbands?|removed?|destroyed|d)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Wishes:
    """A power's conditional retreats: the places each unit would go to, in order, and how each was read."""

    places: dict[Unit, tuple[Location, ...]] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()


def split(text: str) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """The movement orders of a text, and its conditional retreats as (unit, places) in the words of the player."""
    kept: list[str] = []
    found: list[tuple[str, tuple[str, ...]]] = []
    for line in text.split("\n"):
        match = _LINE.match(line)
        if match is None:
            kept.append(line)
            continue
        places: list[str] = []
        words = match["places"].strip()
        while words:
            parted = _PARTED.search(words)
            word = words[: parted.start()] if parted else words
            if places and _UNIT.match(words):
                kept.append(words)
                break
            if _DISBAND.match(word):
                break
            if word.strip(" ."):
                places.append(word.strip(" ."))
            words = words[parted.end() :] if parted else ""
        found.append((match["unit"].strip(), tuple(places)))
    return "\n".join(kept), tuple(found)


def wishes_of(
    power: Power,
    submissions: Sequence[Submission],
    sheet: Sheet,
    position: Position,
    board: Board,
    policy: ReadingPolicy,
) -> Wishes:
    """A power's conditional retreats in force: those of the sets in force, and of later ones that hold nothing else."""
    counted = set(sheet.sets_in_force)
    since = max(counted, default=-1) if policy.sets is SetMerge.REPLACE_SET else -1
    places: dict[Unit, tuple[Location, ...]] = {}
    readings: list[Reading] = []
    for submission in sorted(submissions, key=lambda submission: submission.seq):
        movement, lists = split(submission.raw)
        if submission.seq in counted or (not movement.strip() and submission.seq > since):
            for unit, words in lists:
                _read_list(unit, words, _own(position, power), board, policy, places, readings)
    return Wishes(places, tuple(readings))


def _read_list(
    unit: str,
    words: Sequence[str],
    position: Position,
    board: Board,
    policy: ReadingPolicy,
    places: dict[Unit, tuple[Location, ...]],
    readings: list[Reading],
) -> None:
    wanted: list[Location] = []
    who: Unit | None = None
    for word in words or ("",):
        text = f"{unit} R {word}" if word else f"{unit} D"
        for reading in read(text, board, kind=RETREAT, position=position, policy=policy):
            readings.append(reading)
            if reading.status.counts and isinstance(reading.order, Retreat):
                who = reading.order.unit
                wanted.append(reading.order.to)
            elif reading.status.counts and isinstance(reading.order, Disband):
                who = reading.order.unit
    if who is not None:
        places[who] = tuple(wanted)


def _own(position: Position, power: Power) -> Position:
    """The position as it would be if every unit of a power were dislodged, for reading what each would then do."""
    phase = Phase(position.phase.season, position.phase.year, RETREAT)
    dislodged = tuple(Dislodged(power, unit, None) for unit in position.units_of(power))
    return replace(position, phase=phase, units={}, dislodged=dislodged)
