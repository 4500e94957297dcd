"""Steps of the map that a Game Master opens or closes while the game is played."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from talleyrand.host.amending import selectors, services
from talleyrand.host.bridge import ledger, mends
from talleyrand.host.desk import log
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError
from talleyrand.host.pages.labels import told
from talleyrand.host.pages.views.common import mastered, seen_phase, user_of

_LONGEST = 100


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mend(request: HttpRequest, code: str) -> HttpResponse:
    """The steps of a province, what would come of a mend, and every mend so far."""
    game, role = mastered(request, code)
    if request.method != "POST":
        return _page(request, game, role, request.GET)
    try:
        wanted = _wanted(request.POST)
        text = request.POST.get("text", "").strip()
        services.mend(user_of(request), game, [wanted], text, seen=seen_phase(request), now=timezone.now())
    except RefusedError as fault:
        return _page(request, Game.objects.get(pk=game.pk), role, request.POST, fault=told(str(fault), "mend"))
    messages.success(request, "The map is mended, and everybody is told. Taking it back is one press, below.")
    return redirect("mend", code)


def _page(request: HttpRequest, game: Game, role: Role, form: QueryDict, *, fault: str = "") -> HttpResponse:
    engine = ledger.load(game) if game.number else None
    context: dict[str, object] = {"game": game, "form": form, "seen": f"{game.branch}-{game.number}"}
    if engine is not None:
        context |= {
            "role": role,
            "made": mends.made(engine),
            "provinces": mends.provinces(engine),
            "playing": game.state != Game.State.ENDED,
        }
        try:
            if form.get("province", "").strip():
                context["steps"] = mends.steps_from(engine, form.get("province", "")[:_LONGEST])
            if form.get("from") or form.get("to"):
                wanted = _wanted(form)
                log.look(user_of(request), game, now=timezone.now())
                context |= {"foresight": selectors.foresee(role, game, wanted), "wanted": wanted}
        except (RefusedError, mends.MendError) as refused:
            fault = fault or told(str(refused), "mend")
    context["fault"] = fault
    return render(request, "pages/mend.html", context, status=409 if request.method == "POST" else 200)


def _wanted(form: QueryDict) -> dict[str, Any]:
    """The mend that a form asks for. Raises ``RefusedError``."""
    fields = {name: form.get(name, "").strip() for name in ("unit", "from", "to")}
    for name, value in fields.items():
        if not value or len(value) > _LONGEST:
            raise RefusedError(f"{name}: {'name it' if not value else f'that is longer than {_LONGEST} characters'}")
    if form.get("open") not in ("0", "1"):
        raise RefusedError("open: choose whether the step is opened or closed")
    return {**fields, "open": form["open"] == "1"}
