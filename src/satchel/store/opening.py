"""Opening a database: made whole or not at all, migrated after a backup, never replaced by an empty one."""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.schema import CreateIndex, CreateTable

from satchel.domain.contracts import Clock
from satchel.domain.errors import (
    DatabaseDamaged,
    DatabaseMissing,
    NewerDatabase,
    SatchelError,
    StoreReadOnly,
    StoreUnavailable,
    shorten,
)
from satchel.files import free_name, storage_error, sync_folder
from satchel.store.database import BUSY_SECONDS, SqliteDatabase
from satchel.store.faults import translated
from satchel.store.log_check import check_log
from satchel.store.mending import check_not_mended
from satchel.store.open_here import is_open_here
from satchel.store.tables import SessionRow

HEAD = "0002"
"""The newest revision in `migrations/versions`."""

_STAMP = "%Y%m%dT%H%M%S"
_MAGIC = b"SQLite format 3\0"
_SIDE_FILES = ("", "-wal", "-shm", "-journal")
_FAULTS_OF_DATA = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@dataclass(frozen=True, slots=True)
class Location:
    """Where one profile keeps its database and what belongs beside it."""

    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / "satchel.db"

    @property
    def beacon(self) -> Path:
        """Touched after every commit, never replaced: other windows watch it."""
        return self.folder / "changed"

    @property
    def backups(self) -> Path:
        return self.folder / "backups"

    @property
    def set_aside(self) -> Path:
        return self.folder / "set-aside"


Migrate = Callable[[Path], None]


def create(location: Location) -> None:
    """Makes an empty database. It appears under its name whole, or not at all.

    Raises `DiskFull`, `StoreReadOnly`, and `StoreUnavailable`, also if there is one already.
    """
    unfinished = location.folder / f"satchel.db.new-{os.getpid()}"
    try:
        if leftovers(location.database):  # also a log alone: SQLite would mix it into a new one
            raise StoreUnavailable(
                f"There is a database, or a part of one, in “{location.folder}” already. "
                "Nothing was changed."
            )
        location.folder.mkdir(parents=True, exist_ok=True)
        location.beacon.touch()
        make_file(unfinished)
        unfinished.replace(location.database)
    except sqlite3.Error as error:
        unfinished.unlink(missing_ok=True)
        raise translated(error, location.database) from error
    except OSError as error:
        raise storage_error(error, location.folder) from error
    sync_folder(location.folder)


def make_file(path: Path) -> None:
    """An empty database at `path`, in place of whatever was there. Raises `sqlite3.Error`, `OSError`."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # only before the first table
        connection.execute("PRAGMA synchronous = FULL")
        give_number(connection)
        connection.execute("BEGIN IMMEDIATE")
        for statement in schema():
            connection.execute(statement)
        connection.execute("INSERT INTO alembic_version (version_num) VALUES (?)", (HEAD,))
        connection.execute("COMMIT")


def give_number(connection: sqlite3.Connection) -> None:
    """A number of its own, by which a log beside the file is known as this database's or another's."""
    connection.execute(f"PRAGMA user_version = {1 + secrets.randbelow(2**31 - 1)}")


def schema() -> list[str]:
    """The whole schema of `HEAD` as SQL; a test holds it equal to what the migrations build."""
    found = ["CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"]
    for table in SessionRow.metadata.sorted_tables:
        found.append(str(CreateTable(table).compile(dialect=SqliteDatabase.dialect)))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            found.append(str(CreateIndex(index).compile(dialect=SqliteDatabase.dialect)))
    return found


def open_database(
    location: Location,
    *,
    clock: Clock,
    busy_seconds: float = BUSY_SECONDS,
    pause: Callable[[float], None] = time.sleep,
) -> SqliteDatabase:
    """The profile's database, at the newest revision, ready to write where the disk allows it.

    Raises `StoreBusy` while it is being mended; `DatabaseMissing`; `DatabaseDamaged` after the file was set
    aside; `NewerDatabase` with the file untouched; `DiskFull` or `StoreReadOnly` where a step that had to
    write could not.
    """
    check_not_mended(location.folder)
    check_present(location)
    try:
        revision = read_revision(location.database)
        check_log(location.database)
    except DatabaseDamaged as damage:
        raise _put_aside(location, damage, clock) from damage
    if revision != HEAD:
        _migrate(location, revision, clock)
    connection, writable = _connect(location.database)
    if writable and not location.beacon.exists():
        with suppress(OSError):  # only a hint for other windows
            location.beacon.touch()
    database = SqliteDatabase(
        location.database,
        connection,
        read_only=not writable,
        beacon=location.beacon,
        busy_seconds=busy_seconds,
        pause=pause,
    )
    try:
        set_up(database)
    except SatchelError:
        database.close()
        raise
    return database


def stamp(clock: Clock) -> str:
    """The present instant for a file name: sortable, legal everywhere."""
    return clock().strftime(_STAMP)


def stamped(text: str) -> datetime | None:
    """The instant such a stamp tells; None: there is none, as on 30 February."""
    try:
        return datetime.strptime(text, _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def leftovers(database: Path) -> list[Path]:
    """What there is of a database: its file and those SQLite keeps beside it, the file itself last."""
    parts = [Path(f"{database}{suffix}") for suffix in reversed(_SIDE_FILES)]
    return [part for part in parts if part.exists()]


def move_database(source: Path, target: Path) -> None:
    """Moves a database with the files SQLite keeps beside it.

    The file itself first: one left behind without its log would open, and be older than what was saved.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    for part in reversed(leftovers(source)):
        part.replace(f"{target}{part.name.removeprefix(source.name)}")
    sync_folder(target.parent)
    sync_folder(source.parent)


