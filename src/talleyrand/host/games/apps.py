"""The app's name."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games."""

    name = "talleyrand.host.games"
    label = "games"
    default_auto_field = "django.db.models.BigAutoField"
