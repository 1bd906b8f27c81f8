"""The journal of removals: a line for each thing that retention took away. It decides nothing."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, func, insert, select

from satchel.domain.contracts import Clock
from satchel.domain.retention import Removal
from satchel.domain.timestamps import from_datetime
from satchel.store.database import SqliteDatabase
from satchel.store.tables import RemovalRow, table

J = table(RemovalRow).c


class Journal:
    """Writes within the caller's transaction: the line comes with what it tells, or neither does."""

    def __init__(self, database: SqliteDatabase, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        rows, prepare = table(RemovalRow), database.prepare
        given = [column.name for column in rows.c if column.name != "key"]
        self._put = prepare(
            insert(rows).values({name: bindparam(name) for name in given}).returning(J.key)
        )
        self._drop = prepare(delete(rows).where(J.key == bindparam("of")))
        older = J.removed_at < bindparam("before")
        self._older = prepare(select(func.count()).select_from(rows).where(older))
        step = select(J.key).where(older).limit(bindparam("limit"))
        self._drop_older = prepare(delete(rows).where(J.key.in_(step)))

    def note(self, removed: Sequence[Removal]) -> list[int]:
        """Adds lines; answers their keys."""
        at = from_datetime(self._clock())
        found = [
            self._database.run(
                self._put,
                removed_at=at,
                what=one.what,
                item=one.id,
                reason=one.reason,
                size=one.size,
            )
            for one in removed
        ]
        return [int(rows[0][0]) for rows in found]

    def take_back(self, lines: Sequence[int]) -> None:
        """Of what did not go after all."""
        for of in lines:
            self._database.run(self._drop, of=of)

    def older(self, before: str) -> int:
        """How many lines are from before that time."""
        return int(self._database.run(self._older, before=before)[0][0])

    def drop_older(self, before: str, limit: int) -> int:
        """Removes at most `limit` of them; answers how many."""
        return self._database.count(self._drop_older, before=before, limit=limit)
