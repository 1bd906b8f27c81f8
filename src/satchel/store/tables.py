"""Every table, declared once.

Rows have an INTEGER key that never changes; wire ids are TEXT beside it. Payloads and the other JSON
columns are text, because text is what every backend returns unchanged. Instants that lists sort by are
`timestamps.sort_key` strings.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    Table,
    Text,
    text,
)
from sqlalchemy import UniqueConstraint as Unique
from sqlalchemy.dialects import postgresql
from sqlmodel import Field, SQLModel

NUMBER = Integer().with_variant(BigInteger(), "postgresql")
"""A server may hold more than 32 bits of them."""
TEXT = Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
"""Ordered byte by byte, as SQLite does it, whatever the server's locale."""

_HELD = text("lease_token IS NOT NULL")
_SCENED = text("scene_id IS NOT NULL")


def _parent(target: str) -> Column[int]:
    return Column(NUMBER, ForeignKey(target, ondelete="CASCADE"), nullable=False)


def _parent_key(target: str) -> Column[int]:
    return Column(NUMBER, ForeignKey(target, ondelete="CASCADE"), primary_key=True)


def _key() -> Column[int]:
    return Column(NUMBER, Identity(), primary_key=True)


def _text(*, null: bool = False, unique: bool = False) -> Column[str]:
    return Column(TEXT, nullable=null, unique=unique)


def _count() -> Column[int]:
    return Column(NUMBER, nullable=False, server_default="0")


class SessionRow(SQLModel, table=True):
    """A session: what the wire carries, what Satchel knows beside it, its lease, and sync's marks."""

    __tablename__ = "runtime_sessions"
    __table_args__ = (
        CheckConstraint("status in ('active', 'completed', 'archived')", name="status_known"),
        Index("ix_sessions_partition", "stage_id", "learner_key", "created_instant", "id"),
        Index("ix_sessions_learner", "learner_key"),
        Index("ix_sessions_root", "lineage_root"),
        # Partial: all leases are told at every claim, and only what is open somewhere has one.
        Index("ix_sessions_lease", "id", sqlite_where=_HELD, postgresql_where=_HELD),
    )

    key: int | None = Field(default=None, sa_column=_key())
    id: str = Field(sa_column=_text(unique=True))
    kind: str = Field(sa_column=_text())
    stage_id: str = Field(sa_column=_text())
    learner_key: str = Field(sa_column=_text())
    status: str = Field(sa_column=_text())
    created_at: str = Field(sa_column=_text())
    created_instant: str = Field(sa_column=_text())
    updated_at: str = Field(sa_column=_text())
    runtime_dsl_version: str = Field(sa_column=_text())
    envelope: str | None = Field(default=None, sa_column=_text(null=True))
    """Unknown members and the order of all: `domain.runtime.envelope_of`; NULL where there is nothing to keep."""

    next_seq: int = Field(default=0, sa_column=_count())
    history_rev: int = Field(default=0, sa_column=_count())
    """Raised when records are renumbered or added by import or sync: open windows read again."""
    activity_at: str = Field(sa_column=_text())
    activity_instant: str = Field(sa_column=_text())
    """The newest of creation and last record, for lists."""

    satchel: str = Field(sa_column=_text())
    title: str = Field(sa_column=_text())
    pinned: int = Field(default=0, sa_column=_count())
    expires_at: str | None = Field(default=None, sa_column=_text(null=True))
    lineage_root: str = Field(sa_column=_text())
    """These four repeat what `satchel` says, so that lists and look-ups need no JSON."""

    last_opened_at: str | None = Field(default=None, sa_column=_text(null=True))
    read_key: int = Field(default=0, sa_column=_count())
    """The key of the newest record its learner has seen."""
    read_count: int = Field(default=0, sa_column=_count())
    """How many records there were then. A count stays right when sync renumbers; a number would not."""
    trashed_at: str | None = Field(default=None, sa_column=_text(null=True))
    trash_reason: str | None = Field(default=None, sa_column=_text(null=True))
    hidden: int = Field(default=0, sa_column=_count())
    """1 while an import in steps is under way."""
    stub: int = Field(default=0, sa_column=_count())
    """1 where the records were evicted: "not on this laptop"."""
    detached: int = Field(default=0, sa_column=_count())
    """1 for a local copy that is not sent until its user says so."""

    lease_token: str | None = Field(default=None, sa_column=_text(null=True))
    lease_window: str | None = Field(default=None, sa_column=_text(null=True))
    lease_epoch: int = Field(default=0, sa_column=_count())
    lease_host: str | None = Field(default=None, sa_column=_text(null=True))
    lease_pid: int | None = Field(default=None, sa_column=Column(NUMBER, nullable=True))
    lease_claimed_at: str | None = Field(default=None, sa_column=_text(null=True))
    incarnation: str | None = Field(default=None, sa_column=_text(null=True))


