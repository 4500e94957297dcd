"""The app's name."""

from django.apps import AppConfig


class AbsenceConfig(AppConfig):
    """Who is away, and who comes instead."""

    name = "talleyrand.host.absence"
    label = "absence"
    default_auto_field = "django.db.models.BigAutoField"
