"""When people are away."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Absence(models.Model):
    """Days on which somebody is away, both included, by the calendar of his own time zone."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="absences")
    first = models.DateField()
    last = models.DateField()
    text = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        """It ends after it begins, and is entered once."""

        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="absence_ends_after_it_begins"),
            models.UniqueConstraint(fields=["user", "first", "last"], name="one_absence_a_span"),
        ]
        ordering: ClassVar = ["first", "last"]

    def __str__(self) -> str:
        return f"{self.user}, {self.first} to {self.last}"
