"""Texts that the desk offers to its Game Master, for her to change before they go out."""

from __future__ import annotations

from collections.abc import Sequence

from talleyrand.host.bridge.orders import Receipt

_QUIET = ("", "repaired", "not in force")


def flags(receipt: Receipt) -> tuple[str, ...]:
    """What may not be meant in a power's orders as they stand, a sentence or two each and each once (A-122)."""
    lines = (*receipt.lines, *receipt.retreats, *receipt.ahead)
    warnings = dict.fromkeys(receipt.warnings)
    found = []
    for line in lines:
        if line.mark in _QUIET:
            continue
        quoted = f'"{line.text}" '
        about = [each for each in warnings if each.startswith(quoted)]
        rest = [f"This {each.removeprefix(quoted)}" for each in about]
        found.append(" ".join((f"“{line.text}”: {line.mark}.", *line.remarks, *rest)))
        for each in about:
            del warnings[each]
    sent = any(not each.withdrawn for each in receipt.sent)
    gaps = [f"No order for {unit}." for unit in receipt.missing] if sent and receipt.lines else []
    return (*warnings, *found, *gaps)


def question(power: str, phase: str, wrong: Sequence[str]) -> str:
    """What to ask the players of a power about its orders, which stay as they are (A-123, A-124)."""
    remarks = "\n".join(f"- {each}" for each in wrong)
    return f"About your orders for {power}, {phase}:\n\n{remarks}\n\nIs it meant so?"
