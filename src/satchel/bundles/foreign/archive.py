"""ZIP files of exports: their JSON entries, one after the other, counted while they are read.

Nothing is extracted to a file. What headers say about sizes is not believed.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final

from satchel.bundles.format import MAX_DIRECTORY_BYTES, MAX_ENTRIES
from satchel.bundles.runtime_dump import MAX_FILE_BYTES
from satchel.domain.errors import PayloadTooLarge, SatchelError, UnreadableInput, shorten

MAGIC: Final = b"PK\x03\x04"

_SUFFIXES: Final = (".json", ".ndjson", ".jsonl")
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others can ask for gigabytes
_STEP: Final = 1024 * 1024
_ENCRYPTED: Final = 0x1
_END, _END_BYTES = b"PK\x05\x06", 22
_LOCATOR, _LOCATOR_BYTES = b"PK\x06\x07", 20
_END64, _END64_BYTES = b"PK\x06\x06", 56
_COMMENT_BYTES: Final = 0xFFFF

_BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, struct.error)


def entries(stream: BinaryIO) -> Iterator[tuple[str, bytes | SatchelError]]:
    """The name of every JSON entry, and what is in it or why that cannot be read.

    Raises `UnreadableInput`, `PayloadTooLarge` where the whole file cannot be used.
    """
    _check_directory(stream)
    try:
        archive = zipfile.ZipFile(stream)
    except (*_BROKEN, NotImplementedError):
        raise _not_whole() from None
    with archive:
        infos = archive.infolist()
        if len(infos) > MAX_ENTRIES:
            raise PayloadTooLarge(
                f"This ZIP file has more than {MAX_ENTRIES:,} entries. Take the conversations out of it."
            )
        left = MAX_FILE_BYTES
        for info in infos:
            if not _is_wanted(info.filename):
                continue
            found = _entry(archive, info, left)
            if isinstance(found, bytes):
                left -= len(found)
            yield info.filename, found


def _is_wanted(name: str) -> bool:
    parts = name.split("/")
    hidden = any(part.startswith(".") or part == "__MACOSX" for part in parts)
    return not hidden and parts[-1].lower().endswith(_SUFFIXES)


def _entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int) -> bytes | SatchelError:
    shown = shorten(info.filename)
    if info.flag_bits & _ENCRYPTED:
        return UnreadableInput(
            f"“{shown}” in this ZIP file is locked with a password. Unpack it first."
        )
    if info.compress_type not in _METHODS:
        return UnreadableInput(
            f"“{shown}” is packed in a way that is not read here. Unpack it first."
        )
    found = bytearray()
    try:
        with archive.open(info) as source:
            while piece := source.read(_STEP):
                found += piece
                if len(found) > left:
                    raise PayloadTooLarge(
                        f"This ZIP file holds more than {MAX_FILE_BYTES // 1024**2} MiB of JSON. "
                        "Import it in smaller parts."
                    )
    except (*_BROKEN, NotImplementedError, RuntimeError):
        return UnreadableInput(
            f"“{shown}” in this ZIP file is damaged. Export or copy the file again."
        )
    return bytes(found)


def _check_directory(stream: BinaryIO) -> None:
    """Refuses a list of entries that is too long before it is read into memory."""
    size = stream.seek(0, 2)
    tail_at = max(0, size - _END_BYTES - _COMMENT_BYTES - _LOCATOR_BYTES - _END64_BYTES)
    stream.seek(tail_at)
    tail = stream.read()
    stream.seek(0)
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_BYTES:
        raise _not_whole()
    (listed,) = struct.unpack_from("<L", tail, at + 12)
    locator = at - _LOCATOR_BYTES
    if locator >= 0 and tail.startswith(_LOCATOR, locator):
        end64 = locator - _END64_BYTES
        if end64 < 0 or not tail.startswith(_END64, end64):
            raise _not_whole()
        (listed,) = struct.unpack_from("<Q", tail, end64 + 40)
    if listed > MAX_DIRECTORY_BYTES:
        raise PayloadTooLarge(
            "This ZIP file has too many entries. Take the conversations out of it and import those."
        )


def _not_whole() -> UnreadableInput:
    return UnreadableInput("This ZIP file is not whole. Copy or export it again.")
