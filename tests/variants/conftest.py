import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talleyrand.variants.scaffold import new_variant


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A scaffolded variant, sound until a test spoils it."""
    path = tmp_path / "small_war"
    new_variant(path)
    return path


@pytest.fixture
def edit_map(folder: Path) -> Callable[[Callable[[dict[str, Any]], Any]], None]:
    """Change the folder's map.json in place."""

    def edit(change: Callable[[dict[str, Any]], Any]) -> None:
        path = folder / "map.json"
        document = json.loads(path.read_text(encoding="utf-8"))
        change(document)
        path.write_text(json.dumps(document), encoding="utf-8")

    return edit
