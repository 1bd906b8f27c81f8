"""What the windows and the command line see of the core: protocols, and the values that cross them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeAlias

from satchel.domain.packs import PackSource
from satchel.domain.panes import WorkspacePanes
from satchel.domain.runtime import (
    UNSET,
    ExpectedSeq,
    JsonObject,
    RuntimeRecord,
    RuntimeSession,
    SessionTransition,
)
from satchel.domain.satchel_object import expires_at_of

Clock: TypeAlias = Callable[[], datetime]
"""Answers the present instant, aware."""

NewId: TypeAlias = Callable[[], str]
"""Answers an id nothing else has."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A stored row that was left out of a listing, and why."""

    id: str
    reason: str


class RuntimeStore(Protocol):
    """OpenMAIC's RuntimeStore contract. One suite in `tests/contract/` holds every implementation to it.

    Every method raises `StoreUnavailable` (or a kind of it) when the storage itself refuses.
    """

    def create_session(self, document: JsonObject) -> RuntimeSession:
        """Raises `ValidationFailed`, `SessionAlreadyExists`. The version is stamped by the store."""
        ...

    def get_session(self, session_id: str) -> RuntimeSession:
        """Raises `SessionNotFound`, `CorruptRow`."""
        ...

    def list_sessions(self, stage_id: str, learner_key: str) -> list[RuntimeSession]:
        """One partition by the instant of `createdAt`, then by id. Damaged rows are left out."""
        ...

    def set_status(
        self,
        session_id: str,
        status: str,
        updated_at: str,
        *,
        expected_last_seq: ExpectedSeq = UNSET,
    ) -> None:
        """Any status may follow any other; with `expected_last_seq`, only an active session changes.

        Raises `SessionNotFound`, `FutureVersion`, `ValidationFailed`, `AppendConflict`.
        """
        ...

    def append_record(
        self,
        session_id: str,
        document: JsonObject,
        *,
        expected_last_seq: ExpectedSeq = UNSET,
        session_transition: SessionTransition | None = None,
    ) -> RuntimeRecord:
        """Appends, and answers the record with its `seq`. The same id and content again answers the stored one.

        Raises `ValidationFailed`, `PayloadTooLarge`, `SessionNotFound`, `FutureVersion`, `SessionNotActive`,
        `AppendConflict`, `RecordIdConflict`.
        """
        ...

    def list_records(
        self,
        session_id: str,
        *,
        scene_id: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> list[RuntimeRecord]:
        """Records in `seq` order: all, one scene's, or the last `limit` of those below `before`.

        Raises `SessionNotFound`.
        """
        ...

    def delete_session(self, session_id: str) -> None:
        """Deletes the session and its records for good; an absent one is no error."""
        ...

    def merge_learners(self, from_key: str, to_key: str) -> int:
        """Gives every session of one learner to another; answers how many. Raises `FutureVersion`."""
        ...

    def delete_learner(self, stage_id: str, learner_key: str) -> None: ...

    def delete_stage(self, stage_id: str) -> None: ...

    def delete_all(self) -> None: ...


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A session as a list shows it. Times are ISO-8601 strings; `last_seq` is None without records."""

    session: RuntimeSession
    satchel: JsonObject
    title: str
    pinned: bool
    own: bool
    """Whether the current profile owns its learner key; others' work is read-only."""
    last_seq: int | None
    unread: int
    activity_at: str
    last_opened_at: str | None
    trashed_at: str | None
    trash_reason: str | None
    history_rev: int
    stub: bool = False
    """Not on this laptop: its messages were given up here, and come again from the server."""
    detached: bool = False
    """A local copy of what was deleted on the server; sent only when its user says so."""

    @property
    def id(self) -> str:
        return self.session.id

    @property
    def expires_at(self) -> str | None:
        """When its time is over; None: never."""
        return expires_at_of(self.satchel)

    @property
    def count(self) -> int:
        """How many records there are: they are numbered without gaps."""
        return 0 if self.last_seq is None else self.last_seq + 1


@dataclass(frozen=True, slots=True)
class Listing:
    """Sessions, newest activity first, and what had to be left out."""

    sessions: tuple[SessionSummary, ...]
    damaged: tuple[Damage, ...]


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """What a window needs to show one session: the newest page, and whether it may write."""

    summary: SessionSummary
    records: Sequence[RuntimeRecord]
    read_only: str | None
    """None if this window may write; else why not: one of the `READ_ONLY_…` words."""
    draft: str
    left: str = ""
    """What was typed for it in another window and not sent; that window may not send it any more."""


@dataclass(frozen=True, slots=True)
class HeldElsewhere:
    """Another living window has a session. Host and time are for people."""

    session_id: str
    title: str
    host: str
    since: str


@dataclass(frozen=True, slots=True)
class Followed:
    """A session some window shows, as it is now."""

    opened: OpenedSession
    """Its records are those that came since, or, `anew`, its newest page."""
    anew: bool
    """Whether what is shown no longer holds: the history was renumbered, or who may write changed."""


READ_ONLY_OTHERS = "others-work"
READ_ONLY_STATUS = "not-active"
READ_ONLY_TRASHED = "trashed"
READ_ONLY_EXPIRED = "expired"
"""Its time is over: `Workspace.extend` gives it more."""
READ_ONLY_NEWER = "newer-version"
READ_ONLY_STORE = "store-read-only"
READ_ONLY_HELD = "held-elsewhere"
READ_ONLY_FREE = "let-go-elsewhere"
"""As `READ_ONLY_HELD` was, until the other window let go: it is for a person to take it."""
READ_ONLY_UNKNOWN = "holder-unknown"
READ_ONLY_STUB = "not-here"
"""Its messages are not on this laptop now."""

LEASE_LOST = "lease lost"
SESSION_DELETED = "session deleted"
LEASE_UNAVAILABLE = "lease file unavailable"
LEASE_EXPIRED = "lease expired"
"""Of a lease that a server granted; those of this laptop do not expire."""


@dataclass(frozen=True, slots=True)
class Learner:
    """Who is learning here: the profile's name and the learner keys it owns, the one for new sessions first."""

    profile_id: str
    name: str
    guest: bool
    keys: tuple[str, ...]


class ChangeSource(Protocol):
    """How windows learn that something was committed: by themselves, another process or the command line."""

    @property
    def beacon(self) -> str:
        """The path of the file that is touched after every commit. It is a hint; it may be missing."""
        ...

    def revision(self) -> object:
        """Differs from what it was if anything was committed meanwhile. Reads the disk: for the worker."""
        ...


class LeaseSource(Protocol):
    """How a window learns that the session it holds went to another one, or is gone."""

    @property
    def announcement(self) -> str:
        """The path of the file that is replaced when a lease changes; empty where nothing is announced.

        It is a hint, alone in its directory, and may be missing, it or the directory.
        """
        ...

    def seems_lost(self, session_id: str) -> bool:
        """Whether the announcement names a later holder of a session that is held here.

        A hint that costs next to nothing, for any thread. False says nothing.
        """
        ...

    def lost(self, session_id: str) -> str | None:
        """Why this window does not hold the session any more, each loss told once; else None.

        None also where it has let go by itself. By the database: for the worker. Only where that cannot
        be asked the announcement counts, and `LEASE_UNAVAILABLE` says that neither can.
        """
        ...


class Workspace(LeaseSource, PackSource, Protocol):
    """What one window has open. Every write a person makes goes through it.

    All calls may touch the disk: windows make them on the worker. Each write is committed when it returns.
    """

    @property
    def learner(self) -> Learner: ...

    def listing(self) -> Listing: ...

    def last_opened(self) -> str | None:
        """The session this profile had open last, if it is still there and not in the trash."""
        ...

    def revision(self) -> object:
        """As `ChangeSource.revision`."""
        ...

    def open(self, session_id: str, page: int, *, take_over: bool = True) -> OpenedSession:
        """Claims the session where it may be written, remembers it, and reads its last `page` records.

        Without `take_over` it comes read only, `READ_ONLY_HELD`, while another living window holds it.
        Raises `SessionNotFound`, `CorruptRow`.
        """
        ...

    def held_elsewhere(self, session_id: str) -> HeldElsewhere | None:
        """Who has the session open, if this window might write to it but for that.

        Raises `SessionNotFound`, `CorruptRow`.
        """
        ...

    def follow(self, shown: OpenedSession, page: int) -> Followed:
        """What became of a session this window shows. Where it may be written again, and nobody who lives
        holds it, it is claimed; a session that another window had stays `READ_ONLY_HELD`, or `READ_ONLY_FREE`.

        Raises `SessionNotFound` if it was deleted for good, `CorruptRow`.
        """
        ...

    def close(self) -> None:
        """Lets go of the open session; idempotent."""
        ...

    def records(self, session_id: str, before: int | None, limit: int) -> list[RuntimeRecord]: ...

    def new_session(self, *, kind: str, stage_id: str, title: str) -> SessionSummary: ...

    def append(self, session_id: str, payload: JsonObject) -> RuntimeRecord:
        """Appends to the open session under this window's lease, and drops its draft in the same transaction.

        Raises what `RuntimeStore.append_record` raises, and `LeaseLost`, `ReadOnlySession`.
        """
        ...

    def save_draft(self, session_id: str, text: str) -> None:
        """Keeps what is typed and not sent; an empty text drops it. Raises `ReadOnlySession` for others' work."""
        ...

    def settle_left(self, session_id: str, text: str) -> None:
        """What another window left was taken or turned down here: of windows that are gone it is forgotten."""
        ...

    def mark_read(self, session_id: str, record_key: int) -> None: ...

    def set_status(self, session_id: str, status: str) -> SessionSummary: ...

    def rename(self, session_id: str, title: str) -> SessionSummary: ...

    def pin(self, session_id: str, pinned: bool) -> SessionSummary: ...

    def extend(self, session_id: str, days: int | None) -> SessionSummary:
        """So many days more from its end, or from now where that is over or there is none; None: for ever.

        Raises `ReadOnlySession` for others' work.
        """
        ...

    def trash(self, session_id: str) -> SessionSummary: ...

    def restore(self, session_id: str) -> SessionSummary: ...

    def note_panes(self, panes: WorkspacePanes | None) -> None:
        """Remembers what this window shows, for the next start; None: it is closed and does not come back."""
        ...

    def take_panes(self) -> list[WorkspacePanes]:
        """What windows showed that were open when their program ended, newest first. They are forgotten."""
        ...
