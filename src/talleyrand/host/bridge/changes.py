"""Rules and maps that the Game Master changes while a game is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from talleyrand.game.amendment import read_mend
from talleyrand.game.documents import MendDocument
from talleyrand.game.state import Game as Engine


def amended(
    engine: Engine, rulebook: Mapping[str, Any], mends: Sequence[Mapping[str, Any]], *, text: str, actor: str, time: str
) -> Engine:
    """The game with choices of its rulebook changed and steps of its map mended, from the open phase on (A-127).

    A mend is ``{"unit": "A" or "F", "from": place, "to": place, "open": bool}``. Raises ``InputError``.
    """
    found = [read_mend(document(mend), engine.variant, f"mends[{index}]") for index, mend in enumerate(mends)]
    return engine.amend(rulebook=rulebook, mends=found, text=text, actor=actor, time=time)


def document(mend: Mapping[str, Any]) -> MendDocument:
    """A mend as the engine's records have it."""
    return MendDocument(unit=mend["unit"], one=mend["from"], other=mend["to"], open=mend["open"])
