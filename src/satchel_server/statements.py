"""The SQL of the server's storage: Core over the tables, compiled once per database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Insert,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.elements import ColumnElement

from satchel.domain.runtime import ACTIVE
from satchel.store.rows import SESSION_COLUMNS
from satchel.store.sql import Database, Prepared
from satchel.store.statements import RECORD_COLUMNS, activity
from satchel.store.tables import RecordRow, SessionRow, table
from satchel_server.tables import CHANGES, DELETED, IDENTITY, LEARNERS, LEASES, PRESENT

SESSIONS = table(SessionRow)
RECORDS = table(RecordRow)
S = SESSIONS.c
R = RECORDS.c
L = LEARNERS.c
C = CHANGES.c
W = LEASES.c

SHOWN = (*(S[name] for name in SESSION_COLUMNS), S.incarnation)
"""What of a session is read: `SESSION_COLUMNS`, and its stamp behind them."""

_MINE = and_(S.id == bindparam("id"), S.learner_key == bindparam("learner"), S.hidden == 0)


class ServerStatements:
    """Names say what each does; `id` is a session's wire id, `learner` a learner's key, `of` a session's key."""

    def __init__(self, database: Database) -> None:
        prepare = database.prepare
        self.ping = prepare(select(bindparam("one", 1, BigInteger)))
        self.session = prepare(select(*SHOWN).where(_MINE))
        self.session_locked = prepare(select(*SHOWN).where(_MINE).with_for_update())
        self.marks_locked = prepare(
            select(S.key, S.incarnation, S.next_seq).where(_MINE).with_for_update()
        )
        self.key = prepare(select(S.key).where(_MINE))
        self.next_seq = prepare(select(S.next_seq).where(_MINE))
        self.taken = prepare(select(S.incarnation).where(S.id == bindparam("id")))
        self.partition = prepare(
            select(*SHOWN)
            .where(
                S.stage_id == bindparam("stage_id"),
                S.learner_key == bindparam("learner"),
                S.hidden == 0,
                S.trashed_at.is_(None),
            )
            .order_by(S.created_instant, S.id)
        )
        self.insert_session = prepare(_whole(SESSIONS))
        self.insert_record = prepare(_whole(RECORDS))
        taking = (
            update(SESSIONS)
            .where(_MINE, S.trashed_at.is_(None))
            .values(next_seq=S.next_seq + bindparam("taken", type_=BigInteger), **activity())
            .returning(S.key, S.next_seq, S.kind, S.runtime_dsl_version, S.incarnation)
        )
        self.take_seq = prepare(taking.where(S.status == ACTIVE))
        self.take_seq_of_any = prepare(taking)
        self.set_status = prepare(
            update(SESSIONS)
            .where(S.key == bindparam("of"))
            .values(status=bindparam("status"), updated_at=bindparam("updated_at"))
        )
        self.set_satchel = prepare(
            update(SESSIONS)
            .where(S.key == bindparam("of"))
            .values(
                {
                    name: bindparam(name)
                    for name in ("satchel", "title", "pinned", "expires_at", "lineage_root")
                }
            )
        )
        self.delete_session = prepare(delete(SESSIONS).where(S.key == bindparam("of")))
        self._prepare_records(database)
        self._prepare_changes(database)
        self._prepare_many(database)
        self._prepare_leases(database)

    def _prepare_records(self, database: Database) -> None:
        prepare = database.prepare
        self.record = prepare(
            select(*RECORD_COLUMNS)
            .join_from(RECORDS, SESSIONS, R.session_key == S.key)
            .where(_MINE, R.id == bindparam("record_id"))
        )
        after: Select[Any] = (
            select(*RECORD_COLUMNS)
            .where(R.session_key == bindparam("of"), R.seq > bindparam("after"))
            .order_by(R.seq)
            .limit(bindparam("limit", type_=BigInteger))
        )
        self.records = prepare(after)
        self.scene = prepare(after.where(R.scene_id == bindparam("scene_id")))

    def _prepare_changes(self, database: Database) -> None:
        prepare = database.prepare
        postgres = database.dialect.name == "postgresql"
        upserting = postgresql.insert if postgres else sqlite.insert
        self.count_on = prepare(
            update(LEARNERS)
            .where(L.learner_key == bindparam("learner"))
            .values(last_change=L.last_change + bindparam("taken", type_=BigInteger))
            .returning(L.key, L.last_change)
        )
        self.count_first = prepare(
            upserting(LEARNERS)
            .values(learner_key=bindparam("learner"), last_change=0)
            .on_conflict_do_nothing()
            .inline()
        )
        change = upserting(CHANGES).values({column.name: bindparam(column.name) for column in C})
        self.note = prepare(
            change.on_conflict_do_update(
                index_elements=["learner", "session_id"],
                set_={name: change.excluded[name] for name in ("change", "gone", "incarnation")},
            )
        )
        self.gone = prepare(
            select(C.gone)
            .join_from(CHANGES, LEARNERS, C.learner == L.key)
            .where(
                L.learner_key == bindparam("learner"),
                C.session_id == bindparam("id"),
                C.gone != PRESENT,
            )
        )
        self.changes = prepare(_changes())

    def _prepare_many(self, database: Database) -> None:
        """Merges, and what operators delete."""
        prepare = database.prepare
        self.of_learner = prepare(
            select(S.id, S.runtime_dsl_version, S.incarnation)
            .where(S.learner_key == bindparam("learner"))
            .order_by(S.key)
            .with_for_update()
        )
        self.rekey = prepare(
            update(SESSIONS)
            .where(S.learner_key == bindparam("learner"))
            .values(learner_key=bindparam("to_key"))
        )
        known = CHANGES.alias("known")
        self.deletions_unknown_to = prepare(
            select(C.session_id, C.incarnation)
            .where(
                C.learner == bindparam("of"),
                C.gone == DELETED,
                ~select(known.c.change)
                .where(known.c.learner == bindparam("to"), known.c.session_id == C.session_id)
                .exists(),
            )
            .order_by(C.change)
        )
        self.doomed: dict[str, Prepared] = {}
        self.delete: dict[str, Prepared] = {}
        for name, rule in _scopes().items():
            found = select(S.learner_key, S.id, S.incarnation).order_by(S.learner_key, S.key)
            self.doomed[name] = prepare(found.where(*rule).with_for_update())
            self.delete[name] = prepare(delete(SESSIONS).where(*rule))

    def _prepare_leases(self, database: Database) -> None:
        prepare = database.prepare
        columns = (W.token, W.holder, W.claimed_at, W.expires_at, W.epoch)
        self.lease = prepare(
            select(*columns).join_from(LEASES, SESSIONS, W.session_key == S.key).where(_MINE)
        )
        self.lease_of = prepare(select(*columns).where(W.session_key == bindparam("of")))
        self.insert_lease = prepare(
            insert(LEASES).values({column.name: bindparam(column.name) for column in W})
        )
        self.set_lease = prepare(
            update(LEASES)
            .where(W.session_key == bindparam("of"))
            .values({column.name: bindparam(column.name) for column in columns})
        )


