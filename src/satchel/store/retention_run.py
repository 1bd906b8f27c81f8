"""The stages of one run, in order: what lies beside the database first, which helps where the disk is full."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

from satchel.domain.errors import DiskFull
from satchel.domain.retention import (
    DRAFT,
    EVICTED,
    JOURNAL,
    KEPT_HELD,
    KEPT_REFUSED,
    KEPT_UNCHECKED,
    Kept,
    Removal,
    RetentionSettings,
    RetentionWish,
    Stop,
)
from satchel.domain.timestamps import from_datetime, sort_key
from satchel.store.database import SqliteDatabase
from satchel.store.opening import Location
from satchel.store.retention_files import OldFile, old_files, remove
from satchel.store.retention_rules import EMPTY_FOR, Leave, Rule, Rules
from satchel.store.retention_statements import RetentionStatements
from satchel.store.retention_steps import SESSIONS, Due, Steps
from satchel.store.rows import SessionState, read_session
from satchel.store.sql import Prepared

LITTLE_BYTES: Final = 256 * 1024 * 1024
"""So little room on the disk that a run takes care not to need any."""
SCARCE_BYTES: Final = 1024 * 1024 * 1024
"""So little room on the disk that records which a server holds may leave it."""
_LINES_FOR: Final = timedelta(days=366)
_BEGINNING: Final = datetime.min.replace(tzinfo=UTC)

Holds: TypeAlias = Callable[[str], bool | None]
"""Asks the server now whether it has every record of a session; None where it cannot be asked."""
Evict: TypeAlias = Callable[[Removal], bool]
"""Takes a session's records off this laptop after asking the server, and notes it; whether they are gone."""


@dataclass(frozen=True, slots=True)
class Server:
    """The current remote as retention needs it. Without `holds` its confirmations count as they are."""

    remote: int | None = None
    holds: Holds | None = None
    evict: Evict | None = None


