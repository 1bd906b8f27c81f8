"""The server's database by its address: PostgreSQL, or an SQLite file. Never another one than was named."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

from satchel.domain.errors import StoreUnavailable, shorten
from satchel.files import storage_error
from satchel.store.database import SqliteDatabase
from satchel.store.faults import translated
from satchel.store.opening import set_up
from satchel.store.postgres import PATIENCE_SECONDS, PostgresDatabase

AnyDatabase: TypeAlias = PostgresDatabase | SqliteDatabase

_POSTGRES = ("postgres", "postgresql")


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
            return Path(unquote(parts.path))
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

    An unreachable PostgreSQL shows at the first call, not here. Raises `StoreUnavailable` or a kind of it
    where a file cannot be opened.
    """
    where = parse(url)
    if isinstance(where, PostgresAddress):
        return PostgresDatabase(where.text, pool_size=pool_size, patience_seconds=patience_seconds)
    database = SqliteDatabase(where, connect(where), busy_seconds=patience_seconds, pause=pause)
    try:
        set_up(database)
    except BaseException:
        database.close()
        raise
    return database


def connect(path: Path) -> sqlite3.Connection:
    """A bare connection to a file that is made if it is missing, its folder too. Raises `StoreUnavailable`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return sqlite3.connect(path, isolation_level=None, timeout=60, check_same_thread=False)
    except sqlite3.Error as error:
        raise translated(error, path) from error
    except OSError as error:
        raise storage_error(error, path.parent) from error
