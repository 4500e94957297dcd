"""The house rules of a game in plain words, as anybody may read them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from talleyrand.host.bridge import choices as house
from talleyrand.host.bridge.references import SECTIONS
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines import words
from talleyrand.host.games.rulebooks import rules_of
from talleyrand.host.pages.views.common import find, whole_number


@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules in force, or an earlier version; what differs from the preset and from her previous game is marked."""
    game, role = find(request, code)
    asked = request.GET.get("version", "")
    version = whole_number(asked)
    found = rules_of(game, version) if version is not None or not asked else None
    if found is None:
        raise Http404
    steps = house.steps_of(game.variant)
    coming = clock.read(game.coming["timetable"]) if game.coming is not None else None
    context = {
        "game": game,
        "role": role,
        "house": found,
        "times": words.describe(clock.read(game.timetable), steps),
        "coming": words.describe(coming, steps) if coming is not None else (),
    }
    return render(request, "pages/rules.html", context)


@require_safe
def references(request: HttpRequest) -> HttpResponse:
    """What the numbers of rules mean."""
    sections = [(title, rules.items()) for title, rules in SECTIONS]
    return render(request, "pages/references.html", {"sections": sections})
