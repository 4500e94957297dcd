"""A game's past as anybody may read it: phases, maps, rules, record."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from talleyrand.host.bridge import reading
from talleyrand.host.bridge import rules as house
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines import words
from talleyrand.host.pages.views.common import find, theme_of, width_of


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
