"""Games, their powers and who plays them."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


def new_code() -> str:
    """What stands for a game in addresses: nobody counts games by it."""
    return secrets.token_urlsafe(9).replace("-", "x").replace("_", "y")


class Game(models.Model):
    """One game.

    ``branch`` and ``number`` name the phase being played; ``closes_at`` is when it is adjudicated, and the truth about
    it: no queue holds a deadline. It is None where no clock runs. ``about`` is what the Game Master writes about her
    game: prizes, sources, thanks (A-131, A-135). ``founding`` is the rulebook that the game began with and
    ``amendments`` what changed since, as its record says it. With ``open_desk`` a Game Master who plays too sees
    sealed orders.
    ``starts_once`` is the condition on which it starts by itself, "" for none (A-137).
    ``coming`` is {"after": the code of a phase, "timetable": what holds once that phase is over}, or None.
    """

    class State(models.TextChoices):
        """What is going on."""

        SIGN_UP = "sign_up", "sign-up"
        RUNNING = "running"
        PAUSED = "paused"
        FROZEN = "frozen", "frozen, waits for the Game Master"
        ENDED = "ended"

    class Once(models.TextChoices):
        """What a game that nobody starts by hand waits for."""

        PLAYERS = "players", "enough players"
        POWERS = "powers", "every power played"

    PLAYED: ClassVar = (State.RUNNING, State.PAUSED, State.FROZEN)
    """What goes on in a game that has begun and is not over."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    title = models.CharField(max_length=120)
    master = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="games_run")
    variant = models.CharField(max_length=64)
    variant_version = models.PositiveIntegerField()
    preset = models.CharField(max_length=64, blank=True)
    year_label = models.CharField(max_length=32, blank=True)
    timetable = models.JSONField()
    coming = models.JSONField(null=True, blank=True)
    founding = models.JSONField(default=dict, blank=True)
    amendments = models.JSONField(default=list, blank=True)
    state = models.CharField(max_length=16, choices=State, default=State.SIGN_UP)
    branch = models.PositiveIntegerField(default=0)
    number = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(null=True, blank=True)
    first_due_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    least_players = models.PositiveIntegerField(default=0)
    starts_once = models.CharField(max_length=8, choices=Once, blank=True)
    remaining = models.DurationField(null=True, blank=True)
    cause = models.TextField(blank=True)
    about = models.TextField(blank=True)
    open_desk = models.BooleanField(default=False)
    archived_at = models.DateTimeField(null=True, blank=True)
    key = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        """A clock runs in running games alone: finished ones own no deadline (lesson 1). A form makes one game."""

        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(closes_at=None) | Q(state="running"), name="clock_runs_in_running_games"
            ),
            models.UniqueConstraint(fields=["master", "key"], condition=~Q(key=""), name="one_game_a_form"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["closes_at"], name="due_games", condition=Q(state="running")),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_played(self) -> bool:
        """Whether it has begun and is not over, its clock running or not."""
        return self.state in self.PLAYED


class Rulebook(models.Model):
    """The house rules of a game from one moment on; never changed, only followed by another (A-127)."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rulebooks")
    version = models.PositiveIntegerField()
    choices = models.JSONField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField(blank=True)
    created_at = models.DateTimeField()

    class Meta:
        """Versions count from 1."""

        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "version"], name="one_rulebook_a_version")]
        ordering: ClassVar = ["version"]

    def __str__(self) -> str:
        return f"{self.game}, rules {self.version}"


class Seat(models.Model):
    """A power of a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    power = models.CharField(max_length=64)
    place = models.PositiveIntegerField()

    class Meta:
        """A power has one seat."""

        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "power"], name="one_seat_a_power")]
        ordering: ClassVar = ["place"]

    def present(self) -> list[Diplomat]:
        """Those who play the power now, the senior first (A-019)."""
        return [diplomat for diplomat in self.diplomats.all() if diplomat.until is None]

    def __str__(self) -> str:
        return f"{self.power} of {self.game}"


class Diplomat(models.Model):
    """Somebody who plays a power, for some time; the lowest ``rank`` is the senior (A-019).

    ``overrides`` asks that this senior's orders supersede those of the others until taken back (A-020).
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="diplomats")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="diplomats")
    rank = models.PositiveIntegerField()
    overrides = models.BooleanField(default=False)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Nobody sits twice in one seat at a time, and no two share a rank."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "user"], condition=Q(until=None), name="one_place_a_diplomat"),
            models.UniqueConstraint(fields=["seat", "rank"], name="one_diplomat_a_rank"),
        ]
        ordering: ClassVar = ["rank"]

    def __str__(self) -> str:
        return f"{self.user} for {self.seat}"


def seats_of(game: Game) -> list[Seat]:
    """The seats of a game with those who play and played them; read once where ``with_seats`` came before."""
    seats = list(game.seats.all())
    models.prefetch_related_objects(seats, "diplomats__user")
    return seats


def with_seats(game: Game) -> Game:
    """The same game with its seats kept in it, for a page, which changes none of them."""
    models.prefetch_related_objects([game], "seats__diplomats__user")
    return game


def present(game: Game, power: str) -> list[Diplomat]:
    """Those who play a power now, the senior first (A-019)."""
    return list(Diplomat.objects.filter(seat__game=game, seat__power=power, until=None).select_related("user"))
