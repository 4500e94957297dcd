"""A game as anybody may read it: its page, its phases, maps, rules and record."""

from __future__ import annotations

import json
import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from talleyrand.host.bridge import orders, reading
from talleyrand.host.bridge import rules as house
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines import words
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game
from talleyrand.host.pages.views.common import find, theme_of, width_of


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


@require_safe
def phase(request: HttpRequest, code: str, branch: int, number: int) -> HttpResponse:
    """One phase that is over: map, report and, if asked for, the reasons."""
    game, role = find(request, code)
    engine = reading.seen_by(game, role)
    entry = reading.entry_of(engine, branch, number)
    if entry is None:
        raise Http404
    explain = "reasons" in request.GET
    line = list(engine.line)
    here = next((index for index, each in enumerate(line) if each is entry), None)
    context = {
        "game": game,
        "entry": entry,
        "phase": reading.describe(engine, entry),
        "report": reading.report_of(engine, entry, explain=explain, title=game.title),
        "explain": explain,
        "aside": here is None,
        "before": line[here - 1] if here else None,
        "after": line[here + 1] if here is not None and here + 1 < len(line) else None,
    }
    return render(request, "pages/phase.html", context)


@require_safe
def picture(request: HttpRequest, code: str, branch: int, number: int, what: str) -> HttpResponse:
    """The map of a phase: "board" as it began, "results" as it ended."""
    game, role = find(request, code)
    engine = reading.seen_by(game, role)
    entry = reading.entry_of(engine, branch, number)
    if entry is None or what not in ("board", "results") or (what == "results" and entry.report is None):
        raise Http404
    text = reading.map_of(engine, entry, results=what == "results", theme=theme_of(request), width=width_of(request))
    return svg(text)


def svg(text: str) -> HttpResponse:
    """A drawing that runs nothing, also where it is opened by itself."""
    answer = HttpResponse(text, content_type="image/svg+xml; charset=utf-8")
    answer["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"
    return answer


@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The house rules in plain words."""
    game, role = find(request, code)
    context = {
        "game": game,
        "role": role,
        "rules": house.in_words(game),
        "times": words.describe(clock.read(game.timetable)),
    }
    return render(request, "pages/rules.html", context)


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record of a game as its reader may have it."""
    game, role = find(request, code)
    if not game.number:
        raise Http404
    text = json.dumps(reading.export(game, role), ensure_ascii=False, indent=1)
    answer = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{game.code}.json"'
    return answer
