"""The SessionBundle format, version 1: names, limits, and its two documents as JSON.

Whatever is written here keeps inside the limits that reading sets: nobody makes a file that is refused later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, cast

import msgspec

from satchel.bundles.faults import BundleFault, LimitPassed, NewerBundle, Place, at
from satchel.domain.errors import shorten
from satchel.domain.json_value import (
    MAX_DEPTH,
    MAX_RECORD_BYTES,
    decode,
    encode,
    encode_checked,
)
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import check as check_satchel
from satchel.domain.satchel_object import title_of
from satchel.domain.timestamps import is_timestamp
from satchel.domain.validation import parse_session

FORMAT: Final = "satchel.sessionbundle"
FORMAT_VERSION: Final = 1
MIMETYPE: Final = "application/vnd.satchel.sessionbundle+zip"
SUFFIX: Final = ".sessionbundle"
ENCRYPTED_SUFFIX: Final = ".sessionbundle.age"

MIMETYPE_ENTRY: Final = "mimetype"
MANIFEST_ENTRY: Final = "manifest.json"
SESSIONS_FOLDER: Final = "sessions"
SESSION_FILE: Final = "session.json"
RECORDS_FILE: Final = "records.ndjson"

MAX_SESSIONS: Final = 10_000
MAX_ENTRIES: Final = 50_000
"""Two a session, and as many again that a Mac adds when it packs a folder."""
MAX_DIRECTORY_BYTES: Final = 16 * 1024**2
MAX_ENTRY_BYTES: Final = 16 * 1024**3
MAX_TOTAL_BYTES: Final = 64 * 1024**3
MAX_LINE_BYTES: Final = MAX_RECORD_BYTES + 1024**2
MAX_SESSION_BYTES: Final = 2 * MAX_RECORD_BYTES + 1024**2
"""The wire session and the `satchel` object may each be as large as a record."""
MAX_MANIFEST_BYTES: Final = 64 * 1024**2
MAX_RATIO: Final = 300
"""Deflate at the level we write cannot pass 230, whatever it is fed; at the highest level it reaches 1,030."""
FREE_EXPANSION: Final = 256 * 1024**2
"""So much may come out of any file, however small it is."""

MAX_LEVELS: Final = MAX_DEPTH + 1
"""A payload may have `MAX_DEPTH` levels, and lies in a record."""

_BOM: Final = b"\xef\xbb\xbf"
_STRINGS: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_STEP: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_SHA256: Final = re.compile(r"[0-9a-f]{64}")


class Hashes(msgspec.Struct, frozen=True):
    """SHA-256 in hexadecimal digits of a session's two entries, as they are in the file."""

    session: str
    records: str


class Exporter(msgspec.Struct, frozen=True):
    """What wrote the bundle. `device` is empty where it is not to be known."""

    app: str = ""
    version: str = ""
    device: str = ""


class SessionEntry(msgspec.Struct, frozen=True, rename="camel"):
    """What the manifest says of one session. `path` is its folder in the bundle."""

    path: str
    id: str
    title: str
    kind: str
    stage_id: str
    learner_key: str
    status: str
    record_count: int
    last_seq: int | None
    sha256: Hashes


class CourseEntry(msgspec.Struct, frozen=True):
    path: str
    id: str
    title: str
    sha256: str


