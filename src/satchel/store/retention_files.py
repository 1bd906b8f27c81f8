"""What lies beside the database and is past its age: backups, leftovers of killed programs, what was set aside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from satchel.domain.retention import (
    BACKUP,
    KEPT_NOT_SALVAGED,
    LEFTOVER,
    SET_ASIDE,
    Kept,
    Removal,
)
from satchel.store.backups import backups, surplus
from satchel.store.opening import Location, leftovers, put_aside

_UNFINISHED_FOR: Final = timedelta(days=1)
_UNFINISHED: Final = ("satchel.db.new-*", "backups/.*.part")
"""Names that only something under way has; a program that lives ends within a day."""


@dataclass(frozen=True, slots=True)
class OldFile:
    """A file, with those that belong to it, that is past its age. `kept` says why it stays unless somebody agrees."""

    paths: tuple[Path, ...]
    removal: Removal
    kept: Kept | None = None


def old_files(location: Location, now: datetime, aside_days: int) -> Iterator[OldFile]:
    """Of backups the newest always stays. Whether a database set aside was ever salvaged nobody can tell."""
    for one in surplus(backups(location), now):
        reason = f"made on {one.at:%Y-%m-%d}, and there are others of that time"
        yield OldFile((one.path,), _removal(BACKUP, reason, one.path))
    for pattern in _UNFINISHED:
        for path in sorted(location.folder.glob(pattern)):
            if (at := _changed(path)) is not None and now - at > _UNFINISHED_FOR:
                yield OldFile((path,), _removal(LEFTOVER, "a killed program left it", path))
    for path in put_aside(location):
        if (at := _changed(path)) is not None and now - at > timedelta(days=aside_days):
            parts = tuple(leftovers(path))
            removal = _removal(SET_ASIDE, f"set aside, and last changed on {at:%Y-%m-%d}", *parts)
            message = "it may hold what was saved nowhere else"
            yield OldFile(parts, removal, Kept(SET_ASIDE, path.name, KEPT_NOT_SALVAGED, message))


def newest_time(location: Location) -> datetime | None:
    """The newest time that a file here says, whose time no write of the present has touched."""
    found = [one.at for one in backups(location)]
    found += [at for path in put_aside(location) if (at := _changed(path)) is not None]
    return max(found, default=None)


def remove(old: OldFile) -> bool:
    """Whether it is gone now."""
    try:
        for path in old.paths:
            path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _removal(what: str, reason: str, *paths: Path) -> Removal:
    return Removal(what, paths[-1].name, reason, sum(map(_size, paths)))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _changed(path: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, OverflowError, ValueError):
        return None
