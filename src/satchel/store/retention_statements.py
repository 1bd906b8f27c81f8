"""The SQL behind retention, compiled once per database. Pages go by key, so that each begins where one ended."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BLOB,
    Select,
    and_,
    bindparam,
    cast,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.sql.elements import ColumnElement

from satchel.domain.runtime import ACTIVE
from satchel.store.database import SqliteDatabase
from satchel.store.local_statements import NO_LEASE
from satchel.store.rows import SESSION_COLUMNS
from satchel.store.tables import (
    DraftRow,
    RecordRow,
    RemoteSessionRow,
    SessionRow,
    SyncMarkRow,
    table,
)

S = table(SessionRow).c
R = table(RecordRow).c
D = table(DraftRow).c

_ROW_BYTES = 150
"""What a record takes beside its texts: numbers, times, its place in two indexes."""


class RetentionStatements:
    """`after` and `limit` page; `before` is the instant up to which something is due."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._prepare_pages(database)
        self._prepare_looks(database)
        self._prepare_removal(database)
        self._prepare_drafts(database)

    def _prepare_pages(self, database: SqliteDatabase) -> None:
        prepare = database.prepare
        self.expired = prepare(
            _page().where(S.trashed_at.is_(None), S.expires_at <= bindparam("before"))
        )
        self.trashed = prepare(_page().where(S.trashed_at <= bindparam("before")))
        self.empty = prepare(
            _page().where(
                S.trashed_at.is_(None),
                S.next_seq == 0,
                S.title == "",
                S.pinned == 0,
                S.status == ACTIVE,
                S.stub == 0,
                S.detached == 0,
                S.created_instant <= bindparam("before"),
                *(~exists().where(of == S.key) for of in _HANGING),
            )
        )
        self.idle = prepare(
            _page().where(
                S.trashed_at.is_(None),
                S.next_seq > 0,
                S.pinned == 0,
                S.stub == 0,
                S.detached == 0,
                S.activity_instant <= bindparam("before"),
            )
        )

    def _prepare_looks(self, database: SqliteDatabase) -> None:
        prepare = database.prepare
        self.of_key = prepare(
            select(*(S[name] for name in SESSION_COLUMNS)).where(
                S.key == bindparam("of"), S.hidden == 0
            )
        )
        self.record_ids = prepare(
            select(R.id)
            .join_from(table(RecordRow), table(SessionRow), R.session_key == S.key)
            .where(S.id == bindparam("id"))
        )
        self.hangs = prepare(
            select(literal(1)).where(
                or_(*(exists().where(of == bindparam("of")) for of in (R.session_key, *_HANGING)))
            )
        )
        self.drafted = prepare(
            select(literal(1)).where(D.session_key == bindparam("of"), D.text != "").limit(1)
        )
        size = _bytes(R.payload) + _bytes(R.envelope) + _ROW_BYTES
        self.size = prepare(
            select(func.count(), func.coalesce(func.sum(size), 0)).where(
                R.session_key == bindparam("of")
            )
        )

    def _prepare_removal(self, database: SqliteDatabase) -> None:
        prepare, sessions, records = database.prepare, table(SessionRow), table(RecordRow)
        self.hide = prepare(
            update(sessions)
            .where(S.key == bindparam("of"))
            .values(
                id=bindparam("hidden_id"), lineage_root=bindparam("hidden_id"), hidden=1, **NO_LEASE
            )
        )
        self.drop_records = prepare(delete(records).where(R.session_key == bindparam("of")))
        self.drop_session = prepare(delete(sessions).where(S.key == bindparam("of")))

    def _prepare_drafts(self, database: SqliteDatabase) -> None:
        prepare, drafts = database.prepare, table(DraftRow)
        left = and_(D.updated_at <= bindparam("before"), _is_left())
        self.drafts = prepare(
            select(D.session_key, D.window, func.length(cast(D.text, BLOB)), S.id)
            .join_from(drafts, table(SessionRow), D.session_key == S.key, isouter=True)
            .where(left)
            .order_by(D.session_key, D.window)
        )
        self.drop_draft = prepare(
            delete(drafts).where(
                D.session_key == bindparam("of"), D.window == bindparam("window"), left
            )
        )


_HANGING = (
    D.session_key,
    table(RemoteSessionRow).c.session_key,
    table(SyncMarkRow).c.session_key,
)
"""What a session without records may have all the same: something typed, a server that knows it, a choice."""


def _is_left() -> ColumnElement[bool]:
    """Of a draft: its session is gone, or something newer was typed in it by `now`."""
    newer = table(DraftRow).alias("newer")
    return or_(
        D.session_key.not_in(select(S.key)),
        exists().where(
            newer.c.session_key == D.session_key,
            newer.c.updated_at > D.updated_at,
            newer.c.updated_at <= bindparam("now"),
        ),
    )


def _page() -> Select[tuple[object, ...]]:
    return (
        select(*(S[name] for name in SESSION_COLUMNS))
        .where(S.hidden == 0, S.key > bindparam("after"))
        .order_by(S.key)
        .limit(bindparam("limit"))
    )


def _bytes(column: ColumnElement[Any]) -> ColumnElement[int]:
    return func.coalesce(func.length(cast(column, BLOB)), 0)
