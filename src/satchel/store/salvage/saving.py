"""What can be saved from a damaged database file is saved into a new one, and what is missing is told.

The damaged file is only read, never through SQLite, which gives up at the first broken page of a tree. Two rules
of the contract are kept: records are numbered from 0 without gaps (what is left keeps its order and its local
keys, and the session's `history_rev` rises), and nobody holds a lease that was given before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import NewerDatabase, NothingToSave, StoreUnavailable
from satchel.domain.salvaged import Salvaged
from satchel.files import storage_error, sync_file
from satchel.store.database import SqliteDatabase
from satchel.store.faults import translated
from satchel.store.health import check
from satchel.store.opening import HEAD, look_into, make_file
from satchel.store.salvage.aftermath import Aftermath
from satchel.store.salvage.pages import MAGIC, page_file
from satchel.store.salvage.rescue import Found, Rescue
from satchel.store.salvage.wal import Log, first_head, is_foreign, log_of, read_log

_CACHE_KIB: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class _Source:
    """One way to read the file: with its log or without, or the log alone."""

    database: Path
    log: Log | None
    notes: tuple[str, ...] = ()


def salvage(database: Path, target: Path, *, clock: Clock, new_id: NewId) -> Salvaged:
    """Makes `target`, which must not be there, out of what can be read of `database` and the log beside it.

    `target` is complete and checked when this returns, and gone if it raises: `NothingToSave`,
    `NewerDatabase`, `DiskFull`, and other kinds of `StoreUnavailable`.
    """
    try:
        for source in _sources(database):
            saved = _attempt(source, target, clock, new_id)
            if saved is not None:
                return saved
    except sqlite3.Error as error:
        _remove(target)
        raise translated(error, target) from error
    except OSError as error:
        _remove(target)
        raise storage_error(error, target.parent) from error
    except BaseException:
        _remove(target)
        raise
    raise NothingToSave(
        f"Nothing could be saved from “{database}”: no session in it can be read. It was left as it is.",
        details={"reason": "nothing to save", "file": str(database)},
    )


def _sources(database: Path) -> Iterator[_Source]:
    """The ways to read, the likeliest first."""
    log = read_log(log_of(database))
    if log is None:
        yield _Source(database, None)
        return
    if not _belongs(database, log):
        note = "The log beside the file belongs to another database and was left out."
        yield _Source(database, None, (note,))
        note = (
            "Only the log beside the file could be read; the file itself belongs to something else."
        )
        yield _Source(Path(f"{database}-none"), log, (note,))
        return
    notes = []
    if log.broken:
        notes.append(
            f"{log.broken} of the newest changes in the log beside the file could not be read."
        )
    elif not log.pages:
        notes.append("The log beside the file holds nothing that can be used.")
    yield _Source(database, log, tuple(notes))


def _belongs(database: Path, log: Log) -> bool:
    if log.bad_header or not database.exists():
        return True
    with database.open("rb") as file:
        head = file.read(100)
    return head[:16] != MAGIC or not is_foreign(head, first_head(log.path))


def _attempt(source: _Source, target: Path, clock: Clock, new_id: NewId) -> Salvaged | None:
    """The outcome of one way to read; None if it finds no session and signs that there were some."""
    make_file(target)
    with (
        page_file(source.database, source.log) as pages,
        closing(sqlite3.connect(target, isolation_level=None)) as connection,
    ):
        for pragma in ("journal_mode = OFF", "synchronous = OFF", f"cache_size = -{_CACHE_KIB}"):
            connection.execute(
                f"PRAGMA {pragma}"
            )  # killed half-way, the file is thrown away anyway
        connection.execute("BEGIN")
        found = Rescue(pages, connection).run()
        _refuse_newer(found)
        notes = [*source.notes]
        if pages.missing:
            notes.append(
                f"The end of the file is cut off: {pages.missing} pages of it are missing."
            )
        if found.unreadable:
            notes.append(f"{found.unreadable} pages of the file could not be read.")
        saved = Aftermath(connection, found, notes, clock, new_id).run()
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = DELETE")
    if saved is None:
        _remove(target)
        return None
    _check(target)
    sync_file(target)
    return saved


def _refuse_newer(found: Found) -> None:
    revision = found.revision
    if revision is not None and revision.isdigit() and revision > HEAD:
        raise NewerDatabase(
            "The damaged file was last used by a newer Satchel. Update Satchel to save what can be saved; "
            "nothing was changed."
        )


def _check(target: Path) -> None:
    database = SqliteDatabase(target, look_into(target), read_only=True)
    try:
        wrong = [finding.message for finding in check(database) if not finding.ok]
    finally:
        database.close()
    if wrong:
        raise StoreUnavailable(
            f"What could be saved does not hold together ({wrong[0]}), so nothing was changed. Restore a "
            "backup, or send the report of “satchel doctor” to your technician."
        )


def _remove(target: Path) -> None:
    for suffix in ("", "-journal", "-wal", "-shm"):
        Path(f"{target}{suffix}").unlink(missing_ok=True)
