"""Rules that a text names by number, each a link to where it is explained."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from talleyrand.host.bridge import references

register = template.Library()
register.filter("anchor", references.anchor)


@register.filter
def cited(text: str) -> SafeString:
    """A text with the rules that it names in square brackets made links; those that no page explains are left out."""
    page = reverse("references")
    found = mark_safe("")
    for words, rules in references.citations(text):
        links = format_html_join(
            ", ", '<a href="{}#{}">{}</a>', ((page, references.anchor(number), code) for code, number in rules)
        )
        found += format_html("{} [{}]", words, links) if rules else format_html("{}", words)
    return found


@register.filter
def source(rule: str) -> SafeString:
    """Where a choice is discussed, in square brackets; nothing where no page explains that."""
    return cited(f"[{rule}]") if rule else mark_safe("")
