"""People who play or run games."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


class User(AbstractUser):
    """Somebody with an account; ``username`` is the name that others see.

    Addresses and names are one whatever their capitals.
    """

    email = models.EmailField("e-mail address", unique=True)
    zone = models.CharField("time zone", max_length=64, default="Etc/UTC")
    entries = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        """Unique without regard to capitals."""

        constraints: ClassVar = [
            models.UniqueConstraint(Lower("email"), name="one_account_an_address"),
            models.UniqueConstraint(Lower("username"), name="one_account_a_name"),
        ]
