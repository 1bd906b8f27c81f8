"""Sessions on their way in: in small steps under a hidden name, shown in one last step, or not at all.

Between steps others may write. A kill leaves a hidden session, which the next start sweeps; whose import it
is says its `lease_window`, so that nobody sweeps what is still arriving.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import BindParameter, bindparam, delete, insert, select, update

from satchel.domain.errors import RecordIdConflict, SessionNotFound
from satchel.domain.runtime import JsonObject, NewRecord, RuntimeSession
from satchel.domain.timestamps import latest, sort_key
from satchel.store.choices import Choices
from satchel.store.database import SqliteDatabase
from satchel.store.faults import ConstraintBroken
from satchel.store.rows import SessionState, satchel_columns
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.tables import RecordRow, SessionRow, table

STEP: Final = 2_000
"""Records a transaction: some 20 ms, in which a person who types does not notice to wait."""

_STEP_SIZE: Final = 4 * 1024 * 1024
_PAUSE_SECONDS: Final = 0.002
_CHECKPOINT_STEPS: Final = 20
_QUICK: Final = "PRAGMA synchronous = NORMAL"
_SURE: Final = "PRAGMA synchronous = FULL"
"""Only the last step of a session must be on the disk when it is done; the log keeps their order anyhow."""

S = table(SessionRow).c
R = table(RecordRow).c
_INSERTED: Final = (
    R.session_key,
    R.seq,
    R.id,
    R.scene_id,
    R.action_index,
    R.sub_anchor,
    R.created_at,
    R.payload,
    R.envelope,
)
"""In the order in which `Staging.add` gives them, which is the table's."""


class Moved(Exception):
    """What is here of a lineage has changed since it was looked at: look again."""


@dataclass(slots=True)
class Hidden:
    """A session under way: its hidden id, and what has arrived so far."""

    id: str
    key: int
    count: int = 0
    newest: str = ""
    waiting: list[tuple[Any, ...]] = field(default_factory=list)
    """Rows of the step that is not yet full."""
    size: int = 0
    """Characters of payload in them."""


