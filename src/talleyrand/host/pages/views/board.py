"""The board as its Game Master edits it, before everybody sees it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from talleyrand.host.amending import selectors, services
from talleyrand.host.bridge import reading
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError
from talleyrand.host.pages import drafting
from talleyrand.host.pages.labels import told
from talleyrand.host.pages.views.common import mastered, seen_phase, theme_of, user_of, whole_number, width_of
from talleyrand.host.pages.views.reading import svg

_FIELDS = {
    "add": ("power", "unit", "place"),
    "move": ("unit", "place"),
    "remove": ("unit",),
    "own": ("place", "power"),
    "dislodge": ("unit", "place"),
    "restore": ("unit",),
    "bar": ("place",),
    "unbar": ("place",),
    "phase": ("phase",),
}
"""What each edit's form has."""

OTHER = "The draft was changed on another page since you looked. Nothing was published; look at it again."


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest, code: str) -> HttpResponse:
    """The board as it stands, with the edits made so far."""
    game, _ = mastered(request, code)
    if request.method != "POST":
        return _page(request, game)
    try:
        return _act(request, game)
    except RefusedError as fault:
        return _page(request, Game.objects.get(pk=game.pk), fault=told(str(fault)))


def _act(request: HttpRequest, game: Game) -> HttpResponse:
    draft = drafting.kept(request, "board", game)
    edits = services.clean(draft.get("edits"))
    do = request.POST.get("do", "")
    if do == "publish":
        if edits and request.POST.get("draft") != drafting.mark(draft):
            raise RefusedError(OTHER)
        text = request.POST.get("text", "").strip()
        services.publish_board(user_of(request), game, edits, text, seen=seen_phase(request), now=timezone.now())
        drafting.drop(request, "board", game)
        messages.success(request, "The edited board is published. To undo it, edit the board again.")
        return redirect("desk", game.code)
    if do == "clear":
        drafting.drop(request, "board", game)
        messages.success(request, "All edits are taken back. Nothing was published.")
        return redirect("board", game.code)
    if do == "take_back":
        place = whole_number(request.POST.get("edit", ""))
        if place is None or place >= len(edits):
            raise RefusedError("There is no such edit any more; look at the list again.")
        edits = tuple(edit for index, edit in enumerate(edits) if index != place)
    else:
        fields = _FIELDS.get(do, ())
        edit = {"do": do, **{name: request.POST.get(name, "").strip() for name in fields}}
        edits = selectors.add_edit(game, edits, edit)
    seen = draft.get("seen") if draft.get("edits") else request.POST.get("seen", "")[:16]
    drafting.keep(request, "board", game, {"seen": seen, "edits": [dict(edit) for edit in edits]})
    return redirect("board", game.code)


def _page(request: HttpRequest, game: Game, *, fault: str = "") -> HttpResponse:
    draft = drafting.kept(request, "board", game)
    context: dict[str, object] = {"game": game, "fault": fault, "typed": request.POST if fault else {}}
    try:
        sketch = selectors.sketch(game, draft.get("edits"), now=timezone.now())
        context |= {
            "sketch": sketch,
            "options": sketch.options,
            "phase": reading.describe(sketch.engine),
            "seen": f"{game.branch}-{game.number}",
            "draft": drafting.mark(draft),
            "stale": bool(sketch.draft.steps) and draft.get("seen") != f"{game.branch}-{game.number}",
        }
    except RefusedError as refused:
        context["closed"] = told(str(refused))
    return render(request, "pages/board.html", context, status=409 if fault else 200)


@login_required
@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The map of the board with the edits made so far."""
    game, _ = mastered(request, code)
    try:
        sketch = selectors.sketch(game, drafting.kept(request, "board", game).get("edits"), now=timezone.now())
    except RefusedError:
        raise Http404 from None
    engine = sketch.engine
    return svg(reading.map_of(engine, engine.current, "board", theme_of(request), width_of(request)))
