"""A game as anybody may read it: its page."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from talleyrand.host.bridge import orders, reading
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines import words
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game
from talleyrand.host.pages.views.common import find


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The game's page."""
    game, role = find(request, code)
    return page(request, game, role)


def page(
    request: HttpRequest, game: Game, role: Role, *, text: str = "", fault: str = "", power: str = "", status: int = 200
) -> HttpResponse:
    """The game's page; with a fault, the text that could not be taken is still in its box."""
    context = {
        "game": game,
        "role": role,
        "seats": game.seats.prefetch_related("diplomats__user"),
        "times": words.describe(clock.read(game.timetable)),
        "ends": _ends(game),
        "fault": fault,
        "unsent": text,
        "faulty_power": power,
        "events": _events(game, role),
    }
    if game.number:
        engine = reading.seen_by(game, role)
        line = [entry for entry in engine.line if entry.report is not None]
        last = line[-1] if line else None
        context |= {
            "phase": reading.describe(engine),
            "counts": reading.counts(engine),
            "last": last,
            "report": reading.report_of(engine, last, explain=False, title=game.title) if last is not None else None,
            "history": [(entry, reading.describe(engine, entry)) for entry in engine.line],
            "boxes": [orders.receipt(engine, name) for name in sorted(role.powers)],
            "key": uuid.uuid4().hex,
        }
    return render(request, "pages/game.html", context, status=status)


def _ends(game: Game) -> str:
    """When the open phase can end, in a sentence; what goes on where no clock runs."""
    match game.state:
        case Game.State.RUNNING if game.due_at is not None:
            return words.when_it_ends(clock.read(game.timetable), game.due_at)
        case Game.State.PAUSED:
            return "The game is paused: no clock runs, and orders still come in."
        case Game.State.FROZEN:
            return "The game stands still until its Game Master has looked at it. Orders still come in."
        case Game.State.ENDED:
            return "The game is over."
    if game.starts_at is not None:
        zone = clock.zone_of(clock.read(game.timetable))
        return f"The game starts on {words.instant(game.starts_at, zone)}."
    return "The game starts when its Game Master says so."


def _events(game: Game, role: Role) -> list[object]:
    found = game.events.select_related("actor").order_by("-sequence")
    if not role.master:
        found = found.filter(sight="all")
    return list(found[:12])
