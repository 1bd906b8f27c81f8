"""Putting a finished database in the place of another one, which is kept. Killed at any moment, both are there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from satchel.domain.contracts import Clock
from satchel.files import free_name, sync_folder
from satchel.store.opening import Location, leftovers, move_database, put_aside, stamp

_STAGED: Final = "satchel.db.incoming"


def staged(location: Location) -> Path:
    """Where a database is made ready. What a killed process left there is removed; hold `mending`."""
    for left in location.folder.glob(f"{_STAGED}*"):
        left.unlink(missing_ok=True)
    return location.folder / _STAGED


def swap(location: Location, fresh: Path, clock: Clock) -> Path | None:
    """`fresh` becomes the database; what was there is set aside. Answers where, or None if there was nothing."""
    aside = free_name(location.set_aside, f"satchel-{stamp(clock)}", ".db")
    there = leftovers(location.database)
    linked = there == [location.database] and _linked(location.database, aside)
    if there and not linked:
        move_database(location.database, aside)
    fresh.replace(location.database)
    sync_folder(location.folder)
    return aside if there else None


def set_aside(location: Location, clock: Clock) -> Path | None:
    """Moves what is there of a database to `set-aside/`; answers where, or None if there was nothing."""
    if not leftovers(location.database):
        return None
    aside = free_name(location.set_aside, f"satchel-{stamp(clock)}", ".db")
    move_database(location.database, aside)
    return aside


def reunite(location: Location) -> None:
    """Finishes a move that was cut short: the log follows its database into `set-aside/`."""
    there, aside = leftovers(location.database), put_aside(location)
    if not there or location.database in there or not aside:
        return
    if leftovers(aside[-1]) == [aside[-1]]:
        move_database(location.database, aside[-1])


def _linked(database: Path, aside: Path) -> bool:
    """A second name for a database without a log: then the place is never empty, not for a moment."""
    try:
        aside.parent.mkdir(parents=True, exist_ok=True)
        os.link(database, aside)
    except OSError:  # a file system that knows no second names
        return False
    sync_folder(aside.parent)
    return True
