"""Bundles that are odd, or damaged in what they say: what is whole lands, what is not is named with its place."""

from __future__ import annotations

import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.bundles import format, incoming
from satchel.bundles.faults import (
    BundleChanged,
    NewerBundle,
)
from satchel.domain.json_value import encode
from tests.bundles.packed import (
    LINE,
    LINES,
    in_bounds,
    lesson,
    parts,
    raw_entries,
    read_all,
    refused,
    sha,
    wire,
    write,
    zipped,
)


@pytest.fixture(autouse=True)
def _bounds() -> Iterator[None]:
    with in_bounds():
        yield


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
