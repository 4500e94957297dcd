"""What people are told, how, and what became of it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from talleyrand.host.games.models import Game


class Kind(models.TextChoices):
    """What a notice is about; everybody chooses for each how it comes."""

    PHASE = "phase", "a phase has been adjudicated, another one is open"
    REMINDER = "reminder", "a deadline is near and your power has sent nothing"
    CLOCK = "clock", "the game is paused, goes on, or its deadline moves"
    RULING = "ruling", "the Game Master rules, or goes back to an earlier phase"
    PLAYERS = "players", "somebody joins, leaves or is replaced"
    WORD = "word", "the Game Master announces something"
    NUDGE = "nudge", "the Game Master asks whether an order of yours is meant so"
    DESK = "desk", "a game that you run needs you"


class Pace(models.TextChoices):
    """How notices of a kind come."""

    NOW = "now", "at once"
    DAILY = "daily", "once a day, at 08:00"
    NEVER = "never"


class Preference(models.Model):
    """How notices of a kind come to somebody; at once where there is none."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences")
    kind = models.CharField(max_length=16, choices=Kind)
    pace = models.CharField(max_length=8, choices=Pace)

    class Meta:
        """One choice a kind."""

        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "kind"], name="one_preference_a_kind")]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user}: {self.pace}"


class Notification(models.Model):
    """Something that somebody is told about a game, once for each cause.

    ``path`` leads to where it can be read on the site; after ``until`` it is not sent any more. ``power`` is the one
    whose missing orders it is about.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=16, choices=Kind)
    cause = models.CharField(max_length=120)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    path = models.CharField(max_length=200)
    power = models.CharField(max_length=64, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        """Never twice for one cause (lesson 26)."""

        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "cause"], name="one_notice_a_cause")]
        ordering: ClassVar = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.subject} (to {self.user})"


class Delivery(models.Model):
    """A notification on its way by one channel; ``tries`` and ``next_try_at`` are what a sender claims it by."""

    class State(models.TextChoices):
        """How far it came."""

        QUEUED = "queued"
        SENT = "sent"
        FAILED = "failed", "given up"
        DROPPED = "dropped", "not wanted any more"

    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=16, default="e-mail")
    digest = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    tries = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=500, blank=True)

    class Meta:
        """Once by a channel."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["notification", "channel"], name="one_delivery_a_channel"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["next_try_at"], name="due_deliveries", condition=models.Q(state="queued")),
        ]

    def __str__(self) -> str:
        return f"{self.notification} by {self.channel}: {self.state}"


class Prod(models.Model):
    """A reminder that has been given: nobody gives it again, whatever crashes or races."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="prods")
    cause = models.CharField(max_length=120)
    created_at = models.DateTimeField()

    class Meta:
        """Each is given once."""

        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "cause"], name="one_prod_a_cause")]

    def __str__(self) -> str:
        return f"{self.cause} of {self.game}"
