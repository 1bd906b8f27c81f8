"""Who may write to a session: the lease in the database, and what a writer without one may do.

The last claim wins. A token fences: whoever lost it cannot write, whether it has noticed or not.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable

from sqlalchemy import bindparam, select, update

from satchel.domain.contracts import Clock, NewId, SessionSummary
from satchel.domain.errors import LeaseHeld, SessionTrashed
from satchel.domain.runtime import UNSET, ExpectedSeq, JsonObject, RuntimeRecord
from satchel.domain.timestamps import from_datetime
from satchel.store.database import SqliteDatabase
from satchel.store.local_sessions import LocalSessions
from satchel.store.local_statements import NO_LEASE
from satchel.store.rows import SessionState
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.tables import SessionRow, table

S = table(SessionRow).c


class Claims:
    """`alive` tells whether a window still lives: a dead holder never stands in anyone's way."""

    def __init__(
        self,
        database: SqliteDatabase,
        store: SqlRuntimeStore,
        sessions: LocalSessions,
        *,
        clock: Clock,
        new_id: NewId,
        alive: Callable[[str], bool],
    ) -> None:
        self._database = database
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._new_id = new_id
        self._alive = alive
        prepare = database.prepare
        by_key = update(table(SessionRow)).where(S.key == bindparam("of"))
        ours = S.lease_token == bindparam("token")
        self._claim = prepare(
            by_key.values(
                lease_token=bindparam("token"),
                lease_window=bindparam("window"),
                lease_epoch=S.lease_epoch + 1,
                lease_host=bindparam("host"),
                lease_pid=bindparam("pid"),
                lease_claimed_at=bindparam("at"),
            )
        )
        self._let_go = prepare(by_key.where(ours).values(**NO_LEASE))
        self._release = prepare(
            update(table(SessionRow)).where(S.id == bindparam("id"), ours).values(**NO_LEASE)
        )
        self._token_of = prepare(
            select(S.lease_token).where(S.id == bindparam("id"), S.hidden == 0)
        )

    def claim(self, session_id: str, window: str, *, take_over: bool = True) -> str:
        """Gives the session to `window`, whoever had it; answers the token that fences its appends.

        Raises `SessionNotFound`, `SessionTrashed`, `ReadOnlySession` for others' work, and without
        `take_over` `LeaseHeld` if another living window has it.
        """
        token = self._new_id()
        with self._database.transaction():
            state = self._sessions.own_state(session_id)
            if state.trashed_at is not None:
                raise SessionTrashed(session_id)
            if not take_over and state.lease_window != window and self._held(state):
                raise LeaseHeld(session_id)
            self._database.run(
                self._claim,
                of=state.key,
                token=token,
                window=window,
                host=socket.gethostname(),
                pid=os.getpid(),
                at=from_datetime(self._clock()),
            )
        return token

    def release(self, session_id: str, token: str) -> None:
        """Lets go of the session if `token` is still its own; idempotent."""
        with self._database.transaction():
            self._database.run(self._release, id=session_id, token=token)

    def holds(self, session_id: str, token: str) -> bool:
        """Whether `token` is the session's lease at this moment."""
        return self._database.run(self._token_of, id=session_id) == [(token,)]

    def set_status(
        self, session_id: str, status: str, *, token: str | None = None
    ) -> SessionSummary:
        """Changes the status for the holder of `token`, or for anyone where no living window holds it.

        Raises `LeaseHeld`, `ReadOnlySession` for others' work, `ValidationFailed`.
        """
        with self._database.transaction():
            state = self._sessions.own_state(session_id)
            if state.lease_token != token and self._held(state):
                raise LeaseHeld(session_id)
            self._store.set_status(session_id, status, from_datetime(self._clock()))
        return self._sessions.summary(session_id)

    def append_unheld(
        self,
        session_id: str,
        document: JsonObject,
        *,
        expected_last_seq: ExpectedSeq = UNSET,
        take_over: bool = False,
    ) -> RuntimeRecord:
        """Appends without holding the session, as the command line does.

        Raises `LeaseHeld` if a living window holds it, unless `take_over`, which ends that window's lease;
        `ReadOnlySession` for others' work; and what `RuntimeStore.append_record` raises.
        """
        with self._database.transaction():
            state = self._sessions.own_state(session_id)
            if state.lease_token is not None:
                if not take_over and self._held(state):
                    raise LeaseHeld(session_id)
                self._database.run(self._let_go, of=state.key, token=state.lease_token)
            return self._store.append_record(
                session_id, document, expected_last_seq=expected_last_seq
            )

    def _held(self, state: SessionState) -> bool:
        return state.lease_window is not None and self._alive(state.lease_window)
