"""Looking a database over, copying it, and putting a copy in its place."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from satchel.domain.contracts import Clock, Damage
from satchel.domain.errors import (
    DatabaseDamaged,
    NewerDatabase,
    SatchelError,
    UnreadableInput,
    shorten,
)
from satchel.domain.runtime import RuntimeRecord
from satchel.domain.validation import damage_of
from satchel.files import free_name, storage_error, sync_file, sync_folder
from satchel.store.database import SqliteDatabase
from satchel.store.faults import translated
from satchel.store.mending import mending
from satchel.store.opening import (
    HEAD,
    Location,
    create,
    give_number,
    look_into,
    read_revision,
)
from satchel.store.replacing import reunite, set_aside, staged, swap
from satchel.store.rows import SESSION_COLUMNS, read_session

_BATCH: Final = 2_000
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: its name, whether all is well, and a sentence."""

    name: str
    ok: bool
    message: str


def check(database: SqliteDatabase) -> Iterator[Finding]:
    """Looks over the whole database; cost grows with its size. A check that cannot run is a finding too."""
    yield _guarded("integrity", database, _integrity)
    yield _guarded("references", database, _references)
    yield _guarded("numbering", database, _numbering)
    yield _guarded("sessions", database, _sessions)
    yield _guarded("records", database, _records)
    yield _guarded("drafts", database, _drafts)


