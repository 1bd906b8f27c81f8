"""One at a time puts another database in the place of a profile's, and nobody opens it meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import filelock

from satchel.domain.errors import StoreBusy
from satchel.files import storage_error

_NAME: Final = "mending.lock"
_SECONDS: Final = 2.0
"""Longer than a look whether it is held; far shorter than any mending."""


@contextmanager
def mending(folder: Path) -> Iterator[None]:
    """Holds the profile's folder for a repair or a restore. Raises `StoreBusy` if another one is at it.

    A kill lets go of it. The file stays: removing it would let two hold it at once.
    """
    lock = _lock(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=_SECONDS, poll_interval=0.001)
    except filelock.Timeout:
        raise _busy() from None
    except OSError as problem:
        raise storage_error(problem, folder) from problem
    try:
        yield
    finally:
        lock.release(force=True)


def check_not_mended(folder: Path) -> None:
    """Raises `StoreBusy` while the profile's database is being replaced."""
    probe = _lock(folder)
    try:
        if not (folder / _NAME).exists():
            return
        probe.acquire(timeout=0)
    except filelock.Timeout:
        raise _busy() from None
    except OSError:
        return  # a folder that can only be read, or not even that: nobody mends there
    probe.release()


def _lock(folder: Path) -> filelock.BaseFileLock:
    return filelock.FileLock(folder / _NAME, thread_local=False, fallback_to_soft=False)


def _busy() -> StoreBusy:
    return StoreBusy(
        "This profile's sessions are being mended or restored. Wait until that is done, then try again."
    )
