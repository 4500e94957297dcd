"""Faults as their readers see them: a field by what its page calls it, and a whole sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NAMED = re.compile(r"([a-z_]+): (?=\S)")

_LABELS = {
    "text": "Why",
    "hours": "More time",
    "most": "More time",
    "pace": "More time",
    "due": "The new deadline",
    "to": "The phase to take up again",
    "branch": "The line of play",
    "power": "The power",
    "player": "The player",
    "new": "The user name",
    "name": "The user name",
    "orders": "The orders",
    "sharers": "The powers that share the draw",
    "place": "The province",
    "province": "The province",
    "unit": "The unit",
    "phase": "The phase",
    "closed": "The closed days of the timetable",
    "steps": "The timetable",
}

_BY_ACT: Mapping[str, Mapping[str, str]] = {
    "announce": {"text": "The announcement"},
    "keep": {"text": "The note"},
    "rule": {"text": "The ruling"},
    "nudge": {"text": "The question"},
    "mend": {
        "from": "The province that the step begins in",
        "to": "The province that the step leads to",
        "open": "The step",
    },
    "plan_absence": {"first": "First day away", "last": "Last day away", "text": "A word about it"},
    "zone": {"zone": "Show times in"},
    "prefer": {"pace": "How you are told", "kind": "How you are told"},
    "change": {"reason": "Why", "closed": "Dates on which no phase ends"},
    "import": {"record": "The record", "title": "Name of the game here"},
}
"""What is called otherwise in the form of one act."""


def told(fault: str, act: str = "") -> str:
    """What is wrong, as a sentence that names the field as the form of an ``act`` does."""
    fault = fault.removeprefix("timetable: ")
    named = _NAMED.match(fault)
    label = (_BY_ACT.get(act, {}).get(named[1]) or _LABELS.get(named[1])) if named else None
    if named and label:
        return f"{label}: {ended(fault[named.end() :])}"
    return fault if fault.endswith((".", "!", "?")) else ended(fault[:1].upper() + fault[1:])


def ended(text: str) -> str:
    """A text with the stop that ends its last sentence."""
    return text if text.endswith((".", "!", "?")) else f"{text}."
