"""The name of the server, and how a restored backup is noticed: by itself, while it runs, and by command."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from satchel.domain.errors import SessionReplaced
from satchel.domain.satchel_object import fresh
from satchel_server.identity import (
    ASKED,
    BEHIND,
    FIRST,
    JOINED,
    SAME,
    UNMARKED,
    Identity,
)
from satchel_server.opening import open_database
from tests import postgres
from tests.fakes import FakeClock, record, session
from tests.server.store.opened import LEO, MEI, SQLITE, Bench, address, served
from tests.server.store.test_cut_commits import in_threads


@pytest.fixture
def place(tmp_path: Path) -> Iterator[str]:
    """A database whose file may be exchanged. What is judged is the same on PostgreSQL, see the last test."""
    with address(SQLITE, tmp_path) as url:
        yield url


@contextmanager
def restored(url: str) -> Iterator[None]:
    """Keeps a copy of the database when the block begins, and puts it back when it ends."""
    if url.startswith("sqlite"):
        path = Path(url.removeprefix("sqlite://"))
        with closing(sqlite3.connect(path)) as raw:
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy(path, path.with_suffix(".kept"))
        yield
        for left in path.parent.glob(f"{path.name}-*"):
            left.unlink()
        shutil.copy(
            path.with_suffix(".kept"), path
        )  # in place: the same file to whoever looks at it
        return
    server, name = postgres.shared(), url.rpartition("/")[2]
    server.create_database(f"{name}_kept", name)
    yield
    with server.connect() as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
        connection.execute(f"ALTER DATABASE {name}_kept RENAME TO {name}".encode())


def name_of(bench: Bench) -> str:
    return bench.store.server_id


def test_a_name_is_given_once_and_kept(place: str, tmp_path: Path) -> None:
    mark = tmp_path / "state" / "mark"
    with served(place, mark) as bench:
        assert (bench.identity.reason, bench.identity.renewed) == (FIRST, False)
        name = name_of(bench)
        bench.store.create_session(MEI, session())
    for _ in range(2):
        with served(place, mark) as bench:
            assert (bench.identity.reason, bench.identity.renewed) == (SAME, False)
            assert name_of(bench) == name
            bench.store.append(MEI, "lesson", record())


def test_a_backup_that_misses_one_acknowledged_write_is_noticed(place: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with served(place, mark) as bench:
        old = name_of(bench)
        made = bench.store.create_session(MEI, session())
        cursor = bench.store.changes(MEI, None, None).cursor
    with restored(place), served(place, mark) as bench:
        bench.store.append(MEI, "lesson", record())
        ahead = bench.store.changes(MEI, cursor, None).cursor
    with served(place, mark) as bench:
        assert (bench.identity.reason, bench.identity.renewed) == (BEHIND, True)
        assert name_of(bench) != old
        for kept in (cursor, ahead):
            page = bench.store.changes(MEI, kept, None)
            assert page.reset
            assert [one["sessionId"] for one in page.changes] == ["lesson"]
        stamp = str(bench.store.get_session(MEI, "lesson")["incarnation"])
        assert stamp == f"{name_of(bench)}.{str(made['incarnation']).rpartition('.')[2]}"
        told = page.changes[0]["session"]
        assert isinstance(told, dict)
        assert told["incarnation"] == stamp
        other = bench.store.create_session(LEO, session("x", learnerKey="anon:leo"))
        assert str(other["incarnation"]).startswith(name_of(bench))


def test_what_was_prepared_before_a_backup_was_restored_is_not_taken_after_it(
    place: str, tmp_path: Path
) -> None:
    """The creation is the same, and its tail may agree: the present name alone tells."""
    mark = tmp_path / "mark"
    with served(place, mark) as bench:
        before = bench.store.create_session(MEI, session())["incarnation"]
    with restored(place), served(place, mark) as bench:
        bench.store.append(MEI, "lesson", record())
    with served(place, mark) as bench:
        stale = {"expectedIncarnation": before}
        done = {"status": "completed", "updatedAt": "2026-01-02T00:00:00Z"}
        satchel = fresh("lesson", "Renamed", 1, "laptop")
        calls: list[Callable[[], object]] = [
            lambda: bench.store.append(MEI, "lesson", record() | stale),
            lambda: bench.store.append_batch(MEI, "lesson", {"records": [record()], **stale}),
            lambda: bench.store.set_status(MEI, "lesson", done | stale),
            lambda: bench.store.put_satchel(MEI, "lesson", satchel, expected_incarnation=before),
            lambda: bench.store.delete_session(MEI, "lesson", expected_incarnation=before),
        ]
        held = bench.store.get_session(MEI, "lesson")
        for call in calls:
            with pytest.raises(SessionReplaced):
                call()
        assert bench.store.get_session(MEI, "lesson") == held
        assert bench.store.list_records(MEI, "lesson") == []
        present = {"expectedIncarnation": held["incarnation"]}
        bench.store.append(MEI, "lesson", record() | present)


def test_a_backup_that_misses_nothing_acknowledged_keeps_the_name(
    place: str, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    with served(place, mark) as bench:
        old = name_of(bench)
        bench.store.create_session(MEI, session())
    with restored(place):
        pass
    with served(place, mark) as bench:
        assert (bench.identity.reason, name_of(bench)) == (SAME, old)


def test_without_its_mark_a_used_database_gets_a_new_name(place: str, tmp_path: Path) -> None:
    with served(place, tmp_path / "mark") as bench:
        old = name_of(bench)
    with served(place, tmp_path / "other") as bench:
        assert (bench.identity.reason, bench.identity.renewed) == (UNMARKED, True)
        assert name_of(bench) != old
    with served(place, tmp_path / "mark") as bench:  # it is told of the new one by the database
        assert (bench.identity.reason, name_of(bench) != old) == (SAME, True)


def test_another_server_of_the_same_database_joins(place: str, tmp_path: Path) -> None:
    with served(place, tmp_path / "mark") as bench:
        database = open_database(place)
        try:
            joined = Identity(database, tmp_path / "second", clock=FakeClock())
            joined.join()
            assert (joined.reason, joined.server_id) == (JOINED, name_of(bench))
        finally:
            database.close()
        with served(place, tmp_path / "second") as second:
            assert (second.identity.reason, name_of(second)) == (SAME, name_of(bench))


def test_a_new_name_by_command_reaches_the_server_that_runs(place: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with served(place, mark) as bench:
        old = name_of(bench)
        bench.store.create_session(MEI, session())
        cursor = bench.store.changes(MEI, None, None).cursor
        database = open_database(place)
        try:
            renewed = Identity(database, mark, clock=FakeClock())
            renewed.renew()
            assert (renewed.reason, renewed.renewed) == (ASKED, True)
        finally:
            database.close()
        assert name_of(bench) == renewed.last_known != old
        assert bench.store.changes(MEI, cursor, None).reset
        bench.store.append(MEI, "lesson", record())
    with served(place, mark) as bench:
        assert bench.identity.reason == SAME


def test_a_database_older_than_the_name_is_noticed(place: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with served(place, mark) as bench:
        old = name_of(bench)
    with restored(place):
        database = open_database(place)
        try:
            identity = Identity(database, mark, clock=FakeClock())
            identity.renew()
            newer = identity.server_id
        finally:
            database.close()
    with served(place, mark) as bench:
        assert bench.identity.reason == BEHIND
        assert name_of(bench) not in (old, newer)


@pytest.mark.parametrize("damage", [b"", b"\0" * 200, b"garbage", b"x" * 5000], ids=len)
def test_a_mark_that_cannot_be_read_does_not_count(
    place: str, tmp_path: Path, damage: bytes
) -> None:
    mark = tmp_path / "mark"
    with served(place, mark) as bench:
        old = name_of(bench)
    mark.write_bytes(damage)
    with served(place, mark) as bench:
        assert bench.identity.renewed
        assert name_of(bench) != old


def test_a_running_server_notices_when_another_database_answers(tmp_path: Path) -> None:
    """On PostgreSQL a backup can be put back while the server runs: its connections break, and it looks."""
    server = postgres.shared()
    with postgres.migrated_database() as url, served(url, tmp_path / "mark") as bench:
        name, old = url.rpartition("/")[2], name_of(bench)
        bench.store.create_session(MEI, session())
        with server.connect(name) as raw:
            backup = {
                table: raw.execute(f"SELECT * FROM {table}".encode()).fetchall()
                for table in ("server_identity", "learner_counters")
            }
        bench.store.create_session(MEI, session("later"))
        cursor = bench.store.changes(MEI, None, None).cursor
        server.empty(name)
        with server.connect(name) as raw:
            for table, rows in backup.items():
                for row in rows:
                    raw.execute(
                        f"INSERT INTO {table} OVERRIDING SYSTEM VALUE VALUES (%s, %s, %s)".encode(),
                        row,
                    )
        bench.store.create_session(MEI, session("other"))
        assert bench.identity.reason == BEHIND
        assert name_of(bench) != old
        assert bench.store.changes(MEI, cursor, None).reset


def test_servers_that_start_at_once_agree_in_the_end(kind: str, tmp_path: Path) -> None:
    with address(kind, tmp_path) as url, ExitStack() as stack:
        together, found = threading.Barrier(4), []

        def start(number: int) -> None:
            database = open_database(url, pool_size=2)
            stack.callback(database.close)
            together.wait(20)
            identity = Identity(database, tmp_path / f"mark {number}", clock=FakeClock())
            identity.look()
            found.append(identity)

        in_threads(4, start)
        names = {one.server_id for one in found}
        assert len(names) == 1
        assert names == {one.server_id for one in found}


def test_many_writes_are_remembered_as_the_last_ones(place: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with served(place, mark) as bench:
        bench.store.create_session(MEI, session())
        for n in range(300):
            bench.store.append(MEI, "lesson", record(f"r{n}"))
    assert mark.stat().st_size < 8192
    with restored(place), served(place, mark) as bench:
        bench.store.append(MEI, "lesson", record("last"))
    database = open_database(place)
    try:
        identity = Identity(database, mark, clock=FakeClock())
        identity.look()
        assert identity.reason == BEHIND
    finally:
        database.close()
