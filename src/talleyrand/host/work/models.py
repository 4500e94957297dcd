"""Letters about accounts on their way, and workers' signs of life."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Letter(models.Model):
    """Mail about somebody's account, with a link in it perhaps; gone when it is sent or too old to be of use.

    ``tries`` and ``next_try_at`` are what a sender claims it by.
    """

    to = models.CharField(max_length=320)
    subject = models.CharField(max_length=300)
    text = models.TextField()
    created_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField()

    class Meta:
        """Found by when they are due."""

        indexes: ClassVar = [models.Index(fields=["next_try_at"], name="due_letters")]

    def __str__(self) -> str:
        return f"{self.subject} (letter {self.pk})"


class Heartbeat(models.Model):
    """When a worker last said that it works."""

    worker = models.CharField(max_length=120, unique=True)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.worker} at {self.beat_at}"