class Manifest(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """`manifest.json`. Its unknown members are not kept: every export writes one of its own."""

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    bundle_id: str
    exported_at: str
    exporter: Exporter
    redacted: bool = False
    sessions: list[SessionEntry] = []
    courses: list[CourseEntry] = []

    @property
    def provenance(self) -> JsonObject:
        """Where a session of this bundle comes from, as its `satchel` object says it."""
        return {
            "bundle": self.bundle_id,
            "exportedAt": self.exported_at,
            "device": self.exporter.device,
        }


class _Version(msgspec.Struct, rename="camel"):
    """What must be looked at before anything else of a manifest can be."""

    format: str = ""
    format_version: msgspec.Raw = msgspec.Raw(b"null")


def manifest_bytes(manifest: Manifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"


def read_manifest(data: bytes) -> Manifest:
    """Raises `NewerBundle`, `BundleFault`. What is unknown is skipped unseen, so that it costs no memory."""
    place = Place(MANIFEST_ENTRY)
    data = without_bom(data)
    try:
        version = msgspec.json.decode(data, type=_Version)
        if version.format == FORMAT:
            _check_version(bytes(version.format_version), place)
        manifest = msgspec.json.decode(data, type=Manifest)
    except RecursionError:
        raise BundleFault("The manifest is nested too deeply.", place) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise BundleFault(
            f"The manifest is not what it should be ({shorten(str(problem), 160)}).", place
        ) from None
    if len(manifest.sessions) > MAX_SESSIONS:
        raise LimitPassed(
            f"This bundle says that it holds {len(manifest.sessions):,} sessions; "
            f"{MAX_SESSIONS:,} are the most. Export them in several files.",
            place,
        )
    if reason := _manifest_fault(manifest):
        raise BundleFault(f"The manifest is not what it should be ({reason}).", place)
    return manifest


def _check_version(raw: bytes, place: Place) -> None:
    if not raw.isdigit() or len(raw) > 9 or int(raw) < 1:
        raise BundleFault("The manifest does not say which version of the format it has.", place)
    if int(raw) > FORMAT_VERSION:
        raise NewerBundle(
            f"This bundle has version {int(raw)} of its format, and this Satchel reads version "
            f"{FORMAT_VERSION}. Update Satchel, then import it again.",
            place,
        )


def _manifest_fault(manifest: Manifest) -> str | None:
    if manifest.format != FORMAT:
        return f"its format is “{shorten(manifest.format)}”, not “{FORMAT}”"
    if not is_timestamp(manifest.exported_at):
        return "exportedAt is not a time"
    paths = [entry.path for entry in manifest.sessions]
    if len(set(paths)) != len(paths):
        return "two sessions have the same path"
    for number, entry in enumerate(manifest.sessions):
        if reason := _session_entry_fault(entry):
            return f"sessions[{number}]: {reason}"
    return None


def _session_entry_fault(entry: SessionEntry) -> str | None:
    if not is_session_path(entry.path):
        return f"the path “{shorten(entry.path)}” is not one of a session"
    if not _SHA256.fullmatch(entry.sha256.session) or not _SHA256.fullmatch(entry.sha256.records):
        return "sha256 is not one"
    if entry.record_count < 0 or entry.last_seq != last_seq_of(entry.record_count):
        return "recordCount and lastSeq do not belong together"
    return None


def is_session_path(path: str) -> bool:
    """Whether `path` is a folder right below `sessions`."""
    folder, _, name = path.partition("/")
    return folder == SESSIONS_FOLDER and bool(name) and "/" not in name and name not in (".", "..")


def session_path(number: int) -> str:
    """The folder of the session with that number, counted from 1."""
    return f"{SESSIONS_FOLDER}/{number:04d}"


def last_seq_of(count: int) -> int | None:
    return count - 1 if count else None


# --- session.json ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SessionDocument:
    """What `session.json` holds: the session as on the wire, and the `satchel` object beside it."""

    wire: JsonObject
    satchel: JsonObject | None

    @property
    def title(self) -> str:
        return title_of(self.satchel or {})


def session_bytes(wire: JsonObject, satchel: JsonObject | None) -> bytes:
    """`session.json`. The `satchel` object stands last, wherever it stood."""
    document = {name: value for name, value in wire.items() if name != "satchel"}
    if satchel is not None:
        document["satchel"] = satchel
    return encode(document).encode() + b"\n"


def read_session(data: bytes, place: Place) -> SessionDocument:
    """Raises `BundleFault` with the first thing that is wrong. `data` may begin with a byte-order mark."""
    document = read_object(without_bom(data), place, "session")
    with at(place):
        satchel = document.pop("satchel", None)
        parse_session(document, keep_version=True)
        if satchel is not None:
            check_satchel(satchel)
            encode_checked(satchel, "The session's satchel object", "/satchel")
    return SessionDocument(document, cast("JsonObject | None", satchel))


# --- JSON as it comes in ---------------------------------------------------------------------------


def without_bom(data: bytes) -> bytes:
    """Editors on Windows put a byte-order mark there; it says nothing."""
    return data.removeprefix(_BOM)


def read_object(data: bytes, place: Place, what: str) -> JsonObject:
    """The JSON object in `data`. Raises `BundleFault`, `LimitPassed`."""
    check_levels(data, place)
    with at(place):
        value = decode(data)
    if not isinstance(value, dict):
        raise BundleFault(f"There is no {what} here: this is not a JSON object.", place)
    return value


def check_levels(data: bytes, place: Place) -> None:
    """Raises `LimitPassed` where JSON text is nested deeper than anything we keep, before it is decoded."""
    if not may_be_too_deep(data):
        return
    brackets = _STRINGS.sub(b"", data).translate(None, _NO_BRACKETS)
    if any(level > MAX_LEVELS for level in accumulate(map(_STEP.__getitem__, brackets))):
        raise LimitPassed(f"The JSON is nested more than {MAX_DEPTH} levels deep.", place)


def may_be_too_deep(data: bytes) -> bool:
    """A quick look: where there are few brackets there are few levels."""
    return data.count(b"[") + data.count(b"{") > MAX_LEVELS
