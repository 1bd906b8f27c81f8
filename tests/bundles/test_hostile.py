"""Files that are damaged, or made to do damage: refused or salvaged with their place, in bounds of time and memory."""

from __future__ import annotations

import io
import json
import os
import stat
import struct
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.bundles import format, reader
from satchel.bundles.faults import (
    BundleFault,
    LimitPassed,
    NotABundle,
)
from satchel.bundles.format import MAX_SESSIONS
from satchel.bundles.reader import open_bundle
from satchel.domain.errors import UnreadableInput
from satchel.domain.json_value import encode
from tests.bundles.packed import (
    LINE,
    Entries,
    in_bounds,
    lesson,
    parts,
    read_all,
    refused,
    write,
    zipped,
)


@pytest.fixture(autouse=True)
def _bounds() -> Iterator[None]:
    with in_bounds():
        yield


# --- something else --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"hello", "not a SessionBundle"),
        (b"\x89PNG\r\n", "not a SessionBundle"),
        (b"{}", "not a SessionBundle"),
        (b"PK\x05\x06" + bytes(18), "no SessionBundle"),
    ],
)
def test_not_a_zip(data: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / "x.sessionbundle").write_bytes(data)
    assert isinstance(refused(tmp_path / "x.sessionbundle", words), NotABundle)


@pytest.mark.parametrize(
    "entries",
    [
        {"a.txt": b"x"},
        {"manifest.json": b'{"formatVersion": 1, "stage": {}}'},
        {"mimetype": b"application/epub+zip"},
    ],
)
def test_another_kind_of_zip(entries: Entries, tmp_path: Path) -> None:
    assert isinstance(refused(zipped(tmp_path / "x", entries), "no SessionBundle"), NotABundle)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", ".", "nothing", "a\0b", "x" * 5000):
        with pytest.raises(UnreadableInput):
            open_bundle(tmp_path / name)


# --- damaged in transit ----------------------------------------------------------------------------


def test_a_file_cut_anywhere_is_refused_or_salvaged(tmp_path: Path) -> None:
    path = write(tmp_path / "x", [lesson("a", 200), lesson("b", 200)])
    data = path.read_bytes()
    salvaged = set()
    for end in (*range(0, len(data), 101), *range(len(data) - 40, len(data))):
        path.write_bytes(data[:end])
        try:
            found = read_all(path)
        except BundleFault:
            continue
        salvaged.update(found.ids)
        assert "not copied whole" in found.notes[0]
        assert all(fault.place.entry for fault in found.faults)
    assert salvaged == {"a", "b"}


def test_a_wrong_checksum(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x", parts(["a", "b"]), zipfile.ZIP_STORED)
    path.write_bytes(
        path.read_bytes()
        .replace(b'"position":3', b'"position":4', 1)
        .replace(b'{"n":1}', b'{"n":2}', 1)
    )
    found = read_all(path)
    assert found.ids == ["b"]
    assert found.fault.place.entry == "sessions/0001/records.ndjson"
    assert "checksum" in found.fault.message


@pytest.mark.parametrize("name", ["session.json", "records.ndjson"])
def test_a_wrong_hash(name: str, tmp_path: Path) -> None:
    entries = parts(["a", "b"])
    entries[f"sessions/0001/{name}"] = entries[f"sessions/0001/{name}"].replace(NOON_YEAR, b"2025")
    found = read_all(zipped(tmp_path / "x", entries))
    assert found.ids == ["b"]
    assert found.fault.place.entry == f"sessions/0001/{name}"
    assert "hash" in found.fault.message


NOON_YEAR = b"2026"


def test_bits_that_flip_in_packed_data(tmp_path: Path) -> None:
    path = write(tmp_path / "x", [lesson("a", 300), lesson("b")])
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as file:
        at = file.getinfo("sessions/0001/records.ndjson").header_offset + 200
    data[at] ^= 0xFF
    path.write_bytes(data)
    found = read_all(path)
    assert found.ids == ["b"]
    assert found.fault.place.entry == "sessions/0001/records.ndjson"


# --- lies and bombs --------------------------------------------------------------------------------


def patched(path: Path, name: str, **changes: Any) -> Path:
    """The directory of the file, with other values for one entry."""
    data = path.read_bytes()
    with zipfile.ZipFile(path) as file:
        infos = file.infolist()
        start = file.start_dir
        for info in infos:
            if info.filename == name:
                for what, value in changes.items():
                    setattr(info, what, value)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.filelist, made.start_dir = infos, 0
        made._didModify = True  # type: ignore[attr-defined]
    end = bytearray(out.getvalue())
    struct.pack_into("<L", end, len(end) - 6, start)
    path.write_bytes(data[:start] + end)
    return path


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"file_size": 10}, "larger than the file says"),
        ({"file_size": 10**6}, "shorter than the file says"),
        ({"compress_size": 9}, "not whole"),
        ({"CRC": 1}, "checksum"),
    ],
)
def test_sizes_are_counted_and_not_believed(
    changes: dict[str, int], words: str, tmp_path: Path
) -> None:
    path = zipped(tmp_path / "x", parts(["a", "b"]))
    found = read_all(patched(path, "sessions/0001/records.ndjson", **changes))
    assert found.ids == ["b"]
    assert words in found.fault.message


