"""The ZIP file around a bundle, read with suspicion.

Everything its directory says is checked before anything is unpacked, and again while it is: sizes are counted,
not believed. Nothing is ever written, so no name in it can lead anywhere.
"""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Final

from satchel.bundles.faults import WHOLE_FILE, BundleFault, LimitPassed, Place
from satchel.bundles.format import (
    FREE_EXPANSION,
    MAX_DIRECTORY_BYTES,
    MAX_ENTRIES,
    MAX_ENTRY_BYTES,
    MAX_RATIO,
    MAX_TOTAL_BYTES,
)
from satchel.domain.errors import shorten

PIECE: Final = 256 * 1024

_LOCAL: Final = struct.Struct("<4s5H3L2H")
_END: Final = struct.Struct("<4s4H2LH")
_END64: Final = struct.Struct("<4sQ2H2L4Q")
_LOCATOR: Final = struct.Struct("<4sLQL")
_MAX_COMMENT: Final = 65535
_ENCRYPTED: Final = 0x01 | 0x40
_DESCRIPTOR: Final = 0x08
_UTF8: Final = 0x800
_ZIP64: Final = 0xFFFFFFFF
_UNIX: Final = 3
_COPY_AGAIN: Final = "Copy it again from where it came."


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in the ZIP file. Sizes and checksum are what the directory says of it."""

    name: str
    method: int
    start: int
    """Where its local header begins."""
    packed: int
    size: int
    crc: int


class Container:
    """The entries of a ZIP file by name. Raises `BundleFault` or a kind of it for one that cannot be trusted.

    A file whose end was cut off has no directory; then `whole` is false, and what lies before the cut is found by
    walking over it.
    """

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file = file
        self.whole = True
        try:
            with readable(WHOLE_FILE):
                _check_directory_size(file, size)
                entries = _directory(file, size)
        except Truncated:
            self.whole = False
            with readable(WHOLE_FILE):
                entries = _walked(file, size)
            if not entries:
                raise
        self.entries = {entry.name: entry for entry in entries}

    def read(self, name: str, limit: int) -> bytes:
        """All of an entry. Raises `LimitPassed` when it turns out to be larger than `limit` bytes."""
        parts: list[bytes] = []
        total = 0
        for piece in self.pieces(name):
            total += len(piece)
            if total > limit:
                raise LimitPassed(
                    f"This part of the bundle is larger than {limit // 1024**2} MiB.", Place(name)
                )
            parts.append(piece)
        return b"".join(parts)

    def pieces(self, name: str) -> Iterator[bytes]:
        """An entry, unpacked, at most `PIECE` bytes at a time; checked at its end."""
        entry = self.entries[name]
        place = Place(name)
        total = crc = 0
        for piece in _unpacked(self._packed(entry, place), entry.method, place):
            total += len(piece)
            if total > entry.size:
                raise BundleFault(f"This part is larger than the file says. {_COPY_AGAIN}", place)
            if total > max(FREE_EXPANSION, MAX_RATIO * entry.packed) or total > MAX_ENTRY_BYTES:
                raise _packed_too_tightly(place)
            crc = zlib.crc32(piece, crc)
            yield piece
        if total != entry.size:
            raise BundleFault(f"This part is shorter than the file says. {_COPY_AGAIN}", place)
        if crc != entry.crc:
            raise BundleFault(f"This part is damaged: its checksum is wrong. {_COPY_AGAIN}", place)

    def _packed(self, entry: Entry, place: Place) -> Iterator[bytes]:
        """What lies in the file for an entry."""
        head = self._taken(entry.start, _LOCAL.size, place)
        if len(head) < _LOCAL.size or not head.startswith(b"PK\3\4"):
            raise BundleFault(f"This part is not where the file says. {_COPY_AGAIN}", place)
        name_size, extra_size = _LOCAL.unpack(head)[-2:]
        at = entry.start + _LOCAL.size + name_size + extra_size
        end = at + entry.packed
        while at < end:
            piece = self._taken(at, min(PIECE, end - at), place)
            if not piece:
                raise BundleFault(f"The file ends in the middle of this part. {_COPY_AGAIN}", place)
            at += len(piece)
            yield piece

    def _taken(self, at: int, length: int, place: Place) -> bytes:
        """Seeks each time: another entry may have been read meanwhile."""
        with readable(place):
            self._file.seek(at)
            return self._file.read(length)


@contextmanager
def readable(place: Place) -> Iterator[None]:
    """Says in a sentence that the disk, or an encrypted file, does not give what was asked for."""
    try:
        yield
    except OSError as problem:
        if problem.errno is None:  # an encrypted file that is damaged says so itself
            raise BundleFault(str(problem), place) from None
        raise BundleFault(
            f"The file cannot be read ({problem.strerror}). Is the disk still connected?", place
        ) from None


def _unpacked(packed: Iterator[bytes], method: int, place: Place) -> Iterator[bytes]:
    if method == zipfile.ZIP_STORED:
        yield from packed
        return
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        for piece in packed:
            rest = piece
            while rest and not unpacker.eof:
                if out := unpacker.decompress(rest, PIECE):
                    yield out
                rest = unpacker.unconsumed_tail
            if unpacker.eof:
                break
        while not unpacker.eof and (out := unpacker.decompress(b"", PIECE)):
            yield out
    except zlib.error:
        raise BundleFault(
            f"This part is damaged and cannot be unpacked. {_COPY_AGAIN}", place
        ) from None
    if not unpacker.eof:
        raise BundleFault(f"This part is not whole. {_COPY_AGAIN}", place)
    if unpacker.unused_data or next(packed, b""):
        raise BundleFault(f"There is something behind this part. {_COPY_AGAIN}", place)


# --- the directory ---------------------------------------------------------------------------------


def _directory(file: IO[bytes], size: int) -> list[Entry]:
    """What the directory lists. `_check_directory_size` has found that it is there and no larger than it may be."""
    try:
        file.seek(0)
        with zipfile.ZipFile(file) as found:
            listed = found.infolist()
    except (zipfile.BadZipFile, ValueError, struct.error, NotImplementedError) as problem:
        raise BundleFault(
            f"The directory of the file is damaged ({shorten(str(problem), 120)}). {_COPY_AGAIN}"
        ) from None
    entries = [_entry(info) for info in listed if not _is_folder(info)]
    _check_together(entries, size)
    for entry in entries:
        if entry.start + _LOCAL.size + entry.packed > size:
            raise BundleFault(
                f"The file ends in the middle of this part. {_COPY_AGAIN}", Place(entry.name)
            )
    return entries


def _check_directory_size(file: IO[bytes], size: int) -> None:
    """Raises before a directory is read that is larger than any bundle's, or is not there."""
    tail_size = min(size, _END.size + _MAX_COMMENT)
    file.seek(size - tail_size)
    tail = file.read(tail_size)
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) - at < _END.size:
        raise Truncated(f"The end of the file is missing: it was not copied whole. {_COPY_AGAIN}")
    *_, count, length, _offset, _comment = _END.unpack_from(tail, at)
    locator = size - tail_size + at - _LOCATOR.size
    if locator >= 0:
        count, length = _from_end64(file, locator, count, length)
    if count > MAX_ENTRIES or length > MAX_DIRECTORY_BYTES or length > size:
        raise LimitPassed("The file holds more parts than a bundle can. Export fewer sessions.")
    _count_directory(file, size - tail_size + at, length)


