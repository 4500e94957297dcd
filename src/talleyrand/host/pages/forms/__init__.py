"""What forms ask for."""

from __future__ import annotations

from typing import Any

from django import forms

from talleyrand.host.bridge import rules
from talleyrand.host.deadlines.presets import PRESETS


class NewGame(forms.Form):
    """What a game is made of."""

    title = forms.CharField(max_length=120, label="Name of the game")
    setting = forms.ChoiceField(label="Variant and rules")
    timetable = forms.ChoiceField(label="Timetable", choices=[(name, text) for name, (text, _) in PRESETS.items()])
    least_players = forms.IntegerField(
        label="Starts with at least so many players", min_value=0, max_value=100, initial=0
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["setting"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = rules.settings()
