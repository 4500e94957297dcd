"""What games are played on, in words."""

from __future__ import annotations

from django import template

from talleyrand.host.bridge.reading import setting_in_words
from talleyrand.host.games.models import Game

register = template.Library()


@register.filter
def setting(game: Game) -> str:
    """The variant of a game by its name, and for how many powers it is: "Ancient Mediterranean, 5 powers"."""
    return setting_in_words(game.variant)
