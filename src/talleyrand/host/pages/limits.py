"""How often one may do a thing: by person where somebody is signed in, by address otherwise.

allauth counts sign-in, sign-up and what belongs to an account; axes locks out who guesses passwords. Both keep their
counters to themselves, so that what is the site's own is counted here, in Django's cache.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from talleyrand.host.accounts.address import household
from talleyrand.host.pages.views.faults import too_many

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limit:
    """So many times in so many seconds, by address where ``by_address`` or where nobody is signed in."""

    name: str
    times: int
    seconds: int
    by_address: bool = False


_ORDERS = Limit("orders", 40, 60)
_PLACES = Limit("places", 20, 60)
_PICTURES = Limit("pictures", 1200, 60, by_address=True)
_RECORDS = Limit("records", 120, 60, by_address=True)
_NOW = Limit("now", 240, 60)
ACTS = Limit("acts", 120, 60)
"""Whatever changes something and has no limit of its own."""

LIMITS = {
    "orders": _ORDERS,
    "withdraw": _ORDERS,
    "join": _PLACES,
    "leave": _PLACES,
    "enter": Limit("enter", 120, 60, by_address=True),
    "map": _PICTURES,
    "map_png": _PICTURES,
    "opening_map": _PICTURES,
    "preview_map": _PICTURES,
    "board_map": _PICTURES,
    "correct_map": _PICTURES,
    "record": _RECORDS,
    "game_now": _NOW,
    "desk_now": _NOW,
}
"""By the name of an address; wide enough for 22 impatient players behind one."""

_GAMES = Limit("new", 60, 3600)
POSTED = {"new": _GAMES, "import": _GAMES}
"""The same, where only what is sent counts and not the look at the form."""


class Limits:
    """Counts requests before a view sees them, and answers those that are too many."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Hand on to the view."""
        return self.answer(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Count, and answer 429 where it is enough."""
        limit = _limit(request)
        if limit is None:
            return None
        wait = spend(limit, request)
        return too_many(request, wait=wait) if wait else None


def _limit(request: HttpRequest) -> Limit | None:
    match = request.resolver_match
    name = (match.url_name if match else "") or ""
    if name in LIMITS:
        return LIMITS[name]
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    return POSTED.get(name, ACTS)


def spend(limit: Limit, request: HttpRequest) -> int:
    """Count once more: nothing while there is room, otherwise the seconds until there is again."""
    person = None if limit.by_address else request.user.pk
    who = household(request) if person is None else f"user {person}"
    now = time.time()
    window = int(now // limit.seconds)
    key = f"limit:{limit.name}:{window}:{who}".replace(" ", "-")
    try:
        count = 1 if cache.add(key, 1, limit.seconds + 1) else cache.incr(key)
    except ValueError:  # it has just gone by
        return 0
    except Exception:
        log.exception("the cache cannot be asked; nothing is counted")
        return 0
    return 0 if count <= limit.times else max(1, math.ceil((window + 1) * limit.seconds - now))
