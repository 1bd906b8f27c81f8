"""The backups in a profile's folder: one a day if something changed, and fewer the older they are.

Only files that were named here, with the instant they were made, count. Nothing is removed here: retention does
that, which doubts the clock and keeps a journal.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
from collections.abc import Hashable, Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from satchel.domain.contracts import Clock
from satchel.domain.errors import DatabaseDamaged, DiskFull
from satchel.files import free_name, storage_error
from satchel.store.database import SqliteDatabase
from satchel.store.health import back_up
from satchel.store.log_check import check_log
from satchel.store.mending import check_not_mended
from satchel.store.opening import Location, look_into, read_revision, stamp, stamped

SPARE_BYTES: Final = 100 * 1024 * 1024
"""A backup nobody asked for leaves this much room for the work itself."""

_NAME: Final = re.compile(r"satchel-(\d{8}T\d{6})(?:-before-[0-9]+)?(?:-\d+)?\.db")
_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(weeks=1)
_TWO_MONTHS: Final = timedelta(days=61)
_YEAR: Final = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in the profile's folder, and when it was made, by its name."""

    path: Path
    at: datetime


def backups(location: Location) -> list[Backup]:
    """Those with a name given here, the newest first."""
    found = []
    for path in location.backups.glob("*.db"):
        at = _made_at(path.name)
        if at is not None and path.is_file():
            found.append(Backup(path, at))
    return sorted(found, key=lambda one: (one.at, one.path.name), reverse=True)


def surplus(kept: Iterable[Backup], now: datetime) -> list[Backup]:
    """Which backups there are too many of.

    All of the last day stay, the newest of each day for a week, of each week for two months, of each month for
    a year. The newest always stays, and so does every one from the future: who knows which clock was wrong.
    """
    past = sorted((one for one in kept if one.at <= now), key=lambda one: one.at, reverse=True)
    seen = set[Hashable]()
    too_many = []
    for one in past:
        place = _place(one.at, now - one.at)
        if one is not past[0] and (place is None or place in seen):
            too_many.append(one)
        seen.add(place)
    return too_many


def back_up_daily(location: Location, *, clock: Clock, spare: int = SPARE_BYTES) -> Path | None:
    """Today's backup, if there is none yet and something changed since the last.

    Reads through a connection of its own. A database that is damaged is not copied: the copy would in time
    push out a good one. Raises `DatabaseDamaged`, `DiskFull` where little room would be left, and other kinds of
    `StoreUnavailable`; nothing is left behind then.
    """
    now = clock()
    past = [one for one in backups(location) if one.at <= now]
    if past and past[0].at.date() == now.date():
        return None
    check_not_mended(location.folder)
    check_log(location.database)
    database = SqliteDatabase(location.database, look_into(location.database), read_only=True)
    try:
        if not past and database.script("SELECT count(*) FROM runtime_sessions") == [(0,)]:
            return None
        if past and _digest(location.database) == _digest(past[0].path):
            return None
        _check_room(location, spare)
        _check_whole(database)
        target = free_name(location.backups, f"satchel-{stamp(lambda: now)}", ".db")
        back_up(database, target)
    finally:
        database.close()
    return target


def _place(at: datetime, age: timedelta) -> Hashable | None:
    """What only one backup is kept of; None for what is too old. Anchored in the calendar, not in the age."""
    if age <= _DAY:
        return at, object()
    if age <= _WEEK:
        return "day", at.date()
    if age <= _TWO_MONTHS:
        return "week", at.toordinal() // 7
    return ("month", at.year, at.month) if age <= _YEAR else None


def _made_at(name: str) -> datetime | None:
    match = _NAME.fullmatch(name)
    return None if match is None else stamped(match[1])


def _check_whole(database: SqliteDatabase) -> None:
    if database.script("PRAGMA quick_check(1)") != [("ok",)]:
        raise DatabaseDamaged(
            "The database is damaged, so no backup was made of it. Close every window and run “satchel doctor "
            "--repair”."
        )


def _check_room(location: Location, spare: int) -> None:
    try:
        needed = location.database.stat().st_size + spare
        free = shutil.disk_usage(location.folder).free
    except OSError as problem:
        raise storage_error(problem, location.folder) from problem
    if free < needed:
        raise DiskFull(
            f"No backup was made: little room is left on the disk that holds “{location.folder}”. "
            "Delete what you no longer need."
        )


_CONTENT: Final = (
    "SELECT id, learner_key, status, updated_at, next_seq, history_rev, satchel, trashed_at, hidden, stub, "
    "detached FROM runtime_sessions ORDER BY key",
    "SELECT session_key, text FROM drafts ORDER BY session_key, window",
    "SELECT session_id, owed FROM tombstones ORDER BY session_id",
    "SELECT value FROM settings WHERE name IN ('device', 'learnerKeys') ORDER BY name",
)
"""What tells whether a person did something: not who had what open, or read how far."""


def _digest(path: Path) -> bytes | None:
    """Stands for all that a person did in the database at `path`; None where that cannot be read."""
    found = hashlib.blake2b()
    try:
        read_revision(path)
        with closing(look_into(path)) as connection:
            connection.text_factory = bytes
            for sql in _CONTENT:
                for row in connection.execute(sql):
                    found.update(repr(row).encode())
    except (sqlite3.Error, DatabaseDamaged):
        return None
    return found.digest()
