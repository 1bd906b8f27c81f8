"""The shared file that tells every window who holds what. Never the truth: that is in the database.

It lies alone in its directory, is always replaced and never written in place, and only under the
inter-process lock, whose holder repairs it. That it is missing, unreadable or wrong never stops anybody.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import filelock
import msgspec

from satchel.domain.lease import Lease, parse_lease
from satchel.domain.runtime import JsonObject
from satchel.files import free_name

VERSION: Final = 1
LOCK_SECONDS: Final = 2.0
"""How long one waits for the lock. Whoever holds it may be asleep; the database does without the file."""

_MAX_BYTES: Final = 16 * 1024 * 1024
_READ: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_TICK_NS: Final = 1_000
"""The least step between the times of two files: what the coarsest clock of a local disk can tell apart."""

Identity: TypeAlias = tuple[int, int, int]
"""What of a file changes when it is replaced: inode, time and size."""


class _Named(msgspec.Struct):
    token: str
    epoch: int


class _Hints(msgspec.Struct):
    version: int
    leases: dict[str, _Named]


_HINTS: Final = msgspec.json.Decoder(_Hints)


class Announcement:
    """`leases/leases.json` in a profile's folder, with its lock and its unfinished copies outside."""

    def __init__(self, folder: Path) -> None:
        self.directory = folder / "leases"
        self.path = self.directory / "leases.json"
        self._lock_path = folder / "leases.lock"
        self._unfinished = folder / ".leases.json.tmp"  # one name: the lock's holder alone writes

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
        """Makes the file say this, under the lock; answers whether it does. One that says so already stays.

        What stands in the file's place and is none (a folder, a link) is moved aside or replaced.
        """
        content = _encoded(leases)
        if self._content() == content and not self.path.is_symlink():
            return True
        for _ in range(2):
            with contextlib.suppress(OSError):
                self._unfinished.write_bytes(content)
                self._put_in_place()
                return True
            with contextlib.suppress(OSError):
                self._make_room()
        self.discard()
        return False

    def prepare(self, leases: Iterable[Lease]) -> bool:
        """Makes the next file ready, under the lock; answers whether `publish` may follow."""
        try:
            self._unfinished.write_bytes(_encoded(leases))
        except OSError:
            return False
        return True

    def publish(self) -> bool:
        """Puts in place what was prepared; answers whether that could be done."""
        try:
            self._put_in_place()
        except OSError:
            return False
        return True

    def discard(self) -> None:
        """Throws away what was prepared and is not to be published."""
        with contextlib.suppress(OSError):
            self._unfinished.unlink(missing_ok=True)

    def withdraw(self) -> None:
        """Takes the file away, without the lock: no file is better than one that is wrong.

        For a change that could not be announced. Whoever looks then asks the database.
        """
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def _put_in_place(self) -> None:
        before = self.identity()
        if before is not None:
            # Numbers of files are used again, and a disk's clock ticks slowly or is set back: were the times
            # left to it, two files could look like one.
            moment = max(time.time_ns(), before[1] + _TICK_NS)
            os.utime(self._unfinished, ns=(moment, moment))
        self._unfinished.replace(self.path)

    def _make_room(self) -> None:
        """Makes the folder; moves aside what is no folder or no file but lies where one belongs. Nothing is deleted."""
        folder = self.directory.parent
        if not self.directory.is_dir() and os.path.lexists(self.directory):
            self.directory.rename(free_name(folder, "leases.was", ""))
        self.directory.mkdir(exist_ok=True)
        for path in (self.path, self._unfinished):
            if path.is_dir() and not path.is_symlink():
                path.rename(free_name(folder, "leases.json.was", ""))

    def read(self) -> dict[str, Lease] | None:
        """What is announced; None if the file is missing, unreadable or no announcement."""
        content = self._content()
        try:
            document = None if content is None else msgspec.json.decode(content)
        except (ValueError, RecursionError):
            return None
        match document:
            case {"version": 1, "leases": dict(found)}:
                parsed = (parse_lease(session_id, one) for session_id, one in found.items())
                return {lease.session_id: lease for lease in parsed if lease is not None}
        return None

    def hints(self) -> dict[str, tuple[str, int]]:
        """Token and epoch of each session, read without much ado; nothing where anything is wrong."""
        content = self._content()
        try:
            found = None if content is None else _HINTS.decode(content)
        except (ValueError, RecursionError):
            return {}
        if found is None or found.version != VERSION:
            return {}
        return {session_id: (one.token, one.epoch) for session_id, one in found.leases.items()}

    def identity(self) -> Identity | None:
        """Changes whenever the file is replaced; None if there is none. One `stat`."""
        try:
            found = os.stat(self.path)  # noqa: PTH116 - a third of the price of Path.stat, asked at every key press
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _content(self) -> bytes | None:
        """The file's bytes; None where there is no file, or one too large to be ours. A pipe is not waited for."""
        try:  # half the price of the library's own calls, and a loser waits for it
            handle = os.open(self.path, _READ)
        except OSError:
            return None
        try:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode) or found.st_size > _MAX_BYTES:
                return None
            return os.read(handle, found.st_size)
        except OSError:
            return None
        finally:
            os.close(handle)


def _encoded(leases: Iterable[Lease]) -> bytes:
    document: JsonObject = {
        "version": VERSION,
        "leases": {lease.session_id: lease.to_document() for lease in leases},
    }
    return msgspec.json.encode(document)
