"""A session's history read backwards, a page at a time, for turn packs: what is read follows what is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
from sqlalchemy import bindparam, select

from satchel.domain.errors import CorruptRow, SessionTrashed, shorten
from satchel.domain.packs import PackRefused
from satchel.domain.runtime import QUIZ_ATTEMPT
from satchel.store.database import SqliteDatabase
from satchel.store.rows import SessionState
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.tables import RecordRow, SessionRow, SummaryRow, TokenCountRow, table

_S = table(SessionRow).c
_R = table(RecordRow).c
_T = table(TokenCountRow).c
_M = table(SummaryRow).c

_PAGE_CHARACTERS: Final = 1024 * 1024
"""Of payload, after which a page ends before its number of records: one may take 31 MiB."""

_LOOKED_AT: Final = 200
"""The newest sessions of a learner in a course, among which quizzes and playback are looked for."""

_SUMMARIES: Final = 8
"""That reach farthest, among which one is looked for that says something."""

Answer = TypeVar("Answer")


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A record as a pack needs it, with the tokens counted before, if any."""

    key: int
    seq: int
    id: str
    scene_id: str | None
    action_index: int | None
    sub_anchor: str | None
    created_at: str
    payload_text: str
    tokens: int | None


class Summary(msgspec.Struct, frozen=True, gc=False):
    """A stored summary of the records from the first up to `last_seq`."""

    last_seq: int
    text: str


class LastOf(msgspec.Struct, frozen=True, gc=False):
    """The newest record of another session of the same learner and course."""

    scene_id: str | None
    action_index: int | None
    sub_anchor: str | None
    created_at: str
    payload_text: str


class History:
    """Reads only; for any thread."""

    def __init__(self, database: SqliteDatabase, store: SqlRuntimeStore) -> None:
        self._database = database
        self._store = store
        prepare = database.prepare
        counted = (_T.record_key == _R.key) & (_T.counter == bindparam("counter"))
        self._before = prepare(
            select(
                _R.key,
                _R.seq,
                _R.id,
                _R.scene_id,
                _R.action_index,
                _R.sub_anchor,
                _R.created_at,
                _R.payload,
                _T.tokens,
            )
            .select_from(table(RecordRow).outerjoin(table(TokenCountRow), counted))
            .where(_R.session_key == bindparam("session_key"), _R.seq < bindparam("before"))
            .order_by(_R.seq.desc())
            .limit(bindparam("limit"))
        )
        self._summaries = prepare(
            select(_R.seq, _M.text)
            .join_from(table(SummaryRow), table(RecordRow), _M.last_record_key == _R.key)
            .where(
                _M.session_key == bindparam("session_key"),
                _R.session_key == bindparam("session_key"),
                _M.history_rev == bindparam("history_rev"),
            )
            .order_by(_R.seq.desc(), _M.key.desc())
            .limit(_SUMMARIES)
        )
        self._now = prepare(
            select(_S.key, _S.history_rev).where(
                _S.id == bindparam("id"), _S.hidden == 0, _S.stub == 0, _S.trashed_at.is_(None)
            )
        )
        newest = (
            select(_S.key, _S.id, _S.kind, _S.created_instant)
            .where(
                _S.stage_id == bindparam("stage_id"),
                _S.learner_key == bindparam("learner_key"),
                _S.hidden == 0,
                _S.trashed_at.is_(None),
            )
            .order_by(_S.created_instant.desc(), _S.id.desc())
            .limit(_LOOKED_AT)
            .subquery()
        )
        self._others = prepare(
            select(newest.c.key)
            .where(newest.c.kind == bindparam("kind"))
            .order_by(newest.c.created_instant.desc(), newest.c.id.desc())
            .limit(bindparam("limit"))
        )

    def stored(self, session_id: str) -> SessionState:
        """The session, whatever became of it. Raises `SessionNotFound`, `CorruptRow`."""
        return self._store.state(session_id)

    def state(self, session_id: str) -> SessionState:
        """The session, if there is something to pack.

        Raises `SessionNotFound`, `CorruptRow`, `SessionTrashed`, and `PackRefused` for a stub.
        """
        state = self.stored(session_id)
        if state.trashed_at is not None:
            raise SessionTrashed(session_id)
        if state.stub:
            raise PackRefused(
                f"The records of “{shorten(state.title or session_id)}” are not on this laptop: only the server has "
                "them. Open the session while the server can be reached, then try again."
            )
        return state

    def stands(self, state: SessionState) -> bool:
        """Whether its records still have the numbers they had in `state`, and still are to be packed."""
        rows = self._database.run(self._now, id=state.session.id)
        return rows == [(state.key, state.history_rev)]

    def before(self, session_key: int, seq: int, limit: int, counter: str) -> list[Entry]:
        """At most `limit` records below `seq`, newest first; fewer where they are large, none at the beginning.

        What a damaged row holds may be of any type.
        """
        values = {"session_key": session_key, "before": seq, "limit": limit, "counter": counter}
        return self._leniently(
            lambda: self._database.run_some(Entry, _size, _PAGE_CHARACTERS, self._before, **values)
        )

    def summary(self, state: SessionState) -> Summary | None:
        """The one that reaches farthest and says something, of the history as it is numbered now."""
        rows = self._leniently(
            lambda: self._database.run(
                self._summaries, session_key=state.key, history_rev=state.history_rev
            )
        )
        found = [Summary(*row) for row in rows if isinstance(row[1], str) and row[1].strip()]
        return found[0] if found else None

    def newest_of(self, state: SessionState, kind: str, limit: int) -> list[LastOf]:
        """The newest records of the learner's newest sessions of `kind` on the same stage, newest session first."""
        session = state.session
        rows = self._database.run(
            self._others,
            stage_id=session.stage_id,
            learner_key=session.learner_key,
            kind=kind,
            limit=limit,
        )
        found = []
        for (key,) in rows:
            if key == state.key:
                continue
            for one in self.before(key, 2**62, 1, ""):
                found.append(
                    LastOf(
                        one.scene_id,
                        one.action_index,
                        one.sub_anchor,
                        one.created_at,
                        one.payload_text,
                    )
                )
        return found

    def quizzes_of(self, state: SessionState, limit: int) -> list[LastOf]:
        return self.newest_of(state, QUIZ_ATTEMPT, limit)

    def _leniently(self, read: Callable[[], Answer]) -> Answer:
        try:
            return read()
        except CorruptRow:  # one text that is not UTF-8 must not hide the others
            with self._database.lenient_text():
                return read()


def _size(entries: list[Entry]) -> int:
    """Characters of payload; a damaged row can hold anything."""
    try:
        return sum([len(entry.payload_text) for entry in entries])
    except TypeError:
        return len(entries)