class Staging:
    """Uses a connection of its own, never the one windows write with. `owner` is a living lock's id."""

    def __init__(
        self,
        database: SqliteDatabase,
        store: SqlRuntimeStore,
        *,
        owner: str,
        pause: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._database = database
        self._store = store
        self._owner = owner
        self._pause = pause
        self._steps = 0
        self._ended = 0.0
        self._sql = _Statements(database)
        self._choices = Choices(database)

    def begin(self, session: RuntimeSession, hidden_id: str) -> Hidden:
        """`session` as it will be shown; its id is given at the end."""
        self._database.script(_QUICK)
        with self._database.transaction():
            key = self._store.insert_hidden(session, hidden_id, self._owner)
        return Hidden(hidden_id, key, newest=session.created_at)

    def add(self, hidden: Hidden, records: Sequence[NewRecord]) -> bool:
        """Takes in a few; whether that completed a step. Raises `RecordIdConflict` if an id is there twice.

        They are kept as rows until there are enough: what holds many documents keeps the cyclic collector busy.
        """
        hidden.waiting += [
            (
                hidden.key,
                seq,
                record.id,
                record.scene_id,
                record.action_index,
                record.sub_anchor,
                record.created_at,
                record.payload_text,
                record.envelope_text,
            )
            for seq, record in enumerate(records, hidden.count)
        ]
        hidden.count += len(records)
        hidden.newest = latest_of([hidden.newest, *[record.created_at for record in records]])
        hidden.size += sum(len(record.payload_text) for record in records)
        if len(hidden.waiting) < STEP and hidden.size < _STEP_SIZE:
            return False
        self._step(hidden)
        return True

    def flush(self, hidden: Hidden) -> None:
        """Puts down what is still kept. Raises `RecordIdConflict` if an id is there twice."""
        while hidden.waiting:
            self._step(hidden)

    def _step(self, hidden: Hidden) -> None:
        self._let_in()
        try:
            with self._database.transaction():
                self._database.run_rows(self._sql.insert, hidden.waiting[:STEP])
        except ConstraintBroken:
            raise self._conflicting(hidden) from None
        del hidden.waiting[:STEP]
        hidden.size = 0
        self._end_step()

    def reveal(
        self, hidden: Hidden, session_id: str, satchel: JsonObject, *, chosen: bool = False
    ) -> None:
        """Shows it under its id, which from then on nobody remembers as deleted.

        Where somebody has `chosen` to bring it in, servers that remember it as deleted are told so. Raises
        `Moved` if somebody took the id meanwhile.
        """
        try:
            with self._database.transaction():
                self._choices.arrived(hidden.key, session_id, chosen=chosen)
                self._database.run(
                    self._sql.reveal,
                    of=hidden.id,
                    id=session_id,
                    count=hidden.count,
                    newest=hidden.newest,
                    newest_instant=sort_key(hidden.newest),
                    **satchel_columns(satchel, session_id),
                )
        except ConstraintBroken:
            raise Moved from None

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is done in it comes about at once, or not at all, and outlives a power cut."""
        self._database.script(_SURE)
        with self._database.transaction():
            yield

    def check(self, session_id: str, root: str, seen: Sequence[SessionState]) -> None:
        """Raises `Moved` unless the same sessions are here of a lineage as were seen. They may have grown."""
        if _marks(self._store.family(session_id, root)) != _marks(seen):
            raise Moved

    def append_to(self, hidden: Hidden, here: SessionState, *, chosen: bool = False) -> None:
        """Puts what arrived behind the records of `here`. Raises `Moved`."""
        with self._database.transaction():
            source, target = self._keys(hidden, here)
            self._database.run(
                self._sql.move_behind, source=source, target=target, behind=here.next_seq
            )
            self._finish(hidden, here, here.next_seq + hidden.count, chosen)

    def renumber(self, hidden: Hidden, here: SessionState, *, chosen: bool = False) -> None:
        """Gives `here` the whole arriving order: its own records keep keys and content. Raises `Moved`.

        Records move through negative numbers, so that no two ever share one.
        """
        with self._database.transaction():
            source, target = self._keys(hidden, here)
            self._database.run(self._sql.park, target=target)
            self._database.run(self._sql.take_numbers, source=source, target=target)
            self._database.run(self._sql.drop_known, source=source, target=target)
            self._database.run(self._sql.move, source=source, target=target)
            self._finish(hidden, here, hidden.count, chosen)

    def discard(self, hidden_id: str) -> None:
        """Takes back what arrived, in steps too."""
        while True:
            self._let_in()
            with self._database.transaction():
                gone = self._database.count(self._sql.drop_step, id=hidden_id, step=STEP)
            if gone < STEP:
                break
            self._end_step()
        with self._database.transaction():
            self._database.run(self._sql.drop_session, id=hidden_id)
        self._database.script(_SURE)

    def sweep(self, alive: Callable[[str], bool]) -> int:
        """Takes back what killed imports left; answers how many sessions."""
        left = [
            id
            for id, owner in self._database.run(self._sql.hidden)
            if not isinstance(owner, str) or not alive(owner)
        ]
        for hidden_id in left:
            self.discard(hidden_id)
        return len(left)

    def _conflicting(self, hidden: Hidden) -> RecordIdConflict:
        seen: set[str] = set()
        for id in (row[2] for row in hidden.waiting):
            if id in seen or self._database.run(self._sql.present, of=hidden.key, id=id):
                break
            seen.add(id)
        return RecordIdConflict(hidden.id, id)

    def _keys(self, hidden: Hidden, here: SessionState) -> tuple[int, int]:
        try:
            now = self._store.state(here.session.id)
        except SessionNotFound:
            raise Moved from None
        if (now.next_seq, now.history_rev, now.trashed_at) != (
            here.next_seq,
            here.history_rev,
            here.trashed_at,
        ):
            raise Moved
        return hidden.key, now.key

    def _finish(self, hidden: Hidden, here: SessionState, count: int, chosen: bool) -> None:
        self._database.run(self._sql.drop_session, id=hidden.id)
        if here.stub:
            self._choices.filled(here.key)
        elif chosen:
            self._choices.revive(here.key)
        newest = latest_of([here.activity_at, hidden.newest])
        self._database.run(
            self._sql.extended,
            of=here.key,
            count=count,
            newest=newest,
            newest_instant=sort_key(newest),
        )

    def _end_step(self) -> None:
        """Keeps the log short between steps."""
        self._steps += 1
        if self._steps % _CHECKPOINT_STEPS == 0:
            self._database.script("PRAGMA wal_checkpoint(PASSIVE)")
        self._ended = self._clock()

    def _let_in(self) -> None:
        """Lets a waiting writer in: most of the time preparing a step takes long enough for that."""
        short = self._ended + _PAUSE_SECONDS - self._clock()
        if short > 0:
            self._pause(short)


def _marks(states: Sequence[SessionState]) -> set[tuple[int, int, str | None]]:
    return {(one.key, one.history_rev, one.trashed_at) for one in states}


def latest_of(times: Sequence[str]) -> str:
    return latest([time for time in times if time])


class _Statements:
    def __init__(self, database: SqliteDatabase) -> None:
        prepare = database.prepare
        sessions, records = table(SessionRow), table(RecordRow)
        newest: dict[str, BindParameter[str]] = {
            "activity_at": bindparam("newest"),
            "activity_instant": bindparam("newest_instant"),
        }
        self.hidden = prepare(select(S.id, S.lease_window).where(S.hidden == 1))
        self.insert = prepare(
            insert(records).values({column.name: bindparam(column.name) for column in _INSERTED})
        )
        self.present = prepare(
            select(R.key).where(R.session_key == bindparam("of"), R.id == bindparam("id"))
        )
        self.reveal = prepare(
            update(sessions)
            .where(S.id == bindparam("of"), S.hidden == 1)
            .values(
                id=bindparam("id"),
                hidden=0,
                lease_window=None,
                next_seq=bindparam("count"),
                read_count=bindparam("count"),
                satchel=bindparam("satchel"),
                title=bindparam("title"),
                pinned=bindparam("pinned"),
                expires_at=bindparam("expires_at"),
                lineage_root=bindparam("lineage_root"),
                **newest,
            )
        )
        source: BindParameter[int] = bindparam("source")
        target: BindParameter[int] = bindparam("target")
        self.move_behind = prepare(
            update(records)
            .where(R.session_key == source)
            .values(session_key=target, seq=R.seq + bindparam("behind"))
        )
        self.park = prepare(update(records).where(R.session_key == target).values(seq=-1 - R.seq))
        arriving = table(RecordRow).alias("arriving")
        there = (
            select(arriving.c.seq)
            .where(arriving.c.session_key == source, arriving.c.id == R.id)
            .scalar_subquery()
        )
        self.take_numbers = prepare(
            update(records).where(R.session_key == target).values(seq=there)
        )
        present = table(RecordRow).alias("present")
        known = (
            select(present.c.key)
            .where(present.c.session_key == target, present.c.id == R.id)
            .exists()
        )
        self.drop_known = prepare(delete(records).where(R.session_key == source, known))
        self.move = prepare(
            update(records).where(R.session_key == source).values(session_key=target)
        )
        self.extended = prepare(
            update(sessions)
            .where(S.key == bindparam("of"))
            .values(next_seq=bindparam("count"), history_rev=S.history_rev + 1, stub=0, **newest)
        )
        step = (
            select(R.key)
            .join_from(records, sessions, R.session_key == S.key)
            .where(S.id == bindparam("id"), S.hidden == 1)
            .limit(bindparam("step"))
        )
        self.drop_step = prepare(delete(records).where(R.key.in_(step)))
        self.drop_session = prepare(delete(sessions).where(S.id == bindparam("id"), S.hidden == 1))
