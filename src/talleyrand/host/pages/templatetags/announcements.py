"""What a Game Master announced last, for the page of her game."""

from __future__ import annotations

from django import template

from talleyrand.host.desk import selectors
from talleyrand.host.games.models import Game

register = template.Library()


@register.inclusion_tag("pages/announcements.html")
def announcements(game: Game) -> dict[str, object]:
    """The latest announcements, the newest first."""
    return {"announcements": selectors.announcements(game)}
