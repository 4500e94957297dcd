"""What a Game Master does at her desk, act by act."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_POST

from talleyrand.host.accounts.models import User
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.pages.views.common import attempt, find
from talleyrand.host.turns import services as turns

Act = Callable[[User, Game, HttpRequest, datetime], str]


@login_required
@require_POST
def act(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """One of the things that a Game Master does."""
    game, _ = find(request, code)
    done = ACTS.get(act)
    if done is None:
        raise Http404
    user = request.user
    assert isinstance(user, User)
    return attempt(request, code, lambda: done(user, game, request, timezone.now()), back="desk")


def _start(user: User, game: Game, request: HttpRequest, now: datetime) -> str:
    games.start(user, game, now=now)
    return "The game has started."


def _adjudicate(user: User, game: Game, request: HttpRequest, now: datetime) -> str:
    seen = (_number(request, "branch"), _number(request, "number"))
    turns.adjudicate(user, game, seen=seen, now=now, text=_text(request))
    return "Adjudicated and published."


def _pause(user: User, game: Game, request: HttpRequest, now: datetime) -> str:
    games.pause(user, game, now=now, text=_text(request))
    return "The game is paused."


def _resume(user: User, game: Game, request: HttpRequest, now: datetime) -> str:
    games.resume(user, game, now=now, text=_text(request))
    return "The clock runs again."


def _extend(user: User, game: Game, request: HttpRequest, now: datetime) -> str:
    seen = parse_datetime(request.POST.get("seen", "")[:40])
    if seen is None or seen.tzinfo is None:
        raise games.RefusedError("The form is broken; load the page again.")
    games.extend(user, game, hours=_number(request, "hours"), seen=seen, now=now, text=_text(request))
    return "The deadline has moved."


def _roll_back(user: User, game: Game, request: HttpRequest, now: datetime) -> str:
    to = request.POST.get("to", "")
    turns.roll_back(user, game, to=_number(request, "to") if to else None, now=now, text=_text(request))
    return "Rolled back; what was put aside stays readable."


def _roll_forward(user: User, game: Game, request: HttpRequest, now: datetime) -> str:
    branch = request.POST.get("branch", "")
    turns.roll_forward(user, game, branch=_number(request, "branch") if branch else None, now=now, text=_text(request))
    return "What was put aside counts again."


def _rule(user: User, game: Game, request: HttpRequest, now: datetime) -> str:
    turns.rule(user, game, _text(request), now=now)
    return "The ruling is recorded, and everybody can read it."


def _retry(user: User, game: Game, request: HttpRequest, now: datetime) -> str:
    turns.retry(user, game, now=now)
    return "It worked this time: the phase is adjudicated."


ACTS: dict[str, Act] = {
    "start": _start,
    "adjudicate": _adjudicate,
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "roll_back": _roll_back,
    "roll_forward": _roll_forward,
    "rule": _rule,
    "retry": _retry,
}
"""What the desk can do, by the last part of its address."""


def _text(request: HttpRequest) -> str:
    text = request.POST.get("text", "").strip()
    if len(text) > 10_000:
        raise games.RefusedError(f"text: {len(text):,} characters are more than the 10,000 that it may have")
    return text


def _number(request: HttpRequest, field: str) -> int:
    text = request.POST.get(field, "")
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise games.RefusedError(f"{field}: write a whole number")
    return int(text)
