"""Stands for the second schema, which a filled database has already."""

from __future__ import annotations

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    raise AssertionError("the second step is not due on a database that is there")
