"""The Game Master's desk."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from talleyrand.host.bridge import orders, reading
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game
from talleyrand.host.pages.views.common import find, theme_of, width_of
from talleyrand.host.pages.views.reading import svg


def _own(request: HttpRequest, code: str) -> tuple[Game, Role]:
    """The game and her role, for its master; for others there is no such page."""
    game, role = find(request, code)
    if not role.master:
        raise Http404
    return game, role


@login_required
@require_safe
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """Who has sent what, with readings and flags; what can be done."""
    game, role = _own(request, code)
    context: dict[str, object] = {"game": game, "seats": game.seats.prefetch_related("diplomats__user")}
    if game.number:
        engine = reading.seen_by(game, role)
        context |= {
            "phase": reading.describe(engine),
            "standing": engine.status,
            "sheets": [orders.receipt(engine, power) for power in engine.powers],
            "history": [(entry, reading.describe(engine, entry)) for entry in engine.entries],
            "line": engine.line,
            "events": list(game.events.order_by("-sequence")[:40]),
        }
    return render(request, "pages/desk.html", context)


@login_required
@require_safe
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """What would come of the orders as they are; nothing is changed."""
    game, role = _own(request, code)
    context: dict[str, object] = {"game": game}
    try:
        engine = reading.seen_by(game, role)
        context |= {"phase": reading.describe(engine), "report": reading.preview(engine, game.title)}
    except reading.GameError as fault:
        context["fault"] = str(fault)
    return render(request, "pages/preview.html", context)


@login_required
@require_safe
def preview_picture(request: HttpRequest, code: str) -> HttpResponse:
    """The map of what would come of the orders as they are."""
    game, role = _own(request, code)
    try:
        engine = reading.seen_by(game, role)
        return svg(reading.preview_map(engine, theme_of(request), width_of(request)))
    except reading.GameError:
        raise Http404 from None
