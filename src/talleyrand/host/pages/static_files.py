"""Styles and scripts under names that change with what is in them, so that a browser may keep them for ever."""

from __future__ import annotations

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Hashed(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A file that was not collected is served under its plain name."""

    manifest_strict = False

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        """The name with a mark of the content in it."""
        try:
            return str(super().hashed_name(name, content, filename))
        except ValueError:
            return name
