"""A whole game as one JSON document, and the proof that it is what its orders lead to."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec import UNSET, to_builtins

from talleyrand.board.quoted import quoted
from talleyrand.board.unit import Power
from talleyrand.game.amendment import Setting, read_amendment, write_amendment
from talleyrand.game.documents import (
    FORMAT,
    EventDocument,
    MessageDocument,
    OrderSetDocument,
    PhaseDocument,
    RecordDocument,
    ReportDocument,
    SeatDocument,
)
from talleyrand.game.errors import InputError
from talleyrand.game.ledger import Entry, Event, Message, OrderSet, Origin, Seat
from talleyrand.game.rulebooks import rulebook_of
from talleyrand.game.shape import parsed, shaped
from talleyrand.game.state import Game
from talleyrand.game.wire import check_format, position_of, power_of, variant_named, write_position
from talleyrand.rules.civil_disorder import NmrCounts
from talleyrand.rules.victory import State
from talleyrand.variants.spelling import did_you_mean
from talleyrand.variants.variant import Variant


def write_record(game: Game) -> dict[str, Any]:
    """The JSON value of a game. What the reader of the export may not see is taken out before, by ``view``."""
    settings = (*game.former, Setting(game.variant, game.rulebook))
    amendments = [to_builtins(write_amendment(*pair)) for pair in pairwise(settings)]
    return {
        "format": FORMAT,
        "variant": _write_variant(game.variant),
        "rulebook": settings[0].rulebook.choices(),
        **({"amendments": amendments} if amendments else {}),
        "timetable": dict(game.timetable),
        "seats": [{"power": seat.power, "players": list(seat.players)} for seat in game.seats],
        "phases": [_write_entry(entry, game.variant) for entry in game.entries],
        "messages": [
            _lean(
                {
                    "to": list(message.to),
                    "phase": message.phase,
                    "time": message.time,
                    "true_sender": message.true_sender,
                },
                **{"from": message.sender},
                text=message.text,
            )
            for message in game.messages
        ],
        "events": [
            _lean(
                {
                    "phase": event.phase,
                    "actor": event.actor,
                    "time": event.time,
                    "text": event.text,
                    "data": dict(event.data),
                },
                kind=str(event.kind),
            )
            for event in game.events
        ],
    }


def read_record(value: Any, *, variant: Variant | None = None) -> Game:
    """A game from its JSON value or text; what it says happened is not doubted here, see ``verify``.

    ``variant`` stands in for the one that the record names, as for one loaded from a folder. Raises ``InputError`` at
    the first fault, also where the record was made with another version of its variant.
    """
    if isinstance(value, str | bytes):
        value = parsed(value)
    document = shaped(value, RecordDocument)
    check_format(document.format)
    chosen = _variant(document, variant)
    if not document.phases:
        raise InputError("phases", "a game has at least one phase")
    entries = tuple(_entry(phase, chosen, f"phases[{index}]") for index, phase in enumerate(document.phases))
    _check_order(entries)
    settings = [Setting(chosen, rulebook_of(document.rulebook, chosen))]
    for index, amendment in enumerate(document.amendments):
        settings.append(read_amendment(amendment, settings[-1], f"amendments[{index}]"))
    _check_amended(entries, len(document.amendments))
    return Game(
        variant=settings[-1].variant,
        rulebook=settings[-1].rulebook,
        entries=entries,
        former=tuple(settings[:-1]),
        seats=tuple(_seat(seat, chosen, f"seats[{index}]") for index, seat in enumerate(document.seats)),
        events=tuple(_event(event) for event in document.events),
        messages=tuple(_message(message) for message in document.messages),
        timetable=document.timetable,
    )


def _variant(document: RecordDocument, given: Variant | None) -> Variant:
    named = document.variant
    fits = given is not None and given.name == named.name
    chosen = given if given is not None and fits else variant_named(named.name, "variant.name", allow_folders=False)
    if named.version != chosen.version:
        raise InputError(
            "variant.version",
            f"the game was played on version {named.version} of {chosen.name}, and this is version {chosen.version}",
        )
    if not named.year_label:
        return chosen
    try:
        return chosen.with_year_label(named.year_label)
    except KeyError as fault:
        raise InputError("variant.year_label", str(fault.args[0])) from None


def _write_variant(variant: Variant) -> dict[str, Any]:
    label = next((name for name, label in variant.year_labels.items() if label == variant.calendar.label), "")
    return _lean({"year_label": label}, name=variant.name, version=variant.version)


def _check_order(entries: tuple[Entry, ...]) -> None:
    """Raise ``InputError`` unless numbers go up by one within a branch, and branches by one as they begin."""
    known = branch = 0
    for index, entry in enumerate(entries):
        if not branch <= entry.branch <= branch + 1 or not entry.branch:
            due = f"it is {branch} or, where a new branch begins, {branch + 1}" if branch else "the first is 1"
            raise InputError(f"phases[{index}].branch", f"{quoted(entry.branch)} cannot be: {due}")
        goes_on = entry.branch == branch and entry.number != known + 1
        if goes_on or not 1 <= entry.number <= known + 1:
            raise InputError(f"phases[{index}].number", f"{quoted(entry.number)} does not follow the phases before it")
        known, branch = entry.number, entry.branch
        if index < len(entries) - 1 and entries[index + 1].number > entry.number and entry.report is None:
            raise InputError(f"phases[{index}].report", "is missing, yet a later phase follows")


def _check_amended(entries: tuple[Entry, ...], amendments: int) -> None:
    """Raise ``InputError`` where a phase is played by amendments that are not there, or the open one not by all."""
    for index, entry in enumerate(entries):
        open = index == len(entries) - 1 and entry.report is None
        if not 0 <= entry.amended <= amendments or (open and entry.amended != amendments):
            due = f"the game has {amendments}" + (", and all hold in the open phase" if open else "")
            raise InputError(f"phases[{index}].amended", f"{quoted(entry.amended)} amendments cannot be: {due}")


def _write_entry(entry: Entry, variant: Variant) -> dict[str, Any]:
    return _lean(
        {
            "amended": entry.amended,
            "missed": dict(entry.counts.missed),
            "declared": sorted(entry.counts.declared),
            "orders": [_write_set(received) for received in entry.received],
            "report": None if entry.report is None else dict(entry.report),
            "sealed": list(entry.sealed),
            "skip": None if entry.skip else False,
        },
        number=entry.number,
        branch=entry.branch,
        origin=str(entry.origin),
        position=write_position(entry.position, variant),
    )


def _write_set(received: OrderSet) -> dict[str, Any]:
    return _lean(
        {
            "author": received.author,
            "channel": received.channel,
            "time": received.time,
            "senior": received.senior or None,
            "override": received.override or None,
            "readings": [dict(reading) for reading in received.readings],
            "withdrawn": received.withdrawn or None,
        },
        power=received.power,
        text=received.text,
    )


def _lean(optional: dict[str, Any], **always: Any) -> dict[str, Any]:
    """An object without what is empty: what a reader puts in by itself."""
    return {**always, **{key: value for key, value in optional.items() if value or value is False}}


def _entry(document: PhaseDocument, variant: Variant, path: str) -> Entry:
    origin = _origin(document.origin, f"{path}.origin")
    missed = {
        power_of(name, variant.board, f"{path}.missed.{name}", variant.name): count
        for name, count in document.missed.items()
    }
    declared = frozenset(_powers(document.declared, variant, f"{path}.declared"))
    named = document.position.variant
    if named is not UNSET and named != variant.name:
        raise InputError(
            f"{path}.position.variant", f"{quoted(named)} is not {variant.name!r}, the variant of the game"
        )
    return Entry(
        number=document.number,
        branch=document.branch,
        origin=origin,
        position=position_of(document.position, variant, f"{path}.position"),
        counts=NmrCounts(missed, declared),
        received=tuple(
            _set(received, variant, f"{path}.orders[{index}]") for index, received in enumerate(document.orders)
        ),
        report=_report(document.report, f"{path}.report"),
        skip=document.skip,
        amended=document.amended,
        sealed=_powers(document.sealed, variant, f"{path}.sealed"),
    )


def _report(report: dict[str, Any] | None, path: str) -> dict[str, Any] | None:
    """A report as it was recorded, which must be one. Raises ``InputError``."""
    if report is not None:
        state = shaped(report, ReportDocument, path).status.state
        if state not in list(State):
            raise InputError(
                f"{path}.status.state", f"{quoted(state)} is no state of a game{did_you_mean(state, State)}"
            )
    return report


def _powers(names: list[str], variant: Variant, path: str) -> tuple[Power, ...]:
    return tuple(power_of(name, variant.board, f"{path}[{index}]", variant.name) for index, name in enumerate(names))


def _set(document: OrderSetDocument, variant: Variant, path: str) -> OrderSet:
    return OrderSet(
        power_of(document.power, variant.board, f"{path}.power", variant.name),
        document.text,
        document.author,
        document.channel,
        document.time,
        document.senior,
        document.override,
        tuple(document.readings),
        document.withdrawn,
    )


def _seat(document: SeatDocument, variant: Variant, path: str) -> Seat:
    return Seat(power_of(document.power, variant.board, f"{path}.power", variant.name), tuple(document.players))


def _event(document: EventDocument) -> Event:
    return Event(document.kind, document.phase, document.actor, document.time, document.text, document.data)


def _message(document: MessageDocument) -> Message:
    return Message(
        document.sender, document.text, tuple(document.to), document.phase, document.time, document.true_sender
    )


def _origin(text: str, path: str) -> Origin:
    try:
        return Origin(text)
    except ValueError:
        raise InputError(path, f"{quoted(text)} is no way for a phase to begin{did_you_mean(text, Origin)}") from None
