"""Bringing the server's database to the newest schema: under a lock, in one transaction, never backwards."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from satchel.domain.errors import NewerDatabase, SatchelError, StoreUnavailable, shorten
from satchel.store.faults import translated as translated_sqlite
from satchel.store.migrations import back_up
from satchel.store.postgres import plain_connection
from satchel.store.postgres_faults import translated as translated_postgres
from satchel_server.opening import PostgresAddress, connect, own_file, parse

SCRIPTS: Final = Path(__file__).parent / "migrations"
VERSION_TABLE: Final = "satchel_server_version"

_REFUSED: Final = "FATAL:"
_TRIES: Final = 600
_PAUSE_SECONDS: Final = 0.1
_LOCK: Final = 0x5361_7463_6865_6C00
"""Of `pg_advisory_xact_lock`: whoever migrates this database holds it until the step is committed."""


@dataclass(frozen=True, slots=True)
class SchemaState:
    revision: str | None
    """None in a database that is empty still."""
    newest: str

    @property
    def ready(self) -> bool:
        return self.revision == self.newest


def upgrade(url: str, *, scripts: Path = SCRIPTS) -> bool:
    """Brings the database to the newest schema; whether there was anything to do.

    Two at once wait for each other. An SQLite file is copied first, beside itself; of PostgreSQL its operator
    keeps backups. Raises `NewerDatabase` and `StoreUnavailable`; nothing was changed then.
    """
    with _connected(url) as connection, connection.begin():
        _lock(connection)
        before = _state(connection, scripts)
        where = parse(url)
        if isinstance(where, Path) and before.revision is not None and not before.ready:
            back_up(where, where.with_name(f"{where.stem}-before-{before.newest}{where.suffix}"))
        if not before.ready:
            _run(connection, scripts)
        return not before.ready


def state(url: str, *, scripts: Path = SCRIPTS) -> SchemaState:
    """Which schema the database has. Raises `StoreUnavailable`, `NewerDatabase`."""
    with _connected(url) as connection, connection.begin():
        return _state(connection, scripts)


def _state(connection: sa.Connection, scripts: Path) -> SchemaState:
    known = _scripts(scripts)
    newest = known.get_current_head()
    assert newest is not None
    if not sa.inspect(connection).has_table(VERSION_TABLE):
        return SchemaState(None, newest)
    found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()
    if found is not None and all(script.revision != found for script in known.walk_revisions()):
        raise NewerDatabase(
            "This database was last used by a newer satchel-server. Update this one; nothing was changed.",
            details={"found": shorten(str(found)), "known": newest},
        )
    return SchemaState(found, newest)


def _run(connection: sa.Connection, folder: Path) -> None:
    scripts = _scripts(folder)

    def steps(revision: Any, _context: MigrationContext) -> Any:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), scripts, fn=steps, destination_rev="head") as environment:
        environment.configure(
            connection=connection,
            version_table=VERSION_TABLE,
            transactional_ddl=True,
            transaction_per_migration=False,
        )
        with environment.begin_transaction():
            environment.run_migrations()


def _scripts(folder: Path) -> ScriptDirectory:
    return ScriptDirectory(str(folder), version_locations=[str(folder / "versions")])


def _lock(connection: sa.Connection) -> None:
    """SQLite's `BEGIN IMMEDIATE` is the lock already."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


@contextmanager
def _connected(url: str) -> Iterator[sa.Connection]:
    """A connection of its own, closed at the end, its errors in our words."""
    where = parse(url)
    if isinstance(where, PostgresAddress):
        with _entered(_postgres(where), where) as connection:
            yield connection
    else:
        with own_file(where), _entered(_sqlite(where), where) as connection:
            yield connection


@contextmanager
def _entered(engine: sa.Engine, where: PostgresAddress | Path) -> Iterator[sa.Connection]:
    try:
        with engine.connect() as connection:
            yield connection
    except sa.exc.DBAPIError as error:
        raise _told(error, where) from error
    finally:
        engine.dispose()


def _told(error: sa.exc.DBAPIError, where: PostgresAddress | Path) -> SatchelError:
    cause = error.orig
    if isinstance(where, Path) and isinstance(cause, sqlite3.Error):
        return translated_sqlite(cause, where)
    code = getattr(cause, "sqlstate", None)
    told = translated_postgres(code, str(cause))
    if code is not None:
        return told
    reason = str(cause)
    if _REFUSED in reason:  # it was reached: what it says then quotes names, and no password
        said = reason.rpartition(_REFUSED)[2].strip().partition("\n")[0].rstrip(".")
        message = f"The database server lets nobody in under this address: {said}. Mend the address, or the server."
    else:
        message = "The database server cannot be reached. Check that it runs and that its address is right."
    return StoreUnavailable(message, details={"reason": reason})


def _postgres(where: PostgresAddress) -> sa.Engine:
    return sa.create_engine(
        "postgresql+psycopg://",
        poolclass=sa.pool.NullPool,
        creator=lambda: plain_connection(where.text),
    )


def _sqlite(path: Path) -> sa.Engine:
    engine = sa.create_engine(
        "sqlite://", poolclass=sa.pool.NullPool, creator=lambda: _prepared(path)
    )

    # The driver would begin too late: a kill between two statements would leave half a schema.
    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _prepared(path: Path) -> sqlite3.Connection:
    connection = connect(path)
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # counts before the first table only
    _keep_log(connection)
    # With foreign keys on, rebuilding a parent table would delete every child row.
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _keep_log(connection: sqlite3.Connection, pause: Callable[[float], None] = time.sleep) -> None:
    """A connection that does so in the moment another does is refused at once, whatever its timeout."""
    for left in reversed(range(_TRIES)):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not left or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            pause(_PAUSE_SECONDS)
