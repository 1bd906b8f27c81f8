"""Putting what could be saved in the place of a damaged database, which is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import DatabaseDamaged, SatchelError, StoreBusy
from satchel.domain.salvaged import Salvaged
from satchel.store.database import SqliteDatabase
from satchel.store.health import check
from satchel.store.log_check import check_log
from satchel.store.mending import mending
from satchel.store.opening import (
    HEAD,
    Location,
    check_present,
    leftovers,
    look_into,
    put_aside,
    read_revision,
)
from satchel.store.replacing import reunite, staged, swap
from satchel.store.salvage.saving import salvage


def repair(location: Location, *, clock: Clock, new_id: NewId) -> Salvaged | None:
    """Saves what can be saved, where something is wrong; None where nothing is.

    Where there is no database, the one set aside last is taken. The caller has made sure that no window is
    open. Raises `DatabaseMissing` if there is nothing to begin with, `NothingToSave`, `NewerDatabase`,
    `DiskFull`, `StoreBusy`; everything is then as it was.
    """
    with mending(location.folder):
        reunite(location)
        if _is_sound(location):
            return None
        source = _source(location)
        fresh = staged(location)
        try:
            saved = salvage(source, fresh, clock=clock, new_id=new_id)
            aside = swap(location, fresh, clock)
        finally:
            fresh.unlink(missing_ok=True)
    return replace(saved, kept=str(aside or source))


def _source(location: Location) -> Path:
    if not leftovers(location.database):
        aside = put_aside(location)
        if not aside:
            check_present(location)
        return aside[-1]
    return location.database


def _is_sound(location: Location) -> bool:
    """Whether the database is whole, read without changing a byte of it."""
    try:
        check_present(location)
        revision = read_revision(location.database)
        check_log(location.database)
        database = SqliteDatabase(location.database, look_into(location.database), read_only=True)
        try:
            if (
                revision != HEAD
            ):  # an older one is brought up to date first; a newer one is not ours to judge
                return database.script("PRAGMA integrity_check(1)") == [("ok",)]
            return all(finding.ok for finding in check(database))
        finally:
            database.close()
    except StoreBusy:
        raise
    except DatabaseDamaged:
        return False
    except SatchelError:
        if leftovers(location.database) or put_aside(location):
            return False
        raise
