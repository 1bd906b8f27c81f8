"""Stands for the first schema, which a filled database has already."""

from __future__ import annotations

revision = "0001"
down_revision = None


def upgrade() -> None:
    raise AssertionError("the first step is not due on a database that is there")
