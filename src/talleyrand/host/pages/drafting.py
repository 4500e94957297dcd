"""What a Game Master has begun and not published: kept in her own session, so that it outlives a page and a phase.

A draft is bound to her and to the game, nobody else can write it, and no form has to carry it; pictures of it have an
address like any other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from talleyrand.host.games.models import Game


def kept(request: HttpRequest, kind: str, game: Game) -> dict[str, Any]:
    """A draft as it was kept last, {} where there is none."""
    value = request.session.get(_name(kind, game))
    return dict(value) if isinstance(value, dict) else {}


def keep(request: HttpRequest, kind: str, game: Game, value: Mapping[str, Any]) -> None:
    """Keep a draft in the place of the one there was."""
    request.session[_name(kind, game)] = dict(value)


def drop(request: HttpRequest, kind: str, game: Game) -> None:
    """Forget a draft."""
    request.session.pop(_name(kind, game), None)


def mark(value: Mapping[str, Any]) -> str:
    """What tells one draft from another: a form says by it which one its page showed."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def _name(kind: str, game: Game) -> str:
    return f"{kind}:{game.pk}"
