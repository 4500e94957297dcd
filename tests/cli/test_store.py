import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from talleyrand.cli import store
from talleyrand.cli.fault import FaultError


def test_a_file_is_written_and_written_over(tmp_path: Path):
    file = tmp_path / "game.json"
    store.replace_text(file, "one\n")
    store.replace_text(file, "zwölf\n")
    assert file.read_bytes() == "zwölf\n".encode()
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("crash", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_crash_before_the_replacement_leaves_the_old_content(tmp_path: Path, monkeypatch, crash):
    file = tmp_path / "game.json"
    file.write_text("old")

    def fail(*_args):
        raise crash

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises((FaultError, KeyboardInterrupt)):
        store.replace_text(file, "new")
    assert file.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_the_content_is_on_disk_before_the_name_changes(tmp_path: Path, monkeypatch):
    calls = []
    real_sync, real_replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda descriptor: (calls.append("fsync"), real_sync(descriptor))[1])
    monkeypatch.setattr(os, "replace", lambda *args: (calls.append("replace"), real_replace(*args))[1])
    store.replace_text(tmp_path / "game.json", "x")
    assert calls[:2] == ["fsync", "replace"]


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_permissions_stay_as_they_were(tmp_path: Path):
    file = tmp_path / "game.json"
    file.write_text("old")
    file.chmod(0o640)
    store.replace_text(file, "new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path):
    real = tmp_path / "real.json"
    real.write_text("old")
    link = tmp_path / "link.json"
    link.symlink_to(real)
    store.replace_text(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_folder_that_does_not_exist_is_a_fault(tmp_path: Path):
    with pytest.raises(FaultError, match="there is no folder"), store.locked(tmp_path / "no" / "game.json"):
        pass
    with pytest.raises(FaultError, match="cannot be written"):
        store.replace_text(tmp_path / "no" / "game.json", "x")


HOLD = """
import sys
from pathlib import Path
from talleyrand.cli.store import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_writer_is_turned_away_until_the_first_is_done(tmp_path: Path):
    file = tmp_path / "game.json"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(FaultError, match="another talleyrand"), store.locked(file, patience=0.1):
            pass
        holder.stdin.close()
        holder.wait()
    with store.locked(file, patience=0.1):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_writer_that_was_killed_leaves_no_lock_behind(tmp_path: Path):
    file = tmp_path / "game.json"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        holder.kill()
        holder.wait()
    with store.locked(file, patience=1):
        pass
