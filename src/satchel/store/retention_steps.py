"""Removing much without anybody having to wait: small transactions with a pause in between.

Each thing goes whole, with its line in the journal, or stays. A large session is first taken out of sight and
then apart in steps; what a kill leaves of that, the next run takes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from satchel.domain.contracts import Clock, Damage, NewId
from satchel.domain.retention import EMPTY, EXPIRED, Removal
from satchel.giving_way import give_way
from satchel.store import local_sessions
from satchel.store.database import SqliteDatabase
from satchel.store.journal import Journal
from satchel.store.local_sessions import LocalSessions
from satchel.store.retention_rules import Leave, Rule
from satchel.store.retention_statements import RetentionStatements
from satchel.store.rows import SessionState, read_session
from satchel.store.staging import STEP, Staging

SESSIONS: Final = 100
"""Sessions a transaction."""
_STEP_SECONDS: Final = 0.005
"""A slow laptop does less in a transaction; nobody shall notice to wait."""
_PAUSE_SECONDS: Final = 0.002
_IN_A_ROW: Final = 8
"""Sessions of a transaction before somebody else has a turn at the interpreter."""
_PAGES: Final = 32
_MOST_PAGES: Final = 1_000
_SPARE_PAGES: Final = 256
"""Free pages that are left in the file: new work takes them."""
_SHORT_LOG: Final = "PRAGMA wal_autocheckpoint = 64"


@dataclass(frozen=True, slots=True)
class Due:
    """A session that is to go: as it was when it was judged, what was found, and what it takes."""

    state: SessionState
    leave: Leave
    verdict: Removal
    records: int
    size: int


class Steps:
    """Uses a connection of its own, never the one a window writes with."""

    def __init__(
        self,
        database: SqliteDatabase,
        sql: RetentionStatements,
        sessions: LocalSessions,
        staging: Staging,
        *,
        clock: Clock,
        new_id: NewId,
        lease_ended: Callable[[], object],
        alive: Callable[[str], bool],
        pause: Callable[[float], None] = time.sleep,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._sql = sql
        self._sessions = sessions
        self._staging = staging
        self._journal = Journal(database, clock)
        self._new_id = new_id
        self._lease_ended = lease_ended
        self._alive = alive
        self._pause = pause
        self._timer = timer

    def finish_what_was_begun(self) -> None:
        """Takes apart what a killed run has taken out of sight."""
        self._staging.sweep(self._alive)

    def keep_log_short(self) -> None:
        """For a disk with little room: what is removed is written to the log first, which could fill it."""
        self._database.script(_SHORT_LOG)

    def rest(self) -> None:
        """Lets others have a turn: at the database, and at the interpreter."""
        self._pause(_PAUSE_SECONDS)

    def measured(self, state: SessionState, leave: Leave, verdict: Removal) -> Due:
        records, size = self._database.run(self._sql.size, of=state.key)[0]
        return Due(state, leave, verdict, int(records), int(size))

    def remove(self, rule: Rule, due: Sequence[Due]) -> Iterator[list[Removal]]:
        """In steps; each item is what one of them removed. What changed meanwhile is judged anew."""
        waiting = list(reversed(due))
        while waiting:
            removed: list[Removal] = []
            hidden: list[str] = []
            leases = False
            with self._database.transaction():
                for one in self._step(waiting):
                    leases |= one.state.lease_token is not None
                    if (gone := self._one(rule, one, hidden)) is not None:
                        removed.append(gone)
                self._journal.note(removed)
            if leases:
                self._lease_ended()
            yield removed
            for hidden_id in hidden:
                self._staging.discard(hidden_id)
            self.rest()

    def _step(self, waiting: list[Due]) -> Iterator[Due]:
        """Takes from the end what one transaction can do while somebody waits for it; at least one."""
        began = self._timer()
        records = 0
        for at in range(SESSIONS):
            if at % _IN_A_ROW == _IN_A_ROW - 1:
                give_way(self._pause)
            one = waiting.pop()
            yield one
            records += one.records
            if not waiting or records + waiting[-1].records > STEP:
                return
            if self._timer() - began > _STEP_SECONDS:
                return

    def _one(self, rule: Rule, due: Due, hidden: list[str]) -> Removal | None:
        state = self._now(due)
        verdict = None if state is None else rule(state, due.leave)
        if state is None or not isinstance(verdict, Removal):
            return None
        if verdict.what == EXPIRED:
            self._sessions.put_in_trash(state, local_sessions.EXPIRED)
        else:
            if verdict.what != EMPTY:
                self._sessions.remember_deleted(state)
            self._delete(state.key, due.records, hidden)
        return replace(verdict, size=due.size)

    def _now(self, due: Due) -> SessionState | None:
        """The session as it is at this moment; None where it changed since it was judged, or is gone."""
        with self._database.lenient_text():
            rows = self._database.run(self._sql.of_key, of=due.state.key)
        state = read_session(rows[0]) if rows else None
        if state is None or isinstance(state, Damage):
            return None
        same = (state.session.id, state.next_seq, state.history_rev) == (
            due.state.session.id,
            due.state.next_seq,
            due.state.history_rev,
        )
        return state if same else None

    def _delete(self, of: int, records: int, hidden: list[str]) -> None:
        if records > STEP:
            hidden.append(self._new_id())
            self._database.run(self._sql.hide, of=of, hidden_id=hidden[-1])
            return
        self._database.run(self._sql.drop_records, of=of)
        self._database.run(self._sql.drop_session, of=of)

    # --- what is no session ------------------------------------------------------------------------

    def drop_draft(self, of: int, window: str, removal: Removal, *, before: str, now: str) -> bool:
        """Whether it is gone now: one that was typed on in meanwhile stays, or that is the last one left."""
        with self._database.transaction():
            gone = self._database.count(
                self._sql.drop_draft, of=of, window=window, before=before, now=now
            )
            if gone:
                self._journal.note([removal])
        self.rest()
        return bool(gone)

    def note(self, removed: Sequence[Removal]) -> list[int]:
        """Lines of the journal for what lies outside of the database; answers their keys."""
        if not removed:
            return []
        with self._database.transaction():
            return self._journal.note(removed)

    def take_back(self, lines: Sequence[int]) -> None:
        """Lines of the journal, for what did not go after all."""
        with self._database.transaction():
            self._journal.take_back(lines)

    def old_lines(self, before: str) -> int:
        return self._journal.older(before)

    def drop_lines(self, before: str) -> int:
        """Removes lines of the journal that are older; answers how many went, at most one step of them."""
        with self._database.transaction():
            gone = self._journal.drop_older(before, STEP)
        self.rest()
        return gone

    def size(self) -> int:
        """Of the database, in bytes."""
        return self._pragma("page_count") * self._pragma("page_size")

    def give_back(self, stop: Callable[[], bool]) -> None:
        """Makes the file smaller, in steps."""
        left, pages = self._pragma("freelist_count"), _PAGES
        while left > _SPARE_PAGES and not stop():
            began = self._timer()
            now = self._database.give_back(min(pages, left - _SPARE_PAGES))
            if now >= left:  # a database that was made without the room for it
                break
            quick = self._timer() - began < _STEP_SECONDS / 2
            left, pages = now, min(2 * pages, _MOST_PAGES) if quick else max(pages // 2, _PAGES)
            self.rest()

    def _pragma(self, name: str) -> int:
        return int(self._database.script(f"PRAGMA {name}")[0][0])
