"""A database's errors in the words of `domain.errors`. The one place that knows SQLite's codes."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from satchel.domain.errors import (
    CorruptRow,
    DatabaseDamaged,
    DiskFull,
    SatchelError,
    StoreBusy,
    StoreReadOnly,
    StoreUnavailable,
    ValidationFailed,
)
from satchel.domain.json_value import text_fault

_SCARCE_BYTES = 256 * 1024


class ConstraintBroken(SatchelError):
    """A unique index or a foreign key refused a row. Callers turn it into what it means there."""

    code = "CONSTRAINT"


class Contended(StoreBusy):
    """Two transactions stood in each other's way, and this one was undone: it may simply be done again."""


class ConnectionLost(StoreUnavailable):
    """The connection to the database server broke.

    `fate_unknown`: it broke while the transaction was being committed, which may or may not have happened;
    else nothing was done.
    """

    def __init__(self, message: str, *, fate_unknown: bool = False, details: object = None) -> None:
        super().__init__(message, details=details)
        self.fate_unknown = fate_unknown


def translated(error: sqlite3.Error, path: Path) -> SatchelError:
    """What `error` means for the person in front of it."""
    if "Could not decode to UTF-8" in str(error):
        return CorruptRow("text", "", "it is not UTF-8")
    primary = (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
    if primary == sqlite3.SQLITE_CONSTRAINT:
        return ConstraintBroken(str(error))
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy(
            "Another program is using this profile's sessions. Wait a moment and try again."
        )
    if primary == sqlite3.SQLITE_FULL or _out_of_space(primary, path):
        return disk_full(path)
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return read_only(path)
    if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DatabaseDamaged(
            "Part of this profile's database is damaged. Nothing was changed. Close every window and save what "
            "can be saved with “satchel doctor --repair”.",
            details={"reason": str(error)},
        )
    return StoreUnavailable(
        f"The database of this profile cannot be used at the moment ({error}). "
        "What was saved is safe; check the disk and try again.",
        details={"reason": str(error), "code": getattr(error, "sqlite_errorname", None)},
    )


def unstorable(arguments: Sequence[Any]) -> ValidationFailed:
    """What no driver could bind: half a character, U+0000, or a number of more than 64 bits."""
    reasons = (text_fault(value) for value in arguments if isinstance(value, str))
    reason = next(filter(None, reasons), "a number that is too large")
    return ValidationFailed(f"This cannot be looked up or kept: it holds {reason}. Type it again.")


def disk_full(path: Path) -> DiskFull:
    return DiskFull(
        f"This was not saved: the disk that holds “{path.parent}” is full. "
        "Everything saved before is safe; free some space and try again."
    )


def read_only(path: Path) -> StoreReadOnly:
    return StoreReadOnly(
        f"This was not saved: “{path.parent}” can be read but not written to. "
        "Change its permissions or choose another data folder."
    )


def _out_of_space(primary: int, path: Path) -> bool:
    """A full disk also shows itself as a failed write, or as a file beside the database that cannot be made."""
    if primary not in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
        return False
    try:
        return shutil.disk_usage(path.parent).free < _SCARCE_BYTES
    except OSError:
        return False