def _from_end64(file: IO[bytes], locator: int, count: int, length: int) -> tuple[int, int]:
    """The larger of what the two kinds of end say, where there are both."""
    file.seek(locator)
    data = file.read(_LOCATOR.size)
    if len(data) < _LOCATOR.size or not data.startswith(b"PK\6\7"):
        return count, length
    for place in (_LOCATOR.unpack(data)[2], locator - _END64.size):
        if not 0 <= place < locator:
            continue
        file.seek(place)
        end = file.read(_END64.size)
        if len(end) == _END64.size and end.startswith(b"PK\6\6"):
            *_, more, longer, _ = _END64.unpack(end)
            count = max(more, count if count < 0xFFFF else 0)
            length = max(longer, length if length < 0xFFFFFFFF else 0)
    return count, length


def _count_directory(file: IO[bytes], end: int, length: int) -> None:
    """What the directory says of its own number of entries may be a lie, and each takes memory."""
    file.seek(max(0, end - length - _END64.size - _LOCATOR.size))
    if file.read(length + _END64.size + _LOCATOR.size).count(b"PK\1\2") > MAX_ENTRIES:
        raise LimitPassed("The file holds more parts than a bundle can. Export fewer sessions.")


class Truncated(BundleFault):
    """A ZIP file without its end. What lies before the cut may still be whole."""


