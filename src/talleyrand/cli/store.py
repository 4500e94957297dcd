"""A file that is replaced whole or not at all, and written by one at a time."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from talleyrand.cli.fault import FaultError

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


PATIENCE = 5.0
"""Seconds to wait for another writer."""


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of a file, which ends with the process that holds it.

    Raises ``FaultError`` where another process still holds it after ``patience`` seconds, or where the folder does not
    exist or may not be written.
    """
    path = path.resolve()
    lock = path.with_name(f".{path.name}.lock")
    descriptor = _acquire(path, lock, time.monotonic() + patience)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()
        os.close(descriptor)


def _acquire(path: Path, lock: Path, until: float) -> int:
    while True:
        try:
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise FaultError(_unwritable(path.parent, error), file=str(path)) from None
        try:
            _try_lock(descriptor)
            # The last holder may have removed the name between our open and our lock.
            if os.path.samestat(os.fstat(descriptor), os.stat(lock)):  # noqa: PTH116
                return descriptor
        except FileNotFoundError:
            pass
        except OSError:
            if time.monotonic() > until:
                os.close(descriptor)
                raise FaultError("another talleyrand is writing to it; try again", file=str(path)) from None
            time.sleep(0.05)
        os.close(descriptor)


def _unwritable(folder: Path, error: OSError) -> str:
    """Why nothing can be written beside a file."""
    if not folder.is_dir():
        return f"cannot be written: there is no folder {folder}"
    return f"cannot be written: the folder {folder} takes no new files ({error.strerror})"


def replace_text(path: Path, text: str) -> None:
    """Write a text in place of a file's whole content, as ``replace_bytes`` does.

    Half a surrogate pair, which UTF-8 cannot hold, is written as JSON writes it. Raises ``FaultError``.
    """
    replace_bytes(path, text.encode("utf-8", "backslashreplace"))


def replace_bytes(path: Path, data: bytes) -> None:
    """Write bytes in place of a file's whole content, through a temporary file beside it.

    Whatever happens, the path holds the old content or the new. Raises ``FaultError`` where it cannot be written.
    """
    path = path.resolve()
    temporary: Path | None = None
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(_mode(path))
        os.replace(temporary, path)  # noqa: PTH105
        temporary = None
        _sync_folder(path.parent)
    except OSError as error:
        raise FaultError(f"cannot be written: {error.strerror or error}", file=str(path)) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _mode(path: Path) -> int:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
