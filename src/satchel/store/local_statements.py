"""The SQL behind `LocalSessions`, compiled once per database."""

from __future__ import annotations

from sqlalchemy import bindparam, select, update
from sqlalchemy.sql.dml import Update

from satchel.store.database import SqliteDatabase
from satchel.store.rows import SESSION_COLUMNS
from satchel.store.tables import RecordRow, SessionRow, SyncMarkRow, TombstoneRow, table

S = table(SessionRow).c
R = table(RecordRow).c
T = table(TombstoneRow).c
M = table(SyncMarkRow).c

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

    def _prepare_tombstones(self, database: SqliteDatabase) -> None:
        prepare = database.prepare
        self.records = prepare(
            select(R.key, R.id).where(R.session_key == bindparam("of")).order_by(R.seq)
        )
        self.tombstone = prepare(select(T.session_id).where(T.session_id == bindparam("id")))
        self.taken = prepare(
            select(S.id)
            .where(S.id == bindparam("id"), S.hidden == 0)
            .union(select(M.former_id).where(M.former_id == bindparam("id")))
        )
        self.shown_else = prepare(
            select(S.key).where(
                S.id == bindparam("id"),
                S.key != bindparam("of"),
                S.hidden == 0,
                S.trashed_at.is_(None),
            )
        )
        self.key_of = prepare(select(S.key).where(S.id == bindparam("id")))
        self.set_id = prepare(_session_update().values(id=bindparam("id")))


def _session_update() -> Update:
    return update(table(SessionRow)).where(S.key == bindparam("of"))
