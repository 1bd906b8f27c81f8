"""Whether the log beside a database can be trusted, asked before SQLite writes anything of it into the file."""

from __future__ import annotations

import hashlib
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Final

from satchel.domain.errors import DatabaseDamaged
from satchel.files import storage_error
from satchel.store.open_here import is_open_here
from satchel.store.salvage.wal import commits_behind, first_head, is_foreign, log_of, read_log

_LOOKS: Final = 10
_INDEX: Final = struct.Struct("=3I4s2I2I8s")
"""The head of `-shm`: the frames that SQLite accepted come behind the flags, the log's salt comes last."""


def check_log(database: Path) -> None:
    """Raises `DatabaseDamaged` if SQLite would leave out commits without a word, or mix in another database's.

    Quick where all is well: SQLite itself has checked the log, and only what it stopped at is looked into.
    A database that this process has open was looked at before it was.
    """
    if is_open_here(database):
        return
    try:
        fault = _fault(database)
        for _ in range(_LOOKS if fault else 0):
            before = _print(database)
            fault = _fault(database)
            if fault is None:
                return
            if (
                _print(database) == before
            ):  # else somebody writes, and one part was older than the other
                raise DatabaseDamaged(fault)
    except FileNotFoundError:  # another program has just closed the database, and with it the log
        return
    except OSError as problem:
        raise storage_error(problem, database.parent) from problem


def _fault(database: Path) -> str | None:
    log = log_of(database)
    if not log.exists() or log.stat().st_size <= 32:
        return None
    with database.open("rb") as file:
        head = file.read(100)
    if is_foreign(head, first_head(log)):
        return "the log beside it belongs to another database"
    if _is_suspect(database, log) and (read := read_log(log)) is not None and read.damaged:
        return "the log beside it, which holds the newest changes, is damaged"
    return None


def _print(database: Path) -> tuple[bytes, bytes]:
    """Two that are alike: nobody wrote in between."""
    with database.open("rb") as file, log_of(database).open("rb") as log:
        return file.read(100), hashlib.file_digest(log, "blake2b").digest()


def _is_suspect(database: Path, log: Path) -> bool:
    """Whether there are commits in the log that SQLite does not see."""
    index = Path(f"{database}-shm")
    uri = f"{database.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=1)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # reads the log
            with index.open("rb") as file:
                head = file.read(_INDEX.size)
    except (sqlite3.Error, FileNotFoundError):
        return False  # read-only folders: nothing is written from the log there either
    if len(head) < _INDEX.size:
        return False
    *_, frames, _, _, _, salt = _INDEX.unpack(head)
    return not frames or commits_behind(log, frames, salt) > 1
