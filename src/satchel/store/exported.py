"""Which sessions are in a bundle that was written here, and up to where. What came later is not safe by it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, delete, or_, select
from sqlalchemy.dialects.sqlite import insert

from satchel.domain.json_value import encode
from satchel.store.database import SqliteDatabase
from satchel.store.rows import SessionState
from satchel.store.tables import ExportRow, table

E = table(ExportRow).c


@dataclass(frozen=True, slots=True)
class Exported:
    """A session as it went into a finished bundle, whole and unredacted."""

    state: SessionState
    bundle_id: str
    at: str


class Exports:
    """`is_current` tells whether nothing of a session has changed since."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        rows = table(ExportRow)
        put = insert(rows).values({column.name: bindparam(column.name) for column in rows.c})
        changed = {
            column.name: put.excluded[column.name]
            for column in rows.c
            if column.name != "session_key"
        }
        self._put = database.prepare(
            put.on_conflict_do_update(index_elements=["session_key"], set_=changed)
        )
        given: BindParameter[str | None] = bindparam("id")
        self._forget = database.prepare(
            delete(rows).where(or_(given.is_(None), E.bundle_id == given))
        )
        self._of = database.prepare(
            select(E.record_count, E.history_rev, E.digest).where(E.session_key == bindparam("of"))
        )

    def note(self, exported: Sequence[Exported]) -> None:
        """Remembers what went into finished bundles."""
        with self._database.transaction():
            for one in exported:
                self._database.run(
                    self._put,
                    session_key=one.state.key,
                    bundle_id=one.bundle_id,
                    exported_at=one.at,
                    record_count=one.state.next_seq,
                    history_rev=one.state.history_rev,
                    digest=digest_of(one.state),
                )

    def forget(self, bundle_id: str | None) -> None:
        """That bundle is gone; None: it may have been any of them."""
        with self._database.transaction():
            self._database.run(self._forget, id=bundle_id)

    def is_current(self, state: SessionState) -> bool:
        """Whether a bundle holds all of the session as it is now."""
        with self._database.lenient_text():
            rows = self._database.run(self._of, of=state.key)
        return rows == [(state.next_seq, state.history_rev, digest_of(state))]


def digest_of(state: SessionState) -> str:
    """Of the session's own document, its `satchel` object included; records are told by number and revision."""
    text = encode([state.session.to_wire(), state.satchel])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
