"""What people wrote, as pages show it: nothing in it is taken for markup, and its web addresses can be followed."""

from __future__ import annotations

import re

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_ADDRESS = re.compile(r"(https?://[^\s<>\"]+)", re.IGNORECASE)
_AFTER = ".,;:!?'*_"
"""Signs that end a sentence and not an address that stands before them."""


@register.filter
def written(text: object) -> SafeString:
    """A text with its http(s) addresses as links, and nothing else; its lines are kept by the class of that name."""
    parts = _ADDRESS.split(str(text))
    pairs = zip(parts[::2], [*parts[1::2], ""], strict=True)
    return format_html_join("", "{}{}", ((before, _link(address)) for before, address in pairs))


def _link(found: str) -> SafeString | str:
    address = found.rstrip(_AFTER)
    while address.endswith(")") and address.count(")") > address.count("("):
        address = address[:-1].rstrip(_AFTER)
    if not address.partition("://")[2]:
        return found
    return format_html('<a href="{}" rel="nofollow noopener">{}</a>{}', address, address, found[len(address) :])
