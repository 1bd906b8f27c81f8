"""Transactions: nested, undone, read together, and another process that holds the lock to write."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from satchel.domain.errors import SessionNotFound, StoreBusy, ValidationFailed
from satchel.store.opening import open_database
from satchel.store.runtime_store import SqlRuntimeStore
from tests.fakes import FakeClock, record, session
from tests.store.opened import Bench, opened


class Undone(Exception):
    """What a test throws to leave a transaction."""


def writer(bench: Bench) -> sqlite3.Connection:
    """A connection that holds the lock to write, as another process would."""
    raw = sqlite3.connect(
        bench.location.database, isolation_level=None, check_same_thread=False, timeout=0
    )
    raw.execute("BEGIN IMMEDIATE")
    return raw


def test_a_writer_waits_for_another_and_then_goes_on(tmp_path: Path) -> None:
    paused = threading.Event()

    def pause(_: float) -> None:
        paused.set()
        let_go.wait(10)

    let_go = threading.Event()
    with opened(tmp_path) as bench, closing(writer(bench)) as other:
        database = open_database(bench.location, clock=FakeClock(), busy_seconds=30, pause=pause)
        with closing(database):
            store = SqlRuntimeStore(database)
            thread = threading.Thread(target=store.create_session, args=(session(),))
            thread.start()
            assert paused.wait(10)
            other.execute("COMMIT")
            let_go.set()
            thread.join(20)
            assert not thread.is_alive()
            assert bench.store.get_session("lesson").id == "lesson"


def test_a_writer_that_waits_too_long_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    with opened(tmp_path, busy_seconds=0.05) as bench:
        bench.store.create_session(session())
        with closing(writer(bench)) as other:
            for call in (
                lambda: bench.store.append_record("lesson", record()),
                lambda: bench.store.create_session(session("new")),
                lambda: bench.sessions.trash("lesson"),
                lambda: bench.marks.note_opened("lesson"),
            ):
                with pytest.raises(StoreBusy, match="try again"):
                    call()
            assert bench.store.list_records("lesson") == []
            assert bench.store.get_session("lesson").id == "lesson"
            other.execute("ROLLBACK")
        assert bench.store.append_record("lesson", record()).seq == 0
        with pytest.raises(SessionNotFound):
            bench.store.get_session("new")


def test_reading_never_waits_for_a_writer(tmp_path: Path) -> None:
    with opened(tmp_path, busy_seconds=0) as bench:
        bench.store.create_session(session())
        with closing(writer(bench)) as other:
            other.execute("UPDATE runtime_sessions SET status = 'archived'")
            assert bench.store.get_session("lesson").status == "active"
            assert bench.sessions.listing().sessions[0].session.status == "active"
            other.execute("COMMIT")
        assert bench.store.get_session("lesson").status == "archived"


def test_a_transaction_is_all_or_nothing(bench: Bench) -> None:
    def write() -> None:
        with bench.database.transaction():
            bench.store.create_session(session())
            bench.store.append_record("lesson", record())
            raise Undone

    with pytest.raises(Undone):
        write()
    with pytest.raises(SessionNotFound):
        bench.store.get_session("lesson")
    bench.store.create_session(session())


def test_a_part_that_fails_is_undone_alone(bench: Bench) -> None:
    def write_part() -> None:
        with bench.database.transaction():
            bench.store.append_record("lesson", record("undone"))
            with bench.database.transaction():
                bench.store.append_record("lesson", record("undone too"))
            raise Undone

    with bench.database.transaction():
        bench.store.create_session(session())
        with pytest.raises(Undone):
            write_part()
        with pytest.raises(ValidationFailed):
            bench.store.append_record("lesson", record(createdAt="never"))
        bench.store.append_record("lesson", record("kept"))
    assert [(one.seq, one.id) for one in bench.store.list_records("lesson")] == [(0, "kept")]


def test_a_snapshot_sees_one_moment(bench: Bench) -> None:
    bench.store.create_session(session())
    with opened(bench.location.folder) as other, bench.database.snapshot():
        assert bench.store.list_records("lesson") == []
        other.store.append_record("lesson", record())
        assert bench.store.list_records("lesson") == []
        with bench.database.snapshot():
            assert bench.store.list_records("lesson") == []
    assert len(bench.store.list_records("lesson")) == 1


def test_a_write_inside_a_snapshot_is_never_answered_as_done_and_lost(bench: Bench) -> None:
    done = False
    try:
        with bench.database.snapshot():
            bench.store.create_session(session())
            done = True
    except RuntimeError:
        pass
    if done:
        assert bench.store.get_session("lesson").id == "lesson"
    else:
        bench.store.create_session(session())


def test_threads_of_one_connection_take_turns(bench: Bench) -> None:
    bench.store.create_session(session())
    failures: list[BaseException] = []

    def append(name: str) -> None:
        try:
            for n in range(25):
                bench.store.append_record("lesson", record(f"{name}-{n}"))
                bench.store.list_records("lesson", limit=3)
                bench.sessions.listing()
        except BaseException as failure:  # noqa: BLE001  # the test looks at it
            failures.append(failure)

    threads = [threading.Thread(target=append, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(50)
    assert failures == []
    found = bench.store.list_records("lesson")
    assert [one.seq for one in found] == list(range(100))
    assert len({one.id for one in found}) == 100
