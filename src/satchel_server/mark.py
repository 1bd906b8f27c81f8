"""The file outside the database that tells how far a server has seen it: a name, and a ring of the last writes.

It is written in place, so that a server that runs and a command beside it write to the same file. Where a note
takes the place of another one does not matter: it is of a later write, and what lost that one lost both.
"""

from __future__ import annotations

import os
import struct
import threading
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from satchel.files import storage_error

_ENTRY: Final = struct.Struct("<qq")
_ENTRIES: Final = 256
"""More than there can be writes under way at once: the newest committed one is always among the last noted."""
_HEAD: Final = 64


@dataclass(frozen=True, slots=True)
class Seen:
    name: str
    writes: list[tuple[int, int]]
    """`(learner's counter, number it had reached)`, in no order."""


class Mark:
    """Notes are not forced to the disk: one that a power cut loses makes the mark older, never the database."""

    def __init__(self, path: Path) -> None:
        """Raises a kind of `StoreUnavailable` where the file cannot be made."""
        self._path = path
        self._turn = threading.Lock()
        self._next = 0
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(path, flags, 0o600)
        except OSError as error:
            raise storage_error(error, path.parent) from error
        weakref.finalize(self, os.close, self._descriptor)

    def read(self) -> Seen | None:
        """None where nothing was written yet, or nothing that can be read."""
        with self._turn:
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            data = os.read(self._descriptor, _HEAD + _ENTRIES * _ENTRY.size)
        name = data[:_HEAD].rstrip(b" \0").decode("ascii", "replace")
        whole = (len(data) - _HEAD) // _ENTRY.size
        if whole < 0 or not name:
            return None
        room = data[_HEAD : _HEAD + whole * _ENTRY.size]
        return Seen(name, [entry for entry in _ENTRY.iter_unpack(room) if entry[0]])

    def write(self, seen: Seen) -> None:
        """Raises a kind of `StoreUnavailable`."""
        kept = seen.writes[-_ENTRIES:]
        ring = b"".join(_ENTRY.pack(*entry) for entry in kept).ljust(_ENTRIES * _ENTRY.size, b"\0")
        try:
            self._put(0, seen.name.encode("ascii").ljust(_HEAD) + ring)
            os.fsync(self._descriptor)
        except OSError as error:
            raise storage_error(error, self._path.parent) from error
        self._next = len(kept)

    def note(self, learner: int, change: int) -> None:
        """Raises a kind of `StoreUnavailable`."""
        try:
            self._put(None, _ENTRY.pack(learner, change))
        except OSError as error:
            raise storage_error(error, self._path.parent) from error

    def _put(self, place: int | None, data: bytes) -> None:
        with self._turn:
            if place is None:
                place = _HEAD + self._next % _ENTRIES * _ENTRY.size
                self._next += 1
            os.lseek(self._descriptor, place, os.SEEK_SET)
            os.write(self._descriptor, data)
