"""Reading a SessionBundle: everything is checked before it is believed, and nothing is written.

Sessions come one after the other, their records as a stream: memory does not grow with either. A session that is
damaged is told with its place and does not stop the others.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, BinaryIO, Final, Self, TypeAlias, cast

from satchel.bundles import layout
from satchel.bundles.container import Container, readable
from satchel.bundles.faults import (
    WHOLE_FILE,
    BundleChanged,
    BundleFault,
    LimitPassed,
    NewerBundle,
    NotABundle,
    PassphraseNeeded,
    Place,
)
from satchel.bundles.format import (
    FORMAT,
    MANIFEST_ENTRY,
    MAX_MANIFEST_BYTES,
    MAX_SESSION_BYTES,
    MAX_SESSIONS,
    MIMETYPE,
    MIMETYPE_ENTRY,
    RECORDS_FILE,
    SESSION_FILE,
    Hashes,
    Manifest,
    SessionDocument,
    SessionEntry,
    read_manifest,
    read_session,
)
from satchel.bundles.incoming import Tally, read_records
from satchel.domain.errors import UnreadableInput, shorten
from satchel.domain.runtime import JsonObject

Fingerprint: TypeAlias = Mapping[str, Hashes]
"""What was read of each session, by its path in the bundle."""

_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_AGE: Final = b"age-encryption.org/"
_ARMOR: Final = b"-----BEGIN AGE ENCRYPTED FILE-----"
_HEAD: Final = 64


@dataclass(frozen=True, slots=True)
class BrokenSession:
    """A session that cannot be read: whose it is as far as the manifest says so, and what is wrong where."""

    path: str
    id: str | None
    title: str | None
    records: int
    error: BundleFault


@dataclass(slots=True)
class BundleSession:
    """A session whose `session.json` is good. It can be read while its bundle is open, more than once."""

    path: str
    document: JsonObject
    """As on the wire."""
    satchel: JsonObject | None
    title: str
    provenance: JsonObject | None
    """Where it comes from: `{bundle, exportedAt, device}`; None where the manifest is lost."""
    entry: SessionEntry | None
    """What the manifest says of it."""
    hashes: Hashes | None = field(default=None, init=False)
    """Of what was read; None before all records were read to their end."""
    _bundle: Bundle
    _digest: str

    @property
    def id(self) -> str:
        return str(self.document["id"])

    def records(self) -> Iterator[JsonObject]:
        """The records in `seq` order, as on the wire: JSON objects of this session, each id once.

        The rules of their content are for whoever takes them in. Raises `BundleFault` or a kind of it at the
        first thing that is wrong; whether the whole is what was written is known only at its end.
        """
        tally = Tally()
        yield from self._bundle.read_records(self.path, self.id, tally)
        entry, place = self.entry, self._bundle.place(self.path, RECORDS_FILE)
        if entry is not None and tally.count != entry.record_count:
            raise BundleFault(
                f"There are {tally.count:,} records here, and {entry.record_count:,} were written. "
                "Copy the file again from where it came.",
                place,
            )
        if entry is not None and tally.sha256 != entry.sha256.records:
            raise _not_what_was_written(place)
        self.hashes = Hashes(self._digest, tally.sha256)
        self._bundle.note(self.path, self.hashes, place)


class Bundle:
    """An open bundle. `sessions` answers what is in it; close it, or use it as a context manager."""

    def __init__(
        self,
        file: IO[bytes],
        size: int,
        seen: Fingerprint | None = None,
        *,
        encrypted: bool = False,
    ) -> None:
        self.encrypted = encrypted
        self._file, self._seen = file, seen
        self._container = Container(file, size)
        self._top = layout.top_folder(self._container.entries)
        self._read: dict[str, Hashes] = {}
        folders = layout.session_paths(self._container.entries, self._top)
        self._check_kind(folders)
        self.notes: list[str] = []
        """What the user should know beside the sessions: that the manifest is lost, say."""
        self.manifest = self._manifest(folders)
        """None where it is lost; the sessions are then read without it."""
        self._entries = {one.path: one for one in self.manifest.sessions} if self.manifest else {}
        self._paths = list(self._entries) if self.manifest else folders
        if len(self._paths) > MAX_SESSIONS:
            raise LimitPassed(
                f"There are {len(self._paths):,} sessions in this file; {MAX_SESSIONS:,} are the most. "
                "Export them in several files."
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    @property
    def count(self) -> int:
        """How many sessions there are to be read."""
        return len(self._paths)

    @property
    def records(self) -> int | None:
        """How many records the manifest says there are in all; None where it is lost."""
        if self.manifest is None:
            return None
        return sum(entry.record_count for entry in self.manifest.sessions)

    @property
    def fingerprint(self) -> Fingerprint:
        """What was read so far of sessions that were good to their end. For `open_bundle` the next time."""
        return dict(self._read)

    def sessions(self) -> Iterator[BundleSession | BrokenSession]:
        """Each session in the order of the bundle. Only the one answered last is held in memory."""
        ids: dict[str, str] = {}
        for path in self._paths:
            entry = self._entries.get(path)
            try:
                session = self._session(path, entry)
                if session.id in ids:
                    raise BundleFault(
                        f"The session “{shorten(session.id)}” is in this bundle twice; only the one in "
                        f"{ids[session.id]} counts.",
                        self.place(path, SESSION_FILE),
                    )
            except BundleFault as fault:
                yield _broken(path, entry, fault)
            else:
                ids[session.id] = path
                yield session

    # --- for its sessions --------------------------------------------------------------------------

    def place(self, path: str, name: str) -> Place:
        return Place(f"{self._top}{path}/{name}")

    def read_records(self, path: str, session_id: str, tally: Tally) -> Iterator[JsonObject]:
        place = self.place(path, RECORDS_FILE)
        name = str(place.entry)
        if name not in self._container.entries:
            raise BundleFault(
                "The records of this session are not in the file. Export it again.", place
            )
        return read_records(lambda: self._container.pieces(name), session_id, name, tally)

    def note(self, path: str, hashes: Hashes, place: Place) -> None:
        if self._seen is not None and self._seen.get(path) != hashes:
            raise _changed(place)
        self._read[path] = hashes

    # --- parts -------------------------------------------------------------------------------------

    def _check_kind(self, folders: list[str]) -> None:
        """Raises `NotABundle` for another kind of ZIP file. Other kinds have a manifest too."""
        if folders or self._text(MIMETYPE_ENTRY, len(MIMETYPE) + 8).strip() == MIMETYPE.encode():
            return
        if FORMAT.encode() not in self._text(MANIFEST_ENTRY, MAX_MANIFEST_BYTES):
            raise NotABundle(
                "This is a ZIP file, and no SessionBundle: there are no sessions in it."
            )

    def _text(self, name: str, limit: int) -> bytes:
        name = f"{self._top}{name}"
        return self._container.read(name, limit) if name in self._container.entries else b""

    def _manifest(self, folders: list[str]) -> Manifest | None:
        """Raises `NewerBundle`, `LimitPassed`, and what is wrong with it where there are no sessions beside it."""
        try:
            if not self._container.whole:
                raise BundleFault("The end of the file is missing: it was not copied whole.")
            if f"{self._top}{MANIFEST_ENTRY}" not in self._container.entries:
                raise BundleFault("The manifest is missing.", Place(MANIFEST_ENTRY))
            manifest = read_manifest(self._text(MANIFEST_ENTRY, MAX_MANIFEST_BYTES))
        except (NewerBundle, LimitPassed):
            raise
        except BundleFault as fault:
            if not folders:
                raise
            self.notes.append(
                f"{fault.message} What could be read was checked only in itself; for certainty, "
                "have it exported again."
            )
            return None
        listed = {entry.path for entry in manifest.sessions}
        if unlisted := [path for path in folders if path not in listed]:
            self.notes.append(
                f"{len(unlisted):,} sessions in the file are not in its manifest and were passed over."
            )
        return manifest

    def _session(self, path: str, entry: SessionEntry | None) -> BundleSession:
        place = self.place(path, SESSION_FILE)
        if place.entry not in self._container.entries:
            raise BundleFault("This session is not in the file. Export it again.", place)
        data = self._container.read(str(place.entry), MAX_SESSION_BYTES)
        digest = hashlib.sha256(data).hexdigest()
        if entry is not None and digest != entry.sha256.session:
            raise _not_what_was_written(place)
        seen = None if self._seen is None else self._seen.get(path)
        if self._seen is not None and (seen is None or seen.session != digest):
            raise _changed(place)
        found = read_session(data, place)
        if entry is not None and found.wire["id"] != entry.id:
            raise BundleFault("The manifest knows this session by another id.", place)
        return self._made(path, found, entry, digest)

    def _made(
        self, path: str, found: SessionDocument, entry: SessionEntry | None, digest: str
    ) -> BundleSession:
        provenance = None if self.manifest is None else self.manifest.provenance
        return BundleSession(
            path, found.wire, found.satchel, found.title, provenance, entry, self, digest
        )


def open_bundle(
    path: Path, passphrase: str | None = None, seen: Fingerprint | None = None
) -> Bundle:
    """The bundle in a file, recognised by what the file holds.

    With `seen`, what an earlier reading found, a session that is not the same any more is `BundleChanged`.

    Raises `NotABundle` if it is something else, `PassphraseNeeded`, `WrongPassphrase`, `NewerBundle`,
    `LimitPassed`, or another `BundleFault`; `UnreadableInput` where there is no file to be read.
    """
    file, size = _opened(path)
    try:
        with readable(WHOLE_FILE):
            head = file.read(_HEAD)
        if encrypted := head.startswith(_AGE):
            file, size = _decrypted(file, size, passphrase)
            with readable(WHOLE_FILE):
                head = file.read(_HEAD)
        if head.startswith(_ARMOR):
            raise BundleFault(
                "This file is encrypted as text. Decrypt it with “age”, then import it."
            )
        if not head.startswith(_ZIP):
            raise NotABundle("This file is empty." if not head else "This is not a SessionBundle.")
        return Bundle(file, size, seen, encrypted=encrypted)
    except BaseException:
        file.close()
        raise


def is_encrypted(path: Path) -> bool:
    """Whether a passphrase will be asked for. Raises `UnreadableInput`."""
    file, _ = _opened(path)
    with file, readable(WHOLE_FILE):
        return file.read(_HEAD).startswith(_AGE)


def _opened(path: Path) -> tuple[IO[bytes], int]:
    shown = shorten(str(path))
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise UnreadableInput(f"“{shown}” is a folder. Name the files in it.")
        if not stat.S_ISREG(found.st_mode):  # a pipe would be waited for without end
            raise UnreadableInput(f"“{shown}” is not a file. Name a file.")
        file = path.open("rb")
    except FileNotFoundError:
        raise UnreadableInput(f"There is no file “{shown}”.") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "its name cannot be one"
        raise UnreadableInput(f"“{shown}” cannot be read ({reason}).") from None
    return file, os.fstat(file.fileno()).st_size


def _decrypted(file: IO[bytes], size: int, passphrase: str | None) -> tuple[IO[bytes], int]:
    if not passphrase:
        raise PassphraseNeeded(
            "This file is locked with a passphrase. Ask who made it, and type it."
        )
    from satchel.bundles.age import DecryptingReader  # a library that most imports do not need

    with readable(WHOLE_FILE):
        reader = DecryptingReader(cast("BinaryIO", file), size, passphrase)
    return cast("IO[bytes]", reader), reader.size


def _broken(path: str, entry: SessionEntry | None, fault: BundleFault) -> BrokenSession:
    if entry is None:
        return BrokenSession(path, None, None, 0, fault)
    return BrokenSession(path, entry.id, entry.title, entry.record_count, fault)


def _not_what_was_written(place: Place) -> BundleFault:
    return BundleFault(
        "This is not what was written: its hash is wrong. Copy the file again from where it came.",
        place,
    )


def _changed(place: Place) -> BundleChanged:
    return BundleChanged(
        "The file changed after it was looked at, so this was not imported. Import it again.", place
    )
