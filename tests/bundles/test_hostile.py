"""Files that are damaged, or made to do damage: refused or salvaged with their place, in bounds of time and memory."""

from __future__ import annotations

import io
import json
import os
import stat
import struct
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.bundles import format, incoming, reader
from satchel.bundles.faults import (
    BundleChanged,
    BundleFault,
    LimitPassed,
    NewerBundle,
    NotABundle,
)
from satchel.bundles.format import MAX_SESSIONS
from satchel.bundles.reader import open_bundle
from satchel.domain.errors import UnreadableInput
from satchel.domain.json_value import encode
from tests.bundles.packed import (
    Entries,
    lesson,
    parts,
    raw_entries,
    read_all,
    sha,
    wire,
    write,
    zipped,
)

SECONDS = 20.0
MEMORY = 96 * 1024**2
"""A line at the limit is held as bytes while it is looked at; nothing needs more."""

LINES = b"".join(encode(one).encode() + b"\n" for one in wire(3))
LINE = LINES.split(b"\n")


@pytest.fixture(autouse=True)
def _bounds() -> Iterator[None]:
    """Every test here keeps inside the same bounds."""
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


# --- what is tolerated -----------------------------------------------------------------------------


def test_a_nested_top_folder_and_what_a_mac_adds(tmp_path: Path) -> None:
    entries = {f"My class/{name}": data for name, data in parts(["a", "b"]).items()}
    litter = {
        "__MACOSX/My class/._manifest.json": b"\0\5\x16\7",
        "__MACOSX/._My class": b"",
        "My class/.DS_Store": b"x",
        "My class/sessions/._0001": b"x",
        "My class/": b"",
    }
    found = read_all(zipped(tmp_path / "x", litter | entries))
    assert (found.ids, found.faults, found.notes) == (["a", "b"], [], [])


def test_names_as_old_programs_on_windows_write_them(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x", parts())
    path.write_bytes(path.read_bytes().replace(b"sessions/0001/", b"sessions\\0001\\"))
    assert read_all(path).ids == ["lesson"]


def test_two_bundles_in_one_zip(tmp_path: Path) -> None:
    entries = {f"{top}/{name}": data for top in "ab" for name, data in parts().items()}
    refused(zipped(tmp_path / "x", entries), "several bundles")


@pytest.mark.parametrize(
    "lines",
    [
        b"\xef\xbb\xbf" + LINES,
        LINES.replace(b"\n", b"\r\n"),
        LINES[:-1],
        LINES + b"\n\r\n  \n",
        b"\xef\xbb\xbf" + LINES.replace(b"\n", b"\r\n\r\n")[:-4],
        LINES.replace(b'":', b'" : '),
    ],
    ids=["mark", "windows", "no final newline", "empty lines", "all", "spaces"],
)
def test_marks_line_ends_and_a_missing_last_one(lines: bytes, tmp_path: Path) -> None:
    document = b"\xef\xbb\xbf" + encode(lesson()[0]).encode() + b"\r\n"
    entries = parts(records={"lesson": lines}, documents={"lesson": document})
    entries["manifest.json"] = b"\xef\xbb\xbf" + entries["manifest.json"]
    found = read_all(zipped(tmp_path / "x", entries))
    assert found.faults == []
    assert found.sessions[0][2] == wire(3)


def test_empty(tmp_path: Path) -> None:
    assert read_all(write(tmp_path / "x", [])).ids == []


def test_what_is_not_known_is_passed_over(tmp_path: Path) -> None:
    more = {"courses/x.maic.zip": b"PK", "later/thing.bin": b"?", "sessions/readme.txt": b"hi"}
    found = read_all(zipped(tmp_path / "x", parts() | more))
    assert (found.ids, found.notes) == (["lesson"], [])


# --- the manifest ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "manifest",
    [
        None,
        b"",
        b"{",
        b"[]",
        b"\xff",
        b'{"format": "satchel.sessionbundle"}',
        b'{"format": "satchel.sessionbundle", "formatVersion": "1"}',
        b'{"format": "satchel.sessionbundle", "formatVersion": -1}',
    ],
)
def test_sessions_are_salvaged_without_their_manifest(
    manifest: bytes | None, tmp_path: Path
) -> None:
    entries = parts(["a", "b"], records={"a": LINE[2]})
    if manifest is None:
        del entries["manifest.json"]
    else:
        entries["manifest.json"] = manifest
    found = read_all(zipped(tmp_path / "x", entries))
    assert found.ids == ["b"]
    assert found.fault.place.entry == "sessions/0001/records.ndjson"
    assert "anifest" in found.notes[0]


