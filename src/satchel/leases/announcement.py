"""The shared file that tells every window who holds what. Never the truth: that is in the database.

It lies alone in its directory, is always replaced and never written in place, and only under the
inter-process lock, whose holder repairs it. That it is missing, unreadable or wrong never stops anybody.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import filelock
import msgspec

from satchel.domain.lease import Lease, parse_lease
from satchel.domain.runtime import JsonObject

VERSION: Final = 1
LOCK_SECONDS: Final = 2.0
"""How long one waits for the lock. Whoever holds it may be asleep; the database does without the file."""

_MAX_BYTES: Final = 16 * 1024 * 1024

Identity: TypeAlias = tuple[int, int, int]
"""What of a file changes when it is replaced: inode, time and size."""


class Announcement:
    """`leases/leases.json` in a profile's folder, with its lock and its unfinished copies outside."""

    def __init__(self, folder: Path) -> None:
        self.directory = folder / "leases"
        self.path = self.directory / "leases.json"
        self._lock_path = folder / "leases.lock"
        self._unfinished = folder / f".leases.json.{os.getpid()}.tmp"

    @contextlib.contextmanager
    def locked(self) -> Iterator[bool]:
        """Holds the lock for the block; answers whether it could be had. Windows are only probed under it."""
        lock = filelock.FileLock(self._lock_path, thread_local=False, fallback_to_soft=False)
        try:
            lock.acquire(timeout=LOCK_SECONDS, poll_interval=0.001)
        except (OSError, filelock.Timeout):
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    def write(self, leases: Iterable[Lease]) -> bool:
        """Replaces the file, under the lock; answers whether it could be written."""
        document: JsonObject = {
            "version": VERSION,
            "leases": {lease.session_id: lease.to_document() for lease in leases},
        }
        try:
            self.directory.mkdir(exist_ok=True)
            self._unfinished.write_bytes(msgspec.json.encode(document))
            self._unfinished.replace(self.path)
        except OSError:
            with contextlib.suppress(OSError):
                self._unfinished.unlink(missing_ok=True)
            return False
        return True

    def read(self) -> dict[str, Lease] | None:
        """What is announced; None if the file is missing, unreadable or no announcement."""
        try:
            with self.path.open("rb") as file:
                document = msgspec.json.decode(file.read(_MAX_BYTES))
        except (OSError, ValueError, RecursionError):
            return None
        match document:
            case {"version": 1, "leases": dict(found)}:
                parsed = (parse_lease(session_id, one) for session_id, one in found.items())
                return {lease.session_id: lease for lease in parsed if lease is not None}
        return None

    def identity(self) -> Identity | None:
        """Changes whenever the file is replaced; None if there is none. One `stat`."""
        try:
            found = os.stat(self.path)  # noqa: PTH116 - a third of the price of Path.stat, asked at every key press
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size
