"""The app's name."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People."""

    name = "talleyrand.host.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
