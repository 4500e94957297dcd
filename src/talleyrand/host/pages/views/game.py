"""A game as anybody may read it: its page."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import choices as house
from talleyrand.host.bridge import ledger, past, reading
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines import words
from talleyrand.host.games import services as games
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game, seats_of, with_seats
from talleyrand.host.games.outcomes import outcome
from talleyrand.host.games.tenures import former
from talleyrand.host.pages.views.common import find, more_time
from talleyrand.host.turns import extension, ready, selectors
from talleyrand.host.turns.banner import banners

_LATEST = 6
"""Phases of the past that the page of a game leads to."""


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The game's page."""
    game, role = find(request, code)
    return page(request, game, role)


def page(
    request: HttpRequest, game: Game, role: Role, *, text: str = "", fault: str = "", power: str = "", status: int = 200
) -> HttpResponse:
    """The game's page; with a fault, the text that could not be taken is still in its box."""
    times = clock.read(game.timetable)
    steps = house.steps_of(game.variant)
    seats = seats_of(with_seats(game))
    changed = any(place.until is not None for seat in seats for place in seat.diplomats.all())
    context = {
        "game": game,
        "role": role,
        "now": timezone.now(),
        "zone": clock.zone_of(times),
        "seats": seats,
        "times": words.describe(times, steps),
        "coming": words.describe(clock.read(game.coming["timetable"]), steps) if game.coming is not None else (),
        "ends": ends(game),
        "outcome": outcome(game),
        "banners": banners(role, game),
        "former": former(game) if changed or game.state == Game.State.ENDED else {},
        "fault": fault,
        "unsent": text,
        "faulty_power": power,
        "events": selectors.events(role, game),
        "invited": games.invitations(request.user, game) if isinstance(request.user, User) else (),
    }
    if game.number:
        engine = ledger.load(game)
        context |= _played(game, role, engine) | own(request, game, role, engine)
    return render(request, "pages/game.html", context, status=status)


def _played(game: Game, role: Role, whole: reading.Engine) -> dict[str, object]:
    """What there is to read of a game that has begun."""
    engine = reading.seen_by(game, role, whole)
    line = [entry for entry in engine.line if entry.report is not None]
    last = line[-1] if line else None
    return {
        "phase": reading.describe(engine),
        "counts": reading.counts(engine),
        "last": last,
        "published": past.adjudication(engine, last) if last is not None else None,
        "last_phase": reading.describe(engine, last) if last is not None else "",
        "report": reading.report_of(engine, last, explain=False, title=game.title) if last is not None else None,
        "history": [(entry, reading.describe(engine, entry)) for entry in line[::-1][:_LATEST]],
    }


def own(request: HttpRequest, game: Game, role: Role, engine: reading.Engine) -> dict[str, object]:
    """What somebody may do in the open phase of a game that has begun, and how it stands with those it waits for.

    ``engine`` is the whole game.
    """
    user = request.user if isinstance(request.user, User) else None
    soft = clock.read(game.timetable).pace is clock.Pace.SOFT
    waits = soft and game.state == Game.State.RUNNING
    return {
        "sides": selectors.sides(user, role, game, engine) if user is not None else [],
        "awaiting": ready.awaiting(role, game, engine) if waits else None,
        "vote": extension.open_vote(role, game, engine) if waits else None,
        "soft": soft,
        "more": more_time(game),
        "key": uuid.uuid4().hex,
    }


def ends(game: Game) -> str:
    """When the open phase can end, in a sentence; what goes on where no clock runs."""
    match game.state:
        case Game.State.RUNNING if game.due_at is not None:
            return words.when_it_ends(clock.read(game.timetable), game.due_at, first=game.first_due_at)
        case Game.State.PAUSED:
            return "The game is paused: no clock runs, and orders still come in."
        case Game.State.FROZEN:
            return "The game stands still until its Game Master has looked at it. Orders still come in."
        case Game.State.ENDED:
            return "The game is over."
    return words.when_it_starts(clock.read(game.timetable), game.starts_at, game.least_players, game.starts_once)
