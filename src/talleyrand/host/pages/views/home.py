"""The front page, and making a game."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from talleyrand.host.accounts.models import User
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services
from talleyrand.host.games.selectors import listing
from talleyrand.host.pages.forms import NewGame


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The games."""
    user = request.user if isinstance(request.user, User) else None
    return render(request, "pages/home.html", {"games": listing(user)})


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a game."""
    form = NewGame(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        assert isinstance(request.user, User)
        variant, _, preset = form.cleaned_data["setting"].partition("/")
        try:
            game = services.create(
                request.user,
                form.cleaned_data["title"],
                variant,
                write(PRESETS[form.cleaned_data["timetable"]][1]),
                preset=preset,
                least_players=form.cleaned_data["least_players"],
                now=timezone.now(),
            )
        except services.RefusedError as fault:
            form.add_error(None, str(fault))
        else:
            return redirect("game", game.code)
    return render(request, "pages/new.html", {"form": form}, status=400 if form.errors else 200)
