"""The SQL behind `LocalSessions`, compiled once per database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Table, bindparam, case, delete, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.sql.dml import Update

from satchel.domain.json_value import JsonValue, encode
from satchel.store.database import SqliteDatabase
from satchel.store.rows import SESSION_COLUMNS, SessionState, satchel_columns
from satchel.store.tables import DraftRow, RecordRow, SessionRow, TombstoneRow, table

S = table(SessionRow).c
R = table(RecordRow).c
D = table(DraftRow).c
T = table(TombstoneRow).c

_NO_LEASE = {
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
                trashed_at=bindparam("at"), trash_reason=bindparam("reason"), **_NO_LEASE
            )
        )
        self.restore = prepare(_session_update().values(trashed_at=None, trash_reason=None))
        self._prepare_leases(database)
        self._prepare_marks(database)
        self._prepare_tombstones(database)

    def put_draft(
        self, database: SqliteDatabase, session_key: int, window: str, text: str, at: str
    ) -> None:
        database.run(
            self._put_draft, session_key=session_key, window=window, text=text, updated_at=at
        )

    def bury(
        self,
        database: SqliteDatabase,
        state: SessionState,
        record_ids: Sequence[JsonValue],
        at: str,
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
            owed=0,
        )

    def _prepare_leases(self, database: SqliteDatabase) -> None:
        prepare = database.prepare
        self.claim = prepare(
            _session_update().values(
                lease_token=bindparam("token"),
                lease_window=bindparam("window"),
                lease_epoch=S.lease_epoch + 1,
                lease_host=bindparam("host"),
                lease_pid=bindparam("pid"),
                lease_claimed_at=bindparam("at"),
            )
        )
        ours = S.lease_token == bindparam("token")
        self.let_go = prepare(_session_update().where(ours).values(**_NO_LEASE))
        self.release = prepare(
            update(table(SessionRow)).where(S.id == bindparam("id"), ours).values(**_NO_LEASE)
        )
        self.token_of = prepare(select(S.lease_token).where(S.id == bindparam("id"), S.hidden == 0))

    def _prepare_marks(self, database: SqliteDatabase) -> None:
        prepare = database.prepare
        by_id = update(table(SessionRow)).where(S.id == bindparam("id"))
        self.note_opened = prepare(by_id.values(last_opened_at=bindparam("at")))
        self.read_all = prepare(by_id.values(read_count=S.next_seq))
        upto = (
            select(R.seq + 1)
            .where(R.key == bindparam("record_key"), R.session_key == S.key)
            .scalar_subquery()
        )
        self.mark_read = prepare(
            by_id.where(upto > S.read_count).values(
                read_count=upto,
                read_key=case(
                    (bindparam("record_key") > S.read_key, bindparam("record_key")),
                    else_=S.read_key,
                ),
            )
        )
        drafts = table(DraftRow)
        self.drafts = prepare(
            select(D.text, D.window)
            .where(D.session_key == bindparam("of"))
            .order_by(case((D.window == bindparam("window"), 0), else_=1), D.updated_at.desc())
        )
        at_window = (D.session_key == bindparam("of"), D.window == bindparam("window"))
        self.drop_draft = prepare(delete(drafts).where(*at_window))
        self.move_draft = prepare(
            update(drafts)
            .where(D.session_key == bindparam("of"), D.window == bindparam("owner"))
            .values(window=bindparam("window"))
        )
        put = insert(drafts).values({name: bindparam(name) for name in _names(drafts)})
        self._put_draft = prepare(
            put.on_conflict_do_update(
                index_elements=["session_key", "window"],
                set_={"text": put.excluded.text, "updated_at": put.excluded.updated_at},
            )
        )

    def _prepare_tombstones(self, database: SqliteDatabase) -> None:
        prepare = database.prepare
        tombstones = table(TombstoneRow)
        self.record_ids = prepare(
            select(R.id).where(R.session_key == bindparam("of")).order_by(R.seq)
        )
        self.tombstone = prepare(select(T.session_id).where(T.session_id == bindparam("id")))
        self.unbury = prepare(delete(tombstones).where(T.session_id == bindparam("id")))
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