def test_parts_that_lie_over_each_other(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x", parts(["a", "b"]))
    refused(patched(path, "sessions/0002/records.ndjson", header_offset=60), "over each other")


def test_a_bomb_of_one_entry(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x", "w", zipfile.ZIP_DEFLATED) as file:
        with file.open("sessions/0001/records.ndjson", "w") as entry:
            for _ in range(320):
                entry.write(bytes(1024**2))
        file.writestr("sessions/0001/session.json", "{}")
    assert isinstance(refused(tmp_path / "x"), LimitPassed)


def test_a_bomb_that_lies_about_its_size(tmp_path: Path) -> None:
    entries = parts(["a", "b"])
    entries["sessions/0001/records.ndjson"] = bytes(60 * 1024**2)
    path = zipped(tmp_path / "x", entries)
    del entries
    tracemalloc.reset_peak()
    found = read_all(patched(path, "sessions/0001/records.ndjson", file_size=100))
    assert (found.ids, "larger than the file says" in found.fault.message) == (["b"], True)


def test_a_bomb_of_lines_that_never_end(tmp_path: Path) -> None:
    entries = parts(["a", "b"], records={"a": b'"' + bytes(60 * 1024**2)})
    path = zipped(tmp_path / "x", entries)
    del entries
    tracemalloc.reset_peak()
    found = read_all(path)
    assert found.ids == ["b"]
    assert isinstance(found.fault, LimitPassed)
    assert found.fault.place.line == 1


@pytest.mark.parametrize("claimed", [1, 0xFFFF, None])
def test_a_bomb_of_many_entries(claimed: int | None, tmp_path: Path) -> None:
    entry = b"PK\1\2" + bytes(24) + struct.pack("<H", 1) + bytes(16) + b"a"
    many = format.MAX_ENTRIES + 1
    count = claimed or many
    head = b"PK\3\4" + bytes(26)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(entry) * many, len(head), 0)
    (tmp_path / "x").write_bytes(head + entry * many + end)
    assert isinstance(refused(tmp_path / "x", "more parts"), LimitPassed)


def test_a_directory_larger_than_any(tmp_path: Path) -> None:
    size = format.MAX_DIRECTORY_BYTES + 1
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, size, 4, 0)
    (tmp_path / "x").write_bytes(b"PK\3\4" + bytes(size) + end)
    tracemalloc.reset_peak()
    assert isinstance(refused(tmp_path / "x", "more parts"), LimitPassed)


def test_a_bomb_in_the_manifest(tmp_path: Path) -> None:
    entries = parts()
    entries["manifest.json"] = b" " * (format.MAX_MANIFEST_BYTES + 1)
    path = zipped(tmp_path / "x", entries)
    entries.clear()
    assert isinstance(refused(path), LimitPassed)


def test_a_manifest_of_millions_of_unknown_parts_costs_no_memory(tmp_path: Path) -> None:
    entries = parts()
    entries["manifest.json"] = (
        entries["manifest.json"][:-1] + b', "x": [' + b"[]," * 5_000_000 + b"0]}"
    )
    path = zipped(tmp_path / "x", entries)
    entries.clear()
    tracemalloc.reset_peak()
    assert read_all(path).ids == ["lesson"]


