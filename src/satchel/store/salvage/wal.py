"""The log beside a database (`-wal`), read without SQLite: which of its pages are committed, and what is broken.

SQLite stops without a word at the first frame whose checksum is wrong and forgets every commit behind it. The
checksums are a chain, but each link names its predecessor: behind a broken frame the rest can still be proven.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

PAGE_SIZES: Final = frozenset(2**n for n in range(9, 17))
DEFAULT_PAGE: Final = 4096

_HEADER: Final = 32
_FRAME: Final = 24
_MAGIC: Final = 0x377F0682
"""The lowest bit says whether the checksums are of big-endian words."""
_COMMITS_AT_STAKE: Final = 2
"""A power cut can leave one unfinished commit behind a broken frame; two were told to somebody as saved."""

Sums: TypeAlias = tuple[int, int]


@dataclass(slots=True)
class Log:
    """What a log holds. Offsets are those of the page itself within the file."""

    path: Path
    page_size: int
    pages: dict[int, int] = field(default_factory=dict)
    """Where the newest committed content of each page lies."""
    size: int = 0
    """How many pages the database has after the last commit; 0 where there is none."""
    commits: int = 0
    broken: int = 0
    """Frames that are damaged and stood before a commit: what they held is lost."""
    bad_header: bool = False
    blank: bool = False
    """The header is nothing but zeros: what a power cut leaves of a log that was never used."""

    @property
    def damaged(self) -> bool:
        """Whether SQLite would silently leave out commits that were made."""
        return self.broken > 0 or (self.bad_header and (self.commits > 0 or not self.blank))


def log_of(database: Path) -> Path:
    return Path(f"{database}-wal")


def read_log(path: Path, page_size: int = DEFAULT_PAGE) -> Log | None:
    """The log at `path`, read through; None where there is none or it is empty. Raises `OSError`.

    `page_size` is believed where the log's own header is damaged.
    """
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return None
    if size <= _HEADER:
        return None
    with path.open("rb") as file:
        head = file.read(_HEADER)
        sound = _is_sound(head)
        if sound:
            page_size = _page_size(head)
        log = Log(path, page_size, bad_header=not sound, blank=not any(head))
        salt = head[16:24] if sound else file.read(_FRAME)[8:16]
        count = (size - _HEADER) // (_FRAME + page_size)
        _walk(file, log, _Chain(head, sound), salt, count)
    return log


def commits_behind(path: Path, frames: int, salt: bytes) -> int:
    """How many commits lie behind the first `frames` frames, by their headers alone: quick, and a hint only."""
    with path.open("rb") as file:
        head = file.read(_HEADER)
        if not _is_sound(head) or head[16:24] != salt:
            return 0
        step = _FRAME + _page_size(head)
        found, place = 0, _HEADER + frames * step
        while True:
            file.seek(place)
            frame = file.read(_FRAME)
            if len(frame) < _FRAME:
                return found
            found += frame[8:16] == salt and frame[4:8] != bytes(4)
            place += step


def first_head(path: Path) -> bytes:
    """The start of the first copy of page 1 in the log, 100 bytes; empty where there is none."""
    with path.open("rb") as file:
        head = file.read(_HEADER)
        if not _is_sound(head):
            return b""
        step, place = _FRAME + _page_size(head), _HEADER
        while True:
            file.seek(place)
            frame = file.read(_FRAME + 100)
            if len(frame) < _FRAME + 100 or frame[8:16] != head[16:24]:
                return b""
            if frame[:4] == b"\0\0\0\1":
                return frame[_FRAME:]
            place += step


def is_foreign(head: bytes, page_1: bytes) -> bool:
    """Whether a log whose first copy of page 1 is `page_1` belongs to another database than `head`, its start.

    A database has a number of its own (`user_version`), and the change counter in a log never starts more
    than one above that of the file it was begun on: more means that an older file was put beside it.
    """
    if len(head) < 100 or len(page_1) < 100 or head[:16] != page_1[:16]:
        return False
    mine, theirs = head[60:64], page_1[60:64]
    if mine != theirs and bytes(4) not in (mine, theirs):
        return True
    (counter,), (logged,) = struct.unpack(">I", head[24:28]), struct.unpack(">I", page_1[24:28])
    return bool(logged > counter + 1)


class _Chain:
    """The running checksum: from the frame before, as it is written there or as it works out."""

    def __init__(self, head: bytes, sound: bool) -> None:
        (magic,) = struct.unpack(">I", head[:4])
        little = sys.byteorder == "little" if not sound else not magic & 1
        self._order = "<" if little else ">"
        self._seeds: list[Sums] = [struct.unpack(">II", head[24:32])]

    def holds(self, frame: bytes, page: bytes) -> bool:
        """Whether the frame is proven; the next one is judged by it either way."""
        written: Sums = struct.unpack(">II", frame[16:24])
        for seed in self._seeds:
            found = _sum(page, _sum(frame[:8], seed, self._order), self._order)
            if found == written:
                self._seeds = [written]
                return True
        self._seeds = [written, *([found] if len(self._seeds) == 1 else [])]
        return False


def _walk(file: BinaryIO, log: Log, chain: _Chain, salt: bytes, count: int) -> None:
    """Frames of another salt are damaged, or left over from before the log was begun anew: then no commit follows."""
    pending: dict[int, int] = {}
    doubtful: tuple[dict[int, int], int, int] | None = None
    broken = 0
    for place, frame, page in _frames(file, log.page_size, count):
        number, size = struct.unpack(">II", frame[:8])
        if frame[8:16] != salt or not chain.holds(frame, page) or not number:
            if doubtful is None:
                doubtful = (dict(log.pages), log.size, log.commits)
            broken += 1
            continue
        pending[number] = place
        if size:
            log.pages.update(pending)
            log.size, log.commits, log.broken = size, log.commits + 1, broken
            pending.clear()
    if doubtful is not None and not log.bad_header:
        pages, size, commits = doubtful
        if (
            log.commits - commits < _COMMITS_AT_STAKE
        ):  # what a power cut leaves, and SQLite forgets too
            log.pages, log.size, log.commits, log.broken = pages, size, commits, 0


def _frames(file: BinaryIO, page_size: int, count: int) -> Iterator[tuple[int, bytes, bytes]]:
    for n in range(count):
        place = _HEADER + n * (_FRAME + page_size)
        file.seek(place)
        frame, page = file.read(_FRAME), file.read(page_size)
        if len(page) == page_size:
            yield place + _FRAME, frame, page


def _is_sound(head: bytes) -> bool:
    if len(head) < _HEADER:
        return False
    magic, _, page_size = struct.unpack(">III", head[:12])
    if magic & ~1 != _MAGIC or page_size not in PAGE_SIZES:
        return False
    order = ">" if magic & 1 else "<"
    return bool(_sum(head[:24], (0, 0), order) == struct.unpack(">II", head[24:32]))


def _page_size(head: bytes) -> int:
    return int.from_bytes(head[8:12], "big")


def _sum(data: bytes, seed: Sums, order: str) -> Sums:
    first, second = seed
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for word in words:
        first = (first + word + second) & 0xFFFFFFFF
        second = (second + next(words) + first) & 0xFFFFFFFF
    return first, second
