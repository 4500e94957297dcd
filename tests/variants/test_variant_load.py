"""Loading by name, by folder and from installed packages; code in a folder runs only where it is trusted."""

import os
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from talleyrand.rules.hooks import STANDARD
from talleyrand.variants import registry
from talleyrand.variants.load import VariantError, load_variant
from talleyrand.variants.variant import Variant

RULES = """
from talleyrand.rules.hooks import Hooks

class Small(Hooks):
    def winners(self, position, board, needed):
        return ("Amber",)

HOOKS = Small()
"""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("classic", "classic"),
        ("standard", "classic"),
        ("Classic", "classic"),
        ("ancmed", "ancient_mediterranean"),
        ("Ancient Mediterranean", "ancient_mediterranean"),
        ("ancient-mediterranean", "ancient_mediterranean"),
        ("MORROWIND", "morrowind"),
        (" morrowind ", "morrowind"),
    ],
)
def test_names_and_aliases(text: str, name: str):
    assert load_variant(text).name == name


def test_the_standard_game_is_listed_first():
    assert registry.names()[0] == "classic"
    assert {"classic", "ancient_mediterranean", "morrowind"} <= set(registry.names())


def test_loaded_once():
    assert load_variant("classic") is load_variant("standard")


@pytest.mark.parametrize("name", registry.names())
def test_whole(name: str):
    variant = load_variant(name)
    assert variant.start.problems(variant.board) == ()
    assert variant.start.variant == name
    assert variant.title and variant.credits and variant.description and variant.rules_text.startswith("# ")
    assert set(variant.colours) == set(variant.powers)
    assert variant.hooks is STANDARD or (LIBRARY_RULES / name / "rules.py").is_file()
    assert variant.rulebook in variant.presets.values()


LIBRARY_RULES = registry.LIBRARY


def test_unknown_name_says_which_are_near_and_there():
    with pytest.raises(VariantError, match=r"did you mean 'morrowind'.*classic, ancient_mediterranean, morrowind"):
        load_variant("morowind")


@pytest.mark.parametrize("name", ["", " ", "../etc", "/", "\0", "a" * 5000, "no/such/folder", "classic\n"])
def test_odd_names_are_an_error_or_a_variant(name: str):
    try:
        assert isinstance(load_variant(name), Variant)
    except VariantError as error:
        assert error.message


def test_a_folder(folder: Path):
    variant = load_variant(folder)
    assert variant.name == "small_war"
    assert variant.folder == folder.resolve()
    assert load_variant(str(folder)) is variant


def test_a_folder_is_read_again_when_it_changes(folder: Path):
    before = load_variant(folder)
    path = folder / "variant.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace('title = "Small war"', 'title = "Smaller"'), encoding="utf-8"
    )
    os.utime(path, ns=(1, 1))
    assert (before.title, load_variant(folder).title) == ("Small war", "Smaller")


def test_a_faulty_folder_names_file_and_key_and_holds_all_faults(folder: Path):
    path = folder / "variant.toml"
    text = path.read_text(encoding="utf-8").replace("version = 1", "version = 0").replace('rulebook = "datc"', "")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant(folder)
    error = caught.value
    assert (error.path.name, error.key) == ("variant.toml", "version")
    assert {fault.key for fault in error.faults} == {"version", "rulebook"}
    assert "variant.toml: version: " in str(error)
    assert "(and 1 more)" in str(error)


def test_code_of_a_strangers_folder_does_not_run_unasked(folder: Path):
    (folder / "rules.py").write_text("raise SystemExit('ran')\n", encoding="utf-8")
    with pytest.raises(VariantError, match="allow_code=True") as caught:
        load_variant(folder)
    assert caught.value.path.name == "rules.py"


def test_code_runs_when_allowed(folder: Path):
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    variant = load_variant(folder, allow_code=True)
    assert variant.hooks.winners(variant.start, variant.board, 4) == ("Amber",)
    with pytest.raises(VariantError):
        load_variant(folder)


@pytest.mark.parametrize(
    ("code", "message"),
    [("HOOKS = 1", "instance of"), ("", "instance of"), ("1 / 0", "ZeroDivisionError"), ("def", "SyntaxError")],
)
def test_code_that_is_no_rules(code: str, message: str, folder: Path):
    (folder / "rules.py").write_text(code, encoding="utf-8")
    with pytest.raises(VariantError, match=message):
        load_variant(folder, allow_code=True)


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder as if an installed package offered it."""
    (folder / "__init__.py").touch()
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder.parent))
    entry = EntryPoint("small_war", "small_war", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda group: (entry,) if group == "talleyrand.variants" else ())
    yield folder
    sys.modules.pop("small_war", None)


def test_an_installed_variant_is_known_by_name_and_its_code_trusted(installed: Path):
    assert registry.names()[-1] == "small_war"
    variant = load_variant("small_war")
    assert variant.hooks.winners(variant.start, variant.board, 4) == ("Amber",)


def test_an_installed_variant_that_cannot_be_imported(monkeypatch: pytest.MonkeyPatch):
    entry = EntryPoint("lost", "no_such_package_at_all", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda group: (entry,))
    with pytest.raises(VariantError, match="cannot be imported"):
        load_variant("lost")
