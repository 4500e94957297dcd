"""What open pages ask every minute: small pieces of them that may have changed, for scripts to put in place.

Everything in them stands on the page itself, to which whoever opens such an address is sent.
"""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import reading
from talleyrand.host.desk import selectors
from talleyrand.host.games.models import Game, with_seats
from talleyrand.host.notices.selectors import undelivered
from talleyrand.host.pages.views.common import find, instant_in, mastered, phase_in
from talleyrand.host.pages.views.game import ends
from talleyrand.host.turns.news import Seen, moved, news


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def game_now(request: HttpRequest, code: str) -> HttpResponse:
    """What is new in a game since its page was made."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("game", code)
    game, _ = find(request, code)
    return render(request, "pages/live/news.html", _news(request, game, "game"))


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def desk_now(request: HttpRequest, code: str) -> HttpResponse:
    """The same for the desk, and what it says of each power in the phase that it shows.

    A Game Master who plays too is told when she looks at sealed orders (A-138), so that none come by themselves.
    """
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("desk", code)
    if not isinstance(request.user, User):
        return render(request, "pages/live/signed_out.html", {"code": code})
    game, role = mastered(request, code)
    context = {**_news(request, game, "desk"), "role": role}
    if game.number and role.sees_all and not role.powers and not moved(game, _seen(request)):
        engine = reading.seen_by(with_seats(game), role)
        context |= {
            "desk": selectors.desk_of(role, game, engine, reading.describe(engine)),
            "undelivered": undelivered(role, game),
            "key": uuid.uuid4().hex,
        }
    return render(request, "pages/live/desk.html", context)


def _news(request: HttpRequest, game: Game, page: str) -> dict[str, object]:
    return {"game": game, "news": news(game, _seen(request), ends(game)), "page": page}


def _seen(request: HttpRequest) -> Seen:
    """What a page says it showed; one that does not say so has shown nothing."""
    phase = phase_in(request.GET.get("phase", "")) or (0, 0)
    return Seen(phase, request.GET.get("state", ""), instant_in(request.GET.get("due", "")))
