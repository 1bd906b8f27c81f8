"""A step as a later one may be: it adds, renames, rebuilds a parent table and fills a column.

Told to by the environment it waits half-way to be killed, or loses rows.
"""

from __future__ import annotations

import os
import sys

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("runtime_records", sa.Column("mood", sa.Text(), nullable=True))
    op.execute("UPDATE runtime_records SET mood = 'calm'")
    if os.environ.get("SATCHEL_REHEARSAL") == "wait":
        sys.stdout.write("half-way\n")
        sys.stdout.flush()
        sys.stdin.read()  # nothing comes: the test kills this process here
    if os.environ.get("SATCHEL_REHEARSAL") == "lose":
        op.execute("DELETE FROM runtime_records WHERE id = 'r-3'")
    if os.environ.get("SATCHEL_REHEARSAL") == "orphan":
        op.execute("DELETE FROM runtime_sessions")
        op.execute("INSERT INTO runtime_sessions SELECT * FROM runtime_sessions")
    if os.environ.get("SATCHEL_REHEARSAL") == "fail":
        op.execute("UPDATE nowhere SET nothing = 1")
    with op.batch_alter_table("runtime_sessions") as sessions:
        sessions.alter_column("detached", new_column_name="apart")
