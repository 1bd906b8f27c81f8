"""What is due, and what stays although it is: one session, draft or file at a time. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from satchel.domain import satchel_object
from satchel.domain.expiry import is_over
from satchel.domain.retention import (
    EMPTY,
    EVICTED,
    EXPIRED,
    KEPT_DRAFT,
    KEPT_HELD,
    KEPT_PINNED,
    KEPT_UNCHECKED,
    KEPT_UNSAFE,
    KEPT_UNSENT,
    TRASH,
    Kept,
    Removal,
    RetentionSettings,
)
from satchel.domain.runtime import ACTIVE
from satchel.domain.timestamps import moment_of
from satchel.store import local_sessions
from satchel.store.database import SqliteDatabase
from satchel.store.elsewhere import Elsewhere
from satchel.store.retention_statements import RetentionStatements
from satchel.store.rows import SessionState

EMPTY_FOR: Final = timedelta(days=1)

_WHY: Final = {
    KEPT_PINNED: "it is pinned",
    KEPT_HELD: "a window has it open",
    KEPT_UNSAFE: "it is nowhere else; sync it or export it",
    KEPT_UNSENT: "the server does not have all of it yet",
    KEPT_DRAFT: "something was typed in it and not sent",
    KEPT_UNCHECKED: "the server could not be asked whether it has all of it",
}

Verdict: TypeAlias = Removal | Kept | None
Rule: TypeAlias = "Callable[[SessionState, Leave], Verdict]"


@dataclass(frozen=True, slots=True)
class Leave:
    """What is known beside the database when a session is judged."""

    agreed: bool = False
    """Somebody was asked about this one, and agreed."""
    read_back: bool = True
    """The server was asked, or nobody can ask it: then its confirmations count."""


class Rules:
    """`dead` tells whether a window does not live any more: whoever is none keeps no session open."""

    def __init__(
        self,
        database: SqliteDatabase,
        sql: RetentionStatements,
        elsewhere: Elsewhere,
        settings: RetentionSettings,
        now: datetime,
        *,
        own: Collection[str],
        dead: Callable[[str], bool],
    ) -> None:
        self._database = database
        self._sql = sql
        self._elsewhere = elsewhere
        self._settings = settings
        self._now = now
        self._own = frozenset(own)
        self._dead = dead

    def expired(self, state: SessionState, leave: Leave) -> Verdict:
        """Into the trash: nothing is lost by it, but what the next sync would send is left where it can."""
        over = self._now - timedelta(days=self._settings.grace_days)
        if state.trashed_at is not None or not is_over(state.expires_at, lambda: over):
            return None
        if not self._is_own(state):  # whose it is may give it more time, and cannot do so here
            return None
        why = self._held(state) or _pinned(state)
        if why is None and not state.detached and self._elsewhere.has_server:
            why = None if self._elsewhere.is_safe(state) else KEPT_UNSENT
        return self._verdict(
            EXPIRED, state, why, leave, f"its time was over on {_day(state.expires_at)}"
        )

    def trashed(self, state: SessionState, leave: Leave) -> Verdict:
        """Gone for good. What its user threw away goes; what time threw away only if it is safe elsewhere."""
        at = moment_of(state.trashed_at)
        if at is None or self._now - at < timedelta(days=self._settings.trash_days):
            return None
        since = f"in the trash since {_day(state.trashed_at)}"
        if state.trash_reason == local_sessions.USER:
            return _removal(TRASH, state, since)
        if state.trash_reason != local_sessions.EXPIRED:
            return None  # what vanished on the server is never emptied by time
        if not is_over(state.expires_at, lambda: self._now):
            return None  # it got more time elsewhere
        why = (
            self._held(state)
            or _pinned(state)
            or self._drafted(state)
            or self._unsafe(state, leave)
        )
        return self._verdict(TRASH, state, why, leave, f"{since}, after its time was over")

    def empty(self, state: SessionState, leave: Leave) -> Verdict:
        """A session in which nothing was ever done. That one is not told about where it stays."""
        at = [moment_of(state.session.created_at), moment_of(state.last_opened_at)]
        young = any(one is not None and self._now - one < EMPTY_FOR for one in at)
        touched = (
            state.next_seq
            or state.title
            or state.session.status != ACTIVE
            or satchel_object.value_of(state.satchel, "facts")
        )
        if young or touched or state.trashed_at is not None or not self._is_own(state):
            return None
        if _pinned(state) or self._held(state) or self._database.run(self._sql.hangs, of=state.key):
            return None
        return _removal(EMPTY, state, "nothing was ever written in it")

    def idle(self, state: SessionState, leave: Leave) -> Verdict:
        """Only its records may leave, since the server holds them; it stays in the lists."""
        used = [moment_of(state.activity_at), moment_of(state.last_opened_at)]
        rest = timedelta(days=self._settings.evict_days)
        if any(one is not None and self._now - one < rest for one in used):
            return None
        if (
            state.stub
            or state.trashed_at is not None
            or not state.next_seq
            or not self._is_own(state)
        ):
            return None
        if self._held(state) or _pinned(state) or self._drafted(state):
            return None
        if not self._elsewhere.on_server(state):
            return None
        return _removal(EVICTED, state, "the server holds it, and it was not used for long")

    def _verdict(
        self, what: str, state: SessionState, why: str | None, leave: Leave, reason: str
    ) -> Verdict:
        if why is None or (leave.agreed and why != KEPT_HELD):
            return _removal(what, state, reason)
        return Kept(what, state.session.id, why, _WHY[why], state.title)

    def _unsafe(self, state: SessionState, leave: Leave) -> str | None:
        if self._elsewhere.in_bundle(state):
            return None
        if not self._elsewhere.on_server(state):
            return KEPT_UNSAFE
        return None if leave.read_back else KEPT_UNCHECKED

    def is_dead(self, window: str) -> bool:
        return self._dead(window)

    def _held(self, state: SessionState) -> str | None:
        if state.lease_token is None:
            return None
        return None if self._dead(state.lease_window or "") else KEPT_HELD

    def _drafted(self, state: SessionState) -> str | None:
        return KEPT_DRAFT if self._database.run(self._sql.drafted, of=state.key) else None

    def _is_own(self, state: SessionState) -> bool:
        return state.session.learner_key in self._own


def _pinned(state: SessionState) -> str | None:
    return KEPT_PINNED if state.pinned else None


def _removal(what: str, state: SessionState, reason: str) -> Removal:
    return Removal(what, state.session.id, reason, title=state.title)


def _day(text: str | None) -> str:
    return "an unknown day" if text is None else text[:10]
