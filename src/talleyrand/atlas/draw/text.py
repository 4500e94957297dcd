"""Text in a drawing: made safe for XML, and measured with the fonts that are shipped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

BOLD, REGULAR, ITALIC, TITLE = "AtlasSans-Bold", "AtlasSans-Regular", "AtlasSerif-BoldItalic", "AtlasSerif-Bold"
"""The faces: names on land, small print, names on water, the title."""

_UNFIT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
_AWKWARD = re.compile(r"[^A-Za-z0-9_.-]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape(text: str) -> str:
    """Text fit for XML content and attributes, without control and direction characters."""
    return _UNFIT.sub("", text).translate(_ESCAPES)


def identifier(text: str) -> str:
    """Text fit for an id: letters, digits, point, dash and underscore stay."""
    return _AWKWARD.sub(lambda match: f"_{ord(match[0]):x}", text)


def clipped(text: str, most: int) -> str:
    """Text of at most so many characters, an ellipsis for the rest."""
    plain = " ".join(text.split())
    return plain if len(plain) <= most else plain[: most - 1].rstrip() + "…"


@cache
def _widths() -> Mapping[str, Mapping[str, int]]:
    source = files("talleyrand.atlas") / "fonts" / "widths.json"
    return msgspec.json.decode(source.read_bytes(), type=dict[str, dict[str, int]])


def text_width(text: str, size: float, face: str = BOLD) -> float:
    """How long a text is in that face; a character the fonts lack counts as a wide one."""
    table = _widths()[face]
    return sum(table.get(char, _other(char)) for char in text) * size / 1000


def _other(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 1000 if unicodedata.east_asian_width(char) in "WF" else 650
