"""What a Game Master announced last, for the page of her game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from talleyrand.host.desk import selectors
from talleyrand.host.games.models import Game

register = template.Library()


@register.inclusion_tag("pages/announcements.html", takes_context=True)
def announcements(context: Mapping[str, Any], game: Game) -> dict[str, object]:
    """The latest announcements, the newest first, their times as the reader's own clock shows them."""
    reader = {name: context.get(name) for name in ("user", "zone")}
    return {"announcements": selectors.announcements(game), **reader}
