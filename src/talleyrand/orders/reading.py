"""What the reader answers: one reading for each order a text holds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from talleyrand.board.unit import Power, ProvinceId
from talleyrand.orders.model import Order


class Status(StrEnum):
    """How sure a reading is. Not understood, not allowed and ambiguous are three things."""

    OK = "ok"
    REPAIRED = "repaired"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"
    UNREADABLE = "unreadable"
    DUPLICATE = "duplicate"
    MISSING = "missing"

    @property
    def counts(self) -> bool:
        """The order is in force."""
        return self in (Status.OK, Status.REPAIRED)


@dataclass(frozen=True, slots=True)
class Reading:
    """One order as read.

    ``text`` is what was written, as it was written; ``span`` its place in the whole text (start, end).
    ``order`` is the one reading, also for an illegal one where it could be read. ``repairs`` say, in sentences, what
    was read differently from what was written. ``candidates`` are the possible meanings of an ambiguous text,
    canonical. ``problem`` says in a sentence why the order is not in force, ``rule`` the source of that. ``power`` is
    a power named in the text itself. ``route`` holds the seas a convoyed army's order listed. ``notes`` are remarks
    that change nothing, such as a comment left aside.
    """

    text: str
    status: Status
    order: Order | None = None
    repairs: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    problem: str = ""
    rule: str = ""
    power: Power | None = None
    route: tuple[ProvinceId, ...] = ()
    notes: tuple[str, ...] = ()
    span: tuple[int, int] = (0, 0)
