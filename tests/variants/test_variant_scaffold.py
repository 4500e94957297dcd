"""`variant new` writes a whole playable folder, and never over anything."""

import tomllib
from pathlib import Path

import pytest

from talleyrand.variants.check import check_folder
from talleyrand.variants.faults import VariantError
from talleyrand.variants.load import load_variant
from talleyrand.variants.scaffold import new_variant


def test_all_files_and_no_faults(tmp_path: Path):
    written = new_variant(tmp_path / "a" / "small_war")
    assert [path.name for path in written] == ["variant.toml", "map.json", "README.md", "cases.toml"]
    assert check_folder(tmp_path / "a" / "small_war") == []


def test_into_an_empty_folder(tmp_path: Path):
    (tmp_path / "small_war").mkdir()
    assert new_variant(tmp_path / "small_war")


def test_title_from_the_folder_or_given(tmp_path: Path):
    new_variant(tmp_path / "small_war")
    new_variant(tmp_path / "other", 'Ärger: a "war" \\ of words\n')
    assert load_variant(tmp_path / "small_war").title == "Small war"
    assert load_variant(tmp_path / "other").title == 'Ärger: a "war" \\ of words'
    assert tomllib.loads((tmp_path / "other" / "variant.toml").read_text(encoding="utf-8"))["version"] == 1


@pytest.mark.parametrize("name", ["Small", "1st", "small war", "small-war", "ä"])
def test_a_name_that_will_not_do(name: str, tmp_path: Path):
    with pytest.raises(VariantError, match="small letters"):
        new_variant(tmp_path / name)
    assert not (tmp_path / name).exists()


def test_nothing_is_overwritten(tmp_path: Path):
    (tmp_path / "small_war").mkdir()
    (tmp_path / "small_war" / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for name in ("small_war", "file"):
        with pytest.raises(VariantError, match="exists and is not empty"):
            new_variant(tmp_path / name)
    assert [path.name for path in (tmp_path / "small_war").iterdir()] == ["notes.txt"]
