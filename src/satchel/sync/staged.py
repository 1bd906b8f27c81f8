"""Many records on their way in: put down in small steps under a hidden name, so that no window waits for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from satchel.domain.runtime import JsonObject, NewRecord, RuntimeSession
from satchel.domain.timestamps import sort_key
from satchel.store.database import SqliteDatabase
from satchel.store.plain_sql import PlainSql
from satchel.store.reordering import Part, Present
from satchel.store.rows import satchel_columns
from satchel.store.staging import STEP, Hidden, Staging

_FEW: Final = 250


class Staged:
    """What is put down already, by record id. Empty where there was little to bring."""

    def __init__(
        self, database: SqliteDatabase | None = None, hidden: Hidden | None = None
    ) -> None:
        self.rows: dict[str, Present] = {}
        self._database = database
        self._hidden = hidden

    def read(self) -> None:
        if self._database is not None and self._hidden is not None:
            sql = PlainSql("SELECT key, id FROM runtime_records WHERE session_key = :of")
            found = self._database.run(sql, of=self._hidden.key)
            self.rows = {id: Present(key, id) for key, id in found}

    def holds(self, parts: Sequence[Part]) -> bool:
        """Whether these, in this order, are all that was put down."""
        return bool(self.rows) and list(self.rows.values()) == list(parts)

    def reveal(self, session: RuntimeSession, satchel: JsonObject) -> int:
        """Shows what was put down as this session; answers its key."""
        assert self._database is not None
        assert self._hidden is not None
        sql = PlainSql(
            "UPDATE runtime_sessions SET id = :id, hidden = 0, lease_window = NULL, next_seq = :count,"
            " satchel = :satchel, title = :title, pinned = :pinned, expires_at = :expires_at,"
            " lineage_root = :lineage_root, activity_at = :newest, activity_instant = :instant WHERE key = :of"
        )
        self._database.run(
            sql,
            of=self._hidden.key,
            id=session.id,
            count=self._hidden.count,
            newest=self._hidden.newest,
            instant=sort_key(self._hidden.newest),
            **satchel_columns(satchel, session.id),
        )
        key, self._hidden = self._hidden.key, None
        return key

    def clear_away(self) -> None:
        """Inside the transaction that took the records: nothing of the hidden session is left."""
        if self._database is not None and self._hidden is not None:
            sql = PlainSql("DELETE FROM runtime_sessions WHERE key = :of")
            self._database.run(sql, of=self._hidden.key)


def put_down(
    database: SqliteDatabase,
    staging: Staging,
    session: RuntimeSession,
    records: Sequence[NewRecord],
    hidden_id: str,
) -> Iterator[Staged | None]:
    """Puts records down a step at a time, and answers what is there at the end; None after each step before."""
    hidden = staging.begin(session, hidden_id)
    for begin in range(0, len(records), _FEW):
        if staging.add(hidden, records[begin : begin + _FEW]):
            yield None
    staging.flush(hidden)
    staged = Staged(database, hidden)
    staged.read()
    yield staged


def is_much(count: int) -> bool:
    return count > STEP
