"""Games that are over, and where to look for them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from talleyrand.host.games.outcomes import RESULTS
from talleyrand.host.games.selectors import archive, finished
from talleyrand.host.pages.paging import paged

_LONGEST = 200


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The archive, a page of it, with what was looked for still in its boxes."""
    text = request.GET.get("q", "")[:_LONGEST].replace("\0", "").strip()
    result = request.GET.get("result", "")
    result = result if result in RESULTS else ""
    page = archive(text, result, request.GET.get("page", "1")[:9])
    context = {
        "list": paged(request, page, "page"),
        "games": finished(list(page)),
        "text": text,
        "result": result,
        "results": RESULTS.items(),
    }
    return render(request, "pages/archive.html", context)
