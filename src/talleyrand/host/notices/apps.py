"""The app's name."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """What people are told by mail."""

    name = "talleyrand.host.notices"
    label = "notices"
    default_auto_field = "django.db.models.BigAutoField"
