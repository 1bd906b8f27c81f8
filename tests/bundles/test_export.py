"""Sessions of a store into files: what is in them, what is left out, and what happens when it is stopped."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.bundles import export, unfinished, writer
from satchel.bundles.export import ExportReport, NotHere, Wish, export_sessions, numbered
from satchel.bundles.faults import TargetExists
from satchel.bundles.unfinished import UnfinishedFile, sweep
from satchel.bundles.writer import BundleWriter
from satchel.domain.errors import (
    CorruptRow,
    DiskFull,
    SessionNotFound,
    StoreBusy,
    StoreReadOnly,
    StoreUnavailable,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from tests.bundles.packed import EXPORTER, lesson, raw_entries, read_all, wire, write
from tests.fakes import NOON, FakeClock, FakeIds, record, session
from tests.faults.test_full_disk import MOUNTED, SIZE, may_mount
from tests.store.opened import MINE, Bench, opened
from tests.store.processes import ROOT, environment, python

LIMIT = 100_000


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with opened(tmp_path / "data") as found:
        yield found


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def fill(bench: Bench, *ids: str, count: int = 5, payload: JsonValue = None) -> None:
    for id in ids:
        bench.store.create_session(session(id, unknown=["kept", id]))
        more: JsonObject = {} if payload is None else {"payload": payload}
        bench.store.append_records(id, [record(f"r-{n}", id, **more) for n in range(count)])


def run(bench: Bench, ids: list[str], target: Path, **wish: object) -> ExportReport:
    return export_sessions(
        bench.store,
        ids,
        target,
        Wish(EXPORTER, **wish),  # type: ignore[arg-type]
        clock=FakeClock(),
        new_id=FakeIds(),
    )


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_sessions_arrive_as_the_store_has_them(bench: Bench, stick: Path) -> None:
    fill(bench, "a", "b")
    bench.store.append_record("a", record("last", "a", sceneId="s", x={"y": [2**70, "文"]}))
    report = run(bench, ["b", "a", "b"], stick / "work.sessionbundle")
    (file,) = report.files
    assert (report.sessions, report.records, report.left_out) == (2, 11, [])
    assert file.bytes == file.path.stat().st_size
    found = read_all(file.path)
    assert found.ids == ["b", "a"]
    for document, satchel, records in found.sessions:
        id = str(document["id"])
        state = bench.store.state(id)
        assert (document, satchel) == (state.session.to_wire(), state.satchel)
        assert records == [one.to_wire() for one in bench.store.list_records(id)]


def test_the_same_history_is_the_same_bytes(bench: Bench, stick: Path) -> None:
    fill(bench, "a", count=3000)
    for name in ("one", "two"):
        run(bench, ["a"], stick / name)
    assert raw_entries(stick / "one") == raw_entries(stick / "two")


def test_nothing_of_this_laptop_gets_in(bench: Bench, stick: Path, tmp_path: Path) -> None:
    bench.store.create_session(session("a", learnerKey=MINE))
    token = bench.claims.claim("a", "window-1").token
    bench.marks.save_draft("a", "window-1", "not sent yet")
    run(bench, ["a"], stick / "x")
    everything = b"".join(raw_entries(stick / "x").values()) + (stick / "x").read_bytes()
    for secret in (token, "window-1", "not sent yet", str(tmp_path), os.uname().nodename):
        assert secret.encode() not in everything


def test_what_cannot_go_is_left_out_and_told(bench: Bench, stick: Path) -> None:
    fill(bench, "good", "gap", "bad", "stub", "fine")
    of = "session_key = (SELECT key FROM runtime_sessions WHERE id = ?)"
    bench.damage(f"UPDATE runtime_records SET payload = '{{' WHERE id = 'r-3' AND {of}", "bad")
    bench.damage(f"DELETE FROM runtime_records WHERE id = 'r-1' AND {of}", "gap")
    bench.damage("UPDATE runtime_sessions SET stub = 1 WHERE id = 'stub'")
    report = run(bench, ["good", "gap", "bad", "stub", "nowhere", "fine"], stick / "x")
    assert {one.id: type(one.error) for one in report.left_out} == {
        "gap": CorruptRow,
        "bad": CorruptRow,
        "stub": NotHere,
        "nowhere": SessionNotFound,
    }
    found = read_all(stick / "x")
    assert (found.ids, found.faults) == (["good", "fine"], [])


def test_without_a_session_there_is_no_file(bench: Bench, stick: Path) -> None:
    assert run(bench, ["nowhere"], stick / "x").files == []
    assert run(bench, [], stick / "x").files == []
    assert names(stick) == []


def test_a_session_that_changes_meanwhile_is_read_again(
    bench: Bench, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(bench, "a", count=2500)
    renumber = "UPDATE runtime_sessions SET history_rev = history_rev + 1"
    changes, new_id = 1, FakeIds()

    def progress(done: int, total: int) -> None:
        nonlocal changes
        assert done <= total
        if changes:
            changes -= 1
            bench.damage(renumber)
        bench.store.append_record("a", record(new_id(), "a"))

    def go() -> ExportReport:
        return export_sessions(
            bench.store, ["a"], stick / "x", Wish(EXPORTER, replace=True),
            clock=FakeClock(), new_id=FakeIds(), progress=progress,
        )  # fmt: skip

    report = go()
    assert (report.sessions, report.left_out) == (1, [])
    assert len(read_all(stick / "x").sessions[0][2]) == report.records > 2500
    changes = 99
    assert [type(one.error) for one in go().left_out] == [StoreBusy]


def test_many_sessions_become_several_numbered_files(
    bench: Bench, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (export, writer):
        monkeypatch.setattr(module, "MAX_SESSIONS", 2)
    fill(bench, *"abcde", count=1)
    (stick / "all-3.sessionbundle").touch()
    with pytest.raises(TargetExists):
        run(bench, list("abcde"), stick / "all.sessionbundle")
    assert names(stick) == ["all-3.sessionbundle"]
    report = run(bench, list("abcde"), stick / "all.sessionbundle", replace=True)
    assert names(stick) == [f"all-{n}.sessionbundle" for n in (1, 2, 3)]
    assert [id for file in report.files for id in read_all(file.path).ids] == list("abcde")
    assert numbered(Path("x.sessionbundle.age"), 2).name == "x-2.sessionbundle.age"
    assert numbered(Path("x.zip"), 2).name == "x-2.zip"


class Upper:
    def session(
        self, document: JsonObject, satchel: JsonObject
    ) -> tuple[JsonObject, JsonObject | None]:
        return document | {"id": "masked"}, None

    def record(self, document: JsonObject) -> JsonObject:
        return document | {"sessionId": "masked", "payload": "[X]"}


def test_a_redaction_has_the_last_word(bench: Bench, stick: Path) -> None:
    fill(bench, "a")
    run(bench, ["a"], stick / "x", redact=Upper())
    ((document, satchel, records),) = read_all(stick / "x").sessions
    assert (document["id"], satchel) == ("masked", None)
    assert {one["payload"] for one in records} == {"[X]"}
    assert b'"redacted": true' in raw_entries(stick / "x")["manifest.json"]


# --- the target ------------------------------------------------------------------------------------


def test_an_existing_file_is_never_replaced_without_consent(stick: Path) -> None:
    path = stick / "x"
    path.write_bytes(b"mine")
    with pytest.raises(TargetExists, match="already"):
        write(path, [lesson()])
    assert (path.read_bytes(), names(stick)) == (b"mine", ["x"])
    write(path, [lesson()], replace=True)
    assert read_all(path).ids == ["lesson"]


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_meanwhile_is_not_replaced_either(
    links: bool, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", _refuse_links)
    path = stick / "x"
    bundle = BundleWriter(path, exporter=EXPORTER, bundle_id="b", exported_at=NOON)
    path.write_bytes(b"somebody else's")
    with pytest.raises(TargetExists):
        bundle.finish()
    assert (path.read_bytes(), names(stick)) == (b"somebody else's", ["x"])
    path.unlink()
    assert read_all(write(path, [lesson()])).ids == ["lesson"]


def _refuse_links(*arguments: object) -> None:
    raise PermissionError(1, "no hard links here")


@pytest.mark.parametrize(
    ("target", "kind"),
    [("missing/x", StoreUnavailable), ("y" * 300, StoreUnavailable), ("file/x", StoreUnavailable)],
)
def test_a_place_that_is_none(target: str, kind: type[Exception], stick: Path) -> None:
    (stick / "file").touch()
    with pytest.raises(kind):
        write(stick / target, [lesson()])
    assert names(stick) == ["file"]


def test_a_folder_that_may_not_be_written(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(StoreReadOnly, match="Choose another place"):
        write(stick / "x", [lesson()])


def test_cancelling_leaves_nothing(bench: Bench, stick: Path) -> None:
    fill(bench, "a", count=20)

    class Stop(Exception):
        pass

    def cancel(done: int, total: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        export_sessions(
            bench.store, ["a"], stick / "x", Wish(EXPORTER),
            clock=FakeClock(), new_id=FakeIds(), progress=cancel,
        )  # fmt: skip
    assert names(stick) == []


@pytest.mark.parametrize("passphrase", [None, "words"])
@pytest.mark.parametrize("room", [0, 1, 40, 500, 3000, 5000])
def test_a_disk_that_is_full_at_any_moment_leaves_nothing(
    room: int, passphrase: str | None, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = write(stick / "x", [lesson("a", 400), lesson("b", 2)], passphrase=passphrase)
    size = whole.stat().st_size
    whole.unlink()
    monkeypatch.setattr(unfinished, "_begin", _begin_with_room(min(room, size - 1)))
    with pytest.raises(DiskFull, match="not enough room"):
        write(stick / "x", [lesson("a", 400), lesson("b", 2)], passphrase=passphrase)
    assert names(stick) == []


class Small:
    """A file that is full after some bytes."""

    def __init__(self, file: object, room: int) -> None:
        self._file, self._room = file, room

    def write(self, data: memoryview) -> int:
        self._room -= data.nbytes
        if self._room < 0:
            raise OSError(28, "No space left on device")
        return int(self._file.write(data))  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


def _begin_with_room(room: int) -> object:
    begin = unfinished._begin

    def small(folder: Path) -> tuple[Path, Small]:
        path, file = begin(folder)
        return path, Small(file, room)

    return small


def test_a_disk_that_is_really_full(bench: Bench, stick: Path, tmp_path: Path) -> None:
    for n in range(800):
        fill(bench, f"s-{n}", count=1, payload=random.Random(n).randbytes(3000).hex())
    mounted = may_mount(tmp_path / "probe")
    command = [
        *python(
            "tests.bundles.exporter",
            str(tmp_path / "data"),
            str(stick),
            str(0 if mounted else LIMIT),
        )
    ]
    if mounted:
        command = [
            "unshare",
            "-m",
            "sh",
            "-c",
            MOUNTED.format(size=SIZE),
            "sh",
            str(stick),
            *command,
        ]
    done = subprocess.run(
        command, env=environment(), cwd=ROOT, capture_output=True, text=True, timeout=50
    )
    assert done.returncode == 0, done.stderr
    refused, left = done.stdout.splitlines()
    assert refused.startswith("refused DISK_FULL")
    assert left == "left"


# --- killed ----------------------------------------------------------------------------------------


def test_killed_at_any_moment_there_is_a_whole_file_or_none(
    bench: Bench, stick: Path, tmp_path: Path
) -> None:
    fill(bench, "a", "b", count=3000)
    moments = random.Random(20261130)
    leftovers = 0
    for _ in range(12):
        child = subprocess.Popen(
            python("tests.bundles.exporter", str(tmp_path / "data"), str(stick)),
            env=environment(), cwd=ROOT, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        try:
            said = [child.stdout.readline().strip() for _ in range(moments.randrange(3))]
            child.wait(moments.uniform(0, 0.15))
        except subprocess.TimeoutExpired:
            pass
        child.kill()
        said += child.communicate()[0].split()
        left = [one for one in names(stick) if one.startswith(".")]
        leftovers += len(left)
        whole = [one for one in names(stick) if not one.startswith(".")]
        assert set(said) <= set(whole)
        assert len(left) <= 1
        for name in whole:
            assert read_all(stick / name).ids == ["b", "a"]
            (stick / name).unlink()
    assert leftovers > 0
    write(stick / "next", [lesson()])
    assert names(stick) == ["next"]


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be deleted anyway")
def test_what_another_export_is_writing_is_not_swept(stick: Path) -> None:
    (stick / ".satchel-export-0123.tmp").touch()
    (stick / ".satchel-export-dir.tmp").mkdir()
    file = UnfinishedFile(stick / "x")
    file.write(b"whole")
    assert sweep(stick) == 0
    assert len(names(stick)) == 2
    assert file.commit() == 5
    assert names(stick) == [".satchel-export-dir.tmp", "x"]
    file.discard()
    assert sweep(stick / "missing") == 0


# --- memory ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("passphrase", [None, "words"])
def test_memory_does_not_grow_with_the_number_of_records(
    passphrase: str | None, stick: Path
) -> None:
    peaks = []
    for count in (2_000, 40_000):
        records = (record(f"r-{n}") | {"seq": n} for n in range(count))
        tracemalloc.start()
        write(stick / "x", [(session(), None, records)], replace=True, passphrase=passphrase)  # type: ignore[list-item]
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 2 * 1024**2


def test_large_records_are_not_held_by_the_page(bench: Bench, stick: Path) -> None:
    fill(bench, "a", count=40, payload="x" * 1024**2)
    tracemalloc.start()
    run(bench, ["a"], stick / "x")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * 1024**2


def test_a_session_too_large_for_a_bundle_is_told_and_others_follow(
    stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MAX_ENTRY_BYTES", 500)
    with BundleWriter(stick / "x", exporter=EXPORTER, bundle_id="b", exported_at=NOON) as bundle:
        with pytest.raises(Exception, match="too large"):
            bundle.add_session(session("a"), None, wire(100, "a"))
        assert bundle.add_session(session("b"), None, wire(2, "b")) == 2
        assert bundle.count == 1
    found = read_all(stick / "x")
    assert found.ids == ["b"]
    assert "passed over" in found.notes[0]
