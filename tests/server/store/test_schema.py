"""The schema of the server's database: made in steps, by one at a time, never backwards, and as the tables say."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.schema import CreateIndex, CreateTable

from satchel.domain.errors import NewerDatabase, StoreUnavailable
from satchel.store.database import SqliteDatabase
from satchel.store.postgres import PostgresDatabase
from satchel.store.tables import SessionRow
from satchel_server.opening import AnyDatabase, open_database
from satchel_server.schema import SCRIPTS, VERSION_TABLE, state, upgrade
from satchel_server.tables import METADATA
from tests import postgres
from tests.server.store.opened import POSTGRESQL, SQLITE, address
from tests.store.test_migrations import schema_of

_COLUMNS = """
    SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default, is_identity
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2
"""
_CONSTRAINTS = """
    SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2
"""
_INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"


def described(database: AnyDatabase) -> object:
    """The schema as the database itself describes it, the version table aside."""
    if isinstance(database, SqliteDatabase):
        found = schema_of(database.path)
        found.pop(VERSION_TABLE, None)
        return {name: _without_order(parts) for name, parts in found.items()}
    return [
        [row for row in database.script(sql) if VERSION_TABLE not in str(row)]
        for sql in (_COLUMNS, _CONSTRAINTS, _INDEXES)
    ]


def _without_order(parts: object) -> object:
    """SQLite numbers the indexes of constraints in the order in which they stand."""
    assert isinstance(parts, tuple)
    columns, indexes, keys, checks = parts
    return columns, sorted(map(repr, indexes.values())), keys, checks


def declared(database: AnyDatabase) -> None:
    for table in METADATA.sorted_tables:
        database.script(str(CreateTable(table).compile(dialect=database.dialect)))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            database.script(str(CreateIndex(index).compile(dialect=database.dialect)))


def test_the_steps_build_what_the_tables_declare_sqlite(tmp_path: Path) -> None:
    upgrade(str(tmp_path / "stepped.db"))
    stepped, made = (open_database(str(tmp_path / name)) for name in ("stepped.db", "made.db"))
    try:
        declared(made)
        assert described(stepped) == described(made)
    finally:
        stepped.close()
        made.close()


def test_the_steps_build_what_the_tables_declare_postgresql() -> None:
    with postgres.shared().database() as one, postgres.shared().database() as other:
        upgrade(one)
        stepped, made = PostgresDatabase(one), PostgresDatabase(other)
        try:
            declared(made)
            assert described(stepped) == described(made)
        finally:
            stepped.close()
            made.close()


def test_the_desktop_has_none_of_the_servers_tables() -> None:
    ours = {table.name for table in METADATA.sorted_tables}
    shared = ours & {table.name for table in SessionRow.metadata.sorted_tables}
    assert shared == {"runtime_sessions", "runtime_records"}


@pytest.fixture
def empty(kind: str, tmp_path: Path) -> Iterator[str]:
    if kind == SQLITE:
        yield f"sqlite://{tmp_path / 'new' / 'satchel.db'}"
        return
    with postgres.shared().database() as url:
        yield url


def test_servers_that_start_at_once_make_the_schema_once(empty: str) -> None:
    done: list[bool | BaseException] = []
    together = threading.Barrier(4)

    def start() -> None:
        together.wait()
        try:
            done.append(upgrade(empty))
        except BaseException as error:  # noqa: BLE001  # told below
            done.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, done)) == ["False", "False", "False", "True"]
    assert state(empty).ready


def test_many_connections_of_a_new_file_begin_its_log_at_once(tmp_path: Path) -> None:
    def looked(url: str) -> list[str | None]:
        together = threading.Barrier(6)

        def look(_number: int) -> str | None:
            together.wait()
            return state(url).revision

        with ThreadPoolExecutor(6) as pool:
            return list(pool.map(look, range(6)))

    for number in range(20):
        assert looked(f"sqlite://{tmp_path / str(number) / 'satchel.db'}") == [None] * 6


def test_an_empty_database_has_no_schema_yet(empty: str) -> None:
    found = state(empty)
    assert (found.revision, found.ready) == (None, False)


def test_a_newer_database_is_left_as_it_is(kind: str, tmp_path: Path) -> None:
    with address(kind, tmp_path) as url:
        database = open_database(url)
        try:
            database.script(f"UPDATE {VERSION_TABLE} SET version_num = '0099'")
            before = described(database)
            with pytest.raises(NewerDatabase, match="newer satchel-server"):
                upgrade(url)
            with pytest.raises(NewerDatabase):
                state(url)
            assert described(database) == before
            database.script(f"UPDATE {VERSION_TABLE} SET version_num = '0001'")
        finally:
            database.close()


def test_a_step_that_fails_leaves_nothing(kind: str, empty: str, tmp_path: Path) -> None:
    scripts = tmp_path / "scripts"
    (scripts / "versions").mkdir(parents=True)
    (scripts / "versions" / "0001_broken.py").write_text(
        'from alembic import op\nrevision = "0001"\ndown_revision = None\n'
        'def upgrade():\n    op.execute("CREATE TABLE half (a INTEGER)")\n    op.execute("NONSENSE")\n'
    )
    with pytest.raises((StoreUnavailable, sa.exc.DBAPIError)):
        upgrade(empty, scripts=scripts)
    assert state(empty).revision is None
    assert upgrade(empty)
    if kind == POSTGRESQL:
        with postgres.shared().connect(empty.rpartition("/")[2]) as connection:
            assert connection.execute("SELECT to_regclass('half')").fetchone() == (None,)


def test_a_file_is_copied_before_a_step(tmp_path: Path) -> None:
    path = tmp_path / "satchel.db"
    upgrade(str(path))
    scripts = tmp_path / "scripts"
    shutil.copytree(SCRIPTS, scripts)
    (scripts / "versions" / "0002_more.py").write_text(
        'from alembic import op\nrevision = "0002"\ndown_revision = "0001"\n'
        'def upgrade():\n    op.execute("CREATE TABLE more (a INTEGER)")\n'
    )
    assert upgrade(str(path), scripts=scripts)
    kept = tmp_path / "satchel-before-0002.db"
    assert state(str(kept)).ready
    with pytest.raises(NewerDatabase):
        state(str(path))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://satchel@127.0.0.1:1/nowhere?connect_timeout=1",
        "mysql://host/name",
        "sqlite://",
    ],
)
def test_what_cannot_be_reached_or_is_not_known_is_said_in_a_sentence(url: str) -> None:
    with pytest.raises(StoreUnavailable) as refused:
        upgrade(url)
    assert refused.value.message.endswith(".")
