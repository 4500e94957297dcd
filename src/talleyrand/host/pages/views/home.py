"""The front page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from talleyrand.host.accounts.models import User
from talleyrand.host.games.selectors import listing
from talleyrand.host.pages.paging import paged


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is current: one's own games, those open for sign-up and those being played, a page of each."""
    user = request.user if isinstance(request.user, User) else None
    pages = {name: request.GET.get(name, "1")[:9] for name in ("mine", "open", "running")}
    found = listing(user, **pages)
    context = {name: paged(request, getattr(found, name), name) for name in pages}
    return render(request, "pages/home.html", {**context, "now": timezone.now()})
