"""``talleyrand atlas make``."""

from __future__ import annotations

from pathlib import Path

import pytest

from talleyrand.cli.main import main
from talleyrand.variants.scaffold import new_variant


def test_a_missing_extra_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("talleyrand.atlas.make.NEEDED", ("no_such_package",))
    assert main(["atlas", "make", str(tmp_path)]) == 1
    assert "pip install 'talleyrand[atlas]'" in capsys.readouterr().err


def test_a_folder_without_plan_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba")
    new_variant(tmp_path / "mine", "Mine")
    assert main(["atlas", "make", str(tmp_path / "mine")]) == 1
    assert "atlas.toml" in capsys.readouterr().err


def test_a_seed_out_of_range_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba")
    assert main(["atlas", "make", str(tmp_path), "--seed", "-3"]) == 1
    assert "--seed -3" in capsys.readouterr().err
