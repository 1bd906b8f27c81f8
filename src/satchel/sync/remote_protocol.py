"""What the stages of sync need of a server, whichever it is, and the values its answers become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from satchel.domain.contracts import Damage
from satchel.domain.runtime import (
    UNSET,
    ExpectedSeq,
    JsonObject,
    NewRecord,
    RuntimeSession,
)


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What Satchel's own server announces of itself, and of the token it was asked with."""

    server_id: str
    version: str
    features: frozenset[str]
    max_batch: int
    """Records one append may carry."""
    max_body_bytes: int
    learner_key: str | None
    """Whose the token is; None for an operator's, or where the server does not say."""
    token_expires_at: str | None
    """ISO-8601; None if it does not expire, or the server does not say."""
    operator: bool = False
    """Whether the token is an operator's, which opens no learner's sessions."""


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """A record as a server holds it, at number `seq`."""

    seq: int
    id: str | None
    """None where the server's record has no usable id: it takes its number and cannot be kept as a record."""
    record: NewRecord | None
    """None where `raw` breaks the envelope's rules so that it cannot be kept as a record."""
    fault: str | None
    """Why it is flagged, a sentence; None for a good one. A flagged `record` keeps the payload's text verbatim."""
    raw: str
    """The whole record as the server wrote it, where it is flagged; else empty."""


@dataclass(frozen=True, slots=True)
class HeldSession:
    """A session as a server holds it, without its records. Its version is the one it bears there."""

    session: RuntimeSession
    satchel: JsonObject | None
    """None where the server has none, or one that does not validate."""
    incarnation: str | None
    """Our own server's stamp of this creation; None on others."""

    @property
    def id(self) -> str:
        return self.session.id


@dataclass(frozen=True, slots=True)
class Held:
    """A session with all its records in `seq` order. One record id may occur twice on other servers."""

    there: HeldSession
    records: tuple[HeldRecord, ...]
    tail: int | None
    """The last number taken there: what the next `expected_last_seq` must be."""


@dataclass(frozen=True, slots=True)
class HeldListing:
    """A partition, and what had to be left out of it because it does not validate."""

    sessions: tuple[HeldSession, ...]
    damaged: tuple[Damage, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one session: its last change only."""

    session_id: str
    deleted: bool
    """It is not there any more, or not this learner's."""
    there: HeldSession | None
    """As it is now; None where it is deleted, or does not validate."""
    last_seq: int | None
    """Of its last record; None without one."""
    moved: bool = False
    """It is another learner's now; `deleted` then, too."""
    stamp: str | None = None
    """Of what is deleted, the incarnation it had."""


@dataclass(frozen=True, slots=True)
class Changes:
    """A page of the feed of our own server, in the order of commits."""

    server_id: str
    cursor: str
    """Where the next page begins; to be kept together with what this one says."""
    changes: tuple[Change, ...]
    more: bool
    whole: bool
    """The cursor that was asked with is none of this server's: reconcile everything; the page begins at the start."""


@dataclass(frozen=True, slots=True)
class ServerLease:
    """A lease across machines, by the server's clock."""

    holder: str
    token: str | None
    """Only its holder is told."""
    expires_at: str


class Remote(Protocol):
    """A server, spoken to with one credential. Calls block; none is repeated once it may have been sent.

    Every call may raise a `RemoteError` (`domain.remote_errors`); where its `unclear` is true, the request
    may have been carried out: read back before anything else. Refusals of the contract come as the errors
    of `domain.errors`, and then nothing was done.
    """

    @property
    def learner_key(self) -> str | None:
        """Whose sessions the credential speaks for; None until `capabilities` has told."""
        ...

    @property
    def max_batch(self) -> int:
        """How many records one `append` may carry: 1 on other servers."""
        ...

    @property
    def clock_off(self) -> int | None:
        """Seconds by which this laptop's clock is ahead of the server's, by its newest answer; None before one."""
        ...

    def capabilities(self) -> Capabilities | None:
        """What the server announces; None where it is not Satchel's, which then is spoken to accordingly."""
        ...

    def changes(self, cursor: str | None, limit: int) -> Changes:
        """What changed since the cursor, at most `limit` sessions; None: from the beginning. Our own server only.

        Raises `RouteNotFound` where there is no feed.
        """
        ...

    def listing(self, stage_id: str) -> HeldListing:
        """The learner's sessions of one stage, without records."""
        ...

    def get(self, session_id: str) -> Held | None:
        """The session with its records; None where the server says that it is not there."""
        ...

    def create(
        self, session: RuntimeSession, satchel: JsonObject, *, if_never_deleted: bool
    ) -> HeldSession:
        """Creates the session, without records. It always starts with the status it is given.

        Raises `SessionAlreadyExists`, `SessionDeleted` (only with `if_never_deleted`), `ValidationFailed`.
        """
        ...

    def fitting(self, records: Sequence[JsonObject]) -> int:
        """How many of the first records one `append` may carry: at least 1 if there is one."""
        ...

    def append(
        self,
        session_id: str,
        records: Sequence[JsonObject],
        *,
        expected_last_seq: int | None,
        incarnation: str | None = None,
    ) -> tuple[int, ...]:
        """Appends wire records, all or none; answers their numbers. One only on other servers.

        Raises `AppendConflict`, `SessionNotActive`, `SessionNotFound`, `SessionReplaced`, `FutureVersion`,
        `RecordIdConflict`, `PayloadTooLarge`, `ValidationFailed`.
        """
        ...

    def set_status(
        self,
        session_id: str,
        status: str,
        updated_at: str,
        *,
        incarnation: str | None = None,
        expected_last_seq: ExpectedSeq = UNSET,
    ) -> None:
        """Raises `SessionNotFound`, `SessionReplaced`, `FutureVersion`, `AppendConflict`, `ValidationFailed`."""
        ...

    def put_satchel(
        self, session_id: str, satchel: JsonObject, *, incarnation: str | None
    ) -> JsonObject:
        """Offers our object, and answers what stands there now. Our own server only.

        Raises `SessionNotFound`, `SessionReplaced`.
        """
        ...

    def delete(
        self, session_id: str, *, incarnation: str | None = None, tail: ExpectedSeq = UNSET
    ) -> None:
        """Deletes session and records; an absent one is no error. Other servers know no guard: it is not sent.

        Raises `SessionReplaced`, `AppendConflict`.
        """
        ...

    def merge_learner(self, from_key: str, from_token: str) -> int:
        """Gives another key's sessions to this credential's learner, by proof of both; answers how many.

        Raises `Forbidden` where the server does not allow it, `RouteNotFound` where there is no such call.
        """
        ...


class Leases(Protocol):
    """Leases across machines, on our own server: advisory, for a laptop offline cannot honour one."""

    def take(
        self, session_id: str, holder: str, seconds: int, *, token: str | None, take_over: bool
    ) -> ServerLease:
        """Takes one, or with its `token` prolongs it. Raises `LeaseHeld`, `LeaseLost`, `SessionNotFound`."""
        ...

    def look(self, session_id: str) -> ServerLease | None: ...

    def give_back(self, session_id: str, token: str) -> None:
        """Raises `LeaseLost` if it is another's by now."""
        ...
