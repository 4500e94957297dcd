"""What happened in a game, each event in words that everybody understands."""

from __future__ import annotations

from collections.abc import Callable

from talleyrand.host.bridge.standing import phase_named
from talleyrand.host.turns.models import WORDS, Event
from talleyrand.prose.words import listing

_PARTS = (("new", "in"), ("old", "out"), ("senior", "first"))


def in_words(event: Event) -> str:
    """What happened, in a few words, and who did it."""
    if event.kind in _SENTENCES:
        return _SENTENCES[event.kind](event)
    what = WORDS.get(event.kind, event.kind.replace("_", " ").capitalize())
    what = f"{phase_in(event, event.phase)}: {what}" if event.phase and event.recorded else what
    what = f"{what}, {event.data['power']}" if event.data.get("power") else what
    what = f"{what}, which is the Game Master herself" if event.data.get("master") else what
    people = [f"{event.data[part]} {words}" for part, words in _PARTS if event.data.get(part)]
    what = f"{what}: {', '.join(people)}" if people else what
    return _signed(event, what)


def _looked(event: Event) -> str:
    """Who looked, at which powers' orders, of which phase: of all that were sealed, whoever had sent any (A-138)."""
    powers, code = event.data.get("powers", ()), event.data.get("phase", "")
    of = f" of {listing(powers)}" if powers else ""
    phase = f" for {phase_in(event, code)}, before they were adjudicated" if code else ""
    return f"The Game Master, {event.signature}, looked at the sealed orders{of}{phase}"


def _drawn(event: Event) -> str:
    shared = f" shared by {listing(event.data['winners'])}" if event.data.get("winners") else ""
    return _signed(event, f"{phase_in(event, event.phase)}: the game ended in a draw{shared}")


def _corrected(event: Event) -> str:
    code = event.data.get("of")
    return _signed(event, f"{phase_in(event, code)}: corrected" if code else WORDS["corrected"])


def _over(event: Event) -> str:
    found = event.data.get("result")
    return f"The game is over: {found}" if found else "The game is over"


def phase_in(event: Event, code: str) -> str:
    """A phase by the code that an event gives it, in words."""
    try:
        return phase_named(event.game, code)
    except ValueError:  # a record that was brought in may name a phase in another way
        return code


def _signed(event: Event, what: str) -> str:
    return f"{what} ({event.signature})" if event.signature else what


_SENTENCES: dict[str, Callable[[Event], str]] = {
    "looked": _looked,
    "draw": _drawn,
    "corrected": _corrected,
    "over": _over,
}
"""By kind: what is said otherwise than by ``WORDS``."""
