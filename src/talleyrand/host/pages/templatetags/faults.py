"""Faults as their readers see them."""

from __future__ import annotations

from django import template

from talleyrand.host.pages import labels

register = template.Library()


@register.filter
def told(fault: str) -> str:
    """What is wrong, as a sentence that names its field in words."""
    return labels.told(fault)