@pytest.mark.parametrize("version", [2, 17])
def test_a_version_that_is_still_to_come(version: int, tmp_path: Path) -> None:
    path = zipped(
        tmp_path / "x", parts(manifest={"formatVersion": version, "sessions": {"new": 1}})
    )
    fault = refused(path, f"version {version}")
    assert isinstance(fault, NewerBundle)
    assert "Update Satchel" in fault.message


@pytest.mark.parametrize(
    "change",
    [
        {"path": "../x"},
        {"path": "sessions/../x"},
        {"path": "courses/x"},
        {"recordCount": 4},
        {"lastSeq": 7},
        {"sha256": {"session": "x", "records": "y"}},
    ],
)
def test_a_manifest_that_does_not_hold_together_counts_as_lost(
    change: dict[str, Any], tmp_path: Path
) -> None:
    found = read_all(zipped(tmp_path / "x", parts(["a", "b"], entries={1: change})))
    assert found.ids == ["a", "b"]
    assert len(found.notes) == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": "z"}, "another id"),
        ({"path": "sessions/0009"}, "not in the file"),
        ({"recordCount": 2, "lastSeq": 1}, "3 records here, and 2 were written"),
        ({"sha256": {"session": sha(b""), "records": sha(b"")}}, "hash"),
    ],
)
def test_a_session_that_is_not_the_one_in_the_manifest(
    change: dict[str, Any], words: str, tmp_path: Path
) -> None:
    found = read_all(zipped(tmp_path / "x", parts(["a", "b"], entries={1: change})))
    assert found.ids == ["b"]
    assert words in found.fault.message


def test_a_session_that_stands_there_twice(tmp_path: Path) -> None:
    found = read_all(zipped(tmp_path / "x", parts(["a", "b", "a"])))
    assert found.ids == ["a", "b"]
    assert "twice" in found.fault.message


# --- sessions and records --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        (LINE[0] + b"\n" + LINE[2], 2, "missing here"),
        (LINE[1] + b"\n" + LINE[0], 1, "missing here"),
        (LINE[0] + b"\n" + LINE[0], 2, "order"),
        (LINES + LINE[1].replace(b'"seq":1', b'"seq":3'), 4, "second time; it was in line 2"),
        (LINES.replace(b'"lesson"', b'"other"', 1), 1, "belongs to “other”"),
        (LINES.replace(b'"sessionId":"lesson",', b"", 1), 1, "belongs to nobody"),
        (LINES.replace(b'"id":"r-1"', b'"id":7'), 2, "no id"),
        (LINES.replace(b'"id":"r-1"', b'"id":""'), 2, "no id"),
        (LINES.replace(b'"seq":1', b'"seq":"1"'), 2, "order"),
        (LINES.replace(b'{"n":1}', b"NaN"), 2, "not valid JSON"),
        (LINES.replace(b'{"n":1}', b"-0"), 2, "negative zero"),
        (LINES.replace(b'{"n":1}', b"[ -0]"), 2, "negative zero"),
        (LINES.replace(b'{"n":1}', b'"\\ud800"'), 2, "JSON"),
        (LINES.replace(b'{"n":1}', b'"\xff"'), 2, "JSON"),
        (LINE[0] + b"\n[]\n", 2, "no record"),
        (LINE[0] + b"\n" + LINE[1][:-9], 2, "JSON"),
        (LINE[0] + LINE[1], 1, "JSON"),
        (LINES.decode().encode("utf-16"), 1, "JSON"),
    ],
)
def test_a_damaged_record_is_named_and_the_other_sessions_land(
    lines: bytes, line: int, words: str, tmp_path: Path
) -> None:
    entries = parts(["a", "lesson", "b"], records={"lesson": lines})
    found = read_all(zipped(tmp_path / "x", entries))
    assert found.ids == ["a", "b"]
    assert found.fault.place.entry == "sessions/0002/records.ndjson"
    assert found.fault.place.line == line
    assert words in found.fault.message
    assert found.fault.details == {"entry": "sessions/0002/records.ndjson", "line": line}


