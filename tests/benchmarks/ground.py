"""What the rows of the store stand on: a real profile, a bare database beside it, and ready-made records."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from satchel import system
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.ids import uuid7
from satchel.domain.json_value import encode
from satchel.domain.runtime import ACTIVE, CHAT, WORKSPACE_STAGE, JsonObject
from satchel.domain.timestamps import from_datetime, sort_key

FULL = "FULL"
NORMAL = "NORMAL"

RECORD_COLUMNS = "key, id, seq, scene_id, action_index, sub_anchor, created_at, payload, envelope"
"""What a listing reads of a record, on both sides."""

INSERT = (
    "INSERT INTO runtime_records (session_key, seq, id, scene_id, action_index, sub_anchor, created_at,"
    " payload, envelope) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

_BARE_TABLE = """
CREATE TABLE runtime_records (
    key INTEGER PRIMARY KEY, session_key INTEGER NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL,
    scene_id TEXT, action_index INTEGER, sub_anchor TEXT, created_at TEXT NOT NULL,
    payload TEXT NOT NULL, envelope TEXT,
    UNIQUE (session_key, seq), UNIQUE (session_key, id)
)
"""
_START = datetime(2026, 11, 30, 9, tzinfo=UTC)
_SAID = (
    "Three quarters are the same as six eighths: cut every quarter in two, and there are twice as many "
    "pieces, each half as large. 四分之三等于八分之六。"
)

BareRow = tuple[int, int, str, None, None, None, str, str, None]


@dataclass(frozen=True, slots=True)
class Ground:
    """An open profile and a bare database of the same make in one folder, so on one disk."""

    core: Core
    bare: sqlite3.Connection
    reader: sqlite3.Connection
    """A bare connection to the profile's own database, for floors that read what ours reads."""
    _sessions: dict[int, str] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def set_synchronous(self, mode: str) -> None:
        """How sure both sides are to find a commit again after a power cut: `FULL` or `NORMAL`."""
        self.core.database.script(f"PRAGMA synchronous = {mode}")
        self.bare.execute(f"PRAGMA synchronous = {mode}")

    def new_session(self) -> str:
        """An empty session of the profile's own learner."""
        session_id, now = system.new_id(), from_datetime(_START)
        self.core.sessions.create(
            {
                "id": session_id,
                "kind": CHAT,
                "stageId": WORKSPACE_STAGE,
                "learnerKey": self.core.learner.keys[0],
                "status": ACTIVE,
                "createdAt": now,
                "updatedAt": now,
            },
            title="Fractions",
        )
        return session_id

    def next_document(self, session_id: str) -> JsonObject:
        """A record as a composer sends it: a message of two sentences."""
        number = next(self._numbers)
        return {
            "id": _record_id(number),
            "sessionId": session_id,
            "createdAt": _created_at(number),
            "payload": _payload(number),
        }

    def next_bare_row(self) -> BareRow:
        """The same as a row of the bare database, its columns ready."""
        number = next(self._numbers)
        return _bare_row(1, number, number)

    def session_of(self, records: int) -> str:
        """A session with that many records; filled once in a run, below all checks."""
        if records not in self._sessions:
            session_id = self.new_session()
            _fill(self.core.database.path, session_id, records)
            self._sessions[records] = session_id
        return self._sessions[records]

    def key_of(self, session_id: str) -> int:
        found = self.reader.execute("SELECT key FROM runtime_sessions WHERE id = ?", (session_id,))
        return int(found.fetchone()[0])


@contextmanager
def prepared(folder: Path) -> Iterator[Ground]:
    """A new profile in `folder`, and the bare database beside its own."""
    paths = Paths(folder / "data")
    with (
        open_core(paths, clock=system.now, new_id=system.new_id) as core,
        closing(bare_database(core.database.path.with_name("bare.db"))) as bare,
        closing(sqlite3.connect(core.database.path, isolation_level=None)) as reader,
    ):
        yield Ground(core, bare, reader)


def bare_database(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(_BARE_TABLE)
    return connection


def _fill(path: Path, session_id: str, records: int) -> None:
    """Inserts `records` records in one transaction. Nothing here must survive a crash."""
    newest = _created_at(records - 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -200000")
        connection.execute("BEGIN IMMEDIATE")
        found = connection.execute("SELECT key FROM runtime_sessions WHERE id = ?", (session_id,))
        key = int(found.fetchone()[0])
        rows = (_bare_row(key, number, number) for number in range(records))
        connection.executemany(INSERT, rows)
        connection.execute(
            "UPDATE runtime_sessions SET next_seq = ?, activity_at = ?, activity_instant = ?"
            " WHERE key = ?",
            (records, newest, sort_key(newest), key),
        )
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _bare_row(session_key: int, seq: int, number: int) -> BareRow:
    text = encode(_payload(number))
    return (session_key, seq, _record_id(number), None, None, None, _created_at(number), text, None)


def _payload(number: int) -> JsonObject:
    return {"role": "assistant" if number % 2 else "user", "content": f"{number}: {_SAID}"}


def _record_id(number: int) -> str:
    """Ids in the order of time, as Satchel makes them."""
    return uuid7(1_764_493_200_000 + number, number)


def _created_at(number: int) -> str:
    return from_datetime(_START + timedelta(milliseconds=number))
