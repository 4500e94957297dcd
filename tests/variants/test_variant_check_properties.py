"""Whatever is done to a variant's files, the checker answers, and what it finds sound can be loaded."""

import copy
import json
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from talleyrand.variants.check import check_folder
from talleyrand.variants.load import load_variant
from talleyrand.variants.scaffold import new_variant

with tempfile.TemporaryDirectory() as place:
    new_variant(Path(place) / "small_war")
    FILES = {path.name: path.read_text(encoding="utf-8") for path in (Path(place) / "small_war").iterdir()}
MAP = json.loads(FILES["map.json"])
IDS = [entry["id"] for entry in MAP["provinces"]]

values = st.one_of(
    st.sampled_from([*IDS, "cap/nc", "cap/sc", "cap/", "/", "sea", "inland", "coastal", "Amber", "S1M", "nc", ""]),
    st.none() | st.booleans() | st.integers(-3, 40) | st.floats(allow_nan=False) | st.text(max_size=6),
    st.lists(st.sampled_from([*IDS, "nc", "sc"]), max_size=3),
    st.dictionaries(st.sampled_from([*IDS, "nc", "format"]), st.lists(st.sampled_from(IDS), max_size=2), max_size=2),
)


def spots(document: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in a document."""
    found = []
    items = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in items:
        found += [(document, key), *spots(value)]
    return found


def folder_of(root: str, files: dict[str, str]) -> Path:
    folder = Path(root) / "small_war"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def answers(files: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as root:
        folder = folder_of(root, files)
        faults = check_folder(folder)
        assert all(fault.file and fault.message for fault in faults)
        if not faults:
            variant = load_variant(folder)
            assert variant.start.problems(variant.board) == ()


@given(st.data())
@settings(max_examples=150)
def test_a_changed_map(data: st.DataObject):
    document = copy.deepcopy(MAP)
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from(spots(document)))
        if data.draw(st.booleans()):
            container[key] = data.draw(values)
        else:
            del container[key]
    answers({**FILES, "map.json": json.dumps(document)})


def lines(name: str) -> list[str]:
    return FILES[name].splitlines()


@given(st.data())
@settings(max_examples=100)
def test_a_changed_variant_toml(data: st.DataObject):
    text = lines("variant.toml")
    index = data.draw(st.integers(0, len(text) - 1))
    key, equals, _ = text[index].partition(" = ")
    text[index] = f"{key} = {json.dumps(data.draw(values), ensure_ascii=True)}" if equals else ""
    answers({**FILES, "variant.toml": "\n".join(text)})


@given(st.text(max_size=40))
@settings(max_examples=60)
def test_any_text_in_a_name(text: str):
    document = copy.deepcopy(MAP)
    document["provinces"][0]["aliases"] = [text]
    answers({**FILES, "map.json": json.dumps(document)})


def test_the_scaffold_is_toml():
    assert tomllib.loads(FILES["variant.toml"])["version"] == 1
