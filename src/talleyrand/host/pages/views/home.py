"""The front page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from talleyrand.host.accounts.models import User
from talleyrand.host.games.models import Game
from talleyrand.host.games.selectors import listing
from talleyrand.host.pages.paging import paged


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is current: one's own games, those open for sign-up and those being played, a page of each."""
    user = request.user if isinstance(request.user, User) else None
    pages = {name: request.GET.get(name, "1")[:9] for name in ("mine", "open", "running")}
    now = timezone.now()
    found = listing(user, now=now, **pages)
    lists = {name: paged(request, getattr(found, name), name) for name in pages}
    own = {card.game.state for card in found.mine.paginator.object_list}
    context = {
        **lists,
        "lately": found.lately,
        "own_open": Game.State.SIGN_UP in own,
        "own_running": not own.isdisjoint(Game.PLAYED),
        "now": now,
    }
    return render(request, "pages/home.html", context)
