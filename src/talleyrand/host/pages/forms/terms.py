"""The form for what a game is called, what is told of it, and when it starts."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone

from talleyrand.host.deadlines.words import zone_name
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import LONGEST_ABOUT
from talleyrand.host.pages.forms.plain import PlainForm
from talleyrand.host.pages.labels import told

BY_HAND, ON_DATE = "hand", "date"


def _in_a_week() -> date:
    return timezone.now().date() + timedelta(days=7)


class TermsForm(PlainForm):
    """Title, text and start; ``zone`` is where the hours are, named by the timetable (A-137)."""

    title = forms.CharField(max_length=120, label="Name of the game")
    about = forms.CharField(
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 5}),
        label="About the game",
        help_text="Prizes and how to reach whoever gives them, sources, thanks. It stands on the rules page; an empty"
        " line begins a paragraph.",
    )
    starts = forms.ChoiceField(
        required=False,
        label="The game starts",
        choices=[
            (BY_HAND, "when I say so, at my desk"),
            (Game.Once.PLAYERS.value, "by itself, as soon as enough people play in it: the number below"),
            (Game.Once.POWERS.value, "by itself, as soon as every power is played"),
            (ON_DATE, "by itself, on this date and at this hour:"),
        ],
        widget=forms.RadioSelect,
        initial=BY_HAND,
    )
    start_day = forms.DateField(
        required=False, label="Date", initial=_in_a_week, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    start_hour = forms.TimeField(
        required=False, label="Hour", initial=time(21), widget=forms.TimeInput({"type": "time"}, "%H:%M")
    )
    least_players = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=100,
        initial=0,
        label="Not with fewer players than",
        help_text="With fewer it does not start at its hour, and you are told. 0 is for any number.",
    )

    def clean_least_players(self) -> int:
        """An empty box asks for no number of players."""
        return self.cleaned_data["least_players"] or 0

    @property
    def starts_once(self) -> str:
        """The condition on which the game starts by itself, "" for none."""
        chosen = str(self.cleaned_data.get("starts", ""))
        return chosen if chosen in Game.Once.values else ""

    def starts_at(self, zone: ZoneInfo) -> datetime | None:
        """The instant of the start, None where the Game Master says when; a fault goes to its field."""
        if self.cleaned_data.get("starts") != ON_DATE:
            return None
        day, hour = self.cleaned_data.get("start_day"), self.cleaned_data.get("start_hour")
        if day is None or hour is None:
            for name in ("start_day", "start_hour"):
                if self.cleaned_data.get(name) is None and name not in self.errors:
                    self.add_error(name, "say when, or choose to start by hand")
            return None
        wall = datetime.combine(day, hour)
        try:
            instant = wall.replace(tzinfo=zone).astimezone(UTC)
            exists = instant.astimezone(zone).replace(tzinfo=None) == wall
        except (OverflowError, ValueError):
            self.add_error("start_day", "there is no such date")
            return None
        if not exists:
            self.add_error(
                "start_hour", f"there is no {wall:%H:%M} on that day in {zone_name(zone.key)}: the clocks change."
            )
            return None
        return instant

    def refuse(self, fault: str) -> None:
        """Put what a service said at the field that it names ("starts_at: that hour has passed")."""
        name, _, words = fault.partition(": ")
        field = {"starts_at": "start_day", "starts_once": "starts"}.get(name, name)
        named = field in self.fields
        self.add_error(field if named else None, words if named else told(fault, "change"))


def terms_of(game: Game, zone: ZoneInfo) -> dict[str, Any]:
    """What the form shows of a game."""
    local = game.starts_at.astimezone(zone) if game.starts_at else None
    dated = {"start_day": local.date(), "start_hour": local.time()} if local else {}
    return {
        "title": game.title,
        "about": game.about,
        "starts": ON_DATE if local else game.starts_once or BY_HAND,
        **dated,
        "least_players": game.least_players,
    }
