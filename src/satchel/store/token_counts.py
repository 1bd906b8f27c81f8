"""The cache of counted tokens. Losing a count costs time only, so nothing ever waits for one to be kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from typing import Final

from sqlalchemy.dialects.sqlite import insert

from satchel.store.database import SqliteDatabase
from satchel.store.tables import TokenCountRow, table

_STEP: Final = 250
"""Counts in one transaction: well under a millisecond for whoever waits to write."""


class TokenCounts:
    """Writes through a connection of its own, in small steps, and gives up at once where somebody else writes."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        values = insert(table(TokenCountRow))
        self._keep = database.prepare(values.on_conflict_do_nothing()).sql

    def keep(self, counter: str, counts: Mapping[int, int]) -> None:
        """Keeps counts by record key, as far as that is possible now; never raises for a database that refuses."""
        if self._database.read_only or not counts:
            return
        rows = [(key, counter, tokens) for key, tokens in counts.items()]
        with (
            suppress(sqlite3.Error),
            closing(
                sqlite3.connect(self._database.path, isolation_level=None, timeout=0)
            ) as connection,
        ):
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = NORMAL")
            for start in range(0, len(rows), _STEP):
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(self._keep, rows[start : start + _STEP])
                connection.execute("COMMIT")
