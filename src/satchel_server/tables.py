"""Every table of the server's database, in a MetaData of their own: the desktop's schema has none of them.

Sessions and records are the tables of `satchel.store.tables`, copied; what is declared here is the server's own.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Identity,
    Index,
    MetaData,
    Table,
)

from satchel.store.tables import NUMBER, TEXT, RecordRow, SessionRow, table

METADATA: Final = MetaData()

SESSIONS: Final = table(SessionRow).to_metadata(METADATA)
RECORDS: Final = table(RecordRow).to_metadata(METADATA)


def _number(name: str) -> Column[int]:
    return Column(name, NUMBER, nullable=False)


def _text(name: str, *, null: bool = False) -> Column[str]:
    return Column(name, TEXT, nullable=null)


IDENTITY: Final = Table(
    "server_identity",
    METADATA,
    Column("key", NUMBER, primary_key=True, autoincrement=False),
    _text("server_id"),
    _text("minted_at"),
)
"""Under which names this database has answered, the present one with the highest key."""

LEARNERS: Final = Table(
    "learner_counters",
    METADATA,
    Column("key", NUMBER, Identity(), primary_key=True),
    Column("learner_key", TEXT, nullable=False, unique=True),
    _number("last_change"),
)
"""Every write of a learner's data first takes the next number here, and so holds the row until it is committed."""

CHANGES: Final = Table(
    "session_changes",
    METADATA,
    Column(
        "learner", NUMBER, ForeignKey("learner_counters.key", ondelete="CASCADE"), primary_key=True
    ),
    Column("session_id", TEXT, primary_key=True),
    _number("change"),
    _number("gone"),
    _text("incarnation", null=True),
    Index("ix_changes_order", "learner", "change", unique=True),
)
"""Per learner and session the number of its last change. `gone` is 0, or why it is not there any more; such rows
stay: they are the memory of deletions."""

PRESENT: Final = 0
DELETED: Final = 1
MOVED: Final = 2

TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("id", TEXT, primary_key=True),
    Column("hash", TEXT, nullable=False, unique=True),
    _text("learner_key", null=True),
    _number("operator"),
    _text("label"),
    _text("issued_at"),
    _text("expires_at", null=True),
    _text("revoked_at", null=True),
    CheckConstraint("operator = 1 or learner_key is not null", name="token_of_somebody"),
)
"""`hash` is the SHA-256 of the token in hex; the token itself is nowhere."""

LEASES: Final = Table(
    "server_leases",
    METADATA,
    Column(
        "session_key",
        NUMBER,
        ForeignKey("runtime_sessions.key", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    _text("token"),
    _text("holder"),
    _text("claimed_at"),
    _text("expires_at"),
    _number("epoch"),
)
"""Who works on a session across machines. `epoch` counts its holders."""
