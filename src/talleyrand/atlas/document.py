"""The JSON Schema of ``geometry.json``."""

from __future__ import annotations

from typing import Any

import msgspec

from talleyrand.atlas.geometry import Geometry


def geometry_schema() -> dict[str, Any]:
    """The JSON Schema of a drawn map."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Talleyrand geometry",
        **msgspec.json.schema(Geometry),
    }
