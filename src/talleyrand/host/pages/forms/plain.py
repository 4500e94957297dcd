"""Faults of fields in plain words: each by what its page calls the field, in a whole sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from talleyrand.host.pages.labels import ended

_WORDS = {
    "required": "fill this in",
    "max_length": "%(show_value)s characters are more than the %(limit_value)s that it may have",
    "min_value": "%(show_value)s is too little; the least is %(limit_value)s",
    "max_value": "%(show_value)s is too much; the most is %(limit_value)s",
    "invalid_choice": "choose one of what is offered",
    "invalid_list": "choose from what is offered",
}

_INVALID: tuple[tuple[type[forms.Field], str], ...] = (
    (forms.FloatField, "write a number"),
    (forms.IntegerField, "write a whole number"),
    (forms.DateField, "write a date that there is, as 2030-01-31"),
    (forms.TimeField, "write an hour, as 21:00"),
)
"""The first kind that a field is of."""


class PlainForm(forms.Form):
    """A form whose faults name their fields, whoever finds them."""

    def called(self, name: str) -> str:
        """What the page calls a field."""
        return str(self[name].label).rstrip(":")

    def add_error(self, field: str | None, error: Any) -> None:
        """Put a fault at a field, or with ``None`` at none: "Hour: write an hour, as 21:00."."""
        if field is None:
            super().add_error(field, error)
            return
        faults = error.error_list if isinstance(error, ValidationError) else [ValidationError(error)]
        super().add_error(field, [f"{self.called(field)}: {ended(words)}" for words in self._words(field, faults)])

    def _words(self, name: str, faults: list[ValidationError]) -> Iterator[str]:
        field = self.fields[name]
        for fault in faults:
            chosen = fault.code == "required" and isinstance(field, forms.ChoiceField)
            known = _WORDS.get("invalid_choice" if chosen else fault.code or "")
            if fault.code == "invalid":
                known = next((words for kind, words in _INVALID if isinstance(field, kind)), None)
            if known is None:
                yield from fault.messages
            else:
                yield known % fault.params if fault.params else known