def _changes() -> Select[Any]:
    """The server's name, the learner's counter, each change, and what of its session is shown.

    At most `limit` of them, and none behind those whose sessions alone hold `room` characters.
    """
    name_now = (
        select(IDENTITY.c.server_id).order_by(IDENTITY.c.key.desc()).limit(1).scalar_subquery()
    )
    there = and_(S.id == C.session_id, S.learner_key == L.learner_key, C.gone == PRESENT)
    since = and_(C.learner == L.key, C.change > bindparam("after"))
    told = (
        name_now.label("server"),
        L.last_change.label("reached"),
        C.session_id.label("changed"),
        C.change.label("change"),
        C.gone.label("gone"),
        C.incarnation.label("stamp"),
        *SHOWN,
    )
    size = func.coalesce(func.length(S.satchel) + func.length(func.coalesce(S.envelope, "")), 0)
    page = (
        select(*told, size.label("size"))
        .select_from(LEARNERS)
        .outerjoin(CHANGES, since)
        .outerjoin(SESSIONS, there)
        .where(L.learner_key == bindparam("learner"))
        .order_by(C.change)
        .limit(bindparam("limit", type_=BigInteger))
        .subquery()
    )
    before = func.sum(page.c.size).over(order_by=page.c.change, rows=(None, -1))
    measured = select(page, func.coalesce(before, 0).label("before")).subquery()
    shown = [column for column in measured.c if column.name not in ("size", "before")]
    room = bindparam("room", type_=BigInteger)
    return select(*shown).where(measured.c.before < room).order_by(measured.c.change)


class IdentityStatements:
    def __init__(self, database: Database) -> None:
        prepare = database.prepare
        identity = IDENTITY.c
        self.names = prepare(select(identity.key, identity.server_id).order_by(identity.key.desc()))
        self.write = prepare(
            insert(IDENTITY).values({column.name: bindparam(column.name) for column in identity})
        )
        self.counter = prepare(select(L.last_change).where(L.key == bindparam("of")))
        self.used = prepare(select(L.key).limit(bindparam("limit", 1, BigInteger)))


STAGE_OF_LEARNER = "one learner on one stage"
STAGE = "a stage"
EVERYTHING = "everything"


def _scopes() -> dict[str, tuple[ColumnElement[bool], ...]]:
    on_stage = S.stage_id == bindparam("stage_id")
    return {
        STAGE_OF_LEARNER: (on_stage, S.learner_key == bindparam("learner")),
        STAGE: (on_stage,),
        EVERYTHING: (),
    }


def _whole(target: Table) -> Insert:
    return insert(target).values(
        {column.name: bindparam(column.name) for column in target.c if column.name != "key"}
    )
