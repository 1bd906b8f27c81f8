"""What one window has open. Every write a person makes in it goes through here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING

import filelock

from satchel.domain.contracts import (
    LEASE_LOST,
    LEASE_UNAVAILABLE,
    READ_ONLY_EXPIRED,
    READ_ONLY_FREE,
    READ_ONLY_HELD,
    READ_ONLY_NEWER,
    READ_ONLY_OTHERS,
    READ_ONLY_STATUS,
    READ_ONLY_STORE,
    READ_ONLY_STUB,
    READ_ONLY_TRASHED,
    READ_ONLY_UNKNOWN,
    SESSION_DELETED,
    Clock,
    Followed,
    HeldElsewhere,
    Learner,
    Listing,
    NewId,
    OpenedSession,
    SessionSummary,
)
from satchel.domain.errors import (
    CorruptRow,
    LeaseHeld,
    ReadOnlySession,
    SessionNotFound,
    StoreUnavailable,
    UnreadableInput,
)
from satchel.domain.expiry import is_over
from satchel.domain.facts import Fact, FactChange
from satchel.domain.lease import Lease
from satchel.domain.packs import AUTO, Pack
from satchel.domain.panes import WorkspacePanes, parse_workspace_href, workspace_href
from satchel.domain.runtime import ACTIVE, JsonObject, RuntimeRecord, is_newer
from satchel.domain.timestamps import from_datetime
from satchel.leases.announcement import Announcement
from satchel.leases.claims import Claims
from satchel.leases.liveness import WindowLocks
from satchel.store.local_sessions import LocalSessions
from satchel.store.marks import Marks
from satchel.store.runtime_store import SqlRuntimeStore

if TYPE_CHECKING:
    from satchel.context.packing import Packing

_NOT_HERE = (None, READ_ONLY_HELD, READ_ONLY_FREE, READ_ONLY_UNKNOWN)
"""What a window shows of a session it could write to, but for other windows."""


class WindowWorkspace:
    """One window's view of its profile; `domain.contracts.Workspace` tells what each call promises.

    The window holds at most one session: opening another lets go of the first.
    """

    def __init__(
        self,
        window: str,
        learner: Learner,
        store: SqlRuntimeStore,
        sessions: LocalSessions,
        marks: Marks,
        claims: Claims,
        announcement: Announcement,
        locks: WindowLocks,
        *,
        read_only: bool,
        clock: Clock,
        new_id: NewId,
        packing: Callable[[], Packing],
    ) -> None:
        self.window = window
        self.learner = learner
        self._store = store
        self._sessions = sessions
        self._marks = marks
        self._claims = claims
        self._announcement = announcement
        self._locks = locks
        self._read_only = read_only
        self._clock = clock
        self._new_id = new_id
        self._make_packing = packing
        # Locked before its id enters the database: a living window never looks dead.
        self._lock: filelock.BaseFileLock | None = None if read_only else locks.hold(window)
        self._held: Lease | None = None

    # --- reading -----------------------------------------------------------------------------------

    def listing(self) -> Listing:
        shown, trashed = self._sessions.listing(), self._sessions.listing(trash=True)
        return Listing(shown.sessions + trashed.sessions, shown.damaged + trashed.damaged)

    def last_opened(self) -> str | None:
        return self._marks.last_opened()

    def revision(self) -> object:
        return self._sessions.revision()

    def records(self, session_id: str, before: int | None, limit: int) -> list[RuntimeRecord]:
        return self._store.list_records(session_id, before=before, limit=limit)

    def pack(self, session_id: str, budget: int, tier: str = AUTO) -> Pack:
        return self._packing.packer.pack(session_id, budget, tier)

    def facts(self, session_id: str) -> tuple[Fact, ...]:
        return self._packing.memory.facts(session_id)

    # --- opening and letting go --------------------------------------------------------------------

    def open(self, session_id: str, page: int, *, take_over: bool = True) -> OpenedSession:
        summary = self._sessions.summary(session_id)
        read_only = self._why_read_only(summary)
        if self._held is not None and self._held.session_id != session_id:
            self.close()
        draft = ""
        if not self._read_only:
            try:
                if read_only is None:
                    read_only, draft = self._claim(session_id, take_over=take_over)
                self._marks.note_opened(session_id)
            except StoreUnavailable:  # a full disk can still be read
                read_only = read_only or READ_ONLY_STORE
        records = self._store.list_records(session_id, limit=page)
        return OpenedSession(summary, records, read_only, draft, self._left(session_id, read_only))

    def held_elsewhere(self, session_id: str) -> HeldElsewhere | None:
        summary = self._sessions.summary(session_id)
        if self._why_read_only(summary) is not None or self._holds(session_id):
            return None
        lease = self._of_another(session_id)
        if lease is None:
            return None
        return HeldElsewhere(session_id, summary.title, lease.holder.host, lease.claimed_at)

    def follow(self, shown: OpenedSession, page: int) -> Followed:
        if (moved := self._moved(shown.summary.id)) is not None:
            self._held = moved
            return Followed(self.open(moved.session_id, page), anew=True)
        before = shown.summary
        summary = self._sessions.summary(before.id)
        read_only, draft = self._why_read_only(summary), ""
        if (
            read_only is None and shown.read_only == READ_ONLY_EXPIRED
        ):  # the lease lasts beyond that
            read_only, draft = self._claim(before.id, take_over=False)
        elif read_only is None and not self._holds(before.id):
            if shown.read_only not in _NOT_HERE:
                read_only, draft = self._claim(before.id, take_over=False)
            elif self._of_another(before.id) is None:
                read_only = READ_ONLY_FREE
            else:
                read_only = READ_ONLY_HELD
        came = summary.count - before.count
        anew = (
            summary.history_rev != before.history_rev
            or read_only != shown.read_only
            or not 0 <= came <= page
        )
        records = self._store.list_records(
            before.id, before=summary.count, limit=page if anew else came
        )
        left = self._left(before.id, read_only)
        return Followed(OpenedSession(summary, records, read_only, draft, left), anew)

    def _moved(self, session_id: str) -> Lease | None:
        """Where what this window writes in `session_id` went on: sync may have parted it from what is there now."""
        held = self._held
        if held is None or held.session_id != session_id or self._claims.holds(held):
            return None
        return self._claims.moved(held)

    @property
    def announcement(self) -> str:
        return "" if self._read_only else str(self._announcement.path)

    def seems_lost(self, session_id: str) -> bool:
        held = self._held
        if held is None or held.session_id != session_id:
            return False
        token, epoch = self._announcement.hints().get(session_id, ("", 0))
        return token != held.token and epoch > held.epoch

    def lost(self, session_id: str) -> str | None:
        held = self._held
        if held is None or held.session_id != session_id:
            return None
        try:
            if self._claims.holds(held) or self._claims.moved(held) is not None:
                return None  # where it moved, `follow` goes
            trashed_at = self._sessions.summary(session_id).trashed_at
            reason = LEASE_LOST if trashed_at is None else SESSION_DELETED
        except (SessionNotFound, CorruptRow):
            reason = SESSION_DELETED
        except StoreUnavailable:
            return self._lost_by_hint(held)  # it may be ours all the same, so it is not given up
        self._held = None
        return reason

    def close(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            # Where the disk refuses, the lease stays with this window, which gives it up when it closes.
            with suppress(StoreUnavailable):
                self._claims.release(held)

    def shut(self) -> None:
        """The window is gone: lets go of the session and stops being alive. Idempotent."""
        try:
            self.close()
        finally:
            if self._lock is not None:
                self._locks.let_go(self.window, self._lock)
                self._lock = None

    # --- writing -----------------------------------------------------------------------------------

    def new_session(self, *, kind: str, stage_id: str, title: str) -> SessionSummary:
        now = from_datetime(self._clock())
        return self._sessions.create(
            {
                "id": self._new_id(),
                "kind": kind,
                "stageId": stage_id,
                "learnerKey": self.learner.keys[0],
                "status": ACTIVE,
                "createdAt": now,
                "updatedAt": now,
            },
            title=title,
        )

    def append(self, session_id: str, payload: JsonObject) -> RuntimeRecord:
        document: JsonObject = {
            "id": self._new_id(),
            "sessionId": session_id,
            "createdAt": from_datetime(self._clock()),
            "payload": payload,
        }
        return self._store.append_record(
            session_id,
            document,
            lease_token=self._token(session_id),
            drop_draft_of=self.window,
        )

    def save_draft(self, session_id: str, text: str) -> None:
        if text:
            self._sessions.own_state(session_id)  # nobody drafts into another learner's work
        self._marks.save_draft(session_id, self.window, text)

    def settle_left(self, session_id: str, text: str) -> None:
        self._marks.settle_left(session_id, self.window, text)

    def mark_read(self, session_id: str, record_key: int) -> None:
        if not self._read_only:  # reading is not refused where it cannot be noted
            self._marks.mark_read(session_id, record_key)

    def set_status(self, session_id: str, status: str) -> SessionSummary:
        return self._claims.set_status(session_id, status, lease=self._held)

    def rename(self, session_id: str, title: str) -> SessionSummary:
        return self._sessions.rename(session_id, title)

    def pin(self, session_id: str, pinned: bool) -> SessionSummary:
        return self._sessions.pin(session_id, pinned)

    def extend(self, session_id: str, days: int | None) -> SessionSummary:
        return self._sessions.extend(session_id, None if days is None else timedelta(days=days))

    def trash(self, session_id: str) -> SessionSummary:
        summary = self._sessions.trash(session_id)
        if self._held is not None and self._held.session_id == session_id:
            self._held = None  # moving to the trash has ended the lease
        return summary

    def restore(self, session_id: str) -> SessionSummary:
        return self._sessions.restore(session_id)

    def change_facts(self, session_id: str, change: FactChange) -> tuple[Fact, ...]:
        return self._packing.memory.change(session_id, change)

    # --- what the window shows, for the next start -------------------------------------------------

    def note_panes(self, panes: WorkspacePanes | None) -> None:
        if not self._read_only:
            self._marks.note_panes(self.window, None if panes is None else workspace_href(panes))

    def take_panes(self) -> list[WorkspacePanes]:
        found = []
        for link in [] if self._read_only else self._marks.take_panes():
            with suppress(UnreadableInput):  # a damaged note is none
                found.append(parse_workspace_href(link))
        return found

    # --- parts -------------------------------------------------------------------------------------

    @cached_property
    def _packing(self) -> Packing:
        return self._make_packing()

    def _claim(self, session_id: str, *, take_over: bool) -> tuple[str | None, str]:
        """Holds the session from now on; answers why it may not, if so, and else what was typed and not sent."""
        if not self._holds(session_id):
            try:
                self._held = self._claims.claim(session_id, self.window, take_over=take_over)
            except LeaseHeld:
                return READ_ONLY_HELD, self._marks.draft(session_id, self.window)
        return None, self._marks.take_draft(session_id, self.window)

    def _of_another(self, session_id: str) -> Lease | None:
        """The lease of another window that lives."""
        for lease, alive in self._claims.leases():
            if lease.session_id == session_id and lease.holder.window != self.window and alive:
                return lease
        return None

    def _left(self, session_id: str, read_only: str | None) -> str:
        return self._marks.left_draft(session_id, self.window) if read_only is None else ""

    def _lost_by_hint(self, held: Lease) -> str | None:
        said = self._announcement.read()
        if said is None:
            return LEASE_UNAVAILABLE
        present = said.get(held.session_id)
        return None if present is not None and present.token == held.token else LEASE_LOST

    def _holds(self, session_id: str) -> bool:
        held = self._held
        return held is not None and held.session_id == session_id and self._claims.holds(held)

    def _token(self, session_id: str) -> str:
        if self._held is None or self._held.session_id != session_id:
            raise ReadOnlySession(
                "This session is not open for writing in this window. Open it first."
            )
        return self._held.token

    def _why_read_only(self, summary: SessionSummary) -> str | None:
        session = summary.session
        if self._read_only:
            return READ_ONLY_STORE
        if summary.trashed_at is not None:
            return READ_ONLY_TRASHED
        if not summary.own:
            return READ_ONLY_OTHERS
        if is_newer(session.runtime_dsl_version):
            return READ_ONLY_NEWER
        if summary.stub:
            return READ_ONLY_STUB
        if is_over(summary.expires_at, self._clock):
            return READ_ONLY_EXPIRED
        return None if session.status == ACTIVE else READ_ONLY_STATUS
