"""What a player says of the clock: that he needs no more time, or more of it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.words import instant, on_agreement
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.pages.labels import told
from talleyrand.host.pages.views.common import (
    attempt,
    find,
    hours_in,
    row_number,
    seen_instant,
    seen_phase,
    user_of,
)
from talleyrand.host.turns import extension
from talleyrand.host.turns import ready as flags
from talleyrand.host.turns.models import Extension


@login_required
@require_POST
def ready(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Say that one needs no more time, or that one does."""
    game, _ = find(request, code)
    on = request.POST.get("ready") == "1"
    return attempt(
        request,
        code,
        lambda: flags.mark(user_of(request), game, power, ready=on, seen=seen_phase(request), now=timezone.now()),
    )


@login_required
@require_safe
def more_time(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Where so many hours more would move the deadline; nothing is asked for yet."""
    game, role = find(request, code)
    if not role.plays(power) or game.state == Game.State.SIGN_UP:
        raise Http404
    context: dict[str, object] = {
        "game": game,
        "power": power,
        "now": timezone.now(),
        "zone": clock.zone_of(clock.read(game.timetable)),
        "hours": request.GET.get("hours", "")[:20],
    }
    try:
        if game.due_at is None:
            raise games.RefusedError("Only a running game has a deadline to extend.")
        due = extension.moved(game, hours_in(request.GET.get("hours", "")), game.due_at, timezone.now())
        vote = extension.open_vote(role, game)
        if vote is not None and vote.extension.due != due:
            raise games.RefusedError("Another extension is being voted on; agree with it, or wait until it is decided.")
        context |= {"due": due, "condition": on_agreement(extension.voices(game))}
    except games.RefusedError as fault:
        context["fault"] = told(str(fault))
    return render(request, "pages/more_time.html", context)


@login_required
@require_POST
def propose(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Ask the others for more time."""
    game, _ = find(request, code)

    def act() -> str:
        hours, seen = hours_in(request.POST.get("hours", "")), seen_instant(request.POST.get("due", ""))
        asked = extension.propose(user_of(request), game, power, hours=hours, seen=seen, now=timezone.now())
        return _came(game, asked)

    return attempt(request, code, act)


@login_required
@require_POST
def agree(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Agree with more time that is asked for."""
    game, _ = find(request, code)

    def act() -> str:
        vote = row_number(request.POST.get("vote", ""))
        return _came(game, extension.agree(user_of(request), game, power, vote, now=timezone.now()))

    return attempt(request, code, act)


def _came(game: Game, asked: Extension) -> str:
    if asked.granted_at is None:
        return f"Noted. The deadline moves {on_agreement(extension.voices(game))}."
    return f"The deadline has moved: it is {instant(asked.due, _zone(game))} now."


def _zone(game: Game) -> ZoneInfo:
    return clock.zone_of(clock.read(game.timetable))
