"""What a player says of the clock: that he needs no more time, or more of it."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_POST, require_safe

from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.words import instant
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.pages.views.common import attempt, find
from talleyrand.host.pages.views.play import seen_phase, user_of
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
        "hours": request.GET.get("hours", "")[:8],
    }
    try:
        if game.due_at is None:
            raise games.RefusedError("Only a running game has a deadline to extend.")
        due = games.longer(game, _hours(request.GET), game.due_at)
        vote = extension.open_vote(role, game)
        if vote is not None and vote.extension.due != due:
            raise games.RefusedError("Another extension is being voted on; agree with it, or wait until it is decided.")
        context["due"] = due
    except games.RefusedError as fault:
        context["fault"] = str(fault)
    return render(request, "pages/more_time.html", context)


@login_required
@require_POST
def propose(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Ask the others for more time."""
    game, _ = find(request, code)

    def act() -> str:
        asked = extension.propose(
            user_of(request), game, power, hours=_hours(request.POST), seen=_deadline(request), now=timezone.now()
        )
        return _came(game, asked)

    return attempt(request, code, act)


@login_required
@require_POST
def agree(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Agree with more time that is asked for."""
    game, _ = find(request, code)

    def act() -> str:
        vote = request.POST.get("vote", "")
        if not (vote.isascii() and vote.isdigit() and len(vote) < 16):
            raise games.RefusedError("The form is broken; load the page again.")
        return _came(game, extension.agree(user_of(request), game, power, int(vote), now=timezone.now()))

    return attempt(request, code, act)


def _came(game: Game, asked: Extension) -> str:
    if asked.granted_at is None:
        return "Noted. The deadline moves as soon as more than half of the powers agree."
    return f"More than half of the powers agree: the deadline is {instant(asked.due, _zone(game))} now."


def _zone(game: Game) -> ZoneInfo:
    return clock.zone_of(clock.read(game.timetable))


def _hours(form: QueryDict) -> int:
    text = form.get("hours", "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text)):
        raise games.RefusedError("hours: write a whole number of hours, 1 or more")
    return int(text)


def _deadline(request: HttpRequest) -> datetime:
    """The deadline that the form was made for."""
    try:
        seen = parse_datetime(request.POST.get("due", "")[:40])
    except ValueError:
        seen = None
    if seen is None or seen.tzinfo is None:
        raise games.RefusedError("The form is broken; load the page again.")
    return seen
