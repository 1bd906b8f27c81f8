"""What one window does with its sessions: asks the workspace on the worker, reports by signals.

Outcomes arrive in the order they were asked for; that order is what the two queues below rely on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QTimer, Signal

from satchel.domain.contracts import (
    READ_ONLY_HELD,
    READ_ONLY_STORE,
    Learner,
    Listing,
    OpenedSession,
    SessionSummary,
    Workspace,
)
from satchel.domain.errors import LeaseLost, SatchelError
from satchel.domain.runtime import CHAT, WORKSPACE_STAGE, RuntimeRecord
from satchel.ui.jobs import Jobs

PAGE = 100
"""Records read at once; older ones are read as the person scrolls to them."""

DRAFT_MS = 300
SLOW_MS = 400
"""Saving is only spoken of when it takes longer than a blink."""


@dataclass(frozen=True, slots=True)
class _Start:
    learner: Learner
    listing: Listing
    opened: OpenedSession | None


class SessionFlow(QObject):
    """Carries intentions to the workspace and the outcomes back."""

    started = Signal(object)
    listed = Signal(object)
    opened = Signal(object)
    closed = Signal()
    older = Signal(object)
    appended = Signal(object)
    append_failed = Signal(str, object)
    changed = Signal(object)
    trashed = Signal(object)
    saving = Signal()
    failed = Signal(object)
    leaving = Signal()
    """The session shown is about to be left: who holds typed text hands it over now."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._workspace: Workspace | None = None
        self._current: OpenedSession | None = None
        self._listing = Listing((), ())
        self._opening = 0
        self._outbox: deque[tuple[str, str]] = deque()
        self._trash: list[str] = []
        self._draft: tuple[str, str] | None = None
        self._listing_asked = self._listing_stale = False
        self._draft_timer = self._timer(DRAFT_MS, self.flush_draft)
        self._slow_timer = self._timer(SLOW_MS, self.saving.emit)

    @property
    def current(self) -> OpenedSession | None:
        """The session this window shows."""
        return self._current

    @property
    def current_id(self) -> str | None:
        return None if self._current is None else self._current.summary.id

    @property
    def loaded(self) -> bool:
        return self._workspace is not None

    @property
    def can_undo(self) -> bool:
        return bool(self._trash)

    @property
    def can_write(self) -> bool:
        return self._current is not None and self._current.read_only is None

    def summary(self, session_id: str) -> SessionSummary | None:
        return next((one for one in self._listing.sessions if one.id == session_id), None)

    # --- intentions ------------------------------------------------------------------------------

    def start(self, workspace: Workspace, resume: bool) -> None:
        """Reads the listing and, to `resume`, opens what was open last."""
        self._workspace = workspace

        def read() -> _Start:
            listing, last = workspace.listing(), workspace.last_opened() if resume else None
            opened = None
            if last is not None:
                try:
                    opened = workspace.open(last, PAGE)
                except SatchelError:
                    opened = None  # gone or damaged: the window starts at home, the list tells more
            return _Start(workspace.learner, listing, opened)

        self._jobs.run(read, self._started, self._failed)

    def refresh(self) -> None:
        """Reads the listing again; several wishes at once become one or two reads."""
        if self._listing_asked:
            self._listing_stale = True
        elif self._workspace is not None:
            self._listing_asked = True
            self._jobs.run(self._workspace.listing, self._listed, self._listing_failed)

    def open(self, session_id: str, *, again: bool = False) -> None:
        """Opens a session; `again` also if it is the one shown."""
        if self._workspace is None or (session_id == self.current_id and not again):
            return
        workspace = self._workspace
        self._leave()
        self._opening += 1
        self._jobs.run(lambda: workspace.open(session_id, PAGE), self._opened, self._opening_failed)

    def new_session(self) -> None:
        if self._workspace is None:
            return
        workspace, title = self._workspace, self._fresh_title()
        self._leave()
        self._opening += 1

        def begin() -> OpenedSession:
            made = workspace.new_session(kind=CHAT, stage_id=WORKSPACE_STAGE, title=title)
            return workspace.open(made.id, PAGE)

        self._jobs.run(begin, self._began, self._opening_failed)

    def close(self) -> None:
        """Lets go of the open session and shows none."""
        self._leave()
        self._current = None
        if self._workspace is not None:
            self._jobs.run(self._workspace.close, None, self._failed)
        self.closed.emit()

    def submit(self, text: str) -> None:
        """Appends a message to the open session. Until it is committed its text is kept as a draft."""
        if self._workspace is None or self._current is None:
            return
        workspace, session_id = self._workspace, self._current.summary.id
        self.note_draft(text)
        self.flush_draft()
        self._outbox.append((session_id, text))
        self._slow_timer.start()
        self._jobs.run(
            lambda: workspace.append(session_id, {"role": "user", "content": text}),
            self._appended,
            self._append_failed,
        )

    def note_draft(self, text: str) -> None:
        """Keeps what is typed; an emptied box does not forget a message that is still on its way."""
        if self._outbox and not text:
            return
        if self._current is not None and self._current.read_only is None:
            self._draft = (self._current.summary.id, text)
            self._draft_timer.start()

    def flush_draft(self) -> None:
        """Saves what is typed now, without waiting for the pause."""
        self._draft_timer.stop()
        if self._draft is None or self._workspace is None:
            return
        workspace, (session_id, text) = self._workspace, self._draft
        self._draft = None
        self._jobs.run(lambda: workspace.save_draft(session_id, text), None, self._failed)

    def read_older(self, before: int) -> None:
        workspace, session_id = self._workspace, self.current_id
        if workspace is None or session_id is None:
            return
        self._jobs.run(
            lambda: (session_id, workspace.records(session_id, before, PAGE)),
            self._older,
            self._failed,
        )

    def mark_read(self, record_key: int) -> None:
        workspace, current = self._workspace, self._current
        if workspace is None or current is None or current.read_only == READ_ONLY_STORE:
            return
        session_id = current.summary.id
        self._jobs.run(
            lambda: workspace.mark_read(session_id, record_key), self._marked, self._failed
        )

    def rename(self, session_id: str, title: str) -> None:
        self._change(lambda workspace: workspace.rename(session_id, title))

    def pin(self, session_id: str, pinned: bool) -> None:
        self._change(lambda workspace: workspace.pin(session_id, pinned))

    def set_status(self, session_id: str, status: str) -> None:
        self._change(lambda workspace: workspace.set_status(session_id, status))
        if session_id == self.current_id:
            self.open(session_id, again=True)

    def trash(self, session_id: str) -> None:
        if session_id == self.current_id:
            self.close()
        self._trash.append(session_id)
        self._change(lambda workspace: workspace.trash(session_id), self._trashed)

    def undo_trash(self) -> None:
        """Takes the session that was trashed last out of the trash."""
        if self._trash:
            self.restore(self._trash[-1])

    def restore(self, session_id: str) -> None:
        self._trash = [one for one in self._trash if one != session_id]
        self._change(lambda workspace: workspace.restore(session_id))
        if session_id == self.current_id:
            self.open(session_id, again=True)

    # --- outcomes --------------------------------------------------------------------------------

    def _started(self, start: _Start) -> None:
        self._listing = start.listing
        self._current = start.opened
        self.listed.emit(start.listing)
        if start.opened is not None:
            self.opened.emit(start.opened)
        self.started.emit(start.learner)

    def _listed(self, listing: Listing) -> None:
        self._listing_asked = False
        if self._listing_stale:
            self._listing_stale = False
            self.refresh()
            return
        self._listing = listing
        self.listed.emit(listing)

    def _listing_failed(self, error: Exception) -> None:
        self._listing_asked = self._listing_stale = False
        self.failed.emit(error)

    def _began(self, opened: OpenedSession) -> None:
        self.refresh()
        self._opened(opened)

    def _opened(self, opened: OpenedSession) -> None:
        self._opening -= 1
        if self._opening == 0:  # someone who clicked twice sees the second only
            self._current = opened
            self.opened.emit(opened)
            self.refresh()

    def _opening_failed(self, error: Exception) -> None:
        self._opening -= 1
        self.failed.emit(error)
        self.refresh()

    def _appended(self, record: RuntimeRecord) -> None:
        self._outbox.popleft()
        self._slow_timer.stop()
        self.appended.emit(record)
        self.refresh()

    def _append_failed(self, error: Exception) -> None:
        session_id, text = self._outbox.popleft()
        self._slow_timer.stop()
        if session_id == self.current_id:
            self.append_failed.emit(text, error)
            if isinstance(error, LeaseLost):
                self._show_held(session_id, text)
        else:  # the text is kept as that session's draft since `submit`
            self.failed.emit(error)

    def _show_held(self, session_id: str, text: str) -> None:
        """Another window took the session: shows it as it is now, with the text kept as the draft."""
        workspace, current = self._workspace, self._current
        if workspace is None or current is None:
            return
        self._opening += 1

        def read() -> OpenedSession:
            records = workspace.records(session_id, None, PAGE)
            return replace(current, records=records, read_only=READ_ONLY_HELD, draft=text)

        self._jobs.run(read, self._opened, self._opening_failed)

    def _older(self, page: tuple[str, list[RuntimeRecord]]) -> None:
        session_id, records = page
        if session_id == self.current_id:
            self.older.emit(records)

    def _marked(self, _nothing: None) -> None:
        self.refresh()

    def _changed(self, summary: SessionSummary) -> None:
        self.changed.emit(summary)
        self.refresh()

    def _trashed(self, summary: SessionSummary) -> None:
        self.trashed.emit(summary)
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self.failed.emit(error)

    def _change_failed(self, error: Exception) -> None:
        self.failed.emit(error)
        self.refresh()

    # --- small parts -----------------------------------------------------------------------------

    def _change(
        self,
        change: Callable[[Workspace], SessionSummary],
        on_done: Callable[[SessionSummary], None] | None = None,
    ) -> None:
        workspace = self._workspace
        if workspace is not None:
            self._jobs.run(lambda: change(workspace), on_done or self._changed, self._change_failed)

    def _leave(self) -> None:
        self.leaving.emit()
        self.flush_draft()

    def _fresh_title(self) -> str:
        """“New session”, “New session 2”, …: the first that no session has."""
        taken = {one.title for one in self._listing.sessions}
        title, number = self.tr("New session"), 1
        while title in taken:
            number += 1
            title = self.tr("New session {number}").format(number=number)
        return title

    def _timer(self, milliseconds: int, target: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(target)
        return timer
