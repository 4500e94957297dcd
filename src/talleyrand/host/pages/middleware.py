"""What is done to every request before a view sees it, and to every answer."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from talleyrand.host.logs import masked
from talleyrand.host.pages.views.faults import not_found
from talleyrand.host.turns.services import without_nul
from talleyrand.host.work import health

Answer = Callable[[HttpRequest], HttpResponse]

access = logging.getLogger("talleyrand.access")
log = logging.getLogger(__name__)

_POLICY = (
    "accelerometer=(), camera=(), display-capture=(), fullscreen=(self), geolocation=(), gyroscope=(), "
    "microphone=(), midi=(), payment=(), usb=()"
)


def reference(answer: Answer) -> Answer:
    """Each request gets a code that its line in the log and a page about a fault have in common."""

    def referred(request: HttpRequest) -> HttpResponse:
        request.reference = secrets.token_hex(4)  # type: ignore[attr-defined]
        began = time.monotonic()
        response = answer(request)
        quiet = _routine(request) and response.status_code < 400
        if not quiet:
            took = (time.monotonic() - began) * 1000
            access.info(
                "%s %s %d %d ms, reference %s",
                request.method,
                masked(request.path_info),
                response.status_code,
                took,
                request.reference,  # type: ignore[attr-defined]
            )
        return response

    return referred


def _routine(request: HttpRequest) -> bool:
    """Whether it is what browsers and watchmen ask by themselves: each would fill a log that says nothing."""
    match = request.resolver_match
    asked = match.url_name if match is not None else None
    return asked in ("game_now", "desk_now") or request.path_info.startswith(("/static/", "/healthz"))


def headers(answer: Answer) -> Answer:
    """What every answer says to a browser; pages are nobody's to keep but his who asked."""

    def headed(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        response.headers.setdefault("Permissions-Policy", _POLICY)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return headed


def watch(answer: Answer) -> Answer:
    """``/healthz`` for whoever watches over the site: no sign-in, no secret, and 503 where something is wrong."""

    def watched(request: HttpRequest) -> HttpResponse:
        if request.path_info != "/healthz":
            return answer(request)
        try:
            found = health.look(timezone.now())
        except DatabaseError:
            log.exception("the database cannot be asked")
            return JsonResponse({"ok": False, "faults": ["the database cannot be asked"]}, status=503)
        faults = found.faults
        value = {
            "ok": not faults,
            "faults": faults,
            "worker_seconds": None if found.worker is None else round(found.worker),
            "overdue_games": found.overdue,
            "mail_seconds": round(found.mail),
        }
        return JsonResponse(value, status=503 if faults else 200)

    return watched


def no_nul(answer: Answer) -> Answer:
    """No database keeps the character NUL: addresses and cookies with one are none, in a form another stands for it.

    All that is sent is read as UTF-8, as the site's own pages send it: by other codings that a request may name, signs
    come in that no database keeps and no page shows. Raises ``RequestDataTooBig`` for a form that is larger than one
    may be, ``BadRequest`` for one that does not say how large it is.
    """

    def clean(request: HttpRequest) -> HttpResponse:
        request.encoding = "utf-8"
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if "\0" not in value}
        if "\0" in request.path_info:
            return not_found(request, Http404())
        if request.method == "POST":
            length = request.META.get("CONTENT_LENGTH") or "0"
            if not (length.isascii() and length.isdigit()):
                raise BadRequest("The length of the request cannot be read.")
            if int(length) > settings.BODY_LIMIT:
                raise RequestDataTooBig
            if any("\0" in value for values in request.POST.lists() for value in values[1]):
                form = request.POST.copy()
                for name, values in request.POST.lists():
                    form.setlist(name, [without_nul(value) for value in values])
                request.POST = form  # type: ignore[assignment]
        return answer(request)

    return clean
