"""Leases where nothing may be written, not even a lock: nothing is announced, and nobody is asked whether they live."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator

import filelock

from satchel.domain.lease import Lease
from satchel.leases.announcement import Announcement
from satchel.leases.liveness import WindowLocks


class SilentAnnouncement(Announcement):
    """Reads what others announced, and says nothing itself."""

    @contextlib.contextmanager
    def locked(self) -> Iterator[bool]:
        yield False

    def write(self, leases: Iterable[Lease]) -> bool:
        return False

    def withdraw(self) -> None:
        return


class SilentWindows(WindowLocks):
    """Every window counts as dead: asking would mean to lock its file."""

    def hold(self, window: str) -> filelock.BaseFileLock | None:
        return None

    def alive(self, window: str) -> bool:
        return False

    def sweep(self, older_than: float) -> None:
        return
