"""Sessions of a store into files: what is in them, what is left out, and what happens when it is stopped."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.bundles import export, writer
from satchel.bundles.export import ExportReport, NotHere, Wish, export_sessions, numbered
from satchel.bundles.faults import TargetExists
from satchel.bundles.writer import BundleWriter
from satchel.domain.errors import (
    CorruptRow,
    SessionNotFound,
    StoreBusy,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from tests.bundles.packed import EXPORTER, raw_entries, read_all, wire, write
from tests.fakes import NOON, FakeClock, FakeIds, record, session
from tests.store.opened import MINE, Bench, opened


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