def test_too_many_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format, "MAX_SESSIONS", 2)
    monkeypatch.setattr(reader, "MAX_SESSIONS", 2)
    entries = parts(["a", "b", "c"])
    assert isinstance(refused(zipped(tmp_path / "x", entries), "3 sessions"), LimitPassed)
    del entries["manifest.json"]
    assert isinstance(refused(zipped(tmp_path / "x", entries), "3 sessions"), LimitPassed)


def test_a_manifest_of_too_many_sessions(tmp_path: Path) -> None:
    entries = parts()
    manifest = json.loads(entries["manifest.json"])
    (one,) = manifest["sessions"]
    manifest["sessions"] = [one | {"path": f"sessions/{n}"} for n in range(MAX_SESSIONS + 1)]
    entries["manifest.json"] = json.dumps(manifest).encode()
    del manifest
    assert isinstance(refused(zipped(tmp_path / "x", entries), "10,001 sessions"), LimitPassed)


def test_a_line_of_100_mb(tmp_path: Path) -> None:
    line = (
        b'{"id":"r-0","sessionId":"lesson","seq":0,"createdAt":"2026-03-02T12:00:00Z","payload":"'
    )
    with zipfile.ZipFile(tmp_path / "x", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        file.writestr("sessions/0001/session.json", encode(lesson()[0]))
        with file.open("sessions/0001/records.ndjson", "w") as entry:
            entry.write(line)
            for _ in range(100):
                entry.write(b"x" * 1024**2)
            entry.write(b'"}\n')
    fault = read_all(tmp_path / "x").fault
    assert isinstance(fault, LimitPassed)
    assert (fault.place.entry, fault.place.line) == ("sessions/0001/records.ndjson", 1)


@pytest.mark.parametrize("depth", [600, 10_000, 1_000_000])
def test_depth(depth: int, tmp_path: Path) -> None:
    deep = b"[" * depth + b"]" * depth
    bad = LINE[0] + b"\n" + LINE[1].replace(b'{"n":1}', deep) + b"\n"
    document = encode(lesson()[0] | {"x": "?"}).encode().replace(b'"?"', deep)
    entries = parts(["a", "b", "lesson"], records={"lesson": bad}, documents={"a": document})
    found = read_all(zipped(tmp_path / "x", entries))
    assert found.ids == ["b"]
    assert [(fault.place.entry, fault.place.line) for fault in found.faults] == [
        ("sessions/0001/session.json", None),
        ("sessions/0003/records.ndjson", 2),
    ]
    entries["manifest.json"] = deep
    assert len(read_all(zipped(tmp_path / "x", entries)).notes) == 1


# --- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../escape",
        "sessions/../../escape",
        "sessions/..",
        "/etc/passwd",
        "C:/Windows/x",
        "..\\escape",
        "\\\\server\\share",
        "a/./b",
        "__MACOSX/../../x",
        "a\0b",
    ],
)
def test_names_that_lead_elsewhere(name: str, tmp_path: Path) -> None:
    path = zipped(tmp_path / "x", parts() | {"@" * len(name): b"x"})
    path.write_bytes(path.read_bytes().replace(b"@" * len(name), name.encode()))
    refused(path, "leads out")


@pytest.mark.parametrize(
    "kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK]
)
def test_links_and_devices(kind: int, tmp_path: Path) -> None:
    path = zipped(tmp_path / "x", parts())
    with zipfile.ZipFile(path, "a") as file:
        info = zipfile.ZipInfo("sessions/0002/session.json")
        info.create_system, info.external_attr = 3, (kind | 0o777) << 16
        file.writestr(info, "/etc/passwd")
    refused(path, "link or a device")


def test_one_name_twice(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x", parts())
    with zipfile.ZipFile(path, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("sessions/0001/session.json", "{}")
    assert refused(path, "two parts").place.entry == "sessions/0001/session.json"


def test_a_zip_password(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x", parts())
    refused(patched(path, "sessions/0001/session.json", flag_bits=1), "ZIP password")


def test_another_way_of_packing(tmp_path: Path) -> None:
    refused(zipped(tmp_path / "x", parts(), zipfile.ZIP_LZMA), "packed in a way")
