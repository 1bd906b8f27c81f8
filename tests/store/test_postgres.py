"""PostgreSQL behind the store: transactions by thread, refusals in our words, connections that break."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress

import psycopg
import pytest
from sqlalchemy import bindparam, insert, select

from satchel.domain.errors import (
    DatabaseDamaged,
    DiskFull,
    SatchelError,
    StoreReadOnly,
    StoreUnavailable,
    ValidationFailed,
)
from satchel.store.faults import ConnectionLost, ConstraintBroken, Contended
from satchel.store.postgres import PostgresDatabase
from satchel.store.postgres_faults import translated
from satchel.store.runtime_store import SqlRuntimeStore
from satchel_server.tables import LEARNERS
from tests import postgres
from tests.fakes import record, session
from tests.server.store.test_cut_commits import in_threads

L = LEARNERS.c
ADD = insert(LEARNERS).values(
    learner_key=bindparam("learner_key"), last_change=bindparam("last_change")
)
ALL = select(L.learner_key).order_by(L.learner_key)


class Names:
    """A table to try things on."""

    def __init__(self, database: PostgresDatabase) -> None:
        self.database = database
        self._add = database.prepare(ADD)
        self._all = database.prepare(ALL)

    def add(self, name: str, number: int = 0) -> None:
        self.database.count(self._add, learner_key=name, last_change=number)

    def add_many(self, *names: str) -> None:
        self.database.run_rows(self._add, [(name, 0) for name in names])

    def all(self) -> list[str]:
        return [str(name) for (name,) in self.database.run(self._all)]


@pytest.fixture
def url() -> Iterator[str]:
    with postgres.migrated_database() as found:
        yield found


@pytest.fixture
def names(url: str) -> Iterator[Names]:
    database = PostgresDatabase(url, pool_size=10)
    try:
        yield Names(database)
    finally:
        database.close()


def end_connections(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_block_is_committed_whole_or_not_at_all(names: Names) -> None:
    with names.database.transaction():
        names.add("a")
    with suppress(KeyError), names.database.transaction():
        names.add("b")
        raise KeyError
    assert names.all() == ["a"]


def test_a_part_is_undone_alone_and_what_follows_may_look(names: Names) -> None:
    def part() -> None:
        with names.database.transaction():
            names.add("b")
            with names.database.transaction():
                names.add("c")
            names.add("a")

    with names.database.transaction():
        names.add("a")
        with pytest.raises(ConstraintBroken):
            part()
        assert names.all() == ["a"]
        names.add("d")
    assert names.all() == ["a", "d"]


def test_a_refusal_that_is_passed_over_does_not_pass_for_a_commit(names: Names) -> None:
    def careless() -> None:
        with names.database.transaction():
            names.add("a")
            with suppress(ConstraintBroken):
                names.add("a")

    with pytest.raises(RuntimeError, match="passed over"):
        careless()
    assert names.all() == []
    names.add("b")
    assert names.all() == ["b"]


def test_many_rows_go_in_at_once_or_not_at_all(names: Names) -> None:
    odd = ["tab\there", "back\\slash", "line\nend", "\\N", "quote'\"", "中文", "\x01", ""]
    names.add_many(*odd)
    assert sorted(names.all()) == sorted(odd)
    with pytest.raises(ConstraintBroken):
        names.add_many("x", "y", "x")
    assert len(names.all()) == len(odd)


def test_each_thread_has_a_transaction_of_its_own(names: Names) -> None:
    together = threading.Barrier(8)

    def write(number: int) -> None:
        with names.database.transaction():
            names.add(f"n{number}")
            together.wait(20)  # all eight are in one at the same time
            assert names.all() == [f"n{number}"]
            together.wait(20)

    in_threads(8, write)
    assert len(names.all()) == 8


def test_a_snapshot_sees_one_moment_and_writes_nothing(names: Names) -> None:
    with names.database.snapshot():
        assert names.all() == []
        in_threads(1, lambda _: names.add("a"))
        assert names.all() == []
        with pytest.raises(RuntimeError), names.database.transaction():
            pass
    assert names.all() == ["a"]


def test_text_no_database_can_hold_is_refused_and_found_nowhere(names: Names) -> None:
    for text in ("a\0b", "\udc00"):
        with pytest.raises(ValidationFailed, match="cannot be looked up or kept"):
            names.add(text)
        with pytest.raises(ValidationFailed):
            names.add_many("x", text)
    with pytest.raises(ValidationFailed):
        names.add("n", 2**70)
    found = names.database.prepare(select(L.key).where(L.learner_key == bindparam("name")))
    assert names.database.run(found, name="a\0b") == []
    assert names.all() == []


def test_ended_connections_are_noticed_before_they_are_used(names: Names, url: str) -> None:
    in_threads(6, lambda number: names.add(f"n{number}"))
    made = names.database.connections_made
    end_connections(url)
    in_threads(6, lambda _: None if len(names.all()) == 6 else pytest.fail("rows are missing"))
    assert names.database.connections_made > made


def test_a_connection_that_breaks_before_the_commit_has_done_nothing(
    names: Names, url: str
) -> None:
    def write() -> None:
        with names.database.transaction():
            names.add("a")
            end_connections(url)
            names.add("b")

    with pytest.raises(ConnectionLost) as lost:
        write()
    assert not lost.value.fate_unknown
    assert names.all() == []


def test_a_connection_found_broken_at_the_commit_leaves_its_fate_open(
    names: Names, url: str
) -> None:
    def write() -> None:
        with names.database.transaction():
            names.add("a")
            end_connections(url)

    with pytest.raises(ConnectionLost) as lost:
        write()
    assert lost.value.fate_unknown
    assert names.all() == []


def test_an_unreachable_server_is_said_in_a_sentence() -> None:
    database = PostgresDatabase("postgresql://satchel@127.0.0.1:1/none", patience_seconds=0.2)
    try:
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            database.script("SELECT 1")
    finally:
        database.close()
    with pytest.raises(StoreUnavailable):
        database.script("SELECT 1")


def test_a_server_that_only_reads_says_so(url: str) -> None:
    database = PostgresDatabase(url)
    try:
        database.script("SELECT 1")
        with database.transaction():
            database.script("SET TRANSACTION READ ONLY")
            with pytest.raises(StoreReadOnly), database.transaction():
                Names(database).add("a")
    finally:
        database.close()


def test_a_database_without_tables_says_what_to_do() -> None:
    with postgres.shared().database() as bare:
        database = PostgresDatabase(bare)
        try:
            with pytest.raises(StoreUnavailable, match="satchel-server migrate"):
                Names(database).all()
        finally:
            database.close()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("23505", ConstraintBroken),
        ("40001", Contended),
        ("40P01", Contended),
        ("55P03", Contended),
        ("57P01", ConnectionLost),
        ("08006", ConnectionLost),
        (None, ConnectionLost),
        ("53100", DiskFull),
        ("25006", StoreReadOnly),
        ("54000", ValidationFailed),
        ("22021", ValidationFailed),
        ("42P01", StoreUnavailable),
        ("XX001", DatabaseDamaged),
        ("53300", StoreUnavailable),
        ("99999", StoreUnavailable),
    ],
)
def test_every_refusal_has_a_kind_and_a_sentence(
    code: str | None, kind: type[SatchelError]
) -> None:
    error = translated(code, "because")
    assert type(error) is kind
    assert code in ("23505",) or error.message.endswith(".")


def test_an_id_too_long_for_an_index_is_refused_in_a_sentence(url: str) -> None:
    """An id may have 4,096 bytes; PostgreSQL looks up some 2,700, after compressing."""
    database = PostgresDatabase(url)
    try:
        store = SqlRuntimeStore(database)
        store.create_session(session("x" * 4000))
        store.create_session(session())
        hard = "".join(chr(0x4E00 + (n * 7919) % 20000) for n in range(1300))
        with pytest.raises(ValidationFailed, match="longer than this server's database"):
            store.append_record("lesson", record(hard))
        assert store.append_record("lesson", record("r")).seq == 0
    finally:
        database.close()


def test_eight_writers_number_one_session_without_gaps(url: str) -> None:
    database = PostgresDatabase(url, pool_size=8)
    try:
        store = SqlRuntimeStore(database)
        store.create_session(session())

        def write(writer: int) -> None:
            for n in range(10):
                store.append_record("lesson", record(f"w{writer}-{n}"))
            store.append_records("lesson", [record(f"b{writer}-{n}") for n in range(10)])

        in_threads(8, write)
        assert [one.seq for one in store.list_records("lesson")] == list(range(160))
    finally:
        database.close()


def test_a_guarded_change_of_status_waits_for_an_append_under_way(url: str) -> None:
    """Else both would go by the number there was before."""
    database = PostgresDatabase(url, pool_size=3)
    try:
        store = SqlRuntimeStore(database)
        store.create_session(session())
        refused: list[str] = []

        def end(_: int) -> None:
            try:
                store.set_status(
                    "lesson", "completed", "2026-03-02T12:05:00Z", expected_last_seq=None
                )
            except SatchelError as error:
                refused.append(error.code)

        ender = threading.Thread(target=end, args=(0,))
        with database.transaction():
            store.append_record("lesson", record())
            ender.start()
            waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            with psycopg.connect(url, autocommit=True) as look:
                while look.execute(waiting).fetchone() is None:
                    pass
        ender.join()
        assert refused == ["RUNTIME_APPEND_CONFLICT"]
        assert store.get_session("lesson").status == "active"
    finally:
        database.close()
