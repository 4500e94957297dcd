"""Records that people bring in: read, checked, and kept with all that the tables have no place for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from talleyrand.game.difference import first_difference
from talleyrand.game.errors import InputError
from talleyrand.game.ledger import Message, Seat
from talleyrand.game.record import read_record, write_record
from talleyrand.game.shape import parsed
from talleyrand.game.state import Game as Engine
from talleyrand.game.verify import verify
from talleyrand.host.bridge import ledger
from talleyrand.host.games.models import Game
from talleyrand.host.turns.models import Event, OrderSet

CARRIED = "carried"
"""The kind of the event that keeps what the tables have no place for."""

_LENGTHS = {
    "author": OrderSet._meta.get_field("signature").max_length,
    "channel": OrderSet._meta.get_field("channel").max_length,
    "actor": Event._meta.get_field("signature").max_length,
    "kind": Event._meta.get_field("kind").max_length,
    "time": Event._meta.get_field("stamp").max_length,
    "phase": Event._meta.get_field("phase").max_length,
}
"""How long a text of a record may be, by its field; others may have any length."""


class RecordError(ValueError):
    """A record that cannot be brought in: the place in it, and what is wrong there."""


@dataclass(frozen=True, slots=True)
class Found:
    """A record that can be brought in. ``over`` says that its game has ended, ``players`` are names by power."""

    engine: Engine
    variant: str
    version: int
    year_label: str
    timetable: dict[str, Any]
    powers: tuple[str, ...]
    players: tuple[tuple[str, tuple[str, ...]], ...]
    over: bool


def read(text: str | bytes) -> Found:
    """A whole record, from its JSON text, checked by playing it again (lesson 29).

    Raises ``RecordError`` for a text that is no record, one of an unknown variant or version, one whose orders lead
    elsewhere, and one made for a reader who might not see all: what was sealed is not in it, and could not be put back.
    """
    try:
        value = parsed(text)
        engine = read_record(value)
    except InputError as fault:
        raise RecordError(str(fault)) from None
    for index, entry in enumerate(engine.entries):
        if entry.sealed:
            raise RecordError(
                f"phases[{index}].sealed: the orders of {', '.join(entry.sealed)} are left out of this record, which "
                "was made for a reader who may not see them; ask the Game Master for the whole record"
            )
    unfit = next(_unfit(value, ""), "")
    if unfit:
        raise RecordError(unfit)
    difference = verify(engine)
    if difference is not None:
        raise RecordError(str(difference))
    written = write_record(engine)
    return Found(
        engine,
        engine.variant.name,
        written["variant"]["version"],
        written["variant"].get("year_label", ""),
        written["timetable"],
        engine.powers,
        tuple((seat.power, seat.players) for seat in engine.seats if seat.players),
        engine.status.over,
    )


def _unfit(value: Any, path: str) -> Iterator[str]:
    """Faults of texts that no table keeps: with the character NUL, or longer than their field."""
    if isinstance(value, dict):
        for key, each in value.items():
            here = f"{path}.{key}" if path else key
            if "\0" in key:
                yield f"{path or 'the record'}: a name in it holds the character NUL; take it out"
            most = None if here.startswith("timetable") or ".data." in here else _LENGTHS.get(key)
            if most is not None and isinstance(each, str) and len(each) > most:
                yield f"{here}: {len(each):,} characters are more than the {most} that it may have"
            yield from _unfit(each, here)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _unfit(each, f"{path}[{index}]")
    elif isinstance(value, str) and "\0" in value:
        yield f"{path}: holds the character NUL; take it out"


def carried(found: Found, stands_in: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the tables have no place for: names, press, and a timetable for which another ``stands_in``."""
    written = write_record(found.engine)
    kept = {"seats": written["seats"], "messages": written["messages"]}
    if stands_in is not None:
        kept |= {"timetable": written["timetable"], "stands_in": dict(stands_in)}
    return kept


def completed(game: Game, engine: Engine) -> Engine:
    """A game as its record had it where it was brought in; whoever plays here stands before names of the record."""
    row = game.events.filter(kind=CARRIED, recorded=False).first()
    if row is None:
        return engine
    kept = row.data
    seats = tuple(Seat(each["power"], tuple(each["players"])) for each in kept["seats"])
    if any(seat.players for seat in engine.seats):
        names = {seat.power: seat.players for seat in seats}
        seats = tuple(
            seat if seat.players else replace(seat, players=names.get(seat.power, ())) for seat in engine.seats
        )
    timetable = kept["timetable"] if kept.get("stands_in") == game.timetable else engine.timetable
    return replace(engine, seats=seats, messages=(*_messages(kept), *engine.messages), timetable=timetable)


def _messages(kept: Mapping[str, Any]) -> Iterator[Message]:
    for each in kept["messages"]:
        yield Message(
            each.get("from", ""),
            each.get("text", ""),
            tuple(each.get("to", ())),
            each.get("phase", ""),
            each.get("time", ""),
            each.get("true_sender", ""),
        )


def check_kept(game: Game, found: Found) -> None:
    """Raise ``RecordError`` unless the rows give the record back as it came, to the last byte of its JSON."""
    back = write_record(completed(game, ledger.load(game)))
    wanted = write_record(found.engine)
    if canonical(back) != canonical(wanted):
        place = next((place for place, _, _ in first_difference(wanted, back, "")), "the record")
        raise RecordError(f"{place}: this site cannot keep it unchanged, so nothing was brought in")


def canonical(value: Any) -> bytes:
    """A JSON value as the one text that stands for it."""
    return msgspec.json.encode(value, order="deterministic")
