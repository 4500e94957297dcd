"""The app's name."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """Pages."""

    name = "talleyrand.host.pages"
    label = "pages"
