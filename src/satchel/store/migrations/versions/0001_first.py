"""The first schema: sessions, records, drafts, settings, and what sync keeps beside them."""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None

_STATEMENTS = (
    """
CREATE TABLE remotes (
    "key" INTEGER NOT NULL,
    address TEXT NOT NULL,
    learner_key TEXT NOT NULL,
    server_id TEXT,
    cursor TEXT,
    PRIMARY KEY ("key"),
    CONSTRAINT uq_remotes_place UNIQUE (address, learner_key)
)
""",
    """
CREATE TABLE runtime_sessions (
    "key" INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    stage_id TEXT NOT NULL,
    learner_key TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    created_instant TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    runtime_dsl_version TEXT NOT NULL,
    envelope TEXT,
    next_seq INTEGER DEFAULT '0' NOT NULL,
    history_rev INTEGER DEFAULT '0' NOT NULL,
    activity_at TEXT NOT NULL,
    activity_instant TEXT NOT NULL,
    satchel TEXT NOT NULL,
    title TEXT NOT NULL,
    pinned INTEGER DEFAULT '0' NOT NULL,
    expires_at TEXT,
    lineage_root TEXT NOT NULL,
    last_opened_at TEXT,
    read_key INTEGER DEFAULT '0' NOT NULL,
    read_count INTEGER DEFAULT '0' NOT NULL,
    trashed_at TEXT,
    trash_reason TEXT,
    hidden INTEGER DEFAULT '0' NOT NULL,
    stub INTEGER DEFAULT '0' NOT NULL,
    detached INTEGER DEFAULT '0' NOT NULL,
    lease_token TEXT,
    lease_window TEXT,
    lease_epoch INTEGER DEFAULT '0' NOT NULL,
    lease_host TEXT,
    lease_pid INTEGER,
    lease_claimed_at TEXT,
    incarnation TEXT,
    PRIMARY KEY ("key"),
    CONSTRAINT status_known CHECK (status in ('active', 'completed', 'archived')),
    UNIQUE (id)
)
""",
    """CREATE INDEX ix_sessions_lease ON runtime_sessions (id) WHERE lease_token IS NOT NULL""",
    """CREATE INDEX ix_sessions_learner ON runtime_sessions (learner_key)""",
    """CREATE INDEX ix_sessions_partition ON runtime_sessions (stage_id, learner_key, created_instant, id)""",
    """CREATE INDEX ix_sessions_root ON runtime_sessions (lineage_root)""",
    """
CREATE TABLE settings (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
)
""",
    """
CREATE TABLE tombstones (
    session_id TEXT NOT NULL,
    deleted_at TEXT NOT NULL,
    stage_id TEXT NOT NULL,
    learner_key TEXT NOT NULL,
    lineage_root TEXT NOT NULL,
    record_ids TEXT NOT NULL,
    owed INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (session_id)
)
""",
    """
CREATE TABLE drafts (
    session_key INTEGER NOT NULL,
    window TEXT NOT NULL,
    text TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (session_key, window),
    FOREIGN KEY(session_key) REFERENCES runtime_sessions ("key") ON DELETE CASCADE
)
""",
    """
CREATE TABLE remote_sessions (
    remote_key INTEGER NOT NULL,
    session_key INTEGER NOT NULL,
    tail INTEGER,
    status TEXT,
    incarnation TEXT,
    confirmed_once INTEGER DEFAULT '0' NOT NULL,
    to_look_at INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (remote_key, session_key),
    FOREIGN KEY(remote_key) REFERENCES remotes ("key") ON DELETE CASCADE,
    FOREIGN KEY(session_key) REFERENCES runtime_sessions ("key") ON DELETE CASCADE
)
""",
    """CREATE INDEX ix_remote_sessions_session ON remote_sessions (session_key)""",
    """
CREATE TABLE runtime_records (
    "key" INTEGER NOT NULL,
    session_key INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    scene_id TEXT,
    action_index INTEGER,
    sub_anchor TEXT,
    created_at TEXT NOT NULL,
    payload TEXT NOT NULL,
    envelope TEXT,
    PRIMARY KEY ("key"),
    CONSTRAINT uq_records_seq UNIQUE (session_key, seq),
    CONSTRAINT uq_records_id UNIQUE (session_key, id),
    FOREIGN KEY(session_key) REFERENCES runtime_sessions ("key") ON DELETE CASCADE
)
""",
    """CREATE INDEX ix_records_scene ON runtime_records (session_key, scene_id, seq) WHERE scene_id IS NOT NULL""",
    """
CREATE TABLE remote_records (
    remote_key INTEGER NOT NULL,
    record_key INTEGER NOT NULL,
    remote_seq INTEGER,
    parked_reason TEXT,
    PRIMARY KEY (remote_key, record_key),
    FOREIGN KEY(remote_key) REFERENCES remotes ("key") ON DELETE CASCADE,
    FOREIGN KEY(record_key) REFERENCES runtime_records ("key") ON DELETE CASCADE
)
""",
    """CREATE INDEX ix_remote_records_record ON remote_records (record_key)""",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
