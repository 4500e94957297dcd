"""A clock that tests set: the site's pages ask it for the time, and nothing passes by itself."""

from django.utils import timezone


class Clock:
    """What time it is."""

    def __init__(self, monkeypatch, now):
        self.now = now
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def to(self, when):
        """Let time pass until ``when``, which is not before now."""
        assert when >= self.now
        self.now = when

    def on(self, span):
        """Let a span of time pass."""
        self.to(self.now + span)