class RecordRow(SQLModel, table=True):
    """A record. `seq` may be renumbered by sync (parked at negative numbers meanwhile); `key` never."""

    __tablename__ = "runtime_records"
    __table_args__ = (
        Unique("session_key", "seq", name="uq_records_seq"),
        Unique("session_key", "id", name="uq_records_id"),
        # Partial: most records have no scene, and an append pays for every index.
        Index(
            "ix_records_scene",
            "session_key",
            "scene_id",
            "seq",
            sqlite_where=_SCENED,
            postgresql_where=_SCENED,
        ),
    )

    key: int | None = Field(default=None, sa_column=_key())
    session_key: int = Field(sa_column=_parent("runtime_sessions.key"))
    seq: int = Field(sa_column=Column(NUMBER, nullable=False))
    id: str = Field(sa_column=_text())
    scene_id: str | None = Field(default=None, sa_column=_text(null=True))
    action_index: int | None = Field(default=None, sa_column=Column(NUMBER, nullable=True))
    sub_anchor: str | None = Field(default=None, sa_column=_text(null=True))
    created_at: str = Field(sa_column=_text())
    payload: str = Field(sa_column=_text())
    envelope: str | None = Field(default=None, sa_column=_text(null=True))


class DraftRow(SQLModel, table=True):
    """What was typed and not sent, per session and window."""

    __tablename__ = "drafts"

    session_key: int = Field(sa_column=_parent_key("runtime_sessions.key"))
    window: str = Field(sa_column=Column(TEXT, primary_key=True))
    text: str = Field(sa_column=_text())
    updated_at: str = Field(sa_column=_text())


class SettingRow(SQLModel, table=True):
    """A setting of this profile: a name and a JSON value."""

    __tablename__ = "settings"

    name: str = Field(sa_column=Column(TEXT, primary_key=True))
    value: str = Field(sa_column=_text())


class TombstoneRow(SQLModel, table=True):
    """A session deleted for good: which record ids it had, and whether a server must still be told."""

    __tablename__ = "tombstones"

    session_id: str = Field(sa_column=Column(TEXT, primary_key=True))
    deleted_at: str = Field(sa_column=_text())
    stage_id: str = Field(sa_column=_text())
    learner_key: str = Field(sa_column=_text())
    lineage_root: str = Field(sa_column=_text())
    record_ids: str = Field(sa_column=_text())
    owed: int = Field(default=0, sa_column=_count())


class RemoteRow(SQLModel, table=True):
    """A server this profile talks to, or once did: an address and a learner key."""

    __tablename__ = "remotes"
    __table_args__ = (Unique("address", "learner_key", name="uq_remotes_place"),)

    key: int | None = Field(default=None, sa_column=_key())
    address: str = Field(sa_column=_text())
    learner_key: str = Field(sa_column=_text())
    server_id: str | None = Field(default=None, sa_column=_text(null=True))
    cursor: str | None = Field(default=None, sa_column=_text(null=True))
    question: str | None = Field(default=None, sa_column=_text(null=True))
    """JSON: what must be answered before anything goes on, say that the server is another one."""
    progress: str = Field(sa_column=_text())
    """JSON: when it last succeeded, what went wrong, how many vanished there over several runs."""


class RemoteSessionRow(SQLModel, table=True):
    """What one remote has confirmed of one session."""

    __tablename__ = "remote_sessions"
    __table_args__ = (Index("ix_remote_sessions_session", "session_key"),)

    remote_key: int = Field(sa_column=_parent_key("remotes.key"))
    session_key: int = Field(sa_column=_parent_key("runtime_sessions.key"))
    known: int = Field(default=0, sa_column=_count())
    """1 where it has told us that it holds the session."""
    tail: int | None = Field(default=None, sa_column=Column(NUMBER, nullable=True))
    """Its last `seq`, the only source of `expectedLastSeq`."""
    status: str | None = Field(default=None, sa_column=_text(null=True))
    """The status last agreed."""
    incarnation: str | None = Field(default=None, sa_column=_text(null=True))
    satchel: str | None = Field(default=None, sa_column=_text(null=True))
    """The `satchel` object last seen there."""
    elsewhere: str | None = Field(default=None, sa_column=_text(null=True))
    """JSON: ids it confirmed whose records are not here (a stub), each with its number or null."""
    parked: str | None = Field(default=None, sa_column=_text(null=True))
    """JSON: what of it was refused there, a record or the session itself, and why."""


