"""Bundles for tests: written as they should be, or put together by hand with everything that can be wrong."""

from __future__ import annotations

import hashlib
import json
import time
import tracemalloc
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from satchel.bundles.faults import BundleFault
from satchel.bundles.format import (
    FORMAT,
    MANIFEST_ENTRY,
    MIMETYPE,
    MIMETYPE_ENTRY,
    Exporter,
)
from satchel.bundles.reader import BrokenSession, Fingerprint, open_bundle
from satchel.bundles.writer import BundleWriter
from satchel.domain.json_value import encode
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import fresh
from tests.fakes import NOON, record, session

EXPORTER = Exporter("satchel", "0.1.0", "device-1")
Entries = dict[str, bytes]


@dataclass
class Whole:
    """All that reading a bundle answers."""

    sessions: list[tuple[JsonObject, JsonObject | None, list[JsonObject]]] = field(
        default_factory=list
    )
    faults: list[BundleFault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    fingerprint: Fingerprint = field(default_factory=dict)

    @property
    def ids(self) -> list[str]:
        return [str(document["id"]) for document, _, _ in self.sessions]

    @property
    def fault(self) -> BundleFault:
        (only,) = self.faults
        return only


def read_all(path: Path, passphrase: str | None = None, seen: Fingerprint | None = None) -> Whole:
    whole = Whole()
    with open_bundle(path, passphrase, seen) as bundle:
        for found in bundle.sessions():
            if isinstance(found, BrokenSession):
                whole.faults.append(found.error)
                continue
            try:
                records = list(found.records())
            except BundleFault as fault:
                whole.faults.append(fault)
            else:
                whole.sessions.append((found.document, found.satchel, records))
        whole.notes = list(bundle.notes)
        whole.fingerprint = bundle.fingerprint
    return whole


def wire(count: int, of: str = "lesson", **payload: Any) -> list[JsonObject]:
    """Records as a store answers them."""
    return [record(f"r-{n}", of) | {"seq": n, "payload": {"n": n, **payload}} for n in range(count)]


def write(
    path: Path,
    sessions: Iterable[tuple[JsonObject, JsonObject | None, Sequence[JsonObject]]],
    **options: Any,
) -> Path:
    given: dict[str, Any] = {
        "exporter": EXPORTER,
        "bundle_id": "bundle-1",
        "exported_at": NOON,
    } | options
    with BundleWriter(path, **given) as writer:
        for document, satchel, records in sessions:
            writer.add_session(document, satchel, records)
    return path


def lesson(id: str = "lesson", count: int = 3) -> tuple[JsonObject, JsonObject, list[JsonObject]]:
    return session(id), fresh(id, f"Title of {id}", 1, "device-1"), wire(count, id)


# --- by hand ---------------------------------------------------------------------------------------


def parts(
    ids: Sequence[str] = ("lesson",),
    *,
    records: Mapping[str, bytes] | None = None,
    documents: Mapping[str, bytes] | None = None,
    manifest: Mapping[str, Any] | None = None,
    entries: Mapping[int, Mapping[str, Any]] | None = None,
) -> Entries:
    """The entries of a bundle, with the bytes of some replaced; the manifest's hashes and counts follow them."""
    found: Entries = {MIMETYPE_ENTRY: MIMETYPE.encode()}
    listed = []
    for number, id in enumerate(ids, start=1):
        document, satchel, wires = lesson(id)
        data = (documents or {}).get(id, encode(document | {"satchel": satchel}).encode())
        lines = (records or {}).get(id, b"".join(encode(one).encode() + b"\n" for one in wires))
        path = f"sessions/{number:04d}"
        found[f"{path}/session.json"], found[f"{path}/records.ndjson"] = data, lines
        count = len([line for line in lines.split(b"\n") if line.strip()])
        listed.append(
            {
                "path": path,
                "id": id,
                "title": f"Title of {id}",
                "kind": document["kind"],
                "stageId": document["stageId"],
                "learnerKey": document["learnerKey"],
                "status": document["status"],
                "recordCount": count,
                "lastSeq": count - 1 if count else None,
                "sha256": {"session": sha(data), "records": sha(lines)},
            }
            | dict((entries or {}).get(number, {}))
        )
    whole = {
        "format": FORMAT,
        "formatVersion": 1,
        "bundleId": "bundle-1",
        "exportedAt": NOON,
        "exporter": {"app": "satchel", "version": "0.1.0", "device": "device-1"},
        "redacted": False,
        "sessions": listed,
        "courses": [],
    } | dict(manifest or {})
    found[MANIFEST_ENTRY] = json.dumps(whole).encode()
    return found


def zipped(path: Path, entries: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # names that become the same are meant
        for name, data in entries.items():
            file.writestr(name, data)
    return path


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def raw_entries(path: Path) -> Entries:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


SECONDS = 20.0
MEMORY = 96 * 1024**2
"""A line at the limit is held as bytes while it is looked at; nothing needs more."""


@contextmanager
def in_bounds() -> Iterator[None]:
    """Whatever is read within keeps inside these bounds."""
    tracemalloc.start()
    started = time.monotonic()
    yield
    seconds = time.monotonic() - started
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert seconds < SECONDS
    assert peak < MEMORY


def refused(path: Path, words: str = "", passphrase: str | None = None) -> BundleFault:
    """The fault for which the whole file is refused."""
    before = path.read_bytes() if path.stat().st_size < 2**20 else b""
    with pytest.raises(BundleFault) as caught:
        read_all(path, passphrase)
    assert words in caught.value.message
    assert caught.value.message.rstrip("”").endswith((".", "?"))
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    assert not before or path.read_bytes() == before
    return caught.value


LINES = b"".join(encode(one).encode() + b"\n" for one in wire(3))
LINE = LINES.split(b"\n")
