"""Mending one profile's database: saving what can be saved, restoring a backup. Every window must be closed."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from satchel.config import Paths
from satchel.core import profiles_of
from satchel.domain.errors import (
    DatabaseMissing,
    NotFound,
    NothingToSave,
    SatchelError,
    StoreBusy,
)
from satchel.domain.salvaged import Salvaged
from satchel.domain.timestamps import from_datetime
from satchel.leases.liveness import WindowLocks
from satchel.profiles import Profile
from satchel.store.backups import back_up_daily, backups
from satchel.store.health import restore, start_empty
from satchel.store.opening import Location, put_aside
from satchel.store.salvage.repair import repair
from satchel.system import new_id, now

NEWEST: Final = 5
"""So many backups are named where nothing else is left."""

_log = logging.getLogger("satchel")


@dataclass(frozen=True, slots=True)
class Mending:
    """A profile whose database may be damaged or missing. Calls raise kinds of `StoreUnavailable`."""

    profile: Profile

    @property
    def location(self) -> Location:
        return Location(self.profile.directory)

    def save(self) -> Salvaged | None:
        """Saves what can be saved; None if nothing is wrong. Where nothing can be, the error names the backups."""
        self._check_closed()
        try:
            return repair(self.location, clock=now, new_id=new_id)
        except (NothingToSave, DatabaseMissing) as nothing:
            kept = [str(one.path) for one in backups(self.location)[:NEWEST]]
            if not kept:
                raise
            raise type(nothing)(
                f"{nothing.message} There are backups, the newest first: "
                f"{', '.join(f'“{path}”' for path in kept)}.",
                details={"backups": kept},
            ) from nothing

    def has_trace(self) -> bool:
        """Whether there is anything an empty database must not hide: a file set aside, or a backup."""
        return bool(put_aside(self.location) or backups(self.location))

    def begin_empty(self) -> Path | None:
        """An empty database; answers where what was there is now."""
        self._check_closed()
        return start_empty(self.location, clock=now)

    def restore(self, backup: Path) -> Path | None:
        """Puts a backup in the place of the database; answers where what was there is now."""
        self._check_closed()
        return restore(self.location, backup, clock=now)

    def restore_newest(self) -> Path | None:
        """Restores the newest backup that is any good."""
        refusal: SatchelError = NotFound("There is no backup in this profile's folder.")
        for one in backups(self.location):
            try:
                return self.restore(one.path)
            except StoreBusy:
                raise
            except SatchelError as bad:
                refusal = bad
        raise refusal

    def newest_backup(self) -> str | None:
        """When the newest backup was made, as ISO-8601."""
        found = backups(self.location)
        return from_datetime(found[0].at) if found else None

    def back_up_quietly(self) -> None:
        """The backup of the day. That it cannot be made is noted and stops nobody."""
        try:
            made = back_up_daily(self.location, clock=now)
        except (SatchelError, OSError) as refused:
            _log.warning("No backup was made: %s", getattr(refused, "message", refused))
        else:
            if made is not None:
                _log.info("Backed up to %s.", made.name)

    def _check_closed(self) -> None:
        if WindowLocks(self.profile.directory / "windows").living():
            raise StoreBusy("A window is open on this profile. Close every window, then try again.")


def mending_of(paths: Paths, profile: str | None) -> Mending:
    """The profile by name or id, else the one in use. Raises `ProfileError`, and why nothing may be written."""
    profiles = profiles_of(paths, clock=now, new_id=new_id)
    if profiles.refusal is not None:
        raise profiles.refusal
    return Mending(profiles.ensure_current() if profile is None else profiles.find(profile))
