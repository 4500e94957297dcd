"""A new variant's folder: small, complete, playable, to be changed into one's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

from talleyrand.variants.faults import VariantError
from talleyrand.variants.sources import CASES, MAP, README, VARIANT

TEMPLATE = Path(__file__).parent / "template"
_FILES = (VARIANT, MAP, README, CASES)
_TITLE = "@title@"


def new_variant(path: str | Path, title: str = "") -> tuple[Path, ...]:
    """Write a whole variant into a new or empty folder and say which files; the folder's name is the variant's.

    Raises ``VariantError`` where the name will not do or the folder holds something already; nothing is overwritten.
    """
    folder = Path(path).resolve()
    if not re.fullmatch(r"[a-z][a-z0-9_]*", folder.name):
        text = "is the variant's name: use small letters, digits and _ only, a letter first"
        raise VariantError(path, "", text)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise VariantError(path, "", "exists and is not empty; name a new folder")
    called = " ".join(title.split()) or folder.name.replace("_", " ").capitalize()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in _FILES:
        text = (TEMPLATE / name).read_text(encoding="utf-8")
        quoted = called if name == README else json.dumps(called, ensure_ascii=False)[1:-1]
        (folder / name).write_text(text.replace(_TITLE, quoted), encoding="utf-8")
        written.append(folder / name)
    return tuple(written)
