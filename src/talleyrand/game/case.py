"""A case: a position, the orders given in it, and the rulebook to judge them by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from msgspec import UNSET

from talleyrand.board.calendar import ADJUSTMENT
from talleyrand.board.position import Position
from talleyrand.board.unit import Power
from talleyrand.game.adjudicate import judge
from talleyrand.game.documents import CaseDocument, SentDocument
from talleyrand.game.errors import InputError
from talleyrand.game.report import Report
from talleyrand.game.rulebooks import refuse_true_and_false, rulebook_of
from talleyrand.game.seats import NOT_SENIOR
from talleyrand.game.shape import inside, shaped
from talleyrand.game.wire import check_position, early_variant_of, position_of, power_of, variant_of
from talleyrand.orders.sheet import Submission
from talleyrand.rules.rulebook import Rulebook
from talleyrand.variants.variant import Variant

Given: TypeAlias = str | tuple[str, ...] | tuple[Submission, ...]


@dataclass(frozen=True)
class Case:
    """One thing to adjudicate. ``orders`` holds for a power one text as written, one text an order, or several sets.

    Without ``owners_known`` nobody has said who owns the centres: none are captured or counted.
    """

    variant: Variant
    position: Position
    rulebook: Rulebook
    orders: Mapping[Power, Given] = field(default_factory=dict)
    id: str | int | None = None
    owners_known: bool = True

    def adjudicate(self, *, skip: bool = True) -> Report:
        """The case adjudicated. Raises ``InputError`` for a position that cannot be."""
        check_position(self.position, self.variant)
        sent = {power: _submissions(given) for power, given in self.orders.items()}
        return judge(self.variant, self.position, sent, self.rulebook, skip=skip, owners_known=self.owners_known)


def read_case(value: Any, *, variant: Variant | None = None, allow_folders: bool = False) -> Case:
    """A case from its JSON value.

    Without ``variant`` the document names one: by its name, or with ``allow_folders`` also by its folder. Raises
    ``InputError`` at the first fault, with its path.
    """
    early = early_variant_of(value, variant, "", allow_folders)
    before = early or variant
    if before is not None and isinstance(value, dict):
        refuse_true_and_false(value.get("rulebook"), before, "rulebook")
    document = shaped(value, CaseDocument)
    chosen = early or variant_of(value, variant, "", allow_folders)
    position = position_of(document, chosen)
    rulebook = rulebook_of(document.rulebook, chosen, "rulebook")
    orders: dict[Power, Given] = {}
    for name, given in document.orders.items():
        power = power_of(name, chosen.board, inside("orders", name), chosen.name)
        if power in orders:
            raise InputError(inside("orders", name), f"{power} is listed twice")
        orders[power] = given if isinstance(given, str) else _given(given, inside("orders", name))
    known = document.centers is not UNSET
    if not known and position.phase.kind == ADJUSTMENT:
        raise InputError("centers", "is missing: builds and removals follow from who owns the supply centres")
    id = document.id if isinstance(document.id, str | int) else None
    return Case(chosen, position, rulebook, orders, id, known)


def _given(listed: Sequence[str | SentDocument], path: str) -> Given:
    """A list of orders, or of sets. Raises ``InputError`` where it is neither."""
    texts = tuple(one for one in listed if isinstance(one, str))
    if len(texts) == len(listed):
        return texts
    sets = []
    for index, one in enumerate(listed):
        if isinstance(one, str):
            raise InputError(f"{path}[{index}]", "must be a set like the others in this list: an object with a text")
        if one.override and not one.senior:
            raise InputError(f"{path}[{index}].override", f'{NOT_SENIOR}; add "senior": true')
        text = one.text if isinstance(one.text, str) else "\n".join(one.text)
        sets.append(Submission(one.author, text, index, one.senior, one.override))
    return tuple(sets)


def _submissions(given: Given) -> tuple[Submission, ...]:
    if isinstance(given, str):
        return (Submission("", given, 0),)
    texts = tuple(one for one in given if isinstance(one, str))
    sets = tuple(one for one in given if isinstance(one, Submission))
    return sets or (Submission("", texts, 0),)
