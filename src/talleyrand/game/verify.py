"""Whether a record is what its orders lead to: every phase adjudicated again, the first difference named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from talleyrand.game.difference import Difference, first_difference
from talleyrand.game.history import events_differ
from talleyrand.game.ledger import Entry, Kind, OrderSet, Origin
from talleyrand.game.report_json import write_reading, write_report
from talleyrand.game.sheets import readings_of
from talleyrand.game.state import Game
from talleyrand.game.wire import write_position
from talleyrand.orders.sheet import Submission


def verify(game: Game) -> Difference | None:
    """Adjudicate every phase of a record again; the first difference, or None where there is none.

    Also compared: how each order set was read, that each phase begins where the one before it ended, the counts of
    missed orders, and that the events account for every phase and branch. What nothing else depends on cannot be
    checked: authors, times and texts, the start of the game, a ruling's board, sets that did not count.

    Where an export leaves out the orders of others, those are taken from the published lines of the report, so that
    what came of them is still checked.
    """
    return next(differences(game), None)


def differences(game: Game) -> Iterator[Difference]:
    """Every phase's first difference, and then that of the events."""
    before: dict[int, Entry] = {}
    for index, entry in enumerate(game.entries):
        checks = (_beginning(game, index, entry, before), _readings(game, index, entry), _report(game, index, entry))
        first = next(chain.from_iterable(checks), None)
        if first is not None:
            yield first
        before[entry.number] = entry
    yield from events_differ(game)


def _beginning(game: Game, index: int, entry: Entry, before: Mapping[int, Entry]) -> Iterator[Difference]:
    """The position a phase begins with."""
    previous = before.get(entry.number - 1)
    recorded = write_position(entry.position, game.variant)
    if entry.origin is Origin.ADJUDICATED and previous is not None and previous.report is not None:
        following = {key: value for key, value in previous.report.get("next", {}).items() if key != "adjustments"}
        following["dislodged"] = {
            power: [{key: value for key, value in unit.items() if key != "retreats"} for unit in units]
            for power, units in following.get("dislodged", {}).items()
        }
        yield from _compare(index, entry, "position", recorded, following)
        line = _before(entry, before)
        due = game.at(previous).carried_into(line, entry.position)
        came = entry.received[: len(due)]
        yield from _compare(index, entry, "orders", *([_sent(each) for each in sets] for sets in (came, due)))
        ruled = _ruled(game, entry)
        counts = game.counts_after(previous)
        missed, owed = (
            {power: number for power, number in each.missed.items() if power not in ruled}
            for each in (entry.counts, counts)
        )
        yield from _compare(index, entry, "missed", missed, owed)
        yield from _compare(
            index, entry, "declared", sorted(entry.counts.declared - ruled), sorted(counts.declared - ruled)
        )
    elif entry.origin is Origin.REDONE:
        if all(recorded != write_position(known.position, game.variant) for known in game.entries[:index]):
            yield Difference(index, str(entry.phase), "position", recorded, "a phase put aside")
    elif entry.origin is Origin.UNDONE and entry.number in before:
        yield from _compare(
            index, entry, "position", recorded, write_position(before[entry.number].position, game.variant)
        )


def _before(entry: Entry, before: Mapping[int, Entry]) -> list[Entry]:
    """The phases that counted when a phase began."""
    return [before[number] for number in range(1, entry.number) if number in before]


def _sent(received: OrderSet) -> list[Any]:
    """What stays of an order set that comes in again in a later phase; whose orders supersede may be settled there."""
    return [received.power, received.author, received.channel, received.time, received.text]


def _ruled(game: Game, entry: Entry) -> frozenset[str]:
    """The powers that the GM put in disorder, or took out of it, in this phase."""
    return frozenset(
        str(event.data.get("power"))
        for event in game.events
        if event.kind in (Kind.DISORDER, Kind.CLEARED) and event.phase == str(entry.phase)
    )


def _readings(game: Game, index: int, entry: Entry) -> Iterator[Difference]:
    """How each order set was read when it came in."""
    here = game.at(entry)
    for number, received in enumerate(entry.received):
        submission = Submission(received.author, received.text, 0, received.senior, received.override)
        readings = readings_of(here.variant, entry.position, received.power, submission, here.rulebook)
        found = [write_reading(reading) for reading in readings]
        yield from _compare(index, entry, f"orders[{number}].readings", list(received.readings), found)


def _report(game: Game, index: int, entry: Entry) -> Iterator[Difference]:
    if entry.report is None:
        return
    sealed = frozenset(entry.sealed)
    found = write_report(game.judge(entry), game.variant)
    recorded: Mapping[str, Any] = entry.report
    if sealed:
        recorded, found = ({**report, **_published(report, sealed)} for report in (recorded, found))
    yield from _compare(index, entry, "report", recorded, found)


def _published(report: Mapping[str, Any], sealed: frozenset[str]) -> dict[str, Any]:
    """A report's orders and conditional retreats, of sealed powers only those in force with their outcomes."""
    retreats = [
        {key: value for key, value in line.items() if key not in ("text", "repair") or line.get("power") not in sealed}
        for line in report.get("retreats", ())
    ]
    lines: list[Any] = []
    for line in report.get("orders", ()):
        if line.get("power") not in sealed:
            lines.append(line)
        elif line.get("reading") in ("ok", "repaired"):
            lines.append({key: line.get(key) for key in ("power", "order", "outcome")})
    return {"orders": lines, "retreats": retreats}


def _compare(index: int, entry: Entry, path: str, recorded: Any, found: Any) -> Iterator[Difference]:
    for place, one, other in first_difference(recorded, found, path):
        yield Difference(index, str(entry.phase), place, one, other)
        return
