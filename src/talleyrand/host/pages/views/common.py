"""What views of a game share."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from talleyrand.host.games.access import NotAllowedError, Role, role_of
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError

THEMES = ("light", "dark", "print")


def find(request: HttpRequest, code: str) -> tuple[Game, Role]:
    """A game and what the visitor is in it. Raises ``Http404``."""
    game = get_object_or_404(Game.objects.select_related("master"), code=code)
    return game, role_of(request.user, game)


def attempt(request: HttpRequest, code: str, act: Callable[[], str], *, back: str = "game") -> HttpResponse:
    """Do something and say what came of it, on the page that it was asked from."""
    try:
        messages.success(request, act())
    except RefusedError as fault:
        messages.error(request, str(fault))
    except NotAllowedError as fault:
        return render(request, "pages/not_allowed.html", {"why": str(fault)}, status=403)
    return redirect(back, code)


def width_of(request: HttpRequest) -> int | None:
    """The width a picture is asked for in, within reason."""
    text = request.GET.get("width", "")
    return min(max(int(text), 300), 2000) if text.isascii() and text.isdigit() and len(text) < 6 else None


def theme_of(request: HttpRequest) -> str:
    """The theme a picture is asked for in."""
    return theme if (theme := request.GET.get("theme", "")) in THEMES else "light"
