"""A phase that was published wrongly, corrected by its Game Master in the open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from talleyrand.host.amending import selectors, services
from talleyrand.host.bridge import ledger, past, reading
from talleyrand.host.desk import log
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError
from talleyrand.host.pages import drafting
from talleyrand.host.pages.labels import told
from talleyrand.host.pages.views.board import OTHER
from talleyrand.host.pages.views.common import mastered, seen_phase, theme_of, user_of, width_of
from talleyrand.host.pages.views.reading import svg

Draft = Mapping[str, Any]


@login_required
@require_safe
def phases(request: HttpRequest, code: str) -> HttpResponse:
    """The phases that can be corrected: those that are over and count, the latest first."""
    game, _ = mastered(request, code)
    engine = ledger.load(game) if game.number else None
    stops = past.stops(engine) if engine is not None else ()
    context = {
        "game": game,
        "stops": [stop for stop in reversed(stops) if stop.done],
        "aside": engine is not None and bool(engine.abandoned),
    }
    return render(request, "pages/correct.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def phase(request: HttpRequest, code: str, branch: int, number: int) -> HttpResponse:
    """One phase: its orders, boxes for others, and what would come of those."""
    game, role = mastered(request, code)
    if request.method != "POST":
        draft = _kept(request, game, branch, number)
        return _page(request, game, role, branch, number, draft, preview="preview" in request.GET)
    there = reverse("correct_phase", args=[code, branch, number])
    do = request.POST.get("do", "")
    if do == "publish":
        return _publish(request, game, role, branch, number)
    if do == "clear":
        drafting.drop(request, "correct", game)
        return redirect(there)
    draft = _written(request, game, branch, number)
    fault = _fault(draft)
    if fault:
        return _page(request, game, role, branch, number, draft, fault=fault)
    drafting.keep(request, "correct", game, draft)
    return redirect(f"{there}?preview#preview")


def _publish(request: HttpRequest, game: Game, role: Role, branch: int, number: int) -> HttpResponse:
    draft = _kept(request, game, branch, number)
    try:
        if not draft:
            raise RefusedError("There is no correction to publish. Write the orders first, and preview it.")
        if request.POST.get("draft") != drafting.mark(draft):
            raise RefusedError(OTHER)
        services.correct_phase(
            user_of(request),
            game,
            branch,
            number,
            _orders(draft),
            request.POST.get("text", "").strip(),
            replay=bool(draft.get("replay")),
            seen=seen_phase(request),
            now=timezone.now(),
        )
    except RefusedError as fault:
        fresh = Game.objects.get(pk=game.pk)
        return _page(request, fresh, role, branch, number, draft, preview=bool(draft), fault=told(str(fault)))
    drafting.drop(request, "correct", game)
    messages.success(
        request,
        "The correction is published. To undo it, bring back on your desk what the last rollback put aside.",
    )
    return redirect("desk", game.code)


def _page(
    request: HttpRequest,
    game: Game,
    role: Role,
    branch: int,
    number: int,
    draft: Draft,
    *,
    preview: bool = False,
    fault: str = "",
) -> HttpResponse:
    engine = reading.seen_by(game, role) if game.number else None
    entry = reading.entry_of(engine, branch, number) if engine is not None else None
    if engine is None or entry is None or entry.report is None:
        raise Http404
    report = reading.report_of(engine, entry, explain=False, title=game.title)
    sections = {section.power: section for section in report.sections} if report is not None else {}
    texts, none = draft.get("texts", {}), draft.get("none", ())
    later = past.steps(engine, entry).after
    context: dict[str, object] = {
        "game": game,
        "entry": entry,
        "phase": reading.describe(engine, entry),
        "sides": [(power, sections.get(power), texts.get(power, ""), power in none) for power in engine.powers],
        "later": later is not None and later.done,
        "counts": any(each is entry for each in engine.line),
        "replay": draft.get("replay", True),
        "seen": f"{game.branch}-{game.number}",
        "draft": drafting.mark(draft),
        "fault": fault,
        "text": request.POST.get("text", "") if fault else "",
    }
    if preview:
        log.look(user_of(request), game, now=timezone.now())
        try:
            context["proposal"] = _proposal(request, game, role, branch, number, draft)
        except RefusedError as refused:
            context["fault"] = fault or told(str(refused))
    return render(request, "pages/correct_phase.html", context, status=409 if fault else 200)


def _proposal(
    request: HttpRequest, game: Game, role: Role, branch: int, number: int, draft: Draft
) -> selectors.Proposal:
    return selectors.proposal(
        role,
        game,
        branch,
        number,
        _orders(draft),
        replay=bool(draft.get("replay")),
        author=user_of(request).username,
        now=timezone.now(),
    )


@login_required
@require_safe
def picture(request: HttpRequest, code: str, branch: int, number: int) -> HttpResponse:
    """The map of the phase as it would be."""
    game, role = mastered(request, code)
    try:
        found = _proposal(request, game, role, branch, number, _kept(request, game, branch, number))
    except RefusedError:
        raise Http404 from None
    return svg(found.correction.map(theme_of(request), width_of(request)))


def _kept(request: HttpRequest, game: Game, branch: int, number: int) -> dict[str, Any]:
    """The draft of this phase's correction; {} where there is none, or one of another phase."""
    draft = drafting.kept(request, "correct", game)
    texts, none = draft.get("texts"), draft.get("none")
    if draft.get("phase") != f"{branch}-{number}" or not isinstance(texts, dict) or not isinstance(none, list):
        return {}
    return draft


def _written(request: HttpRequest, game: Game, branch: int, number: int) -> dict[str, Any]:
    """What stands in the boxes of the form."""
    powers = list(game.seats.values_list("power", flat=True))
    return {
        "phase": f"{branch}-{number}",
        "texts": {power: request.POST.get(f"orders-{power}", "") for power in powers},
        "none": [power for power in powers if request.POST.get(f"none-{power}") == "1"],
        "replay": request.POST.get("replay") != "no",
    }


def _fault(draft: Draft) -> str:
    """What is wrong with the boxes of the form, "" for nothing."""
    for power, text in draft["texts"].items():
        if len(text) > services.LONGEST_ORDERS:
            return f"{power}: the orders are longer than the {services.LONGEST_ORDERS:,} characters they may have."
        if text.strip() and power in draft["none"]:
            return f"{power}: write its orders, or tick that none of them counts, not both."
    return ""


def _orders(draft: Draft) -> dict[str, str | None]:
    texts = {power: str(text) for power, text in draft.get("texts", {}).items()}
    orders: dict[str, str | None] = {power: text for power, text in texts.items() if text.strip()}
    return {**orders, **dict.fromkeys(map(str, draft.get("none", ())))}
