"""What one viewer may see of a game: a power its own sealed orders, anyone what is resolved, the GM everything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from talleyrand.board.quoted import quoted
from talleyrand.board.unit import Power
from talleyrand.game.errors import InputError
from talleyrand.game.ledger import Entry, Event, Kind, Message
from talleyrand.game.spelling import power_named
from talleyrand.game.state import Game
from talleyrand.variants.spelling import did_you_mean

GM = "GM"
OBSERVER = "observer"


def view(game: Game, viewer: str) -> Game:
    """The game as ``viewer`` may know it: a power, ``"GM"`` or ``"observer"``. Raises ``InputError`` for anyone else.

    Others' order sets are gone, from resolved phases too: a superseded set, or a word to the GM beside the orders,
    was never published. What became of the orders is, in the report. Of others in the current phase nothing remains,
    not even whether they have sent anything. Press stays with whom it was for, and its true sender with the GM.
    """
    who = _viewer(game, viewer)
    if who == GM:
        return game
    return replace(
        game,
        entries=tuple(_entry(entry, who) for entry in game.entries),
        events=tuple(_event(event) for event in game.events if _may_know(event, who)),
        messages=tuple(seen for message in game.messages if (seen := _message(message, who)) is not None),
    )


def _viewer(game: Game, viewer: str) -> str:
    for known in (GM, OBSERVER):
        if viewer.casefold() == known.casefold():
            return known
    power = power_named(viewer, game.variant.board)
    if power is None:
        raise InputError("viewer", f"{quoted(viewer)} cannot look{did_you_mean(viewer, (*game.powers, GM, OBSERVER))}")
    return power


def _entry(entry: Entry, who: Power) -> Entry:
    own = tuple(received for received in entry.received if received.power == who)
    sealed: tuple[Power, ...] = ()
    if entry.report is not None:
        sent = (received.power for received in entry.received if received.counts)
        sealed = tuple(sorted({*entry.sealed, *sent} - {who}))
    return replace(entry, received=own, report=_report(entry.report, who), sealed=sealed)


def _report(report: Mapping[str, Any] | None, who: str) -> Mapping[str, Any] | None:
    """A report as published: what others wrote beside their orders is left out."""
    if report is None:
        return None
    lines = [
        line
        for line in report.get("orders", ())
        if line.get("power") == who or line.get("reading") not in ("unreadable", "duplicate")
    ]
    return {**report, "orders": lines}


def _may_know(event: Event, who: str) -> bool:
    """Orders taken back were sent before, and that is sealed."""
    return event.kind != Kind.WITHDRAWN or event.data.get("power") == who


def _event(event: Event) -> Event:
    return replace(event, data={key: value for key, value in event.data.items() if key != "secret"})


def _message(message: Message, who: str) -> Message | None:
    wrote = who == (message.true_sender or message.sender)
    if message.to and who not in message.to and not wrote:
        return None
    return message if wrote else replace(message, true_sender="")
