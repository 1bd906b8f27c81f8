"""The server's database by its address: PostgreSQL, or an SQLite file. Never another one than was named."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit
from urllib.request import url2pathname

from satchel.domain.errors import (
    DatabaseDamaged,
    SatchelError,
    StoreReadOnly,
    StoreUnavailable,
    shorten,
)
from satchel.files import storage_error
from satchel.store.database import SqliteDatabase
from satchel.store.faults import translated
from satchel.store.opening import set_up
from satchel.store.postgres import PATIENCE_SECONDS, PostgresDatabase

AnyDatabase: TypeAlias = PostgresDatabase | SqliteDatabase

_POSTGRES = ("postgres", "postgresql")


class CannotOpen(SatchelError):
    """The database cannot be used, and waiting does not change that."""

    code = "CANNOT_OPEN"


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """What libpq takes. It may hold a password: it is not shown."""

    text: str

    def __repr__(self) -> str:
        return "PostgresAddress(…)"


def parse(url: str) -> PostgresAddress | Path:
    """`postgresql://…`, `sqlite:///path` or a plain path. Raises `StoreUnavailable` for anything else."""
    scheme, colon, _ = url.partition("://")
    if not colon:
        return Path(url)
    if scheme in _POSTGRES:
        return PostgresAddress(url)
    if scheme == "sqlite":
        parts = urlsplit(url)
        if parts.path.strip("/") and not parts.netloc:
            return Path(url2pathname(parts.path))
    raise StoreUnavailable(
        f"The database address begins with “{shorten(scheme, 20)}://” and is none this server knows. "
        "Give postgresql://host/name or sqlite:///absolute/path."
    )


def open_database(
    url: str,
    *,
    pool_size: int = 16,
    patience_seconds: float = PATIENCE_SECONDS,
    pause: Callable[[float], None] = time.sleep,
) -> AnyDatabase:
    """The database at `url`, whose schema `schema.upgrade` has seen to.

    An unreachable PostgreSQL shows at the first call, not here. Raises `CannotOpen` where a file cannot be opened,
    `StoreUnavailable` or a kind of it where it cannot now.
    """
    where = parse(url)
    if isinstance(where, PostgresAddress):
        return PostgresDatabase(where.text, pool_size=pool_size, patience_seconds=patience_seconds)
    with own_file(where):
        database = SqliteDatabase(where, connect(where), busy_seconds=patience_seconds, pause=pause)
        try:
            set_up(database)
        except BaseException:
            database.close()
            raise
    return database


@contextmanager
def own_file(path: Path) -> Iterator[None]:
    """What is wrong with the server's own file, said to its operator. Raises `CannotOpen` where waiting is no help."""
    try:
        yield
    except DatabaseDamaged as error:
        raise CannotOpen(
            f"“{path}” is damaged, or is no SQLite database; nothing was changed. Put a backup in its place and run "
            "“satchel-server restored”, or name another file."
        ) from error
    except StoreReadOnly as error:
        raise CannotOpen(
            f"“{path}” can be read but not written to. Change its rights and those of its folder, or name another file."
        ) from error
    except StoreUnavailable as error:
        if not isinstance(error.details, dict) or error.details.get("code") != "SQLITE_CANTOPEN":
            raise
        raise CannotOpen(
            f"“{path}” cannot be opened as a database. Check that its folder can be written to, or name another file."
        ) from error


def connect(path: Path) -> sqlite3.Connection:
    """A bare connection to a file that is made if it is missing, its folder too. Raises `StoreUnavailable`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return sqlite3.connect(path, isolation_level=None, timeout=60, check_same_thread=False)
    except sqlite3.Error as error:
        raise translated(error, path) from error
    except OSError as error:
        raise storage_error(error, path.parent) from error
