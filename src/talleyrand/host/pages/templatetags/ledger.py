"""What stands in a game's ledger, in words."""

from __future__ import annotations

from django import template

from talleyrand.host.turns.happened import in_words
from talleyrand.host.turns.models import Event

register = template.Library()


@register.filter
def happened(event: Event) -> str:
    """What happened, and who did it."""
    return in_words(event)
