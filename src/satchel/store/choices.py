"""What people chose that sync must know: brought back, opened though it is not here, deleted for good.

Everything here happens inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, cast

from satchel.domain.json_value import JsonValue, decode, encode
from satchel.domain.runtime import JsonObject
from satchel.store.database import SqliteDatabase
from satchel.store.rows import SessionState, satchel_columns
from satchel.store.sync_statements import SyncStatements

SPENT: Final = 0
"""No server is told of this deletion."""
OWED: Final = 1
"""A user deleted it: servers that have it are told."""
RESTS: Final = 2
"""It went by time: no server is told, and the same session is not pulled again."""


@dataclass(frozen=True, slots=True)
class Marks:
    """`former_id` is set in the trash where the id has a new owner; the row then bears a fresh one."""

    revive: bool = False
    wanted: bool = False
    former_id: str | None = None


class Choices:
    def __init__(self, database: SqliteDatabase, statements: SyncStatements | None = None) -> None:
        self._database = database
        self._sql = statements or SyncStatements(database)

    # --- marks -------------------------------------------------------------------------------------

    def marks(self, session_key: int) -> Marks:
        rows = self._database.run(self._sql.marks, of=session_key)
        return Marks(bool(rows[0][0]), bool(rows[0][1]), rows[0][2]) if rows else Marks()

    def mark(self, session_key: int, marks: Marks) -> None:
        if marks == Marks():
            self._database.run(self._sql.unmark, of=session_key)
            return
        self._database.run(
            self._sql.mark,
            of=session_key,
            revive=int(marks.revive),
            wanted=int(marks.wanted),
            former_id=marks.former_id,
        )

    def want(self, session_key: int) -> None:
        """A session that is not here was opened, or filled from elsewhere: it is pulled before it is pushed."""
        self.mark(session_key, replace(self.marks(session_key), wanted=True))

    def revive(self, session_key: int) -> None:
        """Someone chose it: where it was deleted there, it is created again."""
        self.mark(session_key, replace(self.marks(session_key), revive=True))

    def trashed(self, session_key: int) -> None:
        marks = self.marks(session_key)
        if marks.revive or marks.wanted:
            self.mark(session_key, replace(marks, revive=False, wanted=False))

    def former_ids(self) -> dict[str, str]:
        """Of sessions in the trash whose id has a new owner: by the id of their row."""
        return dict(self._database.run(self._sql.former_ids))

    # --- coming in ---------------------------------------------------------------------------------

    def filled(self, session_key: int) -> None:
        """Records came for a session that had given them up: what servers confirmed of them still holds."""
        self._database.run(self._sql.confirm_stub, of=session_key)
        self.want(session_key)

    def arrived(self, session_key: int, session_id: str, *, chosen: bool) -> None:
        """A session came in under an id that may be one deleted here: nobody is told of that any more.

        What it had then may have been sent once, and is remembered as that.
        """
        self._database.run(self._sql.once_confirmed, of=session_key, id=session_id)
        self.forget_deletion(session_id)
        if chosen:
            self.revive(session_key)

    # --- deletions ---------------------------------------------------------------------------------

    def forget_deletion(self, session_id: str) -> None:
        self._database.run(self._sql.unbury, id=session_id)
        self._database.run(self._sql.forget_told, id=session_id)

    def bury(self, state: SessionState, session_id: str, owed: int, at: str) -> None:
        """Remembers a session that is about to be deleted for good, with every record it ever had.

        `session_id` is its wire id. One that is owed already stays as it is where this one is not: an older
        copy adds nothing to it, nor may its records be deleted anywhere on the strength of it.
        """
        if owed != OWED and self._database.run(self._sql.still_owed, id=session_id):
            return
        known = {row[0] for row in self._database.run(self._sql.record_ids, of=state.key)}
        for record_ids, _ in self._database.run(self._sql.buried, id=session_id):
            known |= set(cast("list[str]", decode(record_ids)))
        self._bury(state, session_id, known, owed, at)
        self._database.run(self._sql.remember_stamps, of=state.key, id=session_id)

    def note_lost(self, state: SessionState, at: str) -> None:
        """A session whose records are not here is gone there, too."""
        self._bury(state, state.session.id, (), SPENT, at)

    def _bury(
        self, state: SessionState, session_id: str, known: Iterable[str], owed: int, at: str
    ) -> None:
        ids: list[JsonValue] = [*sorted(known)]
        self._database.run(
            self._sql.bury,
            id=session_id,
            at=at,
            stage_id=state.session.stage_id,
            learner_key=state.session.learner_key,
            lineage_root=satchel_columns(state.satchel, session_id)["lineage_root"],
            record_ids=encode(ids),
            owed=owed,
        )
        self._database.run(self._sql.forget_told, id=session_id)


def satchel_of(text: str | None) -> JsonObject | None:
    """A stored `satchel` object; None where there is none."""
    found = None if text is None else decode(text)
    return found if isinstance(found, dict) else None
