"""The SQL of the hot and the common paths: Core over the tables, compiled once per database."""

from __future__ import annotations

from sqlalchemy import Insert, Select, Table, bindparam, case, delete, insert, or_, select, update
from sqlalchemy.sql.elements import BindParameter, ColumnElement

from satchel.domain.runtime import ACTIVE
from satchel.store.rows import SESSION_COLUMNS
from satchel.store.sql import Database, Prepared
from satchel.store.tables import DraftRow, RecordRow, SessionRow, table

S = table(SessionRow).c
R = table(RecordRow).c
D = table(DraftRow).c

RECORD_COLUMNS = (
    R.key,
    R.id,
    R.seq,
    R.scene_id,
    R.action_index,
    R.sub_anchor,
    R.created_at,
    R.payload,
    R.envelope,
)
"""In the order of `RuntimeRecord`, behind its session id."""


class Statements:
    """What `SqlRuntimeStore` runs, ready for one database."""

    def __init__(self, database: Database) -> None:
        prepare = database.prepare
        sessions, records = table(SessionRow), table(RecordRow)
        self.session = prepare(_sessions().where(S.id == bindparam("id")))
        self.session_locked = prepare(_sessions().where(S.id == bindparam("id")).with_for_update())
        self.session_key = prepare(select(S.key).where(S.id == bindparam("id"), S.hidden == 0))
        self.partition = prepare(
            _sessions()
            .where(
                S.stage_id == bindparam("stage_id"),
                S.learner_key == bindparam("learner_key"),
                S.hidden == 0,
                S.trashed_at.is_(None),
            )
            .order_by(S.created_instant, S.id)
        )
        self.family = prepare(
            _sessions()
            .where(or_(S.lineage_root == bindparam("root"), S.id == bindparam("id")), S.hidden == 0)
            .order_by(S.id)
        )
        self.insert_session = prepare(_insert(sessions))
        self.set_status = prepare(
            update(sessions)
            .where(S.key == bindparam("of"))
            .values(status=bindparam("status"), updated_at=bindparam("updated_at"))
        )
        self.next_seq = self._take(database)
        self.next_seq_fenced = self._take(database, S.lease_token == bindparam("token"))
        self.advance = prepare(
            update(sessions)
            .where(S.key == bindparam("of"))
            .values(next_seq=S.next_seq + bindparam("taken"), **activity())
        )
        self.insert_record = prepare(_insert(records))
        self.insert_record_returning = prepare(_insert(records).returning(R.key))
        self.record_by_id = prepare(
            select(*RECORD_COLUMNS)
            .join_from(records, sessions, R.session_key == S.key)
            .where(S.id == bindparam("session_id"), S.hidden == 0, R.id == bindparam("id"))
        )
        self.records = {
            (scened, newest_first): prepare(_records(scened, newest_first))
            for scened in (False, True)
            for newest_first in (False, True)
        }
        self.records_after = prepare(
            select(*RECORD_COLUMNS)
            .where(R.session_key == bindparam("session_key"), R.seq > bindparam("after"))
            .order_by(R.seq)
            .limit(bindparam("limit"))
        )
        self.drop_draft = prepare(
            delete(table(DraftRow)).where(
                D.session_key == bindparam("session_key"), D.window == bindparam("window")
            )
        )
        self.delete_session = prepare(delete(sessions).where(S.id == bindparam("id")))
        self.delete_learner = prepare(
            delete(sessions).where(
                S.stage_id == bindparam("stage_id"), S.learner_key == bindparam("learner_key")
            )
        )
        self.delete_stage = prepare(delete(sessions).where(S.stage_id == bindparam("stage_id")))
        self.delete_all = prepare(delete(sessions))
        self.versions_of = prepare(
            select(S.id, S.runtime_dsl_version)
            .where(S.learner_key == bindparam("learner_key"))
            .order_by(S.key)
            .with_for_update()
        )
        self.rekey = prepare(
            update(sessions)
            .where(S.learner_key == bindparam("from_key"))
            .values(learner_key=bindparam("to_key"))
        )

    @staticmethod
    def _take(database: Database, *fence: ColumnElement[bool]) -> Prepared:
        """Takes the next `seq`: existence, status, trash and fence are looked at by the same statement."""
        return database.prepare(
            update(table(SessionRow))
            .where(
                S.id == bindparam("session_id"),
                S.status == ACTIVE,
                S.trashed_at.is_(None),
                S.hidden == 0,
                S.stub == 0,
                *fence,
            )
            .values(next_seq=S.next_seq + 1, **activity())
            .returning(S.key, S.next_seq, S.kind, S.runtime_dsl_version, S.expires_at)
        )


def activity() -> dict[str, ColumnElement[str]]:
    """The newest activity never goes back, whatever a clock says."""
    newer = S.activity_instant < bindparam("record_instant")
    return {
        "activity_at": case((newer, bindparam("record_at")), else_=S.activity_at),
        "activity_instant": case((newer, bindparam("record_instant")), else_=S.activity_instant),
    }


def _sessions() -> Select[tuple[object, ...]]:
    return select(*(S[name] for name in SESSION_COLUMNS))


def _insert(target: Table) -> Insert:
    values: dict[str, BindParameter[object]] = {
        column.name: bindparam(column.name) for column in target.c if column.name != "key"
    }
    return insert(target).values(values)


def _records(scened: bool, newest_first: bool) -> Select[tuple[object, ...]]:
    found = select(*RECORD_COLUMNS).where(R.session_key == bindparam("session_key"))
    if scened:
        found = found.where(R.scene_id == bindparam("scene_id"))
    if not newest_first:
        return found.order_by(R.seq)
    return found.where(R.seq < bindparam("before")).order_by(R.seq.desc()).limit(bindparam("limit"))
