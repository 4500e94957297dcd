"""What views of a game share."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import MAXYEAR, MINYEAR, datetime

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_datetime

from talleyrand.host.accounts.models import User
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.words import lasting
from talleyrand.host.games.access import NotAllowedError, Role, role_of
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError
from talleyrand.host.pages.labels import told

THEMES = ("light", "dark", "print")

BROKEN = "The form is broken; load the page again."


def find(request: HttpRequest, code: str) -> tuple[Game, Role]:
    """A game and what the visitor is in it. Raises ``Http404``."""
    game = get_object_or_404(Game.objects.select_related("master"), code=code)
    return game, role_of(request.user, game)


def mastered(request: HttpRequest, code: str) -> tuple[Game, Role]:
    """The game and her role, for its master; for others there is nothing to read, and nothing to do.

    Raises ``Http404``, and ``PermissionDenied`` for an act.
    """
    game, role = find(request, code)
    if role.master:
        return game, role
    if request.method == "POST":
        raise PermissionDenied("Only the Game Master of this game can do that.")
    raise Http404


def user_of(request: HttpRequest) -> User:
    """The visitor, in a view for those who are signed in."""
    assert isinstance(request.user, User)
    return request.user


def seen_phase(request: HttpRequest) -> tuple[int, int]:
    """Branch and number of the phase a form was made for; a form that does not say is for none."""
    return phase_in(request.POST.get("seen", "")) or (0, 0)


def phase_in(text: str) -> tuple[int, int] | None:
    """Branch and number as a form sends them ("1-4"); None for anything else."""
    branch, number = (whole_number(part) for part in (text.partition("-")[0], text.partition("-")[2]))
    return (branch, number) if branch is not None and number is not None else None


def whole_number(text: str, digits: int = 6) -> int | None:
    """A number from 0 on of so many digits at most; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


_HOURS = re.compile(r"(\d{1,4}(?:[.,]\d{1,2})?)\s*(h|hours?|m|min|minutes?|)\.?", re.ASCII | re.IGNORECASE)


def hours_in(text: str) -> float:
    """Hours as somebody writes them: "24", "1.5", "90 minutes". Raises ``RefusedError``."""
    match = _HOURS.fullmatch(text.strip())
    if match is None:
        raise RefusedError("hours: write hours, as in “24” or “1.5”, or minutes, as in “90 minutes”")
    number = float(match[1].replace(",", "."))
    return number / 60 if match[2].lower().startswith("m") else number


def more_time(game: Game) -> tuple[str, str]:
    """How much more time is offered first, and how much there can be at most; "" where there can be none."""
    if game.due_at is None or game.first_due_at is None or game.opened_at is None:
        return "", ""
    times = clock.read(game.timetable)
    left = clock.left_to_extend(times, game.first_due_at, game.due_at)
    usual = clock.usual_extension(times, game.opened_at, game.first_due_at, game.due_at)
    return (lasting(usual), lasting(left)) if left > 0 else ("", "")


def row_number(text: str) -> int:
    """The number that a form has for a row of a table. Raises ``RefusedError``."""
    number = whole_number(text, 15)
    if number is None:
        raise RefusedError(BROKEN)
    return number


def instant_in(text: str) -> datetime | None:
    """A day and an hour as a form sends them; None where there is no such time, in whatever zone."""
    try:
        found = parse_datetime(text[:40])
    except ValueError:
        return None
    return found if found is not None and MINYEAR < found.year < MAXYEAR else None


def seen_instant(text: str) -> datetime:
    """The deadline that a page showed, which its form sends back. Raises ``RefusedError``."""
    seen = instant_in(text)
    if seen is None or seen.tzinfo is None:
        raise RefusedError(BROKEN)
    return seen


def attempt(request: HttpRequest, code: str, act: Callable[[], str], *, back: str = "game") -> HttpResponse:
    """Do something and say what came of it, on the page that it was asked from."""
    try:
        messages.success(request, act())
    except RefusedError as fault:
        messages.error(request, told(str(fault)))
    except NotAllowedError as fault:
        return render(request, "pages/not_allowed.html", {"why": str(fault)}, status=403)
    return redirect(back, code)


def width_of(request: HttpRequest) -> int | None:
    """The width a picture is asked for in, within reason."""
    width = whole_number(request.GET.get("width", ""), 5)
    return min(max(width, 300), 2000) if width is not None else None


def theme_of(request: HttpRequest) -> str:
    """The theme a picture is asked for in."""
    return theme if (theme := request.GET.get("theme", "")) in THEMES else "light"
