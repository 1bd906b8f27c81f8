"""Whether a window lives: it holds an operating-system lock while it does, and a kill lets go of it."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import filelock

from satchel.domain.errors import StoreUnavailable

_HOLD_SECONDS = 2.0


class WindowLocks:
    """The lock files of one profile's windows: `windows/<id>.lock`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def hold(self, window: str) -> filelock.BaseFileLock | None:
        """Takes the window's lock, to be kept until it closes; None where the disk refuses the file.

        A window without a lock counts as dead: it can be taken over without a question.
        """
        try:
            self._folder.mkdir(exist_ok=True)
            lock = _lock(self._path(window))
            lock.acquire(timeout=_HOLD_SECONDS, poll_interval=0.001)
        except (OSError, filelock.Timeout):
            return None
        return lock

    def let_go(self, window: str, lock: filelock.BaseFileLock) -> None:
        lock.release(force=True)
        try:
            self._path(window).unlink(missing_ok=True)
        except OSError:
            return  # a leftover file says nothing: only a held lock does

    def alive(self, window: str) -> bool:
        """Whether a process holds the window's lock at this moment. A name no window can have is nobody's."""
        try:
            return _is_locked(self._path(window))
        except (OSError, ValueError, StoreUnavailable):
            return False

    def living(self) -> list[str]:
        """The windows that live at this moment."""
        if not self._folder.is_dir():
            return []
        return [path.stem for path in sorted(self._folder.glob("*.lock")) if self.alive(path.stem)]

    def sweep(self, older_than: float) -> None:
        """Removes the files that killed windows left, if they were made before `older_than` (seconds since 1970).

        A young file may be one that its window is about to lock.
        """
        if not self._folder.is_dir():
            return
        for path in self._folder.glob("*.lock"):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < older_than and not self.alive(path.stem):
                    path.unlink()

    def _path(self, window: str) -> Path:
        if "/" in window or "\\" in window or window in ("", ".", ".."):
            raise StoreUnavailable("A window's id must be a plain name.")
        return self._folder / f"{window}.lock"


def _lock(path: Path) -> filelock.BaseFileLock:
    return filelock.FileLock(path, thread_local=False, fallback_to_soft=False)


if sys.platform == "win32":
    _LOOK_SECONDS = 0.005

    def _is_locked(path: Path) -> bool:
        if not path.exists():
            return False
        probe = _lock(path)  # a fresh object: one that holds the lock would enter again
        try:  # not at the first refusal: it may be another one who is only looking
            probe.acquire(timeout=_LOOK_SECONDS, poll_interval=0.001)
        except filelock.Timeout:
            return True
        probe.release()
        return False

else:
    import fcntl

    def _is_locked(path: Path) -> bool:
        """With a shared lock of the same kind: two who look at once do not take each other for the window."""
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(handle)
        return False