@dataclass(slots=True)
class Run:
    """One run. A `dry` one changes nothing."""

    database: SqliteDatabase
    location: Location
    settings: RetentionSettings
    sql: RetentionStatements
    rules: Rules
    steps: Steps
    server: Server
    now: datetime
    wish: RetentionWish
    dry: bool
    stop: Stop
    free: Callable[[], int]
    removed: list[Removal] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    unnoted: list[Removal] = field(default_factory=list)
    """Files that are gone, and whose lines are not in the journal yet."""
    freed: int = 0
    settled: set[str] = field(default_factory=set)
    """Sessions a dry run has told of: what is in the trash then is not evicted."""

    def go(self) -> None:
        """Raises `StoreUnavailable` or a kind of it where the disk refuses; what was done so far is told."""
        rules, settings = self.rules, self.settings
        self._files()
        self.steps.note(self.unnoted)
        before = self.steps.size()
        if not self.dry and self.free() < LITTLE_BYTES:
            self.steps.keep_log_short()
        self._drafts()
        thrown_away = from_datetime(self._ago(settings.trash_days))
        self._sessions(self.sql.trashed, thrown_away, rules.trashed)
        self._sessions(self.sql.empty, sort_key(from_datetime(self.now - EMPTY_FOR)), rules.empty)
        self._sessions(
            self.sql.expired, from_datetime(self._ago(settings.grace_days)), rules.expired
        )
        if self._may_evict():
            self._evict(sort_key(from_datetime(self._ago(settings.evict_days))))
        self._journal()
        if not self.dry:
            self.steps.give_back(self.stop)
            self.freed += max(0, before - self.steps.size())

    # --- files and drafts --------------------------------------------------------------------------

    def _files(self) -> None:
        for old in old_files(self.location, self.now, self.settings.aside_days):
            if self.stop():
                return
            if old.kept is not None and not self._agreed(old.kept):
                self.kept.append(old.kept)
            elif self.dry:
                self.removed.append(old.removal)
            elif self._remove(old):
                self.removed.append(old.removal)
                self.freed += old.removal.size
            else:
                message = "the disk did not let it go"
                self.kept.append(Kept(old.removal.what, old.removal.id, KEPT_REFUSED, message))

    def _remove(self, old: OldFile) -> bool:
        """The line comes first, so that no kill loses it. On a full disk only what goes makes room for it."""
        lines: list[int] = []
        self.unnoted.append(old.removal)
        with suppress(DiskFull):
            lines = self.steps.note(self.unnoted)
            self.unnoted.clear()
        if remove(old):
            return True
        if lines:
            self.steps.take_back(lines[-1:])
        else:
            self.unnoted.pop()
        return False

    def _drafts(self) -> None:
        """Of windows that are gone, where something newer was typed since; a last one stays for ever."""
        times = {
            "before": from_datetime(self._ago(self.settings.draft_days)),
            "now": from_datetime(self.now),
        }
        with self.database.lenient_text():
            rows = self.database.run(self.sql.drafts, **times)
        for of, window, size, session_id in rows:
            if self.stop():
                return
            if session_id is not None and not self.rules.is_dead(str(window)):
                continue
            reason = "its window is gone, and it was not touched for long"
            removal = Removal(DRAFT, str(session_id or of), reason, int(size))
            if self.dry or self.steps.drop_draft(of, window, removal, **times):
                self.removed.append(removal)

    def _journal(self) -> None:
        before = from_datetime(self.now - _LINES_FOR)
        lines = self.steps.old_lines(before) if self.dry else 0
        while not (self.dry or self.stop()) and (gone := self.steps.drop_lines(before)):
            lines += gone
        if lines:
            name = "1 line" if lines == 1 else f"{lines} lines"
            self.removed.append(Removal(JOURNAL, name, "of removals more than a year ago"))

    # --- sessions ----------------------------------------------------------------------------------

    def _sessions(self, statement: Prepared, before: str, rule: Rule) -> None:
        for states in self._pages(statement, before):
            due = [one for state in states if (one := self._due(state, rule)) is not None]
            if self.dry:
                self.removed += [replace(one.verdict, size=one.size) for one in due]
                self.settled.update(one.verdict.id for one in due)
                continue
            for removed in self.steps.remove(rule, due):
                self.removed += removed
                if self.stop():
                    return

    def _pages(self, statement: Prepared, before: str) -> Iterator[list[SessionState]]:
        """Read outside of any transaction: whoever writes does not wait for it. Damaged rows stay."""
        after = 0
        while not self.stop():
            with self.database.lenient_text():
                rows = self.database.run(statement, after=after, before=before, limit=SESSIONS)
            if not rows:
                return
            after = rows[-1][0]
            yield [state for row in rows if isinstance(state := read_session(row), SessionState)]
            self.steps.rest()

    def _due(self, state: SessionState, rule: Rule) -> Due | None:
        """The session if it is to go; what stays although it is old is told."""
        if state.session.id in self.settled:
            return None
        leave = Leave(read_back=self.server.holds is None)
        verdict = rule(state, leave)
        if isinstance(verdict, Kept) and verdict.why == KEPT_UNCHECKED and self._holds(state):
            leave = replace(leave, read_back=True)
            verdict = rule(state, leave)
        if isinstance(verdict, Kept) and self._agreed(verdict):
            leave = replace(leave, agreed=True)
            verdict = rule(state, leave)
        if isinstance(verdict, Kept):
            self.kept.append(verdict)
        if not isinstance(verdict, Removal):
            return None
        return self.steps.measured(state, leave, verdict)

    def _holds(self, state: SessionState) -> bool:
        return self.server.holds is not None and self.server.holds(state.session.id) is True

    def _agreed(self, kept: Kept) -> bool:
        """Somebody is asked about each thing that could go now, but not about what a window has open."""
        if self.wish.ask is None or self.dry or kept.why == KEPT_HELD:
            return False
        return self.wish.ask(kept)

    # --- eviction ----------------------------------------------------------------------------------

    def _may_evict(self) -> bool:
        if self.server.evict is None or self.server.remote is None:
            return False
        return self.wish.evict or (self.settings.evict_when_scarce and self.free() < SCARCE_BYTES)

    def _evict(self, before: str) -> None:
        assert self.server.evict is not None
        for states in self._pages(self.sql.idle, before):
            for state in states:
                leave = Leave()
                verdict = self.rules.idle(state, leave)
                if self.stop() or not isinstance(verdict, Removal) or verdict.id in self.settled:
                    continue
                due = self.steps.measured(state, leave, verdict)
                removal = replace(verdict, size=due.size)
                if self.dry or self.server.evict(removal):
                    self.removed.append(removal)
                else:
                    message = "the server could not show all of it just now"
                    kept = Kept(EVICTED, state.session.id, KEPT_UNCHECKED, message, state.title)
                    self.kept.append(kept)

    def _ago(self, days: int) -> datetime:
        """So many days before now; the calendar begins with the year 1."""
        return max(self.now, _BEGINNING + timedelta(days=days)) - timedelta(days=days)
