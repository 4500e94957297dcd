"""docs/atlas.md names every key of atlas.toml."""

from pathlib import Path
from typing import get_args, get_type_hints

import pytest

pytest.importorskip("shapely", reason="the generator's extra is not installed")

from msgspec import Struct

from talleyrand.atlas.make.plan import Plan, Stroke

PAGE = (Path(__file__).parents[3] / "docs" / "atlas.md").read_text(encoding="utf-8")


def structs(hint: object) -> list[type[Struct]]:
    found = [hint] if isinstance(hint, type) and issubclass(hint, Struct) else []
    return [*found, *(inner for argument in get_args(hint) for inner in structs(argument))]


def keys() -> list[str]:
    found = []
    for name, hint in get_type_hints(Plan).items():
        found.append(name)
        for inner in structs(hint):
            found += [f"{name}.{key}" for key in inner.__struct_fields__]
    return found


@pytest.mark.parametrize("key", keys())
def test_every_key_of_the_plan_is_described(key: str) -> None:
    assert f"`{key}`" in PAGE


def test_the_parts_of_strokes_and_islands_are_named() -> None:
    assert all(f"`{key}`" in PAGE for key in (*Stroke.__struct_fields__, "at", "across", "down", "grow", "shift"))
