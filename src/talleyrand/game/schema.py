"""The JSON Schemas of the documents."""

from __future__ import annotations

from typing import Any

import msgspec

from talleyrand.board.quoted import quoted
from talleyrand.game.documents import CaseDocument, PositionDocument, RecordDocument, ReportDocument
from talleyrand.game.errors import InputError
from talleyrand.variants.spelling import did_you_mean

DOCUMENTS: dict[str, type[msgspec.Struct]] = {
    "position": PositionDocument,
    "case": CaseDocument,
    "report": ReportDocument,
    "record": RecordDocument,
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of ``position``, ``case``, ``report`` or ``record``. Raises ``InputError`` for another name."""
    kind = DOCUMENTS.get(name)
    if kind is None:
        raise InputError("schema", f"there is no document {quoted(name)}{did_you_mean(name, DOCUMENTS)}")
    made = msgspec.json.schema(kind)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Talleyrand {name}",
        **made,
    }
