"""The rulebook of a case or a game: a preset by name, or choices that differ from the variant's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from talleyrand.game.errors import InputError
from talleyrand.game.shape import inside
from talleyrand.rules.rulebook import Rulebook
from talleyrand.variants.presets import preset
from talleyrand.variants.variant import Variant


def rulebook_of(given: str | Mapping[str, Any] | Rulebook | None, variant: Variant, path: str = "rulebook") -> Rulebook:
    """A rulebook from a preset's name, or from choices that differ from the variant's own. Raises ``InputError``."""
    if given is None:
        return variant.rulebook
    if isinstance(given, Rulebook):
        return given
    if isinstance(given, str):
        try:
            return preset(given, variant)
        except (LookupError, ValueError) as fault:
            raise InputError(path, str(fault.args[0]) if fault.args else str(fault)) from None
    choices = dict(given)
    base = variant.rulebook
    if "preset" in choices:
        named = choices.pop("preset")
        if not isinstance(named, str):
            raise InputError(inside(path, "preset"), "must be the name of a preset")
        base = rulebook_of(named, variant, inside(path, "preset"))
    try:
        return base.with_choices(choices)
    except (ValueError, TypeError) as fault:
        raise InputError(path, str(fault).removeprefix("rulebook: ")) from None