def test_an_id_that_comes_twice_far_apart_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = wire(5000)
    records[4321]["id"] = "r-17"
    lines = b"".join(encode(one).encode() + b"\n" for one in records)
    path = zipped(tmp_path / "x", parts(records={"lesson": lines}))
    fault = read_all(path).fault
    assert (fault.place.line, "in line 18" in fault.message) == (4322, True)
    # Two ids that share a hash are not one id.
    monkeypatch.setattr(incoming, "hash", lambda id: 7, raising=False)
    falling = [one | {"id": f"r-{9 - n}"} for n, one in enumerate(wire(5))]
    lines = b"".join(encode(one).encode() + b"\n" for one in falling)
    assert read_all(zipped(tmp_path / "y", parts(records={"lesson": lines}))).ids == ["lesson"]


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"[]",
        b"{",
        b'{"id": "a"}',
        encode(lesson()[0] | {"id": ".."}).encode(),
        encode(lesson()[0] | {"createdAt": "2026-02-30T00:00:00Z"}).encode(),
        encode(lesson()[0] | {"satchel": []}).encode(),
        encode(lesson()[0] | {"satchel": {"title": {"value": 7, "rev": 1, "device": ""}}}).encode(),
        encode(lesson()[0] | {"x": "\0"}).encode(),
    ],
)
def test_a_damaged_session_is_named_and_the_others_land(document: bytes, tmp_path: Path) -> None:
    found = read_all(zipped(tmp_path / "x", parts(["a", "b"], documents={"a": document})))
    assert found.ids == ["b"]
    assert found.fault.place.entry == "sessions/0001/session.json"


@pytest.mark.parametrize("name", ["session.json", "records.ndjson"])
def test_a_missing_part(name: str, tmp_path: Path) -> None:
    entries = parts(["a", "b"])
    del entries[f"sessions/0001/{name}"]
    found = read_all(zipped(tmp_path / "x", entries))
    assert found.ids == ["b"]
    assert "not in the file" in found.fault.message


# --- the file changes between two readings ---------------------------------------------------------


def test_a_file_that_changed_after_it_was_looked_at(tmp_path: Path) -> None:
    path = write(tmp_path / "x", [lesson("a"), lesson("b"), lesson("c")])
    seen = read_all(path).fingerprint
    assert read_all(path, seen=seen).ids == ["a", "b", "c"]
    longer = wire(4, "b")
    write(path, [lesson("a"), (*lesson("b")[:2], longer), lesson("c"), lesson("d")], replace=True)
    again = read_all(path, seen=seen)
    assert again.ids == ["a", "c"]
    assert [type(fault) for fault in again.faults] == [BundleChanged, BundleChanged]


# --- what our own writer makes is never refused ----------------------------------------------------


def test_nothing_packs_so_well_at_our_level_that_it_looks_like_a_bomb() -> None:
    for data in (bytes(2**24), b"ab" * 2**23, b'{"a":0}' * 2**21):
        assert len(data) / len(zlib.compress(data, 1)) < format.MAX_RATIO * 0.9


def test_a_record_at_its_limit_comes_back(tmp_path: Path) -> None:
    large = wire(1)[0] | {"payload": " " * (31 * 1024**2 - 2)}
    path = write(tmp_path / "x", [(lesson()[0], None, [large])])
    tracemalloc.stop()  # the value itself is as large as the limit, several times
    assert read_all(path).sessions[0][2] == [large]
    assert raw_entries(path)
    tracemalloc.start()
