"""Who may write to a session, and what a writer without a lease may do.

The last claim wins. A token fences: whoever lost it cannot write, whether it has noticed or not. Windows
are probed only under the announcement's lock.
"""

from __future__ import annotations

from dataclasses import replace

from satchel.domain import lease as rule
from satchel.domain.contracts import Clock, NewId, SessionSummary
from satchel.domain.errors import LeaseHeld, SessionTrashed
from satchel.domain.lease import Alive, Holder, Lease
from satchel.domain.runtime import UNSET, ExpectedSeq, JsonObject, RuntimeRecord
from satchel.domain.timestamps import from_datetime
from satchel.leases.announcement import Announcement, Identity
from satchel.leases.book import LeaseBook
from satchel.store.local_sessions import LocalSessions
from satchel.store.runtime_store import SqlRuntimeStore


class Claims:
    """`alive` tells whether a window still lives; `host` and `pid` are only shown to people."""

    def __init__(
        self,
        book: LeaseBook,
        announcement: Announcement,
        store: SqlRuntimeStore,
        sessions: LocalSessions,
        *,
        clock: Clock,
        new_id: NewId,
        alive: Alive,
        host: str,
        pid: int,
    ) -> None:
        self._book = book
        self._announcement = announcement
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._new_id = new_id
        self._alive = alive
        self._host = host
        self._pid = pid
        self._seen: tuple[Identity, dict[str, tuple[str, int]]] | None = None

    def claim(self, session_id: str, window: str, *, take_over: bool = True) -> Lease:
        """Gives the session to `window`; the lease's token fences its appends from now on.

        Raises `LeaseHeld` (saying who) if another living window has it and `take_over` is false,
        `SessionNotFound`, `SessionTrashed`, `ReadOnlySession` for others' work.
        """
        with self._book.changing():
            state = self._sessions.own_state(session_id)
            if state.trashed_at is not None:
                raise SessionTrashed(session_id)
            lease = rule.claim(
                self._book.of(session_id),
                state.lease_epoch,
                Holder(window, self._host, self._pid),
                session_id=session_id,
                token=self._new_id(),
                at=from_datetime(self._clock()),
                alive=self._alive,
                take_over=take_over,
            )
            self._book.put(lease)
        return lease

    def release(self, lease: Lease) -> None:
        """Lets go of the session if the lease is still the valid one; idempotent."""
        with self._book.changing():
            self._book.clear(lease.session_id, lease.token)

    def holds(self, lease: Lease) -> bool:
        """Whether the lease is the session's at this moment, by the database."""
        return self._book.is_current(lease.session_id, lease.token)

    def moved(self, lease: Lease) -> Lease | None:
        """The lease where the work it was for went on as another session; None where it did not."""
        session_id = self._book.session_of(lease.token)
        if session_id is None or session_id == lease.session_id:
            return None
        return replace(lease, session_id=session_id)

    def is_valid(self, lease: Lease) -> bool:
        """A quick answer for the interface, by the announcement: one `stat` where nothing has changed.

        Only the fence of an append decides. Where there is no announcement, the database is asked.
        """
        identity = self._announcement.identity()
        seen = self._seen
        if identity is None:
            return self.holds(lease)
        if seen is None or seen[0] != identity:
            seen = self._seen = identity, self._announcement.hints()
        token, epoch = seen[1].get(lease.session_id, ("", 0))
        if token == lease.token:
            return True
        # Of a later claim the file can only know from the database. But it may be behind, or say nothing.
        return epoch <= lease.epoch and self.holds(lease)

    def recover(self) -> list[Lease]:
        """At start: forgets the leases of dead windows, and answers which they were."""
        if all(alive for _, alive in self.leases()):
            self._book.announce()
            return []
        with self._book.changing():
            forgotten = rule.forgotten(self._book.all(), self._alive)
            for lease in forgotten:
                self._book.clear(lease.session_id, lease.token)
        self._book.announce()  # whatever the file says, from now on it is right
        return forgotten

    def leases(self) -> list[tuple[Lease, bool]]:
        """Every lease there is, and whether its window lives."""
        with self._announcement.locked():
            return [(lease, self._alive(lease.holder.window)) for lease in self._book.all()]

    def announced(self) -> bool:
        """Whether the announcement says what the database says at this moment."""
        with self._announcement.locked():
            return self._announcement.read() == {one.session_id: one for one in self._book.all()}

    def announce(self) -> bool:
        """Repairs the announcement; answers whether it is right now."""
        return self._book.announce()

    def end(self, session_id: str, *, take_over: bool) -> Lease | None:
        """Ends whatever lease the session has; answers it. Raises `LeaseHeld` for a living one, unless `take_over`."""
        with self._book.changing():
            self._store.state(session_id)
            present = self._book.of(session_id)
            if present is not None:
                self._refuse_living(present, take_over=take_over)
                self._book.clear(session_id, present.token)
        return present

    # --- writing without holding -------------------------------------------------------------------

    def set_status(
        self, session_id: str, status: str, *, lease: Lease | None = None
    ) -> SessionSummary:
        """Changes the status for the holder of `lease`, or for anyone where no living window holds it.

        Raises `LeaseHeld`, `ReadOnlySession` for others' work, `ValidationFailed`.
        """
        with self._book.changing():
            self._sessions.own_state(session_id)
            present = self._book.of(session_id)
            if present is not None and (lease is None or present.token != lease.token):
                self._refuse_living(present, take_over=False)
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
        with self._book.changing():
            self._sessions.own_state(session_id)
            present = self._book.of(session_id)
            if present is not None:
                self._refuse_living(present, take_over=take_over)
                self._book.clear(session_id, present.token)
            return self._store.append_record(
                session_id, document, expected_last_seq=expected_last_seq
            )

    def _refuse_living(self, present: Lease, *, take_over: bool) -> None:
        if not take_over and rule.is_held_against(present, None, self._alive):
            raise LeaseHeld(present.session_id, holder=present.to_document())
