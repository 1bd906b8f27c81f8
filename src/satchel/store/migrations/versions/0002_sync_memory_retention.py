"""What sync, turn packs and retention keep: confirmations of a remote, counts, exports, a journal.

The three `remote…` tables of the first schema were never written to, so they are made anew.
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"

_STATEMENTS = (
    "DROP TABLE remote_records",
    "DROP TABLE remote_sessions",
    "DROP TABLE remotes",
    """
CREATE TABLE remotes (
    "key" INTEGER NOT NULL,
    address TEXT NOT NULL,
    learner_key TEXT NOT NULL,
    server_id TEXT,
    cursor TEXT,
    question TEXT,
    progress TEXT NOT NULL,
    PRIMARY KEY ("key"),
    CONSTRAINT uq_remotes_place UNIQUE (address, learner_key)
)
""",
    """
CREATE TABLE remote_sessions (
    remote_key INTEGER NOT NULL,
    session_key INTEGER NOT NULL,
    known INTEGER DEFAULT '0' NOT NULL,
    tail INTEGER,
    status TEXT,
    incarnation TEXT,
    satchel TEXT,
    elsewhere TEXT,
    parked TEXT,
    PRIMARY KEY (remote_key, session_key),
    FOREIGN KEY(remote_key) REFERENCES remotes ("key") ON DELETE CASCADE,
    FOREIGN KEY(session_key) REFERENCES runtime_sessions ("key") ON DELETE CASCADE
)
""",
    """CREATE INDEX ix_remote_sessions_session ON remote_sessions (session_key)""",
    """
CREATE TABLE remote_records (
    remote_key INTEGER NOT NULL,
    record_key INTEGER NOT NULL,
    remote_seq INTEGER,
    PRIMARY KEY (remote_key, record_key),
    FOREIGN KEY(remote_key) REFERENCES remotes ("key") ON DELETE CASCADE,
    FOREIGN KEY(record_key) REFERENCES runtime_records ("key") ON DELETE CASCADE
)
""",
    """CREATE INDEX ix_remote_records_record ON remote_records (record_key)""",
    """
CREATE TABLE remote_looks (
    remote_key INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (remote_key, session_id),
    FOREIGN KEY(remote_key) REFERENCES remotes ("key") ON DELETE CASCADE
)
""",
    """
CREATE TABLE remote_tombstones (
    remote_key INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    spent INTEGER DEFAULT '0' NOT NULL,
    incarnation TEXT,
    PRIMARY KEY (remote_key, session_id),
    FOREIGN KEY(remote_key) REFERENCES remotes ("key") ON DELETE CASCADE
)
""",
    """
CREATE TABLE sync_marks (
    session_key INTEGER NOT NULL,
    revive INTEGER DEFAULT '0' NOT NULL,
    wanted INTEGER DEFAULT '0' NOT NULL,
    former_id TEXT,
    PRIMARY KEY (session_key),
    FOREIGN KEY(session_key) REFERENCES runtime_sessions ("key") ON DELETE CASCADE
)
""",
    """
CREATE TABLE exports (
    session_key INTEGER NOT NULL,
    bundle_id TEXT NOT NULL,
    exported_at TEXT NOT NULL,
    record_count INTEGER DEFAULT '0' NOT NULL,
    history_rev INTEGER DEFAULT '0' NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (session_key),
    FOREIGN KEY(session_key) REFERENCES runtime_sessions ("key") ON DELETE CASCADE
)
""",
    """
CREATE TABLE removals (
    "key" INTEGER NOT NULL,
    removed_at TEXT NOT NULL,
    what TEXT NOT NULL,
    item TEXT NOT NULL,
    reason TEXT NOT NULL,
    size INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY ("key")
)
""",
    """
CREATE TABLE token_counts (
    record_key INTEGER NOT NULL,
    counter TEXT NOT NULL,
    tokens INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (record_key, counter),
    FOREIGN KEY(record_key) REFERENCES runtime_records ("key") ON DELETE CASCADE
)
""",
    """
CREATE TABLE summaries (
    "key" INTEGER NOT NULL,
    session_key INTEGER NOT NULL,
    last_record_key INTEGER NOT NULL,
    history_rev INTEGER DEFAULT '0' NOT NULL,
    made_at TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY ("key"),
    FOREIGN KEY(session_key) REFERENCES runtime_sessions ("key") ON DELETE CASCADE,
    FOREIGN KEY(last_record_key) REFERENCES runtime_records ("key") ON DELETE CASCADE
)
""",
    """CREATE INDEX ix_summaries_record ON summaries (last_record_key)""",
    """CREATE INDEX ix_summaries_session ON summaries (session_key)""",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
