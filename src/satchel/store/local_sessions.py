"""What a desktop keeps of sessions beside the public contract: titles, trash, marks, drafts, leases."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Sequence
from typing import Final

from satchel.domain import satchel_object
from satchel.domain.contracts import Clock, Damage, Listing, NewId, SessionSummary
from satchel.domain.errors import (
    CorruptRow,
    LeaseHeld,
    NotFound,
    ReadOnlySession,
    SessionAlreadyExists,
    SessionTrashed,
)
from satchel.domain.json_value import JsonValue, same
from satchel.domain.runtime import (
    UNSET,
    ExpectedSeq,
    JsonObject,
    NewRecord,
    RuntimeRecord,
    RuntimeSession,
    content_of,
)
from satchel.domain.timestamps import from_datetime
from satchel.domain.titles import derived_title
from satchel.domain.validation import check_key, check_payload, parse_record, parse_session
from satchel.store.database import SqliteDatabase
from satchel.store.local_statements import LocalStatements
from satchel.store.rows import SessionState, read_session, satchel_columns
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.settings import Settings

USER: Final = "user"
GONE: Final = "gone"
EXPIRED: Final = "expired"

_DEVICE = "device"
_KEYS = "learnerKeys"
_REV = "highestRev"
_LAST = "lastOpenedSession"


class LocalSessions:
    """One profile's sessions on this laptop. `alive` tells whether a window still lives."""

    def __init__(
        self,
        database: SqliteDatabase,
        store: SqlRuntimeStore,
        settings: Settings,
        *,
        clock: Clock,
        new_id: NewId,
        alive: Callable[[str], bool],
    ) -> None:
        self._database = database
        self._store = store
        self._settings = settings
        self._clock = clock
        self._new_id = new_id
        self._alive = alive
        self._sql = LocalStatements(database)

    # --- who ---------------------------------------------------------------------------------------

    def mint_identity(self) -> None:
        """Gives a new profile its device id and its anonymous learner key, once."""
        with self._database.transaction():
            if self._settings.get(_DEVICE) is None:
                self._settings.set(_DEVICE, self._new_id())
            if not self.own_keys():
                self._settings.set(_KEYS, [f"anon:{self._new_id()}"])

    def own_keys(self) -> tuple[str, ...]:
        """The learner keys this profile owns, the one for new sessions first."""
        keys = self._settings.get(_KEYS)
        return tuple(key for key in keys if isinstance(key, str)) if isinstance(keys, list) else ()

    def add_own_key(self, key: str) -> None:
        """From now on sessions under `key` are this profile's own. Raises `ValidationFailed`."""
        check_key("learnerKey", key)
        with self._database.transaction():
            keys: list[JsonValue] = list(self.own_keys())
            if key not in keys:
                self._settings.set(_KEYS, [*keys, key])

    # --- lists -------------------------------------------------------------------------------------

    def listing(self, *, trash: bool = False) -> Listing:
        """Every session (or what is in the trash), newest activity first; damaged rows apart."""
        statement = self._sql.trashed if trash else self._sql.shown
        own = set(self.own_keys())
        # Damaged rows may hold text that is not UTF-8; that must not hide the others.
        with self._database.lenient_text():
            read = [read_session(row) for row in self._database.run(statement)]
        return Listing(
            tuple(_summary(state, own) for state in read if isinstance(state, SessionState)),
            tuple(state for state in read if isinstance(state, Damage)),
        )

    def summary(self, session_id: str) -> SessionSummary:
        """Raises `SessionNotFound`, `CorruptRow`."""
        return _summary(self._store.state(session_id), set(self.own_keys()))

    # --- making and changing -----------------------------------------------------------------------

    def create(self, document: JsonObject, *, title: str) -> SessionSummary:
        """A new session of this profile. An empty `title` stays empty: lists then find words of their own.

        Raises `ValidationFailed`, `SessionAlreadyExists`.
        """
        session = parse_session(document)
        title = satchel_object.check_title(title) if title else ""
        with self._database.transaction():
            self._store.insert_session(session, self._fresh(session.id, title))
        return self.summary(session.id)

    def set_status(
        self, session_id: str, status: str, *, lease_token: str | None = None
    ) -> SessionSummary:
        """Raises `ReadOnlySession` for others' work, `LeaseHeld` if a living window other than the
        caller's (which shows its `lease_token`) holds the session."""
        with self._database.transaction():
            state = self._own_state(session_id)
            if state.lease_token != lease_token and self._held(state):
                raise LeaseHeld(session_id)
            self._store.set_status(session_id, status, self._now())
        return self.summary(session_id)

    def rename(self, session_id: str, title: str) -> SessionSummary:
        return self._set_field(session_id, "title", satchel_object.check_title(title))

    def pin(self, session_id: str, pinned: bool) -> SessionSummary:
        return self._set_field(session_id, "pinned", pinned)

    def set_expiry(self, session_id: str, expires_at: str | None) -> SessionSummary:
        return self._set_field(session_id, "expiresAt", expires_at)

    def trash(self, session_id: str, reason: str = USER) -> SessionSummary:
        """Moves to the trash, which ends the holder's lease. In the trash already is no error."""
        with self._database.transaction():
            state = self._store.state(session_id)
            if state.trashed_at is None:
                self._database.run(self._sql.trash, of=state.key, at=self._now(), reason=reason)
                if self._settings.get(_LAST) == session_id:
                    self._settings.set(_LAST, None)
        return self.summary(session_id)

    def restore(self, session_id: str) -> SessionSummary:
        """Takes out of the trash. Not in the trash is no error."""
        with self._database.transaction():
            state = self._store.state(session_id)
            self._database.run(self._sql.restore, of=state.key)
        return self.summary(session_id)

    def purge(self, session_id: str) -> None:
        """Deletes for good, and remembers which records there were, so that nobody brings it back unasked.

        A damaged row can be purged too. Raises `SessionNotFound`.
        """
        with self._database.transaction():
            try:
                state = self._store.state(session_id)
            except CorruptRow:
                pass  # nothing of it can be remembered
            else:
                found = self._database.run(self._sql.record_ids, of=state.key)
                self._sql.bury(self._database, state, [row[0] for row in found], self._now())
            self._store.delete_session(session_id)
            if self._settings.get(_LAST) == session_id:
                self._settings.set(_LAST, None)

    # --- importing ---------------------------------------------------------------------------------

    def adopt(
        self,
        document: JsonObject,
        documents: Sequence[JsonObject],
        *,
        include_deleted: bool = False,
        write: bool = True,
    ) -> str:
        """Takes in a copy of a session with its records in order, whole or not at all.

        Answers `created`; `unchanged` if all of it is here already; `deleted` if it was deleted here (then
        nothing is done, unless `include_deleted`, which answers `restored`). With `write` false it only
        tells. Raises `ValidationFailed`, `RecordIdConflict`, and `SessionAlreadyExists` if another history
        is here under its id.
        """
        session = parse_session(document, keep_version=True)
        records = [parse_record(one, session.id) for one in documents]
        for record in records:
            check_payload(session.kind, record)
        with self._database.transaction():
            here = self._database.run(self._sql.place, id=session.id)
            trashed = bool(here) and here[0][0] is not None
            buried = not here and bool(self._database.run(self._sql.tombstone, id=session.id))
            if (trashed or buried) and not include_deleted:
                return "deleted"
            if here:
                self._check_contained(session.id, session.kind, records)
            if write and trashed:
                self.restore(session.id)
            elif write and not here:
                self._database.run(self._sql.unbury, id=session.id)
                self._insert_copy(session, document.get("satchel"), records)
        if trashed or buried:
            return "restored"
        return "unchanged" if here else "created"

    # --- appending from outside a window -----------------------------------------------------------

    def append_unheld(
        self,
        session_id: str,
        document: JsonObject,
        *,
        expected_last_seq: ExpectedSeq = UNSET,
        take_over: bool = False,
    ) -> RuntimeRecord:
        """Appends without holding the session. Raises `LeaseHeld` if a living window holds it, unless
        `take_over`, which ends that window's lease; `ReadOnlySession` for others' work."""
        with self._database.transaction():
            state = self._own_state(session_id)
            if state.lease_token is not None:
                if not take_over and self._held(state):
                    raise LeaseHeld(session_id)
                self._database.run(self._sql.let_go, of=state.key, token=state.lease_token)
            return self._store.append_record(
                session_id, document, expected_last_seq=expected_last_seq
            )

    # --- windows -----------------------------------------------------------------------------------

    def claim(self, session_id: str, window: str) -> str:
        """Gives the session to `window`, whoever had it; answers the token that fences its appends."""
        token = self._new_id()
        with self._database.transaction():
            state = self._own_state(session_id)
            if state.trashed_at is not None:
                raise SessionTrashed(session_id)
            self._database.run(
                self._sql.claim,
                of=state.key,
                token=token,
                window=window,
                host=socket.gethostname(),
                pid=os.getpid(),
                at=self._now(),
            )
        return token

    def release(self, session_id: str, token: str) -> None:
        """Lets go of the session if `token` is still its own; idempotent."""
        with self._database.transaction():
            self._database.run(self._sql.release, id=session_id, token=token)

    def holds(self, session_id: str, token: str) -> bool:
        """Whether `token` is the session's lease at this moment."""
        return self._database.run(self._sql.token_of, id=session_id) == [(token,)]

    def note_opened(self, session_id: str) -> None:
        with self._database.transaction():
            self._database.run(self._sql.note_opened, id=session_id, at=self._now())
            self._settings.set(_LAST, session_id)

    def last_opened(self) -> str | None:
        """The session that was open last, if it is still here and not in the trash."""
        last = self._settings.get(_LAST)
        if isinstance(last, str) and self._database.run(self._sql.place, id=last) == [(None,)]:
            return last
        return None

    def forget_last_opened(self) -> None:
        self._settings.set(_LAST, None)

    def mark_read(self, session_id: str, record_key: int) -> None:
        with self._database.transaction():
            self._database.run(self._sql.mark_read, id=session_id, record_key=record_key)

    def save_draft(self, session_id: str, window: str, text: str) -> None:
        """Keeps what was typed; an empty text drops it. Raises `SessionNotFound`, `ValidationFailed`."""
        with self._database.transaction():
            state = self._store.state(session_id)
            if text:
                self._sql.put_draft(self._database, state.key, window, text, self._now())
            else:
                self._database.run(self._sql.drop_draft, of=state.key, window=window)

    def take_draft(self, session_id: str, window: str) -> str:
        """The window's own draft; else the newest one left by a window that is gone, which becomes its own."""
        with self._database.transaction():
            state = self._store.state(session_id)
            for text, owner in self._database.run(self._sql.drafts, of=state.key, window=window):
                if owner == window:
                    return str(text)
                if not self._alive(owner):
                    self._database.run(
                        self._sql.move_draft, of=state.key, owner=owner, window=window
                    )
                    return str(text)
        return ""

    # --- parts -------------------------------------------------------------------------------------

    def _now(self) -> str:
        return from_datetime(self._clock())

    def _held(self, state: SessionState) -> bool:
        return state.lease_window is not None and self._alive(state.lease_window)

    def _own_state(self, session_id: str) -> SessionState:
        state = self._store.state(session_id)
        if state.session.learner_key not in self.own_keys():
            raise ReadOnlySession(
                "This session is another learner's work: it can be read here, not changed. "
                "Import it with “this was mine” if it is yours."
            )
        return state

    def _fresh(self, session_id: str, title: str) -> JsonObject:
        return satchel_object.fresh(session_id, title, self._next_rev(), self._device())

    def _device(self) -> str:
        device = self._settings.get(_DEVICE)
        if not isinstance(device, str):
            raise NotFound("This profile has no device id. Start Satchel once to give it one.")
        return device

    def _next_rev(self, seen: int = 0) -> int:
        """One above the highest revision this device ever gave or saw: no number is given twice."""
        return self._note_rev(max(self._highest_rev(), seen) + 1)

    def _note_rev(self, rev: int) -> int:
        """Remembers that `rev` was given or seen."""
        if rev > self._highest_rev():
            self._settings.set(_REV, rev)
        return rev

    def _highest_rev(self) -> int:
        highest = self._settings.get(_REV)
        return highest if isinstance(highest, int) else 0

    def _set_field(self, session_id: str, name: str, value: JsonValue) -> SessionSummary:
        with self._database.transaction():
            state = self._own_state(session_id)
            rev = self._next_rev(satchel_object.highest_rev(state.satchel))
            changed = {**state.satchel, name: satchel_object.field(value, rev, self._device())}
            satchel_object.check(changed)
            columns = satchel_columns(changed, session_id)
            self._database.run(self._sql.set_satchel, of=state.key, **columns)
        return self.summary(session_id)

    def _insert_copy(
        self, session: RuntimeSession, given: JsonValue, records: Sequence[NewRecord]
    ) -> None:
        if given is None:
            title = derived_title(session.kind, (record.payload for record in records))
            satchel = self._fresh(session.id, title)
        else:
            satchel = satchel_object.check(given)
            self._note_rev(satchel_object.highest_rev(satchel))
        self._store.insert_session(session, satchel, records)
        self._database.run(self._sql.read_all, id=session.id)

    def _check_contained(self, session_id: str, kind: str, records: Sequence[NewRecord]) -> None:
        """Raises `SessionAlreadyExists` unless `records` are how the history here begins."""
        here = self._store.list_records(session_id)
        if self._store.state(session_id).session.kind != kind or len(here) < len(records):
            raise SessionAlreadyExists(session_id)
        for stored, record in zip(here, records, strict=False):
            if stored.id != record.id or not same(content_of(stored.to_wire()), record.content()):
                raise SessionAlreadyExists(session_id)


def _summary(state: SessionState, own: set[str]) -> SessionSummary:
    return SessionSummary(
        session=state.session,
        satchel=state.satchel,
        title=state.title,
        pinned=state.pinned,
        own=state.session.learner_key in own,
        last_seq=state.last_seq,
        unread=max(0, state.next_seq - state.read_count),
        activity_at=state.activity_at,
        last_opened_at=state.last_opened_at,
        trashed_at=state.trashed_at,
        trash_reason=state.trash_reason,
        history_rev=state.history_rev,
    )
