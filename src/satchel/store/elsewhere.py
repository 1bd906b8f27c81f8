"""Whether a session is safe elsewhere: confirmed by the server this profile talks to, or in a bundle as it is now.

By the bookkeeping alone. Whoever takes the last copy away asks the server once more.
"""

from __future__ import annotations

from sqlalchemy import and_, bindparam, select

from satchel.domain import satchel_object
from satchel.domain.errors import SatchelError
from satchel.domain.json_value import decode
from satchel.domain.runtime import JsonObject
from satchel.store.database import SqliteDatabase
from satchel.store.exported import Exports
from satchel.store.rows import SessionState
from satchel.store.tables import (
    RecordRow,
    RemoteRecordRow,
    RemoteRow,
    RemoteSessionRow,
    table,
)

R = table(RecordRow).c
M = table(RemoteRow).c
MS = table(RemoteSessionRow).c
MR = table(RemoteRecordRow).c


class Elsewhere:
    """`remote` is the key of the current remote; None where this profile talks to no server."""

    def __init__(self, database: SqliteDatabase, remote: int | None) -> None:
        self._database = database
        self._remote = remote
        self._exports = Exports(database)
        prepare = database.prepare
        self._known = prepare(
            select(MS.status, MS.satchel, M.server_id)
            .join_from(table(RemoteSessionRow), table(RemoteRow), MS.remote_key == M.key)
            .where(
                MS.remote_key == bindparam("remote"),
                MS.session_key == bindparam("of"),
                MS.known == 1,
                MS.parked.is_(None),
            )
        )
        confirmed = and_(MR.record_key == R.key, MR.remote_key == bindparam("remote"))
        self._unconfirmed = prepare(
            select(R.key)
            .join_from(table(RecordRow), table(RemoteRecordRow), confirmed, isouter=True)
            .where(R.session_key == bindparam("of"), MR.remote_seq.is_(None))
            .limit(1)
        )

    @property
    def has_server(self) -> bool:
        return self._remote is not None

    def is_safe(self, state: SessionState) -> bool:
        """Whether everything of it could be had again."""
        return self.on_server(state) or self.in_bundle(state)

    def in_bundle(self, state: SessionState) -> bool:
        """Whether a bundle that was written here holds all of it."""
        return not state.stub and self._exports.is_current(state)

    def on_server(self, state: SessionState) -> bool:
        """Whether the current remote has confirmed every record, the status and what is known beside them."""
        if self._remote is None or state.detached:
            return False
        with self._database.lenient_text():
            found = self._database.run(self._known, remote=self._remote, of=state.key)
        if not found:
            return False
        status, satchel, server_id = found[0]
        return (
            status == state.session.status
            and _holds_fields(state.satchel, satchel, carries=server_id is not None)
            and not self._database.run(self._unconfirmed, remote=self._remote, of=state.key)
        )


def _holds_fields(here: JsonObject, there: str | None, *, carries: bool) -> bool:
    """Whether nothing is known here alone. Servers that carry no `satchel` object never hold facts."""
    if not carries:
        return not satchel_object.value_of(here, "facts")
    try:
        held = None if there is None else satchel_object.check(decode(there))
    except SatchelError:
        return False
    return held is not None and satchel_object.merged(held, here) == held