def _is_folder(info: zipfile.ZipInfo) -> bool:
    return info.filename.endswith("/") and info.file_size == 0 and not _kind(info) - {stat.S_IFDIR}


def _kind(info: zipfile.ZipInfo) -> set[int]:
    """The kind of file a Unix system would make of it; nothing for a plain file or where it is not said."""
    kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system == _UNIX else 0
    return {kind} - {0, stat.S_IFREG}


def _entry(info: zipfile.ZipInfo) -> Entry:
    name = info.orig_filename.replace("\\", "/")  # old programs on Windows write it so
    place = Place(name)
    parts = name.split("/")
    if (
        not name
        or "\0" in name
        or name.startswith("/")
        or ":" in parts[0]
        or {"..", "."} & set(parts)
    ):
        raise BundleFault(
            "The file holds a name that leads out of it. Do not use this file.", place
        )
    if _kind(info):
        raise BundleFault("The file holds a link or a device. Do not use this file.", place)
    if info.flag_bits & _ENCRYPTED:
        raise BundleFault(
            "The file is locked with a ZIP password. Ask for it as a bundle with a passphrase.",
            place,
        )
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BundleFault("This part is packed in a way that no bundle is. Pack it as ZIP.", place)
    if info.file_size > MAX_ENTRY_BYTES:
        raise _packed_too_tightly(place)
    return Entry(
        name, info.compress_type, info.header_offset, info.compress_size, info.file_size, info.CRC
    )


def _check_together(entries: list[Entry], size: int) -> None:
    names = [entry.name for entry in entries]
    if len(set(names)) != len(names):
        seen: set[str] = set()
        twice = next(name for name in names if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise BundleFault(
            "The file holds two parts of one name. Do not use this file.", Place(twice)
        )
    total = sum(entry.size for entry in entries)
    if total > MAX_TOTAL_BYTES or total > max(FREE_EXPANSION, MAX_RATIO * size):
        raise _packed_too_tightly(Place())
    end = 0
    for entry in sorted(entries, key=lambda one: one.start):
        if entry.start < end or entry.packed < 0:
            raise BundleFault(
                "Parts of the file lie over each other. Do not use it.", Place(entry.name)
            )
        end = entry.start + _LOCAL.size + entry.packed


def _packed_too_tightly(place: Place) -> LimitPassed:
    return LimitPassed(
        "What is packed here would take more room than any bundle does, so it was not unpacked. "
        "Ask for the file again, in smaller parts.",
        place,
    )


# --- a file without its end ------------------------------------------------------------------------


def _walked(file: IO[bytes], size: int) -> list[Entry]:
    """The entries found from the beginning on, by their own headers; the last may be cut off."""
    found: list[Entry] = []
    at = 0
    while at < size and len(found) < MAX_ENTRIES:
        file.seek(at)
        head = file.read(_LOCAL.size)
        if len(head) < _LOCAL.size or not head.startswith(b"PK\3\4"):
            break
        info, length = _local_info(head, file.read(2 * 65535), at)
        if info is None:
            break
        found.append(_entry(info))
        at += length + info.compress_size
    _check_together(found, size)
    return found


def _local_info(head: bytes, more: bytes, at: int) -> tuple[zipfile.ZipInfo | None, int]:
    """What a local header says, and how long it is; None where it does not say how long its part is."""
    _, _, flags, method, _, _, crc, packed, unpacked, name_size, extra_size = _LOCAL.unpack(head)
    if flags & _DESCRIPTOR or len(more) < name_size + extra_size:
        return None, 0
    name = more[:name_size].decode("utf-8" if flags & _UTF8 else "cp437", "replace")
    extra = more[name_size : name_size + extra_size]
    if _ZIP64 in (packed, unpacked):
        if len(extra) < 20 or extra[:2] != b"\1\0":
            return None, 0
        unpacked, packed = struct.unpack_from("<2Q", extra, 4)
    info = zipfile.ZipInfo(name)
    info.flag_bits, info.compress_type, info.header_offset = flags, method, at
    info.CRC, info.compress_size, info.file_size = crc, packed, unpacked
    return info, _LOCAL.size + name_size + extra_size
