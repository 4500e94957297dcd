"""What a Game Master asks for by a form of her desk, read field by field."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.http import QueryDict

from talleyrand.host.accounts.models import User
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import LONGEST_WORD, RefusedError, short_enough
from talleyrand.host.pages.views.common import hours_in, instant_in, phase_in, seen_instant, whole_number

_NOT_SAID = ("csrfmiddlewaretoken", "sure")


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, in which game, with what in the form, and when; a field that cannot be raises ``RefusedError``."""

    user: User
    game: Game
    form: QueryDict
    now: datetime

    @property
    def text(self) -> str:
        """What is to be said, or why."""
        return short_enough(self.form.get("text", "").strip(), "text", LONGEST_WORD)

    @property
    def power(self) -> str:
        """The power that it is about."""
        return self.form.get("power", "")[:64]

    @property
    def phase(self) -> tuple[int, int]:
        """Branch and number of the phase that she looked at; a form that does not say is for none."""
        return phase_in(f"{self.form.get('branch', '')}-{self.form.get('number', '')}") or (0, 0)

    @property
    def seen(self) -> datetime:
        """The deadline that she looked at."""
        return seen_instant(self.form.get("seen", ""))

    @property
    def due(self) -> datetime:
        """The deadline that she wants, as the clock of the timetable's zone shows it."""
        found = instant_in(self.form.get("due", ""))
        if found is None:
            raise RefusedError("due: write a day and an hour, as in 2030-01-08 21:00")
        return found if found.tzinfo is not None else found.replace(tzinfo=self.zone).astimezone(UTC)

    @property
    def zone(self) -> ZoneInfo:
        """The zone of the game's timetable."""
        return clock.zone_of(clock.read(self.game.timetable))

    @property
    def key(self) -> str:
        """One for each form and what is written in it: the same sent twice counts once, another text counts anew."""
        if not self.form.get("key"):
            return ""
        said = [(name, values) for name, values in sorted(self.form.lists()) if name not in _NOT_SAID]
        return hashlib.sha256(repr(said).encode()).hexdigest()[:40]

    @property
    def hours(self) -> float:
        """How much more time is wanted."""
        return hours_in(self.form.get("hours", ""))

    def number(self, field: str) -> int:
        """A whole number."""
        number = whole_number(self.form.get(field, ""))
        if number is None:
            raise RefusedError(f"{field}: write a whole number")
        return number

    def person(self, field: str) -> User:
        """Somebody by his name here."""
        name = self.form.get(field, "").strip()[:150]
        found = User.objects.filter(username=name).first() or User.objects.filter(username__iexact=name).first()
        if found is None:
            raise RefusedError(f"{field}: nobody here is called {name!r}")
        return found
