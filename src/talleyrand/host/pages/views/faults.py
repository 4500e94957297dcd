"""Pages for what goes wrong: what happened, what to do, and a reference; what somebody wrote is not lost."""

from __future__ import annotations

import errno
import logging
import sys
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join

log = logging.getLogger("talleyrand.faults")

_LONG = 40
_WRITTEN = ("orders", "text", "body")
_NOT_WRITTEN = ("csrfmiddlewaretoken", "next", "key", "seen")


def written(request: HttpRequest) -> list[str]:
    """What somebody typed into the form he sent, to be shown to him again; nothing of an account's forms."""
    if request.method != "POST" or request.path_info.startswith(("/accounts/", "/enter/")):
        return []
    try:
        fields = list(request.POST.items())
    except Exception:  # what cannot be read cannot be shown
        return []
    return [
        str(value)
        for name, value in fields
        if name not in _NOT_WRITTEN
        and str(value).strip()
        and (name in _WRITTEN or len(str(value)) > _LONG or "\n" in str(value))
    ]


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that cannot be read, or is larger than one may be."""
    if isinstance(exception, RequestDataTooBig):
        title, words = "That is too much at once", "What you sent is larger than this site takes. Send less of it."
        return _bare(request, 413, title, f"{words} Nothing was changed.")
    words = "Your browser sent something that cannot be read. Go back, load the page again, and try once more."
    return _bare(request, 400, "That could not be read", f"{words} Nothing was changed.")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Something that is not this person's to do."""
    return render(request, "pages/not_allowed.html", {"why": str(exception) or "Nothing was changed."}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """There is no such page, or none that this person may see."""
    return render(request, "pages/not_found.html", status=404)


def no_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is old or missing: what was in it is shown to its own writer, and to no other site's."""
    own = urlsplit(request.META.get("HTTP_ORIGIN") or request.META.get("HTTP_REFERER") or "").netloc
    kept = written(request) if own in ("", request.get_host()) else []
    log.info("form without a good token: %s, reference %s", reason, _reference(request))
    words = (
        "The form was too old, or your browser keeps no cookies for this site. Load the page again and send it anew."
    )
    return _bare(request, 403, "Load the page again", f"{words} Nothing was changed.", kept)


def too_many(request: HttpRequest, exception: Exception | None = None, *, wait: int = 60) -> HttpResponse:
    """Too often in too short a time; says when it goes on."""
    words = f"You have done this very often in a short time. Wait {_for(wait)} and try again. Nothing was changed."
    answer = _bare(request, 429, "A little slower, please", words, written(request))
    answer["Retry-After"] = str(wait)
    return answer


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: object) -> HttpResponse:
    """Too many wrong passwords for one name from one address; the same whether there is such an account or not."""
    words = (
        f"The password was wrong {settings.AXES_FAILURE_LIMIT} times. For an hour from then on nobody signs in by this "
        "name from here, not even with the right password; trying in the meantime makes it no longer. If you have "
        "forgotten yours, choose a new one by e-mail now, and sign in with it after that hour."
    )
    answer = _bare(request, 429, "Sign-in is closed for an hour", words, forgotten=True)
    answer["Retry-After"] = "3600"
    return answer


def broken(request: HttpRequest) -> HttpResponse:
    """An error of the site's: never its details, which stand in the log under the reference that the page shows."""
    fault = sys.exc_info()[1]
    away = isinstance(fault, OperationalError | InterfaceError) or (
        isinstance(fault, OSError) and fault.errno in (errno.ENOSPC, errno.EDQUOT)
    )
    log.error("fault, reference %s", _reference(request), exc_info=fault if fault is not None else True)
    if away:
        words = "The site cannot reach its database just now, or has no room left. Nothing was changed."
        answer = _bare(request, 503, "Not at the moment", f"{words} Try again in a minute.", written(request))
        answer["Retry-After"] = "60"
        return answer
    words = "Something is wrong with the site itself, and what you wanted was not done."
    advice = "Tell whoever runs the site, and name the reference below."
    return _bare(request, 500, "The site has made a mistake", f"{words} {advice}", written(request))


def _for(seconds: int) -> str:
    if seconds < 90:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    return f"{round(seconds / 60)} minutes"


def _reference(request: HttpRequest) -> str:
    return str(getattr(request, "reference", ""))


def _bare(
    request: HttpRequest,
    status: int,
    title: str,
    words: str,
    kept: list[str] | None = None,
    *,
    forgotten: bool = False,
) -> HttpResponse:
    """A page that asks no database, for it may be the database that is away."""
    context = {
        "title": title,
        "words": words,
        "kept": kept or [],
        "forgotten": forgotten,
        "reference": _reference(request),
    }
    try:
        page = render_to_string("pages/fault.html", context)
    except Exception:  # whatever is wrong may be wrong with pages, too
        log.exception("the page about a fault cannot be made, reference %s", _reference(request))
        texts = format_html_join("", "<pre>{}</pre>", ((text,) for text in kept or []))
        page = format_html(
            "<!doctype html><title>{}</title><h1>{}</h1><p>{}</p>{}<p>{}</p>",
            title,
            title,
            words,
            texts,
            _reference(request),
        )
    return HttpResponse(page, status=status)
