"""The app's name."""

from django.apps import AppConfig


class WorkConfig(AppConfig):
    """Work beside the games."""

    name = "talleyrand.host.work"
    label = "work"
    default_auto_field = "django.db.models.BigAutoField"
