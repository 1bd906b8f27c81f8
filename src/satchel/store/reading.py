"""Opening a database where nothing may be written: not in its folder, and no lock on it either."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from satchel.domain.contracts import Clock
from satchel.domain.errors import DatabaseDamaged, StoreReadOnly
from satchel.files import storage_error
from satchel.store.database import SqliteDatabase
from satchel.store.opening import (
    HEAD,
    Location,
    check_present,
    leftovers,
    look_into,
    open_database,
    read_revision,
    set_up,
)

_TRIES: Final = 3


def open_as_allowed(
    location: Location, refusal: StoreReadOnly | None, *, clock: Clock
) -> SqliteDatabase:
    """The profile's database; where there is a `refusal`, only for reading.

    Raises as `open_database` or `open_for_reading` does.
    """
    if refusal is None:
        return open_database(location, clock=clock)
    return open_for_reading(location, refusal, clock=clock)


def open_for_reading(location: Location, refusal: StoreReadOnly, *, clock: Clock) -> SqliteDatabase:
    """The profile's database as it is; every write in it raises `refusal`.

    A file that was closed well is read in place. SQLite cannot read one with a log, or bring an older one up
    to date, without writing beside it: that is done in a private copy, which is gone when it is closed.
    Raises `DatabaseMissing`, `DatabaseDamaged` with everything left where it is, `NewerDatabase`.
    """
    check_present(location)
    try:
        if _is_closed(location) and read_revision(location.database) == HEAD:
            return _in_place(location, refusal)
        return _in_copy(location, refusal, clock)
    except DatabaseDamaged as damage:
        reason = damage.details.get("reason") if isinstance(damage.details, dict) else None
        raise DatabaseDamaged(
            f"The database of this profile cannot be read: {reason or damage.message}. It was left where it "
            f"is, in “{location.folder}”. {refusal.message}",
            details=damage.details,
        ) from damage


def _is_closed(location: Location) -> bool:
    return leftovers(location.database) == [location.database]


def _in_place(location: Location, refusal: StoreReadOnly) -> SqliteDatabase:
    database = SqliteDatabase(
        location.database, look_into(location.database), read_only=True, refusal=refusal
    )
    set_up(database)
    return database


def _in_copy(location: Location, refusal: StoreReadOnly, clock: Clock) -> SqliteDatabase:
    folder = Path(tempfile.mkdtemp(prefix="satchel-reading-"))
    try:
        _copy(location, folder)
        database = open_database(Location(folder), clock=clock)
        database.only_read(refusal, at_close=lambda: shutil.rmtree(folder, ignore_errors=True))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return database


def _copy(location: Location, folder: Path) -> None:
    """Copies the file and its log. A program elsewhere may be writing: then once more, to get both of one moment."""
    try:
        for _ in range(_TRIES):
            before = _looks(location)
            for part in leftovers(location.database):
                if not part.name.endswith("-shm"):  # made anew from the log
                    shutil.copyfile(part, folder / part.name)
            if _looks(location) == before:
                return
    except OSError as problem:
        place = location.folder if problem.filename is None else Path(os.fsdecode(problem.filename))
        raise storage_error(problem, place) from None


def _looks(location: Location) -> list[tuple[str, int, int]]:
    found = [(part.name, part.stat()) for part in leftovers(location.database)]
    return [(name, stat.st_size, stat.st_mtime_ns) for name, stat in found if stat.st_size]