def check_present(location: Location) -> None:
    """Raises `DatabaseMissing` where there is no database."""
    try:
        location.database.stat()
    except FileNotFoundError:
        raise _missing(location) from None
    except OSError as error:
        raise storage_error(error, location.folder) from error


def put_aside(location: Location) -> list[Path]:
    """The databases that were set aside, the one set aside last at the end; its name says when that was."""
    return sorted(location.set_aside.glob("*.db"), key=_set_aside_at)


def _set_aside_at(file: Path) -> tuple[str, int]:
    when, _, number = file.stem.removeprefix("satchel-").partition("-")
    return when, int(number) if number.isdecimal() else 0


def _missing(location: Location) -> DatabaseMissing:
    aside = put_aside(location)
    where = f" The one set aside last is “{aside[-1]}”." if aside else ""
    return DatabaseMissing(
        f"The database of this profile is not in “{location.folder}”.{where} Put it back, save what can be saved "
        "with “satchel doctor --repair”, or restore a backup with “satchel backup restore FILE”.",
        details={"setAside": [str(path) for path in aside]},
    )


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(len(_MAGIC))


def read_revision(path: Path) -> str:
    """The revision of the database at `path`, read without changing it.

    Raises `DatabaseDamaged` if it is no Satchel database or cannot be read.
    """
    try:
        head = _MAGIC if is_open_here(path) else _head(path)
    except OSError as error:
        raise storage_error(error, path.parent) from error
    if not head:
        raise DatabaseDamaged("the file is empty")
    if head != _MAGIC:
        raise DatabaseDamaged("the file is not a database")
    with closing(look_into(path)) as connection:
        try:
            rows = _patient_rows(connection, "SELECT version_num FROM alembic_version")
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.Error as error:
            code = (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
            if code in _FAULTS_OF_DATA or code == sqlite3.SQLITE_ERROR:  # ERROR: no such table
                raise DatabaseDamaged(str(error)) from error
            raise translated(error, path) from error
    if len(rows) != 1 or not isinstance(rows[0][0], str):
        raise DatabaseDamaged("the file does not say which version it is")
    return str(rows[0][0])


def _patient_rows(connection: sqlite3.Connection, sql: str) -> list[tuple[object, ...]]:
    connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    rows = connection.execute(sql).fetchall()
    connection.execute("PRAGMA busy_timeout = 0")
    return rows


def look_into(path: Path) -> sqlite3.Connection:
    """A connection that reads and leaves every byte as it is.

    A database that was not closed is read with its log, through a connection that may not clear it away;
    any other with the promise that nobody writes at this moment, so that nothing is made beside it.
    """
    alone = "" if Path(f"{path}-wal").exists() else "&immutable=1"
    return _raw(path, f"mode=ro{alone}")


def _connect(path: Path) -> tuple[sqlite3.Connection, bool]:
    """A connection, and whether it may write: a folder that cannot be written to can still be read."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return _raw(path, "mode=rw"), True
    return look_into(path), False


def _raw(path: Path, how: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{how}"
    try:
        return sqlite3.connect(
            uri, uri=True, isolation_level=None, timeout=0, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise translated(error, path) from error


def set_up(database: SqliteDatabase) -> None:
    """The settings of a fresh connection."""
    database.script(
        "PRAGMA busy_timeout = 0"
    )  # waiting is ours: SQLite's back-off starves a writer
    database.script("PRAGMA foreign_keys = ON")
    database.script("PRAGMA temp_store = MEMORY")
    if database.read_only:
        return
    mode = database.script("PRAGMA journal_mode = WAL")
    if mode != [("wal",)]:
        raise StoreUnavailable(
            f"The disk that holds “{database.path.parent}” cannot keep a database safely "
            f"(journal mode {mode[0][0]!s}). Choose a data folder on a local disk."
        )
    database.script("PRAGMA synchronous = FULL")


def _migrate(location: Location, revision: str, clock: Clock) -> None:
    """Brings an older database to `HEAD`, a backup first."""
    from satchel.store import migrations

    if not migrations.knows(revision):
        raise NewerDatabase(
            "This laptop's sessions were last used by a newer Satchel. Update Satchel to open them; "
            "nothing was changed.",
            details={"found": shorten(revision), "known": HEAD},
        )
    if not os.access(location.database, os.W_OK) or not os.access(location.folder, os.W_OK):
        raise StoreReadOnly(
            f"The sessions in “{location.folder}” were last used by an older Satchel and must be brought up to "
            "date, but the folder cannot be written to. Change its permissions and start again."
        )
    try:
        location.backups.mkdir(exist_ok=True)
    except OSError as error:
        raise storage_error(error, location.folder) from error
    kept = free_name(location.backups, f"satchel-{stamp(clock)}-before-{HEAD}", ".db")
    migrations.upgrade(location.database, backup=kept)


def _put_aside(location: Location, damage: DatabaseDamaged, clock: Clock) -> DatabaseDamaged:
    target = free_name(location.set_aside, f"satchel-{stamp(clock)}", ".db")
    reason = damage.message
    try:
        move_database(location.database, target)
    except OSError:
        return DatabaseDamaged(
            f"The database of this profile cannot be read: {reason}. It was left where it is, in "
            f"“{location.folder}”. Save what can be saved with “satchel doctor --repair”, or restore a backup "
            "with “satchel backup restore FILE”.",
            details={"reason": reason},
        )
    return DatabaseDamaged(
        f"The database of this profile cannot be read: {reason}. Nothing was deleted: it was set aside as "
        f"“{target}”. Save what can be saved with “satchel doctor --repair”, or restore a backup with "
        "“satchel backup restore FILE”.",
        details={"reason": reason, "setAside": str(target)},
    )
