"""The app's name."""

from django.apps import AppConfig


class TurnsConfig(AppConfig):
    """Turns."""

    name = "talleyrand.host.turns"
    label = "turns"
    default_auto_field = "django.db.models.BigAutoField"
