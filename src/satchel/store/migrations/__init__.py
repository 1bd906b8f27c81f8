"""Schema steps by Alembic, for both databases. Loaded only when a step is due: Alembic is slow to import.

Each step is numbered, has its test, and prefers adding to rebuilding.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from satchel.domain.errors import StoreUnavailable
from satchel.store.faults import translated

SCRIPTS = Path(__file__).parent


def knows(revision: str, scripts: Path = SCRIPTS) -> bool:
    """Whether `revision` is one of ours, so that there is a way from it to the newest."""
    return any(script.revision == revision for script in _scripts(scripts).walk_revisions())


def upgrade(database: Path, *, backup: Path, scripts: Path = SCRIPTS) -> None:
    """Brings the database to the newest revision in one transaction, after copying it to `backup`.

    Killed at any moment, the database is at the old revision or at the new one. Raises `DiskFull`,
    `StoreUnavailable`; the database is then as it was.
    """
    try:
        back_up(database, backup)
        with _engine(database).connect() as connection, connection.begin():
            before = _row_counts(connection)
            _run(connection, scripts)
            _check(connection, before)
    except sa.exc.DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            raise translated(error.orig, database) from error
        raise
    except sqlite3.Error as error:
        raise translated(error, database) from error


def back_up(database: Path, target: Path) -> None:
    """Copies a database, with what is still in its log, to `target`, which appears whole or not at all."""
    unfinished = target.with_name(target.name + ".part")
    try:
        with (
            closing(sqlite3.connect(database)) as source,
            closing(sqlite3.connect(unfinished)) as copy,
        ):
            source.backup(copy)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _scripts(folder: Path) -> ScriptDirectory:
    return ScriptDirectory(str(folder), version_locations=[str(folder / "versions")])


def _engine(database: Path) -> sa.Engine:
    engine = sa.create_engine(
        "sqlite://", poolclass=sa.pool.NullPool, creator=lambda: _connect(database)
    )

    # The driver would begin too late: a kill between two statements would leave half a schema.
    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _connect(database: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(database, isolation_level=None, timeout=60)
    # With foreign keys on, rebuilding a parent table would delete every child row.
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _run(connection: sa.Connection, folder: Path) -> None:
    scripts = _scripts(folder)

    def steps(revision: Any, _context: MigrationContext) -> Any:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), scripts, fn=steps, destination_rev="head") as environment:
        environment.configure(
            connection=connection, transactional_ddl=True, transaction_per_migration=False
        )
        with environment.begin_transaction():
            environment.run_migrations()


def _row_counts(connection: sa.Connection) -> dict[str, int]:
    return {
        name: connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar_one()
        for name in ("runtime_sessions", "runtime_records", "drafts")
    }


def _check(connection: sa.Connection, before: dict[str, int]) -> None:
    after = _row_counts(connection)
    orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if orphans is not None or any(after[name] < count for name, count in before.items()):
        raise StoreUnavailable(
            "Bringing the sessions up to date would have lost some of them, so it was not done and nothing "
            "was changed. Send the report of “satchel doctor” to your technician."
        )
