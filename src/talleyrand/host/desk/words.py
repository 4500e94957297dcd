"""Texts that the desk offers to its Game Master, for her to change before they go out."""

from __future__ import annotations

from collections.abc import Sequence

from talleyrand.host.bridge.orders import Receipt

_QUIET = ("", "repaired", "not in force")


def flags(receipt: Receipt) -> tuple[str, ...]:
    """What may not be meant in a power's orders as they stand, a sentence or two each (A-122)."""
    lines = (*receipt.lines, *receipt.retreats, *receipt.ahead)
    found = [" ".join((f"“{line.text}”: {line.mark}.", *line.remarks)) for line in lines if line.mark not in _QUIET]
    sent = any(not each.withdrawn for each in receipt.sent)
    gaps = [f"No order for {unit}." for unit in receipt.missing] if sent and receipt.lines else []
    return (*receipt.warnings, *found, *gaps)


def question(power: str, phase: str, wrong: Sequence[str]) -> str:
    """What to ask the players of a power about its orders, which stay as they are (A-123, A-124)."""
    remarks = "\n".join(f"- {each}" for each in wrong)
    return (
        f"About your orders for {power}, {phase}:\n\n{remarks}\n\n"
        "Is it meant so? The orders stand as they are until you send others."
    )