def back_up(database: SqliteDatabase, target: Path) -> None:
    """Copies the database as it is at one moment to `target`, which appears whole or not at all.

    Raises `UnreadableInput` if something is there already, `DiskFull`, `StoreUnavailable`.
    """
    if target.exists():
        raise UnreadableInput(
            f"“{target}” exists already and was left as it is. Choose another name."
        )
    unfinished = free_name(target.parent, f".{target.name}", ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            copy.execute("PRAGMA synchronous = FULL")
            database.copy_to(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, fit for a USB stick
        unfinished.rename(target)
    except sqlite3.Error as error:
        raise translated(error, target) from error
    except OSError as error:
        raise storage_error(error, target.parent) from error
    finally:
        unfinished.unlink(missing_ok=True)
    sync_folder(target.parent)


def restore(location: Location, backup: Path, *, clock: Clock) -> Path | None:
    """Puts a backup in the place of the database, which is set aside; answers where, or None if there was none.

    The caller has made sure that no window is open. Leases of the past are not revived, and the device gets
    a new id, so that no revision number is given twice. Raises `UnreadableInput` if the file is no good
    backup, `NewerDatabase`, `StoreBusy`; nothing is changed then.
    """
    _check_backup(backup)
    try:
        with mending(location.folder):
            reunite(location)
            fresh = staged(location)
            try:
                _copy_for_today(backup, fresh)
                return swap(location, fresh, clock)
            finally:
                fresh.unlink(missing_ok=True)
    except sqlite3.Error as error:
        raise translated(error, location.database) from error
    except OSError as error:
        raise storage_error(error, location.folder) from error


def _copy_for_today(backup: Path, fresh: Path) -> None:
    with (
        closing(look_into(backup)) as source,
        closing(sqlite3.connect(fresh, isolation_level=None)) as copy,
    ):
        copy.execute("PRAGMA synchronous = FULL")
        source.backup(copy)
        copy.execute(
            "UPDATE runtime_sessions SET lease_token = NULL, lease_window = NULL, lease_host = NULL, "
            "lease_pid = NULL, lease_claimed_at = NULL WHERE lease_token IS NOT NULL"
        )
        copy.execute("DELETE FROM settings WHERE name = 'device'")
        give_number(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file: nothing beside it to be mixed up
    sync_file(fresh)


def start_empty(location: Location, *, clock: Clock) -> Path | None:
    """Makes an empty database, setting aside what is in its place; answers where that is now."""
    with mending(location.folder):
        reunite(location)
        aside = set_aside(location, clock)
        create(location)
    return aside


def _check_backup(backup: Path) -> None:
    try:
        revision = read_revision(backup)
    except DatabaseDamaged as damage:
        raise UnreadableInput(
            f"“{backup}” is not a backup of Satchel ({damage.message}). Nothing was changed; choose another file."
        ) from damage
    if not revision.isdigit() or revision > HEAD:
        raise NewerDatabase(
            f"“{backup}” was made by a newer Satchel. Update Satchel to use it; nothing was changed."
        )
    with closing(look_into(backup)) as source:
        try:
            answer = source.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.Error as error:
            answer = str(error)
    if answer != "ok":
        raise UnreadableInput(
            f"The backup “{backup}” is damaged ({shorten(answer)}). Nothing was changed; choose another one."
        )


def _guarded(
    name: str, database: SqliteDatabase, look: Callable[[SqliteDatabase], tuple[bool, str]]
) -> Finding:
    try:
        ok, message = look(database)
    except SatchelError as error:
        ok, message = False, error.message
    return Finding(name, ok, message)


def _integrity(database: SqliteDatabase) -> tuple[bool, str]:
    problems = [str(row[0]) for row in database.script("PRAGMA integrity_check(20)")]
    if problems == ["ok"]:
        return True, "The database file is whole."
    return (
        False,
        f"The database file is damaged: {_some(problems)}. Close every window and save "
        "what can be saved with “satchel doctor --repair”.",
    )


def _references(database: SqliteDatabase) -> tuple[bool, str]:
    orphans = database.script("PRAGMA foreign_key_check")
    if not orphans:
        return True, "Every record belongs to a session."
    return False, f"{len(orphans)} rows belong to nothing any more."


def _numbering(database: SqliteDatabase) -> tuple[bool, str]:
    rows = database.script(
        "SELECT s.id FROM runtime_sessions s LEFT JOIN "
        "(SELECT session_key, count(*) AS n, min(seq) AS low, max(seq) AS high FROM runtime_records "
        "GROUP BY session_key) r ON r.session_key = s.key WHERE s.stub = 0 AND s.hidden = 0 AND "
        "(coalesce(r.n, 0) <> s.next_seq OR (r.n > 0 AND (r.low <> 0 OR r.high <> r.n - 1)))"
    )
    if not rows:
        return True, "Records are numbered without gaps in every session."
    return False, f"The numbering has gaps in {_some([str(row[0]) for row in rows])}."


def _sessions(database: SqliteDatabase) -> tuple[bool, str]:
    columns = ", ".join(SESSION_COLUMNS)
    with database.lenient_text():
        rows = database.script(f"SELECT {columns} FROM runtime_sessions ORDER BY key")
    damaged = [found for row in rows if isinstance(found := read_session(row), Damage)]
    if not damaged:
        return True, f"All {len(rows)} sessions can be read."
    return False, f"Damaged sessions: {_some([f'{one.id} ({one.reason})' for one in damaged])}."


def _records(database: SqliteDatabase) -> tuple[bool, str]:
    count, damaged = 0, []
    for session_id, record in _every_record(database):
        count += 1
        if reason := damage_of(record):
            damaged.append(f"number {record.seq} of {session_id} ({reason})")
    if not damaged:
        return True, f"All {count} records can be read."
    return False, f"Damaged records: {_some(damaged)}."


def _drafts(database: SqliteDatabase) -> tuple[bool, str]:
    with database.lenient_text():
        rows = database.script(
            "SELECT s.id, CAST(d.text AS BLOB) FROM drafts d LEFT JOIN runtime_sessions s ON s.key = d.session_key"
        )
    damaged = [str(id) for id, text in rows if not _is_utf_8(text)]
    if not damaged:
        return True, f"All {len(rows)} drafts can be read."
    return False, f"Damaged drafts: of {_some(damaged)}."


def _is_utf_8(text: bytes | None) -> bool:
    try:
        (text or b"").decode()
    except UnicodeDecodeError:
        return False
    return True


def _every_record(database: SqliteDatabase) -> Iterator[tuple[str, RuntimeRecord]]:
    """In steps, so that neither memory nor a waiting writer suffers."""
    last = 0
    while True:
        with database.lenient_text():
            rows: list[tuple[Any, ...]] = database.script(
                "SELECT s.id, r.key, r.id, r.seq, r.scene_id, r.action_index, r.sub_anchor, r.created_at, "
                "r.payload, r.envelope FROM runtime_records r JOIN runtime_sessions s ON s.key = r.session_key "
                f"WHERE r.key > {last} ORDER BY r.key LIMIT {_BATCH}"
            )
        if not rows:
            return
        for row in rows:
            yield str(row[0]), RuntimeRecord(*row)
        last = int(rows[-1][1])


def _some(items: list[str]) -> str:
    shown = "; ".join(shorten(item) for item in items[:_SHOWN])
    return shown if len(items) <= _SHOWN else f"{shown}; and {len(items) - _SHOWN} more"
