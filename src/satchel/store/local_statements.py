"""The SQL behind `LocalSessions`, compiled once per database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.sql.dml import Update

from satchel.domain.json_value import JsonValue, encode
from satchel.store.database import SqliteDatabase
from satchel.store.rows import SESSION_COLUMNS, SessionState, satchel_columns
from satchel.store.tables import RecordRow, SessionRow, TombstoneRow, table

S = table(SessionRow).c
R = table(RecordRow).c
T = table(TombstoneRow).c

NO_LEASE = {
    "lease_token": None,
    "lease_window": None,
    "lease_host": None,
    "lease_pid": None,
    "lease_claimed_at": None,
}


class LocalStatements:
    """Names say what each does; `of` is a session's key, `id` its wire id."""

    def __init__(self, database: SqliteDatabase) -> None:
        prepare = database.prepare
        listed = (
            select(*(S[name] for name in SESSION_COLUMNS))
            .where(S.hidden == 0)
            .order_by(S.activity_instant.desc(), S.key.desc())
        )
        self.shown = prepare(listed.where(S.trashed_at.is_(None)))
        self.trashed = prepare(listed.where(S.trashed_at.is_not(None)))
        self.place = prepare(select(S.trashed_at).where(S.id == bindparam("id"), S.hidden == 0))
        self.set_satchel = prepare(
            _session_update().values(
                satchel=bindparam("satchel"),
                title=bindparam("title"),
                pinned=bindparam("pinned"),
                expires_at=bindparam("expires_at"),
                lineage_root=bindparam("lineage_root"),
            )
        )
        self.trash = prepare(
            _session_update().values(
                trashed_at=bindparam("at"), trash_reason=bindparam("reason"), **NO_LEASE
            )
        )
        self.set_status = prepare(
            _session_update().values(status=bindparam("status"), updated_at=bindparam("updated_at"))
        )
        self.restore = prepare(_session_update().values(trashed_at=None, trash_reason=None))
        self._prepare_tombstones(database)

    def bury(
        self,
        database: SqliteDatabase,
        state: SessionState,
        record_ids: Sequence[JsonValue],
        at: str,
        owed: int,
    ) -> None:
        """Remembers a session that is about to be deleted for good."""
        database.run(
            self._bury,
            session_id=state.session.id,
            deleted_at=at,
            stage_id=state.session.stage_id,
            learner_key=state.session.learner_key,
            lineage_root=satchel_columns(state.satchel, state.session.id)["lineage_root"],
            record_ids=encode(list(record_ids)),
            owed=owed,
        )

    def _prepare_tombstones(self, database: SqliteDatabase) -> None:
        prepare = database.prepare
        tombstones = table(TombstoneRow)
        self.record_ids = prepare(
            select(R.id).where(R.session_key == bindparam("of")).order_by(R.seq)
        )
        self.tombstone = prepare(select(T.session_id).where(T.session_id == bindparam("id")))
        put = insert(tombstones).values({name: bindparam(name) for name in _names(tombstones)})
        columns = [name for name in _names(tombstones) if name != "session_id"]
        self._bury = prepare(
            put.on_conflict_do_update(
                index_elements=["session_id"], set_={name: put.excluded[name] for name in columns}
            )
        )


def _names(target: Table) -> list[str]:
    return [column.name for column in target.c]


def _session_update() -> Update:
    return update(table(SessionRow)).where(S.key == bindparam("of"))