class RemoteRecordRow(SQLModel, table=True):
    """The number under which one remote confirmed one record."""

    __tablename__ = "remote_records"
    __table_args__ = (Index("ix_remote_records_record", "record_key"),)

    remote_key: int = Field(sa_column=_parent_key("remotes.key"))
    record_key: int = Field(sa_column=_parent_key("runtime_records.key"))
    remote_seq: int | None = Field(default=None, sa_column=Column(NUMBER, nullable=True))
    """NULL: confirmed once, and lost there since."""


class RemoteLookRow(SQLModel, table=True):
    """A session of one remote that is still to be looked at, because of what its feed said."""

    __tablename__ = "remote_looks"

    remote_key: int = Field(sa_column=_parent_key("remotes.key"))
    session_id: str = Field(sa_column=Column(TEXT, primary_key=True))
    mark: str = Field(sa_column=_text())
    """`changed`, `deleted`, or `absent`: not in a list of everything."""


class RemoteTombstoneRow(SQLModel, table=True):
    """What one remote still has to be told of a session that was deleted here for good."""

    __tablename__ = "remote_tombstones"

    remote_key: int = Field(sa_column=_parent_key("remotes.key"))
    session_id: str = Field(sa_column=Column(TEXT, primary_key=True))
    spent: int = Field(default=0, sa_column=_count())
    incarnation: str | None = Field(default=None, sa_column=_text(null=True))
    """The one last reconciled there."""


class SyncMarkRow(SQLModel, table=True):
    """What people chose about a session that sync must know. Most sessions have no such row."""

    __tablename__ = "sync_marks"

    session_key: int = Field(sa_column=_parent_key("runtime_sessions.key"))
    revive: int = Field(default=0, sa_column=_count())
    """1 where someone chose to bring it back: it may be created there again."""
    wanted: int = Field(default=0, sa_column=_count())
    """1 for a stub that was opened: it is to be pulled again."""
    former_id: str | None = Field(default=None, sa_column=_text(null=True))
    """The id of a session in the trash whose id has a new owner."""


class ExportRow(SQLModel, table=True):
    """Up to where a session is in a bundle that was written here: what came later is not safe by it."""

    __tablename__ = "exports"

    session_key: int = Field(sa_column=_parent_key("runtime_sessions.key"))
    bundle_id: str = Field(sa_column=_text())
    exported_at: str = Field(sa_column=_text())
    record_count: int = Field(default=0, sa_column=_count())
    history_rev: int = Field(default=0, sa_column=_count())
    digest: str = Field(sa_column=_text())
    """Of the session's own document, its `satchel` object included."""


class RemovalRow(SQLModel, table=True):
    """A line of the journal of what retention removed."""

    __tablename__ = "removals"

    key: int | None = Field(default=None, sa_column=_key())
    removed_at: str = Field(sa_column=_text())
    what: str = Field(sa_column=_text())
    item: str = Field(sa_column=_text())
    reason: str = Field(sa_column=_text())
    size: int = Field(default=0, sa_column=_count())
    """Bytes."""


class TokenCountRow(SQLModel, table=True):
    """How many tokens one counter found in one record: a cache, made anew when it is lost."""

    __tablename__ = "token_counts"

    record_key: int = Field(sa_column=_parent_key("runtime_records.key"))
    counter: str = Field(sa_column=Column(TEXT, primary_key=True))
    tokens: int = Field(default=0, sa_column=_count())


class SummaryRow(SQLModel, table=True):
    """A stored summary of the oldest part of a session, up to and including one record."""

    __tablename__ = "summaries"
    # A record that is deleted must find its summaries without looking through them all.
    __table_args__ = (
        Index("ix_summaries_session", "session_key"),
        Index("ix_summaries_record", "last_record_key"),
    )

    key: int | None = Field(default=None, sa_column=_key())
    session_key: int = Field(sa_column=_parent("runtime_sessions.key"))
    last_record_key: int = Field(sa_column=_parent("runtime_records.key"))
    history_rev: int = Field(default=0, sa_column=_count())
    """Of the history it sums up: a renumbered one is summed up anew."""
    made_at: str = Field(sa_column=_text())
    text: str = Field(sa_column=_text())


def table(row: type[SQLModel]) -> Table:
    """The SQLAlchemy table of a row class, for Core statements."""
    found = SQLModel.metadata.tables[str(row.__tablename__)]
    assert isinstance(found, Table)
    return found
