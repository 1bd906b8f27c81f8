"""What can go wrong, as a small tree. Each error already speaks to the user: what is, then what to do.

`code` is stable and is what programs compare; where the runtime API has a code for it, it is that one.
"""

from __future__ import annotations

from typing import ClassVar


class SatchelError(Exception):
    """An expected failure. `message` is a sentence for a person; `details` is plain JSON for a program."""

    code: ClassVar[str] = "INTERNAL_ERROR"

    def __init__(self, message: str, *, details: object = None) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


# --- what was asked for cannot be done: the caller's to mend ---------------------------------------


class ValidationFailed(SatchelError):
    """The input breaks a rule of the contract. `details` lists `{path, message}` for each fault."""

    code = "VALIDATION_FAILED"


class SessionNotActive(ValidationFailed):
    """Records may only be appended to an active session (same wire code as any refused input)."""


class PayloadTooLarge(SatchelError):
    code = "PAYLOAD_TOO_LARGE"


class SessionNotFound(SatchelError):
    code = "SESSION_NOT_FOUND"

    def __init__(self, session_id: str) -> None:
        super().__init__(f"There is no session “{shorten(session_id)}” here.")
        self.session_id = session_id


class SessionAlreadyExists(SatchelError):
    code = "SESSION_ALREADY_EXISTS"

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"A session “{shorten(session_id)}” already exists. Choose another id, or open the one there is."
        )
        self.session_id = session_id


class SessionTrashed(SatchelError):
    code = "SESSION_TRASHED"

    def __init__(self, session_id: str) -> None:
        super().__init__(f"The session “{shorten(session_id)}” is in the trash. Restore it first.")
        self.session_id = session_id


class SessionExpired(SatchelError):
    """The session's time is over; nothing was written."""

    code = "SESSION_EXPIRED"

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"The time of the session “{shorten(session_id)}” is over, so it is only read. Extend it to go on."
        )
        self.session_id = session_id


class AppendConflict(SatchelError):
    """The session's last record is not the one the caller expected. Read it again, then decide."""

    code = "RUNTIME_APPEND_CONFLICT"

    def __init__(self, session_id: str, expected: int | None, actual: int | None) -> None:
        super().__init__(
            f"The session “{shorten(session_id)}” changed meanwhile: its last record was expected to be "
            f"{_tail(expected)} and is {_tail(actual)}. Read it again and repeat.",
            details={
                "sessionId": session_id,
                "expectedLastSeq": expected,
                "actualLastSeq": actual,
            },
        )
        self.expected = expected
        self.actual = actual


class SessionReplaced(SatchelError):
    """The session is not the one the caller means: it was deleted and created again. Nothing was done."""

    code = "SESSION_REPLACED"

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"The session “{shorten(session_id)}” was deleted and created anew meanwhile. Read it again."
        )
        self.session_id = session_id


class SessionDeleted(SatchelError):
    """A session of this id was deleted, and the caller asked not to create it again."""

    code = "SESSION_DELETED"

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"The session “{shorten(session_id)}” was deleted. Create it under a new id, or choose to bring it back."
        )
        self.session_id = session_id


class RecordIdConflict(SatchelError):
    code = "RECORD_ID_CONFLICT"

    def __init__(self, session_id: str, record_id: str) -> None:
        super().__init__(
            f"The session “{shorten(session_id)}” already holds a record “{shorten(record_id)}” with other "
            "content. Nothing was changed; use a new record id.",
            details={"sessionId": session_id, "recordId": record_id},
        )


class FutureVersion(SatchelError):
    code = "FUTURE_VERSION"

    def __init__(self, session_id: str, version: str, ours: str) -> None:
        super().__init__(
            f"The session “{shorten(session_id)}” was written by a newer version ({shorten(version)}; this one "
            f"knows {ours}). It can be read; update Satchel to write to it."
        )


class LeaseLost(SatchelError):
    """The writer no longer holds the session; nothing was written."""

    code = "LEASE_LOST"

    def __init__(self, session_id: str) -> None:
        super().__init__(
            "This session is open in another window now. Nothing was lost: take it back to go on writing."
        )
        self.session_id = session_id


class LeaseHeld(SatchelError):
    """Another living window holds the session, and the caller did not ask to take it over.

    `details` says who: `{window, host, pid, epoch, token, claimedAt}` where it is known.
    """

    code = "LEASE_HELD"

    def __init__(self, session_id: str, *, holder: object = None) -> None:
        super().__init__(
            f"The session “{shorten(session_id)}” is open in another window. Close it there, or take it over.",
            details=holder,
        )
        self.session_id = session_id


class ReadOnlySession(SatchelError):
    code = "SESSION_READ_ONLY"


class ProfileError(SatchelError):
    code = "PROFILE"


class NotFound(SatchelError):
    """Something other than a session that was named is not there."""

    code = "NOT_FOUND"


class UnreadableInput(SatchelError):
    """A file or an argument that cannot be read as what it should be. `details` may hold the place."""

    code = "UNREADABLE"


# --- the surroundings refuse: the user's or the technician's to mend -------------------------------


class StoreUnavailable(SatchelError):
    """The database cannot be used as it is now; what was committed is safe."""

    code = "STORE_UNAVAILABLE"


class StoreBusy(StoreUnavailable):
    code = "STORE_BUSY"


class DiskFull(StoreUnavailable):
    code = "DISK_FULL"


class StoreReadOnly(StoreUnavailable):
    code = "STORE_READ_ONLY"


class SharedFolder(StoreReadOnly):
    """The data folder is one that several computers may write to. `details` says `{folder, why, name}`."""

    code = "SHARED_FOLDER"


class MachineChanged(StoreReadOnly):
    """The data folder was last used on another machine, and nobody has said yet why."""

    code = "MACHINE_CHANGED"


class NewerDatabase(StoreUnavailable):
    code = "NEWER_DATABASE"


class DatabaseDamaged(StoreUnavailable):
    code = "DATABASE_DAMAGED"


class NothingToSave(DatabaseDamaged):
    """No session can be read in a damaged file. `details` may name the `backups` there are."""

    code = "NOTHING_TO_SAVE"


class DatabaseMissing(StoreUnavailable):
    code = "DATABASE_MISSING"


class CorruptRow(SatchelError):
    """A stored row does not validate. Listings leave it out and report it; a direct read raises this."""

    code = "CORRUPT_ROW"

    def __init__(self, what: str, row_id: str, reason: str) -> None:
        super().__init__(
            f"The stored {what} “{shorten(row_id)}” is damaged ({reason}). The rest is not affected; "
            "“satchel doctor” tells more."
        )
        self.row_id = row_id
        self.reason = reason


def shorten(text: str, limit: int = 80) -> str:
    """`text` fit for one line of a message: control characters escaped, at most `limit` characters."""
    if len(text) <= limit and text.isprintable():
        return text
    shown = "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode()
        for c in text[: limit + 1]
    )
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _tail(seq: int | None) -> str:
    return "absent (no records)" if seq is None else f"number {seq}"
