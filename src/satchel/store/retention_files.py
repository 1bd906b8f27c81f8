"""What lies beside the database and is past its age: backups, leftovers of killed programs, what was set aside.

Only files that bear a name given here: whatever else somebody keeps in these folders is not ours to remove.
"""

from __future__ import annotations

import re
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
from satchel.store.opening import Location, stamped

_UNFINISHED_FOR: Final = timedelta(days=1)
"""A program that lives is done with what it writes within a day."""
_SIDE: Final = r"(-wal|-shm|-journal)?"
_UNFINISHED: Final = re.compile(
    rf"satchel\.db\.(new-\d+|incoming){_SIDE}|\.(profile|tokens)\.json\.[0-9a-f]{{12}}\.tmp"
)
"""Names that only something under way has, beside the database."""
_BACKED_UP: Final = re.compile(rf"\.?satchel-\d{{8}}T\d{{6}}(-[^.]+)*\.db(-\d+)?\.part{_SIDE}")
"""The same among the backups."""
_SET_ASIDE: Final = re.compile(rf"satchel-(\d{{8}}T\d{{6}})(-\d+)?\.db{_SIDE}")


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
    unfinished = _named(location.folder, _UNFINISHED) + _named(location.backups, _BACKED_UP)
    for path in unfinished:
        if (at := _changed(path)) is not None and now - at > _UNFINISHED_FOR:
            yield OldFile((path,), _removal(LEFTOVER, "a killed program left it", path))
    for parts in _set_aside(location):
        if (at := _put_aside_at(parts)) is not None and now - at > timedelta(days=aside_days):
            removal = _removal(SET_ASIDE, f"set aside or last changed on {at:%Y-%m-%d}", *parts)
            message = "it may hold what was saved nowhere else"
            yield OldFile(parts, removal, Kept(SET_ASIDE, removal.id, KEPT_NOT_SALVAGED, message))


def newest_time(location: Location) -> datetime | None:
    """The newest time that a file here says, whose time no write of the present has touched."""
    found = [one.at for one in backups(location)]
    for parts in _set_aside(location):
        found += [at for path in parts if (at := _changed(path)) is not None]
    return max(found, default=None)


def remove(old: OldFile) -> bool:
    """Whether it is gone now. A database goes before its log: without it, it would be older than what was saved."""
    try:
        for path in old.paths:
            path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _named(folder: Path, names: re.Pattern[str]) -> list[Path]:
    """Files, and no links or folders, of such names."""
    return [
        path
        for path in sorted(folder.glob("*"))
        if names.fullmatch(path.name) and path.is_file() and not path.is_symlink()
    ]


def _set_aside(location: Location) -> list[tuple[Path, ...]]:
    """Each database that was set aside, before its log; of one that is gone already, what is left of it."""
    found: dict[str, list[Path]] = {}
    for path in _named(location.set_aside, _SET_ASIDE):
        found.setdefault(path.name.partition(".db")[0], []).append(path)
    return [tuple(parts) for parts in found.values()]


def _put_aside_at(parts: tuple[Path, ...]) -> datetime | None:
    """When it was set aside, which its name says, or changed last, whichever was later."""
    match = _SET_ASIDE.fullmatch(parts[0].name)
    named = None if match is None else stamped(match[1])
    changed = [_changed(path) for path in parts]
    return named and max([named, *(at for at in changed if at is not None)])


def _removal(what: str, reason: str, *paths: Path) -> Removal:
    return Removal(what, paths[0].name, reason, sum(map(_size, paths)))


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
