"""What happened in a game, each thing added and none overwritten."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from talleyrand.host.games.models import Game

WORDS = {
    "created": "Game made",
    "imported": "Brought in from a record",
    "carried": "Kept from the record",
    "joined": "Joined",
    "left": "Left",
    "started": "Game started",
    "not_started": "Not started",
    "adjudicated": "adjudicated",
    "over": "The game is over",
    "ended_early": "Ended before its deadline",
    "paused": "Paused",
    "resumed": "Goes on",
    "extended": "Deadline moved",
    "frozen": "Frozen",
    "stopped": "Stands still until the Game Master has looked at it",
    "undone": "taken up again by a rollback",
    "redone": "brought back",
    "ruling": "Ruling",
    "amended": "rules or map changed",
    "rules_changed": "Rules changed",
    "timetable_changed": "Timetable changed",
    "terms_changed": "Name, text or start changed",
    "corrected": "A phase was corrected",
    "withdrawn": "orders taken back",
    "draw": "drawn",
    "draw_vote": "vote on a draw",
    "civil_disorder": "civil disorder",
    "civil_disorder_cleared": "civil disorder ended",
    "ready": "Needs no more time",
    "not_ready": "Needs more time after all",
    "all_ready": "All were ready, and the phase ended",
    "extension_asked": "More time asked for",
    "replaced": "A substitute took a place",
    "put_in": "Somebody was put into a free place",
    "kicked": "A place was taken away",
    "players": "Players changed",
    "invited": "Another player invited",
    "superseding": "The senior's orders supersede all others",
    "superseding_ended": "The latest orders count again",
    "looked": "The Game Master looked at sealed orders",
    "orders_entered": "The Game Master entered orders",
    "override_ended": "The Game Master's orders supersede the power's no more",
    "nudged": "Asked whether orders are meant so",
    "pinged": "Reminded those who have sent nothing",
    "announcement": "Announcement",
    "kept": "Note, for the Game Master alone",
    "deadline_overridden": "Deadline moved against the timetable",
    "deadline_restored": "Deadline moved back",
    "senior": "Another senior",
    "abandoned": "Ended without a result",
    "taken_up": "Taken up again",
    "archived": "Put into the archive",
    "unarchived": "Taken out of the archive",
    "desk_opened": "The Game Master, who may play too, can see sealed orders",
    "desk_closed": "The Game Master sees sealed orders no more where she plays too",
}
"""What events are called where people read them."""


class Phase(models.Model):
    """One phase of the ledger, on one branch; a rollback leaves it and begins another branch.

    ``sequence`` counts a game's phases in the order in which they came to be. Values of the engine are its JSON.
    ``due_at`` is the deadline that it has, or had last; none where no clock of this site ever ran in it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="phases")
    sequence = models.PositiveIntegerField()
    branch = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    code = models.CharField(max_length=16)
    origin = models.CharField(max_length=16)
    amended = models.PositiveIntegerField(default=0)
    position = models.JSONField()
    missed = models.JSONField(default=dict, blank=True)
    declared = models.JSONField(default=list, blank=True)
    report = models.JSONField(null=True, blank=True)
    skip = models.BooleanField(default=True)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Adjudicated once, whatever races or crashes (lesson 1)."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "branch", "number"], name="one_phase_a_branch_and_number"),
            models.UniqueConstraint(fields=["game", "sequence"], name="one_phase_a_place"),
        ]
        ordering: ClassVar = ["sequence"]

    def __str__(self) -> str:
        return f"{self.code} of {self.game}"


class OrderSet(models.Model):
    """Orders for a power exactly as they came in, with what was read then (A-018, A-121)."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="orders")
    sequence = models.PositiveIntegerField()
    power = models.CharField(max_length=64)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    signature = models.CharField(max_length=150, blank=True)
    channel = models.CharField(max_length=32, blank=True)
    text = models.TextField(blank=True)
    senior = models.BooleanField(default=False)
    override = models.BooleanField(default=False)
    readings = models.JSONField(default=list, blank=True)
    withdrawn = models.BooleanField(default=False)
    stamp = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=64, blank=True)

    class Meta:
        """Sets count up within a phase; a form sent twice is one set."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "sequence"], name="one_set_a_place"),
            models.UniqueConstraint(fields=["phase", "key"], condition=~models.Q(key=""), name="one_set_a_form"),
        ]
        ordering: ClassVar = ["sequence"]

    def __str__(self) -> str:
        return f"{self.power} in {self.phase}"


class Event(models.Model):
    """An act or a fact of a game: who, what, when, and who may know of it.

    ``recorded`` are the engine's own, which an export carries.
    """

    class Sight(models.TextChoices):
        """Who may know."""

        ALL = "all", "everybody"
        POWER = "power", "one power and the Game Master"
        MASTER = "master", "the Game Master"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    phase = models.CharField(max_length=16, blank=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    signature = models.CharField(max_length=150, blank=True)
    stamp = models.CharField(max_length=40, blank=True)
    text = models.TextField(blank=True)
    data = models.JSONField(default=dict, blank=True)
    sight = models.CharField(max_length=8, choices=Sight, default=Sight.ALL)
    power = models.CharField(max_length=64, blank=True)
    recorded = models.BooleanField(default=False)

    class Meta:
        """Events count up within a game."""

        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "sequence"], name="one_event_a_place")]
        ordering: ClassVar = ["sequence"]

    def __str__(self) -> str:
        return f"{self.kind} in {self.game}"


class Ready(models.Model):
    """A power needs no more time in a phase, as one of its diplomats said; a rollback begins a phase without any."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="ready")
    power = models.CharField(max_length=64)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        """A power is ready or it is not."""

        constraints: ClassVar = [models.UniqueConstraint(fields=["phase", "power"], name="one_flag_a_power")]

    def __str__(self) -> str:
        return f"{self.power} is ready in {self.phase}"


class Extension(models.Model):
    """A vote to move a deadline once, from ``was`` to ``due``; it lapses where the deadline has become another."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="extensions")
    power = models.CharField(max_length=64)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    hours = models.FloatField()
    was = models.DateTimeField()
    due = models.DateTimeField()
    created_at = models.DateTimeField()
    granted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One vote about a deadline."""

        constraints: ClassVar = [models.UniqueConstraint(fields=["phase", "was"], name="one_vote_a_deadline")]
        ordering: ClassVar = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.hours:g} hours more for {self.phase}"


class Voice(models.Model):
    """A power that agrees with an extension."""

    extension = models.ForeignKey(Extension, on_delete=models.CASCADE, related_name="voices")
    power = models.CharField(max_length=64)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        """A power has one voice."""

        constraints: ClassVar = [models.UniqueConstraint(fields=["extension", "power"], name="one_voice_a_power")]

    def __str__(self) -> str:
        return f"{self.power} for {self.extension}"


class Draft(models.Model):
    """A text kept for later and not in force, seen by its author alone; kept as often as he likes, never overwritten.

    ``sets`` is how many order sets had come in the phase by then: one that its author sends later ends the offer.
    """

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="drafts")
    power = models.CharField(max_length=64)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts")
    text = models.TextField(blank=True)
    sets = models.PositiveIntegerField(default=0)
    key = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        """A form sent twice is one draft."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["author", "key"], condition=~models.Q(key=""), name="one_draft_a_form"),
        ]
        ordering: ClassVar = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"Draft of {self.author} for {self.power} in {self.phase}"
