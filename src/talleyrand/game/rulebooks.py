"""The rulebook of a case or a game: a preset by name, or choices that differ from the variant's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from talleyrand.game.errors import InputError
from talleyrand.game.shape import inside
from talleyrand.rules.rulebook import Rulebook
from talleyrand.variants.presets import preset, preset_info
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
    for name, choice in choices.items():
        try:
            base = base.with_choices({name: choice})
        except (ValueError, TypeError) as fault:
            raise InputError(inside(path, str(name)), str(fault).removeprefix("rulebook: ")) from None
    return base


def refuse_true_and_false(given: object, variant: Variant, path: str) -> None:
    """Raise ``InputError`` where a choice is ``true`` or ``false``, naming the words that it may be."""
    if isinstance(given, Mapping):
        rulebook_of({name: choice for name, choice in given.items() if isinstance(choice, bool)}, variant, path)


def with_years(variant: Variant, rulebook: object, label: str | None = None, path: str = "year_label") -> Variant:
    """The variant naming its years as ``label`` says, or else as the preset given as ``rulebook`` does (X-A2).

    Raises ``InputError`` for a label that the variant does not offer.
    """
    if label is None:
        label = _label_of(rulebook, variant)
        return variant.with_year_label(label) if label in variant.year_labels else variant
    try:
        return variant.with_year_label(label)
    except KeyError as fault:
        raise InputError(path, str(fault.args[0])) from None


def _label_of(rulebook: object, variant: Variant) -> str:
    """The way of naming years that goes with a preset, "" where it has none."""
    if isinstance(rulebook, Mapping):
        rulebook = rulebook.get("preset")
    if not isinstance(rulebook, str):
        return ""
    try:
        return preset_info(rulebook).year_label
    except KeyError:  # a preset of the variant's own
        return variant.preset_labels.get(rulebook, "")
