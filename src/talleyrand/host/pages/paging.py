"""Lists that are shown a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page
from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Paged:
    """A page of a list, with the addresses of the pages before and after it; "" where there is none."""

    page: Page[Any]
    before: str
    after: str


def paged(request: HttpRequest, page: Page[Any], name: str) -> Paged:
    """A page for a template; ``name`` is what its number is called in the address, whose other parts stay."""

    def address(number: int) -> str:
        query = request.GET.copy()
        query[name] = str(number)
        return f"?{query.urlencode()}"

    return Paged(
        page,
        address(page.previous_page_number()) if page.has_previous() else "",
        address(page.next_page_number()) if page.has_next() else "",
    )
