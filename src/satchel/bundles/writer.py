"""Writing a SessionBundle: streamed, so that memory does not grow with the number of records.

Each record goes out as one line as soon as it comes in; hashes are taken on the way, and the manifest, which
holds them, is the last entry. The file gets its name when it is whole.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self, TypeAlias, cast

import msgspec

from satchel.bundles.faults import BundleFull
from satchel.bundles.format import (
    MANIFEST_ENTRY,
    MAX_ENTRY_BYTES,
    MAX_MANIFEST_BYTES,
    MAX_SESSION_BYTES,
    MAX_SESSIONS,
    MAX_TOTAL_BYTES,
    MIMETYPE,
    MIMETYPE_ENTRY,
    RECORDS_FILE,
    SESSION_FILE,
    Exporter,
    Hashes,
    Manifest,
    SessionEntry,
    last_seq_of,
    manifest_bytes,
    session_bytes,
    session_path,
)
from satchel.bundles.lines import blocks
from satchel.bundles.unfinished import UnfinishedFile
from satchel.domain.errors import PayloadTooLarge, shorten
from satchel.domain.json_value import encode
from satchel.domain.runtime import JsonObject, RuntimeRecord, RuntimeSession
from satchel.domain.satchel_object import title_of

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of records of this session that are written. What it raises cancels the bundle."""

LEVEL: Final = 1
"""Of deflate. Higher ones take three times as long for a tenth of the size."""

_ENTRY_OVERHEAD: Final = 512
"""What an entry of the manifest takes beside its texts, and more."""


class BundleWriter:
    """Use it as a context manager: the file appears when the block ends, and not at all if it fails.

    Raises `StoreUnavailable` or a kind of it where the disk refuses, `TargetExists` where a file of that name is
    there and `replace` does not allow to replace it.
    """

    def __init__(
        self,
        target: Path,
        *,
        exporter: Exporter,
        bundle_id: str,
        exported_at: str,
        redacted: bool = False,
        passphrase: str | None = None,
        replace: bool = False,
    ) -> None:
        self._head = Manifest(
            bundle_id=bundle_id, exported_at=exported_at, exporter=exporter, redacted=redacted
        )
        self._entries: list[SessionEntry] = []
        self._begun = 0
        self._manifest_room = MAX_MANIFEST_BYTES - 4096
        self._room = MAX_TOTAL_BYTES - MAX_MANIFEST_BYTES
        self._file = UnfinishedFile(target, replace=replace)
        self._size = 0
        try:
            self._stream = _plain_or_encrypted(self._file, passphrase)
            self._zip = zipfile.ZipFile(
                cast("IO[bytes]", self._stream), "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL
            )
        except BaseException:
            self._file.discard()
            raise
        try:
            self._zip.writestr(zipfile.ZipInfo(MIMETYPE_ENTRY), MIMETYPE, zipfile.ZIP_STORED)
        except BaseException:
            self.discard()  # an archive that is left open writes once more when it is collected
            raise

    @property
    def count(self) -> int:
        """How many sessions are in it."""
        return len(self._entries)

    @property
    def size(self) -> int:
        """Bytes of the finished file; 0 before."""
        return self._size

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.finish()
        else:
            self.discard()

    def add_session(
        self,
        session: RuntimeSession | JsonObject,
        satchel: JsonObject | None,
        records: Iterable[RuntimeRecord | JsonObject],
        progress: Progress = lambda count: None,
    ) -> int:
        """Writes one session with its records in `seq` order; answers how many there were.

        Raises `BundleFull` before anything of it is written where it belongs into the next file; `CorruptRow`,
        `PayloadTooLarge` where it cannot be written whole: it is then not in the manifest, and others may follow.
        """
        wire = session.to_wire() if isinstance(session, RuntimeSession) else session
        title = title_of(satchel or {})
        texts = (title, *(str(wire[name]) for name in ("id", "kind", "stageId", "learnerKey")))
        needed = len(encode(list(texts))) * 4 + _ENTRY_OVERHEAD
        if (
            self.count >= MAX_SESSIONS
            or self._begun >= 2 * MAX_SESSIONS
            or needed > self._manifest_room
        ):
            raise BundleFull("This file holds as many sessions as it can.")
        self._begun += 1
        path = session_path(self._begun)
        document = session_bytes(wire, satchel)
        if len(document) > MAX_SESSION_BYTES:
            raise PayloadTooLarge(f"The session “{shorten(title)}” is too large for a bundle.")
        self._put(f"{path}/{SESSION_FILE}", document)
        count, digest = self._put_records(path, str(wire["id"]), records, progress)
        hashes = Hashes(hashlib.sha256(document).hexdigest(), digest)
        self._entries.append(
            SessionEntry(
                path=path,
                id=str(wire["id"]),
                title=title,
                kind=str(wire["kind"]),
                stage_id=str(wire["stageId"]),
                learner_key=str(wire["learnerKey"]),
                status=str(wire["status"]),
                record_count=count,
                last_seq=last_seq_of(count),
                sha256=hashes,
            )
        )
        self._manifest_room -= needed
        return count

    def finish(self) -> None:
        """Writes the manifest and gives the file its name."""
        try:
            manifest = msgspec.structs.replace(self._head, sessions=self._entries)
            self._put(MANIFEST_ENTRY, manifest_bytes(manifest))
            self._zip.close()
            if self._stream is not self._file:
                self._stream.close()
        except BaseException:
            self.discard()
            raise
        self._size = self._file.commit()

    def discard(self) -> None:
        """Leaves nothing behind. What the ZIP writer still does goes nowhere."""
        self._file.discard()
        self._zip.close()

    # --- parts -------------------------------------------------------------------------------------

    def _put(self, name: str, data: bytes) -> None:
        with self._zip.open(name, "w") as entry:
            entry.write(data)

    def _put_records(
        self,
        path: str,
        session_id: str,
        records: Iterable[RuntimeRecord | JsonObject],
        progress: Progress,
    ) -> tuple[int, str]:
        digest, count, size = hashlib.sha256(), 0, 0
        with self._zip.open(f"{path}/{RECORDS_FILE}", "w", force_zip64=True) as entry:
            for taken, lines in blocks(session_id, records):
                size += len(lines)
                if size > min(MAX_ENTRY_BYTES, self._room):
                    raise PayloadTooLarge(
                        f"The session “{shorten(session_id)}” is too large for this bundle. Export it alone."
                    )
                digest.update(lines)
                entry.write(lines)
                count += taken
                progress(count)
        self._room -= size
        return count, digest.hexdigest()


def _plain_or_encrypted(file: UnfinishedFile, passphrase: str | None) -> io.RawIOBase:
    if passphrase is None:
        return file
    from satchel.bundles.age import EncryptingWriter  # a library that most exports do not need

    return EncryptingWriter(file.write, passphrase)
