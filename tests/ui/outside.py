"""What others do to the sessions while windows show them, and what the database holds at this moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from satchel import system
from satchel.core import Core
from satchel.domain.contracts import (
    READ_ONLY_FREE,
    READ_ONLY_HELD,
    READ_ONLY_OTHERS,
    READ_ONLY_STATUS,
    READ_ONLY_TRASHED,
    SessionSummary,
)
from satchel.domain.errors import LeaseHeld, SessionNotActive, SessionTrashed
from satchel.domain.runtime import ACTIVE, JsonObject
from satchel.domain.timestamps import from_datetime

NOT_HELD = (READ_ONLY_HELD, READ_ONLY_FREE)
"""What a window says of a session it could write to, but for other windows."""


class Outside:
    """A program of its own: it has its own connection to the database, and one window nobody sees."""

    WINDOW = "somebody-else"

    def __init__(self, core: Core) -> None:
        self.core = core
        self._lock = core.locks.hold(self.WINDOW)
        self._number = 0

    def close(self) -> None:
        if self._lock is not None:
            self.core.locks.let_go(self.WINDOW, self._lock)
        self.core.close()

    # --- what it does ------------------------------------------------------------------------------

    def append(self, session_id: str, *, take_over: bool) -> None:
        """As `satchel session append`: refused by a living holder, unless it is taken over."""
        self._number += 1
        document: JsonObject = {
            "id": system.new_id(),
            "sessionId": session_id,
            "createdAt": from_datetime(self.core.clock()),
            "payload": {"role": "assistant", "content": f"From outside {self._number}"},
        }
        with suppress(LeaseHeld, SessionTrashed, SessionNotActive):
            self.core.claims.append_unheld(session_id, document, take_over=take_over)

    def claim(self, session_id: str) -> None:
        """Takes the session, and keeps it until it is taken back or let go."""
        with suppress(SessionTrashed):
            self.core.claims.claim(session_id, self.WINDOW)

    def let_go(self, session_id: str) -> None:
        for lease, _ in self.core.claims.leases():
            if (lease.session_id, lease.holder.window) == (session_id, self.WINDOW):
                self.core.claims.release(lease)

    def set_status(self, session_id: str, status: str) -> None:
        """As another device's change that arrives: it asks nobody."""
        self.core.store.set_status(session_id, status, from_datetime(self.core.clock()))

    def trash(self, session_id: str) -> None:
        self.core.sessions.trash(session_id)

    def restore(self, session_id: str) -> None:
        self.core.sessions.restore(session_id)

    # --- what the database holds -------------------------------------------------------------------

    def sessions(self) -> Iterator[SessionSummary]:
        yield from self.core.sessions.listing().sessions
        yield from self.core.sessions.listing(trash=True).sessions

    def session(self, session_id: str) -> SessionSummary:
        return self.core.sessions.summary(session_id)

    def said(self, session_id: str) -> list[str]:
        payloads = (record.payload for record in self.core.store.list_records(session_id))
        return [str(one["content"]) for one in payloads if isinstance(one, dict)]

    def holder(self, session_id: str) -> str:
        found = (
            lease.holder.window
            for lease, _ in self.core.claims.leases()
            if lease.session_id == session_id
        )
        return next(found, "")

    def read_only(self, session_id: str, window: str) -> str | None:
        """What a window has to say about a session it shows."""
        one = self.session(session_id)
        if one.trashed_at is not None:
            return READ_ONLY_TRASHED
        if not one.own:
            return READ_ONLY_OTHERS
        if one.session.status != ACTIVE:
            return READ_ONLY_STATUS
        holder = self.holder(session_id)
        if holder == window:
            return None
        return READ_ONLY_HELD if holder else READ_ONLY_FREE

    def epoch(self, session_id: str) -> int:
        """Rises with every claim."""
        return self.core.sessions.own_state(session_id).lease_epoch
