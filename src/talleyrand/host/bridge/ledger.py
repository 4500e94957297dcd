"""A game of the engine from the rows of the ledger, and what became of it back into rows."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Max

from talleyrand.game.documents import FORMAT
from talleyrand.game.errors import GameError
from talleyrand.game.ledger import Entry, Kind
from talleyrand.game.record import read_record, write_record
from talleyrand.game.state import Game as Engine
from talleyrand.host.accounts.models import User
from talleyrand.host.games.models import Game, Rulebook, seats_of
from talleyrand.host.turns.models import Event, OrderSet, Phase

__all__ = ["Engine", "Entry", "GameError", "add_events", "load", "store"]


def load(game: Game) -> Engine:
    """The engine's game, read and checked as any record is. Raises ``InputError`` where the rows cannot be one."""
    return read_record(_document(game))


def store(
    game: Game, before: Engine | None, after: Engine, *, now: datetime, author: User | None, key: str = ""
) -> None:
    """Add what ``after`` has and ``before`` has not: phases, order sets, events; nothing that was there goes.

    Runs inside the caller's transaction. ``key`` marks the one order set of a form, so that sent twice it fails.
    """
    old = write_record(before) if before is not None else {"phases": [], "events": []}
    new = write_record(after)
    rows = {row.sequence: row for row in game.phases.all()} if old["phases"] else {}
    for sequence, value in enumerate(new["phases"]):
        known = old["phases"][sequence] if sequence < len(old["phases"]) else None
        if known == value:
            continue
        row = rows.get(sequence) or _new_phase(game, sequence, value, now)
        if known is not None:
            _update(row, value, now)
        _add_orders(row, known or {}, value, author, key)
    add_events(game, new["events"][len(old["events"]) :], author)
    _add_rules(game, before, after, now, author)
    game.founding, game.amendments = new["rulebook"], new.get("amendments", [])
    game.branch, game.number = after.current.branch, after.current.number
    game.save(update_fields=["branch", "number", "founding", "amendments"])


def _add_rules(game: Game, before: Engine | None, after: Engine, now: datetime, author: User | None) -> None:
    """Versions of the rulebook that are not there yet, each with why it came (A-127)."""
    last = game.rulebooks.last()
    version, known = (last.version, last.choices) if last is not None else (0, {})
    reasons = ["", *(event.text for event in after.events if event.kind == Kind.AMENDED)]
    books = [*(each.rulebook.choices() for each in after.former), after.rulebook.choices()]
    first = 0 if before is None else len(before.former) + 1
    for choices, reason in list(zip(books, reasons, strict=True))[first:]:
        if choices == known:
            continue
        version, known = version + 1, choices
        Rulebook.objects.create(
            game=game, version=version, choices=choices, author=author or game.master, text=reason, created_at=now
        )


def add_events(game: Game, values: list[dict[str, Any]], author: User | None, **fields: Any) -> None:
    """Events at the end of a game's ledger; ``recorded`` ones are those that an export carries."""
    last = game.events.aggregate(last=Max("sequence"))["last"]
    first = 0 if last is None else last + 1
    Event.objects.bulk_create(
        Event(
            game=game,
            sequence=first + index,
            kind=value["kind"],
            phase=value.get("phase", ""),
            actor=author,
            signature=value.get("actor", ""),
            stamp=value.get("time", ""),
            text=value.get("text", ""),
            data=value.get("data", {}),
            **{"recorded": True, **_sight(value), **fields},
        )
        for index, value in enumerate(values)
    )


def _sight(value: dict[str, Any]) -> dict[str, str]:
    """Orders taken back were sent before, and that is sealed (A-138)."""
    if value["kind"] != Kind.WITHDRAWN:
        return {}
    return {"sight": Event.Sight.POWER, "power": value["data"]["power"]}


def _document(game: Game) -> dict[str, Any]:
    label = {"year_label": game.year_label} if game.year_label else {}
    return {
        "format": FORMAT,
        "variant": {"name": game.variant, "version": game.variant_version, **label},
        "rulebook": game.founding,
        "amendments": game.amendments,
        "timetable": game.timetable,
        "seats": [
            {"power": seat.power, "players": [each.user.username for each in seat.present()]} for seat in seats_of(game)
        ],
        "phases": [_phase(row) for row in game.phases.prefetch_related("orders")],
        "events": [_event(row) for row in game.events.all() if row.recorded],
    }


def _phase(row: Phase) -> dict[str, Any]:
    return {
        "number": row.number,
        "branch": row.branch,
        "origin": row.origin,
        "amended": row.amended,
        "position": row.position,
        "missed": row.missed,
        "declared": row.declared,
        "orders": [
            {
                "power": each.power,
                "text": each.text,
                "author": each.signature,
                "channel": each.channel,
                "time": each.stamp,
                "senior": each.senior,
                "override": each.override,
                "readings": each.readings,
                "withdrawn": each.withdrawn,
            }
            for each in row.orders.all()
        ],
        "report": row.report,
        "skip": row.skip,
    }


def _event(row: Event) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "phase": row.phase,
        "actor": row.signature,
        "time": row.stamp,
        "text": row.text,
        "data": row.data,
    }


def _new_phase(game: Game, sequence: int, value: dict[str, Any], now: datetime) -> Phase:
    return Phase.objects.create(
        game=game,
        sequence=sequence,
        branch=value["branch"],
        number=value["number"],
        code=value["position"]["phase"],
        origin=value["origin"],
        amended=value.get("amended", 0),
        position=value["position"],
        missed=value.get("missed", {}),
        declared=value.get("declared", []),
        report=value.get("report"),
        skip=value.get("skip", True),
        opened_at=now,
    )


def _update(row: Phase, value: dict[str, Any], now: datetime) -> None:
    """What may come to a phase that is there: its report, and who the Game Master put in disorder."""
    report = value.get("report")
    if row.report is None and report is not None:
        row.closed_at = now
    row.report, row.skip = report, value.get("skip", True)
    row.missed, row.declared = value.get("missed", {}), value.get("declared", [])
    row.save(update_fields=["report", "skip", "missed", "declared", "closed_at"])


def _add_orders(row: Phase, known: dict[str, Any], value: dict[str, Any], author: User | None, key: str) -> None:
    there, wanted = known.get("orders", []), value.get("orders", [])
    withdrawn = [
        sequence
        for sequence, (old, new) in enumerate(zip(there, wanted, strict=False))
        if new.get("withdrawn") and not old.get("withdrawn")
    ]
    row.orders.filter(sequence__in=withdrawn).update(withdrawn=True)
    OrderSet.objects.bulk_create(
        OrderSet(
            phase=row,
            sequence=sequence,
            power=each["power"],
            author=author if each.get("author") else None,
            signature=each.get("author", ""),
            channel=each.get("channel", ""),
            text=each["text"],
            senior=each.get("senior", False),
            override=each.get("override", False),
            readings=each.get("readings", []),
            withdrawn=each.get("withdrawn", False),
            stamp=each.get("time", ""),
            key=key,
        )
        for sequence, each in enumerate(wanted)
        if sequence >= len(there)
    )
