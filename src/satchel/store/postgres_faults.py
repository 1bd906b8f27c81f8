"""PostgreSQL's errors in the words of `domain.errors`. The one place that knows its codes (SQLSTATE)."""

from __future__ import annotations

from typing import Final

from satchel.domain.errors import (
    DatabaseDamaged,
    DiskFull,
    SatchelError,
    StoreReadOnly,
    StoreUnavailable,
    ValidationFailed,
)
from satchel.store.faults import ConnectionLost, ConstraintBroken, Contended

_CONSTRAINTS: Final = ("23503", "23505", "23P01")
_CONTENDED: Final = ("40001", "40P01", "55P03", "57014")
"""A serialization failure, a deadlock, a lock that was not to be had in time, a statement that took too long."""
_ENDED: Final = ("08", "57P01", "57P02", "57P03", "25P03", "57P05")
"""Beginnings of what a server says to a connection it ends, or does not let in while it starts or stops."""
_DISK_FULL: Final = "53100"
_READ_ONLY: Final = "25006"
_TOO_LONG: Final = "54000"
_UNSTORABLE: Final = ("22021", "22P05", "22003")
_NO_SCHEMA: Final = ("42P01", "3F000", "42703")
_DAMAGED: Final = "XX001", "XX002"


def translated(code: str | None, reason: str) -> SatchelError:
    """What an error means for the person in front of it. `code` is None where the server said none."""
    if code is None or code.startswith(_ENDED):
        return connection_lost(reason, fate_unknown=False)
    if code in _CONSTRAINTS:
        return ConstraintBroken(reason)
    if code in _CONTENDED:
        return Contended(
            "Others were writing to the same sessions. Nothing was changed; try again."
        )
    if code == _DISK_FULL:
        return DiskFull(
            "This was not saved: the disk of the database server is full. "
            "Everything saved before is safe; free some space there and try again."
        )
    if code == _READ_ONLY:
        return StoreReadOnly(
            "This was not saved: the database server can be read but not written to at the moment. "
            "Try again later, or ask its operator."
        )
    if code == _TOO_LONG:
        return ValidationFailed(
            "This cannot be kept: ids and keys are longer than this server's database can look up "
            "(some 2,600 bytes; stage, learner and session together no more than that). Choose shorter ones."
        )
    if code in _UNSTORABLE:
        return ValidationFailed(
            "This cannot be looked up or kept: it holds a character or a number that the database has no place for."
        )
    return _unavailable(code, reason)


def connection_lost(reason: str, *, fate_unknown: bool) -> ConnectionLost:
    told = (
        "Whether this was saved is not known: look before you repeat it."
        if fate_unknown
        else "Nothing was changed by this; try again."
    )
    return ConnectionLost(
        f"The connection to the database server broke. {told}",
        fate_unknown=fate_unknown,
        details={"reason": reason},
    )


def unreachable() -> StoreUnavailable:
    return StoreUnavailable(
        "The database server cannot be reached, or serves too many at once. "
        "What was saved is safe; check that it runs, and try again."
    )


def _unavailable(code: str, reason: str) -> StoreUnavailable:
    details = {"reason": reason, "code": code}
    if code in _NO_SCHEMA:
        return StoreUnavailable(
            "The database has not the tables this program needs. Run “satchel-server migrate”.",
            details=details,
        )
    if code in _DAMAGED:
        return DatabaseDamaged(
            "Part of the database is damaged. Restore a backup, or ask the operator of the database server.",
            details=details,
        )
    return StoreUnavailable(
        "The database server refuses at the moment. What was saved is safe; its log tells more.",
        details=details,
    )
