"""What is done to every request before a view sees it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from talleyrand.host.pages.views.entry import not_found
from talleyrand.host.turns.services import without_nul

Answer = Callable[[HttpRequest], HttpResponse]


def no_nul(answer: Answer) -> Answer:
    """No database keeps the character NUL: an address with one is no page, in a form another sign stands for it."""

    def clean(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info:
            return not_found(request, Http404())
        if request.method == "POST" and any("\0" in value for values in request.POST.lists() for value in values[1]):
            form = request.POST.copy()
            for name, values in request.POST.lists():
                form.setlist(name, [without_nul(value) for value in values])
            request.POST = form  # type: ignore[assignment]
        return answer(request)

    return clean
